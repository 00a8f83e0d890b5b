import {
  useWords
} from "./chunk-R44MDBY3.js";
import {
  T,
  a,
  d
} from "./chunk-HTWIJD62.js";

// src/play/BoardView.tsx
var LETTERS = "abcdefghijklmnopqrstuvwxyz";
function readGrid(shows) {
  let lines = shows.split(`
`).filter((line) => line.trim()), parts = lines.map((line) => /\S \S/.test(line) || line.trim().length === 1 ? line.trim().split(/\s+/) : [...line.trim()]), isSign = (text) => text.length === 1, cells = [], [rows, columns, below] = [[], [], []];
  for (let [k, line] of parts.entries()) {
    let isHead = line.length > 1 && line.every((text, i) => text.toLowerCase() === LETTERS[i]), [first = "", ...rest] = line;
    isHead ? columns = line : /^\d+$/.test(first) && rest.length > 1 && rest.every((text) => isSign(text) && !/\d/.test(text)) ? (rows.push(first), cells.push(rest)) : line.length > 1 && line.every((text) => isSign(text) && !/\d/.test(text)) && (!cells.length || line.length === cells[0]?.length) ? cells.push(line) : below.push(lines[k]?.trim() ?? "");
  }
  let width = cells[0]?.length ?? 0;
  return cells.length < 2 || width < 2 || cells.some((row) => row.length !== width) || below.length > 1 ? null : (rows.length !== cells.length && (rows = []), columns.length !== width && (columns = []), { cells, rows, columns, below });
}
var isEmpty = (sign) => sign === "." || sign === "-";
function placesOf(name, grid, names) {
  let [height, width] = [grid.cells.length, grid.cells[0]?.length ?? 0], free = grid.cells.flat().filter(isEmpty).length;
  if (/^\d+$/.test(name)) {
    let number = Number(name);
    return names.length === free && number < height * width ? [[Math.floor(number / width), number % width]] : names.every((each) => /^\d+$/.test(each) && Number(each) >= 1 && Number(each) <= width) ? [[-1, number - 1]] : null;
  }
  let found = [...name.toLowerCase().matchAll(/([a-z])(\d+)/g)];
  if (!found.length || found.length > 2 || found.length === 1 && !grid.rows.length && names.length !== free) return null;
  let places = found.map(([, letter = "", row = ""]) => [grid.rows.length ? grid.rows.indexOf(row) : found.length === 2 ? height - Number(row) : Number(row) - 1, LETTERS.indexOf(letter)]);
  return places.every(([row, column]) => row >= 0 && row < height && column >= 0 && column < width) ? places : null;
}
var MEN = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
function BoardView({ shows, names = [], onPlay }) {
  let say = useWords(), box = T(null), [from, setFrom] = d(null), [at, setAt] = d(0), grid = readGrid(shows);
  if (!grid)
    return /* @__PURE__ */ a("pre", { class: "board", tabIndex: 0, "aria-label": say("table.board"), children: shows });
  let width = grid.cells[0]?.length ?? 1, height = grid.cells.length, begun = from?.of === shows ? from.place : null, starts = /* @__PURE__ */ new Map();
  for (let name of onPlay ? names : []) {
    let places = placesOf(name, grid, names);
    if (!places) continue;
    let [first, second] = places.map((place) => place.join()), keys = first?.startsWith("-1,") ? Array.from({ length: height }, (_, row) => `${row},${first.slice(3)}`) : [first ?? ""];
    for (let key of keys) starts.set(key, [...starts.get(key) ?? [], { name, to: second ?? null }]);
  }
  let targets = new Map((begun ? starts.get(begun) ?? [] : []).flatMap((move) => move.to ? [[move.to, move.name]] : [])), press = (key) => {
    let target = targets.get(key), moves = starts.get(key) ?? [];
    target !== void 0 ? (setFrom(null), onPlay?.(target)) : moves[0] && moves[0].to === null ? onPlay?.(moves[0].name) : setFrom(moves.length && key !== begun ? { place: key, of: shows } : null);
  }, isChess = grid.cells.flat().every((sign) => isEmpty(sign) || sign in MEN) && height === 8, onKey = (event) => {
    let step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key];
    if (step === void 0) return;
    event.preventDefault();
    let next = at + step, isAcross = Math.abs(step) === 1 && Math.floor(next / width) !== Math.floor(at / width);
    next < 0 || next >= width * height || isAcross || (setAt(next), box.current?.querySelectorAll("button")[next]?.focus());
  };
  return /* @__PURE__ */ a("div", { class: "boardview", ref: box, role: "grid", "aria-label": say("table.board"), onKeyDown: onKey, style: { "--across": String(width) }, children: [
    grid.cells.map((row, i) => /* @__PURE__ */ a("div", { role: "row", children: row.map((sign, j) => {
      let key = `${i},${j}`, number = i * width + j, where = `${grid.columns[j] ?? LETTERS[j]}${grid.rows[i] ?? (isChess ? height - i : i + 1)}`, isOpen = targets.has(key) || starts.has(key), kind = isEmpty(sign) ? "" : isChess ? "man" : /[XWA]/.test(sign) ? "first" : /[OBV#]/.test(sign) ? "second" : "other";
      return /* @__PURE__ */ a("div", { role: "gridcell", class: (i + j) % 2 ? "odd" : "", children: /* @__PURE__ */ a(
        "button",
        {
          type: "button",
          tabIndex: number === at ? 0 : -1,
          "aria-disabled": !isOpen,
          "aria-pressed": begun === key ? "true" : void 0,
          class: `${kind}${targets.has(key) ? " target" : isOpen && !begun ? " open" : ""}`,
          "aria-label": `${where}: ${isEmpty(sign) ? say("board.empty") : sign}`,
          "data-cell": key,
          onFocus: () => setAt(number),
          onClick: () => isOpen && press(key),
          children: isEmpty(sign) ? "" : isChess ? MEN[sign] : sign
        }
      ) }, j);
    }) }, i)),
    grid.below.length > 0 && /* @__PURE__ */ a("p", { class: "muted small", children: grid.below.join(" ") })
  ] });
}

export {
  BoardView
};
