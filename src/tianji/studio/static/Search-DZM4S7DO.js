import {
  BoardView
} from "./chunk-Y3SP3TYC.js";
import {
  useWords
} from "./chunk-R44MDBY3.js";
import {
  told
} from "./chunk-DJBIHSXX.js";
import {
  count,
  duration,
  fixed,
  go,
  place
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Code,
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
} from "./chunk-HTWIJD62.js";

// src/play/Kept.tsx
function rank({ value, plies = 0, in: isIn }) {
  return value === void 0 ? isIn ? 1e6 : 2e6 : value > 0 ? plies : value === 0 ? 1e5 : 2e5 - plies;
}
function KeptPanel({ kept, texts, onPlay }) {
  let say = useWords(), told2 = (value, plies) => `${say(value > 0 ? "kept.win" : value < 0 ? "kept.loss" : "kept.draw")}${value !== 0 && plies !== void 0 ? ` · ${say("kept.plies", { n: plies })}` : ""}`, rows = [...kept.moves].sort((a2, b) => rank(a2) - rank(b)), tone = (value) => value === void 0 ? "muted" : value > 0 ? "good" : value < 0 ? "bad" : "";
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "kept", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "kept", children: kept.file }),
      /* @__PURE__ */ a("span", { class: "tag", children: say(`kept.${kept.kind}`, { n: count(kept.size) }) })
    ] }),
    kept.here ? /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say("search.move"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "kept-action", children: kept.here.action === null ? "–" : texts[kept.here.action] ?? kept.here.action }) }),
      /* @__PURE__ */ a(Fact, { label: say("odds.value"), isMain: !0, children: kept.kind === "table" ? /* @__PURE__ */ a("span", { class: tone(kept.here.value), "data-fact": "kept-value", children: told2(kept.here.value, kept.here.plies) }) : /* @__PURE__ */ a("span", { "data-fact": "kept-value", children: fixed(kept.here.value, 2) }) }),
      kept.here.bound && /* @__PURE__ */ a(Fact, { label: say("search.bound"), children: say(`bound.${kept.here.bound}`) })
    ] }) : /* @__PURE__ */ a("p", { class: "muted", children: say("kept.none") }),
    kept.line.length > 0 && /* @__PURE__ */ a("p", { class: "muted small", children: [
      say("search.line"),
      " ",
      /* @__PURE__ */ a("code", { children: kept.line.slice(0, 24).join(" ") })
    ] }),
    rows.length > 0 && /* @__PURE__ */ a("ul", { class: "kept-moves", children: rows.slice(0, 60).map((row) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("button", { type: "button", class: "link", onClick: () => onPlay(row.name), children: texts[row.name] ?? row.name }),
      /* @__PURE__ */ a("span", { class: tone(row.value), "data-kept": row.name, children: row.value === void 0 ? say(row.in ? "kept.in" : "kept.out") : told2(row.value, row.plies) })
    ] }, row.name)) })
  ] });
}

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
function useStep(first, last) {
  let asked = Number(place.value.query.get("step")), [at, setAt] = d(Number.isInteger(asked) && asked > 0 ? Math.min(asked - 1, last) : first), late = useLater(at, 300);
  return A(() => {
    let { path, query } = place.value;
    if (query.get("step") === String(late + 1) || late === first && !query.has("step")) return;
    let next = new URLSearchParams(query);
    next.set("step", String(late + 1)), go(`${path}?${next}`, "replace");
  }, [late]), [at, setAt];
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
var PROGRAM = [
  ["", 0, "program.search"],
  ["terminal", 2, "program.end"],
  ["horizon", 2, "program.horizon"],
  ["table", 2, "program.table"],
  ["probcut", 2, "program.guess"],
  ["", 2, "program.best"],
  ["", 2, "program.each"],
  ["", 4, "program.better"],
  ["window", 4, "program.window"],
  ["cutoff", 4, "program.cut"],
  ["searched", 2, "program.return"]
];
function Program({ cause, causes, hasWindow }) {
  let say = useWords(), rows = PROGRAM.filter(([key]) => key !== "table" && key !== "probcut" || causes.includes(key)).filter(([key]) => hasWindow || !["window", "cutoff"].includes(key));
  return /* @__PURE__ */ a("ol", { class: "program", tabIndex: 0, "aria-label": say("trace.program"), children: rows.map(([key, indent, line]) => /* @__PURE__ */ a("li", { class: key !== "" && key === cause ? "here" : "", style: { "--indent": indent }, "aria-current": key !== "" && key === cause ? "step" : void 0, children: /* @__PURE__ */ a("code", { children: say(line) }) }, line)) });
}
function Window({ visit, ends }) {
  let say = useWords(), x = (value) => value === "-inf" ? 0 : value === "inf" ? 100 : Math.min(100, Math.max(0, 100 * ((value - ends[0]) / (ends[1] - ends[0] || 1)))), [low, high] = [x(visit.window[0]), x(visit.window[1])];
  return /* @__PURE__ */ a("div", { class: "window", role: "img", "aria-label": say("trace.window", { alpha: side(visit.window[0]), beta: side(visit.window[1]), value: visit.value === null ? "?" : fixed(visit.value) }), children: [
    /* @__PURE__ */ a("div", { class: "track", children: [
      /* @__PURE__ */ a("i", { class: "bar-after", style: { left: `${Math.min(low, high)}%`, width: `${Math.max(0.8, Math.abs(high - low))}%` } }),
      visit.value !== null && /* @__PURE__ */ a("i", { class: "mark", style: { left: `${x(visit.value)}%` } })
    ] }),
    /* @__PURE__ */ a("div", { class: "ends small muted", "aria-hidden": "true", children: [
      /* @__PURE__ */ a("span", { children: fixed(ends[0], 2) }),
      /* @__PURE__ */ a("span", { children: [
        "α ",
        side(visit.window[0]),
        " … β ",
        side(visit.window[1])
      ] }),
      /* @__PURE__ */ a("span", { children: fixed(ends[1], 2) })
    ] })
  ] });
}
var BESIDE = 8;
function grown(trace, kids, at) {
  let path = [];
  for (let index = at; index >= 0; index = trace.parent[index] ?? -1) path.unshift(index);
  return path.flatMap((index, depth) => {
    let before = (depth ? kids.get(path[depth - 1] ?? -1) ?? [] : []).filter((each) => each < index);
    return [
      ...before.slice(-BESIDE).map((each, k) => ({ visit: visitAt(trace, each), isPath: !1, more: k === 0 ? Math.max(0, before.length - BESIDE) : 0 })),
      { visit: visitAt(trace, index), isPath: !0, more: 0 }
    ];
  });
}
function TraceView({ trace, method }) {
  let say = useWords(), { cuts } = trace, last = trace.parent.length - 1, [at, setAt] = useStep(0, last), left = w(() => cuts.reduce((sum, [, pruned]) => sum + pruned.length, 0), [cuts]), kids = w(() => {
    let found = /* @__PURE__ */ new Map();
    return trace.parent.forEach((parent, index) => found.get(parent)?.push(index) ?? found.set(parent, [index])), found;
  }, [trace]), ends = w(() => {
    let [low, high] = [1 / 0, -1 / 0];
    for (let column of [trace.value, trace.alpha, trace.beta]) for (let value of column) typeof value == "number" && ([low, high] = [Math.min(low, value), Math.max(high, value)]);
    return low <= high ? [low, high] : [0, 1];
  }, [trace]);
  if (last < 0) return null;
  let here = visitAt(trace, Math.min(at, last)), rows = grown(trace, kids, Math.min(at, last)), next = () => setAt((cutFrom(cuts, at + 1) ?? cuts[0])?.[0] ?? at);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "trace", children: [
    /* @__PURE__ */ a("h2", { id: "trace", children: say("trace.title") }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say("trace.legend", { n: trace.viewer }) }),
    /* @__PURE__ */ a(Steps, { at, last, cut: cuts.length ? next : null, onMove: setAt }),
    /* @__PURE__ */ a("div", { class: "split even", children: [
      /* @__PURE__ */ a(Program, { cause: here.cause, causes: trace.causes, hasWindow: method !== "minimax" && method !== "negamax" }),
      /* @__PURE__ */ a(Window, { visit: here, ends })
    ] }),
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
      /* @__PURE__ */ a("tbody", { children: rows.map(({ visit, isPath, more }) => /* @__PURE__ */ a("tr", { class: visit.index === at ? "chosen" : isPath ? "" : "before", children: [
        /* @__PURE__ */ a("td", { children: [
          more > 0 && /* @__PURE__ */ a("small", { class: "muted", children: [
            say("trace.earlier", { n: count(more) }),
            " "
          ] }),
          /* @__PURE__ */ a("code", { children: [
            "  ".repeat(visit.ply),
            visit.action || say("tree.root")
          ] })
        ] }),
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
var SHARES = 6;
function Shares({ growth, at }) {
  let say = useWords(), [width, height] = [320, 110], drawn = w(() => {
    let total = /* @__PURE__ */ new Map();
    for (let step of growth.steps) step.path[0] !== void 0 && total.set(step.path[0], (total.get(step.path[0]) ?? 0) + 1);
    let names = [...total].sort((a2, b) => b[1] - a2[1]).slice(0, SHARES).map(([name]) => name), now = /* @__PURE__ */ new Map(), every = Math.max(1, Math.floor(growth.steps.length / 120)), points = [];
    return growth.steps.forEach((step, k) => {
      let name = step.path[0];
      name !== void 0 && now.set(name, (now.get(name) ?? 0) + 1), (k % every === 0 || k === growth.steps.length - 1) && points.push({ k, shares: names.map((each) => (now.get(each) ?? 0) / (k + 1)) });
    }), { names, points };
  }, [growth]), x = (k) => k / Math.max(1, growth.steps.length - 1) * width, area = (m) => {
    let sum = (shares, upTo) => shares.slice(0, upTo).reduce((a2, b) => a2 + b, 0), forth = drawn.points.map(({ k, shares }, i) => `${i ? "L" : "M"}${x(k).toFixed(1)} ${(height * (1 - sum(shares, m + 1))).toFixed(1)}`), back = [...drawn.points].reverse().map(({ k, shares }) => `L${x(k).toFixed(1)} ${(height * (1 - sum(shares, m))).toFixed(1)}`);
    return `${forth.join("")}${back.join("")}Z`;
  };
  return /* @__PURE__ */ a("figure", { children: [
    /* @__PURE__ */ a("svg", { class: "through shares", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": say("growth.shares"), children: [
      drawn.names.map((name, m) => /* @__PURE__ */ a("path", { class: `fill f${m % 6}`, d: area(m) }, name)),
      /* @__PURE__ */ a("path", { class: "cursor", d: `M${x(at).toFixed(1)} 0V${height}` })
    ] }),
    /* @__PURE__ */ a("figcaption", { class: "mixtext", children: [
      drawn.names.map((name, m) => /* @__PURE__ */ a("span", { class: "act", children: [
        /* @__PURE__ */ a("i", { class: `a${m % 6}`, "aria-hidden": "true" }),
        /* @__PURE__ */ a("code", { children: name })
      ] }, name)),
      /* @__PURE__ */ a("span", { class: "muted", children: say("growth.shares") })
    ] })
  ] });
}
function GrowthView({ growth, player }) {
  let say = useWords(), last = growth.steps.length - 1, [at, setAt] = useStep(last, last), now = growth.steps[Math.max(0, Math.min(at, last))];
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
    !isProof && /* @__PURE__ */ a("ol", { class: "phases", "aria-label": say("growth.phases"), children: [
      /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("b", { children: say("growth.select") }),
        " ",
        /* @__PURE__ */ a("code", { children: now.path.slice(0, now.is_new ? -1 : void 0).join(" ") || say("tree.root") })
      ] }),
      /* @__PURE__ */ a("li", { class: now.is_new ? "" : "muted", children: [
        /* @__PURE__ */ a("b", { children: say("growth.expand") }),
        " ",
        now.is_new ? /* @__PURE__ */ a("code", { children: now.path.at(-1) }) : say("growth.nothing")
      ] }),
      /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("b", { children: say("growth.simulate") }),
        " ",
        fixed(now.values?.[player], 2)
      ] }),
      /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("b", { children: say("growth.back") }),
        " ",
        say("growth.nodes", { n: now.path.length + 1 })
      ] })
    ] }),
    /* @__PURE__ */ a(Shares, { growth, at: Math.min(at, last) }),
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
        growth.bounds && /* @__PURE__ */ a("th", { class: "number", children: say("growth.bound") }),
        /* @__PURE__ */ a("th", { children: say("growth.share") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: rows.slice(0, 12).map(([name, child]) => /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("code", { children: name }) }),
        /* @__PURE__ */ a("td", { class: "number", "data-visits": name, children: count(child.visits) }),
        !isProof && /* @__PURE__ */ a("td", { class: "number", children: fixed(child.sum / child.visits, 3) }),
        growth.bounds && /* @__PURE__ */ a("td", { class: "number", children: fixed(growth.bounds[Math.min(at, last)]?.[name], 3) }),
        /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", { class: "meter", "aria-hidden": "true", children: /* @__PURE__ */ a("i", { style: { width: `${child.visits / total * 100}%` } }) }) })
      ] }, name)) })
    ] }) }),
    growth.bounds && /* @__PURE__ */ a("p", { class: "muted small", children: say("growth.bound.help") }),
    rows.length > 12 && /* @__PURE__ */ a("p", { class: "muted small", children: say("growth.rest", { n: rows.length - 12 }) }),
    growth.dropped > 0 && /* @__PURE__ */ a("p", { class: "muted small", children: say("trace.dropped", { n: count(growth.dropped) }) })
  ] });
}

// src/play/Search.tsx
var NODES = ["1000", "20000", "200000"], SECONDS = ["0.1", "0.5", "1", "3", "5"];
function pythonOf(game, pos, moves, method, body) {
  let limits = ["depth", "nodes", "seconds"].filter((key) => body[key] !== void 0).map((key) => `, ${key}=${body[key]}`);
  return `import tianji as tj
from tianji.core.strategy import label

game = tj.load("${game}")
state = ${pos ? `game.parse(${JSON.stringify(pos)})` : "game.initial()"}
for name in ${JSON.stringify(moves)}:
    state = game.result(state, next(a for a in game.actions(state) if label(a) == name))
print(tj.search(game, state, "${method}"${limits.join("")}))
`;
}
function AnswerPanel({ id, title, answer }) {
  let say = useWords(), all = Object.values(answer.scores ?? {}), [low, high] = [Math.min(...all), Math.max(...all)], scores = Object.entries(answer.scores ?? {}).sort((a2, b) => b[1] - a2[1]);
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
    answer.by_depth && /* @__PURE__ */ a(Depths, { rows: answer.by_depth }),
    scores.length > 0 && /* @__PURE__ */ a("ul", { class: "mixes", children: scores.slice(0, 12).map(([name, value]) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("code", { children: name }),
      " ",
      /* @__PURE__ */ a("span", { children: fixed(value) }),
      /* @__PURE__ */ a("span", { class: "meter", "aria-hidden": "true", children: /* @__PURE__ */ a("i", { style: { width: `${(value - low) / (high - low || 1) * 100}%` } }) })
    ] }, name)) })
  ] });
}
var [WIDE, HIGH] = [320, 120];
function Depths({ rows }) {
  let say = useWords();
  if (rows.length < 2) return null;
  let values = rows.map((row) => row.value), [low, high] = [Math.min(...values), Math.max(...values)], x = (k) => 40 + k / (rows.length - 1) * (WIDE - 60), y = (value) => HIGH - 26 - (high > low ? (value - low) / (high - low) : 0.5) * (HIGH - 46);
  return /* @__PURE__ */ a("figure", { children: [
    /* @__PURE__ */ a("svg", { class: "depths", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${say("search.depths")}: ${rows.map((row) => `${row.depth}: ${row.action} ${fixed(row.value, 2)}`).join(", ")}`, children: [
      [.../* @__PURE__ */ new Set([low, high])].map((value) => /* @__PURE__ */ a("text", { class: "tick", x: 34, y: y(value) + 4, "text-anchor": "end", children: fixed(value, 2) }, value)),
      /* @__PURE__ */ a("path", { class: "series s0", d: rows.map((row, k) => `${k ? "L" : "M"}${x(k).toFixed(1)} ${y(row.value).toFixed(1)}`).join("") }),
      rows.map((row, k) => /* @__PURE__ */ a("g", { children: [
        /* @__PURE__ */ a("circle", { cx: x(k), cy: y(row.value), r: 3.5 }),
        /* @__PURE__ */ a("text", { class: "tick", x: x(k), y: HIGH - 6, "text-anchor": "middle", children: row.depth }),
        /* @__PURE__ */ a("title", { children: `${row.depth}: ${row.action}, ${fixed(row.value, 4)}, ${count(row.nodes)}` })
      ] }, row.depth))
    ] }),
    /* @__PURE__ */ a("figcaption", { class: "small muted", children: say("search.depths") })
  ] });
}
function bodyOf(asked, row, isTraced) {
  let number = Number(asked.depth), body = { spec: asked.game, ...asked.pos ? { pos: asked.pos } : {}, moves: asked.moves, method: row.name, trace: isTraced && row.trace };
  if (row.depth && Number.isInteger(number) && number > 0 && (body.depth = number), Number(asked.seconds) > 0 && (body.seconds = Math.min(5, Number(asked.seconds))), Number(asked.nodes) > 0) body.nodes = Number(asked.nodes);
  else {
    if (body.seconds !== void 0) return body;
    ["mcts", "puct"].includes(row.name) ? body.nodes = 1e3 : row.depth || (body.nodes = 2e4);
  }
  return body;
}
function Search({ spec, query }) {
  let say = useWords(), game = spec || "tic_tac_toe";
  useTitle(`${say("search.title")} · ${game}`);
  let games = (useAsk("/games", !0).data?.items ?? []).filter(({ hidden }) => !hidden), methods = useAsk("/search/methods", !0).data?.items ?? [], moves = query.get("moves") ? (query.get("moves") ?? "").split("~") : [], method = query.get("method") ?? "alphabeta", depth = query.get("depth") ?? "4", nodes = query.get("nodes") ?? "", seconds = query.get("seconds") ?? "", pos = query.get("pos") ?? "", file = query.get("file") ?? "", [typed, setTyped] = d(pos);
  A(() => setTyped(pos), [pos, game]);
  let isTraced = query.get("trace") !== "0", beside = query.get("beside") ?? "", row = methods.find(({ name }) => name === method), [look, setLook] = d(null), [error, setError] = d(null), [isBusy, setBusy] = d(!1), [isCode, setCode] = d(!1), address = (next, path = game) => {
    let all = new URLSearchParams({ method, depth, trace: isTraced ? "1" : "0", pos, moves: moves.join("~"), beside, nodes, seconds, file, ...next });
    for (let name of ["pos", "moves", "beside", "nodes", "seconds", "file"]) all.get(name) || all.delete(name);
    return `/search/${encodeURIComponent(path)}?${all}`;
  }, asked = useLater({ game, pos, moves, method, depth, nodes, seconds, isTraced, file, row: row?.name ?? "" }, 120);
  A(() => {
    if (!row && !(file && !method)) return;
    let control = new AbortController();
    setBusy(!0), setError(null);
    let body = { ...row ? bodyOf(asked, row, asked.isTraced) : { spec: game, moves, ...pos ? { pos } : {} }, ...file ? { file } : {} };
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
    /* @__PURE__ */ a("div", { class: "tools asked", children: [
      /* @__PURE__ */ a("label", { class: "wide pickset", children: [
        /* @__PURE__ */ a("span", { children: say("search.game") }),
        /* @__PURE__ */ a("select", { value: game, onChange: (event) => go(address({ pos: "", moves: "", file: "", method: method || "alphabeta" }, event.currentTarget.value)), children: [.../* @__PURE__ */ new Set([game, ...games.map(({ name }) => name)])].map((name) => /* @__PURE__ */ a("option", { children: name }, name)) })
      ] }),
      /* @__PURE__ */ a("label", { class: "wide pickset method", children: [
        /* @__PURE__ */ a("span", { children: say("search.method") }),
        /* @__PURE__ */ a("select", { value: method, onChange: (event) => go(address({ method: event.currentTarget.value }), "replace"), children: [
          file && /* @__PURE__ */ a("option", { value: "", children: say("kept.alone") }),
          methods.map(({ name, summary }) => /* @__PURE__ */ a("option", { value: name, children: [
            name,
            " · ",
            told(summary).text
          ] }, name))
        ] })
      ] }),
      (row || !file) && /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a("label", { class: "wide pickset", children: [
          /* @__PURE__ */ a("span", { children: say("search.beside") }),
          /* @__PURE__ */ a("select", { value: beside, onChange: (event) => go(address({ beside: event.currentTarget.value }), "replace"), children: [
            /* @__PURE__ */ a("option", { value: "", children: say("search.alone") }),
            methods.map(({ name }) => /* @__PURE__ */ a("option", { children: name }, name))
          ] })
        ] }),
        (row ? row.depth : second?.depth) && /* @__PURE__ */ a("label", { class: "wide short", children: [
          /* @__PURE__ */ a("span", { children: say("search.depth") }),
          /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", value: depth, onInput: (event) => go(address({ depth: event.currentTarget.value.replace(/\D/g, "").slice(0, 2) }), "replace") })
        ] }),
        /* @__PURE__ */ a("label", { class: "wide pickset", children: [
          /* @__PURE__ */ a("span", { children: say("search.most") }),
          /* @__PURE__ */ a("select", { value: nodes, onChange: (event) => go(address({ nodes: event.currentTarget.value }), "replace"), children: [
            /* @__PURE__ */ a("option", { value: "", children: say("search.most.usual") }),
            NODES.map((each) => /* @__PURE__ */ a("option", { value: each, children: count(Number(each)) }, each))
          ] })
        ] }),
        /* @__PURE__ */ a("label", { class: "wide pickset", children: [
          /* @__PURE__ */ a("span", { children: say("search.seconds") }),
          /* @__PURE__ */ a("select", { value: seconds, onChange: (event) => go(address({ seconds: event.currentTarget.value }), "replace"), children: [
            /* @__PURE__ */ a("option", { value: "", children: say("search.most.usual") }),
            [.../* @__PURE__ */ new Set([...SECONDS, ...Number(seconds) > 0 ? [seconds] : []])].map((each) => /* @__PURE__ */ a("option", { value: each, children: [
              each,
              " s"
            ] }, each))
          ] })
        ] }),
        /* @__PURE__ */ a("label", { class: "check", children: [
          /* @__PURE__ */ a("input", { type: "checkbox", checked: isTraced, onChange: (event) => go(address({ trace: event.currentTarget.checked ? "1" : "0" }), "replace") }),
          say("search.trace")
        ] })
      ] })
    ] }),
    /* @__PURE__ */ a(
      "form",
      {
        class: "tools",
        onSubmit: (event) => {
          event.preventDefault(), go(address({ pos: typed.trim(), moves: "" }));
        },
        children: [
          /* @__PURE__ */ a("label", { class: "wide pickset", children: [
            /* @__PURE__ */ a("span", { children: say("search.pos") }),
            /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, maxLength: 400, value: typed, placeholder: say("search.pos.first"), onInput: (event) => setTyped(event.currentTarget.value) })
          ] }),
          /* @__PURE__ */ a("button", { type: "submit", class: "button", disabled: typed.trim() === pos && !moves.length, children: say("search.pos.go") })
        ]
      }
    ),
    /* @__PURE__ */ a(Trouble, { error: error ?? other.error }),
    !look && !(error ?? other.error) && /* @__PURE__ */ a("p", { class: "muted", role: "status", children: say("working") }),
    look && /* @__PURE__ */ a("div", { class: "split", "aria-busy": isBusy, children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "position", children: [
        /* @__PURE__ */ a("h2", { id: "position", children: look.payoffs ? say("table.end") : say("search.turn", { n: look.player }) }),
        /* @__PURE__ */ a(BoardView, { shows: look.shows, names: look.actions.map(({ name }) => name), onPlay: play }),
        /* @__PURE__ */ a("div", { class: "acts", role: "group", "aria-label": say("table.actions"), children: look.actions.slice(0, 40).map((action, i) => /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": i < 9 ? String(i + 1) : void 0, onClick: () => play(action.name), children: [
          i < 9 && /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: i + 1 }),
          /* @__PURE__ */ a("span", { children: action.text })
        ] }, action.name)) }),
        isCode && /* @__PURE__ */ a(Code, { label: "Python", text: pythonOf(game, pos, moves, method, row ? bodyOf(asked, row, !1) : {}) }),
        /* @__PURE__ */ a("div", { class: "actions", children: [
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "y", "aria-pressed": isCode, onClick: () => setCode(!isCode), children: say("search.code") }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "u", disabled: !moves.length, onClick: () => go(address({ moves: moves.slice(0, -1).join("~") })), children: [
            /* @__PURE__ */ a(Icon, { name: "again" }),
            say("table.undo")
          ] })
        ] })
      ] }),
      look.kept && /* @__PURE__ */ a("div", { class: "stack", children: [
        /* @__PURE__ */ a(KeptPanel, { kept: look.kept, texts: Object.fromEntries(look.actions.map((action) => [action.name, action.text])), onPlay: play }),
        answer && /* @__PURE__ */ a(AnswerPanel, { id: "answer", title: method, answer })
      ] }),
      answer && !look.kept && /* @__PURE__ */ a("div", { class: second ? "pair" : "stack", children: [
        /* @__PURE__ */ a(AnswerPanel, { id: "answer", title: second ? method : say("search.answer"), answer }),
        second && other.data?.answer && /* @__PURE__ */ a(AnswerPanel, { id: "beside", title: beside, answer: other.data.answer })
      ] })
    ] }),
    answer?.trace && /* @__PURE__ */ a(TraceView, { trace: answer.trace, method }, JSON.stringify(asked)),
    answer?.growth && /* @__PURE__ */ a(GrowthView, { growth: answer.growth, player: Math.max(0, look?.player ?? 0) }, JSON.stringify(asked))
  ] });
}
export {
  Search
};
