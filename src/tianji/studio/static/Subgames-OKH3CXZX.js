import {
  saidEntry,
  usePosted,
  useWords
} from "./chunk-CGCZN5SW.js";
import {
  Told
} from "./chunk-DJBIHSXX.js";
import {
  count,
  fixed,
  go,
  small
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Code,
  Dialog,
  Fact,
  Trouble,
  a,
  d,
  useAsk,
  useLater,
  useTitle
} from "./chunk-HTWIJD62.js";

// src/theory/Subgames.tsx
var PAPER = { play_heads: 0.75, play_tails: 0.5, guess_heads: 0.5, guess_tails: 0.25, sell_heads: 0.5, sell_tails: -0.5 }, SLIDERS = [
  { key: "play_heads", low: 0, high: 1 },
  { key: "play_tails", low: 0, high: 1 },
  { key: "guess_heads", low: 0, high: 1 },
  { key: "guess_tails", low: 0, high: 1 },
  { key: "sell_heads", low: -1, high: 1 },
  { key: "sell_tails", low: -1, high: 1 }
], MAIN = ["unsafe", "resolve", "maxmargin", "reach-maxmargin"], round = (value) => Math.round(value * 1e3) / 1e3;
function coinQuestion(coin) {
  let isDefault = coin.sell_heads === 0.5 && coin.sell_tails === -0.5, forfeit = round(1 - coin.guess_heads - coin.guess_tails);
  return {
    game: isDefault ? "coin_toss" : `coin_toss(sell_heads=${coin.sell_heads},sell_tails=${coin.sell_tails})`,
    level: "play",
    blueprint: { play_heads: coin.play_heads, play_tails: coin.play_tails, guess: [coin.guess_heads, coin.guess_tails, forfeit] }
  };
}
function Subgames({ spec, query }) {
  return !spec || spec.startsWith("coin_toss") ? /* @__PURE__ */ a(CoinToss, { query }) : /* @__PURE__ */ a(Cut, { spec, query }, spec);
}
function Head({ onCode }) {
  let say = useWords();
  return /* @__PURE__ */ a("div", { class: "head", children: [
    /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("sub.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("sub.lead") })
    ] }),
    /* @__PURE__ */ a("div", { class: "actions", children: [
      /* @__PURE__ */ a("a", { class: "button", href: "/subgame/coin_toss", children: say("sub.coin") }),
      /* @__PURE__ */ a("a", { class: "button", href: "/subgame/leduc?level=board", children: say("sub.leduc") }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "y", onClick: onCode, children: say("code") })
    ] })
  ] });
}
function CoinToss({ query }) {
  let say = useWords();
  useTitle(say("sub.title"));
  let [coin, setCoin] = d(() => {
    let kept = { ...PAPER };
    for (let { key, low, high } of SLIDERS) {
      let value = Number(query.get(key) ?? PAPER[key]);
      Number.isFinite(value) && (kept[key] = Math.min(high, Math.max(low, value)));
    }
    return kept.guess_heads + kept.guess_tails > 1 && (kept.guess_tails = round(1 - kept.guess_heads)), kept;
  }), [technique, setTechnique] = d(query.get("technique") ?? "maxmargin"), [isCode, setCode] = d(!1), live = useLater(coinQuestion(coin), 40), calm = useLater(coinQuestion(coin), 400), { data, error, isLoading } = usePosted("/subgame/solve", { ...live, technique }), late = useLater({ coin, technique }, 300);
  A(() => {
    let changed = SLIDERS.filter(({ key }) => late.coin[key] !== PAPER[key]).map(({ key }) => [key, String(late.coin[key])]);
    go(`/subgame/coin_toss?${new URLSearchParams([...changed, ["technique", late.technique]])}`, "replace");
  }, [JSON.stringify(late)]);
  let move = (key, value) => {
    let next = { ...coin, [key]: value }, other = key === "guess_heads" ? "guess_tails" : key === "guess_tails" ? "guess_heads" : null;
    other && next.guess_heads + next.guess_tails > 1 && (next[other] = round(1 - value)), setCoin(next);
  }, cut = data?.cuts[0], answer = data?.answer?.["? Play"];
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a(Head, { onCode: () => setCode(!0) }),
    /* @__PURE__ */ a("div", { class: "split even", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "blueprint", children: [
        /* @__PURE__ */ a("div", { class: "tools", children: [
          /* @__PURE__ */ a("h2", { id: "blueprint", children: say("sub.blueprint") }),
          /* @__PURE__ */ a("button", { type: "button", class: "plain", onClick: () => setCoin(PAPER), children: say("sub.paper") })
        ] }),
        /* @__PURE__ */ a(Figure, { coin }),
        /* @__PURE__ */ a("div", { class: "sliders", children: SLIDERS.map(({ key, low, high }) => /* @__PURE__ */ a("label", { children: [
          /* @__PURE__ */ a("span", { children: say(`sub.${key}`) }),
          /* @__PURE__ */ a("input", { type: "range", min: low, max: high, step: 0.01, value: coin[key], onInput: (event) => move(key, round(Number(event.currentTarget.value))) }),
          /* @__PURE__ */ a("output", { children: fixed(coin[key], 2) })
        ] }, key)) }),
        /* @__PURE__ */ a("p", { class: "muted small", children: say("sub.forfeit", { share: fixed(1 - coin.guess_heads - coin.guess_tails, 2) }) })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "again", "aria-busy": isLoading || JSON.stringify(live) !== JSON.stringify(coinQuestion(coin)), children: [
        /* @__PURE__ */ a("h2", { id: "again", children: say("sub.again") }),
        /* @__PURE__ */ a(Choice, { technique, onChoose: setTechnique }),
        /* @__PURE__ */ a(Trouble, { error }),
        data && cut && /* @__PURE__ */ a($, { children: [
          /* @__PURE__ */ a(Figures, { answer: data }),
          /* @__PURE__ */ a(Bars, { cut }),
          answer && /* @__PURE__ */ a("p", { class: "small", children: [
            say("sub.answer"),
            " ",
            Object.entries(answer).map(([name, share]) => /* @__PURE__ */ a("span", { class: "share p1", children: [
              saidEntry(name),
              " ",
              /* @__PURE__ */ a("b", { children: fixed(share, 3) })
            ] }, name))
          ] })
        ] })
      ] })
    ] }),
    /* @__PURE__ */ a(All, { question: calm, before: data?.loss_before ?? null, technique, onChoose: setTechnique }),
    isCode && /* @__PURE__ */ a(Dialog, { title: say("code"), onClose: () => setCode(!1), children: /* @__PURE__ */ a(Code, { label: "Python", text: pythonOf(coinQuestion(coin), technique, coin) }) })
  ] });
}
function pythonOf(question, technique, coin) {
  let blueprint = coin ? `blueprint = tj.Strategy.from_dict(
    game.spec,
    [
        {"Heads": {"Sell": ${round(1 - coin.play_heads)}, "Play": ${coin.play_heads}}, "Tails": {"Sell": ${round(1 - coin.play_tails)}, "Play": ${coin.play_tails}}},
        {"? Play": {"Heads": ${coin.guess_heads}, "Tails": ${coin.guess_tails}, "Forfeit": ${round(1 - coin.guess_heads - coin.guess_tails)}}},
    ],
)` : `blueprint = tj.solve(game, "cfr+", iterations=${question.blueprint.iterations}).strategy`;
  return `import tianji as tj

game = tj.load("${question.game}")
${blueprint}
cuts = tj.subgame.cuts(game, "${question.level}")
for report in tj.subgame.compare(game, blueprint, cuts, player=${question.player ?? 1}):
    print(report)  # among them ${technique}
`;
}
function Choice({ technique, onChoose }) {
  let say = useWords(), names = MAIN.includes(technique) ? MAIN : [...MAIN, technique];
  return /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("sub.technique"), children: names.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": technique === name, onClick: () => onChoose(name), children: name }, name)) });
}
function Figures({ answer }) {
  let say = useWords(), isWorse = (answer.loss_after ?? 0) > (answer.loss_before ?? 0) + 1e-9;
  return /* @__PURE__ */ a("div", { children: [
    /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say("sub.before"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "before", children: fixed(answer.loss_before, 4) }) }),
      /* @__PURE__ */ a(Fact, { label: say("sub.after"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "after", class: isWorse ? "bad" : "good", children: fixed(answer.loss_after, 4) }) }),
      /* @__PURE__ */ a(Fact, { label: say("sub.margin"), children: /* @__PURE__ */ a("span", { "data-fact": "margin", children: fixed(answer.min_margin, 4) }) }),
      /* @__PURE__ */ a(Fact, { label: say("sub.reach"), children: /* @__PURE__ */ a("span", { "data-fact": "reach-margin", children: fixed(answer.min_reach_margin, 4) }) })
    ] }),
    /* @__PURE__ */ a("p", { class: "claim", children: /* @__PURE__ */ a(Told, { text: answer.claim }) })
  ] });
}
function Bars({ cut }) {
  let say = useWords(), all = [...cut.cbv, ...cut.alt_value, ...cut.cbv_resolved, 0], low = Math.min(...all), width = Math.max(...all) - low || 1, x = (value) => (value - low) / width * 100, bar = (value) => ({ left: `${Math.min(x(0), x(value))}%`, width: `${Math.max(0.6, Math.abs(x(value) - x(0)))}%` });
  return /* @__PURE__ */ a("div", { class: "margins", role: "table", "aria-label": say("sub.bars"), children: [
    /* @__PURE__ */ a("ul", { class: "legend", "aria-hidden": "true", children: [
      /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("i", { class: "before" }),
        " ",
        say("sub.cbv")
      ] }),
      /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("i", { class: "alternative" }),
        " ",
        say("sub.alternative")
      ] }),
      /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("i", { class: "after" }),
        " ",
        say("sub.resolved")
      ] })
    ] }),
    cut.entries.map((entry, k) => {
      let margin = cut.margin[k] ?? 0, gift = cut.gift[k] ?? 0;
      return /* @__PURE__ */ a("div", { class: "entry", role: "row", children: [
        /* @__PURE__ */ a("span", { role: "rowheader", class: "name", children: saidEntry(entry) }),
        /* @__PURE__ */ a(
          "span",
          {
            role: "cell",
            class: "track",
            "aria-label": say("sub.entry", { before: fixed(cut.cbv[k], 4), alternative: fixed(cut.alt_value[k], 4), after: fixed(cut.cbv_resolved[k], 4), gift: fixed(gift, 4) }),
            children: [
              /* @__PURE__ */ a("i", { class: "zero", style: { left: `${x(0)}%` } }),
              /* @__PURE__ */ a("i", { class: "bar-before", style: bar(cut.cbv[k] ?? 0) }),
              /* @__PURE__ */ a("i", { class: "bar-after", style: bar(cut.cbv_resolved[k] ?? 0) }),
              /* @__PURE__ */ a("i", { class: "mark", style: { left: `${x(cut.alt_value[k] ?? 0)}%` } })
            ]
          }
        ),
        /* @__PURE__ */ a("span", { role: "cell", class: `margin ${margin < -1e-9 ? "bad" : "good"}`, children: [
          fixed(margin, 4),
          gift > 1e-9 && /* @__PURE__ */ a("small", { children: [
            " ",
            say("sub.gift", { gift: fixed(gift, 3) })
          ] })
        ] })
      ] }, entry);
    })
  ] });
}
function All({ question, before, technique, onChoose }) {
  let say = useWords(), rows = useAsk("/techniques", !0);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "all", children: [
    /* @__PURE__ */ a("h2", { id: "all", children: say("sub.all") }),
    /* @__PURE__ */ a(Trouble, { error: rows.error }),
    /* @__PURE__ */ a("div", { class: "scroll whole", tabIndex: 0, role: "group", "aria-label": say("sub.all"), children: /* @__PURE__ */ a("table", { class: "data techniques", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { children: say("sub.technique") }),
        /* @__PURE__ */ a("th", { class: "number", children: say("sub.loss", { before: fixed(before, 4) }) }),
        /* @__PURE__ */ a("th", { class: "number", children: say("sub.margin") }),
        /* @__PURE__ */ a("th", { class: "number wide-only", children: say("sub.gap") }),
        /* @__PURE__ */ a("th", { children: say("sub.safe") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: (rows.data?.items ?? []).map((row) => /* @__PURE__ */ a(TechniqueRow, { question, title: row.title, isSafe: row.is_safe, isHere: row.title === technique, onChoose }, row.title)) })
    ] }) }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say("sub.safe.help") })
  ] });
}
function TechniqueRow({ question, title, isSafe, isHere, onChoose }) {
  let say = useWords(), { data: last, error, isLoading } = usePosted("/subgame/solve", { ...question, technique: title }), data = isLoading ? null : last, isWorse = (data?.loss_after ?? 0) > (data?.loss_before ?? 0) + 1e-9;
  return /* @__PURE__ */ a("tr", { "data-technique": title, "aria-current": isHere ? "true" : void 0, children: [
    /* @__PURE__ */ a("td", { children: [
      /* @__PURE__ */ a("button", { type: "button", class: "link", lang: "en", onClick: () => onChoose(title), children: title }),
      error && /* @__PURE__ */ a("small", { class: "bad", children: [
        " ",
        error.message
      ] })
    ] }),
    /* @__PURE__ */ a("td", { class: `number ${data ? isWorse ? "bad" : "good" : ""}`, children: data ? fixed(data.loss_after, 4) : "…" }),
    /* @__PURE__ */ a("td", { class: "number", children: data ? fixed(data.min_margin, 4) : "…" }),
    /* @__PURE__ */ a("td", { class: "number wide-only", children: data ? small(data.gadget_gap) : "…" }),
    /* @__PURE__ */ a("td", { children: say(isSafe ? "sub.yes" : "sub.no") })
  ] });
}
function Figure({ coin }) {
  let say = useWords(), worth = (value) => value > 0 ? `+${fixed(value, 2)}` : fixed(value, 2);
  return /* @__PURE__ */ a("svg", { class: "figure", viewBox: "0 0 420 232", role: "img", "aria-label": say("sub.figure"), children: [
    /* @__PURE__ */ a("path", { class: "cutline", d: "M8 128H412" }),
    /* @__PURE__ */ a("text", { class: "axis", x: "408", y: "144", "text-anchor": "end", children: say("sub.cut") }),
    /* @__PURE__ */ a("path", { class: "edge", d: "M210 22 110 66M210 22 310 66" }),
    /* @__PURE__ */ a("path", { class: "edge", d: "M110 66 42 106M310 66 378 106", style: { strokeWidth: `${1 + 3 * (1 - (coin.play_heads + coin.play_tails) / 2)}` } }),
    /* @__PURE__ */ a("path", { class: "edge taken", d: "M110 66 150 158", style: { strokeWidth: `${1 + 5 * coin.play_heads}` } }),
    /* @__PURE__ */ a("path", { class: "edge taken", d: "M310 66 270 158", style: { strokeWidth: `${1 + 5 * coin.play_tails}` } }),
    /* @__PURE__ */ a("path", { class: "knows", d: "M150 160H270" }),
    /* @__PURE__ */ a("circle", { class: "chance", cx: "210", cy: "20", r: "9" }),
    [110, 310].map((x) => /* @__PURE__ */ a("circle", { class: "node p0", cx: x, cy: "66", r: "10" }, x)),
    [150, 270].map((x) => /* @__PURE__ */ a("circle", { class: "node p1", cx: x, cy: "160", r: "10" }, x)),
    /* @__PURE__ */ a("text", { x: "146", y: "36", "text-anchor": "end", children: [
      say("sub.heads"),
      " ½"
    ] }),
    /* @__PURE__ */ a("text", { x: "274", y: "36", children: [
      say("sub.tails"),
      " ½"
    ] }),
    /* @__PURE__ */ a("text", { x: "42", y: "100", "text-anchor": "end", class: "strong", dx: "8", dy: "18", children: worth(coin.sell_heads) }),
    /* @__PURE__ */ a("text", { x: "378", y: "100", class: "strong", dx: "-8", dy: "18", children: worth(coin.sell_tails) }),
    /* @__PURE__ */ a("text", { x: "66", y: "80", "text-anchor": "end", children: [
      say("sub.sell"),
      " ",
      fixed(1 - coin.play_heads, 2)
    ] }),
    /* @__PURE__ */ a("text", { x: "354", y: "80", children: [
      say("sub.sell"),
      " ",
      fixed(1 - coin.play_tails, 2)
    ] }),
    /* @__PURE__ */ a("text", { x: "140", y: "112", children: [
      say("sub.play"),
      " ",
      fixed(coin.play_heads, 2)
    ] }),
    /* @__PURE__ */ a("text", { x: "280", y: "112", "text-anchor": "end", children: [
      say("sub.play"),
      " ",
      fixed(coin.play_tails, 2)
    ] }),
    /* @__PURE__ */ a("text", { x: "210", y: "154", "text-anchor": "middle", children: say("sub.unseen") }),
    /* @__PURE__ */ a("path", { class: "edge", d: "M150 170 106 200M150 170 150 200M150 170 194 200M270 170 226 200M270 170 270 200M270 170 314 200" }),
    [150, 270].map(
      (x) => ["heads", "tails", "forfeit"].map((name, k) => /* @__PURE__ */ a("text", { class: "axis", x: x - 30 + 30 * k + (k === 1 ? 4 : 0), y: "186", "text-anchor": k === 0 ? "end" : "start", children: say(`sub.letter.${name}`) }, name))
    ),
    ["−1", "+1", "+1"].map((text, k) => /* @__PURE__ */ a("text", { class: "strong", x: 106 + 44 * k, y: "216", "text-anchor": "middle", children: text }, k)),
    ["+1", "−1", "+1"].map((text, k) => /* @__PURE__ */ a("text", { class: "strong", x: 226 + 44 * k, y: "216", "text-anchor": "middle", children: text }, k))
  ] });
}
function Cut({ spec, query }) {
  let say = useWords();
  useTitle(`${say("sub.title")}: ${spec}`);
  let levels = useAsk(`/games/${encodeURIComponent(spec)}/cuts`, !0), [level, setLevel] = d(query.get("level") ?? ""), [power, setPower] = d(Math.log10(Number(query.get("iterations") ?? "20")) || 1.3), [player, setPlayer] = d(query.get("player") === "0" ? 0 : 1), [technique, setTechnique] = d(query.get("technique") ?? "reach-maxmargin"), [at, setAt] = d(0), [isCode, setCode] = d(!1), iterations = Math.round(10 ** power), known = levels.data?.items.map((item) => item.level) ?? [], here = level || (known.includes("board") ? "board" : known[known.length - 1] ?? ""), cutAt = levels.data?.items.find((item) => item.level === here), question = { game: spec, level: here, player, blueprint: { method: "cfr+", iterations } }, live = useLater(question, 250), { data, error, isLoading } = usePosted("/subgame/solve", live.level && known.includes(live.level) ? { ...live, technique } : null);
  A(() => {
    here && go(`/subgame/${encodeURIComponent(spec)}?${new URLSearchParams({ level: here, iterations: String(live.blueprint && iterations), player: String(player), technique })}`, "replace");
  }, [JSON.stringify(live), technique]);
  let cut = data?.cuts[Math.min(at, (data?.cuts.length ?? 1) - 1)];
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a(Head, { onCode: () => setCode(!0) }),
    /* @__PURE__ */ a(Trouble, { error: levels.error }),
    /* @__PURE__ */ a("div", { class: "split even", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "blueprint", children: [
        /* @__PURE__ */ a("h2", { id: "blueprint", children: [
          spec,
          ": ",
          say("sub.blueprint")
        ] }),
        /* @__PURE__ */ a("div", { class: "sliders", children: /* @__PURE__ */ a("label", { children: [
          /* @__PURE__ */ a("span", { children: say("sub.iterations") }),
          /* @__PURE__ */ a("input", { type: "range", min: 0, max: 4, step: 0.05, value: power, onInput: (event) => setPower(Number(event.currentTarget.value)) }),
          /* @__PURE__ */ a("output", { children: count(iterations) })
        ] }) }),
        /* @__PURE__ */ a("label", { class: "inline", children: [
          /* @__PURE__ */ a("span", { class: "small muted", children: say("sub.level") }),
          /* @__PURE__ */ a("select", { class: "button", value: here, onChange: (event) => (setLevel(event.currentTarget.value), setAt(0)), children: (levels.data?.items ?? []).map((item) => /* @__PURE__ */ a("option", { value: item.level, children: item.level }, item.level)) }),
          cutAt && /* @__PURE__ */ a("span", { class: "small muted", children: say("sub.level.size", { n: count(cutAt.subgames), histories: count(cutAt.histories) }) })
        ] }),
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("sub.player"), children: [0, 1].map((who) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": player === who, onClick: () => setPlayer(who), children: say("sub.resolver", { n: who }) }, who)) }),
        /* @__PURE__ */ a("p", { class: "muted small", children: say("sub.blueprint.help") })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "again", "aria-busy": isLoading, children: [
        /* @__PURE__ */ a("h2", { id: "again", children: say("sub.again") }),
        /* @__PURE__ */ a(Choice, { technique, onChoose: setTechnique }),
        /* @__PURE__ */ a(Trouble, { error }),
        !data && !error && /* @__PURE__ */ a("p", { class: "muted", children: say("working") }),
        data && /* @__PURE__ */ a(Figures, { answer: data }),
        data && cut && /* @__PURE__ */ a($, { children: [
          /* @__PURE__ */ a("label", { class: "inline", children: [
            /* @__PURE__ */ a("span", { class: "small muted", children: say("sub.one", { n: data.subgames }) }),
            /* @__PURE__ */ a("select", { class: "button", value: String(at), onChange: (event) => setAt(Number(event.currentTarget.value)), children: data.cuts.map((each, k) => /* @__PURE__ */ a("option", { value: String(k), children: each.label }, k)) })
          ] }),
          /* @__PURE__ */ a(Bars, { cut })
        ] })
      ] })
    ] }),
    live.level && known.includes(live.level) && /* @__PURE__ */ a(All, { question: live, before: data?.loss_before ?? null, technique, onChoose: setTechnique }),
    isCode && /* @__PURE__ */ a(Dialog, { title: say("code"), onClose: () => setCode(!1), children: /* @__PURE__ */ a(Code, { label: "Python", text: pythonOf(question, technique, null) }) })
  ] });
}
export {
  Subgames
};
