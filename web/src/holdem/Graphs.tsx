// Both ranges, the weakest hands first: how much of a range has at most so much equity or EV.
import { useState } from "preact/hooks";
import { fixed, percent } from "../pure/format";
import type { Node, Seat } from "./ask";
import { CLASSES, CLASS_OF, HANDS_OF } from "./cards";
import { Grid, type Cell } from "./Grid";
import { useWords } from "./words";

const [WIDTH, HEIGHT, LEFT, BELOW] = [320, 200, 40, 24];

/** Steps (share of the range, value), ascending; hands without a value, which meet nothing, are left out. */
function curveOf(values: Float32Array | null, weights: Float32Array): [number, number][] {
  if (!values) return [];
  const rows = [...values].map((value, k): [number, number] => [value, weights[k] ?? 0]).filter(([value, weight]) => Number.isFinite(value) && weight > 0);
  rows.sort((a, b) => a[0] - b[0]);
  const total = rows.reduce((sum, [, weight]) => sum + weight, 0);
  let before = 0;
  // a step a hand: from where it begins to where it ends
  return rows.flatMap(([value, weight]): [number, number][] => [
    [before / total, value],
    [(before += weight) / total, value],
  ]);
}

const median = (curve: [number, number][]): number => curve.find(([share]) => share >= 0.5)?.[1] ?? NaN;

/** What is left of a range, as a grid. */
function Whole({ node, seat }: { node: Node; seat: Seat }) {
  const say = useWords();
  const [at, setAt] = useState(0);
  const side = node.seats[seat];
  const left = CLASSES.map(() => 0);
  side.hands.forEach((hand, row) => (left[CLASS_OF[hand] ?? 0] = (left[CLASS_OF[hand] ?? 0] ?? 0) + (side.reach[row] ?? 0)));
  const cells: Cell[] = left.map((combos, k) => {
    const all = HANDS_OF[k]?.length ?? 1;
    return { height: combos / all, parts: [{ colour: "range", share: 1 }], about: say("cell.combos", { left: Number(combos.toFixed(1)), all }) };
  });
  return (
    <figure>
      <figcaption class="small muted">
        {say(`seat.${seat}`)}: {say("range.combos", { n: Number(side.combos.toFixed(1)) })}
      </figcaption>
      <Grid isSmall label={say("grid.label", { seat: say(`seat.${seat}`) })} cells={cells} at={at} onPick={setAt} />
    </figure>
  );
}

export function Graphs({ node }: { node: Node }) {
  const say = useWords();
  const [what, setWhat] = useState<"equity" | "ev">("equity");
  const seats = ["oop", "ip"] as const;
  const curves = seats.map((seat) => curveOf(node.seats[seat][what], node.seats[seat].weight));
  const all = curves.flat().map(([, value]) => value);
  if (!all.length) return <p class="muted">{say("loading")}</p>;
  const [low, high] = what === "equity" ? [0, 1] : [Math.min(0, ...all), Math.max(...all)];
  const x = (share: number): number => LEFT + share * (WIDTH - LEFT - 16);
  const y = (value: number): number => HEIGHT - BELOW - ((value - low) / (high - low || 1)) * (HEIGHT - BELOW - 10);
  const show = (value: number): string => (what === "equity" ? percent(value) : fixed(value, 1));
  const told = seats.map((seat, k) => say("graphs.median", { seat: say(`seat.${seat}`), value: show(median(curves[k] ?? [])) })).join(" · ");
  return (
    <div class="stack tight">
      <div class="segments" role="group" aria-label={say("graphs.what")}>
        {(["equity", "ev"] as const).map((each) => (
          <button key={each} type="button" aria-pressed={what === each} onClick={() => setWhat(each)}>
            {say(`view.${each}`)}
          </button>
        ))}
      </div>
      <svg class="ranges" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`${say("graphs.label")}: ${told}`}>
        {[0, 0.25, 0.5, 0.75, 1].map((share) => (
          <g key={share}>
            <path class="gridline" d={`M${LEFT} ${y(low + share * (high - low))}H${WIDTH - 16}`} />
            <text class="tick" x={LEFT - 5} y={y(low + share * (high - low)) + 4} text-anchor="end">
              {what === "equity" ? 100 * share : fixed(low + share * (high - low), 0)}
            </text>
            <text class="tick" x={x(share)} y={HEIGHT - 8} text-anchor="middle">
              {100 * share}
            </text>
          </g>
        ))}
        {curves.map((curve, k) => (
          <path key={k} class={`range-${seats[k]}`} d={curve.map(([share, value], i) => `${i ? "L" : "M"}${x(share).toFixed(1)} ${y(value).toFixed(1)}`).join("")} />
        ))}
      </svg>
      <ul class="key">
        {seats.map((seat) => (
          <li key={seat}>
            <svg class="ranges" width="26" height="8" aria-hidden="true">
              <path class={`range-${seat}`} d="M0 4H26" />
            </svg>
            {say(`seat.${seat}`)}
          </li>
        ))}
      </ul>
      <p class="small muted">{told}</p>
      <h2>{say("graphs.both")}</h2>
      <div class="stack">
        {seats.map((seat) => (
          <Whole key={seat} node={node} seat={seat} />
        ))}
      </div>
      <p class="small muted">{say("graphs.help")}</p>
    </div>
  );
}
