import {
  usePosted,
  useWords
} from "./chunk-CGCZN5SW.js";
import {
  Curve
} from "./chunk-XIEJ76WX.js";
import "./chunk-2UED4DVZ.js";
import {
  Told,
  told
} from "./chunk-DJBIHSXX.js";
import {
  fixed,
  go,
  percent
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Code,
  Dialog,
  Fact,
  Icon,
  T,
  Trouble,
  a,
  ask,
  d,
  useAsk,
  useLater,
  useTitle
} from "./chunk-HTWIJD62.js";

// src/theory/Payoffs.tsx
var WIDE = 360, HIGH = 300, PAD = 40;
function decimal(text) {
  let [over, under] = String(text ?? 0).split("/").map(Number);
  return (over ?? 0) / (under ?? 1);
}
function PayoffPlane({ label, cells, feasible, region, nash, point, minmax }) {
  let say = useWords(), spots = (rows) => rows.map((row) => [decimal(row[0]), decimal(row[1])]), all = spots([...cells, ...minmax ? [minmax] : []]), [low, high] = [0, 1].map((axis) => all.map((spot) => spot[axis] ?? 0)).reduce(
    ([least, most], values, axis) => (least[axis] = Math.min(...values), most[axis] = Math.max(...values), [least, most]),
    [[0, 0], [1, 1]]
  ), at = ([x, y]) => [PAD + (x - low[0]) / (high[0] - low[0] || 1) * (WIDE - 2 * PAD), HIGH - PAD - (y - low[1]) / (high[1] - low[1] || 1) * (HIGH - 2 * PAD)], shape = (rows) => `${spots(rows).map((spot, i) => `${i ? "L" : "M"}${at(spot).map((value) => value.toFixed(1)).join(" ")}`).join("")}Z`, held = minmax && at([decimal(minmax[0]), decimal(minmax[1])]);
  return /* @__PURE__ */ a("svg", { class: "plane still", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label, children: [
    /* @__PURE__ */ a("path", { class: "field", d: shape(feasible) }),
    held && /* @__PURE__ */ a("path", { class: "held", d: `M${held[0]} ${PAD / 2}V${HIGH - PAD}M${PAD} ${held[1]}H${WIDE - PAD / 2}` }),
    /* @__PURE__ */ a("path", { class: "region", d: shape(region) }),
    spots(cells).map((spot, i) => /* @__PURE__ */ a("circle", { class: "cell", cx: at(spot)[0], cy: at(spot)[1], r: "3.5" }, i)),
    spots(nash).map((spot, i) => /* @__PURE__ */ a("circle", { class: "found-point", cx: at(spot)[0], cy: at(spot)[1], r: "5.5" }, i)),
    point && /* @__PURE__ */ a("path", { class: "chosen", d: `M${at([decimal(point[0]), decimal(point[1])]).join(" ")}m-8 0h16m-8-8v16` }),
    /* @__PURE__ */ a("text", { class: "axis", x: PAD, y: HIGH - 20, children: String(low[0]) }),
    /* @__PURE__ */ a("text", { class: "axis", x: WIDE - PAD, y: HIGH - 20, "text-anchor": "end", children: String(high[0]) }),
    /* @__PURE__ */ a("text", { class: "axis", x: PAD - 8, y: HIGH - PAD, "text-anchor": "end", children: String(low[1]) }),
    /* @__PURE__ */ a("text", { class: "axis", x: PAD - 8, y: PAD + 4, "text-anchor": "end", children: String(high[1]) }),
    /* @__PURE__ */ a("text", { class: "axis", x: WIDE / 2, y: HIGH - 6, "text-anchor": "middle", children: say("plane.payoff", { player: 0 }) }),
    /* @__PURE__ */ a("text", { class: "axis", transform: `translate(12 ${HIGH / 2}) rotate(-90)`, "text-anchor": "middle", children: say("plane.payoff", { player: 1 }) })
  ] });
}
function PlaneLegend({ region, point }) {
  let say = useWords();
  return /* @__PURE__ */ a("ul", { class: "legend", children: [
    /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("i", { class: "dot cell" }),
      " ",
      say("plane.cells")
    ] }),
    /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("i", { class: "dot found" }),
      " ",
      say("plane.nash")
    ] }),
    /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("i", { class: "patch" }),
      " ",
      region
    ] }),
    point && /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("b", { class: "cross", "aria-hidden": "true", children: "+" }),
      " ",
      point
    ] })
  ] });
}

// src/theory/More.tsx
var AIMS = ["welfare", "egalitarian", "0", "1", "anti-welfare"], corners = (rows) => rows.map((row) => `(${row.join(", ")})`).join(" ");
function Cells({ actions, label, children }) {
  return /* @__PURE__ */ a("div", { class: "scroll plain-scroll", tabIndex: 0, role: "group", "aria-label": label, children: /* @__PURE__ */ a("table", { class: "data joint", children: [
    /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("td", {}),
      actions[1]?.map((name) => /* @__PURE__ */ a("th", { scope: "col", children: name }, name))
    ] }) }),
    /* @__PURE__ */ a("tbody", { children: actions[0]?.map((name, i) => /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("th", { scope: "row", children: name }),
      actions[1]?.map((_, j) => /* @__PURE__ */ a("td", { class: "number", children: children(i, j) }, j))
    ] }, name)) })
  ] }) });
}
function Correlated({ payoffs, actions }) {
  let say = useWords(), [objective, setObjective] = d("welfare"), [coarse, setCoarse] = d(!1), { data, error, isLoading } = usePosted("/matrix/correlated", { payoffs, actions, objective, coarse });
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "correlated", "aria-busy": isLoading, children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "correlated", children: say("tab.correlated") }),
      /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say("correlated.aim") }),
        /* @__PURE__ */ a("select", { class: "button", value: objective, onChange: (event) => setObjective(AIMS.find((aim) => aim === event.currentTarget.value) ?? "welfare"), children: AIMS.map((aim) => /* @__PURE__ */ a("option", { value: aim, children: say(`aim.${aim}`) }, aim)) })
      ] }),
      /* @__PURE__ */ a("label", { class: "check small", children: [
        /* @__PURE__ */ a("input", { type: "checkbox", checked: coarse, onChange: (event) => setCoarse(event.currentTarget.checked) }),
        say("correlated.coarse")
      ] })
    ] }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say(coarse ? "correlated.coarse.help" : "correlated.help") }),
    /* @__PURE__ */ a(Trouble, { error }),
    !data && !error && /* @__PURE__ */ a("p", { class: "muted", children: say("working") }),
    data && /* @__PURE__ */ a("div", { class: "split even", children: [
      /* @__PURE__ */ a("div", { class: "stack tight", children: [
        /* @__PURE__ */ a("dl", { class: "facts", children: [
          /* @__PURE__ */ a(Fact, { label: say("matrix.values"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "correlated", children: data.values.join(", ") }) }),
          /* @__PURE__ */ a(Fact, { label: say("correlated.regret"), children: data.regret }),
          /* @__PURE__ */ a(Fact, { label: say("matrix.arithmetic"), children: say(data.exact ? "matrix.exact" : "matrix.floats") })
        ] }),
        /* @__PURE__ */ a(Cells, { actions: data.actions, label: say("correlated.joint"), children: (i, j) => {
          let share = data.joint[i]?.[j] ?? "0";
          return /* @__PURE__ */ a($, { children: [
            /* @__PURE__ */ a("span", { class: "meter", "aria-hidden": "true", children: /* @__PURE__ */ a("i", { style: { width: `${100 * decimal(share)}%` } }) }),
            /* @__PURE__ */ a("span", { class: share === "0" ? "muted" : "", children: share })
          ] });
        } }),
        /* @__PURE__ */ a("p", { class: "muted small", children: say("correlated.joint.help") })
      ] }),
      /* @__PURE__ */ a("div", { class: "planes", children: [
        /* @__PURE__ */ a(PayoffPlane, { label: say("correlated.picture", { corners: corners(data.region) }), cells: data.cells, feasible: data.feasible, region: data.region, nash: data.nash, point: data.values }),
        /* @__PURE__ */ a(PlaneLegend, { region: say("correlated.region"), point: say("correlated.point") }),
        /* @__PURE__ */ a("p", { class: "muted small", children: [
          /* @__PURE__ */ a("span", { children: say("corners") }),
          " ",
          /* @__PURE__ */ a("span", { "data-fact": "corners", children: corners(data.region) })
        ] })
      ] })
    ] })
  ] });
}
function RepeatedTab({ payoffs, actions }) {
  let say = useWords(), { data, error, isLoading } = usePosted("/matrix/repeated", { payoffs, actions });
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "repeated", "aria-busy": isLoading, children: [
      /* @__PURE__ */ a("h2", { id: "repeated", children: say("tab.repeated") }),
      /* @__PURE__ */ a("p", { class: "muted small", children: say("repeated.help") }),
      /* @__PURE__ */ a(Trouble, { error }),
      !data && !error && /* @__PURE__ */ a("p", { class: "muted", children: say("working") }),
      data && /* @__PURE__ */ a("div", { class: "split even", children: [
        /* @__PURE__ */ a("div", { class: "stack tight", children: [
          /* @__PURE__ */ a("dl", { class: "facts", children: [
            /* @__PURE__ */ a(Fact, { label: say("repeated.minmax"), children: data.minmax.join(", ") }),
            /* @__PURE__ */ a(Fact, { label: say("repeated.punishment"), children: data.punishment.join(", ") })
          ] }),
          /* @__PURE__ */ a(Cells, { actions: data.actions, label: say("repeated.discount"), children: (i, j) => {
            let delta = data.discounts[i]?.[j] ?? null;
            return delta === null ? /* @__PURE__ */ a("span", { class: "muted", children: say("repeated.never") }) : /* @__PURE__ */ a("span", { "data-fact": `delta ${i} ${j}`, children: delta === "0" ? say("repeated.now") : `δ ≥ ${delta}` });
          } }),
          /* @__PURE__ */ a("p", { class: "muted small", children: say("repeated.discount.help") })
        ] }),
        /* @__PURE__ */ a("div", { class: "planes", children: [
          /* @__PURE__ */ a(PayoffPlane, { label: say("repeated.picture", { corners: corners(data.region) }), cells: data.cells, feasible: data.feasible, region: data.region, nash: data.nash, minmax: data.minmax }),
          /* @__PURE__ */ a(PlaneLegend, { region: say("repeated.region") }),
          /* @__PURE__ */ a("p", { class: "muted small", children: [
            /* @__PURE__ */ a("span", { children: say("corners") }),
            " ",
            /* @__PURE__ */ a("span", { "data-fact": "corners", children: corners(data.region) })
          ] })
        ] })
      ] })
    ] }),
    data?.actions.every((names) => names.length === 2) && /* @__PURE__ */ a(TournamentSheet, { payoffs })
  ] });
}
function TournamentSheet({ payoffs }) {
  let say = useWords(), [noise, setNoise] = d("0"), [rounds, setRounds] = d("200"), late = useLater({ payoffs, noise: Number(noise), rounds: Number(rounds) }, 300), { data, error, isLoading } = usePosted("/matrix/tournament", late.noise >= 0 && late.noise <= 0.5 && late.rounds >= 1 && late.rounds <= 1e3 ? late : null);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "tournament", "aria-busy": isLoading, children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "tournament", children: say("tournament.title") }),
      /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say("tournament.rounds") }),
        /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", class: "short", value: rounds, onInput: (event) => setRounds(event.currentTarget.value) })
      ] }),
      /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say("tournament.noise") }),
        /* @__PURE__ */ a("input", { type: "text", inputMode: "decimal", class: "short", value: noise, onInput: (event) => setNoise(event.currentTarget.value) })
      ] })
    ] }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say("tournament.help") }),
    /* @__PURE__ */ a(Trouble, { error }),
    !data && !error && /* @__PURE__ */ a("p", { class: "muted", children: say("working") }),
    data && /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("tournament.title"), children: /* @__PURE__ */ a("table", { class: "data scores", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { children: say("tournament.player") }),
        /* @__PURE__ */ a("th", { class: "number", children: say("tournament.mean") }),
        /* @__PURE__ */ a("th", { class: "number", children: say("tournament.cooperation") }),
        /* @__PURE__ */ a("th", { children: say("tournament.best") }),
        /* @__PURE__ */ a("th", { children: say("tournament.worst") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: data.names.map((name, i) => {
        let row = data.scores[i] ?? [], against = (k) => `${data.names[k]} ${fixed(row[k], 2)}`;
        return /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { scope: "row", lang: "en", children: name }),
          /* @__PURE__ */ a("td", { class: "number", "data-fact": `mean ${name}`, children: fixed(data.means[i], 3) }),
          /* @__PURE__ */ a("td", { class: "number", children: percent(data.cooperation[i] ?? 0) }),
          /* @__PURE__ */ a("td", { lang: "en", children: against(row.indexOf(Math.max(...row))) }),
          /* @__PURE__ */ a("td", { lang: "en", children: against(row.indexOf(Math.min(...row))) })
        ] }, name);
      }) })
    ] }) }),
    data && !data.complete && /* @__PURE__ */ a("p", { class: "claim", children: say("learn.cut") })
  ] });
}
var EXAMPLES = {
  glove: ["0", "0", "1", "0", "1", "0", "1"],
  majority: ["0", "0", "1", "0", "1", "1", "1"],
  estate: ["0", "0", "0", "0", "0", "100", "200"],
  airport: ["-1", "-2", "-2", "-3", "-3", "-3", "-3"]
}, SHARES = ["shapley", "nucleolus", "banzhaf"];
function Coalitions({ given, onChange, isCode, onCode }) {
  let say = useWords(), read2 = given.split(",").map((text) => text.trim()), worth = [3, 7, 15, 31].includes(read2.length) ? read2 : EXAMPLES.glove, players = Math.log2(worth.length + 1), late = useLater(worth, 250), { data, error, isLoading } = usePosted("/matrix/coalitions", late.every((text) => text) ? { worth: late } : null), isStale = isLoading || data?.players !== players || late.join() !== worth.join(), put = (k, text) => onChange(worth.map((old, i) => i === k ? text.replaceAll(",", ".") : old).join(",")), resize = (n) => onChange(Array.from({ length: 2 ** n - 1 }, (_, k) => worth[k] ?? worth[worth.length - 1] ?? "0").join(",")), members = (mask) => Array.from({ length: players }, (_, i) => i).filter((i) => mask >> i & 1).join(", "), order = worth.map((_, k) => k + 1).sort((a2, b) => members(a2).length - members(b).length || a2 - b);
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "worth", children: [
      /* @__PURE__ */ a("div", { class: "tools", children: [
        /* @__PURE__ */ a("h2", { id: "worth", children: say("coalitions.worth") }),
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("coalitions.players"), children: [2, 3, 4, 5].map((n) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": players === n, onClick: () => resize(n), children: say("coalitions.n", { n }) }, n)) }),
        /* @__PURE__ */ a("select", { class: "button", "aria-label": say("coalitions.example"), value: "", onChange: (event) => onChange(EXAMPLES[event.currentTarget.value].join(",")), children: [
          /* @__PURE__ */ a("option", { value: "", disabled: !0, children: say("coalitions.example") }),
          Object.keys(EXAMPLES).map((name) => /* @__PURE__ */ a("option", { value: name, children: say(`example.${name}`) }, name))
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "worths", children: order.map((mask) => /* @__PURE__ */ a("label", { children: [
        /* @__PURE__ */ a("span", { children: `{${members(mask)}}` }),
        /* @__PURE__ */ a("input", { type: "text", class: "short", spellcheck: !1, autocomplete: "off", "aria-label": say("coalitions.of", { players: members(mask) }), value: worth[mask - 1], onInput: (event) => put(mask - 1, event.currentTarget.value) })
      ] }, mask)) }),
      /* @__PURE__ */ a(Trouble, { error })
    ] }),
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "shares", "aria-busy": isStale, children: [
      /* @__PURE__ */ a("h2", { id: "shares", children: say("coalitions.shares") }),
      !data || isStale ? /* @__PURE__ */ a("p", { class: "muted", children: error ? "–" : say("working") }) : /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a("dl", { class: "facts", children: [
          /* @__PURE__ */ a(Fact, { label: say("coalitions.core"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "core", children: say(data.core ? "coalitions.there" : "coalitions.empty") }) }),
          /* @__PURE__ */ a(Fact, { label: say("coalitions.excess"), children: data.excess }),
          /* @__PURE__ */ a(Fact, { label: say("coalitions.superadditive"), children: say(data.superadditive ? "sub.yes" : "sub.no") }),
          /* @__PURE__ */ a(Fact, { label: say("coalitions.convex"), children: say(data.convex ? "sub.yes" : "sub.no") }),
          /* @__PURE__ */ a(Fact, { label: say("matrix.arithmetic"), children: say(data.exact ? "matrix.exact" : "matrix.floats") })
        ] }),
        /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("coalitions.shares"), children: /* @__PURE__ */ a("table", { class: "data", children: [
          /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
            /* @__PURE__ */ a("th", { children: say("coalitions.rule") }),
            data.shapley.map((_, p) => /* @__PURE__ */ a("th", { class: "number", children: say("matrix.player", { n: p }) }, p))
          ] }) }),
          /* @__PURE__ */ a("tbody", { children: [
            SHARES.map((name) => /* @__PURE__ */ a("tr", { children: [
              /* @__PURE__ */ a("th", { scope: "row", children: [
                say(`rule.${name}`),
                " ",
                /* @__PURE__ */ a("small", { class: "muted", children: say(`rule.${name}.help`) })
              ] }),
              data[name].map((share, p) => /* @__PURE__ */ a("td", { class: "number", "data-fact": `${name} ${p}`, children: share }, p))
            ] }, name)),
            data.corners.map((corner, k) => /* @__PURE__ */ a("tr", { children: [
              /* @__PURE__ */ a("th", { scope: "row", children: say("coalitions.corner", { n: k + 1 }) }),
              corner.map((share, p) => /* @__PURE__ */ a("td", { class: "number", children: share }, p))
            ] }, k))
          ] })
        ] }) }),
        /* @__PURE__ */ a("p", { class: "muted small", children: say("coalitions.help") })
      ] })
    ] }),
    isCode && /* @__PURE__ */ a(Dialog, { title: say("code"), onClose: () => onCode(!1), children: /* @__PURE__ */ a(Code, { label: "Python", text: `from tianji import matrix as tm

game = tm.CoalitionalGame(${players}, [${["0", ...worth].map((text) => `"${text}"`).join(", ")}])
print(tm.shapley(game), tm.nucleolus(game), tm.core(game))
` }) })
  ] });
}

// src/theory/Components.tsx
var LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", letterOf = (component) => LETTERS[component] ?? String(component + 1);
function subsetsOf(answer) {
  return answer.components.flatMap(
    (part, component) => part.subsets.filter((corners2) => corners2.length > 1).map((corners2) => {
      let own = (player) => [...new Map(corners2.map((k) => answer.equilibria[k]?.profile[player]?.map(String) ?? []).map((mix2) => [mix2.join(), mix2])).values()];
      return { component, corners: corners2, strategies: [own(0), own(1)] };
    })
  );
}
function componentOf(answer, equilibrium) {
  return answer.components.findIndex((part) => part.subsets.some((corners2) => corners2.includes(equilibrium)));
}
function Components({ answer }) {
  let say = useWords(), subsets = subsetsOf(answer);
  if (!subsets.length) return null;
  let named = (mix2, player) => mix2.flatMap((share, i) => decimal(share) > 0 ? [decimal(share) === 1 ? answer.actions[player]?.[i] ?? "" : `${share}·${answer.actions[player]?.[i]}`] : []).join(" + "), told2 = (subset, player) => {
    let all = subset.strategies[player].map((mix2) => named(mix2, player));
    return all.length === 1 ? all[0] ?? "" : say("component.any", { list: all.join(say("component.and")) });
  };
  return /* @__PURE__ */ a("section", { class: "stack tight", "aria-labelledby": "components", children: [
    /* @__PURE__ */ a("h3", { id: "components", class: "small", children: say("component.title") }),
    /* @__PURE__ */ a("ul", { class: "components", children: subsets.map((subset) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("b", { children: letterOf(subset.component) }),
      " ",
      /* @__PURE__ */ a("span", { children: [
        /* @__PURE__ */ a("span", { class: "share p0", children: told2(subset, 0) }),
        " × ",
        /* @__PURE__ */ a("span", { class: "share p1", children: told2(subset, 1) }),
        " ",
        /* @__PURE__ */ a("small", { class: "muted", children: say("component.corners", { list: subset.corners.map((k) => k + 1).join(", ") }) })
      ] })
    ] }, subset.corners.join())) })
  ] });
}

// src/theory/Plane.tsx
var SIZE = 300, PAD2 = 36;
function line(points) {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}
function Board({ label, height, at, onMove, children, step }) {
  let box = T(null), place = (event) => {
    let frame = box.current?.getBoundingClientRect();
    frame && onMove((event.clientX - frame.left) / frame.width * SIZE, (event.clientY - frame.top) / frame.height * height);
  }, onKey = (event) => {
    let move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    move && (event.preventDefault(), step(move[0] ?? 0, move[1] ?? 0));
  };
  return /* @__PURE__ */ a(
    "svg",
    {
      ref: box,
      class: "plane",
      viewBox: `0 0 ${SIZE} ${height}`,
      role: "application",
      "aria-label": label,
      tabIndex: 0,
      onKeyDown: onKey,
      onPointerDown: (event) => {
        event.currentTarget.setPointerCapture(event.pointerId), place(event);
      },
      onPointerMove: (event) => {
        event.buttons && place(event);
      },
      children: [
        children,
        at && /* @__PURE__ */ a("circle", { class: "start", cx: at[0], cy: at[1], r: "7" })
      ]
    }
  );
}
function Streams({ paths, to, at }) {
  return /* @__PURE__ */ a("g", { class: "streams", children: paths.map((points, k) => {
    let spots = at ? points.map(at) : points, end = to[k] ?? null;
    return /* @__PURE__ */ a("g", { class: end === null ? "nowhere" : `to${end % 4}`, children: [
      /* @__PURE__ */ a("path", { d: line(spots) }),
      /* @__PURE__ */ a("circle", { cx: spots[0]?.[0], cy: spots[0]?.[1], r: "2.5" })
    ] }, k);
  }) });
}
var clamp = (value) => Math.min(1, Math.max(0, value));
function Square({ names, curves, found, sets, start, setStart, paths, streams }) {
  let say = useWords(), side = SIZE - 2 * PAD2, at = ([p2, q2]) => [PAD2 + q2 * side, PAD2 + (1 - p2) * side], p = start?.[0]?.[0] ?? 0.5, q = start?.[1]?.[0] ?? 0.5, put = (up, right) => setStart([[clamp(up), 1 - clamp(up)], [clamp(right), 1 - clamp(right)]]);
  return /* @__PURE__ */ a(
    Board,
    {
      label: say("plane.square", { row: names[0]?.[0] ?? "", column: names[1]?.[0] ?? "", p: fixed(p, 2), q: fixed(q, 2) }),
      height: SIZE,
      at: start ? at([p, q]) : null,
      onMove: (x, y) => put(1 - (y - PAD2) / side, (x - PAD2) / side),
      step: (dx, dy) => put(p - dy * 0.05, q + dx * 0.05),
      children: [
        /* @__PURE__ */ a("rect", { class: "field", x: PAD2, y: PAD2, width: side, height: side }),
        [0.25, 0.5, 0.75].map((share) => /* @__PURE__ */ a("path", { class: "grid", d: `M${PAD2} ${PAD2 + share * side}h${side}M${PAD2 + share * side} ${PAD2}v${side}` }, share)),
        streams && /* @__PURE__ */ a(Streams, { paths: streams.paths, to: streams.to, at }),
        curves?.map(([up, right], player) => /* @__PURE__ */ a("path", { class: `reply p${player}`, d: line(up.map((value, i) => at([value, right[i] ?? 0]))) }, player)),
        paths.map(({ kind, points }) => /* @__PURE__ */ a("path", { class: `path ${kind}`, d: line(points.map(at)) }, kind)),
        sets.map(([ups, rights], k) => {
          let [left, top] = at([Math.max(...ups), Math.min(...rights)]), [right, bottom] = at([Math.min(...ups), Math.max(...rights)]);
          return /* @__PURE__ */ a("path", { class: "found-set", d: `M${left} ${top}H${right}V${bottom}H${left}Z` }, k);
        }),
        found.map((spot, k) => /* @__PURE__ */ a("circle", { class: `found-point${streams ? ` to${k % 4}` : ""}`, cx: at(spot)[0], cy: at(spot)[1], r: "5" }, spot.join())),
        /* @__PURE__ */ a("text", { class: "axis", x: SIZE / 2, y: SIZE - 8, "text-anchor": "middle", children: say("plane.axis", { player: 1, action: names[1]?.[0] ?? "" }) }),
        /* @__PURE__ */ a("text", { class: "axis", transform: `translate(14 ${SIZE / 2}) rotate(-90)`, "text-anchor": "middle", children: say("plane.axis", { player: 0, action: names[0]?.[0] ?? "" }) })
      ]
    }
  );
}
var HEIGHT = 270, CORNERS = [
  [PAD2, HEIGHT - PAD2],
  [SIZE - PAD2, HEIGHT - PAD2],
  [SIZE / 2, HEIGHT - PAD2 - (SIZE - 2 * PAD2) * Math.sqrt(3) / 2]
];
function mix(shares) {
  return [0, 1].map((axis) => CORNERS.reduce((sum, corner, i) => sum + (shares[i] ?? 0) * (corner[axis] ?? 0), 0));
}
function around(corners2) {
  let [x, y] = [0, 1].map((axis) => corners2.reduce((sum, spot) => sum + (spot[axis] ?? 0), 0) / corners2.length);
  return [...corners2].sort((a2, b) => Math.atan2(a2[1] - y, a2[0] - x) - Math.atan2(b[1] - y, b[0] - x));
}
function Triangle({ player, names, found, sets, start, setStart, paths, streams }) {
  let say = useWords(), now = start ?? [1 / 3, 1 / 3, 1 / 3], put = (shares) => {
    let kept = shares.map((share) => Math.max(0, share)), total = kept.reduce((sum, share) => sum + share, 0) || 1;
    setStart(kept.map((share) => share / total));
  }, move = (x, y) => {
    let [a2, b, c] = CORNERS, third = (a2[1] - y) / (a2[1] - c[1]), second = (x - a2[0] - third * (c[0] - a2[0])) / (b[0] - a2[0]);
    put([1 - second - third, second, third]);
  };
  return /* @__PURE__ */ a(
    Board,
    {
      label: say("plane.triangle", { player, mix: names.map((name, i) => `${name} ${fixed(now[i], 2)}`).join(", ") }),
      height: HEIGHT,
      at: start ? mix(now) : null,
      onMove: move,
      step: (dx, dy) => {
        let [x, y] = mix(now);
        move(x + 12 * dx, y + 12 * dy);
      },
      children: [
        /* @__PURE__ */ a("path", { class: "field", d: `${line(CORNERS)}Z` }),
        streams && /* @__PURE__ */ a(Streams, { paths: streams.paths.map((points) => points.map(mix)), to: streams.to }),
        paths.map(({ kind, points }) => /* @__PURE__ */ a("path", { class: `path ${kind}`, d: line(points.map(mix)) }, kind)),
        sets.filter((mixes) => mixes.length > 1).map((mixes, k) => /* @__PURE__ */ a("path", { class: "found-set", d: `${line(around(mixes.map(mix)))}Z` }, k)),
        found.map((shares, k) => /* @__PURE__ */ a("circle", { class: `found-point${streams ? ` to${k % 4}` : ""}`, cx: mix(shares)[0], cy: mix(shares)[1], r: "5" }, `${k} ${shares.join()}`)),
        names.map((name, i) => /* @__PURE__ */ a("text", { class: "axis", x: CORNERS[i]?.[0], y: (CORNERS[i]?.[1] ?? 0) + (i === 2 ? -10 : 20), "text-anchor": "middle", children: name }, name))
      ]
    }
  );
}

// src/theory/Matrix.tsx
var RULES = ["regret-matching", "regret-matching+", "fictitious-play", "multiplicative-weights", "replicator"], LOGIT = "logit", CODE = {
  equilibria: `for equilibrium in game.equilibria():
    print(equilibrium)
`,
  correlated: `print(tm.correlated_equilibrium(game))
print(tm.correlated_region(game))
`,
  repeated: `print(tm.folk_region(game))
print(tm.critical_discount(game, (0, 0)))
`
}, FIRST = { actions: [["dare", "swerve"], ["dare", "swerve"]], payoffs: [[["0", "0"], ["7", "2"]], [["2", "7"], ["6", "6"]]] };
function textOf(table) {
  return table.payoffs.map((row) => row.map((cell) => cell.map((text) => text.trim() || "?").join(",")).join(" ")).join("; ");
}
var TABS = ["equilibria", "correlated", "repeated", "coalitions"];
function addressOf(table, tab) {
  let names = table.actions.map((row) => row.map((name) => name.replace(/[,|]/g, " ")).join(",")).join("|");
  return `/matrix?${new URLSearchParams({ g: textOf(table), n: names, ...tab === "equilibria" ? {} : { tab } })}`;
}
function read(query) {
  let text = query.get("g");
  if (!text) return null;
  let payoffs = text.split(";").map((row) => row.trim().split(/\s+/).map((cell) => cell.split(","))), width = payoffs[0]?.length ?? 0;
  if (!width || payoffs.some((row) => row.length !== width || row.some((cell) => cell.length !== 2))) return null;
  let names = (query.get("n") ?? "").split("|").map((row) => row.split(","));
  return { actions: [payoffs.length, width].map((size, p) => Array.from({ length: size }, (_, i) => names[p]?.[i] || String(i + 1))), payoffs };
}
function negative(text) {
  let bare = text.trim();
  return bare.startsWith("-") ? bare.slice(1) : bare === "0" || !bare ? bare : `-${bare.replace(/^\+/, "")}`;
}
function Matrix({ query }) {
  let say = useWords();
  useTitle(say("matrix.title"));
  let [table, setTable] = d(() => read(query) ?? FIRST), [isZeroSum, setZeroSum] = d(!1), [isPasting, setPasting] = d(!1), [isCode, setCode] = d(!1), late = useLater(table, 250), tab = TABS.find((name) => name === query.get("tab")) ?? "equilibria";
  A(() => {
    tab !== "coalitions" && go(addressOf(late, tab), "replace");
  }, [textOf(late), JSON.stringify(late.actions)]);
  let { data, error, isLoading } = usePosted("/matrix/solve", { payoffs: textOf(late), actions: namesOf(late) }), fits = data && data.payoffs.length === late.payoffs.length && data.payoffs[0]?.length === late.payoffs[0]?.length && !error ? data : null, isStale = isLoading || textOf(table) !== textOf(late), put = (i, j, p, text) => {
    let payoffs = table.payoffs.map((row) => row.map((cell2) => [...cell2])), cell = payoffs[i]?.[j];
    cell && (cell[p] = text, isZeroSum && (cell[1 - p] = negative(text)), setTable({ ...table, payoffs }));
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("matrix.title") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say("matrix.lead") })
      ] }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        tab !== "coalitions" && /* @__PURE__ */ a($, { children: [
          /* @__PURE__ */ a(Named, { onChoose: (game) => (setZeroSum(!1), setTable({ actions: game.actions, payoffs: game.payoffs })) }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setPasting(!0), children: say("matrix.paste") })
        ] }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "y", onClick: () => setCode(!0), children: say("code") })
      ] })
    ] }),
    /* @__PURE__ */ a("nav", { class: "tabs apart", "aria-label": say("matrix.tabs"), children: TABS.map((name) => /* @__PURE__ */ a("a", { href: name === "coalitions" ? "/matrix?tab=coalitions" : addressOf(table, name), "aria-current": tab === name ? "page" : void 0, children: say(`tab.${name}`) }, name)) }),
    tab === "coalitions" ? /* @__PURE__ */ a(Coalitions, { given: query.get("v") ?? "", onChange: (worth) => go(`/matrix?${new URLSearchParams({ tab: "coalitions", v: worth })}`, "replace"), isCode, onCode: setCode }) : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "payoffs", children: [
        /* @__PURE__ */ a("div", { class: "tools", children: [
          /* @__PURE__ */ a("h2", { id: "payoffs", children: say("matrix.payoffs") }),
          /* @__PURE__ */ a("label", { class: "check small", children: [
            /* @__PURE__ */ a(
              "input",
              {
                type: "checkbox",
                checked: isZeroSum,
                onChange: (event) => {
                  setZeroSum(event.currentTarget.checked), event.currentTarget.checked && setTable({ ...table, payoffs: table.payoffs.map((row) => row.map((cell) => [cell[0] ?? "", negative(cell[0] ?? "")])) });
                }
              }
            ),
            say("matrix.zero")
          ] }),
          /* @__PURE__ */ a(Sizes, { table, setTable })
        ] }),
        /* @__PURE__ */ a(Payoffs, { table, setTable, put, isZeroSum, answer: isStale ? null : fits }),
        /* @__PURE__ */ a("p", { class: "muted small", children: say("matrix.help") }),
        /* @__PURE__ */ a(Trouble, { error }),
        fits && !isStale && fits.removed.length > 0 && /* @__PURE__ */ a("div", { children: [
          /* @__PURE__ */ a("h3", { class: "small", children: say("matrix.dominated") }),
          /* @__PURE__ */ a("ol", { class: "steps", children: fits.removed.map((step) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a(Told, { text: step.why }) }, `${step.player} ${step.action}`)) })
        ] })
      ] }),
      tab === "correlated" && /* @__PURE__ */ a(Correlated, { payoffs: textOf(late), actions: namesOf(late) }),
      tab === "repeated" && /* @__PURE__ */ a(RepeatedTab, { payoffs: textOf(late), actions: namesOf(late) }),
      tab === "equilibria" && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "equilibria", "aria-busy": isStale, children: [
        /* @__PURE__ */ a("h2", { id: "equilibria", children: say("matrix.equilibria") }),
        fits ? /* @__PURE__ */ a(Found, { answer: fits }) : /* @__PURE__ */ a("p", { class: "muted", children: error ? "–" : say("working") })
      ] }),
      tab === "equilibria" && fits && /* @__PURE__ */ a(Learning, { payoffs: textOf(late), answer: fits }, `${fits.payoffs.length} ${fits.payoffs[0]?.length}`)
    ] }),
    isPasting && /* @__PURE__ */ a(Paste, { onClose: () => setPasting(!1), onTable: (pasted) => (setZeroSum(!1), setTable(pasted), setPasting(!1)) }),
    isCode && tab !== "coalitions" && /* @__PURE__ */ a(Dialog, { title: say("code"), onClose: () => setCode(!1), children: [
      /* @__PURE__ */ a(Code, { label: "Python", text: `from tianji import matrix as tm

game = tm.NormalForm("${textOf(table)}")
${CODE[tab]}` }),
      /* @__PURE__ */ a(Code, { label: say("matrix.shell"), text: `tianji matrix "${textOf(table)}"` })
    ] })
  ] });
}
function namesOf(table) {
  return table.actions.every((row) => row.every((name) => name.trim() && name.length <= 40) && new Set(row.map((name) => name.trim())).size === row.length) ? table.actions.map((row) => row.map((name) => name.trim())) : void 0;
}
function Named({ onChoose }) {
  let say = useWords(), games = useAsk("/matrix/games", !0).data?.items ?? [];
  return /* @__PURE__ */ a(
    "select",
    {
      class: "button",
      "aria-label": say("matrix.named"),
      value: "",
      onChange: (event) => {
        let game = games.find(({ name }) => name === event.currentTarget.value);
        game && onChoose(game), event.currentTarget.value = "";
      },
      children: [
        /* @__PURE__ */ a("option", { value: "", children: say("matrix.named") }),
        games.map((game) => /* @__PURE__ */ a("option", { value: game.name, children: told(game.title).text }, game.name))
      ]
    }
  );
}
function Sizes({ table, setTable }) {
  let say = useWords(), rows = table.payoffs.length, columns = table.payoffs[0]?.length ?? 1, resize = (height, width) => {
    let payoffs = Array.from({ length: height }, (_, i) => Array.from({ length: width }, (_2, j) => table.payoffs[i]?.[j] ?? ["0", "0"])), actions = [height, width].map((size, p) => Array.from({ length: size }, (_, i) => table.actions[p]?.[i] ?? String(i + 1)));
    setTable({ actions, payoffs });
  };
  return /* @__PURE__ */ a("div", { class: "sizes", children: [
    /* @__PURE__ */ a("span", { class: "small muted", children: say("matrix.rows") }),
    /* @__PURE__ */ a("button", { type: "button", class: "button quiet", disabled: rows < 2, onClick: () => resize(rows - 1, columns), "aria-label": say("matrix.rows.less"), children: "−" }),
    /* @__PURE__ */ a("output", { children: rows }),
    /* @__PURE__ */ a("button", { type: "button", class: "button quiet", disabled: rows > 11, onClick: () => resize(rows + 1, columns), "aria-label": say("matrix.rows.more"), children: "+" }),
    /* @__PURE__ */ a("span", { class: "small muted", children: say("matrix.columns") }),
    /* @__PURE__ */ a("button", { type: "button", class: "button quiet", disabled: columns < 2, onClick: () => resize(rows, columns - 1), "aria-label": say("matrix.columns.less"), children: "−" }),
    /* @__PURE__ */ a("output", { children: columns }),
    /* @__PURE__ */ a("button", { type: "button", class: "button quiet", disabled: columns > 11, onClick: () => resize(rows, columns + 1), "aria-label": say("matrix.columns.more"), children: "+" })
  ] });
}
function Payoffs({ table, setTable, put, isZeroSum, answer }) {
  let say = useWords(), isOut = (player, action) => answer?.removed.some((step) => step.player === player && step.action === action) ?? !1, isBest = (player, i, j) => (player ? answer?.best_replies[1]?.[i]?.includes(j) : answer?.best_replies[0]?.[j]?.includes(i)) ?? !1, rename = (player, k, text) => setTable({ ...table, actions: table.actions.map((row, p) => p === player ? row.map((name, i) => i === k ? text : name) : row) }), onArrow = (event) => {
    let move = { ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key], place = event.target.dataset.place?.split(" ").map(Number);
    if (!move || !place) return;
    let next = document.querySelector(`[data-place="${(place[0] ?? 0) + (move[0] ?? 0)} ${place[1]} ${place[2]}"]`);
    next && (event.preventDefault(), next.focus(), next.select());
  };
  return /* @__PURE__ */ a("div", { class: "scroll plain-scroll", tabIndex: 0, role: "group", "aria-label": say("matrix.payoffs"), onKeyDown: onArrow, children: /* @__PURE__ */ a("table", { class: "payoffs", children: [
    /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("td", { class: "corner", children: [
        /* @__PURE__ */ a("span", { class: "p0", children: say("matrix.player", { n: 0 }) }),
        " \\ ",
        /* @__PURE__ */ a("span", { class: "p1", children: say("matrix.player", { n: 1 }) })
      ] }),
      table.actions[1]?.map((name, j) => /* @__PURE__ */ a("th", { scope: "col", class: isOut(1, j) ? "out" : "", children: /* @__PURE__ */ a("input", { type: "text", value: name, maxLength: 40, "aria-label": say("matrix.name", { player: 1, n: j + 1 }), onInput: (event) => rename(1, j, event.currentTarget.value) }) }, j))
    ] }) }),
    /* @__PURE__ */ a("tbody", { children: table.payoffs.map((row, i) => /* @__PURE__ */ a("tr", { class: isOut(0, i) ? "out" : "", children: [
      /* @__PURE__ */ a("th", { scope: "row", children: /* @__PURE__ */ a("input", { type: "text", value: table.actions[0]?.[i], maxLength: 40, "aria-label": say("matrix.name", { player: 0, n: i + 1 }), onInput: (event) => rename(0, i, event.currentTarget.value) }) }),
      row.map((cell, j) => /* @__PURE__ */ a("td", { class: isOut(1, j) ? "out" : "", children: [0, 1].map((p) => /* @__PURE__ */ a(
        "input",
        {
          type: "text",
          inputMode: "text",
          spellcheck: !1,
          autocomplete: "off",
          "data-place": `${i} ${j} ${p}`,
          class: `p${p}${isBest(p, i, j) ? " best" : ""}`,
          disabled: isZeroSum && p === 1,
          value: cell[p],
          "aria-label": say(isBest(p, i, j) ? "matrix.cell.best" : "matrix.cell", { player: p, row: table.actions[0]?.[i] ?? "", column: table.actions[1]?.[j] ?? "" }),
          onFocus: (event) => event.currentTarget.select(),
          onInput: (event) => put(i, j, p, event.currentTarget.value)
        },
        p
      )) }, j))
    ] }, i)) })
  ] }) });
}
function Mixed({ shares, names, player }) {
  return /* @__PURE__ */ a("span", { class: "mixed", children: shares.map(
    (share, i) => decimal(share) > 0 ? /* @__PURE__ */ a("span", { class: `share p${player}`, children: [
      names[i],
      " ",
      /* @__PURE__ */ a("b", { children: decimal(share) === 1 ? "1" : share })
    ] }, i) : null
  ) });
}
function Found({ answer }) {
  let say = useWords(), infinite = answer.components.filter((part) => !part.is_point).length;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say("matrix.found"), isMain: !0, children: [
        /* @__PURE__ */ a("span", { "data-fact": "equilibria", children: answer.equilibria.length }),
        !answer.complete && /* @__PURE__ */ a("small", { children: [
          " ",
          say("matrix.some")
        ] })
      ] }),
      answer.value !== void 0 && /* @__PURE__ */ a(Fact, { label: say("matrix.value"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "value", children: String(answer.value) }) }),
      /* @__PURE__ */ a(Fact, { label: say("matrix.security"), children: answer.security.join(", ") }),
      /* @__PURE__ */ a(Fact, { label: say("matrix.arithmetic"), children: answer.exact ? say("matrix.exact") : say("matrix.floats") })
    ] }),
    infinite > 0 && /* @__PURE__ */ a("p", { class: "claim", children: say("matrix.infinite", { n: infinite }) }),
    answer.note && /* @__PURE__ */ a("p", { class: "claim", lang: "en", children: answer.note }),
    /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("matrix.equilibria"), children: /* @__PURE__ */ a("table", { class: "data", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { class: "number", children: say("component.number") }),
        /* @__PURE__ */ a("th", { children: say("matrix.player", { n: 0 }) }),
        /* @__PURE__ */ a("th", { children: say("matrix.player", { n: 1 }) }),
        /* @__PURE__ */ a("th", { class: "number", children: say("matrix.values") }),
        /* @__PURE__ */ a("th", { class: "number", children: say("matrix.regret") }),
        infinite > 0 && /* @__PURE__ */ a("th", { children: say("component.part") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: answer.equilibria.slice(0, 100).map((each, k) => /* @__PURE__ */ a("tr", { class: "equilibrium", children: [
        /* @__PURE__ */ a("td", { class: "number muted", children: k + 1 }),
        [0, 1].map((p) => /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a(Mixed, { shares: each.profile[p]?.map(String) ?? [], names: answer.actions[p] ?? [], player: p }) }, p)),
        /* @__PURE__ */ a("td", { class: "number", children: each.values.join(", ") }),
        /* @__PURE__ */ a("td", { class: "number", children: String(each.regret) }),
        infinite > 0 && /* @__PURE__ */ a("td", { "data-component": k, children: letterOf(componentOf(answer, k)) })
      ] }, k)) })
    ] }) }),
    /* @__PURE__ */ a(Components, { answer }),
    answer.equilibria.length > 100 && /* @__PURE__ */ a("p", { class: "muted small", children: say("matrix.first", { n: 100 }) })
  ] });
}
function Learning({ payoffs, answer }) {
  let say = useWords(), sizes = answer.actions.map((row) => row.length), [rule, setRule] = d("replicator"), [steps, setSteps] = d("1000"), [start, setStart] = d(() => sizes.map((size) => size === 2 ? [0.4, 0.6] : size === 3 ? [0.5, 0.3, 0.2] : Array.from({ length: size }, () => 1 / size))), [isField, setField] = d(!1), canField = rule !== LOGIT && (sizes.some((size) => size === 3) ? sizes.every((size) => size <= 3) : sizes.every((size) => size === 2)), iterations = Number(steps), asked = useLater({ payoffs, rule, iterations, start }, 120), { data, error } = usePosted("/matrix/learn", Number.isInteger(asked.iterations) && asked.iterations > 0 ? asked : null), begun = useLater(sizes.every((size) => size === 2) ? sizes.map(() => [0.5, 0.5]) : start, 600), field = usePosted("/matrix/field", isField && canField ? { payoffs, rule, start: begun } : null), streams = (player) => isField ? field.data?.pictures.find((each) => each.player === player) : void 0, shown = data?.strategies[0]?.[0]?.length === sizes[0] && data?.strategies[1]?.[0]?.length === sizes[1] ? data : null, points = (shown?.iterations ?? []).map((t, k) => ({ iterations: t, seconds: 0, exploitability: shown?.exploitability[k] ?? 0 })), sets = subsetsOf(answer).map((subset) => subset.strategies.map((mixes) => mixes.map((mix2) => mix2.map(decimal)))), profiles = answer.equilibria.map((each) => each.profile.map((row) => row.map(decimal))), pair = (rows) => (rows?.[0] ?? []).map((row, t) => [row[0] ?? 0, rows?.[1]?.[t]?.[0] ?? 0]), last = shown?.exploitability[shown.exploitability.length - 1];
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "learning", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "learning", children: say("learn.title") }),
      /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say("learn.rule") }),
        /* @__PURE__ */ a("select", { class: "button", value: rule, onChange: (event) => setRule(event.currentTarget.value), children: [...RULES, LOGIT].map((name) => /* @__PURE__ */ a("option", { value: name, children: say(`rule.${name}`) }, name)) })
      ] }),
      /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say("learn.iterations") }),
        /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", class: "short", value: steps, onInput: (event) => setSteps(event.currentTarget.value) })
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: error ?? field.error }),
    /* @__PURE__ */ a("div", { class: "split even", children: [
      /* @__PURE__ */ a("div", { class: "planes", "aria-busy": isField && field.isLoading, children: [
        sizes[0] === 2 && sizes[1] === 2 ? /* @__PURE__ */ a(
          Square,
          {
            streams: streams(null),
            names: answer.actions,
            curves: answer.curves,
            sets: sets.map(([up = [], right = []]) => [up.map((mix2) => mix2[0] ?? 0), right.map((mix2) => mix2[0] ?? 0)]),
            found: profiles.map((profile) => [profile[0]?.[0] ?? 0, profile[1]?.[0] ?? 0]),
            start,
            setStart,
            paths: [
              { kind: "played", points: pair(shown?.strategies) },
              { kind: "average", points: pair(shown?.averages) }
            ]
          }
        ) : sizes.map(
          (size, p) => size === 3 ? /* @__PURE__ */ a(
            Triangle,
            {
              streams: streams(p),
              player: p,
              names: answer.actions[p] ?? [],
              sets: sets.map((each) => each[p] ?? []),
              found: profiles.map((profile) => profile[p] ?? []),
              start: start[p] ?? null,
              setStart: (mixed) => setStart(start.map((row, i) => i === p ? mixed : row)),
              paths: [
                { kind: "played", points: shown?.strategies[p] ?? [] },
                { kind: "average", points: shown?.averages[p] ?? [] }
              ]
            },
            p
          ) : null
        ),
        /* @__PURE__ */ a("ul", { class: "legend", children: [
          sizes[0] === 2 && sizes[1] === 2 && /* @__PURE__ */ a($, { children: [
            /* @__PURE__ */ a("li", { children: [
              /* @__PURE__ */ a("i", { class: "reply0" }),
              " ",
              say("learn.reply", { n: 0 })
            ] }),
            /* @__PURE__ */ a("li", { children: [
              /* @__PURE__ */ a("i", { class: "reply1" }),
              " ",
              say("learn.reply", { n: 1 })
            ] })
          ] }),
          /* @__PURE__ */ a("li", { children: [
            /* @__PURE__ */ a("i", { class: "played" }),
            " ",
            say("learn.played")
          ] }),
          /* @__PURE__ */ a("li", { children: [
            /* @__PURE__ */ a("i", { class: "average" }),
            " ",
            say("learn.average")
          ] }),
          /* @__PURE__ */ a("li", { children: [
            /* @__PURE__ */ a("i", { class: "point" }),
            " ",
            say("learn.point")
          ] }),
          sets.length > 0 && /* @__PURE__ */ a("li", { children: [
            /* @__PURE__ */ a("i", { class: "whole" }),
            " ",
            say("learn.set")
          ] })
        ] }),
        canField && /* @__PURE__ */ a("label", { class: "check small", children: [
          /* @__PURE__ */ a("input", { type: "checkbox", checked: isField, onChange: (event) => setField(event.currentTarget.checked) }),
          say("learn.field")
        ] }),
        isField && field.data && /* @__PURE__ */ a("p", { class: "muted small", "data-fact": "basins", children: say("learn.basins", { n: field.data.pictures.reduce((sum, each) => sum + each.to.length, 0), counts: answer.equilibria.map((_, k) => field.data?.pictures.reduce((sum, each) => sum + each.to.filter((end) => end === k).length, 0)).join(", ") }) }),
        /* @__PURE__ */ a("p", { class: "muted small", children: say(rule === LOGIT ? "learn.logit" : "learn.drag") })
      ] }),
      /* @__PURE__ */ a("div", { children: [
        shown || error ? /* @__PURE__ */ a(Curve, { lines: [{ name: rule, points }], target: void 0, axis: "iterations" }) : /* @__PURE__ */ a("p", { class: "muted", children: say("working") }),
        last !== void 0 && /* @__PURE__ */ a("p", { class: "claim", children: [
          say("learn.gap"),
          " ",
          /* @__PURE__ */ a("b", { "data-fact": "gap", children: last.toPrecision(3) }),
          " ",
          shown?.stopped === "seconds" && say("learn.cut")
        ] })
      ] })
    ] })
  ] });
}
function Paste({ onClose, onTable }) {
  let say = useWords(), [text, setText] = d(""), [error, setError] = d(null), take = () => {
    ask("/matrix/solve", { method: "POST", body: { payoffs: text } }).then((found) => onTable({ actions: found.actions, payoffs: found.payoffs })).catch(setError);
  };
  return /* @__PURE__ */ a(Dialog, { title: say("matrix.paste"), onClose, children: [
    /* @__PURE__ */ a("p", { class: "muted small", children: say("matrix.paste.help") }),
    /* @__PURE__ */ a("textarea", { rows: 8, spellcheck: !1, autofocus: !0, "aria-label": say("matrix.payoffs"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("button", { type: "button", class: "button main", disabled: !text.trim(), onClick: take, children: [
      /* @__PURE__ */ a(Icon, { name: "arrow" }),
      say("matrix.take")
    ] })
  ] });
}
export {
  Matrix
};
