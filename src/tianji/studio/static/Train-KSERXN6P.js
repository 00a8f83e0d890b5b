import {
  fetchNode,
  knownNode
} from "./chunk-F5ZX7AD7.js";
import {
  useStart
} from "./chunk-6PBIEMHH.js";
import {
  dropped
} from "./chunk-M5Y35CCH.js";
import {
  ActionTable
} from "./chunk-URDG4RVE.js";
import {
  toldSpot
} from "./chunk-DJBIHSXX.js";
import {
  Backs,
  CLASSES,
  CLASS_OF,
  Cards,
  Grid,
  HANDS_OF,
  colours,
  saidAction,
  saidAll,
  saidLine
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
  Badge,
  Dialog,
  Empty,
  F,
  Fact,
  Icon,
  T,
  Trouble,
  a,
  ask,
  d,
  keep,
  language,
  recall,
  useAsk,
  useStore,
  useTitle,
  wordsOf
} from "./chunk-HTWIJD62.js";

// src/train/text/en.json
var en_default = {
  "train.title": "Train",
  "train.lead": "Decisions of your own solves, one at a time. Graded by what they cost; what the solve cannot tell apart is never called a mistake.",
  "train.new": "New deck",
  "train.new.help": "From a run that is done: every decision that its strategy comes to.",
  "train.hands": "From hands you played",
  "train.hands.help": "PHH or a dealer's log (ACPC), two players at a time from the turn on. Each spot is solved; what you gave up becomes cards, the dearest first.",
  "train.hands.text": "hands",
  "train.hands.file": "or a file, up to 64 KB",
  "train.hands.me": "whose decisions; empty: everybody's",
  "train.hands.oop": "range out of position; empty: a blueprint's",
  "train.hands.ip": "range in position",
  "train.hands.go": "Price these hands",
  "train.none": "No decks yet",
  "train.none.help": "Make one from a run.",
  "train.no.runs": "No run has a strategy yet.",
  "train.solve": "Solve Leduc",
  "train.deck": "{cards} decisions, {reviews} answers",
  "train.due": "{n} due",
  "train.fresh": "{n} new",
  "train.delete": "Delete {name}",
  "train.delete.help": "The deck and its answers move to the trash folder of the workspace.",
  "train.delete.yes": "Delete",
  "train.proof": "{game}, solved to an exploitability of {gap}",
  "train.report": "Report",
  "train.worst": "Retry the worst",
  "train.question": "Player {n} to act",
  "train.why.due": "due",
  "train.why.new": "new",
  "train.why.early": "ahead of time",
  "train.why.worst": "to be retried",
  "train.left": "{due} due, {fresh} new",
  "train.start": "the start of the game",
  "train.board": "board",
  "train.line": "so far",
  "train.first": "first to act",
  "train.pot": "pot",
  "train.reach": "Play by this strategy comes here {share} of the time.",
  "train.loss": "costs {loss}, {share} of the range of payoffs",
  "train.loss.pot": "costs {loss}, {share} of the pot",
  "train.best": "nothing is worth more",
  "train.sound": "The solve itself gives up {error}: it cannot tell these actions apart.",
  "train.next": "Next",
  "train.again": "comes back {when}",
  "grade.sound": "sound",
  "grade.fine": "fine",
  "grade.inaccuracy": "inaccuracy",
  "grade.mistake": "mistake",
  "grade.blunder": "blunder",
  "report.answers": "answers",
  "report.mean": "loss a decision, 95 %",
  "report.leaks": "worst decisions",
  "report.asked": "asked",
  "report.loss": "mean loss",
  "report.mix": "you (the solve)",
  "train.infoset": "information set",
  "train.you": "You",
  "train.player": "Player {n}",
  "train.unseen": "moves; you do not see how",
  "pace.die": "die for mixing",
  "pace.clock": "clock",
  "pace.off": "off",
  "pace.seconds": "{n} s",
  "pace.left": "{n} s left",
  "pace.over": "time is up",
  "pace.rolled": "die {n} of 100",
  "pace.followed": "The die fell on {n}: the solve plays {action} there, and so did you.",
  "pace.other": "The die fell on {n}: the solve plays {action} there. Judged is what it costs, not that.",
  "pace.session": "this session: {n} answers, {share} lost a decision",
  "pace.late": "{n} late",
  "pace.die.score": "{n} of {of} as the die fell",
  "train.only": "What is asked",
  "train.only.all": "all spots",
  "street.flop": "flop",
  "street.turn": "turn",
  "street.river": "river",
  "train.odds": "pot odds",
  "train.odds.call": "{n} to call: pays from {share} equity",
  "train.grid": "The whole range",
  "train.turn.oop": "Out of position, to act",
  "train.turn.ip": "In position, to act",
  "mode.label": "How to train",
  "mode.cards": "Spots",
  "mode.hand": "Whole hands",
  "whole.over": "The hand is over",
  "whole.number": "hand {n}",
  "whole.won": "You win the pot: {chips} chips",
  "whole.lost": "You lose the pot: {chips} chips",
  "whole.split": "The pot is split: {chips} chips",
  "whole.fold": "by a fold",
  "whole.showdown": "at showdown",
  "whole.next": "Next hand",
  "whole.solve": "See it in the solve",
  "whole.actions": "Your actions",
  "whole.decisions": "Your decisions",
  "whole.none": "Each decision is graded as soon as you make it, and the hand goes on.",
  "whole.rare": "The solve hardly ever brings this hand here: its figures are rough.",
  "whole.session": "this session: {hands} hands, {n} decisions, {share} lost a decision, {won} chips",
  "whole.oop": "OOP",
  "whole.ip": "IP",
  "whole.you": "You",
  "whole.behind": "{n} behind",
  "whole.pot": "pot {n}",
  "whole.hidden": "two hidden cards",
  "report.hands": "{n} whole hands, {decisions} decisions: {loss} of the pot lost a decision, {won} chips a hand",
  "train.proof.pot": "{game}, solved to {gap} of the pot",
  "whole.dealing": "Dealing…"
};

// src/train/text/zh.json
var zh_default = {
  "train.title": "训练",
  "train.lead": "逐一练习自己求解过的决策。按代价评分；求解自身分辨不出的差别，绝不算失误。",
  "train.new": "新建牌组",
  "train.new.help": "取自已完成的运行：其策略会走到的每个决策。",
  "train.hands": "来自打过的手牌",
  "train.hands.help": "PHH 或发牌员日志（ACPC），从转牌起两人对局。逐一求解每个局面；放弃的价值变成卡片，代价最大的在前。",
  "train.hands.text": "手牌",
  "train.hands.file": "或一个文件，至多 64 KB",
  "train.hands.me": "谁的决策；留空为所有人",
  "train.hands.oop": "不利位置的范围；留空用蓝图",
  "train.hands.ip": "有利位置的范围",
  "train.hands.go": "为这些手牌估价",
  "train.none": "还没有牌组",
  "train.none.help": "用一次运行来新建。",
  "train.no.runs": "还没有带策略的运行。",
  "train.solve": "求解 Leduc",
  "train.deck": "{cards} 个决策，{reviews} 次作答",
  "train.due": "{n} 个待复习",
  "train.fresh": "{n} 个新决策",
  "train.delete": "删除 {name}",
  "train.delete.help": "牌组及其作答移到工作区的回收文件夹。",
  "train.delete.yes": "删除",
  "train.proof": "{game}，可剥削度 {gap}",
  "train.report": "报告",
  "train.worst": "重练最差的",
  "train.question": "玩家 {n} 行动",
  "train.why.due": "待复习",
  "train.why.new": "新",
  "train.why.early": "提前",
  "train.why.worst": "重练",
  "train.left": "{due} 个待复习，{fresh} 个新",
  "train.start": "博弈开始",
  "train.board": "公共牌",
  "train.line": "此前",
  "train.first": "首先行动",
  "train.pot": "底池",
  "train.reach": "按此策略，有 {share} 的时候走到这里。",
  "train.loss": "损失 {loss}，占收益范围的 {share}",
  "train.loss.pot": "损失 {loss}，占底池的 {share}",
  "train.best": "没有更好的选择",
  "train.sound": "求解自身在此处损失 {error}：分辨不出这些行动。",
  "train.next": "下一个",
  "train.again": "{when}再来",
  "grade.sound": "稳妥",
  "grade.fine": "不错",
  "grade.inaccuracy": "欠准确",
  "grade.mistake": "失误",
  "grade.blunder": "大错",
  "report.answers": "作答",
  "report.mean": "每个决策的损失，95 %",
  "report.leaks": "最差的决策",
  "report.asked": "次数",
  "report.loss": "平均损失",
  "report.mix": "你（求解）",
  "train.infoset": "信息集",
  "train.you": "你",
  "train.player": "玩家 {n}",
  "train.unseen": "已行动，你看不到内容",
  "pace.die": "用骰子混合",
  "pace.clock": "计时",
  "pace.off": "关",
  "pace.seconds": "{n} 秒",
  "pace.left": "还剩 {n} 秒",
  "pace.over": "时间到",
  "pace.rolled": "骰子 {n}/100",
  "pace.followed": "骰子掷出 {n}：解在此处选 {action}，你也是。",
  "pace.other": "骰子掷出 {n}：解在此处选 {action}。评分只看代价，不看这一点。",
  "pace.session": "本次：{n} 个回答，每次决策平均损失 {share}",
  "pace.late": "{n} 个超时",
  "pace.die.score": "{of} 次中 {n} 次与骰子一致",
  "train.only": "练习范围",
  "train.only.all": "所有局面",
  "street.flop": "翻牌",
  "street.turn": "转牌",
  "street.river": "河牌",
  "train.odds": "底池赔率",
  "train.odds.call": "需跟注 {n}：权益达 {share} 即可跟",
  "train.grid": "整个范围",
  "train.turn.oop": "不利位置（OOP）行动",
  "train.turn.ip": "有利位置（IP）行动",
  "mode.label": "训练方式",
  "mode.cards": "单个局面",
  "mode.hand": "整手牌",
  "whole.over": "本手结束",
  "whole.number": "第 {n} 手",
  "whole.won": "你赢得底池：{chips} 筹码",
  "whole.lost": "你输掉底池：{chips} 筹码",
  "whole.split": "平分底池：{chips} 筹码",
  "whole.fold": "因弃牌结束",
  "whole.showdown": "摊牌",
  "whole.next": "下一手",
  "whole.solve": "在求解中查看",
  "whole.actions": "你的行动",
  "whole.decisions": "你的决策",
  "whole.none": "每个决策做出后立即评分，牌局随即继续。",
  "whole.rare": "求解极少让这手牌走到这里：数值较粗略。",
  "whole.session": "本次：{hands} 手，{n} 个决策，每个决策平均损失 {share}，筹码 {won}",
  "whole.oop": "OOP",
  "whole.ip": "IP",
  "whole.you": "你",
  "whole.behind": "剩余 {n}",
  "whole.pot": "底池 {n}",
  "whole.hidden": "两张暗牌",
  "report.hands": "{n} 手整手牌，{decisions} 个决策：每个决策损失底池的 {loss}，每手 {won} 筹码",
  "train.proof.pot": "{game}，可剥削度为底池的 {gap}",
  "whole.dealing": "正在发牌…"
};

// src/train/words.ts
var { say, useWords } = wordsOf(en_default, zh_default);

// src/train/Modes.tsx
var GRADES = ["sound", "fine", "inaccuracy", "mistake", "blunder"], SIGNS = { sound: "✓", fine: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };
function proofOf(deck, say2) {
  return (deck.streets?.length ?? 0) > 0 && deck.exploitability !== null ? say2("train.proof.pot", { gap: percent((deck.exploitability ?? 0) / deck.scale), game: toldSpot(deck.game) }) : say2("train.proof", { gap: small(deck.exploitability), game: deck.game });
}
function Modes({ id, now }) {
  let say2 = useWords();
  return /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("mode.label"), children: ["cards", "hand"].map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": now === each, onClick: () => go(each === "hand" ? `/train/${id}?mode=hand` : `/train/${id}`), children: say2(`mode.${each}`) }, each)) });
}

// src/train/pace.tsx
var SECONDS = [5, 10, 20, 60];
function usePace() {
  let [pace, setPace] = d(() => ({ isDie: recall("tianji.die") === "on", seconds: Number(recall("tianji.clock")) || 0 }));
  return [
    pace,
    (next) => {
      let all = { ...pace, ...next };
      keep("tianji.die", all.isDie ? "on" : "off"), keep("tianji.clock", String(all.seconds)), setPace(all);
    }
  ];
}
function roll() {
  return 1 + Math.floor(Math.random() * 100);
}
function rolled(shares, die) {
  let sum = 0, at = shares.findIndex((share) => (sum += share) * 100 >= die - 0.5);
  return at < 0 ? shares.length - 1 : at;
}
function PaceChoice({ pace, setPace }) {
  let say2 = useWords();
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("label", { class: "check small", children: [
      /* @__PURE__ */ a("input", { type: "checkbox", checked: pace.isDie, onChange: (event) => setPace({ isDie: event.currentTarget.checked }) }),
      say2("pace.die")
    ] }),
    /* @__PURE__ */ a("label", { class: "inline", children: [
      /* @__PURE__ */ a("span", { class: "small muted", children: say2("pace.clock") }),
      /* @__PURE__ */ a("select", { class: "button", value: String(pace.seconds), onChange: (event) => setPace({ seconds: Number(event.currentTarget.value) }), children: [
        /* @__PURE__ */ a("option", { value: "0", children: say2("pace.off") }),
        SECONDS.map((seconds) => /* @__PURE__ */ a("option", { value: String(seconds), children: say2("pace.seconds", { n: seconds }) }, seconds))
      ] })
    ] })
  ] });
}
function Clock({ until }) {
  let say2 = useWords(), left = () => Math.max(0, Math.ceil((until - performance.now()) / 1e3)), [seconds, setSeconds] = d(left);
  return A(() => {
    setSeconds(left());
    let timer = setInterval(() => setSeconds(left()), 200);
    return () => clearInterval(timer);
  }, [until]), /* @__PURE__ */ a("span", { class: seconds ? "tag" : "tag due", "data-fact": "clock", role: "timer", children: seconds ? say2("pace.left", { n: seconds }) : say2("pace.over") });
}

// src/train/Whole.tsx
var STREETS = ["street.flop", "street.turn", "street.river"];
function Whole({ id }) {
  let say2 = useWords(), deck = useAsk(`/decks/${id}`);
  useTitle(deck.data?.name ?? say2("train.title"));
  let [hand, setHand] = d(null), [error, setError] = d(null), [isBusy, setBusy] = d(!0), [session, setSession] = d({ hands: 0, decisions: 0, share: 0, won: 0 }), [opened, setOpened] = d(-1), first = T(null), take = (asked, isMove = !1) => {
    setBusy(!0), setError(null), asked.then((found) => {
      setHand(found), setOpened(-1);
      let last2 = found.decisions[found.decisions.length - 1];
      isMove && last2 && setSession((before) => ({
        hands: before.hands + Number(found.over),
        decisions: before.decisions + 1,
        share: before.share + last2.share,
        won: before.won + (found.end?.payoff ?? 0)
      }));
    }).catch(setError).finally(() => setBusy(!1));
  }, deal = () => take(ask(`/decks/${id}/hand`, { method: "POST", body: {} }));
  A(() => {
    take(
      ask(`/decks/${id}/hand`).then((found) => found ?? ask(`/decks/${id}/hand`, { method: "POST", body: {} }))
    );
  }, [id]);
  let act = (action) => {
    !hand || hand.over || isBusy || take(ask(`/decks/${id}/hand/acts`, { method: "POST", body: { action, at: [hand.number, hand.decisions.length] } }), !0);
  };
  F(() => {
    let onKey = (event) => {
      let number = Number(event.key);
      !event.ctrlKey && !event.metaKey && !event.altKey && number >= 1 && number <= (hand?.actions.length ?? 0) && !document.querySelector("dialog[open]") && act(number - 1);
    };
    return document.addEventListener("keydown", onKey), () => document.removeEventListener("keydown", onKey);
  }, [hand, isBusy]), A(() => first.current?.focus({ preventScroll: !0 }), [hand, isBusy]);
  let last = hand ? hand.decisions[opened < 0 ? hand.decisions.length - 1 : opened] ?? null : null;
  return /* @__PURE__ */ a("div", { class: "screen", "aria-busy": isBusy && !hand, children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/train", children: say2("train.title") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: toldSpot(deck.data?.name ?? "…") }),
        deck.data && /* @__PURE__ */ a("p", { class: "lead", children: proofOf(deck.data, say2) })
      ] }),
      /* @__PURE__ */ a(Modes, { id, now: "hand" })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: deck.error ?? error }),
    isBusy && !hand && /* @__PURE__ */ a("p", { class: "muted", role: "status", children: say2("whole.dealing") }),
    hand && /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "hand", children: [
        /* @__PURE__ */ a("div", { class: "tools", children: [
          /* @__PURE__ */ a("h2", { id: "hand", children: hand.over ? say2("whole.over") : say2(hand.seat ? "train.turn.ip" : "train.turn.oop") }),
          /* @__PURE__ */ a("span", { class: "tag", children: say2("whole.number", { n: hand.number }) })
        ] }),
        /* @__PURE__ */ a(Felt, { hand }),
        hand.end && /* @__PURE__ */ a("p", { class: "outcome", role: "status", "data-fact": "outcome", children: [
          say2(hand.end.won === 1 ? "whole.won" : hand.end.won === 0 ? "whole.lost" : "whole.split", { chips: signed(hand.end.payoff) }),
          " ",
          /* @__PURE__ */ a("small", { class: "muted", children: say2(hand.end.how === "fold" ? "whole.fold" : "whole.showdown") })
        ] }),
        hand.over ? /* @__PURE__ */ a("div", { class: "actions", children: [
          /* @__PURE__ */ a("button", { ref: first, type: "button", class: "button main", "data-key": "n", disabled: isBusy, onClick: deal, children: say2("whole.next") }),
          /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => go(`/holdem/${deck.data?.run}?line=${encodeURIComponent(hand.decisions[0]?.line ?? "")}&hand=${handClass(hand.cards)}`), children: say2("whole.solve") })
        ] }) : /* @__PURE__ */ a("div", { class: "answers", role: "group", "aria-label": say2("whole.actions"), children: hand.actions.map((name, k) => /* @__PURE__ */ a("button", { ref: k === 0 ? first : void 0, type: "button", class: "button answer", disabled: isBusy, onClick: () => act(k), children: [
          /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: k + 1 }),
          /* @__PURE__ */ a("span", { children: saidAction(name) })
        ] }, name)) })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "graded", children: [
        /* @__PURE__ */ a("h2", { id: "graded", children: say2("whole.decisions") }),
        !hand.decisions.length && /* @__PURE__ */ a("p", { class: "muted", children: say2("whole.none") }),
        /* @__PURE__ */ a("ol", { class: "decisions", "aria-live": "polite", children: hand.decisions.map((each, k) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", { type: "button", class: "link", "aria-expanded": last === each, onClick: () => setOpened(k), children: [
          /* @__PURE__ */ a("span", { class: `verdict ${each.grade}`, children: [
            /* @__PURE__ */ a("b", { "aria-hidden": "true", children: SIGNS[each.grade] }),
            " ",
            /* @__PURE__ */ a("span", { "data-grade": k, children: say2(`grade.${each.grade}`) })
          ] }),
          /* @__PURE__ */ a("span", { children: [
            /* @__PURE__ */ a("small", { class: "muted", children: say2(streetOf(hand.start + each.line.split(", ").filter((word) => /^[2-9TJQKA][cdhs]$/.test(word)).length)) }),
            " ",
            /* @__PURE__ */ a("span", { children: saidAction(each.actions[each.chosen] ?? "") })
          ] }),
          /* @__PURE__ */ a("span", { class: "number muted", "data-loss": k, children: each.loss > 0 ? fixed(-each.loss, 2) : "0" })
        ] }) }, k)) }),
        last && /* @__PURE__ */ a($, { children: [
          /* @__PURE__ */ a(ActionTable, { rows: last.actions.map((name, k) => ({ name, text: saidAction(name), value: last.values[k] ?? null, share: last.shares[k] ?? null })), chosen: last.actions[last.chosen] ?? "", digits: 2, isOurs: !0 }),
          /* @__PURE__ */ a("p", { class: "muted small", children: [
            last.loss > 0 ? say2("train.loss.pot", { loss: small(last.loss), share: percent(last.share) }) : say2("train.best"),
            last.grade === "sound" && last.loss > 0 && ` · ${say2("train.sound", { error: small(last.error) })}`,
            last.rare && ` · ${say2("whole.rare")}`
          ] })
        ] })
      ] })
    ] }),
    session.decisions > 0 && /* @__PURE__ */ a("p", { class: "muted small", "data-fact": "session", children: say2("whole.session", { hands: session.hands, n: session.decisions, share: `${fixed(100 * session.share / session.decisions, 2)} %`, won: signed(session.won) }) })
  ] });
}
function streetOf(cards) {
  return STREETS[Math.max(0, Math.min(2, cards - 3))] ?? "street.flop";
}
function Felt({ hand }) {
  let say2 = useWords(), cards = hand.board.length / 2;
  return /* @__PURE__ */ a("div", { class: "felt", children: [
    /* @__PURE__ */ a("div", { class: "holding", children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say2(hand.seat ? "whole.oop" : "whole.ip") }),
      hand.end?.theirs ? /* @__PURE__ */ a(Cards, { text: hand.end.theirs }) : /* @__PURE__ */ a(Backs, { label: say2("whole.hidden") }),
      /* @__PURE__ */ a("span", { class: "number", children: say2("whole.behind", { n: small(hand.behind[1]) }) })
    ] }),
    /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say2(streetOf(cards)) }),
      /* @__PURE__ */ a(Cards, { text: hand.board }),
      /* @__PURE__ */ a("strong", { class: "number", children: say2("whole.pot", { n: small(hand.pot) }) })
    ] }),
    /* @__PURE__ */ a("div", { class: "holding mine", children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say2("whole.you") }),
      /* @__PURE__ */ a(Cards, { text: hand.cards }),
      /* @__PURE__ */ a("span", { class: "number", children: say2("whole.behind", { n: small(hand.behind[0]) }) })
    ] }),
    hand.log.length > 0 && /* @__PURE__ */ a("p", { class: "way", lang: "en", children: hand.log.map((row, k) => /* @__PURE__ */ a("span", { class: row.who < 0 ? "card-dealt" : row.who === hand.seat ? "step mine" : "step", children: row.who < 0 ? /* @__PURE__ */ a(Cards, { text: row.text }) : `${row.who ? "IP" : "OOP"} ${saidAction(row.text)}` }, k)) }),
    !hand.over && hand.to_call > 0 && /* @__PURE__ */ a("p", { class: "muted small", children: say2("train.odds.call", { n: small(hand.to_call), share: percent(hand.to_call / (hand.pot + hand.to_call)) }) })
  ] });
}
function handClass(cards) {
  let order = "23456789TJQKA", [a2 = "", s, b = "", t] = [...cards], [high, low] = order.indexOf(a2) >= order.indexOf(b) ? [a2, b] : [b, a2];
  return high === low ? high + low : `${high}${low}${s === t ? "s" : "o"}`;
}
function signed(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${small(Math.abs(value))}`;
}

// src/train/Train.tsx
function Train({ id, query }) {
  return id && query.get("mode") === "hand" ? /* @__PURE__ */ a(Whole, { id }, id) : id ? /* @__PURE__ */ a(Drill, { id }, id) : /* @__PURE__ */ a(List, { isImport: query.get("hands") === "1" });
}
function Import({ onClose }) {
  let say2 = useWords(), [form, setForm] = d({ text: dropped.value?.kind === "hands" ? dropped.value.text : "", me: "", oop: "", ip: "" });
  A(() => dropped.set(null), []);
  let { isBusy, refused, start } = useStart("/holdem/reviews", "/holdem"), { text, ...rest } = form, named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value.trim() !== "")), read = (event) => {
    event.currentTarget.files?.[0]?.text().then((found) => setForm((before) => ({ ...before, text: found })));
  };
  return /* @__PURE__ */ a(Dialog, { title: say2("train.hands"), onClose, isWide: !0, children: /* @__PURE__ */ a("form", { class: "stack tight", onSubmit: (event) => start(event, text.trim() ? { review: { text, ...named } } : null), children: [
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("train.hands.help") }),
    /* @__PURE__ */ a("label", { class: "wide", children: [
      /* @__PURE__ */ a("span", { children: say2("train.hands.text") }),
      /* @__PURE__ */ a("textarea", { rows: 8, spellcheck: !1, value: text, onInput: (event) => setForm({ ...form, text: event.currentTarget.value }) })
    ] }),
    /* @__PURE__ */ a("label", { class: "wide", children: [
      /* @__PURE__ */ a("span", { children: say2("train.hands.file") }),
      /* @__PURE__ */ a("input", { type: "file", accept: ".phh,.phhs,.log,.txt", onChange: read })
    ] }),
    /* @__PURE__ */ a("div", { class: "form", children: ["me", "oop", "ip"].map((key) => /* @__PURE__ */ a("label", { children: [
      /* @__PURE__ */ a("span", { children: say2(`train.hands.${key}`) }),
      /* @__PURE__ */ a("input", { type: "text", spellcheck: !1, value: form[key], onInput: (event) => setForm({ ...form, [key]: event.currentTarget.value }) })
    ] }, key)) }),
    /* @__PURE__ */ a(Trouble, { error: refused }),
    /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isBusy || !text.trim(), children: say2("train.hands.go") })
  ] }) });
}
function List({ isImport }) {
  let say2 = useWords();
  useTitle(say2("train.title"));
  let decks = useAsk("/decks"), [deleted, setDeleted] = d([]), [isMaking, setMaking] = d(!1), [gone, setGone] = d(null), [error, setError] = d(null), found = (decks.data?.items ?? []).filter((deck) => !deleted.includes(deck.id));
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("train.title") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say2("train.lead") })
      ] }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => go("/train?hands=1", "replace"), children: say2("train.hands") }),
        /* @__PURE__ */ a("button", { type: "button", class: "button main", onClick: () => setMaking(!0), children: [
          /* @__PURE__ */ a(Icon, { name: "arrow" }),
          say2("train.new")
        ] })
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: decks.error ?? error }),
    decks.data && !found.length && /* @__PURE__ */ a(Empty, { title: say2("train.none"), children: /* @__PURE__ */ a("span", { children: say2("train.none.help") }) }),
    /* @__PURE__ */ a("ul", { class: "cards", children: found.map((deck) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("div", { class: "card deck", children: [
      /* @__PURE__ */ a("a", { href: `/train/${deck.id}`, children: /* @__PURE__ */ a("strong", { children: toldSpot(deck.name) }) }),
      /* @__PURE__ */ a("span", { class: "about", children: say2("train.deck", { cards: count(deck.cards), reviews: count(deck.reviews) }) }),
      /* @__PURE__ */ a("span", { class: "meta", children: [
        /* @__PURE__ */ a("span", { class: deck.due ? "tag due" : "tag", children: say2("train.due", { n: deck.due }) }),
        /* @__PURE__ */ a("span", { class: "tag", children: say2("train.fresh", { n: deck.new }) }),
        /* @__PURE__ */ a("button", { type: "button", class: "plain", "aria-label": say2("train.delete", { name: deck.name }), onClick: () => setGone(deck), children: /* @__PURE__ */ a(Icon, { name: "trash" }) })
      ] })
    ] }) }, deck.id)) }),
    isImport && /* @__PURE__ */ a(Import, { onClose: () => go("/train", "replace") }),
    isMaking && /* @__PURE__ */ a(Make, { onClose: () => setMaking(!1) }),
    gone && /* @__PURE__ */ a(Dialog, { title: say2("train.delete", { name: gone.name }), onClose: () => setGone(null), children: [
      /* @__PURE__ */ a("p", { children: say2("train.delete.help") }),
      /* @__PURE__ */ a(
        "button",
        {
          type: "button",
          class: "button danger",
          onClick: () => {
            ask(`/decks/${gone.id}`, { method: "DELETE" }).then(() => setDeleted([...deleted, gone.id])).catch(setError), setGone(null);
          },
          children: say2("train.delete.yes")
        }
      )
    ] })
  ] });
}
function Make({ onClose }) {
  let say2 = useWords(), all = useStore(runs) ?? [], [error, setError] = d(null), [isBusy, setBusy] = d(!1), fit = all.filter((run) => ["solve", "holdem", "review"].includes(run.kind) && (run.state === "done" || run.state === "stopped") && run.result), make = (run) => {
    setBusy(!0), ask("/decks", { method: "POST", body: { run: run.id, name: run.name || run.body.game || "" } }).then((deck) => (onClose(), go(`/train/${deck.id}`))).catch((problem) => (setError(problem), setBusy(!1)));
  };
  return /* @__PURE__ */ a(Dialog, { title: say2("train.new"), onClose, children: [
    /* @__PURE__ */ a("p", { class: "muted small", children: say2("train.new.help") }),
    /* @__PURE__ */ a(Trouble, { error }),
    !fit.length && /* @__PURE__ */ a("p", { children: [
      say2("train.no.runs"),
      " ",
      /* @__PURE__ */ a("a", { href: "/solve/leduc", children: say2("train.solve") })
    ] }),
    /* @__PURE__ */ a("ul", { class: "found", children: fit.slice(0, 30).map((run) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("button", { type: "button", class: "link", disabled: isBusy, onClick: () => make(run), children: [
        run.name || run.body.game,
        " · ",
        run.body.method
      ] }),
      /* @__PURE__ */ a("span", { class: "end", children: [
        /* @__PURE__ */ a(Badge, { state: run.state }),
        /* @__PURE__ */ a("small", { children: small(run.result?.exploitability) })
      ] })
    ] }, run.id)) })
  ] });
}
function Drill({ id }) {
  let say2 = useWords(), spoken = useStore(language), deck = useAsk(`/decks/${id}`);
  useTitle(deck.data?.name ?? say2("train.title"));
  let [card, setCard] = d(null), [told, setTold] = d(null), [error, setError] = d(null), [turn, setTurn] = d(0), [isReport, setReport] = d(!1), [isWorst, setWorst] = d(!1), [only, setOnly] = d(""), [isGrid, setGrid] = d(!1), [pace, setPace] = usePace(), [die, setDie] = d(roll), [until, setUntil] = d(0), [session, setSession] = d({ answers: 0, late: 0, rolls: 0, followed: 0, share: 0 }), next = T(null), first = T(null), sent = T(null);
  A(() => {
    let control = new AbortController(), [kind, ...place] = only.split(" ");
    return ask(`/decks/${id}/next`, { method: "POST", body: { worst: isWorst, ...kind ? { [kind]: place.join(" ") } : {} }, signal: control.signal }).then((found) => (setCard(found), setGrid(!1), setTold(null), setDie(roll()), setUntil(performance.now() + 1e3 * pace.seconds))).catch((problem) => !control.signal.aborted && setError(problem)), () => control.abort();
  }, [turn, isWorst, only]), A(() => {
    told ? next.current?.focus() : card && first.current?.focus({ preventScroll: !0 });
  }, [told, card]);
  let choose = (action) => {
    if (!card || told || sent.current === card) return;
    sent.current = card;
    let isLate = pace.seconds > 0 && performance.now() > until;
    ask(`/decks/${id}/answers`, { method: "POST", body: { key: card.key, action } }).then((found) => {
      setTold(found), setSession((before) => ({
        answers: before.answers + 1,
        late: before.late + Number(isLate),
        rolls: before.rolls + Number(pace.isDie),
        followed: before.followed + Number(pace.isDie && rolled(found.shares, die) === action),
        share: before.share + found.share
      }));
    }).catch((problem) => (sent.current = null, setError(problem)));
  };
  return F(() => {
    let onKey = (event) => {
      let number = Number(event.key);
      !event.ctrlKey && !event.metaKey && !event.altKey && number >= 1 && number <= (card?.actions.length ?? 0) && !document.querySelector("dialog[open]") && choose(number - 1);
    };
    return document.addEventListener("keydown", onKey), () => document.removeEventListener("keydown", onKey);
  }, [card, told, die, until, pace]), /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/train", children: say2("train.title") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: toldSpot(deck.data?.name ?? "…") }),
        deck.data && /* @__PURE__ */ a("p", { class: "lead", children: proofOf(deck.data, say2) })
      ] }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        (deck.data?.streets?.length ?? 0) > 0 && /* @__PURE__ */ a(Modes, { id, now: "cards" }),
        ((deck.data?.lines?.length ?? 0) > 1 || (deck.data?.streets?.length ?? 0) > 1) && /* @__PURE__ */ a("select", { class: "button", "aria-label": say2("train.only"), value: only, onChange: (event) => setOnly(event.currentTarget.value), children: [
          /* @__PURE__ */ a("option", { value: "", children: say2("train.only.all") }),
          (deck.data?.streets ?? []).length > 1 && (deck.data?.streets ?? []).map((name) => /* @__PURE__ */ a("option", { value: `street ${name}`, children: say2(`street.${name}`) }, name)),
          (deck.data?.lines ?? []).map((name) => /* @__PURE__ */ a("option", { value: `line ${name}`, children: name ? saidLine(name) : say2("train.first") }, name))
        ] }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", "aria-pressed": isWorst, onClick: () => setWorst(!isWorst), children: say2("train.worst") }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setReport(!0), children: say2("train.report") })
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: deck.error ?? error }),
    card && /* @__PURE__ */ a("section", { class: "panel drill", "aria-labelledby": "question", children: [
      /* @__PURE__ */ a("div", { class: "tools", children: [
        /* @__PURE__ */ a("h2", { id: "question", children: card.board !== void 0 ? say2(card.player ? "train.turn.ip" : "train.turn.oop") : say2("train.question", { n: card.player }) }),
        /* @__PURE__ */ a("span", { class: "tag", children: say2(`train.why.${card.why}`) }),
        /* @__PURE__ */ a("span", { class: "muted small", children: say2("train.left", { due: card.due, fresh: card.new }) }),
        pace.seconds > 0 && !told && /* @__PURE__ */ a(Clock, { until }),
        pace.isDie && /* @__PURE__ */ a("span", { class: "tag", "data-fact": "die", children: say2("pace.rolled", { n: die }) })
      ] }),
      /* @__PURE__ */ a("p", { class: "infoset", "data-infoset": card.infoset, children: card.board !== void 0 && /^([2-9TJQKA][cdhs]){2}$/.test(card.infoset) ? /* @__PURE__ */ a(Cards, { text: card.infoset }) : card.told === void 0 ? card.infoset || say2("train.start") : /* @__PURE__ */ a(Told, { rows: card.told, player: card.player }) }),
      card.told !== void 0 && card.infoset && /* @__PURE__ */ a("p", { class: "muted small", children: [
        say2("train.infoset"),
        " ",
        /* @__PURE__ */ a("code", { children: card.infoset })
      ] }),
      card.board !== void 0 && /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say2("train.board"), children: /* @__PURE__ */ a(Cards, { text: card.board }) }),
        /* @__PURE__ */ a(Fact, { label: say2("train.line"), children: card.line ? saidLine(card.line) : say2("train.first") }),
        /* @__PURE__ */ a(Fact, { label: say2("train.pot"), children: card.pot }),
        (card.to_call ?? 0) > 0 && /* @__PURE__ */ a(Fact, { label: say2("train.odds"), children: /* @__PURE__ */ a("span", { "data-fact": "pot-odds", children: say2("train.odds.call", { n: card.to_call ?? 0, share: percent((card.to_call ?? 0) / ((card.pot ?? 0) + (card.to_call ?? 0))) }) }) })
      ] }),
      /* @__PURE__ */ a("p", { class: "muted small", children: say2("train.reach", { share: percent(card.reach) }) }),
      /* @__PURE__ */ a("div", { class: "answers", children: card.actions.map((name, k) => /* @__PURE__ */ a("button", { ref: k === 0 ? first : void 0, type: "button", class: `button answer${told?.chosen === k ? " chosen" : ""}`, disabled: told !== null, onClick: () => choose(k), children: [
        /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: k + 1 }),
        card.board === void 0 ? /* @__PURE__ */ a("span", { lang: "en", children: card.texts?.[k] ?? name }) : /* @__PURE__ */ a("span", { children: saidAction(name) })
      ] }, name)) }),
      /* @__PURE__ */ a("div", { "aria-live": "polite", children: told && /* @__PURE__ */ a("div", { class: `told ${told.grade}`, children: [
        /* @__PURE__ */ a("p", { class: "grade", children: [
          /* @__PURE__ */ a("b", { "aria-hidden": "true", children: SIGNS[told.grade] }),
          " ",
          /* @__PURE__ */ a("span", { "data-fact": "grade", children: say2(`grade.${told.grade}`) }),
          /* @__PURE__ */ a("small", { children: told.loss > 0 ? say2(card.board === void 0 ? "train.loss" : "train.loss.pot", { loss: small(told.loss), share: percent(told.share) }) : say2("train.best") })
        ] }),
        told.grade === "sound" && told.loss > 0 && /* @__PURE__ */ a("p", { class: "claim", children: say2("train.sound", { error: small(told.error) }) }),
        pace.isDie && /* @__PURE__ */ a("p", { class: "claim", "data-fact": "followed", children: say2(rolled(told.shares, die) === told.chosen ? "pace.followed" : "pace.other", { n: die, action: card.texts?.[rolled(told.shares, die)] ?? saidAction(told.actions[rolled(told.shares, die)] ?? "") }) }),
        /* @__PURE__ */ a(ActionTable, { rows: told.actions.map((name, k) => ({ name, text: card.board === void 0 ? card.texts?.[k] : saidAction(name), value: told.values[k] ?? null, share: told.shares[k] ?? null })), chosen: told.actions[told.chosen] ?? "", isOurs: card.board !== void 0 }),
        /* @__PURE__ */ a("div", { class: "tools", children: [
          /* @__PURE__ */ a("button", { ref: next, type: "button", class: "button main", onClick: () => setTurn(turn + 1), children: say2("train.next") }),
          card.board !== void 0 && card.line !== void 0 && deck.data?.run && /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "v", "aria-pressed": isGrid, onClick: () => setGrid(!isGrid), children: say2("train.grid") }),
          /* @__PURE__ */ a("span", { class: "muted small", children: say2("train.again", { when: ago(told.back, spoken) }) })
        ] }),
        isGrid && card.line !== void 0 && deck.data && /* @__PURE__ */ a(WholeRange, { run: deck.data.run, line: card.line })
      ] }) })
    ] }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a(PaceChoice, { pace, setPace: (next2) => (setPace(next2), next2.seconds && setUntil(performance.now() + 1e3 * next2.seconds)) }),
      session.answers > 0 && /* @__PURE__ */ a("span", { class: "muted small", "data-fact": "session", children: [
        say2("pace.session", { n: session.answers, share: `${fixed(100 * session.share / session.answers, 2)} %` }),
        session.late > 0 && ` · ${say2("pace.late", { n: session.late })}`,
        session.rolls > 0 && ` · ${say2("pace.die.score", { n: session.followed, of: session.rolls })}`
      ] })
    ] }),
    isReport && /* @__PURE__ */ a(ReportSheet, { id, onClose: () => setReport(!1) })
  ] });
}
function WholeRange({ run, line }) {
  let say2 = useWords(), [node, setNode] = d(() => knownNode(run, "train", line) ?? null), [error, setError] = d(null), [at, setAt] = d(0);
  if (A(() => fetchNode(run, "train", line, setNode, setError), [run, line]), !node || node.kind !== "act") return /* @__PURE__ */ a(Trouble, { error });
  let width = node.actions?.length ?? 0, paint = colours(node.actions ?? []), side = node.seats[node.player ?? "oop"], found = CLASSES.map(() => ({ left: 0, shares: new Array(width).fill(0) }));
  side.hands.forEach((hand, row) => {
    let cell = found[CLASS_OF[hand] ?? 0], reach = side.reach[row] ?? 0;
    if (cell) {
      cell.left += reach;
      for (let a2 = 0; a2 < width; a2++) cell.shares[a2] = (cell.shares[a2] ?? 0) + reach * (node.strategy[row * width + a2] ?? 0);
    }
  });
  let cells = found.map((cell, k) => ({
    height: cell.left / (HANDS_OF[k]?.length ?? 1),
    parts: cell.shares.map((share, a2) => ({ colour: paint[a2] ?? "b1", share: cell.left > 0 ? share / cell.left : 0 })),
    about: saidAll((node.actions ?? []).map((name, a2) => `${saidAction(name)} ${percent(cell.left > 0 ? (cell.shares[a2] ?? 0) / cell.left : 0)}`))
  }));
  return /* @__PURE__ */ a("div", { class: "stack tight", children: [
    /* @__PURE__ */ a(Grid, { isSmall: !0, label: say2("train.grid"), cells, at, onPick: setAt }),
    /* @__PURE__ */ a("ul", { class: "key", children: (node.actions ?? []).map((name, a2) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("i", { class: `act-${paint[a2]}`, "aria-hidden": "true" }),
      /* @__PURE__ */ a("span", { children: saidAction(name) }),
      " ",
      /* @__PURE__ */ a("b", { children: percent(node.frequencies?.[a2] ?? 0) })
    ] }, name)) })
  ] });
}
function Told({ rows, player }) {
  let say2 = useWords();
  return rows.length ? /* @__PURE__ */ a($, { children: rows.map((row, k) => /* @__PURE__ */ a("span", { class: "seen", children: [
    row.who >= 0 && /* @__PURE__ */ a("span", { class: `seat p${row.who % 4}`, children: row.who === player ? say2("train.you") : say2("train.player", { n: row.who }) }),
    " ",
    row.text === null ? /* @__PURE__ */ a("em", { class: "muted", children: say2("train.unseen") }) : /* @__PURE__ */ a("span", { lang: "en", children: row.text })
  ] }, k)) }) : /* @__PURE__ */ a($, { children: say2("train.start") });
}
function ReportSheet({ id, onClose }) {
  let say2 = useWords(), [data, setData] = d(null), [error, setError] = d(null);
  return A(() => {
    ask(`/decks/${id}/stats`).then(setData).catch(setError);
  }, []), /* @__PURE__ */ a(Dialog, { title: say2("train.report"), onClose, isWide: !0, children: [
    /* @__PURE__ */ a(Trouble, { error }),
    data && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say2("report.answers"), isMain: !0, children: count(data.reviews) }),
        /* @__PURE__ */ a(Fact, { label: say2("report.mean"), isMain: !0, children: [
          /* @__PURE__ */ a("span", { "data-fact": "mean", children: data.mean === null ? "–" : `${fixed(data.mean * 100, 2)} %` }),
          data.half_width !== null && /* @__PURE__ */ a("small", { children: [
            " ± ",
            fixed(data.half_width * 100, 2),
            " %"
          ] })
        ] })
      ] }),
      data.hands.played > 0 && /* @__PURE__ */ a("p", { "data-fact": "hands", children: [
        say2("report.hands", { n: count(data.hands.played), decisions: count(data.hands.decisions), loss: data.hands.mean === null ? "–" : `${fixed(data.hands.mean * 100, 2)} %`, won: small(data.hands.won) }),
        data.hands.half_width !== null && /* @__PURE__ */ a("small", { class: "muted", children: [
          " ± ",
          fixed(data.hands.half_width * 100, 2),
          " %"
        ] })
      ] }),
      /* @__PURE__ */ a("ul", { class: "legend", children: GRADES.map((name) => /* @__PURE__ */ a("li", { children: [
        /* @__PURE__ */ a("b", { children: data.grades[name] ?? 0 }),
        " ",
        say2(`grade.${name}`)
      ] }, name)) }),
      data.leaks.length > 0 && /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("report.leaks"), children: /* @__PURE__ */ a("table", { class: "data", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { children: say2("report.leaks") }),
          /* @__PURE__ */ a("th", { class: "number", children: say2("report.asked") }),
          /* @__PURE__ */ a("th", { class: "number", children: say2("report.loss") }),
          /* @__PURE__ */ a("th", { children: say2("report.mix") })
        ] }) }),
        /* @__PURE__ */ a("tbody", { children: data.leaks.map((leak) => /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("td", { children: leak.told ? /* @__PURE__ */ a(Told, { rows: leak.told, player: leak.player }) : /* @__PURE__ */ a("code", { children: leak.infoset || say2("train.start") }) }),
          /* @__PURE__ */ a("td", { class: "number", children: leak.asked }),
          /* @__PURE__ */ a("td", { class: "number", children: percent(leak.loss) }),
          /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("span", { class: "mixtext", children: leak.actions.map((name, k) => /* @__PURE__ */ a("span", { children: [
            name,
            " ",
            percent(leak.yours[k] ?? 0),
            " ",
            /* @__PURE__ */ a("small", { class: "muted", children: [
              "(",
              percent(leak.shares[k] ?? 0),
              ")"
            ] })
          ] }, name)) }) })
        ] }, `${leak.player} ${leak.infoset}`)) })
      ] }) })
    ] })
  ] });
}
export {
  Train
};
