import {
  useWords as useWords2
} from "./chunk-DZS2DVE5.js";
import {
  RAIL
} from "./chunk-L52YPSJB.js";
import "./chunk-6FVZ2IIR.js";
import "./chunk-M5Y35CCH.js";
import "./chunk-VRWN5WRP.js";
import {
  go
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Code,
  T,
  Trouble,
  a,
  d,
  language,
  useAsk,
  useLater,
  useStore,
  useTitle,
  useWords
} from "./chunk-HTWIJD62.js";

// src/house/Documents.tsx
function Documents({ name, asked }) {
  let say = useWords2(), [text, setText] = d(asked), late = useLater(text, 200), list = useAsk(`/docs?${new URLSearchParams({ q: late.trim() })}`, !0), found = useAsk(name ? `/docs/${encodeURIComponent(name)}` : null, !0), box = T(null), to = (doc) => `/help?${new URLSearchParams({ doc })}`;
  return A(() => {
    name && found.data && box.current?.scrollIntoView({ block: "start" });
  }, [name, found.data !== null]), /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "docs", ref: box, children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "docs", children: say("help.docs") }),
      name ? /* @__PURE__ */ a("a", { class: "button", href: "/help", children: say("help.docs.back") }) : /* @__PURE__ */ a("input", { type: "search", "aria-label": say("help.docs.find"), placeholder: say("help.docs.find"), value: text, onInput: (event) => (setText(event.currentTarget.value), go("/help", "replace")) })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: list.error ?? (name ? found.error : null) }),
    name ? found.data?.name === name && /* @__PURE__ */ a("div", { class: "document", lang: found.data.language === "zh" ? "zh-CN" : "en", children: /* @__PURE__ */ a(Markdown, { text: found.data.text, name, to }) }) : /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("p", { class: "muted small", children: say("help.docs.help") }),
      /* @__PURE__ */ a("ul", { class: "found documents", "aria-live": "polite", children: (list.data?.items ?? []).map((item) => /* @__PURE__ */ a("li", { lang: item.language === "zh" ? "zh-CN" : "en", children: [
        /* @__PURE__ */ a("a", { href: to(item.name), children: item.title }),
        item.piece && /* @__PURE__ */ a("small", { class: "muted", children: [
          "… ",
          item.piece,
          " …"
        ] })
      ] }, item.name)) }),
      list.data && !list.data.items.length && /* @__PURE__ */ a("p", { class: "muted", children: say("help.docs.none") })
    ] })
  ] });
}
var INLINE = /(`[^`]+`)|\*\*([^*]+)\*\*|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)\s]+)\)/;
function target(href, from) {
  let [path = ""] = href.split("#");
  if (!path.endsWith(".md") || /^\w+:/.test(path)) return null;
  let parts = from.startsWith("games-") ? ["games"] : [];
  for (let part of path.split("/"))
    part === ".." ? parts.pop() : part !== "." && part !== "docs" && parts.push(part);
  return parts.join("-").replace(/\.md$/, "").replaceAll(".", "-").toLowerCase();
}
function Line({ text, name, to }) {
  let parts = [], rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    let [whole, code, strong, picture, label, href] = found;
    if (parts.push(rest.slice(0, found.index)), code) parts.push(/* @__PURE__ */ a("code", { children: code.slice(1, -1) }));
    else if (strong) parts.push(/* @__PURE__ */ a("b", { children: strong }));
    else if (picture !== void 0) parts.push(picture && /* @__PURE__ */ a("em", { children: picture }));
    else {
      let doc = target(href ?? "", name), inner = /* @__PURE__ */ a(Line, { text: label ?? "", name, to });
      parts.push(doc === null ? inner : /* @__PURE__ */ a("a", { href: to(doc), children: inner }));
    }
    rest = rest.slice(found.index + whole.length);
  }
  return /* @__PURE__ */ a($, { children: [...parts, rest] });
}
function Markdown({ text, name, to }) {
  let line = (words) => /* @__PURE__ */ a(Line, { text: words, name, to }), parts = [], lines = text.replace(/<!--[\s\S]*?-->/g, "").split(`
`);
  for (let i = 0; i < lines.length; ) {
    let now = lines[i] ?? "", block = (fits) => {
      let start = i;
      for (; i < lines.length && fits(lines[i] ?? ""); ) i++;
      return lines.slice(start, i);
    };
    if (!now.trim()) i++;
    else if (now.startsWith("```")) {
      i++;
      let inside = block((each) => !each.startsWith("```"));
      i++, parts.push(/* @__PURE__ */ a(Code, { label: now.slice(3), text: inside.join(`
`) }));
    } else if (/^#{1,6} /.test(now)) {
      i++;
      let words = line(now.replace(/^#+ /, ""));
      parts.push(now.startsWith("# ") || now.startsWith("## ") ? /* @__PURE__ */ a("h3", { class: "large", children: words }) : /* @__PURE__ */ a("h4", { children: words }));
    } else if (now.startsWith("|")) {
      let rows = block((each) => each.startsWith("|")).map((row) => row.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"))), [head = [], , ...body] = rows;
      parts.push(
        /* @__PURE__ */ a("div", { class: "scroll plain-scroll", tabIndex: 0, role: "group", "aria-label": head.join(", "), children: /* @__PURE__ */ a("table", { class: "data", children: [
          /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: head.map((cell, k) => cell ? /* @__PURE__ */ a("th", { children: line(cell) }, k) : /* @__PURE__ */ a("td", {}, k)) }) }),
          /* @__PURE__ */ a("tbody", { children: body.map((row, r) => /* @__PURE__ */ a("tr", { children: row.map((cell, k) => /* @__PURE__ */ a("td", { children: line(cell) }, k)) }, r)) })
        ] }) })
      );
    } else if (/^\s*([-*]|\d+\.) /.test(now)) {
      let items = [];
      for (let each of block((row) => row.trim() !== "" && (/^\s*([-*]|\d+\.) /.test(row) || /^\s{2,}/.test(row))))
        /^\s*([-*]|\d+\.) /.test(each) ? items.push(each.replace(/^\s*([-*]|\d+\.) /, "")) : items.push(`${items.pop() ?? ""} ${each.trim()}`);
      let inside = items.map((item, k) => /* @__PURE__ */ a("li", { children: line(item) }, k));
      parts.push(/^\s*\d/.test(now) ? /* @__PURE__ */ a("ol", { children: inside }) : /* @__PURE__ */ a("ul", { class: "dots", children: inside }));
    } else parts.push(/* @__PURE__ */ a("p", { children: line(block((each) => each.trim() !== "" && !/^(```|#{1,6} |\|)/.test(each)).join(" ")) }));
  }
  return /* @__PURE__ */ a($, { children: parts });
}

// src/house/glossary.ts
var GLOSSARY = [
  { en: "average strategy", zh: "平均策略", about: { en: "What a regret method returns: its strategies of all iterations, weighted by how often they come to the decision.", zh: "遗憾方法的结果：所有迭代的策略按到达该决策的频率加权平均。" } },
  { en: "belief", zh: "信念", about: { en: "How likely each thing is that the others may hold, given what your seat has seen and how they play.", zh: "根据你的座位所见和对手的打法，对手各种可能持牌的概率。" } },
  { en: "best response", zh: "最佳应对", about: { en: "The strategy that wins most against a fixed opponent.", zh: "对固定对手赢得最多的策略。" } },
  { en: "blueprint", zh: "蓝图策略", about: { en: "A strategy for the whole game, coarse, that subgame solving improves while playing.", zh: "整个博弈的粗略策略，对局中由子博弈求解改进。" } },
  { en: "categories", zh: "牌型", about: { en: "Made hands and draws on a board.", zh: "在某个牌面上的成牌与听牌。" } },
  { en: "CFR", zh: "反事实遗憾最小化", about: { en: "Counterfactual regret minimisation: at every decision play in proportion to what one wishes one had played.", zh: "在每个决策处，按“后悔当初没有那样打”的程度分配概率。" } },
  { en: "combos", zh: "组合数", about: { en: "Pairs of cards: AKs has 4, AKo 12, AA 6.", zh: "两张牌的组合：AKs 有 4 个，AKo 12 个，AA 6 个。" } },
  { en: "counterfactual value", zh: "反事实值", about: { en: "What a decision is worth to who wants to come to it, weighted by how often the others and chance let him.", zh: "某个决策对行动者的价值，按他人与随机事件让对局走到那里的概率加权。" } },
  { en: "equilibrium", zh: "均衡", about: { en: "Strategies of which nobody gains by leaving his own alone.", zh: "任何人单独改变策略都不会获益的策略组合。" } },
  { en: "equity", zh: "权益", about: { en: "The share of the pot a hand would get if all cards were dealt and nobody bet any more.", zh: "若不再下注、发完所有牌，一手牌所得底池的份额。" } },
  { en: "EV", zh: "期望值", about: { en: "Chips that a hand or a range gets on average when both play as the solve says.", zh: "双方按解法行动时，一手牌或范围平均得到的筹码。" } },
  { en: "exploitability", zh: "可剥削度", about: { en: "What a best response gains over the strategy, mean of the players: 0 is an equilibrium. In hold'em also as a share of the pot.", zh: "最佳应对平均每位玩家多赢多少：0 即均衡。德州扑克中也以底池百分比表示。" } },
  { en: "flop, turn, river", zh: "翻牌、转牌、河牌", about: { en: "The streets: three cards on the board, then one, then one.", zh: "各条街：先发三张公共牌，再一张，再一张。" } },
  { en: "history", zh: "历史", about: { en: "All that has happened in a game, chance and hidden moves included.", zh: "一局中发生的一切，包括机遇和隐藏的行动。" } },
  { en: "in position, out of position", zh: "有利位置、不利位置", about: { en: "Who acts last on a street, and who acts first.", zh: "每条街最后行动的人，和最先行动的人。" } },
  { en: "infoset", zh: "信息集", about: { en: "All histories that look the same to who acts: he must play them alike.", zh: "对行动者看来相同的所有历史：只能同样对待。" } },
  { en: "lock", zh: "锁定", about: { en: "A strategy fixed after a line; the rest is solved around it.", zh: "在某条行动线之后固定的策略；其余部分围绕它求解。" } },
  { en: "margin", zh: "余量", about: { en: "How much less the opponent gets from a subgame after it was solved again: nowhere negative means safe.", zh: "子博弈重新求解后对手少得多少：处处非负即为安全。" } },
  { en: "NashConv", zh: "纳什收敛值", about: { en: "The sum of what all players would gain by a best response; exploitability times the number of players.", zh: "所有玩家改用最佳应对的收益之和；等于可剥削度乘以玩家数。" } },
  { en: "pot", zh: "底池", about: { en: "The chips in the middle.", zh: "桌子中央的筹码。" } },
  { en: "range", zh: "范围", about: { en: "Hands with weights: AA,AKs:0.5 is all aces, and half of ace king suited.", zh: "带权重的手牌集合：AA,AKs:0.5 表示全部 AA 和一半的 AKs。" } },
  { en: "reach", zh: "到达概率", about: { en: "How likely a decision or history is under the strategies.", zh: "在给定策略下到达某个决策或历史的概率。" } },
  { en: "regret", zh: "遗憾", about: { en: "What always having played an action would have brought more than what was played.", zh: "若一直采用某个行动，会比实际多得多少。" } },
  { en: "run-outs", zh: "发牌", about: { en: "What every next card does to frequencies, EV and equity.", zh: "下一张牌的每种可能对频率、EV 和权益的影响。" } },
  { en: "subgame", zh: "子博弈", about: { en: "A part of a game that can be solved again by itself, once its entries are known.", zh: "知道入口之后，可以单独重新求解的一部分。" } }
];

// src/house/Help.tsx
var KEYS = [
  [["Ctrl", "K"], "help.keys.palette"],
  [["?"], "help.keys.list"],
  [["/"], "help.keys.search"],
  [["1", "…", "9"], "help.keys.act"],
  [["←", "→", "↑", "↓"], "help.keys.move"],
  [["Backspace"], "help.keys.back"],
  [["v"], "help.keys.metric"],
  [["p"], "help.keys.player"],
  [["l"], "help.keys.lock"],
  [["c"], "help.keys.compare"],
  [["[", "]"], "help.keys.step"],
  [["Space"], "help.keys.time"],
  [["0", "…", "9"], "help.keys.weight"],
  [["t"], "help.keys.table"],
  [["y"], "help.keys.code"],
  [["e"], "help.keys.save"]
];
function Help({ query }) {
  let say = useWords2(), frame = useWords(), spoken = useStore(language), [text, setText] = d("");
  useTitle(frame("nav.help"));
  let found = GLOSSARY.filter((word) => `${word.en} ${word.zh} ${word.about[spoken]}`.toLowerCase().includes(text.trim().toLowerCase())), rows = [...KEYS.map(([keys, key]) => [keys, say(key)]), ...RAIL.map((item) => [["g", item.letter], say("help.keys.go", { screen: frame(item.key) })])];
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: frame("nav.help") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("help.lead") })
    ] }) }),
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "first", children: [
      /* @__PURE__ */ a("h2", { id: "first", children: say("help.first") }),
      /* @__PURE__ */ a("ol", { class: "steps", children: ["solve", "play", "holdem", "train", "own"].map((name) => /* @__PURE__ */ a("li", { children: say(`help.first.${name}`) }, name)) })
    ] }),
    /* @__PURE__ */ a(Documents, { name: query.get("doc") ?? "", asked: query.get("q") ?? "" }),
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "keys", children: [
      /* @__PURE__ */ a("h2", { id: "keys", children: say("help.keys") }),
      /* @__PURE__ */ a("dl", { class: "keys two", children: rows.map(([keys, about]) => /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("dt", { children: keys.map((name) => /* @__PURE__ */ a("kbd", { children: name }, name)) }),
        /* @__PURE__ */ a("dd", { children: about })
      ] }, keys.join())) }),
      /* @__PURE__ */ a("p", { class: "muted small", children: /* @__PURE__ */ a("a", { href: "/settings", children: say("help.keys.off") }) })
    ] }),
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "words", children: [
      /* @__PURE__ */ a("div", { class: "tools", children: [
        /* @__PURE__ */ a("h2", { id: "words", children: say("help.words") }),
        /* @__PURE__ */ a("input", { type: "search", "aria-label": say("help.words.find"), placeholder: say("help.words.find"), value: text, onInput: (event) => setText(event.currentTarget.value) })
      ] }),
      /* @__PURE__ */ a("dl", { class: "glossary", "aria-live": "polite", children: found.map((word) => /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("dt", { children: [
          spoken === "zh" ? word.zh : word.en,
          " ",
          /* @__PURE__ */ a("small", { lang: spoken === "zh" ? "en" : "zh-CN", children: spoken === "zh" ? word.en : word.zh })
        ] }),
        /* @__PURE__ */ a("dd", { children: word.about[spoken] })
      ] }, word.en)) }),
      !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say("help.none") })
    ] })
  ] });
}
export {
  Help
};
