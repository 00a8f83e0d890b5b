import {
  Store,
  language,
  listen,
  say
} from "./chunk-VGV73HCZ.js";

// src/watch.ts
var runs = new Store(null), own = new Store({}), seenOf = (spec, files) => files[spec.split(":")[0] ?? ""] ?? "";
function named(run) {
  let body = run.body;
  if (run.kind === "review") return { ...run, body: { ...run.body, game: say("list.hands"), method: "review" } };
  if (!body.spot) return run;
  let game = run.kind === "report" ? say("list.flops") : say("list.holdem", { board: body.spot.board ?? "" });
  return { ...run, body: { ...run.body, game, method: body.spot.tree ?? say("list.own") } };
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
  runs,
  own,
  seenOf,
  watchRuns
};
