import {
  CurveTab,
  Damaged,
  FilesTab,
  LogTab,
  NoRun,
  RunFrame,
  Source,
  useRun
} from "./chunk-NFCAUDLN.js";
import {
  left
} from "./chunk-6FVZ2IIR.js";
import {
  fetchNode,
  knownNode
} from "./chunk-F5ZX7AD7.js";
import {
  Stops,
  faultOfStops,
  stopsOfPot,
  usePlan,
  useStart
} from "./chunk-6PBIEMHH.js";
import {
  dropped
} from "./chunk-M5Y35CCH.js";
import {
  Curve
} from "./chunk-XIEJ76WX.js";
import "./chunk-2UED4DVZ.js";
import {
  Export
} from "./chunk-FYW6P2XZ.js";
import {
  CLASSES,
  CLASS_OF,
  Card,
  Cards,
  Grid,
  HANDS,
  HANDS_OF,
  RANKS,
  SIGNS,
  SUITS,
  TEXTURES,
  bytes as bytes2,
  cardName,
  colours,
  fits,
  floats,
  handName,
  rangeText,
  readBoard,
  saidAction,
  saidAll,
  saidField,
  saidLine,
  saidTree,
  say,
  useWords
} from "./chunk-VBKSNLAI.js";
import {
  runs
} from "./chunk-VRWN5WRP.js";
import {
  ago,
  bytes,
  count,
  duration,
  fixed,
  go,
  percent,
  place,
  small
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Code,
  Dialog,
  Empty,
  F,
  Fact,
  Icon,
  T,
  Trouble,
  a,
  ask,
  blind,
  d,
  keep,
  language,
  recall,
  unit,
  useAsk,
  useLater,
  useStore,
  useTitle,
  w
} from "./chunk-HTWIJD62.js";

// src/holdem/Compare.tsx
function saidNote(note) {
  let [, fields] = /^the spots differ in (.+)$/.exec(note) ?? [];
  if (fields) return say("compare.differ", { what: saidAll(fields.split(", ").map(saidField)) });
  let [, who, actions, line] = /^only ([AB]) has (.+) after '?(.+?)'?$/.exec(note) ?? [];
  if (who && actions && line) {
    let what = saidAll(actions.split(", ").map(saidAction));
    return say("compare.lone", { who, what, line: line === "the start" ? say("lock.start") : saidLine(line) });
  }
  let [, n, a2, b] = /^(\d+) hands are in both ranges, (\d+) in A, (\d+) in B$/.exec(note) ?? [];
  return n && a2 && b ? say("compare.hands", { n, a: a2, b }) : note;
}
function Compare({ query }) {
  let say2 = useWords();
  useTitle(say2("compare.title"));
  let [a2, b, line] = [query.get("a") ?? "", query.get("b") ?? "", query.get("line") ?? ""], { data, error, isLoading } = useAsk(a2 && b ? `/compare?${new URLSearchParams({ a: a2, b, line })}` : null), [at, setAt] = d(0), all = useStore(runs) ?? [], called = (id) => {
    let run = all.find((each) => each.id === id);
    return run ? `${run.name || run.body.game} · ${run.body.method}` : "";
  }, walk = (to) => go(`/holdem/compare?${new URLSearchParams({ a: a2, b, line: to })}`), change = (value, digits) => value === null ? "–" : `${value > 0 ? "+" : ""}${fixed(value, digits)}`;
  return /* @__PURE__ */ a("div", { class: "screen holdem", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: [
          /* @__PURE__ */ a("a", { href: `/holdem/${a2}`, children: "A" }),
          " · ",
          /* @__PURE__ */ a("a", { href: `/holdem/${b}`, children: "B" })
        ] }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: [
          say2("compare.title"),
          " ",
          data && /* @__PURE__ */ a(Cards, { text: data.board })
        ] }),
        /* @__PURE__ */ a("p", { class: "lead", children: [
          line ? /* @__PURE__ */ a("code", { children: saidLine(line) }) : say2("lock.start"),
          data ? ` · ${say2("compare.distance", { share: percent(data.distance) })}` : ""
        ] })
      ] }),
      line && /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "backspace", onClick: () => walk(line.split(", ").slice(0, -1).join(", ")), children: say2("line.back") }) })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    !a2 || !b ? /* @__PURE__ */ a(Empty, { title: say2("compare.pick") }) : !data && isLoading && /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") }),
    data && /* @__PURE__ */ a($, { children: [
      data.notes.length > 0 && /* @__PURE__ */ a("ul", { class: "muted small", children: data.notes.map((note) => /* @__PURE__ */ a("li", { children: saidNote(note) }, note)) }),
      /* @__PURE__ */ a("div", { class: "trio", children: [
        data.sides.map((side, k) => /* @__PURE__ */ a("section", { class: "panel", "aria-label": k ? "B" : "A", children: [
          /* @__PURE__ */ a("h2", { children: [
            k ? "B" : "A",
            " ",
            /* @__PURE__ */ a("small", { class: "muted", children: say2("compare.proof", { gap: small(side.exploitability_pct) }) })
          ] }),
          called(k ? b : a2) && /* @__PURE__ */ a("p", { class: "muted small", children: /* @__PURE__ */ a("a", { href: `/holdem/${k ? b : a2}`, children: called(k ? b : a2) }) }),
          /* @__PURE__ */ a(Side, { side, at, onPick: setAt, label: `${k ? "B" : "A"}, ${say2(`seat.${data.player}`)}` }),
          /* @__PURE__ */ a("div", { class: "brush", children: side.actions.map((name, i) => /* @__PURE__ */ a("button", { type: "button", onClick: () => walk(line ? `${line}, ${side.words[i]}` : side.words[i] ?? ""), children: [
            /* @__PURE__ */ a("i", { class: `act-${colours(side.actions)[i]}`, "aria-hidden": "true" }),
            /* @__PURE__ */ a("span", { children: saidAction(name) }),
            " ",
            /* @__PURE__ */ a("b", { children: percent(side.frequencies[i] ?? 0) })
          ] }, name)) })
        ] }, k)),
        /* @__PURE__ */ a("section", { class: "panel", "aria-label": say2("compare.apart"), children: [
          /* @__PURE__ */ a("h2", { children: say2("compare.apart") }),
          /* @__PURE__ */ a(Apart, { found: data, at, onPick: setAt })
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "split", children: [
        /* @__PURE__ */ a("section", { class: "panel", children: /* @__PURE__ */ a("table", { class: "data totals", children: [
          /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
            /* @__PURE__ */ a("th", { scope: "col", children: say2("compare.what") }),
            /* @__PURE__ */ a("th", { scope: "col", class: "number", children: "A" }),
            /* @__PURE__ */ a("th", { scope: "col", class: "number", children: "B" }),
            /* @__PURE__ */ a("th", { scope: "col", class: "number", children: "B − A" })
          ] }) }),
          /* @__PURE__ */ a("tbody", { children: [
            Object.entries(data.frequencies).map(([name, row]) => /* @__PURE__ */ a("tr", { children: [
              /* @__PURE__ */ a("th", { scope: "row", children: saidAction(name) }),
              /* @__PURE__ */ a("td", { class: "number", children: percent(row.a ?? 0) }),
              /* @__PURE__ */ a("td", { class: "number", children: percent(row.b ?? 0) }),
              /* @__PURE__ */ a("td", { class: "number", children: change(row.difference === null ? null : 100 * row.difference, 1) })
            ] }, name)),
            ["oop", "ip"].map((name) => /* @__PURE__ */ a("tr", { children: [
              /* @__PURE__ */ a("th", { scope: "row", children: [
                "EV ",
                say2(`seat.${name}`)
              ] }),
              /* @__PURE__ */ a("td", { class: "number", children: fixed(data.ev[name]?.a, 2) }),
              /* @__PURE__ */ a("td", { class: "number", children: fixed(data.ev[name]?.b, 2) }),
              /* @__PURE__ */ a("td", { class: "number", children: change(data.ev[name]?.difference ?? null, 2) })
            ] }, name))
          ] })
        ] }) }),
        /* @__PURE__ */ a(Where, { a: a2, b, line, here: data.most_different_lines, walk })
      ] })
    ] })
  ] });
}
function Where({ a: a2, b, line, here, walk }) {
  let say2 = useWords(), [isAll, setAll] = d(!1), { data, error, isLoading } = useAsk(isAll ? `/compare/where?${new URLSearchParams({ a: a2, b })}` : null), rows = isAll ? data?.rows ?? [] : here;
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "most", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "most", children: say2("compare.most") }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("compare.most"), children: [!1, !0].map((all) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": isAll === all, onClick: () => setAll(all), children: say2(all ? "compare.all" : "compare.street") }, String(all))) })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    isAll && isLoading && !data && /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") }),
    rows.length === 0 && (!isAll || data) && /* @__PURE__ */ a("p", { class: "muted", children: say2(isAll ? "compare.same.all" : "compare.same") }),
    /* @__PURE__ */ a("ul", { class: "lines", children: rows.map((row) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", { type: "button", "aria-current": row.line === line ? "true" : void 0, onClick: () => walk(row.line), children: [
      /* @__PURE__ */ a("span", { children: row.line ? saidLine(row.line) : say2("lock.start") }),
      /* @__PURE__ */ a("small", { children: [
        row.street && `${say2(`street.${row.street}`)} · `,
        say2(`seat.${row.player}`),
        " · ",
        row.only ? say2("compare.only", { reached: percent(row.frequency) }) : say2("compare.row", { share: percent(row.distance), reached: percent(row.frequency) }),
        (row.alike ?? 1) > 1 && ` · ${say2("compare.alike", { n: row.alike ?? 1 })}`
      ] })
    ] }) }, row.line)) }),
    isAll && data && /* @__PURE__ */ a("p", { class: "muted small", children: say2(data.is_certain ? "compare.certain" : "compare.part", { n: count(data.looked_at), left: percent(data.left) }) })
  ] });
}
function Side({ side, at, onPick, label }) {
  let reach = floats(side.reach), shares = floats(side.shares), paint = colours(side.actions), width = side.actions.length, cells = CLASSES.map((_, k) => ({
    height: reach[k] ?? 0,
    parts: paint.map((colour, i) => ({ colour, share: shares[k * width + i] ?? 0 })),
    about: saidAll(side.actions.map((name, i) => `${saidAction(name)} ${percent(shares[k * width + i] ?? 0)}`))
  }));
  return /* @__PURE__ */ a(Grid, { isSmall: !0, label, cells, at, onPick });
}
function Apart({ found, at, onPick }) {
  let say2 = useWords(), reach = floats(found.apart.reach), shares = floats(found.apart.shares), ev = floats(found.ev_by_class), width = found.apart.actions.length, paint = colours(found.apart.actions), distances = CLASSES.map((_, k) => (reach[k] ?? 0) > 0 ? found.apart.actions.reduce((sum, _2, i) => sum + Math.abs(shares[k * width + i] ?? 0), 0) / 2 : 0), most = Math.max(...distances) || 1, cells = CLASSES.map((_, k) => {
    let changes = found.apart.actions.map((_2, i) => shares[k * width + i] ?? 0);
    return {
      height: (distances[k] ?? 0) / most,
      parts: changes.map((each, i) => ({ colour: paint[i] ?? "b1", share: Math.max(0, each) / (distances[k] || 1) })),
      about: saidAll([...found.apart.actions.map((name, i) => `${saidAction(name)} ${fixed(100 * (changes[i] ?? 0), 1)}`), say2("cell.ev", { ev: fixed(ev[k], 2) })])
    };
  });
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Grid, { isSmall: !0, label: say2("compare.apart"), cells, at, onPick }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("compare.apart.help", { share: percent(most) }) })
  ] });
}

// src/holdem/PushFold.tsx
var VIEWS = ["share", "gap"], WEIGHTS = CLASSES.map((name) => name.length === 2 ? 6 : name.endsWith("s") ? 4 : 12);
function drawClass() {
  let left2 = Math.random() * WEIGHTS.reduce((sum, weight) => sum + weight, 0);
  return Math.max(0, WEIGHTS.findIndex((weight) => (left2 -= weight) < 0));
}
function Quiz({ found }) {
  let say2 = useWords(), [card, setCard] = d({ cell: drawClass(), kind: "push" }), [told, setTold] = d(null), [score, setScore] = d({ all: 0, right: 0, loss: 0 }), fold = (card.kind === "push" ? -0.5 : -1) - found.ante, answer = (isYes) => {
    if (told) return;
    let ev = floats(found.classes[`${card.kind}_ev`])[card.cell] ?? 0, [mine, other] = isYes ? [ev, fold] : [fold, ev], loss = Math.max(0, other - mine);
    setTold({ loss, gap: Math.abs(mine - other) }), setScore({ all: score.all + 1, right: score.right + +(loss <= Math.max(found.exploitability, 1e-3)), loss: score.loss + loss });
  }, next = () => {
    setTold(null), setCard({ cell: drawClass(), kind: card.kind === "push" ? "call" : "push" });
  };
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "quiz", children: [
    /* @__PURE__ */ a("h2", { id: "quiz", children: say2("quiz.title") }),
    /* @__PURE__ */ a("p", { "data-fact": "quiz", children: say2(`quiz.${card.kind}`, { hand: CLASSES[card.cell] ?? "" }) }),
    /* @__PURE__ */ a("div", { class: "actions", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "1", disabled: told !== null, onClick: () => answer(!0), children: say2(`quiz.yes.${card.kind}`) }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "2", disabled: told !== null, onClick: () => answer(!1), children: say2("quiz.no") }),
      /* @__PURE__ */ a("button", { type: "button", class: "button main", "data-key": "n", disabled: told === null, onClick: next, children: say2("quiz.next") })
    ] }),
    /* @__PURE__ */ a("p", { class: "small", role: "status", children: [
      told && (told.gap < 1e-3 ? say2("quiz.even", { gain: fixed(1e-3, 3) }) : told.loss > 0 ? say2("quiz.wrong", { gain: fixed(told.loss, 3) }) : say2("quiz.right", { gain: fixed(told.gap, 3) })),
      " ",
      score.all > 0 && say2("quiz.score", { right: score.right, all: score.all, loss: fixed(score.loss, 2) })
    ] })
  ] });
}
function PushFold({ query }) {
  let say2 = useWords();
  useTitle(say2("pushfold.title"));
  let [stack, setStack] = d(Math.min(50, Math.max(1, Number(query.get("stack")) || 10))), [ante, setAnte] = d(query.get("ante") ?? "0"), [at, setAt] = d(0), [view, setView] = d("share"), late = useLater({ stack, ante }, 60), isNumber = Number.isFinite(Number(late.ante)) && Number(late.ante) >= 0 && Number(late.ante) <= 100, { data, error, isLoading } = useAsk(isNumber ? `/pushfold?stack=${late.stack}&ante=${Number(late.ante)}` : null, !0);
  A(() => {
    isNumber && go(`/holdem/pushfold?${new URLSearchParams({ stack: String(late.stack), ante: late.ante })}`, "replace");
  }, [late.stack, late.ante]);
  let grid = (kind) => {
    if (!data) return null;
    let shares = floats(data.classes[kind]), evs = floats(data.classes[`${kind}_ev`]), fold = (kind === "push" ? -0.5 : -1) - data.ante, widest = Math.max(...[...evs].map((ev) => Math.abs(ev - fold))), cells = CLASSES.map((_, k) => {
      let gap = (evs[k] ?? 0) - fold, about = saidAll([percent(shares[k] ?? 0), say2("cell.ev", { ev: fixed(evs[k], 3) })]);
      return view === "share" ? { height: shares[k] ?? 0, parts: [{ colour: kind === "push" ? "all" : "call", share: 1 }], about } : { height: 1, parts: [{ colour: `heat${Math.round(4 + 4 * gap / (widest || 1))}`, share: 1 }], about, text: fixed(gap, Math.abs(gap) < 10 ? 1 : 0) };
    }), chosen = { share: shares[at] ?? 0, ev: evs[at] ?? 0 };
    return /* @__PURE__ */ a("section", { class: "panel", "aria-label": say2(`pushfold.${kind}`), children: [
      /* @__PURE__ */ a("h2", { children: [
        say2(`pushfold.${kind}`),
        " ",
        /* @__PURE__ */ a("small", { class: "muted", children: percent(data[kind]) })
      ] }),
      /* @__PURE__ */ a(Grid, { label: say2(`pushfold.${kind}`), cells, at, onPick: setAt }),
      /* @__PURE__ */ a("p", { class: "small", "aria-live": "polite", children: [
        /* @__PURE__ */ a("b", { children: CLASSES[at] }),
        ": ",
        percent(chosen.share),
        " · ",
        say2("pushfold.against", { ev: fixed(chosen.ev, 3), fold: fixed(fold, 3) })
      ] })
    ] });
  };
  return /* @__PURE__ */ a("div", { class: "screen holdem", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("pushfold.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say2("pushfold.lead") })
    ] }) }),
    /* @__PURE__ */ a("section", { class: "panel", children: [
      /* @__PURE__ */ a("div", { class: "form", children: [
        /* @__PURE__ */ a("label", { class: "slide", children: [
          /* @__PURE__ */ a("span", { children: say2("pushfold.stack") }),
          /* @__PURE__ */ a("input", { type: "range", min: 1, max: 50, step: 0.5, value: stack, onInput: (event) => setStack(Number(event.currentTarget.value)) }),
          /* @__PURE__ */ a("output", { children: [
            stack,
            " bb"
          ] })
        ] }),
        /* @__PURE__ */ a("label", { children: [
          /* @__PURE__ */ a("span", { children: say2("pushfold.ante") }),
          /* @__PURE__ */ a("input", { type: "text", inputMode: "decimal", value: ante, "aria-invalid": !isNumber, onInput: (event) => setAnte(event.currentTarget.value) })
        ] })
      ] }),
      /* @__PURE__ */ a(Trouble, { error }),
      !data && isLoading && /* @__PURE__ */ a("p", { class: "muted", role: "status", children: say2("loading") }),
      data && /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("grid.view"), children: VIEWS.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": view === name, "data-key": view === name ? void 0 : "v", onClick: () => setView(name), children: say2(`pushfold.view.${name}`) }, name)) }),
      data && /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say2("pushfold.value"), isMain: !0, children: fixed(data.value, 4) }),
        /* @__PURE__ */ a(Fact, { label: say2("pushfold.gap"), children: [
          small(data.exploitability),
          " bb"
        ] })
      ] })
    ] }),
    /* @__PURE__ */ a("div", { class: "duo", children: [
      grid("push"),
      grid("call")
    ] }),
    data && /* @__PURE__ */ a(Quiz, { found: data }, `${data.stack} ${data.ante}`),
    /* @__PURE__ */ a("section", { class: "panel", children: /* @__PURE__ */ a(Code, { label: "Python", text: `import tianji as tj

chart = tj.holdem.push_fold(${stack}, ${Number(ante) || 0})
print(chart.value, chart.push.means, chart.call.means)
` }) })
  ] });
}

// src/holdem/Patterns.tsx
var RANKS2 = "23456789TJQKA", GROUPS = ["suits", "pairs", "connected", "high"], [EV, EQUITY, REALISED] = [3, 5, 7];
function withRealised(columns, rows, pot) {
  let share = (ev, equity) => equity > 0 ? 1e4 * ev / (pot * equity) : NaN, put = (row, more) => [...row.slice(0, REALISED), ...more, ...row.slice(REALISED)];
  return {
    columns: columns.length ? put(columns, ["realised oop %", "realised ip %"]) : [],
    rows: rows.map((row) => put(row, [0, 1].map((p) => share(Number(row[EV + p]), Number(row[EQUITY + p])))))
  };
}
function mean(of, k) {
  if (k >= REALISED && k < REALISED + 2) {
    let [ev, equity] = [mean(of, k - REALISED + EV), mean(of, k - REALISED + EQUITY)], row = of.find((each) => Number.isFinite(Number(each[k])) && Number(each[k]) !== 0), pot = row ? 1e4 * Number(row[k - REALISED + EV]) / (Number(row[k]) * Number(row[k - REALISED + EQUITY])) : NaN;
    return 1e4 * ev / (pot * equity);
  }
  let weight = of.reduce((sum, row) => sum + Number(row[1]), 0);
  return of.reduce((sum, row) => sum + Number(row[1]) * Number(row[k]), 0) / weight;
}
function columnOf(name, say2) {
  let [, what = "", seat] = /^(ev|equity|realised) (oop|ip)( %)?$/.exec(name) ?? [];
  if (seat) return say2(`report.${what}`, { seat: say2(`seat.${seat}`) });
  let fixed2 = { board: "report.board", weight: "report.weight", "exploitability %": "report.exploitability" };
  return fixed2[name] ? say2(fixed2[name]) : saidAction(name);
}
function kindOf(board, by) {
  let cards = board.match(/../g) ?? [], ranks = cards.map((card) => RANKS2.indexOf(card[0] ?? "")).sort((a2, b) => b - a2);
  if (by === "suits") return ["", "mono", "two", "rainbow"][new Set(cards.map((card) => card[1])).size] ?? "rainbow";
  if (by === "pairs") return ["", "trips", "paired", "unpaired"][new Set(ranks).size] ?? "unpaired";
  if (by === "high") return RANKS2[ranks[0] ?? 0] ?? "";
  let wheel = ranks.map((rank) => rank === 12 ? -1 : rank).sort((a2, b) => b - a2), spread = Math.min(...[ranks, wheel].map((row) => (row[0] ?? 0) - (row[row.length - 1] ?? 0)));
  return new Set(ranks).size < 3 ? "paired" : spread <= 4 ? "straight" : "apart";
}
var ORDER = {
  suits: ["rainbow", "two", "mono"],
  pairs: ["unpaired", "paired", "trips"],
  connected: ["straight", "apart", "paired"],
  high: [...RANKS2].reverse()
};
function Patterns({ columns, rows, only, onOnly }) {
  let say2 = useWords(), [by, setBy] = d("suits"), groups = ORDER[by].map((kind) => ({ kind, rows: rows.filter((row) => kindOf(String(row[0]), by) === kind) })).filter((group) => group.rows.length), nameOf = (kind) => by === "high" ? kind : say2(`kind.${kind}`);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "patterns", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "patterns", children: say2("patterns.title") }),
      /* @__PURE__ */ a("div", { class: "segments wrap", role: "group", "aria-label": say2("patterns.by"), children: GROUPS.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": by === name, onClick: () => setBy(name), children: say2(`patterns.${name}`) }, name)) })
    ] }),
    /* @__PURE__ */ a("div", { class: "stack", children: [
      /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("patterns.title"), children: /* @__PURE__ */ a("table", { class: "data report groups", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { children: say2(`patterns.${by}`) }),
          /* @__PURE__ */ a("th", { class: "number", children: say2("report.count") }),
          columns.slice(2).map((name) => /* @__PURE__ */ a("th", { class: "number", children: columnOf(name, say2) }, name))
        ] }) }),
        /* @__PURE__ */ a("tbody", { children: groups.map((group) => /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { scope: "row", children: /* @__PURE__ */ a("button", { type: "button", class: "plain", "aria-pressed": only?.by === by && only.kind === group.kind, title: say2("patterns.only", { kind: nameOf(group.kind) }), onClick: () => onOnly(only?.by === by && only.kind === group.kind ? null : { by, kind: group.kind }), children: nameOf(group.kind) }) }),
          /* @__PURE__ */ a("td", { class: "number", children: count(group.rows.length) }),
          columns.slice(2).map((name, k) => /* @__PURE__ */ a("td", { class: "number", "data-fact": `${group.kind} ${name}`, children: fixed(mean(group.rows, k + 2), 2) }, name))
        ] }, group.kind)) })
      ] }) }),
      /* @__PURE__ */ a(Scatter, { columns, groups: groups.map((group) => ({ name: nameOf(group.kind), rows: group.rows })) })
    ] })
  ] });
}
var [WIDTH, HEIGHT, LEFT, BELOW] = [360, 240, 48, 40], MARKS = ["M-4 -4h8v8h-8Z", "M0 -5L5 4H-5Z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M0 -5L5 0L0 5L-5 0Z"];
function ticksOf(low, high) {
  let raw = (high - low) / 4 || 1, size = 10 ** Math.floor(Math.log10(raw)), step = ([1, 2, 5, 10].find((factor) => factor * size >= raw) ?? 10) * size, first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_, k) => (first + k) * step);
}
function Scatter({ columns, groups }) {
  let say2 = useWords(), names = columns.slice(2), [across, setAcross] = d(Math.min(1, names.length - 1)), [up, setUp] = d(Math.min(2, names.length - 1)), all = groups.flatMap((group) => group.rows), ends = (k) => {
    let values = all.map((row) => Number(row[k + 2])), [low, high] = [Math.min(...values), Math.max(...values)], room = (high - low || 1) * 0.06;
    return [low - room, high + room];
  }, [xs, ys] = [ends(across), ends(up)], x = (value) => LEFT + (value - xs[0]) / (xs[1] - xs[0]) * (WIDTH - LEFT - 12), y = (value) => HEIGHT - BELOW - (value - ys[0]) / (ys[1] - ys[0]) * (HEIGHT - BELOW - 10), choose = (value, set, label) => /* @__PURE__ */ a("label", { class: "inline", children: [
    /* @__PURE__ */ a("span", { class: "small muted", children: label }),
    /* @__PURE__ */ a("select", { class: "button", value: String(value), onChange: (event) => set(Number(event.currentTarget.value)), children: names.map((name, k) => /* @__PURE__ */ a("option", { value: String(k), children: columnOf(name, say2) }, name)) })
  ] });
  return /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      choose(across, setAcross, say2("patterns.across")),
      choose(up, setUp, say2("patterns.up"))
    ] }),
    /* @__PURE__ */ a("svg", { class: "scatter", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": say2("patterns.picture", { n: all.length, x: columnOf(names[across] ?? "", say2), y: columnOf(names[up] ?? "", say2) }), children: [
      ticksOf(...ys).map((value) => /* @__PURE__ */ a("g", { children: [
        /* @__PURE__ */ a("path", { class: "gridline", d: `M${LEFT} ${y(value)}H${WIDTH - 12}` }),
        /* @__PURE__ */ a("text", { class: "tick", x: LEFT - 5, y: y(value) + 4, "text-anchor": "end", children: Number(value.toPrecision(6)) })
      ] }, `y${value}`)),
      ticksOf(...xs).map((value) => /* @__PURE__ */ a("text", { class: "tick", x: x(value), y: HEIGHT - BELOW + 15, "text-anchor": "middle", children: Number(value.toPrecision(6)) }, `x${value}`)),
      /* @__PURE__ */ a("text", { class: "tick", x: (LEFT + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle", children: columnOf(names[across] ?? "", say2) }),
      /* @__PURE__ */ a("text", { class: "tick", transform: `translate(11 ${(HEIGHT - BELOW) / 2}) rotate(-90)`, "text-anchor": "middle", children: columnOf(names[up] ?? "", say2) }),
      groups.map(
        (group, g) => group.rows.map((row) => /* @__PURE__ */ a("path", { class: `mark m${g % 4}`, d: MARKS[g % 4], transform: `translate(${x(Number(row[across + 2])).toFixed(1)} ${y(Number(row[up + 2])).toFixed(1)})`, children: /* @__PURE__ */ a("title", { children: `${row[0]}: ${row[across + 2]}, ${row[up + 2]}` }) }, String(row[0])))
      )
    ] }),
    /* @__PURE__ */ a("ul", { class: "key", children: groups.map((group, g) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("svg", { class: "scatter", width: "14", height: "14", viewBox: "-7 -7 14 14", "aria-hidden": "true", children: /* @__PURE__ */ a("path", { class: `mark m${g % 4}`, d: MARKS[g % 4] }) }),
      group.name
    ] }, group.name)) })
  ] });
}

// src/holdem/Import.tsx
function Import({ onRange, onSpot, isOpened = !1, name }) {
  let say2 = useWords(), [isOpen, setOpen] = d(isOpened);
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setOpen(!0), children: name ?? say2("import.title") }),
    isOpen && /* @__PURE__ */ a(Sheet, { onRange, onSpot, onClose: () => setOpen(!1) })
  ] });
}
function Sheet({ onRange, onSpot, onClose }) {
  let say2 = useWords(), [text, setText] = d(() => dropped.value?.kind === "import" ? dropped.value.text : ""), [found, setFound] = d(null), [isKept, setKept] = d(!1), [error, setError] = d(null), read = (asked) => {
    setError(null), setKept(!1), ask("/holdem/imports", { method: "POST", body: { text: asked } }).then(setFound, (refused) => (setFound(null), setError(refused)));
  };
  A(() => {
    text && (dropped.set(null), read(text));
  }, []);
  let keepAll = async () => {
    for (let range of found?.ranges ?? []) {
      let [folder, ...rest] = range.name.split("/"), plain = (name) => name.replace(/[^\w .+-]+/g, " ").trim().replace(/^[ .]+/, "").slice(0, 60) || "range", place2 = rest.length ? { folder: plain(folder ?? ""), name: plain(rest.join(" ")) } : { folder: "", name: plain(range.name) };
      await ask("/ranges", { method: "PUT", body: { ...place2, text: range.text } });
    }
    setKept(!0);
  }, seats = ["oop", "ip"];
  return /* @__PURE__ */ a(Dialog, { title: say2("import.title"), onClose, isWide: !0, children: /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("import.help") }),
    /* @__PURE__ */ a("label", { class: "wide", children: [
      /* @__PURE__ */ a("span", { children: say2("import.text") }),
      /* @__PURE__ */ a("textarea", { rows: 6, spellcheck: !1, value: text, onInput: (event) => setText(event.currentTarget.value) })
    ] }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "button main", disabled: !text.trim(), onClick: () => read(text), children: say2("import.read") }),
      /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say2("import.file") }),
        /* @__PURE__ */ a("input", { type: "file", onChange: (event) => {
          event.currentTarget.files?.[0]?.text().then((given) => (setText(given), read(given)));
        } })
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    found && found.ranges.length > 0 && /* @__PURE__ */ a("section", { "aria-label": say2("import.ranges"), children: [
      /* @__PURE__ */ a("h3", { children: say2("import.ranges") }),
      /* @__PURE__ */ a("ul", { class: "found", children: found.ranges.map((range, k) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("span", { children: range.name || say2("import.nameless") }),
        /* @__PURE__ */ a("small", { class: "muted", children: say2("import.combos", { n: Number(range.combos.toFixed(1)) }) }),
        /* @__PURE__ */ a("span", { class: "end chips", children: onSpot && onRange ? seats.map((seat) => /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => onRange(range.text, seat), children: say2(`seat.${seat}`) }, seat)) : onRange && /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => (onRange(range.text), onClose()), children: say2("import.take") }) })
      ] }, k)) }),
      found.ranges.some((range) => range.name) && /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: isKept, onClick: () => {
        keepAll().catch(setError);
      }, children: isKept ? say2("import.kept") : say2("import.keep", { n: found.ranges.length }) })
    ] }),
    found && onSpot && found.spots.length > 0 && /* @__PURE__ */ a("section", { "aria-label": say2("import.spots"), children: [
      /* @__PURE__ */ a("h3", { children: say2("import.spots") }),
      /* @__PURE__ */ a("ul", { class: "found", children: found.spots.map((each, k) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("span", { children: each.name || each.spot.board || say2("import.nameless") }),
        /* @__PURE__ */ a("span", { class: "end", children: /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => (onSpot(each.spot), onClose()), children: say2("import.take") }) })
      ] }, k)) })
    ] })
  ] }) });
}

// src/holdem/Shelf.tsx
function Shelf({ text, onTake }) {
  let say2 = useWords(), [turn, setTurn] = d(0), [isOpen, setOpen] = d(!1);
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setOpen(!0), children: say2("shelf.title") }),
    isOpen && /* @__PURE__ */ a(Dialog, { title: say2("shelf.title"), onClose: () => setOpen(!1), children: /* @__PURE__ */ a(Shelves, { text, onTake: (taken) => (onTake(taken), setOpen(!1)), onChange: () => setTurn(turn + 1) }, turn) })
  ] });
}
function Shelves({ text, onTake, onChange }) {
  let say2 = useWords(), kept = useAsk("/ranges"), [place2, setPlace] = d(""), [error, setError] = d(null), items = kept.data?.items ?? [], folders = [...new Set(items.map((item) => item.folder))], [folder, name] = place2.includes("/") ? [place2.slice(0, place2.indexOf("/")).trim(), place2.slice(place2.indexOf("/") + 1).trim()] : ["", place2.trim()], change = (method, body) => {
    ask("/ranges", { method, body }).then(onChange, setError);
  };
  return /* @__PURE__ */ a("div", { class: "stack tight shelf", children: [
    /* @__PURE__ */ a(Trouble, { error: kept.error ?? error }),
    kept.data && !items.length && /* @__PURE__ */ a("p", { class: "muted", children: say2("shelf.none") }),
    folders.map((each) => /* @__PURE__ */ a("div", { children: [
      each && /* @__PURE__ */ a("h3", { children: each }),
      /* @__PURE__ */ a("ul", { class: "found", children: items.filter((item) => item.folder === each).map((item) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("button", { type: "button", class: "link", onClick: () => onTake(item.text), children: item.name }),
        /* @__PURE__ */ a("span", { class: "end", children: /* @__PURE__ */ a("button", { type: "button", class: "plain", "aria-label": `${say2("shelf.forget")}: ${item.name}`, onClick: () => change("DELETE", { folder: item.folder, name: item.name }), children: say2("shelf.forget") }) })
      ] }, item.name)) })
    ] }, each)),
    /* @__PURE__ */ a(
      "form",
      {
        class: "tools",
        onSubmit: (event) => {
          event.preventDefault(), name && text.trim() && change("PUT", { folder, name, text });
        },
        children: [
          /* @__PURE__ */ a("label", { class: "wide", children: [
            /* @__PURE__ */ a("span", { children: say2("shelf.name") }),
            /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, value: place2, placeholder: "BTN/open 2.5", onInput: (event) => setPlace(event.currentTarget.value) })
          ] }),
          /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: !name || !text.trim(), children: say2("shelf.keep") })
        ]
      }
    ),
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("shelf.help") })
  ] });
}

// src/holdem/RangeEditor.tsx
var BRUSHES = {
  pairs: (name) => name.length === 2,
  suited: (name) => name.endsWith("s"),
  broadway: (name) => /^[AKQJT]{2}/.test(name)
}, SHARES = [5, 10, 20, 30, 50];
function RangeEditor({ label, text, board, onChange }) {
  let say2 = useWords(), [weights, setWeights] = d(() => new Float32Array(1326)), [draft, setDraft] = d(text), [error, setError] = d(""), [brush, setBrush] = d(100), [at, setAt] = d(0), paints = T(1), sent = T(""), past = T([]), timer = T(0), tell = (asked) => {
    sent.current = asked, onChange(asked);
  }, read = (asked, isTyped) => {
    if (clearTimeout(timer.current), tell(asked), !asked.trim()) {
      setWeights(new Float32Array(1326)), setError("");
      return;
    }
    ask("/holdem/ranges", { method: "POST", body: { text: asked } }).then(
      (found) => {
        sent.current === asked && (setError(""), setWeights(floats(found.weights)), !isTyped && (setDraft(found.text), onChange(found.text)));
      },
      (problem) => sent.current === asked && setError(problem.message)
    );
  };
  A(() => {
    text !== sent.current && text !== draft ? (setDraft(text), read(text, !0)) : text && !sent.current && read(text, !0);
  }, [text]), A(() => () => clearTimeout(timer.current), []);
  let later = (asked, isTyped) => {
    clearTimeout(timer.current), tell(asked), timer.current = window.setTimeout(() => read(asked, isTyped), 200);
  }, put = (next) => {
    setWeights(next);
    let asked = rangeText(next);
    setDraft(asked), later(asked, !1);
  }, remember = () => {
    past.current = [...past.current.slice(-49), rangeText(weights)];
  }, mean2 = (cell) => {
    let hands2 = HANDS_OF[cell] ?? [];
    return hands2.reduce((sum, hand) => sum + (weights[hand] ?? 0), 0) / hands2.length;
  }, paint = (cell, isFirst) => {
    isFirst && (remember(), paints.current = Math.abs(mean2(cell) - brush / 100) < 5e-3 ? 0 : brush / 100);
    let next = weights.slice();
    for (let hand of HANDS_OF[cell] ?? []) next[hand] = paints.current;
    put(next);
  }, sweep = (fits2) => {
    remember();
    let next = weights.slice();
    CLASSES.forEach((name, cell) => {
      if (fits2(name)) for (let hand of HANDS_OF[cell] ?? []) next[hand] = brush / 100;
    }), put(next);
  }, undo = () => {
    let before = past.current.pop();
    before !== void 0 && (setDraft(before), read(before, !1));
  }, combos = weights.reduce((sum, weight) => sum + weight, 0), cells = CLASSES.map((_, cell) => {
    let share = mean2(cell);
    return { height: share, parts: [{ colour: "range", share: 1 }], about: percent(share) };
  }), hands = HANDS_OF[at] ?? [], dealt = readBoard(board ?? "") ?? [], blocked = (hand) => HANDS[hand]?.find((card) => dealt.includes(card));
  return /* @__PURE__ */ a("div", { class: "stack tight range", children: [
    /* @__PURE__ */ a("label", { class: "wide", children: [
      /* @__PURE__ */ a("span", { children: label }),
      /* @__PURE__ */ a(
        "textarea",
        {
          rows: 2,
          spellcheck: !1,
          value: draft,
          "aria-invalid": error !== "",
          onInput: (event) => {
            setDraft(event.currentTarget.value), later(event.currentTarget.value, !0);
          }
        }
      )
    ] }),
    error && /* @__PURE__ */ a("p", { class: "bad small", role: "alert", lang: "en", children: error }),
    /* @__PURE__ */ a("p", { class: "count", children: [
      /* @__PURE__ */ a("b", { children: say2("range.combos", { n: Number(combos.toFixed(1)) }) }),
      " · ",
      percent(combos / 1326)
    ] }),
    /* @__PURE__ */ a(Grid, { label, cells, at, onPick: setAt, onPaint: paint, onDigit: (digit) => setBrush(digit === 0 ? 100 : 10 * digit) }),
    /* @__PURE__ */ a("div", { class: "brushes", children: [
      /* @__PURE__ */ a("label", { children: [
        /* @__PURE__ */ a("span", { children: say2("range.weight") }),
        /* @__PURE__ */ a("input", { type: "range", min: 5, max: 100, step: 5, value: brush, onInput: (event) => setBrush(Number(event.currentTarget.value)) }),
        /* @__PURE__ */ a("output", { children: [
          brush,
          " %"
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "segments wrap", role: "group", "aria-label": say2("range.presets"), children: [
        SHARES.map((share) => /* @__PURE__ */ a(
          "button",
          {
            type: "button",
            onClick: () => {
              remember(), setDraft(`${share}%`), read(`${share}%`, !1);
            },
            children: [
              share,
              " %"
            ]
          },
          share
        )),
        Object.entries(BRUSHES).map(([name, fits2]) => /* @__PURE__ */ a("button", { type: "button", onClick: () => sweep(fits2), children: say2(`brush.${name}`) }, name)),
        /* @__PURE__ */ a("button", { type: "button", onClick: () => sweep((name) => Math.floor(CLASSES.indexOf(name) / 13) === Math.floor(at / 13)), children: say2("brush.row", { hand: CLASSES[at] ?? "" }) }),
        /* @__PURE__ */ a("button", { type: "button", disabled: !past.current.length, onClick: undo, children: say2("range.undo") }),
        /* @__PURE__ */ a(
          "button",
          {
            type: "button",
            onClick: () => {
              remember(), put(new Float32Array(1326));
            },
            children: say2("range.none")
          }
        )
      ] })
    ] }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a(
        Shelf,
        {
          text: draft,
          onTake: (taken) => {
            remember(), setDraft(taken), read(taken, !1);
          }
        }
      ),
      /* @__PURE__ */ a(
        Import,
        {
          onRange: (taken) => {
            remember(), setDraft(taken), read(taken, !1);
          }
        }
      )
    ] }),
    /* @__PURE__ */ a("details", { children: [
      /* @__PURE__ */ a("summary", { children: say2("range.suits", { hand: CLASSES[at] ?? "" }) }),
      /* @__PURE__ */ a("div", { class: "suits", children: hands.map((hand) => /* @__PURE__ */ a(
        "button",
        {
          type: "button",
          class: blocked(hand) === void 0 ? "" : "hatched",
          "aria-pressed": (weights[hand] ?? 0) > 0,
          onClick: () => {
            remember();
            let next = weights.slice();
            next[hand] = (next[hand] ?? 0) > 0 ? 0 : brush / 100, put(next);
          },
          children: [
            handName(hand),
            /* @__PURE__ */ a("small", { children: blocked(hand) === void 0 ? percent(weights[hand] ?? 0) : say2("hands.blocked", { card: cardName(blocked(hand) ?? 0) }) })
          ]
        },
        hand
      )) })
    ] })
  ] });
}

// src/holdem/Board.tsx
var RECENT = "tianji.boards", recent = () => (recall(RECENT) ?? "").split(" ").filter((text) => (readBoard(text) ?? []).length >= 3);
function rememberBoard(text) {
  let cards = readBoard(text);
  if (!cards || cards.length < 3) return;
  let name = cards.map(cardName).join("");
  keep(RECENT, [name, ...recent().filter((each) => each !== name)].slice(0, 6).join(" "));
}
function drawBoard(count2, texture) {
  for (; ; ) {
    let deck = Array.from({ length: 52 }, (_, i) => i), board = Array.from({ length: count2 }, () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0] ?? 0).map(cardName).join("");
    if (fits(board, texture)) return board;
  }
}
function BoardPicker({ text, onChange }) {
  let say2 = useWords(), [texture, setTexture] = d("all"), [before] = d(recent), read = readBoard(text), cards = read ?? [], toggle = (card) => {
    let next = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card].slice(0, 5);
    onChange(next.map(cardName).join(""));
  }, random = (kind) => onChange(drawBoard(cards.length >= 3 ? cards.length : 3, kind)), pressed = T(toggle);
  return pressed.current = toggle, A(() => {
    let rank = "", onKey = (event) => {
      let at = event.target;
      if (/^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.closest(".grid13") !== null || document.querySelector("dialog[open]") !== null || event.ctrlKey || event.metaKey || event.altKey) return;
      let key = event.key;
      rank && SUITS.includes(key.toLowerCase()) && key.length === 1 ? (event.preventDefault(), event.stopPropagation(), pressed.current(RANKS.indexOf(rank) * 4 + SUITS.indexOf(key.toLowerCase())), rank = "") : rank = key.length === 1 && RANKS.includes(key.toUpperCase()) ? key.toUpperCase() : key === "g" || key.length === 1 ? "" : rank;
    };
    return window.addEventListener("keydown", onKey, !0), () => window.removeEventListener("keydown", onKey, !0);
  }, []), /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a("div", { class: "boardline", children: [
      /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, autocomplete: "off", "aria-label": say2("spot.board"), value: text, "aria-invalid": read === null, onInput: (event) => onChange(event.currentTarget.value) }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => random(texture), children: say2("board.random") }),
      /* @__PURE__ */ a(
        "select",
        {
          class: "button",
          "aria-label": say2("board.texture"),
          value: texture,
          onChange: (event) => {
            let kind = event.currentTarget.value;
            setTexture(kind), random(kind);
          },
          children: TEXTURES.map((name) => /* @__PURE__ */ a("option", { value: name, children: say2(`texture.${name}`) }, name))
        }
      ),
      /* @__PURE__ */ a("button", { type: "button", class: "button quiet", onClick: () => onChange(""), children: say2("board.clear") })
    ] }),
    /* @__PURE__ */ a("div", { class: "deck", role: "group", "aria-label": say2("board.deck"), children: [...SUITS].reverse().map(
      (suit) => [...RANKS].reverse().map((rank) => {
        let card = RANKS.indexOf(rank) * 4 + SUITS.indexOf(suit);
        return /* @__PURE__ */ a("button", { type: "button", class: `suit-${suit}`, "aria-pressed": cards.includes(card), disabled: cards.length >= 5 && !cards.includes(card), onClick: () => toggle(card), children: [
          rank,
          /* @__PURE__ */ a("span", { children: SIGNS[suit] })
        ] }, card);
      })
    ) }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("board.type") }),
    before.length > 0 && /* @__PURE__ */ a("div", { class: "chips", role: "group", "aria-label": say2("board.recent"), children: [
      /* @__PURE__ */ a("span", { class: "muted small", children: say2("board.recent") }),
      before.map((each) => /* @__PURE__ */ a("button", { type: "button", class: "plain", onClick: () => onChange(each), children: each }, each))
    ] })
  ] });
}

// src/holdem/Sizes.tsx
var BETS = ["25%", "33%", "50%", "66%", "75%", "100%", "125%", "150%", "200%", "2e", "3e", "allin"], RAISES = ["50%", "60%", "75%", "100%", "2.5x", "3x", "4x", "2e", "allin"], split = (text) => text.split(",").map((size) => size.trim()).filter(Boolean);
function Sizes({ name, text, kind, onChange }) {
  let say2 = useWords(), sides = text.split("|").map(split), put = (side, sizes) => onChange(sides.map((each, k) => (k === side ? sizes : each).join(",")).join(" | "));
  return /* @__PURE__ */ a("div", { class: "sizes", role: "group", "aria-label": say2("size.chips", { name }), children: sides.map((sizes, side) => /* @__PURE__ */ a("span", { children: [
    sides.length > 1 && /* @__PURE__ */ a("small", { class: "muted", children: say2(side ? "seat.ip" : "seat.oop") }),
    sizes.map((size, k) => /* @__PURE__ */ a("button", { type: "button", "data-size": size, "aria-label": say2("size.drop", { size, name }), title: say2("size.drop", { size, name }), onClick: () => put(side, sizes.filter((_, at) => at !== k)), children: [
      size,
      " ",
      /* @__PURE__ */ a("span", { "aria-hidden": "true", children: "×" })
    ] }, `${size} ${k}`)),
    /* @__PURE__ */ a(
      "select",
      {
        "aria-label": say2("size.add", { name }),
        value: "",
        onChange: (event) => {
          put(side, [...sizes, event.currentTarget.value]), event.currentTarget.value = "";
        },
        children: [
          /* @__PURE__ */ a("option", { value: "", children: "+" }),
          (kind === "raises" ? RAISES : BETS).filter((size) => !sizes.includes(size)).map((size) => /* @__PURE__ */ a("option", { children: size }, size))
        ]
      }
    )
  ] }, side)) });
}

// src/holdem/Spot.tsx
var TREES = ["simple", "standard", "rich", "own"], STREETS = ["flop", "turn", "river"], FIELDS = ["board", "pot", "stack", "oop", "ip", "tree", "bets", "raises", "donks", "until", "iterations", "seconds", "threads", "rake", "cap", "max_raises", "storage", "bets_flop", "bets_turn", "bets_river", "raises_flop", "raises_turn", "raises_river", "donks_turn", "donks_river", "add_allin", "force_allin", "merge", "add_lines", "remove_lines"], USUAL = {
  board: "Ks7h2d5c9s",
  pot: "60",
  stack: "180",
  oop: "99-22,AJs-A2s,KTs+,QTs+,JTs,T9s,98s,AQo-ATo,KJo+",
  ip: "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,ATo+,KTo+,QJo",
  tree: "standard",
  bets: "",
  raises: "",
  donks: "",
  until: "0.3%",
  iterations: "",
  seconds: "",
  threads: "",
  rake: "",
  cap: "",
  max_raises: "",
  storage: "",
  bets_flop: "50%",
  bets_turn: "75%",
  bets_river: "75%",
  raises_flop: "60%",
  raises_turn: "60%",
  raises_river: "60%",
  donks_turn: "",
  donks_river: "",
  add_allin: "",
  force_allin: "",
  merge: "",
  add_lines: "",
  remove_lines: ""
}, THRESHOLDS = ["add_allin", "force_allin", "merge"], LINES = ["add_lines", "remove_lines"], PRESETS = { one: ["66%", "60%"], two: ["33%,75%", "60%"], geometric: ["3e", "2e"] };
function sizesOf(text) {
  let [oop = "", ip] = text.split("|").map((part) => part.trim());
  return ip === void 0 ? oop : { oop, ip };
}
function textOf(sizes) {
  if (typeof sizes == "string") return sizes;
  if (typeof sizes != "object" || sizes === null) return "";
  let { oop = "", ip = "" } = sizes;
  return oop === ip ? oop : `${oop} | ${ip}`;
}
function bodyOf(form) {
  let spot = { board: form.board.trim(), pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip };
  if (form.tree === "own") {
    let table = (kind) => Object.fromEntries(STREETS.map((street) => [street, sizesOf(form[`${kind}_${street}`])]));
    spot.bets = table("bets"), spot.raises = table("raises");
    let donks = Object.fromEntries(["turn", "river"].flatMap((street) => form[`donks_${street}`].trim() ? [[street, form[`donks_${street}`].trim()]] : []));
    Object.keys(donks).length && (spot.donks = donks);
  } else spot.tree = form.tree;
  for (let key of THRESHOLDS) form[key].trim() && (spot[key] = Number(form[key]));
  for (let key of LINES) {
    let lines = form[key].split(";").map((line) => line.trim()).filter(Boolean);
    lines.length && (spot[key] = lines);
  }
  form.max_raises.trim() && (spot.max_raises = Number(form.max_raises)), form.rake.trim() && (spot.rake = [Number(form.rake) / 100, Number(form.cap || "1e9")]);
  let body = { spot, ...stopsOfPot(form) };
  return form.storage && (body.storage = form.storage), body;
}
function faultOf(form) {
  let isPositive = (text) => Number(text) > 0 && Number.isFinite(Number(text)), cards = readBoard(form.board);
  return cards === null ? "fault.board" : cards.length < 3 ? "fault.cards" : !isPositive(form.pot) || !isPositive(form.stack) ? "fault.chips" : form.max_raises.trim() && !/^\d+$/.test(form.max_raises.trim()) ? "fault.raises" : [form.rake, form.cap, form.add_allin, form.force_allin, form.merge].some((text) => text.trim() && !Number.isFinite(Number(text))) ? "fault.rake" : !form.oop.trim() || !form.ip.trim() ? "fault.range" : null;
}
function queryOf(body) {
  let spot = body.spot, query = new URLSearchParams({ board: spot.board, pot: String(spot.pot), stack: String(spot.stack), oop: spot.oop, ip: spot.ip, tree: spot.tree ?? "own", until: body.until ?? "" });
  for (let key of ["iterations", "seconds", "threads"]) body[key] !== void 0 && query.set(key, String(body[key]));
  for (let kind of ["bets", "raises"]) {
    let sizes = spot[kind];
    if (!(spot.tree !== void 0 || sizes === void 0))
      for (let street of STREETS)
        query.set(`${kind}_${street}`, textOf(typeof sizes == "string" ? sizes : sizes[street]));
  }
  for (let street of ["turn", "river"]) {
    let text = typeof spot.donks == "string" ? spot.donks : textOf(spot.donks?.[street]);
    text && spot.tree === void 0 && query.set(`donks_${street}`, text);
  }
  for (let key of THRESHOLDS) spot[key] !== void 0 && query.set(key, String(spot[key]));
  for (let key of LINES) spot[key]?.length && query.set(key, spot[key]?.join("; ") ?? "");
  return spot.max_raises !== void 0 && query.set("max_raises", String(spot.max_raises)), spot.rake && (query.set("rake", String(100 * spot.rake[0])), query.set("cap", String(spot.rake[1]))), query;
}
function asPython(body) {
  let rows = Object.entries(body.spot).filter(([key, value]) => key !== "locks" && value !== void 0 && value !== null).map(([key, value]) => `    ${key}=${key === "rake" ? `(${value.join(", ")})` : JSON.stringify(value)},`), locks = (body.spot.locks ?? []).map((lock) => `spot = spot.locked(${JSON.stringify(lock.line)}, ${JSON.stringify(lock.strategy)})`), stops = ["until", "iterations", "seconds", "threads", "storage"].filter((key) => body[key] !== void 0 && body[key] !== "auto").map((key) => `${key}=${JSON.stringify(body[key])}`);
  return ["import tianji as tj", "", "spot = tj.holdem.Spot(", ...rows, ")", ...locks, ...body.boards === void 0 ? [`solution = spot.solve(${stops.join(", ")})`, "print(solution.exploitability_pct, solution.values)", ""] : [`report = tj.holdem.report(${["spot", JSON.stringify(body.boards), JSON.stringify(body.line ?? ""), ...stops].join(", ")})`, "print(report.to_csv())", ""]].join(`
`);
}
function Spot({ query }) {
  let say2 = useWords();
  useTitle(say2("spot.title"));
  let [form, setForm] = d(() => Object.fromEntries(FIELDS.map((key) => [key, query.get(key) ?? USUAL[key]]))), [seat, setSeat] = d("oop"), [isCode, setCode] = d(!1), late = useLater(form, 300), fault = faultOf(form), isUnclear = fault !== null || faultOfStops(form) !== null, { plan, error } = usePlan("/holdem/plans", faultOf(late) || faultOfStops(late) ? null : bodyOf(late)), { isBusy, refused, start } = useStart("/holdem/runs", "/holdem");
  A(() => {
    let address = new URLSearchParams();
    for (let key of FIELDS) late[key] !== USUAL[key] && address.set(key, late[key]);
    let text = String(address);
    (location.pathname === "/holdem/new" || location.pathname === "/holdem") && go(`/holdem/new${text && text.length < 6e3 ? `?${text}` : ""}`, "replace");
  }, [JSON.stringify(late)]);
  let put = (changes) => setForm((before) => ({ ...before, ...changes })), set = (key) => (event) => put({ [key]: event.currentTarget.value }), bring = (spot) => {
    let whole = { board: form.board, pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip, ...spot }, query2 = queryOf({ spot: whole, until: form.until });
    put(Object.fromEntries(FIELDS.flatMap((key) => query2.has(key) && query2.get(key) !== "undefined" ? [[key, query2.get(key) ?? ""]] : [])));
  }, fill = (name) => {
    let [bets, raises] = PRESETS[name];
    put(Object.fromEntries(STREETS.flatMap((street) => [[`bets_${street}`, bets], [`raises_${street}`, raises]])));
  }, take = (changes) => {
    let next = {};
    for (let [key, value] of Object.entries(changes)) FIELDS.includes(key) && (next[key] = String(value));
    put(next);
  };
  return /* @__PURE__ */ a("form", { class: "screen holdem", onSubmit: (event) => (isUnclear || rememberBoard(form.board), start(event, isUnclear ? null : { holdem: bodyOf(form) })), noValidate: !0, children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("spot.title") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say2("spot.lead") })
      ] }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        /* @__PURE__ */ a(Import, { name: say2("import.spot"), isOpened: query.get("import") === "1", onSpot: bring, onRange: (text, seat2) => put({ [seat2 ?? "oop"]: text }) }),
        /* @__PURE__ */ a("a", { class: "button", href: "/holdem/pushfold", children: say2("pushfold.title") }),
        /* @__PURE__ */ a("a", { class: "button", href: "/holdem/reports", children: say2("report.title") })
      ] })
    ] }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-label": say2("spot.ranges"), children: [
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("spot.ranges"), children: ["oop", "ip"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": seat === name, onClick: () => setSeat(name), children: say2(`seat.${name}.long`) }, name)) }),
        /* @__PURE__ */ a(RangeEditor, { label: say2(`seat.${seat}.range`), text: form[seat], board: form.board, onChange: (text) => put({ [seat]: text }) }, seat)
      ] }),
      /* @__PURE__ */ a("div", { class: "stack", children: [
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "board", children: [
          /* @__PURE__ */ a("h2", { id: "board", children: [
            say2("spot.board"),
            " ",
            readBoard(form.board) && /* @__PURE__ */ a(Cards, { text: form.board.replace(/[\s,]/g, "") })
          ] }),
          /* @__PURE__ */ a(BoardPicker, { text: form.board, onChange: (board) => put({ board }) })
        ] }),
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "chips", children: [
          /* @__PURE__ */ a("h2", { id: "chips", children: say2("spot.chips") }),
          /* @__PURE__ */ a("div", { class: "form", children: ["pot", "stack", "rake", "cap"].map((key) => /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say2(`spot.${key}`) }),
            /* @__PURE__ */ a("input", { type: "text", inputMode: "decimal", value: form[key], onInput: set(key) })
          ] }, key)) })
        ] }),
        /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "tree", children: [
          /* @__PURE__ */ a("h2", { id: "tree", children: say2("spot.tree") }),
          /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("spot.tree"), children: TREES.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": form.tree === name, onClick: () => put({ tree: name }), children: say2(`tree.${name}`) }, name)) }),
          form.tree === "own" && /* @__PURE__ */ a($, { children: [
            /* @__PURE__ */ a("div", { class: "form three", children: [
              ["bets", "raises"].flatMap(
                (kind) => STREETS.map((street) => /* @__PURE__ */ a("div", { children: [
                  /* @__PURE__ */ a("label", { children: [
                    /* @__PURE__ */ a("span", { children: say2(`size.${kind}`, { street: say2(`street.${street}`) }) }),
                    /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, value: form[`${kind}_${street}`], onInput: set(`${kind}_${street}`) })
                  ] }),
                  /* @__PURE__ */ a(Sizes, { kind, name: say2(`size.${kind}`, { street: say2(`street.${street}`) }), text: form[`${kind}_${street}`], onChange: (text) => put({ [`${kind}_${street}`]: text }) })
                ] }, kind + street))
              ),
              ["turn", "river"].map((street) => /* @__PURE__ */ a("div", { children: [
                /* @__PURE__ */ a("label", { children: [
                  /* @__PURE__ */ a("span", { children: say2("size.donks", { street: say2(`street.${street}`) }) }),
                  /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, value: form[`donks_${street}`], onInput: set(`donks_${street}`) })
                ] }),
                /* @__PURE__ */ a(Sizes, { kind: "donks", name: say2("size.donks", { street: say2(`street.${street}`) }), text: form[`donks_${street}`], onChange: (text) => put({ [`donks_${street}`]: text }) })
              ] }, street))
            ] }),
            /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("size.preset"), children: ["one", "two", "geometric"].map((name) => /* @__PURE__ */ a("button", { type: "button", onClick: () => fill(name), children: say2(`size.${name}`) }, name)) }),
            /* @__PURE__ */ a("p", { class: "muted small", children: [
              say2("size.help"),
              " ",
              say2("size.seats")
            ] })
          ] }),
          /* @__PURE__ */ a("details", { children: [
            /* @__PURE__ */ a("summary", { children: say2("size.more") }),
            /* @__PURE__ */ a("div", { class: "form", children: [
              THRESHOLDS.map((key) => /* @__PURE__ */ a("label", { children: [
                /* @__PURE__ */ a("span", { children: say2(`size.${key}`) }),
                /* @__PURE__ */ a("input", { type: "text", inputMode: "decimal", value: form[key], placeholder: say2("spot.asTree"), onInput: set(key) })
              ] }, key)),
              LINES.map((key) => /* @__PURE__ */ a("label", { children: [
                /* @__PURE__ */ a("span", { children: say2(`size.${key}`) }),
                /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, value: form[key], placeholder: "check, bet 30", onInput: set(key) })
              ] }, key))
            ] })
          ] }),
          /* @__PURE__ */ a("div", { class: "form", children: [
            /* @__PURE__ */ a("label", { children: [
              /* @__PURE__ */ a("span", { children: say2("spot.raises") }),
              /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", value: form.max_raises, placeholder: say2("spot.asTree"), onInput: set("max_raises") })
            ] }),
            /* @__PURE__ */ a("label", { children: [
              /* @__PURE__ */ a("span", { children: say2("spot.storage") }),
              /* @__PURE__ */ a("select", { value: form.storage, onChange: set("storage"), children: [
                /* @__PURE__ */ a("option", { value: "", children: say2("storage.auto") }),
                /* @__PURE__ */ a("option", { value: "int16", children: say2("storage.int16") }),
                /* @__PURE__ */ a("option", { value: "float64", children: say2("storage.float64") })
              ] })
            ] })
          ] }),
          plan && plan.menu.length > 0 && /* @__PURE__ */ a("dl", { class: "menu", children: plan.menu.map((row) => /* @__PURE__ */ a("div", { children: [
            /* @__PURE__ */ a("dt", { children: [
              say2(`seat.${row.player}`),
              " ",
              row.line && /* @__PURE__ */ a("span", { class: "muted", children: saidLine(row.line) })
            ] }),
            /* @__PURE__ */ a("dd", { children: [
              row.actions.map(saidAction).join(" · "),
              row.turned.length > 0 && /* @__PURE__ */ a("small", { class: "turned", "data-turned": row.line, children: say2("size.turned", { list: row.turned.map(({ size, action }) => `${size} → ${saidAction(action)}`).join(", ") }) })
            ] })
          ] }, row.line)) })
        ] }),
        /* @__PURE__ */ a(Stops, { form, ofPot: !0, onInput: (key, text) => put({ [key]: text }) })
      ] })
    ] }),
    /* @__PURE__ */ a("section", { class: `panel plan${plan && !plan.fits ? " over" : ""}`, "aria-label": say2("plan.title"), children: [
      /* @__PURE__ */ a("div", { "aria-live": "polite", children: fault ? /* @__PURE__ */ a("p", { class: "bad", children: say2(fault) }) : error ? /* @__PURE__ */ a(Trouble, { error }) : plan ? /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say2("plan.memory"), isMain: !0, children: [
          plan.is_bound ? "≥ " : "",
          bytes(plan.bytes),
          " ",
          /* @__PURE__ */ a("small", { class: plan.fits ? "good" : "bad", children: say2(plan.fits ? "plan.fits" : "plan.over", { free: bytes(plan.allowed_bytes) }) })
        ] }),
        /* @__PURE__ */ a(Fact, { label: say2("plan.time", { threads: plan.threads }), isMain: !0, children: duration(plan.seconds) }),
        /* @__PURE__ */ a(Fact, { label: say2("plan.nodes"), children: count(plan.betting_nodes) }),
        /* @__PURE__ */ a(Fact, { label: say2("plan.combos"), children: [
          Number(plan.combos[0].toFixed(1)),
          " / ",
          Number(plan.combos[1].toFixed(1))
        ] }),
        /* @__PURE__ */ a(Fact, { label: say2("plan.file"), children: bytes(plan.file_bytes) })
      ] }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("plan.counting") }) }),
      plan && !plan.fits && plan.trees.length > 0 && !fault && /* @__PURE__ */ a("div", { class: "offers", children: [
        /* @__PURE__ */ a("span", { children: say2("plan.offers") }),
        plan.trees.map((offer) => /* @__PURE__ */ a("button", { type: "button", class: "button", lang: "en", onClick: () => take(offer.changes), children: offer.text }, offer.text))
      ] }),
      /* @__PURE__ */ a(Trouble, { error: refused }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || isUnclear || error !== null || plan !== null && !plan.fits, children: [
          /* @__PURE__ */ a(Icon, { name: "play" }),
          say2("spot.start")
        ] }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "y", "aria-pressed": isCode, onClick: () => setCode(!isCode), children: say2("code") })
      ] }),
      isCode && !isUnclear && /* @__PURE__ */ a(Code, { label: "Python", text: asPython(bodyOf(form)) })
    ] })
  ] });
}

// src/holdem/Report.tsx
function ReportTable({ run, rows }) {
  let say2 = useWords(), [texture, setTexture] = d("all"), [sort, setSort] = d([-1, !1]), [only, setOnly] = d(null), { columns, rows: all } = withRealised(rows[0]?.columns ?? [], rows.map((row) => row.row), run.body.spot.pot), kindOnly = only && say2(only.by === "high" ? "patterns.high" : `kind.${only.kind}`), total = run.progress?.total ?? run.result?.total ?? null, shown = all.filter((row) => fits(String(row[0]), texture) && (!only || kindOf(String(row[0]), only.by) === only.kind)), sorted = sort[0] < 0 ? shown : [...shown].sort((x, y) => (sort[1] ? 1 : -1) * (sort[0] === 0 ? String(x[0]).localeCompare(String(y[0])) : Number(x[sort[0]]) - Number(y[sort[0]])));
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("section", { class: "proof", "aria-label": say2("proof.label"), children: [
      /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say2("report.done"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "boards", children: total === null ? count(rows.length) : `${count(rows.length)} / ${count(total)}` }) }),
        columns.length > 0 && /* @__PURE__ */ a(Fact, { label: say2("report.gap"), children: [
          fixed(mean(all, 2), 2),
          " %"
        ] }),
        /* @__PURE__ */ a(Source, { run })
      ] }),
      /* @__PURE__ */ a("p", { class: "claim", children: say2("report.claim") })
    ] }),
    rows.length ? /* @__PURE__ */ a("section", { class: "panel", children: [
      /* @__PURE__ */ a("div", { class: "tools", children: [
        /* @__PURE__ */ a("div", { class: "segments wrap", role: "group", "aria-label": say2("report.filter"), children: TEXTURES.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": texture === name, onClick: () => setTexture(name), children: say2(`texture.${name}`) }, name)) }),
        only && /* @__PURE__ */ a("button", { type: "button", class: "button", "data-fact": "only", title: say2("patterns.all"), onClick: () => setOnly(null), children: [
          kindOnly,
          " ",
          only.by === "high" ? only.kind : "",
          " ×"
        ] }),
        /* @__PURE__ */ a("a", { class: "button", href: `/api/v1/runs/${run.id}/files/report.csv`, download: !0, children: "CSV" })
      ] }),
      /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("report.title"), children: /* @__PURE__ */ a("table", { class: "data report", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: columns.map((name, k) => /* @__PURE__ */ a("th", { scope: "col", class: k ? "number" : "", "aria-sort": sort[0] === k ? sort[1] ? "ascending" : "descending" : "none", children: /* @__PURE__ */ a("button", { type: "button", class: "plain", onClick: () => setSort([k, sort[0] === k ? !sort[1] : !1]), children: columnOf(name, say2) }) }, name)) }) }),
        /* @__PURE__ */ a("tbody", { children: [
          /* @__PURE__ */ a("tr", { class: "mean", children: [
            /* @__PURE__ */ a("th", { scope: "row", children: say2("report.mean") }),
            /* @__PURE__ */ a("td", { class: "number", children: count(shown.reduce((sum, row) => sum + Number(row[1]), 0)) }),
            columns.slice(2).map((name, k) => /* @__PURE__ */ a("td", { class: "number", children: shown.length ? fixed(mean(shown, k + 2), 2) : "–" }, name))
          ] }),
          shown.length < all.length && /* @__PURE__ */ a("tr", { class: "mean", children: [
            /* @__PURE__ */ a("th", { scope: "row", children: say2("report.mean.all") }),
            /* @__PURE__ */ a("td", { class: "number", children: count(all.reduce((sum, row) => sum + Number(row[1]), 0)) }),
            columns.slice(2).map((name, k) => /* @__PURE__ */ a("td", { class: "number", children: fixed(mean(all, k + 2), 2) }, name))
          ] }),
          sorted.map((row) => /* @__PURE__ */ a("tr", { children: [
            /* @__PURE__ */ a("th", { scope: "row", children: /* @__PURE__ */ a(Again, { run, board: String(row[0]) }) }),
            row.slice(1).map((value, k) => /* @__PURE__ */ a("td", { class: "number", children: k === 0 ? count(Number(value)) : fixed(Number(value), 2) }, k))
          ] }, String(row[0])))
        ] })
      ] }) })
    ] }) : /* @__PURE__ */ a(Empty, { title: run.state === "failed" ? say2("live.none") : say2("report.wait") }),
    all.length > 1 && /* @__PURE__ */ a(Patterns, { columns, rows: all.filter((row) => fits(String(row[0]), texture)), only, onOnly: setOnly })
  ] });
}
function Again({ run, board }) {
  return /* @__PURE__ */ a("a", { href: `/holdem/new?${queryOf({ ...run.body, spot: { ...run.body.spot, board } })}`, children: /* @__PURE__ */ a(Cards, { text: board }) });
}
var FIELDS2 = ["boards", "pot", "stack", "oop", "ip", "tree", "line", "until", "iterations", "seconds", "threads"], USUAL2 = { boards: "25", pot: "60", stack: "60", oop: "QQ,AKs,76s", ip: "JJ,AQs", tree: "simple", line: "", until: "1%", iterations: "", seconds: "", threads: "" };
function queryOfReport(body) {
  let query = queryOf(body);
  return query.set("boards", Array.isArray(body.boards) ? body.boards.join(" ") : String(body.boards)), body.line && query.set("line", body.line), query;
}
var bodyOf2 = (form) => ({
  spot: { board: "Ks7h2d", pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip, tree: form.tree },
  boards: /^\d+$/.test(form.boards.trim()) ? Number(form.boards) : form.boards.split(/[\s,]+/).filter(Boolean),
  line: form.line.trim(),
  ...stopsOfPot(form)
}), isGood = (form) => Number(form.pot) > 0 && Number(form.stack) > 0 && form.oop.trim() !== "" && form.ip.trim() !== "" && form.boards.trim() !== "" && faultOfStops(form) === null;
function NewReport({ query }) {
  let say2 = useWords();
  useTitle(say2("report.title"));
  let [form, setForm] = d(() => Object.fromEntries(FIELDS2.map((key) => [key, query.get(key) ?? USUAL2[key]]))), [seat, setSeat] = d("oop"), late = useLater(form, 400), { plan, error } = usePlan("/holdem/reports/plans", isGood(late) ? bodyOf2(late) : null), { isBusy, refused, start } = useStart("/holdem/reports", "/holdem"), set = (key) => (event) => setForm({ ...form, [key]: event.currentTarget.value });
  return /* @__PURE__ */ a("form", { class: "screen holdem", onSubmit: (event) => start(event, isGood(form) ? { report: bodyOf2(form) } : null), noValidate: !0, children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("report.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say2("report.lead") })
    ] }) }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-label": say2("spot.ranges"), children: [
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("spot.ranges"), children: ["oop", "ip"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": seat === name, onClick: () => setSeat(name), children: say2(`seat.${name}.long`) }, name)) }),
        /* @__PURE__ */ a(RangeEditor, { label: say2(`seat.${seat}.range`), text: form[seat], onChange: (text) => setForm((before) => ({ ...before, [seat]: text })) }, seat)
      ] }),
      /* @__PURE__ */ a("div", { class: "stack", children: [
        /* @__PURE__ */ a("section", { class: "panel", children: /* @__PURE__ */ a("div", { class: "form", children: [
          /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say2("report.boards") }),
            /* @__PURE__ */ a("input", { type: "text", list: "flops", value: form.boards, onInput: set("boards") }),
            /* @__PURE__ */ a("datalist", { id: "flops", children: [25, 49, 95, 184, 1755].map((n) => /* @__PURE__ */ a("option", { value: n }, n)) })
          ] }),
          ["pot", "stack"].map((key) => /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say2(`spot.${key}`) }),
            /* @__PURE__ */ a("input", { type: "text", inputMode: "decimal", value: form[key], onInput: set(key) })
          ] }, key)),
          /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say2("spot.tree") }),
            /* @__PURE__ */ a("select", { value: form.tree, onChange: set("tree"), children: ["simple", "standard", "rich"].map((name) => /* @__PURE__ */ a("option", { value: name, children: say2(`tree.${name}`) }, name)) })
          ] }),
          /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say2("report.line") }),
            /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, value: form.line, placeholder: say2("lock.start"), onInput: set("line") })
          ] })
        ] }) }),
        /* @__PURE__ */ a(Stops, { form, ofPot: !0, onInput: (key, text) => setForm({ ...form, [key]: text }) }),
        /* @__PURE__ */ a("section", { class: "panel plan", "aria-label": say2("plan.title"), children: [
          /* @__PURE__ */ a("div", { "aria-live": "polite", children: error ? /* @__PURE__ */ a(Trouble, { error }) : plan ? /* @__PURE__ */ a("dl", { class: "facts", children: [
            /* @__PURE__ */ a(Fact, { label: say2("report.count"), isMain: !0, children: count(Number(plan.boards)) }),
            /* @__PURE__ */ a(Fact, { label: say2("plan.memory"), children: [
              bytes(plan.bytes),
              " ",
              /* @__PURE__ */ a("small", { class: plan.fits ? "good" : "bad", children: say2(plan.fits ? "plan.fits" : "plan.over", { free: bytes(plan.allowed_bytes) }) })
            ] }),
            /* @__PURE__ */ a(Fact, { label: say2("plan.time", { threads: plan.threads }), children: duration(plan.seconds) })
          ] }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("plan.counting") }) }),
          /* @__PURE__ */ a(Trouble, { error: refused }),
          /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || error !== null || !isGood(form) || plan !== null && !plan.fits, children: [
            /* @__PURE__ */ a(Icon, { name: "play" }),
            say2("report.start")
          ] }) })
        ] })
      ] })
    ] })
  ] });
}

// src/holdem/chips.ts
function useChips(begin) {
  let [now, chips] = [useStore(unit), useStore(blind)];
  return (value, digits = 2) => value == null || !Number.isFinite(value) ? fixed(value) : now === "pot" ? `${fixed(100 * value / begin, Math.max(0, digits - 1))} %` : now === "bb" ? `${fixed(value / chips, digits)} bb` : fixed(value, digits);
}

// src/holdem/Filter.tsx
var ALL = { made: "", draw: "", suits: "", action: "", text: "" };
function readWanted(text) {
  let query = new URLSearchParams(text);
  return Object.fromEntries(Object.keys(ALL).map((key) => [key, query.get(key) ?? ""]));
}
var writeWanted = (wanted) => String(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)));
function fitting(node, seat, wanted) {
  if (!writeWanted(wanted)) return null;
  let side = node.seats[seat], width = node.actions?.length ?? 0, parts = wanted.text.toLowerCase().split(/[\s,]+/).filter(Boolean);
  return [...side.hands].map((hand, row) => {
    let [high, low] = HANDS[hand] ?? [0, 0], isSuited = (high & 3) === (low & 3);
    if (wanted.made && node.made[side.made[row] ?? 0] !== wanted.made || wanted.draw && node.draws[side.draw[row] ?? 0] !== wanted.draw) return !1;
    if (wanted.suits === "suited" || wanted.suits === "offsuit") {
      if (isSuited !== (wanted.suits === "suited")) return !1;
    } else if (wanted.suits && !handName(hand).includes(wanted.suits)) return !1;
    if (wanted.action && seat === node.player) {
      let shares = Array.from({ length: width }, (_, a2) => node.strategy[row * width + a2] ?? 0);
      if (shares.indexOf(Math.max(...shares)) !== (node.actions ?? []).indexOf(wanted.action)) return !1;
    }
    let names = [(CLASSES[CLASS_OF[hand] ?? 0] ?? "").toLowerCase(), handName(hand).toLowerCase()];
    return !parts.length || parts.some((part) => names.some((name) => name.startsWith(part) || name.includes(part)));
  });
}
function Filter({ node, seat, wanted, rows, onChange }) {
  let say2 = useWords(), side = node.seats[seat], choose = (key, options) => /* @__PURE__ */ a("label", { children: [
    /* @__PURE__ */ a("span", { children: say2(`filter.${key}`) }),
    /* @__PURE__ */ a("select", { value: wanted[key], onChange: (event) => onChange({ ...wanted, [key]: event.currentTarget.value }), children: [
      /* @__PURE__ */ a("option", { value: "", children: say2("filter.any") }),
      options.map(([value, name]) => /* @__PURE__ */ a("option", { value, children: name }, value))
    ] })
  ] }), there = (names, numbers) => names.filter((_, k) => numbers.includes(k)).map((name) => [name, say2(`cat.${name}`)]), left2 = rows ? rows.reduce((sum, fits2, row) => sum + (fits2 ? side.reach[row] ?? 0 : 0), 0) : 0;
  return /* @__PURE__ */ a("details", { open: rows !== null, children: [
    /* @__PURE__ */ a("summary", { children: say2("filter.title") }),
    /* @__PURE__ */ a("div", { class: "form filter", children: [
      choose("made", there(node.made, side.made)),
      node.board.length < 10 && choose("draw", there(node.draws, side.draw)),
      choose("suits", [["suited", say2("filter.suited")], ["offsuit", say2("filter.offsuit")], ["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]]),
      seat === node.player && choose("action", (node.actions ?? []).map((name) => [name, saidAction(name)])),
      /* @__PURE__ */ a("label", { children: [
        /* @__PURE__ */ a("span", { children: say2("filter.text") }),
        /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, value: wanted.text, onInput: (event) => onChange({ ...wanted, text: event.currentTarget.value }) })
      ] })
    ] }),
    rows && /* @__PURE__ */ a("p", { class: "small", children: [
      /* @__PURE__ */ a("span", { "data-fact": "fitting", children: say2("filter.count", { n: Number(left2.toFixed(1)), all: Number(side.combos.toFixed(1)) }) }),
      " ",
      /* @__PURE__ */ a("button", { type: "button", class: "plain", onClick: () => onChange(ALL), children: say2("filter.clear") })
    ] })
  ] });
}

// src/holdem/Graphs.tsx
var [WIDTH2, HEIGHT2, LEFT2, BELOW2] = [320, 200, 40, 24];
function curveOf(values, weights) {
  if (!values) return [];
  let rows = [...values].map((value, k) => [value, weights[k] ?? 0]).filter(([value, weight]) => Number.isFinite(value) && weight > 0);
  rows.sort((a2, b) => a2[0] - b[0]);
  let total = rows.reduce((sum, [, weight]) => sum + weight, 0), before = 0;
  return rows.flatMap(([value, weight]) => [
    [before / total, value],
    [(before += weight) / total, value]
  ]);
}
var median = (curve) => curve.find(([share]) => share >= 0.5)?.[1] ?? NaN;
function Whole({ node, seat }) {
  let say2 = useWords(), [at, setAt] = d(0), side = node.seats[seat], left2 = CLASSES.map(() => 0);
  side.hands.forEach((hand, row) => left2[CLASS_OF[hand] ?? 0] = (left2[CLASS_OF[hand] ?? 0] ?? 0) + (side.reach[row] ?? 0));
  let cells = left2.map((combos, k) => {
    let all = HANDS_OF[k]?.length ?? 1;
    return { height: combos / all, parts: [{ colour: "range", share: 1 }], about: say2("cell.combos", { left: Number(combos.toFixed(1)), all }) };
  });
  return /* @__PURE__ */ a("figure", { children: [
    /* @__PURE__ */ a("figcaption", { class: "small muted", children: [
      say2(`seat.${seat}`),
      ": ",
      say2("range.combos", { n: Number(side.combos.toFixed(1)) })
    ] }),
    /* @__PURE__ */ a(Grid, { isSmall: !0, label: say2("grid.label", { seat: say2(`seat.${seat}`) }), cells, at, onPick: setAt })
  ] });
}
function Graphs({ node }) {
  let say2 = useWords(), [what, setWhat] = d("equity"), seats = ["oop", "ip"], curves = seats.map((seat) => curveOf(node.seats[seat][what], node.seats[seat].weight)), all = curves.flat().map(([, value]) => value);
  if (!all.length) return /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") });
  let [low, high] = what === "equity" ? [0, 1] : [Math.min(0, ...all), Math.max(...all)], x = (share) => LEFT2 + share * (WIDTH2 - LEFT2 - 16), y = (value) => HEIGHT2 - BELOW2 - (value - low) / (high - low || 1) * (HEIGHT2 - BELOW2 - 10), show = (value) => what === "equity" ? percent(value) : fixed(value, 1), told = seats.map((seat, k) => say2("graphs.median", { seat: say2(`seat.${seat}`), value: show(median(curves[k] ?? [])) })).join(" · ");
  return /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("graphs.what"), children: ["equity", "ev"].map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": what === each, onClick: () => setWhat(each), children: say2(`view.${each}`) }, each)) }),
    /* @__PURE__ */ a("svg", { class: "ranges", viewBox: `0 0 ${WIDTH2} ${HEIGHT2}`, role: "img", "aria-label": `${say2("graphs.label")}: ${told}`, children: [
      [0, 0.25, 0.5, 0.75, 1].map((share) => /* @__PURE__ */ a("g", { children: [
        /* @__PURE__ */ a("path", { class: "gridline", d: `M${LEFT2} ${y(low + share * (high - low))}H${WIDTH2 - 16}` }),
        /* @__PURE__ */ a("text", { class: "tick", x: LEFT2 - 5, y: y(low + share * (high - low)) + 4, "text-anchor": "end", children: what === "equity" ? 100 * share : fixed(low + share * (high - low), 0) }),
        /* @__PURE__ */ a("text", { class: "tick", x: x(share), y: HEIGHT2 - 8, "text-anchor": "middle", children: 100 * share })
      ] }, share)),
      curves.map((curve, k) => /* @__PURE__ */ a("path", { class: `range-${seats[k]}`, d: curve.map(([share, value], i) => `${i ? "L" : "M"}${x(share).toFixed(1)} ${y(value).toFixed(1)}`).join("") }, k))
    ] }),
    /* @__PURE__ */ a("ul", { class: "key", children: seats.map((seat) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("svg", { class: "ranges", width: "26", height: "8", "aria-hidden": "true", children: /* @__PURE__ */ a("path", { class: `range-${seat}`, d: "M0 4H26" }) }),
      say2(`seat.${seat}`)
    ] }, seat)) }),
    /* @__PURE__ */ a("p", { class: "small muted", children: told }),
    /* @__PURE__ */ a("h2", { children: say2("graphs.both") }),
    /* @__PURE__ */ a("div", { class: "stack", children: seats.map((seat) => /* @__PURE__ */ a(Whole, { node, seat }, seat)) }),
    /* @__PURE__ */ a("p", { class: "small muted", children: say2("graphs.help") })
  ] });
}

// src/holdem/Lock.tsx
function EditedFigures({ found }) {
  let say2 = useWords(), [was, is] = found.proofs;
  if (!was || !is) return null;
  let pct = (chips) => `${fixed(100 * chips / found.pot, 2)} %`, signed = (value) => value === null ? "–" : `${value > 0 ? "+" : ""}${fixed(value, 3)}`, rows = [
    [say2("lock.exploitability"), pct(was.exploitability), pct(is.exploitability)],
    ...["oop", "ip"].map((seat, p) => [`EV ${say2(`seat.${seat}`)}`, fixed(was.values[p] ?? 0, 3), fixed(is.values[p] ?? 0, 3)]),
    ...Object.entries(found.frequencies).map(([name, row]) => [saidAction(name), percent(row.a ?? 0), percent(row.b ?? 0)])
  ];
  return /* @__PURE__ */ a("section", { "aria-label": say2("lock.evaluate"), "data-edited": !0, children: [
    /* @__PURE__ */ a("table", { class: "data totals", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { scope: "col", children: say2("compare.what") }),
        /* @__PURE__ */ a("th", { scope: "col", class: "number", children: say2("lock.before") }),
        /* @__PURE__ */ a("th", { scope: "col", class: "number", children: say2("lock.after") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: rows.map(([name, before, after]) => /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { scope: "row", children: name }),
        /* @__PURE__ */ a("td", { class: "number", children: before }),
        /* @__PURE__ */ a("td", { class: "number", children: after })
      ] }, name)) })
    ] }),
    /* @__PURE__ */ a("p", { class: "small muted", children: say2("lock.edited", { hands: found.most_different_hands.slice(0, 5).map((row) => `${row.hand} ${signed(row.ev)}`).join(", ") || "–" }) })
  ] });
}
function More({ node, run, board, given, onGiven }) {
  let say2 = useWords(), [action, setAction] = d(0), [points, setPoints] = d("10"), [error, setError] = d(null), all = useStore(runs) ?? [], cards = (text) => [...text.replace(/[\s,]/g, "").match(/../g) ?? []].map((card) => card.toLowerCase()).sort().join(""), others = all.filter((each) => each.kind === "holdem" && each.id !== run && each.result !== null && cards(each.body.spot?.board ?? "") === cards(board)), words = node.words ?? [], ask1 = (of, body, told) => {
    setError(null), ask(`/solves/${of}/strategy`, { method: "POST", body: { line: node.line, ...body } }).then(
      (found) => onGiven({ strategy: found.strategy, told: told(found) }),
      (refused) => (onGiven(null), setError(refused))
    );
  }, share = Number(points) / 100;
  return /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a("div", { class: "form", children: [
      /* @__PURE__ */ a("label", { children: [
        /* @__PURE__ */ a("span", { children: say2("lock.action") }),
        /* @__PURE__ */ a("select", { value: String(action), onChange: (event) => (setAction(Number(event.currentTarget.value)), onGiven(null)), children: (node.actions ?? []).map((name, a2) => /* @__PURE__ */ a("option", { value: String(a2), children: saidAction(name) }, name)) })
      ] }),
      /* @__PURE__ */ a("label", { children: [
        /* @__PURE__ */ a("span", { children: say2("lock.points") }),
        /* @__PURE__ */ a("input", { type: "number", min: -100, max: 100, value: points, onInput: (event) => (setPoints(event.currentTarget.value), onGiven(null)) })
      ] })
    ] }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("lock.more.help") }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a(
        "button",
        {
          type: "button",
          class: "button",
          disabled: !(Math.abs(share) > 0 && Math.abs(share) <= 1),
          onClick: () => ask1(run, { action: words[action] ?? "", share }, (found) => say2("lock.moved", { action: saidAction(node.actions?.[action] ?? ""), share: percent(found.frequency ?? 0), change: `${found.cost > 0 ? "" : "+"}${fixed(-found.cost, 3)}` })),
          children: say2("lock.work")
        }
      ),
      others.length > 0 && /* @__PURE__ */ a(
        "select",
        {
          class: "button",
          "aria-label": say2("lock.copy"),
          value: "",
          onChange: (event) => {
            let other = others.find(({ id }) => id === event.currentTarget.value);
            other && ask1(other.id, {}, (found) => say2("lock.copied", { n: Object.keys(found.strategy).length, name: other.name || other.id }));
          },
          children: [
            /* @__PURE__ */ a("option", { value: "", children: say2("lock.copy") }),
            others.map((each) => /* @__PURE__ */ a("option", { value: each.id, children: each.name || each.id }, each.id))
          ]
        }
      )
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    given && /* @__PURE__ */ a("p", { class: "small", role: "status", "data-fact": "given", children: given.told })
  ] });
}
function Lock({ node, run, body, painted, onPainted, query, onTurn }) {
  let say2 = useWords(), actions = node.actions ?? [], words = node.words ?? [], chosen = Math.min(actions.length - 1, Math.max(0, Number(query.get("act") ?? "0") || 0)), [mix, setMix] = d(() => (node.frequencies ?? []).map((share) => Math.round(100 * share))), [how, setHow] = d("paint"), isWhole = how === "whole", [given, setGiven] = d(null), [isBusy, setBusy] = d(!1), [error, setError] = d(null), [edited, setEdited] = d(null);
  A(() => setEdited(null), [node.line, painted, how, mix, given]), A(() => setGiven(null), [node.line]);
  let total = mix.reduce((sum, each) => sum + each, 0), paint = colours(actions), strategyOf = () => {
    let strategy;
    if (how === "more") strategy = given?.strategy;
    else if (isWhole) strategy = Object.fromEntries(words.map((word, a2) => [word, (mix[a2] ?? 0) / total]));
    else {
      let groups = /* @__PURE__ */ new Map();
      for (let [cell, shares] of painted) {
        let key = words[shares.indexOf(1)] ?? "";
        groups.set(key, [...groups.get(key) ?? [], CLASSES[cell] ?? ""]);
      }
      strategy = Object.fromEntries([...groups].map(([word, names]) => [names.join(","), { [word]: 1 }]));
    }
    return strategy;
  }, isReady = how === "more" ? given !== null : isWhole ? total > 0 : painted.size > 0, weigh = () => {
    setBusy(!0), setError(null), ask(`/solves/${run}/evaluate`, { method: "POST", body: { edits: [{ line: node.line, strategy: strategyOf() }], line: node.line } }).then((found) => setEdited(found)).catch((problem) => setError(problem)).finally(() => setBusy(!1));
  }, start = () => {
    let strategy = strategyOf(), kept = (body.spot.locks ?? []).filter((lock) => lock.line !== node.line), holdem = { ...body, spot: { ...body.spot, locks: [...kept, { line: node.line, strategy }] } };
    setBusy(!0), setError(null), ask("/holdem/runs", { method: "POST", body: { holdem, parent: run } }).then((next) => go(`/holdem/${next.id}?${new URLSearchParams({ line: node.line })}`)).catch((problem) => (setError(problem), setBusy(!1)));
  };
  return /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("lock.lead") }),
    node.of.locks.length > 0 && /* @__PURE__ */ a("p", { class: "small", children: say2("lock.there", { lines: node.of.locks.map((line) => line || say2("lock.start")).join("; ") }) }),
    /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("lock.how"), children: ["paint", "whole", "more"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": how === name, onClick: () => setHow(name), children: say2(`lock.${name}`) }, name)) }),
    how === "more" ? /* @__PURE__ */ a(More, { node, run, board: body.spot.board, given, onGiven: setGiven }) : isWhole ? /* @__PURE__ */ a("div", { class: "form", children: actions.map((name, a2) => /* @__PURE__ */ a("label", { children: [
      /* @__PURE__ */ a("span", { children: saidAction(name) }),
      /* @__PURE__ */ a("input", { type: "number", min: 0, max: 100, value: mix[a2] ?? 0, onInput: (event) => setMix(mix.map((each, k) => k === a2 ? Math.max(0, Number(event.currentTarget.value) || 0) : each)) })
    ] }, name)) }) : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("div", { class: "brush", role: "radiogroup", "aria-label": say2("lock.brush"), children: actions.map((name, a2) => /* @__PURE__ */ a("button", { type: "button", role: "radio", "aria-checked": a2 === chosen, onClick: () => onTurn({ act: String(a2) }), children: [
        /* @__PURE__ */ a("i", { class: `act-${paint[a2]}`, "aria-hidden": "true" }),
        /* @__PURE__ */ a("span", { children: saidAction(name) })
      ] }, name)) }),
      /* @__PURE__ */ a("p", { class: "small", children: [
        painted.size ? say2("lock.count", { n: painted.size }) : say2("lock.none"),
        " ",
        painted.size > 0 && /* @__PURE__ */ a("button", { type: "button", class: "plain", onClick: () => onPainted(/* @__PURE__ */ new Map()), children: say2("lock.free") })
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "actions", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "button main", disabled: isBusy || !isReady, onClick: start, children: [
        /* @__PURE__ */ a(Icon, { name: "play" }),
        say2("lock.solve")
      ] }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: isBusy || !isReady, onClick: weigh, children: say2("lock.evaluate") })
    ] }),
    edited && /* @__PURE__ */ a(EditedFigures, { found: edited })
  ] });
}

// src/holdem/Notes.tsx
var LONGEST = 4e3;
function Notes({ run }) {
  let say2 = useWords(), [text, setText] = d(null), [error, setError] = d(null), [isKept, setKept] = d(!0), late = T(null);
  A(() => (ask(`/runs/${run}`).then((found) => setText(found.note), setError), () => {
    late.current && (clearTimeout(late.current.timer), late.current.keep());
  }), [run]);
  let change = (next) => {
    setText(next), setKept(!1);
    let keep2 = () => {
      late.current = null, ask(`/runs/${run}`, { method: "PATCH", body: { note: next } }).then(() => (setKept(!0), setError(null)), setError);
    };
    late.current && clearTimeout(late.current.timer), late.current = { timer: window.setTimeout(keep2, 600), keep: keep2 };
  };
  return /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("label", { class: "wide", children: [
      /* @__PURE__ */ a("span", { children: say2("notes.label") }),
      /* @__PURE__ */ a("textarea", { rows: 10, maxLength: LONGEST, disabled: text === null, value: text ?? "", onInput: (event) => change(event.currentTarget.value) })
    ] }),
    /* @__PURE__ */ a("p", { class: "small muted", role: "status", children: say2(text === null ? "loading" : isKept ? "notes.kept" : "notes.keeping") })
  ] });
}

// src/holdem/Browser.tsx
var VIEWS2 = ["strategy", "both", "ev", "gap", "equity", "realised", "range"], TABS = ["hands", "categories", "graphs", "lock", "notes"], join = (line, word) => line ? `${line}, ${word}` : word;
function classesOf(node, seat, fits2) {
  let side = node.seats[seat], width = node.actions?.length ?? 0, isActing = node.player === seat, found = CLASSES.map(() => ({ left: 0, rows: [], shares: new Array(isActing ? width : 0).fill(0), evs: new Array(isActing ? width : 0).fill(0), ev: 0, equity: 0 }));
  return side.hands.forEach((hand, row) => {
    let cell = found[CLASS_OF[hand] ?? 0], reach = side.reach[row] ?? 0;
    if (!(!cell || fits2 && !fits2[row])) {
      if (cell.rows.push(row), cell.left += reach, isActing) for (let a2 = 0; a2 < width; a2++) cell.shares[a2] = (cell.shares[a2] ?? 0) + reach * (node.strategy[row * width + a2] ?? 0);
      if (isActing) for (let a2 = 0; a2 < width; a2++) cell.evs[a2] = (cell.evs[a2] ?? 0) + reach * (node.action_evs?.[row * width + a2] ?? 0);
      cell.ev += reach * (Number.isFinite(side.ev?.[row] ?? NaN) ? side.ev?.[row] ?? 0 : 0), cell.equity += reach * (Number.isFinite(side.equity?.[row] ?? NaN) ? side.equity?.[row] ?? 0 : 0);
    }
  }), found.forEach((cell, k) => {
    cell.left > 0 && (cell.shares = cell.shares.map((share) => share / cell.left), cell.evs = cell.evs.map((value) => value / cell.left), cell.ev /= cell.left, cell.equity /= cell.left), cell.left /= HANDS_OF[k]?.length ?? 1;
  }), found;
}
function Browser({ run, stamp, body, query }) {
  let say2 = useWords(), line = query.get("line") ?? "", [error, setError] = d(null), [, draw] = d(0), shown = T(null), known = knownNode(run, stamp, line);
  known && (shown.current = known);
  let node = shown.current;
  F(() => (setError(null), known ? void 0 : fetchNode(run, stamp, line, (found) => {
    shown.current = found, setError(null), draw((times) => times + 1);
  }, setError)), [run, stamp, line]);
  let turn = (changes, how = "replace") => {
    if (place.value.path !== `/holdem/${run}`) return;
    let next = new URLSearchParams(place.value.query);
    for (let [key, value] of Object.entries(changes))
      value ? next.set(key, value) : next.delete(key);
    go(`/holdem/${run}?${next}`, how);
  }, walk = (to) => turn({ line: to, seat: "" }, "push");
  return node ? /* @__PURE__ */ a("div", { class: "stack", children: [
    /* @__PURE__ */ a(LineBar, { node, up: known ? node.trail.at(-1)?.line : line ? line.split(/, */).slice(0, -1).join(", ") : void 0, onWalk: walk }),
    /* @__PURE__ */ a(Damaged, { error, run }),
    node.kind === "act" && /* @__PURE__ */ a(Decision, { node, run, body, query, onTurn: turn, onWalk: walk }),
    node.kind === "deal" && /* @__PURE__ */ a(Deal, { node, run, onWalk: walk }),
    (node.kind === "fold" || node.kind === "showdown") && /* @__PURE__ */ a("section", { class: "panel", children: /* @__PURE__ */ a("p", { children: say2(node.kind === "fold" ? "end.fold" : "end.showdown", { pot: fixed(node.pot, 2) }) }) })
  ] }) : error ? /* @__PURE__ */ a(Damaged, { error, run }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") });
}
function LineBar({ node, up, onWalk }) {
  let say2 = useWords(), last = node.kind === "act" ? [node] : [], box = T(null);
  return F(() => {
    box.current && (box.current.scrollLeft = box.current.scrollWidth);
  }, [node.line]), /* @__PURE__ */ a("nav", { class: "linebar", ref: box, "aria-label": say2("line.label"), children: /* @__PURE__ */ a("ol", { children: [
    /* @__PURE__ */ a("li", { class: "street", children: /* @__PURE__ */ a(Cards, { text: node.start }) }),
    [...node.trail, ...last].map(
      (step, k) => step.card ? /* @__PURE__ */ a("li", { class: "street", children: /* @__PURE__ */ a("button", { type: "button", "data-street": k, onClick: () => onWalk(step.line), onKeyDown: (event) => turnCard(event, node, k, onWalk), "aria-label": say2("line.turn", { card: step.card }), children: /* @__PURE__ */ a(Card, { name: step.card }) }) }, k) : /* @__PURE__ */ a("li", { class: step.chosen === void 0 ? "here" : "", "aria-current": step.chosen === void 0 ? "step" : void 0, children: [
        /* @__PURE__ */ a("header", { children: [
          /* @__PURE__ */ a("b", { children: say2(`seat.${step.player ?? "oop"}`) }),
          /* @__PURE__ */ a("small", { children: say2("line.pot", { pot: fixed(step.pot, 1) }) })
        ] }),
        (step.actions ?? []).map((name, a2) => /* @__PURE__ */ a(
          "button",
          {
            type: "button",
            "data-key": step.chosen === void 0 && a2 < 9 ? String(a2 + 1) : void 0,
            "aria-pressed": step.chosen === a2,
            onClick: () => onWalk(join(step.line, step.words?.[a2] ?? "")),
            children: [
              /* @__PURE__ */ a("i", { class: `act-${colours(step.actions ?? [])[a2]}`, "aria-hidden": "true" }),
              /* @__PURE__ */ a("span", { children: saidAction(name) }),
              /* @__PURE__ */ a("em", { children: percent(step.frequencies?.[a2] ?? 0) })
            ]
          },
          name
        ))
      ] }, k)
    ),
    up !== void 0 && /* @__PURE__ */ a("li", { class: "street", children: /* @__PURE__ */ a("button", { type: "button", class: "plain", "data-key": "backspace", onClick: () => onWalk(up), children: say2("line.back") }) })
  ] }) });
}
function turnCard(event, node, at, onWalk) {
  let by = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
  if (!by) return;
  event.preventDefault();
  let cards = [...readBoard(node.start) ?? [], ...node.trail.flatMap((step) => step.card ? readBoard(step.card) ?? [] : [])], now = readBoard(node.trail[at]?.card ?? "")?.[0] ?? 0, [rank, suit] = [now >> 2, now & 3];
  do
    rank = (rank + (by[0] ?? 0) + 13) % 13, suit = (suit + (by[1] ?? 0) + 4) % 4;
  while (cards.includes(rank * 4 + suit) && rank * 4 + suit !== now);
  if (rank * 4 + suit === now) return;
  let words = node.trail.map((step, k) => k === at ? cardName(rank * 4 + suit) : step.card ?? step.words?.[step.chosen ?? 0] ?? "");
  onWalk(words.join(", "));
}
function gridRows(node, seat, classes) {
  let actions = seat === node.player ? node.actions ?? [] : [];
  return [["hand", "left", ...actions, ...node.seats[seat].ev ? ["ev", "equity"] : []], ...classes.map((each, k) => [CLASSES[k] ?? "", each.left, ...actions.map((_, a2) => each.shares[a2] ?? 0), ...node.seats[seat].ev ? [each.ev, each.equity] : []])];
}
function GridTable({ rows }) {
  let say2 = useWords(), [head = [], ...body] = rows, names = { hand: say2("grid.hand"), left: say2("col.share"), ev: say2("view.ev"), equity: say2("view.equity") };
  return /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("grid.table"), children: /* @__PURE__ */ a("table", { class: "data", children: [
    /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: head.map((name, k) => /* @__PURE__ */ a("th", { scope: "col", class: k ? "number" : "", children: names[String(name)] ?? saidAction(String(name)) }, k)) }) }),
    /* @__PURE__ */ a("tbody", { children: body.filter((row) => Number(row[1]) > 0).map((row) => /* @__PURE__ */ a("tr", { children: row.map((value, k) => k ? /* @__PURE__ */ a("td", { class: "number", children: head[k] === "ev" ? fixed(Number(value), 2) : percent(Number(value)) }, k) : /* @__PURE__ */ a("th", { scope: "row", children: value }, k)) }, String(row[0]))) })
  ] }) });
}
function Decision({ node, run, body, query, onTurn }) {
  let say2 = useWords(), wanted = query.get("seat"), seat = wanted === "oop" || wanted === "ip" ? wanted : node.player ?? "oop", isActing = seat === node.player, asked = VIEWS2.find((each) => each === query.get("view")) ?? "strategy", needsTurn = (name) => name === "strategy" || name === "both" || name === "gap", chips = useChips(body.spot.pot), shownOnly = readWanted(query.get("only") ?? ""), only = w(() => fitting(node, seat, shownOnly), [node, seat, query.get("only")]), view = needsTurn(asked) && !isActing ? "range" : asked, [pair, setPair] = d([-1, 0]), two = pair.map((a2) => a2 < 0 || a2 >= (node.actions?.length ?? 0) ? (node.actions?.length ?? 1) - 1 : a2), tab = TABS.find((each) => each === query.get("tab")) ?? "hands", hand = Math.max(0, CLASSES.indexOf(query.get("hand") ?? "")), [at, setAt] = d(hand), [isTable, setTable] = d(!1), late = T(0);
  A(() => () => clearTimeout(late.current), []);
  let [painted, setPainted] = d(/* @__PURE__ */ new Map());
  A(() => setPainted(/* @__PURE__ */ new Map()), [node.line]);
  let classes = w(() => classesOf(node, seat, only), [node, seat, only]), paint = w(() => colours(node.actions ?? []), [node]), isLocking = tab === "lock" && isActing, cells = w(() => {
    let valueOf = (each) => view === "gap" ? (each.evs[two[0]] ?? 0) - (each.evs[two[1]] ?? 0) : view === "realised" ? each.equity > 0 ? each.ev / node.pot / each.equity : 0 : view === "ev" ? each.ev : each.equity, values = classes.map(valueOf), shown = values.filter((value, k) => (classes[k]?.left ?? 0) > 0 && Number.isFinite(value)), widest = Math.max(...shown.map(Math.abs)), [low, high] = view === "equity" ? [0, 1] : view === "gap" ? [-widest, widest] : [Math.min(...shown), Math.max(...shown)];
    return classes.map((each, k) => {
      let mix = (isLocking ? painted.get(k) : void 0) ?? each.shares, told = mix.map((share, a2) => [share, a2]).filter(([share]) => share >= 5e-3).map(([share, a2]) => `${saidAction(node.actions?.[a2] ?? "")} ${percent(share)}`), ev = node.seats[seat].ev ? say2("cell.ev", { ev: chips(each.ev) }) : "", size = HANDS_OF[k]?.length ?? 1, combos = say2("cell.combos", { left: Number((each.left * size).toFixed(1)), all: size }), about = each.left > 0 ? saidAll([combos, ...told, ev]) : say2("cell.none");
      if (view === "both") return { height: each.left, parts: mix.map((share, a2) => ({ colour: paint[a2] ?? "b1", share })), about, ...each.left > 0 && node.seats[seat].ev ? { corner: chips(each.ev, Math.abs(each.ev) < 10 ? 1 : 0).replace(/ (bb|%)$/, "") } : {} };
      if (view === "strategy") return { height: each.left, parts: mix.map((share, a2) => ({ colour: paint[a2] ?? "b1", share })), about };
      if (view === "range") return { height: each.left, parts: [{ colour: "range", share: 1 }], about };
      let value = values[k] ?? 0, step = Math.round((value - low) / (high - low || 1) * 8), text = each.left > 0 ? view === "ev" || view === "gap" ? chips(value, Math.abs(value) < 100 ? 1 : 0).replace(/ (bb|%)$/, "") : (100 * value).toFixed(0) : void 0;
      return { height: each.left > 0 ? 1 : 0, parts: [{ colour: `heat${step}`, share: 1 }], about, ...text === void 0 ? {} : { text } };
    });
  }, [classes, view, two.join(), painted, isLocking, node, seat, say2("cell.none"), chips(1)]), pick = (cell) => {
    setAt(cell), clearTimeout(late.current), late.current = window.setTimeout(() => onTurn({ hand: CLASSES[cell] ?? "" }), 150);
  };
  return /* @__PURE__ */ a("div", { class: "split solve", children: [
    /* @__PURE__ */ a("section", { class: "panel", "aria-label": say2("grid.label", { seat: say2(`seat.${seat}`) }), children: [
      /* @__PURE__ */ a("div", { class: "tools", children: [
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("grid.seat"), children: ["oop", "ip"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": seat === name, "data-key": seat === name ? void 0 : "p", onClick: () => onTurn({ seat: name === node.player ? "" : name }), children: [
          say2(`seat.${name}`),
          name === node.player ? ` · ${say2("grid.acts")}` : ""
        ] }, name)) }),
        /* @__PURE__ */ a("span", { class: "tools far", children: [
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "t", "aria-pressed": isTable, onClick: () => setTable(!isTable), children: say2("grid.table") }),
          /* @__PURE__ */ a(Export, { name: `${run}-${seat}-${view}`, of: "main .grid13", csv: () => gridRows(node, seat, classes) })
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "segments tight", role: "group", "aria-label": say2("grid.view"), children: VIEWS2.filter((name) => isActing || !needsTurn(name)).map((name, _, all) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": view === name, "data-key": all[(all.indexOf(view) + 1) % all.length] === name ? "v" : void 0, onClick: () => onTurn({ view: name === "strategy" ? "" : name }), children: say2(`view.${name}`) }, name)) }),
      view === "gap" && /* @__PURE__ */ a("div", { class: "tools", children: [0, 1].map((k) => /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say2(k ? "gap.less" : "gap.of") }),
        /* @__PURE__ */ a("select", { class: "button", value: String(two[k]), onChange: (event) => setPair(k ? [two[0], Number(event.currentTarget.value)] : [Number(event.currentTarget.value), two[1]]), children: (node.actions ?? []).map((name, a2) => /* @__PURE__ */ a("option", { value: String(a2), children: saidAction(name) }, name)) })
      ] }, k)) }),
      /* @__PURE__ */ a(Filter, { node, seat, wanted: shownOnly, rows: only, onChange: (next) => onTurn({ only: writeWanted(next) || writeWanted(ALL) }) }),
      isActing && /* @__PURE__ */ a("ul", { class: "key", children: (node.actions ?? []).map((name, a2) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("i", { class: `act-${paint[a2]}`, "aria-hidden": "true" }),
        /* @__PURE__ */ a("span", { children: saidAction(name) }),
        " ",
        /* @__PURE__ */ a("b", { children: percent(node.frequencies?.[a2] ?? 0) })
      ] }, name)) }),
      isTable && /* @__PURE__ */ a(GridTable, { rows: gridRows(node, seat, classes) }),
      /* @__PURE__ */ a(
        Grid,
        {
          label: say2("grid.label", { seat: say2(`seat.${seat}`) }),
          cells,
          at,
          onPick: pick,
          ...isLocking ? { onPaint: (cell) => setPainted((before) => new Map(before).set(cell, lockBrush(node, query))) } : {}
        }
      ),
      /* @__PURE__ */ a("p", { class: "muted small", children: say2("grid.help") })
    ] }),
    /* @__PURE__ */ a("div", { class: "stack", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-label": say2("totals"), children: /* @__PURE__ */ a("table", { class: "data totals", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { scope: "col", children: say2("totals") }),
          /* @__PURE__ */ a("th", { scope: "col", class: "number", children: say2("col.combos") }),
          /* @__PURE__ */ a("th", { scope: "col", class: "number", children: say2("view.ev") }),
          /* @__PURE__ */ a("th", { scope: "col", class: "number", children: say2("view.equity") }),
          /* @__PURE__ */ a("th", { scope: "col", class: "number", children: say2("col.realised") })
        ] }) }),
        /* @__PURE__ */ a("tbody", { children: ["oop", "ip"].map((name) => {
          let each = node.seats[name], realised = each.mean_ev !== null && each.mean_equity ? each.mean_ev / node.pot / each.mean_equity : null;
          return /* @__PURE__ */ a("tr", { children: [
            /* @__PURE__ */ a("th", { scope: "row", children: say2(`seat.${name}`) }),
            /* @__PURE__ */ a("td", { class: "number", children: fixed(each.combos, 1) }),
            /* @__PURE__ */ a("td", { class: "number", "data-fact": `ev-${name}`, children: each.mean_ev === null ? "…" : chips(each.mean_ev) }),
            /* @__PURE__ */ a("td", { class: "number", "data-fact": `equity-${name}`, children: each.mean_equity === null ? "…" : `${(100 * each.mean_equity).toFixed(1)} %` }),
            /* @__PURE__ */ a("td", { class: "number", children: realised === null ? "…" : `${(100 * realised).toFixed(0)} %` })
          ] }, name);
        }) })
      ] }) }),
      /* @__PURE__ */ a("section", { class: "panel", children: [
        /* @__PURE__ */ a("div", { class: "segments tight", role: "group", "aria-label": say2("tabs"), children: TABS.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": tab === name, "data-key": name === "lock" ? "l" : void 0, onClick: () => onTurn({ tab: name === "hands" ? "" : name }), children: say2(`tab.${name}`) }, name)) }),
        tab === "hands" && /* @__PURE__ */ a(Hands, { node, seat, cell: at, rows: classes[at]?.rows ?? [], chips }),
        tab === "categories" && /* @__PURE__ */ a(Categories, { node, seat }),
        tab === "graphs" && /* @__PURE__ */ a(Graphs, { node }),
        tab === "notes" && /* @__PURE__ */ a(Notes, { run }, run),
        tab === "lock" && (isActing ? /* @__PURE__ */ a(Lock, { node, run, body, painted, onPainted: setPainted, query, onTurn }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("lock.other", { seat: say2(`seat.${node.player ?? "oop"}`) }) }))
      ] })
    ] })
  ] });
}
function lockBrush(node, query) {
  let width = node.actions?.length ?? 0, chosen = Math.min(width - 1, Math.max(0, Number(query.get("act") ?? "0") || 0));
  return Array.from({ length: width }, (_, a2) => a2 === chosen ? 1 : 0);
}
function Hands({ node, seat, cell, rows, chips }) {
  let say2 = useWords(), side = node.seats[seat], isActing = seat === node.player, width = node.actions?.length ?? 0, paint = colours(node.actions ?? []);
  return rows.length ? /* @__PURE__ */ a("div", { class: "stack tight", "data-hand": CLASSES[cell], children: [
    /* @__PURE__ */ a("h2", { children: CLASSES[cell] }),
    /* @__PURE__ */ a("div", { class: "hands", tabIndex: 0, role: "group", "aria-label": CLASSES[cell], children: rows.map((row) => {
      let hand = side.hands[row] ?? 0, name = handName(hand), shares = isActing ? Array.from({ length: width }, (_, a2) => node.strategy[row * width + a2] ?? 0) : [], evs = isActing && node.action_evs ? Array.from({ length: width }, (_, a2) => node.action_evs?.[row * width + a2] ?? NaN) : [], order = evs.map((value, a2) => [value, a2]).sort((x, y) => y[0] - x[0]), gap = order.length > 1 ? (order[0]?.[0] ?? 0) - (order[1]?.[0] ?? 0) : NaN;
      return /* @__PURE__ */ a("article", { class: (side.reach[row] ?? 0) > 5e-4 ? "hand" : "hand hatched", children: [
        /* @__PURE__ */ a("header", { children: [
          /* @__PURE__ */ a(Cards, { text: name }),
          /* @__PURE__ */ a("small", { children: (side.reach[row] ?? 0) > 5e-4 ? say2("hands.left", { share: percent(side.reach[row] ?? 0) }) : say2("hands.gone") }),
          /* @__PURE__ */ a("span", { children: [
            "EV ",
            /* @__PURE__ */ a("b", { children: side.ev ? chips(side.ev[row]) : "…" }),
            " · ",
            say2("view.equity"),
            " ",
            /* @__PURE__ */ a("b", { children: side.equity ? `${(100 * (side.equity[row] ?? 0)).toFixed(1)} %` : "…" })
          ] })
        ] }),
        isActing && /* @__PURE__ */ a($, { children: [
          /* @__PURE__ */ a("div", { class: "mixbar", "aria-hidden": "true", children: shares.map((share, a2) => share > 5e-4 ? /* @__PURE__ */ a("span", { class: `act-${paint[a2]}`, style: { flexGrow: share } }, a2) : null) }),
          /* @__PURE__ */ a("ul", { children: shares.map((share, a2) => /* @__PURE__ */ a("li", { "data-action": node.actions?.[a2], children: [
            /* @__PURE__ */ a("i", { class: `act-${paint[a2]}`, "aria-hidden": "true" }),
            /* @__PURE__ */ a("span", { children: saidAction(node.actions?.[a2] ?? "") }),
            /* @__PURE__ */ a("b", { children: percent(share) }),
            /* @__PURE__ */ a("em", { children: evs.length ? chips(evs[a2]) : "…" })
          ] }, a2)) }),
          Number.isFinite(gap) && /* @__PURE__ */ a("p", { class: "muted small", children: gap <= node.of.exploitability ? say2("why.same", { gap: fixed(gap, 2), error: fixed(node.of.exploitability, 2) }) : say2("why.best", { action: saidAction(node.actions?.[order[0]?.[1] ?? 0] ?? ""), gap: fixed(gap, 2) }) })
        ] })
      ] }, hand);
    }) }),
    /* @__PURE__ */ a(Absent, { cell, board: node.board, there: rows.map((row) => side.hands[row] ?? -1) })
  ] }) : /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a("p", { class: "muted", children: say2("hands.none", { hand: CLASSES[cell] ?? "" }) }),
    /* @__PURE__ */ a(Absent, { cell, board: node.board, there: [] })
  ] });
}
function Absent({ cell, board, there }) {
  let say2 = useWords(), dealt = readBoard(board) ?? [], absent = (HANDS_OF[cell] ?? []).filter((hand) => !there.includes(hand));
  return absent.length ? /* @__PURE__ */ a("ul", { class: "absent", "aria-label": say2("hands.absent"), children: absent.map((hand) => {
    let card = HANDS[hand]?.find((each) => dealt.includes(each));
    return /* @__PURE__ */ a("li", { class: "hatched", children: [
      /* @__PURE__ */ a(Cards, { text: handName(hand) }),
      " ",
      /* @__PURE__ */ a("small", { children: card === void 0 ? say2("hands.outside") : say2("hands.blocked", { card: cardName(card) }) })
    ] }, hand);
  }) }) : null;
}
function Categories({ node, seat }) {
  let say2 = useWords(), side = node.seats[seat], isActing = seat === node.player, width = node.actions?.length ?? 0, paint = colours(node.actions ?? []), total = side.weight.reduce((sum, each) => sum + each, 0), table = (names, numbers, title) => {
    let rows = names.map((name) => ({ name, weight: 0, shares: new Array(width).fill(0) }));
    return numbers.forEach((number, row) => {
      let found = rows[number], weight = side.weight[row] ?? 0;
      if (found && (found.weight += weight, isActing))
        for (let a2 = 0; a2 < width; a2++) found.shares[a2] = (found.shares[a2] ?? 0) + weight * (node.strategy[row * width + a2] ?? 0);
    }), /* @__PURE__ */ a("table", { class: "data cats", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { scope: "col", children: title }),
        /* @__PURE__ */ a("th", { scope: "col", class: "number", children: say2("col.share") }),
        isActing && /* @__PURE__ */ a("th", { scope: "col", children: say2("col.plays") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: rows.filter((row) => row.weight > 1e-9 * total).map((row) => /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { scope: "row", children: say2(`cat.${row.name}`) }),
        /* @__PURE__ */ a("td", { class: "number", children: percent(row.weight / total) }),
        isActing && /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("div", { class: "mixbar", role: "img", "aria-label": row.shares.map((share, a2) => `${saidAction(node.actions?.[a2] ?? "")} ${percent(share / row.weight)}`).join(", "), children: row.shares.map((share, a2) => share > 0 ? /* @__PURE__ */ a("span", { class: `act-${paint[a2]}`, style: { flexGrow: share / row.weight } }, a2) : null) }) })
      ] }, row.name)) })
    ] });
  };
  return /* @__PURE__ */ a("div", { class: "stack tight", children: [
    table(node.made, side.made, say2("cat.made")),
    node.board.length < 10 && table(node.draws, side.draw, say2("cat.draws"))
  ] });
}
function Deal({ node, run, onWalk }) {
  let say2 = useWords(), [found, setFound] = d(null), [error, setError] = d(null), [metric, setMetric] = d("act");
  A(() => {
    setFound(null), setError(null);
    let control = new AbortController();
    return ask(`/solves/${run}/cards?${new URLSearchParams({ line: node.line })}`, { signal: control.signal }).then(setFound).catch((problem) => !control.signal.aborted && setError(problem)), () => control.abort();
  }, [run, node.line]);
  let dealt = [node.start, ...node.trail.map((step) => step.card ?? "")].join("").toLowerCase(), value = (card) => {
    let row = found?.rows.find((each) => each.card === card);
    return row ? metric === "act" ? 1 - (row.frequencies[0] ?? 0) : metric === "ev0" ? row.ev[0] ?? 0 : metric === "ev1" ? row.ev[1] ?? 0 : row.equity[0] ?? 0 : null;
  }, all = (found?.rows ?? []).map((row) => value(row.card) ?? 0), [low, high] = [Math.min(...all), Math.max(...all)];
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "deal", children: [
    /* @__PURE__ */ a("h2", { id: "deal", children: say2("deal.title") }),
    /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("grid.view"), children: ["act", "ev0", "ev1", "eq0"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": metric === name, onClick: () => setMetric(name), children: say2(`deal.${name}`) }, name)) }),
    error ? /* @__PURE__ */ a("p", { class: "muted", lang: "en", children: error.message }) : !found && /* @__PURE__ */ a("p", { class: "muted", children: say2("deal.counting") }),
    /* @__PURE__ */ a("div", { class: "deck heat", role: "group", "aria-label": say2("deal.title"), children: [...SUITS].reverse().map(
      (suit) => [...RANKS].reverse().map((rank) => {
        let card = cardName(RANKS.indexOf(rank) * 4 + SUITS.indexOf(suit)), isGone = dealt.match(/../g)?.includes(card.toLowerCase()) ?? !1, figure = value(card), step = figure === null ? "" : ` act-heat${Math.round((figure - low) / (high - low || 1) * 8)}`, text = figure === null ? "" : metric.startsWith("ev") ? fixed(figure, 1) : (100 * figure).toFixed(0);
        return /* @__PURE__ */ a("button", { type: "button", class: `suit-${suit}${step}`, disabled: isGone, onClick: () => onWalk(join(node.line, card)), children: [
          rank,
          SIGNS[suit],
          " ",
          /* @__PURE__ */ a("small", { children: text })
        ] }, card);
      })
    ) })
  ] });
}

// src/holdem/Review.tsx
function ReviewScreen({ run }) {
  let say2 = useWords(), [error, setError] = d(null), [isBusy, setBusy] = d(!1), found = run.result, make = () => {
    setBusy(!0), ask("/decks", { method: "POST", body: { run: run.id, name: run.name } }).then((deck) => go(`/train/${deck.id}`)).catch((problem) => (setError(problem), setBusy(!1)));
  }, left2 = Object.values(found?.left_out ?? {}).reduce((sum, n) => sum + n, 0);
  return /* @__PURE__ */ a(
    RunFrame,
    {
      kind: "holdem",
      run,
      title: run.name || say2("review.title"),
      lead: say2("review.lead"),
      again: "/train?hands=1",
      controls: found !== null && found.decisions > 0 && /* @__PURE__ */ a("button", { type: "button", class: "button main", disabled: isBusy, onClick: make, children: [
        /* @__PURE__ */ a(Icon, { name: "train" }),
        say2("review.deck")
      ] }),
      children: [
        /* @__PURE__ */ a(Trouble, { error }),
        /* @__PURE__ */ a("section", { class: "proof", "aria-label": say2("proof.label"), children: [
          /* @__PURE__ */ a("dl", { class: "facts", children: [
            /* @__PURE__ */ a(Fact, { label: say2("review.loss"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "loss", children: found ? fixed(found.loss_bb, 2) : "–" }) }),
            /* @__PURE__ */ a(Fact, { label: say2("review.decisions"), children: count(found?.decisions ?? run.progress?.done ?? 0) }),
            /* @__PURE__ */ a(Fact, { label: say2("review.hands"), children: count(found?.hands ?? run.progress?.total ?? null) }),
            left2 > 0 && /* @__PURE__ */ a(Fact, { label: say2("review.left"), children: count(left2) }),
            /* @__PURE__ */ a(Source, { run })
          ] }),
          /* @__PURE__ */ a("p", { class: "claim", children: [
            say2("review.claim"),
            " ",
            found?.note && /* @__PURE__ */ a("span", { lang: "en", children: `${found.note.charAt(0).toUpperCase()}${found.note.slice(1)}.` })
          ] }),
          found?.refused.map((text) => /* @__PURE__ */ a("p", { class: "bad small", lang: "en", children: text }, text))
        ] }),
        found ? found.worst.length ? /* @__PURE__ */ a("section", { class: "panel", "aria-label": say2("review.worst"), children: [
          /* @__PURE__ */ a("h2", { children: say2("review.worst") }),
          /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("review.worst"), children: /* @__PURE__ */ a("table", { class: "data", children: [
            /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
              /* @__PURE__ */ a("th", { children: say2("review.hand") }),
              /* @__PURE__ */ a("th", { children: say2("review.cards") }),
              /* @__PURE__ */ a("th", { children: say2("review.played") }),
              /* @__PURE__ */ a("th", { children: say2("review.best") }),
              /* @__PURE__ */ a("th", { class: "number", children: say2("review.cost") }),
              /* @__PURE__ */ a("th", { class: "number", children: say2("review.error") })
            ] }) }),
            /* @__PURE__ */ a("tbody", { children: found.worst.map((row, k) => /* @__PURE__ */ a("tr", { children: [
              /* @__PURE__ */ a("td", { children: [
                row.hand,
                /* @__PURE__ */ a("br", {}),
                /* @__PURE__ */ a("small", { class: "muted", children: [
                  row.player,
                  " · ",
                  /* @__PURE__ */ a("code", { children: row.line })
                ] })
              ] }),
              /* @__PURE__ */ a("td", { children: [
                /* @__PURE__ */ a(Cards, { text: row.cards }),
                " ",
                /* @__PURE__ */ a("small", { class: "muted", children: row.board })
              ] }),
              /* @__PURE__ */ a("td", { children: saidAction(row.action) }),
              /* @__PURE__ */ a("td", { children: saidAction(row.best) }),
              /* @__PURE__ */ a("td", { class: "number", children: [
                /* @__PURE__ */ a("span", { "data-loss": k, children: fixed(row.loss_bb, 2) }),
                " ",
                /* @__PURE__ */ a("small", { class: "muted", children: percent(row.loss_pct / 100) })
              ] }),
              /* @__PURE__ */ a("td", { class: "number", children: percent(row.error / row.pot) })
            ] }, k)) })
          ] }) })
        ] }) : /* @__PURE__ */ a(Empty, { title: say2("review.none") }) : /* @__PURE__ */ a(Empty, { title: run.state === "failed" ? say2("live.none") : say2("review.wait") })
      ]
    }
  );
}

// src/holdem/Solved.tsx
function Solved({ id, query }) {
  let say2 = useWords(), { run, points, rows, error } = useRun(id), [isCode, setCode] = d(!1);
  if (useTitle(run ? run.name || run.body.spot?.board || id : say2("spot.nav")), !run) return /* @__PURE__ */ a(NoRun, { error });
  if (run.kind === "review") return /* @__PURE__ */ a(ReviewScreen, { run });
  if (!run.body.spot)
    return go(`/runs/${id}`, "replace"), null;
  let spot = run.body.spot, locked = (spot.locks ?? []).map((lock) => lock.line ? saidLine(lock.line) : say2("lock.start")), isReport = run.kind === "report", isThere = run.result !== null && run.state !== "queued";
  return /* @__PURE__ */ a(
    RunFrame,
    {
      kind: "holdem",
      run,
      title: run.name || (isReport ? say2("report.title") : /* @__PURE__ */ a(Cards, { text: spot.board.replace(/[\s,]/g, "") })),
      lead: [say2("run.about", { pot: spot.pot, stack: spot.stack, tree: saidTree(spot.tree) }), locked.length ? say2("run.locked", { lines: locked.join("; ") }) : ""].filter(Boolean).join(" · "),
      again: isReport ? `/holdem/reports?${queryOfReport(run.body)}` : `/holdem/new?${queryOf(run.body)}`,
      controls: /* @__PURE__ */ a($, { children: [
        !isReport && /* @__PURE__ */ a(Compare2, { id, run, query }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "y", "aria-pressed": isCode, onClick: () => setCode(!isCode), children: say2("code") })
      ] }),
      children: [
        run.state === "running" && run.progress?.message && /* @__PURE__ */ a("p", { class: "banner", lang: "en", children: run.progress.message }),
        isCode && /* @__PURE__ */ a("section", { class: "panel", children: /* @__PURE__ */ a(Code, { label: "Python", text: asPython(run.body) }) }),
        !isReport && /* @__PURE__ */ a(ProofStrip, { run }),
        /* @__PURE__ */ a(Behind, { run, points }),
        isReport ? /* @__PURE__ */ a(ReportTable, { run, rows }) : isThere ? /* @__PURE__ */ a(Browser, { run: id, stamp: run.changed, body: run.body, query }) : run.state === "queued" ? /* @__PURE__ */ a(Empty, { title: say2("run.queued") }) : /* @__PURE__ */ a("div", { class: "split", children: [
          /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "live", children: [
            /* @__PURE__ */ a("h2", { id: "live", children: say2("live.title") }),
            run.progress?.grid ? /* @__PURE__ */ a(Live, { grid: run.progress.grid }) : /* @__PURE__ */ a("p", { class: "muted", children: run.state === "running" ? say2("live.wait") : say2("live.none") })
          ] }),
          /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "curve", children: [
            /* @__PURE__ */ a("h2", { id: "curve", children: say2("live.curve") }),
            points.length ? /* @__PURE__ */ a(Curve, { lines: [{ name: spot.board, points }], target: void 0, axis: "iterations" }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("live.curve.wait") })
          ] })
        ] })
      ]
    }
  );
}
function ProofStrip({ run }) {
  let say2 = useWords(), found = run.result, gap = found?.exploitability ?? run.progress?.gap ?? run.last?.exploitability ?? null, share = gap === null ? null : gap / run.body.spot.pot, time = run.progress ? left(run) : null;
  return /* @__PURE__ */ a("section", { class: "proof", "aria-label": say2("proof.label"), children: [
    /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say2("proof.gap"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "exploitability", children: share === null ? "–" : `${small(100 * share)} %` }) }),
      /* @__PURE__ */ a(Fact, { label: say2("proof.chips"), children: small(gap) }),
      found && /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a(Fact, { label: say2("proof.value", { seat: say2("seat.oop") }), children: /* @__PURE__ */ a("span", { "data-fact": "value-oop", children: fixed(found.values[0], 2) }) }),
        /* @__PURE__ */ a(Fact, { label: say2("proof.value", { seat: say2("seat.ip") }), children: /* @__PURE__ */ a("span", { "data-fact": "value-ip", children: fixed(found.values[1], 2) }) })
      ] }),
      /* @__PURE__ */ a(Fact, { label: say2("proof.iterations"), children: count(found?.iterations ?? run.progress?.done ?? 0) }),
      /* @__PURE__ */ a(Fact, { label: say2("proof.time"), children: duration(found?.seconds ?? run.progress?.seconds) }),
      time !== null && /* @__PURE__ */ a(Fact, { label: say2("proof.left"), children: time }),
      found && /* @__PURE__ */ a(Fact, { label: say2("proof.method"), children: [
        found.method,
        " · ",
        found.storage
      ] }),
      /* @__PURE__ */ a(Source, { run })
    ] }),
    /* @__PURE__ */ a("p", { class: "claim", children: say2("proof.claim") }),
    found?.note && /* @__PURE__ */ a("p", { class: "claim", lang: "en", children: found.note }),
    found?.unsaved && /* @__PURE__ */ a("p", { class: "bad small", lang: "en", children: found.unsaved })
  ] });
}
function Behind({ run, points }) {
  let say2 = useWords(), [isOpen, setOpen] = d(!1), isReport = run.kind === "report", share = /^([0-9.e+-]+) *%$/.exec(run.body.until ?? "")?.[1], target = share === void 0 ? void 0 : Number(share) / 100 * run.body.spot.pot;
  return /* @__PURE__ */ a("details", { class: "behind", onToggle: (event) => setOpen(event.currentTarget.open), children: [
    /* @__PURE__ */ a("summary", { children: say2(isReport ? "behind.report" : "behind") }),
    isOpen && /* @__PURE__ */ a("div", { class: "stack", children: [
      !isReport && run.result !== null && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "behind-curve", children: [
        /* @__PURE__ */ a("h2", { id: "behind-curve", children: say2("live.curve") }),
        /* @__PURE__ */ a(CurveTab, { id: run.id, points, target, isRunning: run.state === "running", hasKey: !1 })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "behind-files", children: [
        /* @__PURE__ */ a("h2", { id: "behind-files", children: say2("behind.files") }),
        /* @__PURE__ */ a(FilesTab, { id: run.id, stamp: run.changed })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "behind-log", children: [
        /* @__PURE__ */ a("h2", { id: "behind-log", children: say2("behind.log") }),
        /* @__PURE__ */ a(LogTab, { id: run.id, stamp: run.changed })
      ] })
    ] })
  ] });
}
function Live({ grid }) {
  let say2 = useWords(), [at, setAt] = d(0), reach = bytes2(grid.reach), shares = bytes2(grid.shares), paint = colours(grid.actions), width = grid.actions.length, cells = CLASSES.map((_, k) => ({
    height: (reach[k] ?? 0) / 255,
    parts: paint.map((colour, a2) => ({ colour, share: (shares[k * width + a2] ?? 0) / 255 })),
    about: saidAll(grid.actions.map((name, a2) => `${saidAction(name)} ${percent((shares[k * width + a2] ?? 0) / 255)}`))
  }));
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Grid, { label: say2("grid.label", { seat: say2(`seat.${grid.player}`) }), cells, at, onPick: setAt }),
    /* @__PURE__ */ a("ul", { class: "key", children: grid.actions.map((name, a2) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("i", { class: `act-${paint[a2]}`, "aria-hidden": "true" }),
      /* @__PURE__ */ a("span", { children: saidAction(name) }),
      " ",
      /* @__PURE__ */ a("b", { children: percent(grid.frequencies[a2] ?? 0) })
    ] }, name)) })
  ] });
}
function Compare2({ id, run, query }) {
  let say2 = useWords(), all = useStore(runs) ?? [], spoken = useStore(language), cards = (board) => (board.match(/../g) ?? []).map((card) => card.toLowerCase()).sort().join(""), others = all.filter((each) => {
    let body = each.body;
    return each.kind === "holdem" && each.id !== id && each.result !== null && body.spot !== void 0 && cards(body.spot.board) === cards(run.body.spot.board);
  });
  return !others.length || !run.result ? null : /* @__PURE__ */ a(
    "select",
    {
      class: "button",
      "data-key": "c",
      "aria-label": say2("compare.with"),
      value: "",
      onChange: (event) => {
        let line = query.get("line");
        go(`/holdem/compare?${new URLSearchParams({ a: id, b: event.currentTarget.value, ...line ? { line } : {} })}`);
      },
      children: [
        /* @__PURE__ */ a("option", { value: "", children: say2("compare.with") }),
        others.map((each) => /* @__PURE__ */ a("option", { value: each.id, children: `${each.name || each.body.game} · ${each.body.method} · ${ago(each.changed, spoken)}` }, each.id))
      ]
    }
  );
}

// src/holdem/Holdem.tsx
function Holdem({ part, query }) {
  return part === "" || part === "new" ? /* @__PURE__ */ a(Spot, { query }) : part === "compare" ? /* @__PURE__ */ a(Compare, { query }) : part === "pushfold" ? /* @__PURE__ */ a(PushFold, { query }) : part === "reports" ? /* @__PURE__ */ a(NewReport, { query }) : /* @__PURE__ */ a(Solved, { id: part, query }, part);
}
export {
  Holdem
};
