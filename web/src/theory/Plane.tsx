// Strategies as places: a square for two actions against two, a triangle for a player's three.
import { useRef } from "preact/hooks";
import { fixed } from "../pure/format";
import type { Streamed } from "./ask";
import { useWords } from "./words";

type Spot = [number, number];
const SIZE = 300;
const PAD = 36;

function line(points: Spot[]): string {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** A picture on which a point can be dragged; keys move it too. */
function Board({ label, height, at, onMove, children, step }: { label: string; height: number; at: Spot | null; onMove: (x: number, y: number) => void; children: preact.ComponentChildren; step: (dx: number, dy: number) => void }) {
  const box = useRef<SVGSVGElement>(null);
  const place = (event: PointerEvent): void => {
    const frame = box.current?.getBoundingClientRect();
    if (!frame) return;
    onMove(((event.clientX - frame.left) / frame.width) * SIZE, ((event.clientY - frame.top) / frame.height) * height);
  };
  const onKey = (event: KeyboardEvent): void => {
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!move) return;
    event.preventDefault();
    step(move[0] ?? 0, move[1] ?? 0);
  };
  return (
    <svg
      ref={box}
      class="plane"
      viewBox={`0 0 ${SIZE} ${height}`}
      role="application"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        place(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons) place(event);
      }}
    >
      {children}
      {at && <circle class="start" cx={at[0]} cy={at[1]} r="7" />}
    </svg>
  );
}

/** Where learning leads from all over a picture: a line a start, in the colour of the equilibrium that it comes near. */
function Streams({ paths, to, at }: { paths: Spot[][]; to: (number | null)[]; at?: (spot: Spot) => Spot }) {
  return (
    <g class="streams">
      {paths.map((points, k) => {
        const spots = at ? points.map(at) : points;
        const end = to[k] ?? null;
        return (
          <g key={k} class={end === null ? "nowhere" : `to${end % 4}`}>
            <path d={line(spots)} />
            <circle cx={spots[0]?.[0]} cy={spots[0]?.[1]} r="2.5" />
          </g>
        );
      })}
    </g>
  );
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Two actions each: right is player 1's first action, up is player 0's. */
export function Square({ names, curves, found, sets, start, setStart, paths, streams }: { streams: Streamed | undefined; sets: [number[], number[]][]; names: string[][]; curves: [number[], number[]][] | null; found: Spot[]; start: number[][] | null; setStart: (start: number[][]) => void; paths: { kind: string; points: Spot[] }[] }) {
  const say = useWords();
  const side = SIZE - 2 * PAD;
  const at = ([p, q]: Spot): Spot => [PAD + q * side, PAD + (1 - p) * side];
  const p = start?.[0]?.[0] ?? 0.5;
  const q = start?.[1]?.[0] ?? 0.5;
  const put = (up: number, right: number): void => setStart([[clamp(up), 1 - clamp(up)], [clamp(right), 1 - clamp(right)]]);
  return (
    <Board
      label={say("plane.square", { row: names[0]?.[0] ?? "", column: names[1]?.[0] ?? "", p: fixed(p, 2), q: fixed(q, 2) })}
      height={SIZE}
      at={start ? at([p, q]) : null}
      onMove={(x, y) => put(1 - (y - PAD) / side, (x - PAD) / side)}
      step={(dx, dy) => put(p - dy * 0.05, q + dx * 0.05)}
    >
      <rect class="field" x={PAD} y={PAD} width={side} height={side} />
      {[0.25, 0.5, 0.75].map((share) => (
        <path key={share} class="grid" d={`M${PAD} ${PAD + share * side}h${side}M${PAD + share * side} ${PAD}v${side}`} />
      ))}
      {streams && <Streams paths={streams.paths as Spot[][]} to={streams.to} at={at} />}
      {curves?.map(([up, right], player) => (
        <path key={player} class={`reply p${player}`} d={line(up.map((value, i) => at([value, right[i] ?? 0])))} />
      ))}
      {paths.map(({ kind, points }) => (
        <path key={kind} class={`path ${kind}`} d={line(points.map(at))} />
      ))}
      {sets.map(([ups, rights], k) => {
        const [left, top] = at([Math.max(...ups), Math.min(...rights)]);
        const [right, bottom] = at([Math.min(...ups), Math.max(...rights)]);
        return <path key={k} class="found-set" d={`M${left} ${top}H${right}V${bottom}H${left}Z`} />;
      })}
      {found.map((spot, k) => (
        <circle key={spot.join()} class={`found-point${streams ? ` to${k % 4}` : ""}`} cx={at(spot)[0]} cy={at(spot)[1]} r="5" />
      ))}
      <text class="axis" x={SIZE / 2} y={SIZE - 8} text-anchor="middle">
        {say("plane.axis", { player: 1, action: names[1]?.[0] ?? "" })}
      </text>
      <text class="axis" transform={`translate(14 ${SIZE / 2}) rotate(-90)`} text-anchor="middle">
        {say("plane.axis", { player: 0, action: names[0]?.[0] ?? "" })}
      </text>
    </Board>
  );
}

const HEIGHT = 270;
const CORNERS: Spot[] = [
  [PAD, HEIGHT - PAD],
  [SIZE - PAD, HEIGHT - PAD],
  [SIZE / 2, HEIGHT - PAD - ((SIZE - 2 * PAD) * Math.sqrt(3)) / 2],
];

function mix(shares: number[]): Spot {
  return [0, 1].map((axis) => CORNERS.reduce((sum, corner, i) => sum + (shares[i] ?? 0) * (corner[axis] ?? 0), 0)) as Spot;
}

/** The corners of a convex shape in the order in which a pen goes round. */
function around(corners: Spot[]): Spot[] {
  const [x, y] = [0, 1].map((axis) => corners.reduce((sum, spot) => sum + (spot[axis] ?? 0), 0) / corners.length) as Spot;
  return [...corners].sort((a, b) => Math.atan2(a[1] - y, a[0] - x) - Math.atan2(b[1] - y, b[0] - x));
}

/** Three actions of one player. */
export function Triangle({ player, names, found, sets, start, setStart, paths, streams }: { streams: Streamed | undefined; player: number; names: string[]; found: number[][]; sets: number[][][]; start: number[] | null; setStart: (start: number[]) => void; paths: { kind: string; points: number[][] }[] }) {
  const say = useWords();
  const now = start ?? [1 / 3, 1 / 3, 1 / 3];
  const put = (shares: number[]): void => {
    const kept = shares.map((share) => Math.max(0, share));
    const total = kept.reduce((sum, share) => sum + share, 0) || 1;
    setStart(kept.map((share) => share / total));
  };
  const move = (x: number, y: number): void => {
    const [a, b, c] = CORNERS as [Spot, Spot, Spot];
    const third = (a[1] - y) / (a[1] - c[1]);
    const second = (x - a[0] - third * (c[0] - a[0])) / (b[0] - a[0]);
    put([1 - second - third, second, third]);
  };
  return (
    <Board
      label={say("plane.triangle", { player, mix: names.map((name, i) => `${name} ${fixed(now[i], 2)}`).join(", ") })}
      height={HEIGHT}
      at={start ? mix(now) : null}
      onMove={move}
      step={(dx, dy) => {
        const [x, y] = mix(now);
        move(x + 12 * dx, y + 12 * dy);
      }}
    >
      <path class="field" d={`${line(CORNERS)}Z`} />
      {streams && <Streams paths={streams.paths.map((points) => points.map(mix))} to={streams.to} />}
      {paths.map(({ kind, points }) => (
        <path key={kind} class={`path ${kind}`} d={line(points.map(mix))} />
      ))}
      {sets
        .filter((mixes) => mixes.length > 1)
        .map((mixes, k) => (
          <path key={k} class="found-set" d={`${line(around(mixes.map(mix)))}Z`} />
        ))}
      {found.map((shares, k) => (
        <circle key={`${k} ${shares.join()}`} class={`found-point${streams ? ` to${k % 4}` : ""}`} cx={mix(shares)[0]} cy={mix(shares)[1]} r="5" />
      ))}
      {names.map((name, i) => (
        <text key={name} class="axis" x={CORNERS[i]?.[0]} y={(CORNERS[i]?.[1] ?? 0) + (i === 2 ? -10 : 20)} text-anchor="middle">
          {name}
        </text>
      ))}
    </Board>
  );
}
