import {
  Store,
  ask,
  door,
  isGone,
  keptAnswers,
  language,
  say
} from "./chunk-HTWIJD62.js";

// src/listen.ts
function listen(path, handlers) {
  let kept = keptAnswers();
  if (kept) {
    for (let [name, data] of kept.events) handlers[name]?.(data);
    return () => {
    };
  }
  let subject = `tianji ${path(0)}`, channel = "locks" in navigator && "BroadcastChannel" in window ? new BroadcastChannel(subject) : null, after = 0, letGo = null, heed = (event, data, number) => {
    let isOld = event !== "run.progress" && number > 0 && number <= after && event.startsWith("run.") && event !== "run.summary";
    number > after && (after = number), isOld || handlers[event]?.(JSON.parse(data));
  }, tell = (passed) => channel?.postMessage(passed), reader = readStream(
    (isAgain) => path(isAgain ? 0 : after),
    Object.keys(handlers),
    (event, data, number) => {
      heed(event, data, number), tell({ event, data, number });
    },
    (gone) => {
      isGone.set(gone), tell({ gone });
    }
  );
  channel && (channel.onmessage = ({ data: passed }) => {
    passed === "again" ? reader.again() : "gone" in passed ? isGone.set(passed.gone) : heed(passed.event, passed.data, passed.number);
  });
  let begin = () => {
    if (letGo || document.hidden) return;
    if (!channel) {
      reader.open(), letGo = reader.close;
      return;
    }
    let queue = new AbortController(), end = () => {
    };
    letGo = () => {
      queue.abort(), reader.close(), end();
    };
    let turn = new Promise((resolve) => end = resolve);
    tell("again");
    let read = () => queue.signal.aborted ? void 0 : (reader.open(), turn);
    navigator.locks.request(subject, { signal: queue.signal }, read).catch(() => {
    });
  }, stop = () => {
    letGo?.(), letGo = null;
  }, look = () => document.hidden ? stop() : begin();
  return document.addEventListener("visibilitychange", look), begin(), () => {
    document.removeEventListener("visibilitychange", look), stop(), channel?.close();
  };
}
function readStream(path, events, onEvent, onGone) {
  let source = null, isOpen = !1, isAgain = !1, wait = 500, timer = 0, since = 0, longer = () => performance.now() - since < 6e4 ? Math.min(1e3, wait * 2) : Math.min(1e4, wait * 2), drop = () => {
    clearTimeout(timer), source?.close(), source = null;
  }, begin = () => {
    if (!(!isOpen || source)) {
      source = new EventSource(`/api/v1${path(isAgain)}`), isAgain = !1, source.onopen = () => {
        wait = 500, since = performance.now(), onGone(!1);
      }, source.onerror = () => {
        drop(), onGone(!0), wait === 500 && (since = performance.now()), timer = window.setTimeout(retry, wait), wait = longer();
      };
      for (let name of events)
        source.addEventListener(name, (event) => {
          let { data, lastEventId } = event;
          onEvent(name, data, Number(lastEventId.split(":")[1]) || 0);
        });
    }
  }, retry = () => {
    ask("/meta").then(begin, () => {
      door.value === "locked" || !isOpen || (timer = window.setTimeout(retry, wait), wait = longer());
    });
  };
  return {
    open: () => (isOpen = !0, begin()),
    close: () => (isOpen = !1, drop()),
    again: () => {
      isOpen && (isAgain = !0, source && (drop(), begin()));
    }
  };
}

// src/watch.ts
var runs = new Store(null), own = new Store({}), seenOf = (spec, files) => files[spec.split(":")[0] ?? ""] ?? "";
function named(run) {
  let body = run.body;
  if (run.kind === "review") return { ...run, body: { ...run.body, game: say("list.hands"), method: "review" } };
  if (!body.spot) return run;
  let game = run.kind === "report" ? say("list.flops") : say("list.holdem", { board: body.spot.board ?? "" }), method = `${body.spot.tree ?? say("list.own")}${body.spot.locks?.length ? ` · ${say("list.locked")}` : ""}`;
  return { ...run, body: { ...run.body, game, method } };
}
language.watch(() => runs.value && runs.set(runs.value.map(named)));
function put(raw) {
  let run = named(raw), all = runs.value ?? [], at = all.findIndex(({ id }) => id === run.id);
  runs.set(at < 0 ? [run, ...all] : all.map((each, i) => i === at ? run : each));
}
function watchRuns() {
  return listen(() => "/events", {
    "runs.list": (data) => runs.set(data.items.map(named)),
    "runs.run": put,
    "runs.gone": (data) => runs.set((runs.value ?? []).filter(({ id }) => id !== data.run)),
    "games.changed": (data) => own.set(data.files),
    "run.progress": (data) => {
      let run = runs.value?.find(({ id }) => id === data.run);
      run && put({ ...run, progress: data });
    }
  });
}

export {
  listen,
  runs,
  own,
  seenOf,
  watchRuns
};
