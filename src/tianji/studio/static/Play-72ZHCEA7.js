import {
  runs
} from "./chunk-CZJBUVEZ.js";
import {
  nameOf
} from "./chunk-IBI42R42.js";
import {
  $,
  A,
  Empty,
  Fact,
  Icon,
  Trouble,
  a,
  ago,
  ask,
  d,
  fixed,
  go,
  keep,
  language,
  percent,
  small,
  useAsk,
  useStore,
  useTitle,
  wordsOf
} from "./chunk-NZDGWFAN.js";

// src/play/text/en.json
var en_default = {
  "play.title": "Play",
  "play.lead": "Play any game against a solution or an engine. You see what your seat may know, and nothing else.",
  "play.opponent": "Opponent",
  "play.opponent.lead": "Who sits on the other side",
  "play.table": "Table",
  "play.game": "game, with parameters if you like",
  "play.seat": "Seat",
  "play.seat.change": "In turn",
  "play.seat.n": "Player {n}",
  "play.sit": "Sit down",
  "play.sitting": "One moment…",
  "play.rules": "Rules",
  "play.kept": "Your tables",
  "play.none": "No tables yet",
  "play.rounds": "{n} rounds",
  "play.lobby": "Tables",
  "play.missing": "There is no such table",
  "play.against": "against {name}",
  "opponent.solve": "Solved first",
  "opponent.solve.about": "The game is solved before the first deal, for ten seconds at most: for small games.",
  "opponent.run.about": "the strategy of a run, exploitability {gap}",
  "opponent.uniform": "Even",
  "opponent.uniform.about": "Every action equally often.",
  "opponent.engine.about": "{method}, {nodes} positions a move",
  "engine.easy": "Engine, quick",
  "engine.middle": "Engine, careful",
  "engine.strong": "Engine, deep",
  "odds.label": "Odds",
  "odds.off": "Odds off",
  "odds.after": "After my move",
  "odds.always": "Always",
  "odds.title": "Odds",
  "odds.was": "Odds of your last decision",
  "odds.action": "action",
  "odds.plays": "the strategy plays",
  "odds.value": "worth",
  "odds.chosen": "yours",
  "odds.exact": "Exact, if everybody keeps to the strategy from here on.",
  "odds.estimate": "By search: an estimate unless it saw the end.",
  "odds.nothing": "No values: the game is too large, or the others never let this happen.",
  "odds.belief": "What the others may hold",
  "table.score": "Score",
  "table.round": "Round",
  "table.error": "its exploitability",
  "table.turn": "Your turn",
  "table.end": "The end",
  "table.board": "Position",
  "table.know": "You know",
  "table.actions": "Actions",
  "table.got": "You get {payoff}.",
  "table.next": "Next round",
  "table.undo": "Take back",
  "table.review": "Review",
  "table.log": "What happened",
  "log.you": "You",
  "log.chance": "Chance",
  "log.unseen": "moves; you do not see how",
  "log.none": "Nothing yet.",
  "review.none": "No round has ended yet.",
  "review.total": "{n} decisions cost {total} together; losses up to {error} are within the opponent's own error.",
  "review.knew": "you knew",
  "review.played": "played",
  "review.best": "best",
  "review.cost": "loss",
  "review.grade": "grade",
  "grade.sound": "sound",
  "grade.fine": "fine",
  "grade.inaccuracy": "inaccuracy",
  "grade.mistake": "mistake",
  "grade.blunder": "blunder"
};

// src/play/text/zh.json
var zh_default = {
  "play.title": "对弈",
  "play.lead": "与解出的策略或搜索引擎对弈任意博弈。你只能看到你的座位所能知道的信息。",
  "play.opponent": "对手",
  "play.opponent.lead": "坐在对面的是谁",
  "play.table": "牌桌",
  "play.game": "博弈，可带参数",
  "play.seat": "座位",
  "play.seat.change": "轮换",
  "play.seat.n": "玩家 {n}",
  "play.sit": "入座",
  "play.sitting": "请稍候…",
  "play.rules": "规则",
  "play.kept": "你的牌桌",
  "play.none": "还没有牌桌",
  "play.rounds": "{n} 局",
  "play.lobby": "牌桌",
  "play.missing": "没有这张牌桌",
  "play.against": "对手：{name}",
  "opponent.solve": "先求解",
  "opponent.solve.about": "发牌前先求解，最多十秒：适合小博弈。",
  "opponent.run.about": "某次运行的策略，可剥削度 {gap}",
  "opponent.uniform": "均匀随机",
  "opponent.uniform.about": "每个行动等概率。",
  "opponent.engine.about": "{method}，每步 {nodes} 个局面",
  "engine.easy": "引擎：快",
  "engine.middle": "引擎：稳",
  "engine.strong": "引擎：深",
  "odds.label": "赔率",
  "odds.off": "不看赔率",
  "odds.after": "行动后",
  "odds.always": "始终",
  "odds.title": "赔率",
  "odds.was": "上一个决策的赔率",
  "odds.action": "行动",
  "odds.plays": "策略频率",
  "odds.value": "价值",
  "odds.chosen": "你的选择",
  "odds.exact": "此后各方都按此策略行动时的精确值。",
  "odds.estimate": "由搜索给出；未搜到终局者为估计。",
  "odds.nothing": "没有价值：博弈过大，或对手从不走到这里。",
  "odds.belief": "对手可能的信息",
  "table.score": "得分",
  "table.round": "局",
  "table.error": "其可剥削度",
  "table.turn": "轮到你",
  "table.end": "本局结束",
  "table.board": "局面",
  "table.know": "你所知道的",
  "table.actions": "行动",
  "table.got": "你的收益：{payoff}。",
  "table.next": "下一局",
  "table.undo": "悔棋",
  "table.review": "复盘",
  "table.log": "经过",
  "log.you": "你",
  "log.chance": "随机",
  "log.unseen": "已行动，你看不到内容",
  "log.none": "还没有行动。",
  "review.none": "还没有结束的一局。",
  "review.total": "{n} 个决策共损失 {total}；不超过 {error} 的损失在对手自身误差之内。",
  "review.knew": "你所知道的",
  "review.played": "行动",
  "review.best": "最佳",
  "review.cost": "损失",
  "review.grade": "评级",
  "grade.sound": "稳妥",
  "grade.fine": "尚可",
  "grade.inaccuracy": "失准",
  "grade.mistake": "失误",
  "grade.blunder": "大错"
};

// src/play/words.ts
var { say, useWords } = wordsOf(en_default, zh_default);

// src/play/Table.tsx
var MODES = ["off", "after", "always"];
function Table({ id, query }) {
  let say2 = useWords(), all = useStore(runs), [view, setView] = d(null), [error, setError] = d(null), [isBusy, setBusy] = d(!1), [odds, setOdds] = d(null), wanted = query.get("odds"), mode = MODES.find((each) => each === wanted) ?? "off", isReview = query.get("review") === "1";
  useTitle(view ? `${say2("play.title")} · ${view.game}` : say2("play.title")), A(() => {
    ask(`/tables/${id}`).then(setView, setError);
  }, [id]), A(() => {
    if (mode !== "always" || !view || view.over) {
      (mode === "off" || view?.over) && setOdds((before) => mode === "after" ? before : null);
      return;
    }
    let control = new AbortController();
    return ask(`/tables/${id}/odds`, { signal: control.signal }).then(
      (found) => setOdds({ odds: found, chosen: "" }),
      (refused) => !control.signal.aborted && setError(refused)
    ), () => control.abort();
  }, [mode, view?.round, view?.turn, view?.over]);
  let change = async (what, body = {}) => {
    setBusy(!0), setError(null);
    try {
      what === "acts" && mode === "after" && "action" in body ? setOdds({ odds: await ask(`/tables/${id}/odds`), chosen: String(body.action) }) : setOdds(null), setView(await ask(`/tables/${id}/${what}`, { method: "POST", body }));
    } catch (refused) {
      setError(refused);
    }
    setBusy(!1);
  };
  if (!view)
    return /* @__PURE__ */ a("div", { class: "screen", "aria-busy": !error, children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2(error ? "play.missing" : "play.title") }),
      /* @__PURE__ */ a(Trouble, { error }),
      /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/play", children: say2("play.lobby") }) })
    ] });
  let address = (next) => {
    let found = new URLSearchParams();
    return (next.odds ?? mode) !== "off" && found.set("odds", next.odds ?? mode), (next.review ?? isReview) && found.set("review", "1"), `/play/${id}${found.size ? `?${found}` : ""}`;
  }, score = view.results.reduce((sum, each) => sum + each.payoff, 0), act = (name) => {
    change("acts", { action: name, at: [view.round, view.turn] });
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/play", children: say2("play.lobby") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: view.game }),
        /* @__PURE__ */ a("p", { class: "lead", children: say2("play.against", { name: opponentName(view.opponent, say2, all) }) })
      ] }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("odds.label"), children: MODES.map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": mode === each, onClick: () => (keep("tianji.odds", each), go(address({ odds: each }), "replace")), children: say2(`odds.${each}`) }, each)) })
    ] }),
    /* @__PURE__ */ a("section", { class: "proof", "aria-label": say2("table.score"), children: /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say2("table.score"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "score", children: signed(score) }) }),
      /* @__PURE__ */ a(Fact, { label: say2("table.round"), children: view.round }),
      /* @__PURE__ */ a(Fact, { label: say2("play.seat"), children: say2("play.seat.n", { n: view.seat }) }),
      view.opponent.exploitability !== void 0 && view.opponent.exploitability !== null && /* @__PURE__ */ a(Fact, { label: say2("table.error"), children: small(view.opponent.exploitability) })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "seen", children: [
        /* @__PURE__ */ a("h2", { id: "seen", children: view.over ? say2("table.end") : say2("table.turn") }),
        /* @__PURE__ */ a(Position, { view }),
        view.over && view.payoffs ? /* @__PURE__ */ a("p", { class: "outcome", role: "status", children: say2("table.got", { payoff: signed(view.payoffs[view.seat] ?? 0) }) }) : /* @__PURE__ */ a("div", { class: "acts", role: "group", "aria-label": say2("table.actions"), children: view.actions.map((action, i) => /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: isBusy, "data-key": i < 9 ? String(i + 1) : void 0, onClick: () => act(action.name), children: [
          i < 9 && /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: i + 1 }),
          /* @__PURE__ */ a("span", { children: action.text })
        ] }, action.name)) }),
        /* @__PURE__ */ a("div", { class: "actions", children: [
          view.over && /* @__PURE__ */ a("button", { type: "button", class: "button main", "data-key": "n", disabled: isBusy, onClick: () => {
            change("deal");
          }, children: [
            /* @__PURE__ */ a(Icon, { name: "play" }),
            say2("table.next")
          ] }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "u", disabled: isBusy || view.turn === 0, onClick: () => {
            change("undo");
          }, children: [
            /* @__PURE__ */ a(Icon, { name: "again" }),
            say2("table.undo")
          ] }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "aria-pressed": isReview, onClick: () => go(address({ review: !isReview }), "replace"), children: say2("table.review") })
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "stack", children: [
        odds && /* @__PURE__ */ a(OddsPanel, { odds: odds.odds, chosen: odds.chosen }),
        /* @__PURE__ */ a(Log, { view })
      ] })
    ] }),
    isReview && /* @__PURE__ */ a(ReviewPanel, { id, seen: `${view.round} ${view.over}` })
  ] });
}
function signed(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Number(Math.abs(value).toPrecision(6))}`;
}
function Position({ view }) {
  let say2 = useWords();
  return view.shows !== null ? /* @__PURE__ */ a("pre", { class: "board", tabIndex: 0, "aria-label": say2("table.board"), children: view.shows }) : /* @__PURE__ */ a("p", { class: "knows", children: [
    /* @__PURE__ */ a("span", { class: "muted", children: say2("table.know") }),
    " ",
    /* @__PURE__ */ a("code", { children: view.knows })
  ] });
}
function Log({ view }) {
  let say2 = useWords(), who = (player) => player === view.seat ? say2("log.you") : player < 0 ? say2("log.chance") : say2("play.seat.n", { n: player });
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "log", children: [
    /* @__PURE__ */ a("h2", { id: "log", children: say2("table.log") }),
    view.log.length ? /* @__PURE__ */ a("ol", { class: "moves", "aria-live": "polite", children: view.log.map((row, i) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("span", { class: `seat p${Math.max(0, row.who) % 4}`, children: who(row.who) }),
      " ",
      row.text === null ? /* @__PURE__ */ a("em", { class: "muted", children: say2("log.unseen") }) : /* @__PURE__ */ a("span", { lang: "en", children: row.text })
    ] }, i)) }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("log.none") })
  ] });
}
function OddsPanel({ odds, chosen }) {
  let say2 = useWords(), best = Math.max(...odds.actions.map((row) => row.value ?? -1 / 0));
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "odds", children: [
    /* @__PURE__ */ a("h2", { id: "odds", children: say2(chosen ? "odds.was" : "odds.title") }),
    /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("odds.title"), children: /* @__PURE__ */ a("table", { class: "data odds", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { children: say2("odds.action") }),
        /* @__PURE__ */ a("th", { class: "number", children: say2("odds.plays") }),
        /* @__PURE__ */ a("th", { class: "number", children: say2("odds.value") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: odds.actions.map((row) => /* @__PURE__ */ a("tr", { class: row.name === chosen ? "chosen" : "", children: [
        /* @__PURE__ */ a("td", { children: [
          /* @__PURE__ */ a("code", { children: row.name }),
          row.name === chosen && /* @__PURE__ */ a("small", { children: [
            " ",
            say2("odds.chosen")
          ] })
        ] }),
        /* @__PURE__ */ a("td", { class: "number", "data-odds": `p ${row.name}`, children: row.probability === null ? "–" : percent(row.probability) }),
        /* @__PURE__ */ a("td", { class: "number", "data-odds": `v ${row.name}`, children: row.value !== null && row.value === best ? /* @__PURE__ */ a("b", { children: fixed(row.value) }) : fixed(row.value) })
      ] }, row.name)) })
    ] }) }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say2(odds.bound === "exact" ? "odds.exact" : odds.bound ? "odds.estimate" : "odds.nothing") }),
    odds.belief.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("h3", { children: say2("odds.belief") }),
      /* @__PURE__ */ a("ul", { class: "belief", children: odds.belief.map((row) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("code", { children: row.label }),
        /* @__PURE__ */ a("span", { class: "meter", "aria-hidden": "true", children: /* @__PURE__ */ a("i", { style: { width: `${row.p * 100}%` } }) }),
        /* @__PURE__ */ a("span", { class: "number", children: percent(row.p) })
      ] }, row.label)) })
    ] })
  ] });
}
function ReviewPanel({ id, seen }) {
  let say2 = useWords(), { data, error } = useAsk(`/tables/${id}/review?seen=${encodeURIComponent(seen)}`), most = Math.max(1e-9, ...(data?.items ?? []).map((row) => row.cost));
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "review", children: [
    /* @__PURE__ */ a("h2", { id: "review", children: say2("table.review") }),
    /* @__PURE__ */ a(Trouble, { error }),
    data && !data.items.length && /* @__PURE__ */ a("p", { class: "muted", children: say2("review.none") }),
    data && data.items.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("p", { class: "muted small", children: [
        say2("review.total", { n: data.items.length, total: fixed(data.total), error: small(data.error) }),
        " ",
        /* @__PURE__ */ a("span", { lang: "en", children: data.basis })
      ] }),
      /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("table.review"), children: /* @__PURE__ */ a("table", { class: "data review", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { class: "number", children: say2("table.round") }),
          /* @__PURE__ */ a("th", { children: say2("review.knew") }),
          /* @__PURE__ */ a("th", { children: say2("review.played") }),
          /* @__PURE__ */ a("th", { children: say2("review.best") }),
          /* @__PURE__ */ a("th", { class: "number", children: say2("review.cost") }),
          /* @__PURE__ */ a("th", { children: say2("review.grade") })
        ] }) }),
        /* @__PURE__ */ a("tbody", { children: data.items.map((row, i) => /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("td", { class: "number", children: row.round }),
          /* @__PURE__ */ a("td", { children: row.infoset.includes(`
`) ? /* @__PURE__ */ a("pre", { class: "tiny", children: row.infoset }) : /* @__PURE__ */ a("code", { children: row.infoset }) }),
          /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("code", { children: row.action }) }),
          /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("code", { children: row.best }) }),
          /* @__PURE__ */ a("td", { class: "number", children: [
            /* @__PURE__ */ a("span", { class: "loss", "aria-hidden": "true", children: /* @__PURE__ */ a("i", { class: row.grade, style: { width: `${row.cost / most * 100}%` } }) }),
            /* @__PURE__ */ a("span", { "data-cost": i, children: fixed(row.cost) })
          ] }),
          /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", { class: `verdict ${row.grade}`, children: say2(`grade.${row.grade}`) }) })
        ] }, i)) })
      ] }) })
    ] })
  ] });
}

// src/play/Play.tsx
var LEVELS = [
  { key: "engine.easy", nodes: 50 },
  { key: "engine.middle", nodes: 2e3 },
  { key: "engine.strong", nodes: 5e4 }
];
function opponentName(who, say2, all) {
  if (who.kind === "engine") return `${who.method} · ${who.nodes}`;
  if (who.kind === "run") {
    let run = all?.find(({ id }) => id === who.run);
    return run ? run.name || `${run.body.game} · ${run.body.method}` : who.run ?? "";
  }
  return say2(who.kind === "solve" ? "opponent.solve" : "opponent.uniform");
}
function Play({ name, query }) {
  return /^[a-z0-9]{10}$/.test(name) ? /* @__PURE__ */ a(Table, { id: name, query }, name) : /* @__PURE__ */ a(Lobby, { game: name || query.get("game") || "kuhn" });
}
function useChoices(game, card) {
  let say2 = useWords(), found = (useStore(runs) ?? []).filter((run) => run.result && run.kind === "solve" && nameOf(run.body.game) === nameOf(game) && run.body.game === game).slice(0, 6).map((run) => ({
    key: `run ${run.id}`,
    title: run.name || `${run.body.game} · ${run.body.method}`,
    about: say2("opponent.run.about", { gap: small(run.result?.exploitability) }),
    opponent: { kind: "run", run: run.id }
  }));
  if (card?.hidden !== !1 && found.push({ key: "solve", title: say2("opponent.solve"), about: say2("opponent.solve.about"), opponent: { kind: "solve" } }), card && !card.hidden)
    for (let level of LEVELS) {
      let method = card.players === 2 && !card.chance ? "mtdf" : "mcts";
      found.push({ key: `engine ${level.nodes}`, title: say2(level.key), about: say2("opponent.engine.about", { method, nodes: level.nodes.toLocaleString("en-US") }), opponent: { kind: "engine", method, nodes: level.nodes } });
    }
  return found.push({ key: "uniform", title: say2("opponent.uniform"), about: say2("opponent.uniform.about"), opponent: { kind: "uniform" } }), found;
}
function Lobby({ game }) {
  let say2 = useWords(), spoken = useStore(language), all = useStore(runs);
  useTitle(say2("play.title"));
  let games = useAsk("/games", !0).data?.items ?? [], [spec, setSpec] = d(game), [picked, setPicked] = d(""), [seat, setSeat] = d(null), [isBusy, setBusy] = d(!1), [error, setError] = d(null), card = games.find(({ name }) => name === nameOf(spec)), choices = useChoices(spec.trim(), card), chosen = choices.find(({ key }) => key === picked) ?? choices[0], kept = useAsk("/tables").data?.items ?? [];
  return A(() => setSpec(game), [game]), /* @__PURE__ */ a("form", { class: "screen", onSubmit: (event) => {
    event.preventDefault(), chosen && (setBusy(!0), setError(null), ask("/tables", { method: "POST", body: { game: spec.trim(), opponent: chosen.opponent, seat } }).then((table) => go(`/play/${table.id}`)).catch((refused) => (setError(refused), setBusy(!1))));
  }, noValidate: !0, children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("play.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say2("play.lead") })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "opponent", children: [
        /* @__PURE__ */ a("h2", { id: "opponent", children: say2("play.opponent") }),
        /* @__PURE__ */ a("fieldset", { class: "methods", children: [
          /* @__PURE__ */ a("legend", { children: say2("play.opponent.lead") }),
          choices.map((choice) => /* @__PURE__ */ a("label", { class: "option", children: [
            /* @__PURE__ */ a("input", { type: "radio", name: "opponent", checked: choice === chosen, onChange: () => setPicked(choice.key) }),
            /* @__PURE__ */ a("span", { children: [
              /* @__PURE__ */ a("b", { children: choice.title }),
              /* @__PURE__ */ a("small", { children: choice.about })
            ] })
          ] }, choice.key))
        ] })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "table", children: [
        /* @__PURE__ */ a("h2", { id: "table", children: say2("play.table") }),
        /* @__PURE__ */ a("label", { class: "wide", children: [
          /* @__PURE__ */ a("span", { children: say2("play.game") }),
          /* @__PURE__ */ a("input", { type: "text", list: "play-games", spellcheck: !1, autocomplete: "off", value: spec, onInput: (event) => (setSpec(event.currentTarget.value), setError(null)) })
        ] }),
        /* @__PURE__ */ a("datalist", { id: "play-games", children: games.map(({ name }) => /* @__PURE__ */ a("option", { value: name }, name)) }),
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("play.seat"), children: [null, ...Array.from({ length: card?.players ?? 2 }, (_, i) => i)].map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": seat === each, onClick: () => setSeat(each), children: each === null ? say2("play.seat.change") : say2("play.seat.n", { n: each }) }, String(each))) }),
        /* @__PURE__ */ a("div", { class: "actions", children: [
          /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || !spec.trim() || !chosen, children: [
            /* @__PURE__ */ a(Icon, { name: "play" }),
            say2(isBusy ? "play.sitting" : "play.sit")
          ] }),
          /* @__PURE__ */ a("a", { class: "button", href: `/games/${encodeURIComponent(spec.trim())}`, children: say2("play.rules") })
        ] })
      ] })
    ] }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "kept", children: [
      /* @__PURE__ */ a("h2", { id: "kept", children: say2("play.kept") }),
      kept.length ? /* @__PURE__ */ a("ul", { class: "rows", children: kept.slice(0, 8).map((table) => /* @__PURE__ */ a("li", { class: "row files", children: [
        /* @__PURE__ */ a("a", { class: "what", href: `/play/${table.id}`, children: [
          /* @__PURE__ */ a("strong", { children: table.game }),
          /* @__PURE__ */ a("small", { children: opponentName(table.opponent, say2, all) })
        ] }),
        /* @__PURE__ */ a("span", { class: "muted", children: say2("play.rounds", { n: table.rounds }) }),
        /* @__PURE__ */ a("small", { class: "muted", children: ago(table.created, spoken) })
      ] }, table.id)) }) : /* @__PURE__ */ a(Empty, { title: say2("play.none") })
    ] })
  ] });
}
export {
  Play,
  opponentName
};
