import {
  STOPS,
  Stops,
  faultOfStops,
  stopsOf,
  usePlan,
  useStart
} from "./chunk-6PBIEMHH.js";
import {
  asCommand,
  asPython
} from "./chunk-DKEIJCRL.js";
import {
  Told
} from "./chunk-DJBIHSXX.js";
import {
  bytes,
  count,
  duration,
  go
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Code,
  Fact,
  Icon,
  Trouble,
  a,
  d,
  useAsk,
  useLater,
  useTitle,
  useWords
} from "./chunk-HTWIJD62.js";

// src/screens/Solve.tsx
var FIELDS = ["method", ...STOPS, "seed", "threads"], bodyOf = (form) => ({ game: form.game.trim(), method: form.method, ...stopsOf(form) });
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
  }), [isCode, setCode] = d(!1), method = methods.data?.items.find(({ name }) => name === form.method), isIdle = { iterations: method !== void 0 && !method.takes_iterations, seed: method !== void 0 && !method.draws }, sent = { ...form, iterations: isIdle.iterations ? "" : form.iterations, seed: isIdle.seed ? "" : form.seed }, late = useLater(sent, 250), fault = faultOfStops(sent), { plan, error } = usePlan("/plans", faultOfStops(late) || !late.game.trim() ? null : bodyOf(late)), { isBusy, refused, start } = useStart("/runs", "/runs");
  A(() => {
    let query2 = new URLSearchParams();
    for (let key of FIELDS) late[key].trim() && query2.set(key, late[key].trim());
    late.game.trim() && go(`/solve/${encodeURIComponent(late.game.trim())}?${query2}`, "replace");
  }, [JSON.stringify(late)]);
  let set = (key) => (event) => setForm({ ...form, [key]: event.currentTarget.value }), families = ["regret", "sampling", "exact"];
  return /* @__PURE__ */ a("form", { class: "screen", onSubmit: (event) => start(event, fault ? null : { solve: bodyOf(sent) }), noValidate: !0, children: [
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
          /* @__PURE__ */ a("div", { class: "tools", children: [
            /* @__PURE__ */ a("h2", { id: "method", children: say("solve.method") }),
            /* @__PURE__ */ a("a", { href: "/help?doc=how-to-choose", children: say("solve.choose") })
          ] }),
          /* @__PURE__ */ a(Trouble, { error: methods.error }),
          families.map((family) => /* @__PURE__ */ a("fieldset", { class: "methods", children: [
            /* @__PURE__ */ a("legend", { children: say(`solve.${family}`) }),
            (methods.data?.items ?? []).filter((each) => each.family === family).map((each) => /* @__PURE__ */ a("label", { class: "option", children: [
              /* @__PURE__ */ a("input", { type: "radio", name: "method", value: each.name, checked: form.method === each.name, onChange: set("method") }),
              /* @__PURE__ */ a("span", { children: [
                /* @__PURE__ */ a("b", { children: each.name }),
                each.default && /* @__PURE__ */ a("em", { children: say("solve.usual") }),
                /* @__PURE__ */ a("small", { children: /* @__PURE__ */ a(Told, { text: each.summary.replace("sampling, no compiled tree: ", "") }) })
              ] })
            ] }, each.name))
          ] }, family)),
          methods.isLoading && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") })
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "stack sticky", children: [
        /* @__PURE__ */ a(Stops, { form, idle: isIdle, more: ["seed", "threads"], onInput: (key, text) => setForm({ ...form, [key]: text }) }),
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "plan", children: [
          /* @__PURE__ */ a("h2", { id: "plan", children: say("solve.plan") }),
          /* @__PURE__ */ a("div", { "aria-live": "polite", children: error && !fault ? /* @__PURE__ */ a(Trouble, { error }) : plan ? /* @__PURE__ */ a("dl", { class: "facts column", children: [
            /* @__PURE__ */ a(Fact, { label: say("games.histories"), children: plan.exact && plan.histories !== null ? say("solve.size", { n: count(plan.histories), ends: count(plan.terminals ?? 0) }) : /* @__PURE__ */ a(Told, { text: plan.size }) }),
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
