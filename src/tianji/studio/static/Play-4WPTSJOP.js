import {
  BoardView
} from "./chunk-Y3SP3TYC.js";
import {
  useWords
} from "./chunk-R44MDBY3.js";
import {
  nameOf
} from "./chunk-DKEIJCRL.js";
import {
  ActionTable
} from "./chunk-URDG4RVE.js";
import {
  Told
} from "./chunk-DJBIHSXX.js";
import {
  offer
} from "./chunk-FYW6P2XZ.js";
import {
  Backs,
  CLASSES,
  Cards,
  Grid,
  saidAction
} from "./chunk-VBKSNLAI.js";
import {
  runs
} from "./chunk-VRWN5WRP.js";
import {
  ago,
  count,
  fixed,
  go,
  percent,
  small
} from "./chunk-DFRHKKBY.js";
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
} from "./chunk-HTWIJD62.js";

// src/play/Hand.tsx
var STREETS = ["hand.preflop", "hand.flop", "hand.turn", "hand.river"];
function HandTable({ hand }) {
  let say = useWords();
  return /* @__PURE__ */ a("div", { class: "felt", children: [
    /* @__PURE__ */ a("div", { class: "holding", "data-hand": "theirs", children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say("hand.theirs") }),
      hand.theirs ? /* @__PURE__ */ a(Cards, { text: hand.theirs }) : /* @__PURE__ */ a(Backs, { label: say("hand.hidden") }),
      /* @__PURE__ */ a("span", { class: "number", children: say("hand.behind", { n: count(hand.behind[1]) }) })
    ] }),
    /* @__PURE__ */ a("div", { class: "board-cards", "data-hand": "board", children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say(STREETS[hand.street] ?? "hand.preflop") }),
      hand.board ? /* @__PURE__ */ a(Cards, { text: hand.board }) : /* @__PURE__ */ a("span", { class: "muted", children: say("hand.noboard") }),
      /* @__PURE__ */ a("strong", { class: "number", children: say("hand.pot", { n: count(hand.pot) }) })
    ] }),
    /* @__PURE__ */ a("div", { class: "holding mine", "data-hand": "mine", children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say("hand.mine") }),
      /* @__PURE__ */ a(Cards, { text: hand.cards }),
      /* @__PURE__ */ a("span", { class: "number", children: say("hand.behind", { n: count(hand.behind[0]) }) })
    ] })
  ] });
}
function SizeForm({ hand, isBusy, onAct }) {
  let say = useWords(), [size, setSize] = d(""), { least, most } = hand;
  if (least === null || most === null) return null;
  let chips = /^[0-9]{1,7}$/.test(size.trim()) ? Number(size) : null, isGood = chips !== null && chips >= least && chips <= most;
  return /* @__PURE__ */ a(
    "form",
    {
      class: "sized",
      onSubmit: (event) => {
        event.preventDefault(), !(!isGood || isBusy) && (onAct(`r ${chips}`), setSize(""));
      },
      children: [
        /* @__PURE__ */ a("label", { children: [
          /* @__PURE__ */ a("span", { children: say("hand.size", { least: count(least), most: count(most) }) }),
          /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", autocomplete: "off", value: size, "aria-invalid": size !== "" && !isGood, onInput: (event) => setSize(event.currentTarget.value) })
        ] }),
        /* @__PURE__ */ a("button", { type: "submit", class: "button", disabled: !isGood || isBusy, children: say("hand.bet") })
      ]
    }
  );
}
function cellsOf(range) {
  return range.flat().map((weight) => ({ height: weight, parts: [{ colour: "b2", share: 1 }], about: percent(weight) }));
}
function Ranges({ thought, cards }) {
  let say = useWords(), [whose, setWhose] = d("them"), [at, setAt] = d(0), range = whose === "them" ? thought.them : thought.us;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("dl", { class: "facts", "aria-label": say("hand.thought"), children: [
      /* @__PURE__ */ a(Fact, { label: say("hand.source"), children: say(`source.${thought.source}`) }),
      thought.exploitability_pct !== null && /* @__PURE__ */ a(Fact, { label: say("hand.error"), children: percent(thought.exploitability_pct / 100) })
    ] }),
    thought.note && /* @__PURE__ */ a("p", { class: "muted small", lang: "en", children: thought.note }),
    range && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("h3", { children: say("hand.ranges") }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("hand.ranges"), children: ["them", "us"].map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": whose === each, onClick: () => setWhose(each), children: say(`hand.${each}`) }, each)) }),
      /* @__PURE__ */ a(Grid, { label: say(`hand.${whose}`), cells: cellsOf(range), at, onPick: setAt, isSmall: !0 }),
      /* @__PURE__ */ a("p", { class: "muted small", role: "status", children: say("hand.cell", { name: CLASSES[at] ?? "", weight: percent(range.flat()[at] ?? 0), cards }) })
    ] })
  ] });
}

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
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: view.hand ? say("hand.title") : view.game }),
        /* @__PURE__ */ a("p", { class: "lead", children: say("play.against", { name: opponentName(view.opponent, say, all) }) })
      ] }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("odds.label"), children: MODES.map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": mode === each, onClick: () => (keep("tianji.odds", each), go(address({ odds: each }), "replace")), children: say(`odds.${each}`) }, each)) })
    ] }),
    /* @__PURE__ */ a("section", { class: "proof", "aria-label": say("table.score"), children: [
      /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say("table.score"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "score", children: signed(score) }) }),
        /* @__PURE__ */ a(Fact, { label: say("table.round"), children: view.round }),
        /* @__PURE__ */ a(Fact, { label: say("play.seat"), children: seatName(say, view, view.seat) }),
        view.hand && view.results.length > 0 && /* @__PURE__ */ a(Fact, { label: say("hand.rate"), children: /* @__PURE__ */ a("span", { "data-fact": "rate", children: signed(Math.round(1e3 * score / view.hand.big_blind / view.results.length)) }) }),
        view.opponent.exploitability !== void 0 && view.opponent.exploitability !== null && /* @__PURE__ */ a(Fact, { label: say("table.error"), children: small(view.opponent.exploitability) })
      ] }),
      view.strength && /* @__PURE__ */ a("p", { class: "claim", children: [view.strength, view.note].filter(Boolean).map((said) => /* @__PURE__ */ a("span", { children: [
        /* @__PURE__ */ a(Told, { text: said ?? "" }),
        " "
      ] }, said)) })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "seen", children: [
        /* @__PURE__ */ a("h2", { id: "seen", children: view.over ? say("table.end") : say("table.turn") }),
        view.hand ? /* @__PURE__ */ a(HandTable, { hand: view.hand }) : /* @__PURE__ */ a(Position, { view, onPlay: isBusy || view.over ? void 0 : act }),
        view.over && view.payoffs ? /* @__PURE__ */ a("p", { class: "outcome", role: "status", children: say("table.got", { payoff: signed(view.payoffs[view.seat] ?? 0) }) }) : /* @__PURE__ */ a("div", { class: "acts", role: "group", "aria-label": say("table.actions"), children: view.actions.map((action, i) => /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: isBusy, "data-key": i < 9 ? String(i + 1) : void 0, onClick: () => act(action.name), children: [
          i < 9 && /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: i + 1 }),
          /* @__PURE__ */ a("span", { children: view.hand ? saidAction(action.text) : action.text })
        ] }, action.name)) }),
        view.hand && !view.over && /* @__PURE__ */ a(SizeForm, { hand: view.hand, isBusy, onAct: act }, `${view.round} ${view.turn}`),
        isBusy && view.hand && /* @__PURE__ */ a("p", { class: "muted small", role: "status", children: say("hand.thinking") }),
        /* @__PURE__ */ a("div", { class: "actions", children: [
          view.over && /* @__PURE__ */ a("button", { type: "button", class: "button main", "data-key": "n", disabled: isBusy, onClick: () => {
            change("deal");
          }, children: [
            /* @__PURE__ */ a(Icon, { name: "play" }),
            say("table.next")
          ] }),
          view.over && /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: isBusy, onClick: () => {
            change("deal", { seat: (view.seat + 1) % view.players });
          }, children: say("table.swap") }),
          view.over && !view.hand && view.hidden && /* @__PURE__ */ a("button", { type: "button", class: "button", title: say("table.again.help"), disabled: isBusy, onClick: () => {
            change("deal", { seat: (view.seat + 1) % view.players, again: !0 });
          }, children: say("table.again") }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "u", disabled: isBusy || view.turn === 0, onClick: () => {
            change("undo");
          }, children: [
            /* @__PURE__ */ a(Icon, { name: "again" }),
            say("table.undo")
          ] }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "aria-pressed": isReview, onClick: () => go(address({ review: !isReview }), "replace"), children: say("table.review") }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: isBusy || !view.results.length, onClick: () => {
            saveRounds(id).catch(setError);
          }, children: [
            /* @__PURE__ */ a(Icon, { name: "down" }),
            say("table.save")
          ] })
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "stack", children: [
        odds && /* @__PURE__ */ a(OddsPanel, { odds: odds.odds, chosen: odds.chosen, cards: view.hand?.cards ?? "", isEngine: view.opponent.kind === "engine" }),
        /* @__PURE__ */ a(Log, { view })
      ] })
    ] }),
    isReview && (view.hand ? /* @__PURE__ */ a(HandsReview, { id, hands: view.results.length }) : /* @__PURE__ */ a(ReviewPanel, { id, seen: `${view.round} ${view.over}`, canRetry: view.over, onRetry: (round, turn) => {
      change("retry", { round, turn });
    } }))
  ] });
}
function seatName(say, view, seat) {
  return view.hand ? say(seat === 1 ? "seat.button" : "seat.blind") : say("play.seat.n", { n: seat });
}
async function saveRounds(id) {
  let found = await ask(`/tables/${id}/file`);
  offer(`${id}-${found.file}`, new Blob([found.text], { type: "text/plain" }));
}
function signed(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Number(Math.abs(value).toPrecision(6))}`;
}
function Position({ view, onPlay }) {
  let say = useWords();
  return view.shows !== null ? /* @__PURE__ */ a(BoardView, { shows: view.shows, names: view.actions.map(({ name }) => name), ...onPlay ? { onPlay } : {} }) : /* @__PURE__ */ a("div", { class: "knows", children: [
    /* @__PURE__ */ a("p", { children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say("table.know") }),
      " ",
      /* @__PURE__ */ a("b", { lang: "en", children: view.told })
    ] }),
    view.told !== view.knows && /* @__PURE__ */ a("p", { class: "muted small", children: [
      say("table.infoset"),
      " ",
      /* @__PURE__ */ a("code", { children: view.knows })
    ] })
  ] });
}
function Log({ view }) {
  let say = useWords(), who = (player) => player === view.seat ? say("log.you") : player < 0 ? say(view.hand ? "log.dealer" : "log.chance") : seatName(say, view, player);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "log", children: [
    /* @__PURE__ */ a("h2", { id: "log", children: say("table.log") }),
    view.log.length ? /* @__PURE__ */ a("ol", { class: "moves", "aria-live": "polite", children: view.log.map((row, i) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("span", { class: `seat p${Math.max(0, row.who) % 4}`, children: who(row.who) }),
      " ",
      row.text === null ? /* @__PURE__ */ a("em", { class: "muted", children: say("log.unseen") }) : /* @__PURE__ */ a("span", { lang: view.hand ? void 0 : "en", children: view.hand ? saidAction(row.text) : row.text })
    ] }, i)) }) : /* @__PURE__ */ a("p", { class: "muted", children: say("log.none") })
  ] });
}
function shareOf(outcomes, name) {
  let sign = { win: 1, draw: 0, loss: -1 }[name];
  return outcomes.filter(({ payoff }) => Math.sign(payoff) === sign).reduce((sum, { p }) => sum + p, 0);
}
function OddsPanel({ odds, chosen, cards, isEngine }) {
  let say = useWords(), isHand = odds.source !== void 0;
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "odds", children: [
    /* @__PURE__ */ a("h2", { id: "odds", children: say(chosen ? "odds.was" : "odds.title") }),
    /* @__PURE__ */ a(ActionTable, { rows: odds.actions.map((row) => ({ name: row.name, text: isHand ? saidAction(row.text ?? row.name) : row.text, value: row.value, share: row.probability })), chosen, digits: isHand ? 0 : 4, isOurs: isHand }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say(isHand ? odds.bound ? "hand.values" : "hand.novalues" : odds.bound === "exact" ? isEngine ? "odds.best" : "odds.exact" : odds.bound ? "odds.estimate" : "odds.nothing") }),
    isHand && odds.equity !== void 0 && odds.equity !== null && /* @__PURE__ */ a("dl", { class: "facts", "aria-label": say("hand.showdown"), children: [
      /* @__PURE__ */ a(Fact, { label: say(odds.them ? "hand.equity" : "hand.equity.any"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "equity", children: percent(odds.equity) }) }),
      (odds.call ?? 0) > 0 && /* @__PURE__ */ a(Fact, { label: say("hand.price", { n: count(odds.call) }), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "price", children: percent((odds.call ?? 0) / ((odds.pot ?? 0) + (odds.call ?? 0))) }) })
    ] }),
    isHand && /* @__PURE__ */ a(Ranges, { thought: odds, cards }),
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
function HandsReview({ id, hands }) {
  let say = useWords(), [error, setError] = d(null), [isBusy, setBusy] = d(!1), start = async () => {
    setBusy(!0), setError(null);
    try {
      let { text } = await ask(`/tables/${id}/file?last=100`), run = await ask("/holdem/reviews", { method: "POST", body: { review: { text, me: "you" }, name: say("hand.review.name", { n: Math.min(100, hands) }) } });
      go(`/holdem/${run.id}`);
    } catch (refused) {
      setError(refused), setBusy(!1);
    }
  };
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "review", children: [
    /* @__PURE__ */ a("h2", { id: "review", children: say("table.review") }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("p", { class: "muted", children: say(hands ? "hand.review" : "review.none") }),
    /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "button", class: "button main", disabled: isBusy || hands === 0, onClick: () => {
      start();
    }, children: say("hand.review.go", { n: Math.min(100, hands) }) }) })
  ] });
}
function Losses({ rows, most }) {
  let say = useWords();
  return /* @__PURE__ */ a("div", { class: "losses", role: "group", "aria-label": say("review.bars"), children: rows.map((row, i) => /* @__PURE__ */ a(
    "button",
    {
      type: "button",
      "aria-label": say("review.bar", { n: i + 1, cost: fixed(row.cost), grade: say(`grade.${row.grade}`) }),
      title: `${row.action_text}: ${fixed(row.cost)}`,
      onClick: () => {
        let to = document.getElementById(`decision-${i}`);
        to?.scrollIntoView({ block: "nearest" }), to?.focus({ preventScroll: !0 });
      },
      children: /* @__PURE__ */ a("i", { class: row.grade, style: { height: `${Math.max(4, row.cost / most * 100)}%` } })
    },
    i
  )) });
}
function ReviewPanel({ id, seen, canRetry, onRetry }) {
  let say = useWords(), [refused, setRefused] = d(null), cards = () => {
    setRefused(null), ask("/decks", { method: "POST", body: { table: id } }).then((deck) => go(`/train/${deck.id}`), setRefused);
  }, { data, error } = useAsk(`/tables/${id}/review?seen=${encodeURIComponent(seen)}`), most = Math.max(1e-9, ...(data?.items ?? []).map((row) => row.cost)), worst = [...data?.items ?? []].filter((row) => row.grade !== "sound" && row.grade !== "fine").sort((a2, b) => b.cost - a2.cost).slice(0, 3);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "review", children: [
    /* @__PURE__ */ a("h2", { id: "review", children: say("table.review") }),
    /* @__PURE__ */ a(Trouble, { error: error ?? refused }),
    data && !data.items.length && /* @__PURE__ */ a("p", { class: "muted", children: say("review.none") }),
    data && data.items.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a(Losses, { rows: data.items, most }),
      /* @__PURE__ */ a("div", { class: "tools", children: [
        worst.map((row, k) => /* @__PURE__ */ a("button", { type: "button", class: "button", disabled: !canRetry, onClick: () => onRetry(row.round, row.turn), children: say("review.retry", { n: k + 1, cost: fixed(row.cost, 2) }) }, `${row.round} ${row.turn}`)),
        /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: cards, children: say("review.cards") })
      ] }),
      /* @__PURE__ */ a("p", { class: "muted small", children: [
        say("review.total", { n: data.items.length, total: fixed(data.total), error: small(data.error) }),
        " (",
        /* @__PURE__ */ a(Told, { text: data.basis }),
        ")"
      ] }),
      /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("table.review"), children: /* @__PURE__ */ a("table", { class: "data review", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { class: "number wide-only", children: say("table.round") }),
          /* @__PURE__ */ a("th", { children: say("review.knew") }),
          /* @__PURE__ */ a("th", { children: say("review.played") }),
          /* @__PURE__ */ a("th", { children: say("review.best") }),
          /* @__PURE__ */ a("th", { class: "number", children: say("review.cost") }),
          /* @__PURE__ */ a("th", { children: say("review.grade") })
        ] }) }),
        /* @__PURE__ */ a("tbody", { children: data.items.map((row, i) => /* @__PURE__ */ a("tr", { id: `decision-${i}`, tabIndex: -1, children: [
          /* @__PURE__ */ a("td", { class: "number wide-only", children: row.round }),
          /* @__PURE__ */ a("td", { children: row.told !== null ? /* @__PURE__ */ a("span", { lang: "en", children: row.told }) : row.infoset.includes(`
`) ? /* @__PURE__ */ a("pre", { class: "tiny", children: row.infoset }) : /* @__PURE__ */ a("code", { children: row.infoset }) }),
          /* @__PURE__ */ a("td", { lang: "en", children: row.action_text }),
          /* @__PURE__ */ a("td", { lang: "en", children: row.best_text }),
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

// src/play/Watch.tsx
function Pick({ label, choices, chosen, onPick }) {
  return /* @__PURE__ */ a("label", { class: "wide", children: [
    /* @__PURE__ */ a("span", { children: label }),
    /* @__PURE__ */ a("select", { class: "button", value: chosen?.key ?? "", onChange: (event) => onPick(event.currentTarget.value), children: choices.map((choice) => /* @__PURE__ */ a("option", { value: choice.key, disabled: choice.isWrong, children: choice.title }, choice.key)) }),
    /* @__PURE__ */ a("small", { class: "muted", children: chosen?.about })
  ] });
}
function Watch({ query }) {
  let say = useWords();
  useTitle(say("watch.title"));
  let all = useStore(runs), [spec, setSpec] = d(query.get("game") ?? "kuhn"), [picked, setPicked] = d(["", ""]), [count2, setCount] = d("20"), [found, setFound] = d(null), [error, setError] = d(null), [isBusy, setBusy] = d(!1), [at, setAt] = d(0), listed = useAsk("/games", !0).data, isHoldem = spec.trim() === HOLDEM, cards = useAsk(isHoldem ? "/players" : null).data, card = listed?.items.find(({ name }) => name === nameOf(spec)), offered = useChoices(spec.trim(), card, cards?.items ?? []).filter(({ opponent }) => opponent.kind !== "solve"), choices = (isHoldem ? cards !== null : listed !== null && all !== null) ? offered : [], able = choices.filter(({ isWrong }) => !isWrong), sides = picked.map((key, k) => able.find((each) => each.key === key) ?? able[Math.min(k, able.length - 1)]), rounds = Number(count2), isFine = Number.isInteger(rounds) && rounds >= 1 && rounds <= 200;
  A(() => (setFound(null), setError(null)), [spec]);
  let start = async (event) => {
    event.preventDefault(), setBusy(!0), setError(null), go(`/play/watch?${new URLSearchParams({ game: spec.trim() })}`, "replace");
    try {
      setFound(await ask("/matches", { method: "POST", body: { game: spec.trim(), players: sides.map((side) => side?.opponent), rounds } })), setAt(0);
    } catch (refused) {
      setError(refused);
    }
    setBusy(!1);
  }, names = sides.map((side) => side?.title ?? "");
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("form", { class: "stack", onSubmit: (event) => {
      start(event);
    }, noValidate: !0, children: [
      /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/play", children: say("play.lobby") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("watch.title") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say("watch.lead") })
      ] }) }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-label": say("watch.who"), children: [
        /* @__PURE__ */ a("div", { class: "form sides", children: [
          /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say("play.game") }),
            /* @__PURE__ */ a("input", { type: "text", list: "watch-games", spellcheck: !1, autocomplete: "off", value: spec, onInput: (event) => setSpec(event.currentTarget.value) })
          ] }),
          /* @__PURE__ */ a("datalist", { id: "watch-games", children: [HOLDEM, ...(listed?.items ?? []).map(({ name }) => name)].map((name) => /* @__PURE__ */ a("option", { value: name }, name)) }),
          ["A", "B"].map((side, k) => /* @__PURE__ */ a(Pick, { label: say("watch.side", { side }), choices, chosen: sides[k], onPick: (key) => setPicked(k ? [picked[0], key] : [key, picked[1]]) }, side)),
          /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: say("watch.rounds") }),
            /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", value: count2, "aria-invalid": !isFine, onInput: (event) => setCount(event.currentTarget.value) })
          ] })
        ] }),
        /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || !isFine || !sides[0], children: [
          /* @__PURE__ */ a(Icon, { name: "play" }),
          say(isBusy ? "watch.wait" : "watch.go")
        ] }) })
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    !found && !error && /* @__PURE__ */ a(Empty, { title: say("watch.none") }),
    found && /* @__PURE__ */ a(Match, { found, names, at: Math.min(at, found.rounds.length - 1), setAt })
  ] });
}
function Match({ found, names, at, setAt }) {
  let say = useWords(), { mean, low, high } = found.score, [step, setStep] = d(1 / 0), round = found.rounds[at];
  A(() => setStep(1 / 0), [at, found]);
  let shown = Math.min(step, round?.log.length ?? 0), who = (player) => player < 0 ? say(found.unit ? "log.dealer" : "log.chance") : player === round?.seat ? `A · ${names[0]}` : `B · ${names[1]}`, digits = found.unit ? 0 : 3;
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("section", { class: "proof", "aria-label": say("table.score"), children: [
      /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say(found.unit ? "watch.mean.mbb" : "watch.mean"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "mean", children: fixed(mean, digits) }) }),
        /* @__PURE__ */ a(Fact, { label: say("watch.interval"), children: low === null ? "–" : `${fixed(low, digits)} … ${fixed(high, digits)}` }),
        /* @__PURE__ */ a(Fact, { label: say("watch.total"), children: fixed(found.score.total, found.unit ? 0 : 2) }),
        /* @__PURE__ */ a(Fact, { label: say("watch.played"), children: found.score.count })
      ] }),
      found.stopped === "seconds" && /* @__PURE__ */ a("p", { class: "claim", children: say("watch.cut") })
    ] }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "rounds", children: [
        /* @__PURE__ */ a("div", { class: "tools", children: [
          /* @__PURE__ */ a("h2", { id: "rounds", children: say("watch.list") }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => offer(found.file.name, new Blob([found.file.text], { type: "text/plain" })), children: [
            /* @__PURE__ */ a(Icon, { name: "down" }),
            say("watch.save")
          ] })
        ] }),
        /* @__PURE__ */ a("ol", { class: "rounds", children: found.rounds.map((each, k) => {
          let got = each.payoffs[each.seat] ?? 0;
          return /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", { type: "button", "aria-current": k === at ? "true" : void 0, onClick: () => setAt(k), children: [
            /* @__PURE__ */ a("span", { children: say("watch.round", { n: k + 1 }) }),
            /* @__PURE__ */ a("b", { class: got > 0 ? "good" : got < 0 ? "bad" : "", children: `${got > 0 ? "+" : got < 0 ? "−" : ""}${Number(Math.abs(got).toPrecision(6))}` })
          ] }) }, k);
        }) })
      ] }),
      round && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "moves", children: [
        /* @__PURE__ */ a("h2", { id: "moves", children: say("watch.round", { n: at + 1 }) }),
        /* @__PURE__ */ a("div", { class: "tools", children: [
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "[", disabled: shown === 0, onClick: () => setStep(shown - 1), "aria-label": say("time.back"), children: "‹" }),
          /* @__PURE__ */ a("input", { type: "range", min: 0, max: round.log.length, value: shown, "aria-label": say("watch.step"), onInput: (event) => setStep(Number(event.currentTarget.value)) }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "]", disabled: shown === round.log.length, onClick: () => setStep(shown + 1), "aria-label": say("time.on"), children: "›" }),
          /* @__PURE__ */ a("span", { class: "muted small", children: `${shown} / ${round.log.length}` })
        ] }),
        /* @__PURE__ */ a("ol", { class: "moves", "aria-live": "polite", children: round.log.slice(0, shown).map((row, k) => /* @__PURE__ */ a("li", { children: [
          /* @__PURE__ */ a("span", { class: `seat p${Math.max(0, row.who) % 4}`, children: who(row.who) }),
          " ",
          /* @__PURE__ */ a("span", { lang: "en", children: row.text })
        ] }, k)) }),
        shown === round.log.length && round.end && /* @__PURE__ */ a("pre", { class: "board", children: round.end })
      ] })
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
  if (who.kind === "player") return who.seconds === void 0 ? who.player ?? "" : `${who.player} · ${who.seconds} s`;
  if (who.kind === "engine") return `${who.method} · ${say("opponent.nodes", { n: count(who.nodes ?? 0) })}`;
  if (who.kind === "run") {
    let run = all?.find(({ id }) => id === who.run);
    return run ? run.name || `${run.body.game} · ${run.body.method}` : who.run ?? "";
  }
  return say(who.kind === "solve" ? "opponent.solve" : "opponent.uniform");
}
function Play({ name, query }) {
  return name === "watch" ? /* @__PURE__ */ a(Watch, { query }) : /^[a-z0-9]{10}$/.test(name) ? /* @__PURE__ */ a(Table, { id: name, query }, name) : /* @__PURE__ */ a(Lobby, { game: name || query.get("game") || "kuhn" });
}
var HOLDEM = "holdem", SECONDS = [1, 2, 5, 10], USUAL = 2;
function useChoices(game, card, players, seconds = USUAL) {
  let say = useWords(), all = useStore(runs);
  if (game === HOLDEM)
    return players.map((player) => ({
      key: `player ${player.name}`,
      title: player.name,
      about: player.wrong || player.strength,
      isWrong: player.wrong !== "",
      opponent: { kind: "player", player: player.name, ...player.thinks ? { seconds } : {} }
    }));
  let found = (all ?? []).filter((run) => run.result && run.kind === "solve" && nameOf(run.body.game) === nameOf(game) && run.body.game === game).slice(0, 6).map((run) => ({
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
  let listed = useAsk("/games", !0).data, games = listed?.items ?? [], [spec, setSpec] = d(game), [picked, setPicked] = d(""), [seat, setSeat] = d(null), [isBusy, setBusy] = d(!1), [error, setError] = d(null), card = games.find(({ name }) => name === nameOf(spec)), isHoldem = spec.trim() === HOLDEM, players = useAsk(isHoldem ? "/players" : null).data, isKnown = isHoldem ? players !== null : listed !== null && all !== null, [seconds, setSeconds] = d(USUAL), offered = useChoices(spec.trim(), card, players?.items ?? [], seconds), choices = isKnown ? offered : [], chosen = choices.find(({ key }) => key === picked) ?? choices.find(({ isWrong }) => !isWrong);
  A(() => {
    chosen && chosen.key !== picked && setPicked(chosen.key);
  }, [chosen?.key]);
  let kept = useAsk("/tables").data?.items ?? [];
  return A(() => (setSpec(game), setError(null)), [game]), /* @__PURE__ */ a("form", { class: "screen", onSubmit: (event) => {
    event.preventDefault(), chosen && (setBusy(!0), setError(null), ask("/tables", { method: "POST", body: { game: spec.trim(), opponent: chosen.opponent, seat } }).then((table) => go(`/play/${table.id}`)).catch((refused) => (setError(refused), setBusy(!1))));
  }, noValidate: !0, children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("play.title") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say("play.lead") })
      ] }),
      /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("a", { class: "button", href: `/play/watch?${new URLSearchParams({ game: spec.trim() || "kuhn" })}`, children: say("watch.title") }) })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "opponent", children: [
        /* @__PURE__ */ a("h2", { id: "opponent", children: say("play.opponent") }),
        /* @__PURE__ */ a("fieldset", { class: "methods", "aria-busy": !isKnown, children: [
          /* @__PURE__ */ a("legend", { children: say(isKnown ? "play.opponent.lead" : "play.opponent.wait") }),
          choices.map((choice) => /* @__PURE__ */ a("label", { class: "option", children: [
            /* @__PURE__ */ a("input", { type: "radio", name: "opponent", disabled: choice.isWrong, checked: choice === chosen, onChange: () => setPicked(choice.key) }),
            /* @__PURE__ */ a("span", { children: [
              /* @__PURE__ */ a("b", { children: choice.title }),
              /* @__PURE__ */ a("small", { children: isHoldem ? /* @__PURE__ */ a(Told, { text: choice.about }) : choice.about })
            ] })
          ] }, choice.key))
        ] })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "table", children: [
        /* @__PURE__ */ a("h2", { id: "table", children: say("play.table") }),
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("play.kind"), children: [
          /* @__PURE__ */ a("button", { type: "button", "aria-pressed": !isHoldem, onClick: () => go("/play"), children: say("play.kind.any") }),
          /* @__PURE__ */ a("button", { type: "button", "aria-pressed": isHoldem, onClick: () => go("/play/holdem"), children: say("play.kind.holdem") })
        ] }),
        /* @__PURE__ */ a("label", { class: "wide", children: [
          /* @__PURE__ */ a("span", { children: say("play.game") }),
          /* @__PURE__ */ a("input", { type: "text", list: "play-games", spellcheck: !1, autocomplete: "off", value: spec, onInput: (event) => (setSpec(event.currentTarget.value), setError(null)) })
        ] }),
        /* @__PURE__ */ a("datalist", { id: "play-games", children: [HOLDEM, ...games.map(({ name }) => name)].map((name) => /* @__PURE__ */ a("option", { value: name }, name)) }),
        /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("play.seat"), children: [null, ...Array.from({ length: card?.players ?? 2 }, (_, i) => i)].map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": seat === each, onClick: () => setSeat(each), children: each === null ? say("play.seat.change") : isHoldem ? say(each === 1 ? "seat.button" : "seat.blind") : say("play.seat.n", { n: each }) }, String(each))) }),
        chosen?.opponent.seconds !== void 0 && /* @__PURE__ */ a("label", { class: "inline", children: [
          /* @__PURE__ */ a("span", { class: "small muted", children: say("play.thinks") }),
          /* @__PURE__ */ a("select", { class: "button", value: String(seconds), onChange: (event) => setSeconds(Number(event.currentTarget.value)), children: SECONDS.map((each) => /* @__PURE__ */ a("option", { value: String(each), children: [
            each,
            " s"
          ] }, each)) })
        ] }),
        /* @__PURE__ */ a("div", { class: "actions", children: [
          /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || !spec.trim() || !chosen, children: [
            /* @__PURE__ */ a(Icon, { name: "play" }),
            say(isBusy ? "play.sitting" : "play.sit")
          ] }),
          !isHoldem && /* @__PURE__ */ a("a", { class: "button", href: `/games/${encodeURIComponent(spec.trim())}`, children: say("play.rules") })
        ] })
      ] })
    ] }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "kept", children: [
      /* @__PURE__ */ a("h2", { id: "kept", children: say("play.kept") }),
      kept.length ? /* @__PURE__ */ a("ul", { class: "rows files", children: kept.slice(0, 8).map((table) => /* @__PURE__ */ a("li", { class: "row", children: [
        /* @__PURE__ */ a("a", { class: "what", href: `/play/${table.id}`, children: [
          /* @__PURE__ */ a("strong", { children: table.game === HOLDEM ? say("hand.title") : table.game }),
          /* @__PURE__ */ a("small", { children: opponentName(table.opponent, say, all) })
        ] }),
        /* @__PURE__ */ a("span", { class: "muted", children: say(table.rounds === 1 ? "play.rounds.one" : "play.rounds", { n: table.rounds }) }),
        /* @__PURE__ */ a("small", { class: "muted", children: ago(table.created, spoken) })
      ] }, table.id)) }) : /* @__PURE__ */ a(Empty, { title: say("play.none") })
    ] })
  ] });
}
export {
  HOLDEM,
  Play,
  opponentName,
  useChoices
};
