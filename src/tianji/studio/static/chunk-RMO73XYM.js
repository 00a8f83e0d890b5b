import {
  T,
  a,
  d,
  w
} from "./chunk-XW27ENST.js";

// src/holdem/cards.ts
var RANKS = "23456789TJQKA", SUITS = "cdhs", SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
function cardName(card) {
  return (RANKS[card >> 2] ?? "") + (SUITS[card & 3] ?? "");
}
function cardNumber(name) {
  return RANKS.indexOf((name[0] ?? "").toUpperCase()) * 4 + SUITS.indexOf((name[1] ?? "").toLowerCase());
}
var HANDS = [];
for (let high = 0; high < 52; high++) for (let low = 0; low < high; low++) HANDS.push([high, low]);
var CLASSES = [];
for (let row = 12; row >= 0; row--)
  for (let column = 12; column >= 0; column--) {
    let [high, low] = [RANKS[Math.max(row, column)], RANKS[Math.min(row, column)]];
    CLASSES.push(row === column ? `${high}${low}` : `${high}${low}${column < row ? "s" : "o"}`);
  }
var CLASS_OF = HANDS.map(([high, low]) => {
  let [a2, b] = [12 - (high >> 2), 12 - (low >> 2)];
  return a2 === b ? a2 * 13 + a2 : (high & 3) === (low & 3) ? a2 * 13 + b : b * 13 + a2;
}), HANDS_OF = CLASSES.map(() => []);
CLASS_OF.forEach((cell, hand) => HANDS_OF[cell]?.push(hand));
function handName(hand) {
  let [high, low] = HANDS[hand] ?? [0, 0];
  return cardName(high) + cardName(low);
}
function readBoard(text) {
  let parts = text.replace(/10/g, "T").replace(/[\s,]/g, "").match(/../g) ?? [], found = parts.map(cardNumber);
  return text.replace(/10/g, "T").replace(/[\s,]/g, "").length === 2 * parts.length && found.every((card, i) => card >= 0 && SUITS.includes((parts[i]?.[1] ?? "?").toLowerCase()) && RANKS.includes((parts[i]?.[0] ?? "?").toUpperCase())) && new Set(found).size === found.length ? found : null;
}
function bytesOf(text) {
  let raw = atob(text), found = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) found[i] = raw.charCodeAt(i);
  return found.buffer;
}
var floats = (text) => new Float32Array(bytesOf(text)), shorts = (text) => new Uint16Array(bytesOf(text)), bytes = (text) => new Uint8Array(bytesOf(text));
function rangeText(weights) {
  let parts = [], item = (name, weight) => {
    let shown = Number(weight.toFixed(3));
    shown > 0 && parts.push(shown === 1 ? name : `${name}:${shown}`);
  };
  return HANDS_OF.forEach((hands, cell) => {
    let first = weights[hands[0] ?? 0] ?? 0;
    if (hands.every((hand) => Math.abs((weights[hand] ?? 0) - first) < 1e-4)) item(CLASSES[cell] ?? "", first);
    else for (let hand of hands) item(handName(hand), weights[hand] ?? 0);
  }), parts.join(",");
}
function colours(actions) {
  let sized = actions.filter((name) => /^(bet|raise|allin)/.test(name)).length, bets = 0;
  return actions.map((name) => name.startsWith("fold") ? "fold" : /^(check|call)/.test(name) ? "call" : (bets += 1, name.startsWith("allin") && sized > 1 ? "all" : `b${Math.min(bets, 4)}`));
}
var TEXTURES = ["all", "mono", "two", "rainbow", "paired"];
function fits(board, texture) {
  let cards = (board.match(/../g) ?? []).slice(0, 3), suits = new Set(cards.map((card) => card[1])).size, ranks = new Set(cards.map((card) => card[0])).size;
  return texture === "all" || (texture === "paired" ? ranks < cards.length : suits === { mono: 1, two: 2, rainbow: 3 }[texture]);
}

// src/holdem/Card.tsx
function Card({ name }) {
  let suit = (name[1] ?? "").toLowerCase();
  return /* @__PURE__ */ a("span", { class: `playing suit-${suit}`, role: "img", "aria-label": name, children: [
    (name[0] ?? "").toUpperCase(),
    SIGNS[suit]
  ] });
}
function Cards({ text }) {
  return /* @__PURE__ */ a("span", { class: "playings", children: (text.match(/../g) ?? []).map((name) => /* @__PURE__ */ a(Card, { name }, name)) });
}

// src/holdem/Grid.tsx
function Grid({ label, cells, at, onPick, onPaint, onDigit, isSmall }) {
  let box = T(null), [isDown, setDown] = d(!1), painted = T(-1), focus = (cell) => {
    box.current?.querySelectorAll("[role=gridcell]")[cell]?.focus(), onPaint || onPick(cell);
  }, onKey = (event) => {
    let here = Number(event.target.dataset.cell), step = { ArrowRight: here % 13 < 12 ? 1 : 0, ArrowLeft: here % 13 > 0 ? -1 : 0, ArrowDown: here < 156 ? 13 : 0, ArrowUp: here > 12 ? -13 : 0 };
    event.key in step ? (event.preventDefault(), focus(here + (step[event.key] ?? 0))) : event.key === "Home" || event.key === "End" ? (event.preventDefault(), focus(event.key === "Home" ? here - here % 13 : here - here % 13 + 12)) : event.key === "Enter" || event.key === " " ? (event.preventDefault(), onPick(here), onPaint?.(here, !0)) : onDigit && /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey && (event.preventDefault(), event.stopPropagation(), onDigit(Number(event.key)));
  }, over = (event, isFirst) => {
    let target = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
    if (!target || !box.current?.contains(target)) return;
    let cell = Number(target.dataset.cell);
    !isFirst && cell === painted.current || (painted.current = cell, isFirst && onPick(cell), onPaint?.(cell, isFirst));
  };
  return /* @__PURE__ */ a(
    "div",
    {
      ref: box,
      class: `grid13${isSmall ? " small" : ""}${onPaint ? " paint" : ""}`,
      role: "grid",
      "aria-label": label,
      onKeyDown: onKey,
      onPointerDown: (event) => {
        event.button === 0 && (setDown(!0), over(event, !0));
      },
      onPointerMove: (event) => isDown && onPaint && over(event, !1),
      onPointerUp: () => setDown(!1),
      onPointerLeave: () => setDown(!1),
      children: Array.from({ length: 13 }, (_, row) => /* @__PURE__ */ a(Row, { row, cells, at: at >= 13 * row && at < 13 * row + 13 ? at : -1 }, row))
    }
  );
}
function Row({ row, cells, at }) {
  return w(
    () => /* @__PURE__ */ a("div", { role: "row", children: cells.slice(13 * row, 13 * row + 13).map((cell, column) => {
      let number = 13 * row + column;
      return /* @__PURE__ */ a(
        "div",
        {
          role: "gridcell",
          "data-cell": number,
          tabIndex: number === at ? 0 : -1,
          "aria-selected": number === at,
          "aria-label": `${CLASSES[number]}${cell.text === void 0 ? "" : ` ${cell.text}`}: ${cell.about}`,
          class: cell.height > 5e-4 ? "" : "none",
          children: [
            /* @__PURE__ */ a("b", { children: [
              CLASSES[number],
              cell.corner !== void 0 && /* @__PURE__ */ a("span", { children: [
                " ",
                cell.corner
              ] })
            ] }),
            /* @__PURE__ */ a("div", { class: "well", children: [
              /* @__PURE__ */ a("div", { class: "fill", style: { height: `${Math.min(100, 100 * cell.height)}%` }, children: cell.parts.map((part, i) => part.share > 5e-4 ? /* @__PURE__ */ a("i", { class: `act-${part.colour}`, style: { flexGrow: part.share } }, i) : null) }),
              cell.text !== void 0 && /* @__PURE__ */ a("small", { children: [
                " ",
                cell.text
              ] })
            ] })
          ]
        },
        number
      );
    }) }),
    [row, cells, at]
  );
}

export {
  RANKS,
  SUITS,
  SIGNS,
  cardName,
  HANDS,
  CLASSES,
  CLASS_OF,
  HANDS_OF,
  handName,
  readBoard,
  floats,
  shorts,
  bytes,
  rangeText,
  colours,
  TEXTURES,
  fits,
  Card,
  Cards,
  Grid
};
