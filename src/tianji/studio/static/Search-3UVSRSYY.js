import {
  useWords
} from "./chunk-2CEENN5B.js";
import {
  go
} from "./chunk-74XBATJD.js";
import {
  count,
  duration,
  fixed
} from "./chunk-D7MWYKIY.js";
import {
  $,
  A,
  Fact,
  Icon,
  Trouble,
  a,
  ask,
  d,
  useAsk,
  useLater,
  useTitle,
  w
} from "./chunk-QQ45V52I.js";

// src/play/Trace.tsx
var side = (value) => value === "inf" ? "+∞" : value === "-inf" ? "−∞" : String(Number(value.toPrecision(4))).replace("-", "−");
function Steps({ at, last, cut, onMove }) {
  let say = useWords(), move = (next) => onMove(Math.max(0, Math.min(last, next)));
  return /* @__PURE__ */ a("div", { class: "slider", children: [
    /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "[", "aria-label": say("time.back"), onClick: () => move(at - 1), children: "[" }),
    /* @__PURE__ */ a("input", { type: "range", min: 0, max: last, value: at, "aria-label": say("trace.step"), "aria-valuetext": say("trace.at", { k: count(at + 1), n: count(last + 1) }), onInput: (event) => move(Number(event.currentTarget.value)) }),
    /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "]", "aria-label": say("time.on"), onClick: () => move(at + 1), children: "]" }),
    cut && /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "c", onClick: cut, children: say("trace.cut") }),
    /* @__PURE__ */ a("output", { "data-fact": "step", children: [
      count(at + 1),
      " / ",
      count(last + 1)
    ] })
  ] });
}
function cutFrom(cuts, index) {
  let [low, high] = [0, cuts.length];
  for (; low < high; ) {
    let middle = low + high >> 1;
    (cuts[middle]?.[0] ?? 0) < index ? low = middle + 1 : high = middle;
  }
  return cuts[low];
}
function visitAt(trace, index) {
  let cut = cutFrom(trace.cuts, index);
  return {
    index,
    parent: trace.parent[index] ?? -1,
    ply: trace.ply[index] ?? 0,
    action: trace.actions[trace.action[index] ?? 0] ?? "",
    node: trace.nodes[trace.node[index] ?? 0] ?? "",
    window: [trace.alpha[index] ?? "-inf", trace.beta[index] ?? "inf"],
    value: trace.value[index] ?? null,
    cause: trace.causes[trace.cause[index] ?? 0] ?? "",
    cut: cut?.[0] === index ? cut : void 0
  };
}
function TraceView({ trace }) {
  let say = useWords(), [at, setAt] = d(0), { cuts } = trace, last = trace.parent.length - 1, left = w(() => cuts.reduce((sum, [, pruned]) => sum + pruned.length, 0), [cuts]);
  if (last < 0) return null;
  let path = [];
  for (let index = Math.min(at, last); index >= 0; index = trace.parent[index] ?? -1) path.unshift(visitAt(trace, index));
  let next = () => setAt((cutFrom(cuts, at + 1) ?? cuts[0])?.[0] ?? at);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "trace", children: [
    /* @__PURE__ */ a("h2", { id: "trace", children: say("trace.title") }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say("trace.legend", { n: trace.viewer }) }),
    /* @__PURE__ */ a(Steps, { at, last, cut: cuts.length ? next : null, onMove: setAt }),
    /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("trace.title"), children: /* @__PURE__ */ a("table", { class: "data trace", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { children: say("search.move") }),
        /* @__PURE__ */ a("th", { children: say("trace.side") }),
        /* @__PURE__ */ a("th", { class: "number", children: "α" }),
        /* @__PURE__ */ a("th", { class: "number", children: "β" }),
        /* @__PURE__ */ a("th", { class: "number", children: say("odds.value") }),
        /* @__PURE__ */ a("th", { children: say("trace.cause") }),
        /* @__PURE__ */ a("th", { children: say("trace.pruned") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: path.map((visit) => /* @__PURE__ */ a("tr", { class: visit.index === at ? "chosen" : "", children: [
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("code", { children: [
          "  ".repeat(visit.ply),
          visit.action || say("tree.root")
        ] }) }),
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", { class: "seat", children: visit.node }) }),
        /* @__PURE__ */ a("td", { class: "number", children: side(visit.window[0]) }),
        /* @__PURE__ */ a("td", { class: "number", children: side(visit.window[1]) }),
        /* @__PURE__ */ a("td", { class: "number", "data-visit": visit.index, children: visit.value === null ? "?" : fixed(visit.value) }),
        /* @__PURE__ */ a("td", { children: say(`cause.${visit.cause}`) }),
        /* @__PURE__ */ a("td", { children: visit.cut && /* @__PURE__ */ a($, { children: [
          /* @__PURE__ */ a("code", { children: [
            visit.cut[1].slice(0, 6).join(" "),
            visit.cut[1].length > 6 ? " …" : ""
          ] }),
          " ",
          /* @__PURE__ */ a("small", { class: "muted", children: [
            "α ",
            side(visit.cut[2][0]),
            " ≥ β ",
            side(visit.cut[2][1])
          ] })
        ] }) })
      ] }, visit.index)) })
    ] }) }),
    /* @__PURE__ */ a("p", { class: "muted small", children: [
      say("trace.cuts", { n: count(cuts.length), pruned: count(left) }),
      " ",
      trace.dropped > 0 && say("trace.dropped", { n: count(trace.dropped) })
    ] })
  ] });
}
function GrowthView({ growth, player }) {
  let say = useWords(), last = growth.steps.length - 1, [at, setAt] = d(last), now = growth.steps[Math.max(0, Math.min(at, last))];
  if (!now) return null;
  let children = /* @__PURE__ */ new Map();
  for (let step of growth.steps.slice(0, at + 1)) {
    let name = step.path[0];
    if (name === void 0) continue;
    let child = children.get(name) ?? { visits: 0, sum: 0 };
    children.set(name, { visits: child.visits + 1, sum: child.sum + (step.values?.[player] ?? 0) });
  }
  let rows = [...children].sort((a2, b) => b[1].visits - a2[1].visits), total = rows.reduce((sum, [, child]) => sum + child.visits, 0), isProof = now.root !== null, number = (value) => value == null ? "∞" : count(value);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "growth", children: [
    /* @__PURE__ */ a("h2", { id: "growth", children: say(isProof ? "growth.proof" : "growth.title") }),
    /* @__PURE__ */ a(Steps, { at: Math.min(at, last), last, cut: null, onMove: setAt }),
    /* @__PURE__ */ a("p", { children: [
      say(isProof ? "growth.expands" : "growth.path"),
      " ",
      /* @__PURE__ */ a("code", { children: now.path.join(" ") || say("tree.root") }),
      " ",
      now.values && /* @__PURE__ */ a("span", { class: "muted", children: [
        say(now.is_new ? "growth.new" : "growth.known"),
        " ",
        say("growth.gave", { value: fixed(now.values[player], 2) })
      ] }),
      isProof && /* @__PURE__ */ a("span", { class: "muted", children: say("growth.numbers", { proof: number(now.root?.[0]), disproof: number(now.root?.[1]) }) })
    ] }),
    /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("growth.title"), children: /* @__PURE__ */ a("table", { class: "data growth", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { children: say("search.move") }),
        /* @__PURE__ */ a("th", { class: "number", children: "N" }),
        !isProof && /* @__PURE__ */ a("th", { class: "number", children: say("growth.mean") }),
        /* @__PURE__ */ a("th", { children: say("growth.share") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: rows.slice(0, 12).map(([name, child]) => /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("code", { children: name }) }),
        /* @__PURE__ */ a("td", { class: "number", "data-visits": name, children: count(child.visits) }),
        !isProof && /* @__PURE__ */ a("td", { class: "number", children: fixed(child.sum / child.visits, 3) }),
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", { class: "meter", "aria-hidden": "true", children: /* @__PURE__ */ a("i", { style: { width: `${child.visits / total * 100}%` } }) }) })
      ] }, name)) })
    ] }) }),
    rows.length > 12 && /* @__PURE__ */ a("p", { class: "muted small", children: say("growth.rest", { n: rows.length - 12 }) }),
    growth.dropped > 0 && /* @__PURE__ */ a("p", { class: "muted small", children: say("trace.dropped", { n: count(growth.dropped) }) })
  ] });
}

// src/play/Search.tsx
function AnswerPanel({ id, title, answer }) {
  let say = useWords(), scores = Object.entries(answer.scores ?? {}).sort((a2, b) => b[1] - a2[1]);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": id, children: [
    /* @__PURE__ */ a("h2", { id, children: title }),
    /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say("search.move"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "action", children: answer.action ?? "–" }) }),
      /* @__PURE__ */ a(Fact, { label: say("odds.value"), children: /* @__PURE__ */ a("span", { "data-fact": "value", children: fixed(answer.value) }) }),
      /* @__PURE__ */ a(Fact, { label: say("search.bound"), children: say(`bound.${answer.bound}`) }),
      /* @__PURE__ */ a(Fact, { label: say("search.nodes"), children: /* @__PURE__ */ a("span", { "data-fact": "nodes", children: count(answer.stats.nodes) }) }),
      /* @__PURE__ */ a(Fact, { label: say("search.time"), children: duration(answer.stats.seconds) })
    ] }),
    answer.line.length > 0 && /* @__PURE__ */ a("p", { class: "muted small", children: [
      say("search.line"),
      " ",
      /* @__PURE__ */ a("code", { children: answer.line.slice(0, 12).join(" ") })
    ] }),
    scores.length > 0 && /* @__PURE__ */ a("ul", { class: "mixes", children: scores.slice(0, 12).map(([name, value]) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("code", { children: name }),
      " ",
      /* @__PURE__ */ a("span", { children: fixed(value) })
    ] }, name)) })
  ] });
}
function bodyOf(asked, row, isTraced) {
  let number = Number(asked.depth), body = { spec: asked.game, moves: asked.moves, method: row.name, trace: isTraced && row.trace };
  return row.depth && Number.isInteger(number) && number > 0 && (body.depth = number), ["mcts", "puct"].includes(row.name) ? body.nodes = 1e3 : row.depth || (body.nodes = 2e4), body;
}
function Search({ spec, query }) {
  let say = useWords(), game = spec || "tic_tac_toe";
  useTitle(`${say("search.title")} · ${game}`);
  let games = (useAsk("/games", !0).data?.items ?? []).filter(({ hidden }) => !hidden), methods = useAsk("/search/methods", !0).data?.items ?? [], moves = query.get("moves") ? (query.get("moves") ?? "").split("~") : [], method = query.get("method") ?? "alphabeta", depth = query.get("depth") ?? "4", isTraced = query.get("trace") !== "0", beside = query.get("beside") ?? "", row = methods.find(({ name }) => name === method), [look, setLook] = d(null), [error, setError] = d(null), [isBusy, setBusy] = d(!1), address = (next, path = game) => {
    let all = new URLSearchParams({ method, depth, trace: isTraced ? "1" : "0", moves: moves.join("~"), beside, ...next });
    for (let name of ["moves", "beside"]) all.get(name) || all.delete(name);
    return `/search/${encodeURIComponent(path)}?${all}`;
  }, asked = useLater({ game, moves, method, depth, isTraced, row: row?.name ?? "" }, 120);
  A(() => {
    if (!asked.row || !row) return;
    let control = new AbortController();
    setBusy(!0), setError(null);
    let body = bodyOf(asked, row, asked.isTraced);
    return ask("/search", { method: "POST", body, signal: control.signal }).then((found) => (setLook(found), setBusy(!1))).catch((refused) => {
      control.signal.aborted || (setError(refused), setBusy(!1));
    }), () => control.abort();
  }, [JSON.stringify(asked)]);
  let play = (name) => go(address({ moves: [...moves, name].join("~") })), answer = look?.answer ?? null, second = methods.find(({ name }) => name === beside), other = useAsk(second ? "/search" : null, !1, second && bodyOf(asked, second, !1));
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("search.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("search.lead") })
    ] }) }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("label", { class: "wide pickset", children: [
        /* @__PURE__ */ a("span", { children: say("play.game") }),
        /* @__PURE__ */ a("select", { value: game, onChange: (event) => go(address({ moves: "" }, event.currentTarget.value)), children: [.../* @__PURE__ */ new Set([game, ...games.map(({ name }) => name)])].map((name) => /* @__PURE__ */ a("option", { children: name }, name)) })
      ] }),
      /* @__PURE__ */ a("label", { class: "wide pickset", children: [
        /* @__PURE__ */ a("span", { children: say("search.method") }),
        /* @__PURE__ */ a("select", { value: method, onChange: (event) => go(address({ method: event.currentTarget.value }), "replace"), children: methods.map(({ name, summary }) => /* @__PURE__ */ a("option", { value: name, children: [
          name,
          " · ",
          summary
        ] }, name)) })
      ] }),
      /* @__PURE__ */ a("label", { class: "wide pickset", children: [
        /* @__PURE__ */ a("span", { children: say("search.beside") }),
        /* @__PURE__ */ a("select", { value: beside, onChange: (event) => go(address({ beside: event.currentTarget.value }), "replace"), children: [
          /* @__PURE__ */ a("option", { value: "", children: say("search.alone") }),
          methods.map(({ name }) => /* @__PURE__ */ a("option", { children: name }, name))
        ] })
      ] }),
      (row?.depth !== !1 || second?.depth) && /* @__PURE__ */ a("label", { class: "wide short", children: [
        /* @__PURE__ */ a("span", { children: say("search.depth") }),
        /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", value: depth, onInput: (event) => go(address({ depth: event.currentTarget.value.replace(/\D/g, "").slice(0, 2) }), "replace") })
      ] }),
      /* @__PURE__ */ a("label", { class: "check", children: [
        /* @__PURE__ */ a("input", { type: "checkbox", checked: isTraced, onChange: (event) => go(address({ trace: event.currentTarget.checked ? "1" : "0" }), "replace") }),
        say("search.trace")
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: error ?? other.error }),
    isBusy && !look && /* @__PURE__ */ a("p", { class: "muted", role: "status", children: say("working") }),
    look && /* @__PURE__ */ a("div", { class: "split", "aria-busy": isBusy, children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "position", children: [
        /* @__PURE__ */ a("h2", { id: "position", children: look.payoffs ? say("table.end") : say("search.turn", { n: look.player }) }),
        /* @__PURE__ */ a("pre", { class: "board", tabIndex: 0, "aria-label": say("table.board"), children: look.shows }),
        /* @__PURE__ */ a("div", { class: "acts", role: "group", "aria-label": say("table.actions"), children: look.actions.slice(0, 40).map((action, i) => /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": i < 9 ? String(i + 1) : void 0, onClick: () => play(action.name), children: /* @__PURE__ */ a("span", { children: action.text }) }, action.name)) }),
        /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "u", disabled: !moves.length, onClick: () => go(address({ moves: moves.slice(0, -1).join("~") })), children: [
          /* @__PURE__ */ a(Icon, { name: "again" }),
          say("table.undo")
        ] }) })
      ] }),
      answer && /* @__PURE__ */ a("div", { class: second ? "pair" : "stack", children: [
        /* @__PURE__ */ a(AnswerPanel, { id: "answer", title: second ? method : say("search.answer"), answer }),
        second && other.data?.answer && /* @__PURE__ */ a(AnswerPanel, { id: "beside", title: beside, answer: other.data.answer })
      ] })
    ] }),
    answer?.trace && /* @__PURE__ */ a(TraceView, { trace: answer.trace }, JSON.stringify(asked)),
    answer?.growth && /* @__PURE__ */ a(GrowthView, { growth: answer.growth, player: Math.max(0, look?.player ?? 0) }, JSON.stringify(asked))
  ] });
}
export {
  Search
};
