// The 13 × 13 grid: a cell's height is how much of the class is left, its colours are the actions.
import { useMemo, useRef, useState } from "preact/hooks";
import { CLASSES } from "./cards";
import { saidAll, saidClass, say } from "./words";

export interface Cell {
  /** 0 … 1: how much of the class is there. */
  height: number;
  /** Shares of the width, with the class of their colour. */
  parts: { colour: string; share: number }[];
  /** A figure below the name. */
  text?: string;
  /** A figure beside the name, where there is room. */
  corner?: string;
  /** What a screen reader says after the name. */
  about: string;
}

interface Props {
  label: string;
  cells: Cell[];
  at: number;
  onPick: (cell: number) => void;
  /** Called for every cell that the pointer is dragged over; the first tells whether it paints or clears. */
  onPaint?: (cell: number, isFirst: boolean) => void;
  /** A digit pressed on the grid. */
  onDigit?: (digit: number) => void;
  isSmall?: boolean;
}

export function Grid({ label, cells, at, onPick, onPaint, onDigit, isSmall }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [isDown, setDown] = useState(false);
  const painted = useRef(-1);
  const focus = (cell: number): void => {
    box.current?.querySelectorAll<HTMLElement>("[role=gridcell]")[cell]?.focus();
    if (!onPaint) onPick(cell);
  };
  const onKey = (event: KeyboardEvent): void => {
    const here = Number((event.target as HTMLElement).dataset["cell"]);
    const step: Record<string, number> = { ArrowRight: here % 13 < 12 ? 1 : 0, ArrowLeft: here % 13 > 0 ? -1 : 0, ArrowDown: here < 156 ? 13 : 0, ArrowUp: here > 12 ? -13 : 0 };
    if (event.key in step) {
      event.preventDefault();
      focus(here + (step[event.key] ?? 0));
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      focus(event.key === "Home" ? here - (here % 13) : here - (here % 13) + 12);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onPick(here);
      onPaint?.(here, true);
    } else if (onDigit && /^[0-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      onDigit(Number(event.key));
    }
  };
  const over = (event: PointerEvent, isFirst: boolean): void => {
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-cell]");
    if (!target || !box.current?.contains(target)) return;
    const cell = Number(target.dataset["cell"]);
    if (!isFirst && cell === painted.current) return;
    painted.current = cell;
    if (isFirst) onPick(cell);
    onPaint?.(cell, isFirst);
  };
  return (
    <div
      ref={box}
      class={`grid13${isSmall ? " small" : ""}${onPaint ? " paint" : ""}`}
      role="grid"
      aria-label={label}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        setDown(true);
        over(event, true);
      }}
      onPointerMove={(event) => isDown && onPaint && over(event, false)}
      onPointerUp={() => setDown(false)}
      onPointerLeave={() => setDown(false)}
    >
      {Array.from({ length: 13 }, (_, row) => (
        <Row key={row} row={row} cells={cells} at={at >= 13 * row && at < 13 * row + 13 ? at : -1} />
      ))}
    </div>
  );
}

/** A row is drawn anew only where its cells, or the chosen one among them, have changed: a click costs two rows. */
function Row({ row, cells, at }: { row: number; cells: Cell[]; at: number }) {
  return useMemo(
    () => (
      <div role="row">
        {cells.slice(13 * row, 13 * row + 13).map((cell, column) => {
          const number = 13 * row + column;
          return (
            <div
              key={number}
              role="gridcell"
              data-cell={number}
              tabIndex={number === at ? 0 : -1}
              aria-selected={number === at}
              data-class={CLASSES[number]}
              aria-label={say("cell.label", { said: saidAll([saidClass(number), cell.about]), shown: [CLASSES[number], cell.corner, cell.text].filter(Boolean).join(" ") })}
              class={cell.height > 0.0005 ? "" : "none"}
            >
              <b>
                {CLASSES[number]}
                {cell.corner !== undefined && <span> {cell.corner}</span>}
              </b>
              <div class="well">
                <div class="fill" style={{ height: `${Math.min(100, 100 * cell.height)}%` }}>
                  {cell.parts.map((part, i) => (part.share > 0.0005 ? <i key={i} class={`act-${part.colour}`} style={{ flexGrow: part.share }} /> : null))}
                </div>
                {cell.text !== undefined && <small> {cell.text}</small>}
              </div>
            </div>
          );
        })}
      </div>
    ),
    [row, cells, at],
  );
}
