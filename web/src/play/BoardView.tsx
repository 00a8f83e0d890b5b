// A board as cells: what stands where is read from the game's own picture, and moves are made on it where it is plain which.
import { useRef, useState } from "preact/hooks";
import { useWords } from "./words";

interface Grid {
  cells: string[][];
  /** What the picture calls its rows and columns, from the top left; counted where it says nothing. */
  rows: string[];
  columns: string[];
  below: string[];
}
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** The picture as rows of single signs, with its labels; null where it is something else. */
export function readGrid(shows: string): Grid | null {
  const lines = shows.split("\n").filter((line) => line.trim());
  const parts = lines.map((line) => (/\S \S/.test(line) || line.trim().length === 1 ? line.trim().split(/\s+/) : [...line.trim()]));
  const isSign = (text: string): boolean => text.length === 1;
  const cells: string[][] = [];
  let [rows, columns, below]: [string[], string[], string[]] = [[], [], []];
  for (const [k, line] of parts.entries()) {
    const isHead = line.length > 1 && line.every((text, i) => text.toLowerCase() === LETTERS[i]);
    const [first = "", ...rest] = line;
    if (isHead) columns = line;
    else if (/^\d+$/.test(first) && rest.length > 1 && rest.every((text) => isSign(text) && !/\d/.test(text))) {
      rows.push(first);
      cells.push(rest);
    } else if (line.length > 1 && line.every((text) => isSign(text) && !/\d/.test(text)) && (!cells.length || line.length === cells[0]?.length)) cells.push(line);
    else below.push(lines[k]?.trim() ?? "");
  }
  const width = cells[0]?.length ?? 0;
  if (cells.length < 2 || width < 2 || cells.some((row) => row.length !== width) || below.length > 1) return null;
  if (rows.length !== cells.length) rows = [];
  if (columns.length !== width) columns = [];
  return { cells, rows, columns, below };
}

const isEmpty = (sign: string): boolean => sign === "." || sign === "-";

/** Cells that a move names: one, or from where to where; null where the picture does not tell. */
function placesOf(name: string, grid: Grid, names: string[]): [number, number][] | null {
  const [height, width] = [grid.cells.length, grid.cells[0]?.length ?? 0];
  const free = grid.cells.flat().filter(isEmpty).length;
  if (/^\d+$/.test(name)) {
    const number = Number(name);
    if (names.length === free && number < height * width) return [[Math.floor(number / width), number % width]];
    if (names.every((each) => /^\d+$/.test(each) && Number(each) >= 1 && Number(each) <= width)) return [[-1, number - 1]]; // a column
    return null;
  }
  const found = [...name.toLowerCase().matchAll(/([a-z])(\d+)/g)];
  if (!found.length || found.length > 2 || (found.length === 1 && !grid.rows.length && names.length !== free)) return null;
  const places = found.map(([, letter = "", row = ""]): [number, number] => {
    const down = grid.rows.length ? grid.rows.indexOf(row) : found.length === 2 ? height - Number(row) : Number(row) - 1;
    return [down, LETTERS.indexOf(letter)];
  });
  return places.every(([row, column]) => row >= 0 && row < height && column >= 0 && column < width) ? places : null;
}

const MEN: Record<string, string> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

export function BoardView({ shows, names = [], onPlay }: { shows: string; names?: string[]; onPlay?: (name: string) => void }) {
  const say = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<{ place: string; of: string } | null>(null);
  const [at, setAt] = useState(0);
  const grid = readGrid(shows);
  if (!grid)
    return (
      <pre class="board" tabIndex={0} aria-label={say("table.board")}>
        {shows}
      </pre>
    );
  const width = grid.cells[0]?.length ?? 1;
  const height = grid.cells.length;
  const begun = from?.of === shows ? from.place : null; // a piece that was taken up before the board changed is put down
  const starts = new Map<string, { name: string; to: string | null }[]>();
  for (const name of onPlay ? names : []) {
    const places = placesOf(name, grid, names);
    if (!places) continue;
    const [first, second] = places.map((place) => place.join());
    const keys = first?.startsWith("-1,") ? Array.from({ length: height }, (_, row) => `${row},${first.slice(3)}`) : [first ?? ""];
    for (const key of keys) starts.set(key, [...(starts.get(key) ?? []), { name, to: second ?? null }]);
  }
  const targets = new Map((begun ? (starts.get(begun) ?? []) : []).flatMap((move) => (move.to ? [[move.to, move.name] as const] : [])));
  const press = (key: string): void => {
    const target = targets.get(key);
    const moves = starts.get(key) ?? [];
    if (target !== undefined) {
      setFrom(null);
      onPlay?.(target);
    } else if (moves[0] && moves[0].to === null) onPlay?.(moves[0].name);
    else setFrom(moves.length && key !== begun ? { place: key, of: shows } : null);
  };
  const isChess = grid.cells.flat().every((sign) => isEmpty(sign) || sign in MEN) && height === 8;
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = at + step;
    const isAcross = Math.abs(step) === 1 && Math.floor(next / width) !== Math.floor(at / width);
    if (next < 0 || next >= width * height || isAcross) return;
    setAt(next);
    box.current?.querySelectorAll<HTMLElement>("button")[next]?.focus();
  };
  return (
    <div class="boardview" ref={box} role="grid" aria-label={say("table.board")} onKeyDown={onKey} style={{ "--across": String(width) }}>
      {grid.cells.map((row, i) => (
        <div key={i} role="row">
          {row.map((sign, j) => {
            const key = `${i},${j}`;
            const number = i * width + j;
            const where = `${grid.columns[j] ?? LETTERS[j]}${grid.rows[i] ?? (isChess ? height - i : i + 1)}`;
            const isOpen = targets.has(key) || starts.has(key);
            const kind = isEmpty(sign) ? "" : isChess ? "man" : /[XWA]/.test(sign) ? "first" : /[OBV#]/.test(sign) ? "second" : "other";
            return (
              <div key={j} role="gridcell" class={(i + j) % 2 ? "odd" : ""}>
                <button
                  type="button"
                  tabIndex={number === at ? 0 : -1}
                  aria-disabled={!isOpen}
                  aria-pressed={begun === key ? "true" : undefined}
                  class={`${kind}${targets.has(key) ? " target" : isOpen && !begun ? " open" : ""}`}
                  aria-label={`${where}: ${isEmpty(sign) ? say("board.empty") : sign}`}
                  data-cell={key}
                  onFocus={() => setAt(number)}
                  onClick={() => isOpen && press(key)}
                >
                  {isEmpty(sign) ? "" : isChess ? MEN[sign] : sign}
                </button>
              </div>
            );
          })}
        </div>
      ))}
      {grid.below.length > 0 && <p class="muted small">{grid.below.join(" ")}</p>}
    </div>
  );
}
