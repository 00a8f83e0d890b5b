import {
  asCommand,
  asPython
} from "./chunk-IBI42R42.js";
import {
  $,
  A,
  Code,
  Fact,
  Icon,
  Trouble,
  a,
  ask,
  bytes,
  d,
  duration,
  go,
  useAsk,
  useLater,
  useTitle,
  useWords
} from "./chunk-OEBCVSGA.js";

// src/screens/Solve.tsx
function bodyOf(form) {
  let body = { game: form.game.trim(), method: form.method };
  for (let key of ["until", "iterations", "seconds", "seed", "threads"]) {
    let text = form[key].trim();
    text !== "" && (body[key] = Number(text));
  }
  return body;
}
function faultOf(form) {
  for (let key of ["until", "iterations", "seconds", "seed", "threads"]) {
    let text = form[key].trim(), isWhole = key !== "until" && key !== "seconds";
    if (text !== "" && (!Number.isFinite(Number(text)) || isWhole && !Number.isInteger(Number(text)))) return key;
  }
  return null;
}
function Solve({ spec, query }) {
  let say = useWords();
  useTitle(say("nav.solve"));
  let games = useAsk("/games", !0).data?.items ?? [], methods = useAsk("/methods", !0), [form, setForm] = d({
    game: spec || "leduc",
    method: query.get("method") ?? "dcfr",
    until: query.get("until") ?? (query.get("iterations") || query.get("seconds") ? "" : "1e-4"),
    iterations: query.get("iterations") ?? "",
    seconds: query.get("seconds") ?? "",
    seed: query.get("seed") ?? "",
    threads: query.get("threads") ?? ""
  }), [isCode, setCode] = d(!1), [isBusy, setBusy] = d(!1), [refused, setRefused] = d(null), method = methods.data?.items.find(({ name }) => name === form.method), isIdle = { iterations: method !== void 0 && !method.takes_iterations, seed: method !== void 0 && !method.draws }, sent = { ...form, iterations: isIdle.iterations ? "" : form.iterations, seed: isIdle.seed ? "" : form.seed }, late = useLater(sent, 250), [plan, setPlan] = d(null), [error, setError] = d(null), fault = faultOf(sent);
  A(() => {
    let query2 = new URLSearchParams();
    for (let key of ["method", "until", "iterations", "seconds", "seed", "threads"]) late[key].trim() && query2.set(key, late[key].trim());
    if (late.game.trim() && go(`/solve/${encodeURIComponent(late.game.trim())}?${query2}`, "replace"), faultOf(late) || !late.game.trim()) return;
    let control = new AbortController();
    return ask("/plans", { method: "POST", body: bodyOf(late), signal: control.signal }).then((found) => (setPlan(found), setError(null))).catch((problem) => {
      control.signal.aborted || (setPlan(null), setError(problem));
    }), () => control.abort();
  }, [JSON.stringify(late)]);
  let set = (key) => (event) => setForm({ ...form, [key]: event.currentTarget.value }), start = (event) => {
    event.preventDefault(), !fault && (setBusy(!0), setRefused(null), ask("/runs", { method: "POST", body: { solve: bodyOf(sent) } }).then((run) => go(`/runs/${run.id}`)).catch((problem) => (setRefused(problem), setBusy(!1))));
  }, families = ["regret", "sampling", "exact"], stops = ["until", "iterations", "seconds"];
  return /* @__PURE__ */ a("form", { class: "screen", onSubmit: start, noValidate: !0, children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("solve.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("solve.lead") })
    ] }) }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("div", { class: "stack", children: [
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "game", children: [
          /* @__PURE__ */ a("h2", { id: "game", children: say("solve.game") }),
          /* @__PURE__ */ a("label", { class: "wide", children: [
            /* @__PURE__ */ a("span", { children: say("solve.spec") }),
            /* @__PURE__ */ a("input", { type: "text", list: "games", spellcheck: !1, autocomplete: "off", value: form.game, onInput: set("game"), "aria-describedby": "spec-help" })
          ] }),
          /* @__PURE__ */ a("datalist", { id: "games", children: games.map((game) => /* @__PURE__ */ a("option", { value: game.name }, game.name)) }),
          /* @__PURE__ */ a("p", { class: "muted small", id: "spec-help", children: [
            say("solve.spec.help"),
            " ",
            form.game.trim() && /* @__PURE__ */ a("a", { href: `/games/${encodeURIComponent(form.game.trim())}`, children: say("solve.rules") })
          ] })
        ] }),
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "method", children: [
          /* @__PURE__ */ a("h2", { id: "method", children: say("solve.method") }),
          /* @__PURE__ */ a(Trouble, { error: methods.error }),
          families.map((family) => /* @__PURE__ */ a("fieldset", { class: "methods", children: [
            /* @__PURE__ */ a("legend", { children: say(`solve.${family}`) }),
            (methods.data?.items ?? []).filter((each) => each.family === family).map((each) => /* @__PURE__ */ a("label", { class: "option", children: [
              /* @__PURE__ */ a("input", { type: "radio", name: "method", value: each.name, checked: form.method === each.name, onChange: set("method") }),
              /* @__PURE__ */ a("span", { children: [
                /* @__PURE__ */ a("b", { children: each.name }),
                each.default && /* @__PURE__ */ a("em", { children: say("solve.usual") }),
                /* @__PURE__ */ a("small", { lang: "en", children: each.summary.replace("sampling, no compiled tree: ", "") })
              ] })
            ] }, each.name))
          ] }, family)),
          methods.isLoading && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") })
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "stack sticky", children: [
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "stops", children: [
          /* @__PURE__ */ a("h2", { id: "stops", children: say("solve.stops") }),
          /* @__PURE__ */ a("p", { class: "muted small", children: say("solve.stops.help") }),
          /* @__PURE__ */ a("div", { class: "form", children: stops.map((key) => /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say(`solve.${key}`) }),
            /* @__PURE__ */ a(
              "input",
              {
                type: "text",
                inputMode: "decimal",
                value: form[key],
                disabled: key === "iterations" && isIdle.iterations,
                "aria-invalid": fault === key,
                onInput: set(key)
              }
            ),
            fault === key && /* @__PURE__ */ a("small", { class: "bad", children: say(key === "iterations" ? "solve.whole" : "solve.number") })
          ] }, key)) }),
          /* @__PURE__ */ a("details", { children: [
            /* @__PURE__ */ a("summary", { children: say("solve.more") }),
            /* @__PURE__ */ a("div", { class: "form", children: ["seed", "threads"].map((key) => /* @__PURE__ */ a("label", { children: [
              /* @__PURE__ */ a("span", { children: say(`solve.${key}`) }),
              /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", value: form[key], disabled: key === "seed" && isIdle.seed, "aria-invalid": fault === key, onInput: set(key), placeholder: key === "threads" ? say("solve.threads.usual") : "0" }),
              fault === key && /* @__PURE__ */ a("small", { class: "bad", children: say("solve.whole") })
            ] }, key)) })
          ] })
        ] }),
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "plan", children: [
          /* @__PURE__ */ a("h2", { id: "plan", children: say("solve.plan") }),
          /* @__PURE__ */ a("div", { "aria-live": "polite", children: error && !fault ? /* @__PURE__ */ a(Trouble, { error }) : plan ? /* @__PURE__ */ a("dl", { class: "facts column", children: [
            /* @__PURE__ */ a(Fact, { label: say("games.histories"), children: /* @__PURE__ */ a("span", { lang: "en", children: plan.size }) }),
            plan.needs_tree ? /* @__PURE__ */ a($, { children: [
              /* @__PURE__ */ a(Fact, { label: say("games.memory"), children: [
                say("games.of", { need: bytes(plan.bytes_needed), free: bytes(plan.bytes_free) }),
                /* @__PURE__ */ a("small", { class: plan.fits ? "good" : "bad", children: [
                  " ",
                  plan.fits ? say("games.fits") : say("games.fits.not")
                ] })
              ] }),
              /* @__PURE__ */ a(Fact, { label: say("solve.compile"), children: duration(plan.seconds) })
            ] }) : /* @__PURE__ */ a(Fact, { label: say("games.memory"), children: say("solve.notree") })
          ] }) : /* @__PURE__ */ a("p", { class: "muted", children: say("loading") }) }),
          /* @__PURE__ */ a(Trouble, { error: refused }),
          /* @__PURE__ */ a("div", { class: "actions", children: [
            /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || fault !== null || error !== null, children: [
              /* @__PURE__ */ a(Icon, { name: "play" }),
              say(isBusy ? "solve.starting" : "solve.start")
            ] }),
            /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "y", "aria-pressed": isCode, onClick: () => setCode(!isCode), children: say("code.title") })
          ] })
        ] }),
        isCode && !fault && /* @__PURE__ */ a("section", { class: "panel", "aria-label": say("code.title"), children: [
          /* @__PURE__ */ a(Code, { label: "Python", text: asPython(bodyOf(sent)) }),
          /* @__PURE__ */ a(Code, { label: say("code.shell"), text: asCommand(bodyOf(sent)) })
        ] })
      ] })
    ] })
  ] });
}
export {
  Solve
};
