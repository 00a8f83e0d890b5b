// From a report's rows to patterns: means by kind of flop, and any two columns against each other.
import { useState } from "preact/hooks";
import { count, fixed } from "../pure/format";
import type { Row } from "./run";
import { saidAction, useWords, type Key } from "./words";

type Values = Row["row"];
const RANKS = "23456789TJQKA";
const GROUPS = ["suits", "pairs", "connected", "high"] as const;
type Group = (typeof GROUPS)[number];

const [EV, EQUITY, REALISED] = [3, 5, 7]; // columns of the player out of position; the other's stand after them

/** Rows with what both players realise of their equity, in percent: EV / (pot · equity). */
export function withRealised(columns: string[], rows: Values[], pot: number): { columns: string[]; rows: Values[] } {
  const share = (ev: number, equity: number): number => (equity > 0 ? (1e4 * ev) / (pot * equity) : NaN);
  const put = <T,>(row: T[], more: T[]): T[] => [...row.slice(0, REALISED), ...more, ...row.slice(REALISED)];
  return {
    columns: columns.length ? put(columns, ["realised oop %", "realised ip %"]) : [],
    rows: rows.map((row) => put(row, [0, 1].map((p) => share(Number(row[EV + p]), Number(row[EQUITY + p]))))),
  };
}

/** The mean of a column, flops weighed by how often they come; of what is realised the quotient of means. */
export function mean(of: Values[], k: number): number {
  if (k >= REALISED && k < REALISED + 2) {
    const [ev, equity] = [mean(of, k - REALISED + EV), mean(of, k - REALISED + EQUITY)];
    const row = of.find((each) => Number.isFinite(Number(each[k])) && Number(each[k]) !== 0);
    const pot = row ? (1e4 * Number(row[k - REALISED + EV])) / (Number(row[k]) * Number(row[k - REALISED + EQUITY])) : NaN;
    return (1e4 * ev) / (pot * equity);
  }
  const weight = of.reduce((sum, row) => sum + Number(row[1]), 0);
  return of.reduce((sum, row) => sum + Number(row[1]) * Number(row[k]), 0) / weight;
}

/** A column's name in the reader's language; those of actions end in %. */
export function columnOf(name: string, say: (key: Key, values?: Record<string, string>) => string): string {
  const [, what = "", seat] = /^(ev|equity|realised) (oop|ip)( %)?$/.exec(name) ?? [];
  if (seat) return say(`report.${what}` as Key, { seat: say(`seat.${seat}` as Key) });
  const fixed: Record<string, Key> = { board: "report.board", weight: "report.weight", "exploitability %": "report.exploitability" };
  return fixed[name] ? say(fixed[name]) : saidAction(name);
}

/** What kind a flop is: its suits, its pairs, how many straights it allows by the gap between its ranks, its high card. */
export function kindOf(board: string, by: Group): string {
  const cards = board.match(/../g) ?? [];
  const ranks = cards.map((card) => RANKS.indexOf(card[0] ?? "")).sort((a, b) => b - a);
  if (by === "suits") return ["", "mono", "two", "rainbow"][new Set(cards.map((card) => card[1])).size] ?? "rainbow";
  if (by === "pairs") return ["", "trips", "paired", "unpaired"][new Set(ranks).size] ?? "unpaired";
  if (by === "high") return RANKS[ranks[0] ?? 0] ?? "";
  // an ace is also below the two
  const wheel = ranks.map((rank) => (rank === 12 ? -1 : rank)).sort((a, b) => b - a);
  const spread = Math.min(...[ranks, wheel].map((row) => (row[0] ?? 0) - (row[row.length - 1] ?? 0)));
  return new Set(ranks).size < 3 ? "paired" : spread <= 4 ? "straight" : "apart";
}

const ORDER: Record<Group, string[]> = {
  suits: ["rainbow", "two", "mono"],
  pairs: ["unpaired", "paired", "trips"],
  connected: ["straight", "apart", "paired"],
  high: [...RANKS].reverse(),
};

/** A kind of flop that the table is narrowed to. */
export interface Only {
  by: Group;
  kind: string;
}

export function Patterns({ columns, rows, only, onOnly }: { columns: string[]; rows: Values[]; only: Only | null; onOnly: (only: Only | null) => void }) {
  const say = useWords();
  const [by, setBy] = useState<Group>("suits");
  const groups = ORDER[by].map((kind) => ({ kind, rows: rows.filter((row) => kindOf(String(row[0]), by) === kind) })).filter((group) => group.rows.length);
  const nameOf = (kind: string): string => (by === "high" ? kind : say(`kind.${kind}` as Key));
  return (
    <section class="panel" aria-labelledby="patterns">
      <div class="tools">
        <h2 id="patterns">{say("patterns.title")}</h2>
        <div class="segments wrap" role="group" aria-label={say("patterns.by")}>
          {GROUPS.map((name) => (
            <button key={name} type="button" aria-pressed={by === name} onClick={() => setBy(name)}>
              {say(`patterns.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <div class="stack">
        <div class="scroll" tabIndex={0} role="group" aria-label={say("patterns.title")}>
          <table class="data report groups">
            <thead>
              <tr>
                <th>{say(`patterns.${by}`)}</th>
                <th class="number">{say("report.count")}</th>
                {columns.slice(2).map((name) => (
                  <th key={name} class="number">
                    {columnOf(name, say)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.kind}>
                  <th scope="row">
                    <button type="button" class="plain" aria-pressed={only?.by === by && only.kind === group.kind} title={say("patterns.only", { kind: nameOf(group.kind) })} onClick={() => onOnly(only?.by === by && only.kind === group.kind ? null : { by, kind: group.kind })}>
                      {nameOf(group.kind)}
                    </button>
                  </th>
                  <td class="number">{count(group.rows.length)}</td>
                  {columns.slice(2).map((name, k) => (
                    <td key={name} class="number" data-fact={`${group.kind} ${name}`}>
                      {fixed(mean(group.rows, k + 2), 2)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Scatter columns={columns} groups={groups.map((group) => ({ name: nameOf(group.kind), rows: group.rows }))} />
      </div>
    </section>
  );
}

const [WIDTH, HEIGHT, LEFT, BELOW] = [360, 240, 48, 40];
const MARKS = ["M-4 -4h8v8h-8Z", "M0 -5L5 4H-5Z", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0", "M0 -5L5 0L0 5L-5 0Z"];

/** Round numbers between two ends, at most six. */
export function ticksOf(low: number, high: number): number[] {
  const raw = (high - low) / 4 || 1;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * size >= raw) ?? 10) * size;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_, k) => (first + k) * step);
}

function Scatter({ columns, groups }: { columns: string[]; groups: { name: string; rows: Values[] }[] }) {
  const say = useWords();
  const names = columns.slice(2);
  const [across, setAcross] = useState(Math.min(1, names.length - 1));
  const [up, setUp] = useState(Math.min(2, names.length - 1));
  const all = groups.flatMap((group) => group.rows);
  const ends = (k: number): [number, number] => {
    const values = all.map((row) => Number(row[k + 2]));
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = (high - low || 1) * 0.06;
    return [low - room, high + room];
  };
  const [xs, ys] = [ends(across), ends(up)];
  const x = (value: number): number => LEFT + ((value - xs[0]) / (xs[1] - xs[0])) * (WIDTH - LEFT - 12);
  const y = (value: number): number => HEIGHT - BELOW - ((value - ys[0]) / (ys[1] - ys[0])) * (HEIGHT - BELOW - 10);
  const choose = (value: number, set: (k: number) => void, label: string) => (
    <label class="inline">
      <span class="small muted">{label}</span>
      <select class="button" value={String(value)} onChange={(event) => set(Number(event.currentTarget.value))}>
        {names.map((name, k) => (
          <option key={name} value={String(k)}>
            {columnOf(name, say)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="stack tight">
      <div class="tools">
        {choose(across, setAcross, say("patterns.across"))}
        {choose(up, setUp, say("patterns.up"))}
      </div>
      <svg class="scatter" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={say("patterns.picture", { n: all.length, x: columnOf(names[across] ?? "", say), y: columnOf(names[up] ?? "", say) })}>
        {ticksOf(...ys).map((value) => (
          <g key={`y${value}`}>
            <path class="gridline" d={`M${LEFT} ${y(value)}H${WIDTH - 12}`} />
            <text class="tick" x={LEFT - 5} y={y(value) + 4} text-anchor="end">
              {Number(value.toPrecision(6))}
            </text>
          </g>
        ))}
        {ticksOf(...xs).map((value) => (
          <text key={`x${value}`} class="tick" x={x(value)} y={HEIGHT - BELOW + 15} text-anchor="middle">
            {Number(value.toPrecision(6))}
          </text>
        ))}
        <text class="tick" x={(LEFT + WIDTH) / 2} y={HEIGHT - 6} text-anchor="middle">
          {columnOf(names[across] ?? "", say)}
        </text>
        <text class="tick" transform={`translate(11 ${(HEIGHT - BELOW) / 2}) rotate(-90)`} text-anchor="middle">
          {columnOf(names[up] ?? "", say)}
        </text>
        {groups.map((group, g) =>
          group.rows.map((row) => (
            <path key={String(row[0])} class={`mark m${g % 4}`} d={MARKS[g % 4]} transform={`translate(${x(Number(row[across + 2])).toFixed(1)} ${y(Number(row[up + 2])).toFixed(1)})`}>
              <title>{`${row[0]}: ${row[across + 2]}, ${row[up + 2]}`}</title>
            </path>
          )),
        )}
      </svg>
      <ul class="key">
        {groups.map((group, g) => (
          <li key={group.name}>
            <svg class="scatter" width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
              <path class={`mark m${g % 4}`} d={MARKS[g % 4]} />
            </svg>
            {group.name}
          </li>
        ))}
      </ul>
    </div>
  );
}
