import {
  useWords
} from "./chunk-EW3CM57D.js";
import {
  nameOf
} from "./chunk-IBI42R42.js";
import {
  ActionTable
} from "./chunk-VXER5EXL.js";
import {
  runs
} from "./chunk-MUAK7ZO2.js";
import {
  go
} from "./chunk-AIHUMFPQ.js";
import {
  ago,
  fixed,
  percent,
  small
} from "./chunk-D7MWYKIY.js";
import {
  $,
  A,
  Empty,
  Fact,
  Icon,
  Trouble,
  a,
  ask,
  d,
  keep,
  language,
  useAsk,
  useStore,
  useTitle
} from "./chunk-4LIM5FA3.js";

// src/play/Table.tsx
var MODES = ["off", "after", "always"];
function Table({ id, query }) {
  let say = useWords(), all = useStore(runs), [view, setView] = d(null), [error, setError] = d(null), [isBusy, setBusy] = d(!1), [odds, setOdds] = d(null), wanted = query.get("odds"), mode = MODES.find((each) => each === wanted) ?? "off", isReview = query.get("review") === "1";
  useTitle(view ? `${say("play.title")} · ${view.game}` : say("play.title")), A(() => {
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
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say(error ? "play.missing" : "play.title") }),
      /* @__PURE__ */ a(Trouble, { error }),
      /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/play", children: say("play.lobby") }) })
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
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/play", children: say("play.lobby") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: view.game }),
        /* @__PURE__ */ a("p", { class: "lead", children: say("play.against", { name: opponentName(view.opponent, say, all) }) })
      ] }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("odds.label"), children: MODES.map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": mode === each, onClick: () => (keep("tianji.odds", each), go(address({ odds: each }), "replace")), children: say(`odds.${each}`) }, each)) })
    ] }),
    /* @__PURE__ */ a("section", { class: "proof", "aria-label": say("table.score"), children: /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say("table.score"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "score", children: signed(score) }) }),
      /* @__PURE__ */ a(Fact, { label: say("table.round"), children: view.round }),
      /* @__PURE__ */ a(Fact, { label: say("play.seat"), children: say("play.seat.n", { n: view.seat }) }),
      view.opponent.exploitability !== void 0 && view.opponent.exploitability !== null && /* @__PURE__ */ a(Fact, { label: say("table.error"), children: small(view.opponent.exploitability) })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "seen", children: [
        /* @__PURE__ */ a("h2", { id: "seen", children: view.over ? say("table.end") : say("table.turn") }),
        /* @__PURE__ */ a(Position, { view }),
        view.over && view.payoffs ? /* @__PURE__ */ a("p", { class: "outcome", role: "status", children: say("table.got", { payoff: signed(view.payoffs[view.seat] ?? 0) }) }) : /* @__PURE__ */ a("div", { class: "acts", role: "group", "aria-label": say("table.actions"), children: view.actions.map((action, i) => /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: isBusy, "data-key": i < 9 ? String(i + 1) : void 0, onClick: () => act(action.name), children: [
          i < 9 && /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: i + 1 }),
          /* @__PURE__ */ a("span", { children: action.text })
        ] }, action.name)) }),
        /* @__PURE__ */ a("div", { class: "actions", children: [
          view.over && /* @__PURE__ */ a("button", { type: "button", class: "button main", "data-key": "n", disabled: isBusy, onClick: () => {
            change("deal");
          }, children: [
            /* @__PURE__ */ a(Icon, { name: "play" }),
            say("table.next")
          ] }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "u", disabled: isBusy || view.turn === 0, onClick: () => {
            change("undo");
          }, children: [
            /* @__PURE__ */ a(Icon, { name: "again" }),
            say("table.undo")
          ] }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "aria-pressed": isReview, onClick: () => go(address({ review: !isReview }), "replace"), children: say("table.review") })
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
  let say = useWords();
  return view.shows !== null ? /* @__PURE__ */ a("pre", { class: "board", tabIndex: 0, "aria-label": say("table.board"), children: view.shows }) : /* @__PURE__ */ a("p", { class: "knows", children: [
    /* @__PURE__ */ a("span", { class: "muted", children: say("table.know") }),
    " ",
    /* @__PURE__ */ a("code", { children: view.knows })
  ] });
}
function Log({ view }) {
  let say = useWords(), who = (player) => player === view.seat ? say("log.you") : player < 0 ? say("log.chance") : say("play.seat.n", { n: player });
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "log", children: [
    /* @__PURE__ */ a("h2", { id: "log", children: say("table.log") }),
    view.log.length ? /* @__PURE__ */ a("ol", { class: "moves", "aria-live": "polite", children: view.log.map((row, i) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("span", { class: `seat p${Math.max(0, row.who) % 4}`, children: who(row.who) }),
      " ",
      row.text === null ? /* @__PURE__ */ a("em", { class: "muted", children: say("log.unseen") }) : /* @__PURE__ */ a("span", { lang: "en", children: row.text })
    ] }, i)) }) : /* @__PURE__ */ a("p", { class: "muted", children: say("log.none") })
  ] });
}
function shareOf(outcomes, name) {
  let sign = { win: 1, draw: 0, loss: -1 }[name];
  return outcomes.filter(({ payoff }) => Math.sign(payoff) === sign).reduce((sum, { p }) => sum + p, 0);
}
function OddsPanel({ odds, chosen }) {
  let say = useWords();
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "odds", children: [
    /* @__PURE__ */ a("h2", { id: "odds", children: say(chosen ? "odds.was" : "odds.title") }),
    /* @__PURE__ */ a(ActionTable, { rows: odds.actions.map((row) => ({ name: row.name, value: row.value, share: row.probability })), chosen }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say(odds.bound === "exact" ? "odds.exact" : odds.bound ? "odds.estimate" : "odds.nothing") }),
    odds.outcomes.length > 0 && /* @__PURE__ */ a("dl", { class: "facts", "aria-label": say("odds.outcomes"), children: ["win", "draw", "loss"].map((name) => /* @__PURE__ */ a(Fact, { label: say(`odds.${name}`), children: /* @__PURE__ */ a("span", { "data-outcome": name, children: percent(shareOf(odds.outcomes, name)) }) }, name)) }),
    odds.belief.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("h3", { children: say("odds.belief") }),
      /* @__PURE__ */ a("ul", { class: "belief", children: odds.belief.map((row) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("code", { children: row.label }),
        /* @__PURE__ */ a("span", { class: "meter", "aria-hidden": "true", children: /* @__PURE__ */ a("i", { style: { width: `${row.p * 100}%` } }) }),
        /* @__PURE__ */ a("span", { class: "number", children: percent(row.p) })
      ] }, row.label)) })
    ] })
  ] });
}
function ReviewPanel({ id, seen }) {
  let say = useWords(), { data, error } = useAsk(`/tables/${id}/review?seen=${encodeURIComponent(seen)}`), most = Math.max(1e-9, ...(data?.items ?? []).map((row) => row.cost));
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "review", children: [
    /* @__PURE__ */ a("h2", { id: "review", children: say("table.review") }),
    /* @__PURE__ */ a(Trouble, { error }),
    data && !data.items.length && /* @__PURE__ */ a("p", { class: "muted", children: say("review.none") }),
    data && data.items.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("p", { class: "muted small", children: [
        say("review.total", { n: data.items.length, total: fixed(data.total), error: small(data.error) }),
        " ",
        /* @__PURE__ */ a("span", { lang: "en", children: data.basis })
      ] }),
      /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("table.review"), children: /* @__PURE__ */ a("table", { class: "data review", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { class: "number", children: say("table.round") }),
          /* @__PURE__ */ a("th", { children: say("review.knew") }),
          /* @__PURE__ */ a("th", { children: say("review.played") }),
          /* @__PURE__ */ a("th", { children: say("review.best") }),
          /* @__PURE__ */ a("th", { class: "number", children: say("review.cost") }),
          /* @__PURE__ */ a("th", { children: say("review.grade") })
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
          /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", { class: `verdict ${row.grade}`, children: say(`grade.${row.grade}`) }) })
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
function opponentName(who, say, all) {
  if (who.kind === "engine") return `${who.method} · ${who.nodes}`;
  if (who.kind === "run") {
    let run = all?.find(({ id }) => id === who.run);
    return run ? run.name || `${run.body.game} · ${run.body.method}` : who.run ?? "";
  }
  return say(who.kind === "solve" ? "opponent.solve" : "opponent.uniform");
}
function Play({ name, query }) {
  return /^[a-z0-9]{10}$/.test(name) ? /* @__PURE__ */ a(Table, { id: name, query }, name) : /* @__PURE__ */ a(Lobby, { game: name || query.get("game") || "kuhn" });
}
function useChoices(game, card) {
  let say = useWords(), found = (useStore(runs) ?? []).filter((run) => run.result && run.kind === "solve" && nameOf(run.body.game) === nameOf(game) && run.body.game === game).slice(0, 6).map((run) => ({
    key: `run ${run.id}`,
    title: run.name || `${run.body.game} · ${run.body.method}`,
    about: say("opponent.run.about", { gap: small(run.result?.exploitability) }),
    opponent: { kind: "run", run: run.id }
  }));
  if (card?.hidden !== !1 && found.push({ key: "solve", title: say("opponent.solve"), about: say("opponent.solve.about"), opponent: { kind: "solve" } }), card && !card.hidden)
    for (let level of LEVELS) {
      let method = card.players === 2 && !card.chance ? "mtdf" : "mcts";
      found.push({ key: `engine ${level.nodes}`, title: say(level.key), about: say("opponent.engine.about", { method, nodes: level.nodes.toLocaleString("en-US") }), opponent: { kind: "engine", method, nodes: level.nodes } });
    }
  return found.push({ key: "uniform", title: say("opponent.uniform"), about: say("opponent.uniform.about"), opponent: { kind: "uniform" } }), found;
}
function Lobby({ game }) {
  let say = useWords(), spoken = useStore(language), all = useStore(runs);
  useTitle(say("play.title"));
  let listed = useAsk("/games", !0).data, games = listed?.items ?? [], [spec, setSpec] = d(game), [picked, setPicked] = d(""), [seat, setSeat] = d(null), [isBusy, setBusy] = d(!1), [error, setError] = d(null), card = games.find(({ name }) => name === nameOf(spec)), isKnown = listed !== null && all !== null, offered = useChoices(spec.trim(), card), choices = isKnown ? offered : [], chosen = choices.find(({ key }) => key === picked) ?? choices[0], kept = useAsk("/tables").data?.items ?? [];
  return A(() => setSpec(game), [game]), /* @__PURE__ */ a("form", { class: "screen", onSubmit: (event) => {
    event.preventDefault(), chosen && (setBusy(!0), setError(null), ask("/tables", { method: "POST", body: { game: spec.trim(), opponent: chosen.opponent, seat } }).then((table) => go(`/play/${table.id}`)).catch((refused) => (setError(refused), setBusy(!1))));
  }, noValidate: !0, children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("play.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("play.lead") })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "opponent", children: [
        /* @__PURE__ */ a("h2", { id: "opponent", children: say("play.opponent") }),
        /* @__PURE__ */ a("fieldset", { class: "methods", "aria-busy": !isKnown, children: [
          /* @__PURE__ */ a("legend", { children: say(isKnown ? "play.opponent.lead" : "play.opponent.wait") }),
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
        /* @__PURE__ */ a("h2", { id: "table", children: say("play.table") }),
        /* @__PURE__ */ a("label", { class: "wide", children: [
          /* @__PURE__ */ a("span", { children: say("play.game") }),
          /* @__PURE__ */ a("input", { type: "text", list: "play-games", spellcheck: !1, autocomplete: "off", value: spec, onInput: (event) => (setSpec(event.currentTarget.value), setError(null)) })
        ] }),
        /* @__PURE__ */ a("datalist", { id: "play-games", children: games.map(({ name }) => /* @__PURE__ */ a("option", { value: name }, name)) }),
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("play.seat"), children: [null, ...Array.from({ length: card?.players ?? 2 }, (_, i) => i)].map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": seat === each, onClick: () => setSeat(each), children: each === null ? say("play.seat.change") : say("play.seat.n", { n: each }) }, String(each))) }),
        /* @__PURE__ */ a("div", { class: "actions", children: [
          /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || !spec.trim() || !chosen, children: [
            /* @__PURE__ */ a(Icon, { name: "play" }),
            say(isBusy ? "play.sitting" : "play.sit")
          ] }),
          /* @__PURE__ */ a("a", { class: "button", href: `/games/${encodeURIComponent(spec.trim())}`, children: say("play.rules") })
        ] })
      ] })
    ] }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "kept", children: [
      /* @__PURE__ */ a("h2", { id: "kept", children: say("play.kept") }),
      kept.length ? /* @__PURE__ */ a("ul", { class: "rows", children: kept.slice(0, 8).map((table) => /* @__PURE__ */ a("li", { class: "row files", children: [
        /* @__PURE__ */ a("a", { class: "what", href: `/play/${table.id}`, children: [
          /* @__PURE__ */ a("strong", { children: table.game }),
          /* @__PURE__ */ a("small", { children: opponentName(table.opponent, say, all) })
        ] }),
        /* @__PURE__ */ a("span", { class: "muted", children: say("play.rounds", { n: table.rounds }) }),
        /* @__PURE__ */ a("small", { class: "muted", children: ago(table.created, spoken) })
      ] }, table.id)) }) : /* @__PURE__ */ a(Empty, { title: say("play.none") })
    ] })
  ] });
}
export {
  Play,
  opponentName
};
