// The plane of payoffs: what the table offers, what equilibria give, and a region between them.
import { useWords } from "./words";

type Spot = [number, number];
const WIDE = 360;
const HIGH = 300;
const PAD = 40;

export function decimal(text: string | number | undefined): number {
  const [over, under] = String(text ?? 0).split("/").map(Number);
  return (over ?? 0) / (under ?? 1);
}

/** Right is player 0's payoff, up is player 1's. */
export function PayoffPlane({ label, cells, feasible, region, nash, point, minmax }: { label: string; cells: string[][]; feasible: string[][]; region: string[][]; nash: string[][]; point?: string[] | undefined; minmax?: string[] | undefined }) {
  const say = useWords();
  const spots = (rows: string[][]): Spot[] => rows.map((row) => [decimal(row[0]), decimal(row[1])]);
  const all = spots([...cells, ...(minmax ? [minmax] : [])]);
  const [low, high] = [0, 1].map((axis) => all.map((spot) => spot[axis] ?? 0)).reduce<[Spot, Spot]>(
    ([least, most], values, axis) => {
      least[axis] = Math.min(...values);
      most[axis] = Math.max(...values);
      return [least, most];
    },
    [[0, 0], [1, 1]],
  );
  const at = ([x, y]: Spot): Spot => [PAD + ((x - low[0]) / (high[0] - low[0] || 1)) * (WIDE - 2 * PAD), HIGH - PAD - ((y - low[1]) / (high[1] - low[1] || 1)) * (HIGH - 2 * PAD)];
  const shape = (rows: string[][]): string => `${spots(rows).map((spot, i) => `${i ? "L" : "M"}${at(spot).map((value) => value.toFixed(1)).join(" ")}`).join("")}Z`;
  const held = minmax && at([decimal(minmax[0]), decimal(minmax[1])]);
  return (
    <svg class="plane still" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={label}>
      <path class="field" d={shape(feasible)} />
      {held && <path class="held" d={`M${held[0]} ${PAD / 2}V${HIGH - PAD}M${PAD} ${held[1]}H${WIDE - PAD / 2}`} />}
      <path class="region" d={shape(region)} />
      {spots(cells).map((spot, i) => (
        <circle key={i} class="cell" cx={at(spot)[0]} cy={at(spot)[1]} r="3.5" />
      ))}
      {spots(nash).map((spot, i) => (
        <circle key={i} class="found-point" cx={at(spot)[0]} cy={at(spot)[1]} r="5.5" />
      ))}
      {point && <path class="chosen" d={`M${at([decimal(point[0]), decimal(point[1])]).join(" ")}m-8 0h16m-8-8v16`} />}
      <text class="axis" x={PAD} y={HIGH - 20}>{String(low[0])}</text>
      <text class="axis" x={WIDE - PAD} y={HIGH - 20} text-anchor="end">{String(high[0])}</text>
      <text class="axis" x={PAD - 8} y={HIGH - PAD} text-anchor="end">{String(low[1])}</text>
      <text class="axis" x={PAD - 8} y={PAD + 4} text-anchor="end">{String(high[1])}</text>
      <text class="axis" x={WIDE / 2} y={HIGH - 6} text-anchor="middle">{say("plane.payoff", { player: 0 })}</text>
      <text class="axis" transform={`translate(12 ${HIGH / 2}) rotate(-90)`} text-anchor="middle">{say("plane.payoff", { player: 1 })}</text>
    </svg>
  );
}

export function PlaneLegend({ region, point }: { region: string; point?: string }) {
  const say = useWords();
  return (
    <ul class="legend">
      <li><i class="dot cell" /> {say("plane.cells")}</li>
      <li><i class="dot found" /> {say("plane.nash")}</li>
      <li><i class="patch" /> {region}</li>
      {point && <li><b class="cross" aria-hidden="true">+</b> {point}</li>}
    </ul>
  );
}
