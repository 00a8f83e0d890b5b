// A search step by step: alpha-beta's visits with their windows and cuts; how the trees of MCTS and of proof numbers grow.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useLater } from "../parts/basic";
import { count, fixed } from "../pure/format";
import { go, place } from "../router";
import { useWords, type PlayKey } from "./words";

type Side = number | "inf" | "-inf";
interface Visit {
  index: number;
  parent: number;
  ply: number;
  action: string;
  node: string;
  window: [Side, Side];
  value: number | null;
  cause: string;
  cut: Cut | undefined;
}
/** A visit that was cut short: its number, the actions left out, the window that cut them. */
type Cut = [number, string[], [Side, Side]];
/** Visits as columns, up to 100,000; `action`, `node` and `cause` number the names in the lists. */
export interface Trace {
  viewer: number;
  dropped: number;
  parent: number[];
  ply: number[];
  action: number[];
  actions: string[];
  node: number[];
  nodes: string[];
  cause: number[];
  causes: string[];
  alpha: Side[];
  beta: Side[];
  value: (number | null)[];
  cuts: Cut[];
}
interface Step {
  path: string[];
  is_new: boolean;
  values: number[] | null;
  proof: number | null;
  disproof: number | null;
  root: [number | null, number | null] | null;
}
export interface Growth {
  steps: Step[];
  dropped: number;
  /** After each simulation, the bound of the root's moves. */
  bounds?: Record<string, number>[];
}

const side = (value: Side): string => (value === "inf" ? "+∞" : value === "-inf" ? "−∞" : String(Number(value.toPrecision(4))).replace("-", "−"));

function Steps({ at, last, cut, onMove }: { at: number; last: number; cut: (() => void) | null; onMove: (next: number) => void }) {
  const say = useWords();
  const move = (next: number): void => onMove(Math.max(0, Math.min(last, next)));
  return (
    <div class="slider">
      <button type="button" class="button" data-key="[" aria-label={say("time.back")} onClick={() => move(at - 1)}>
        [
      </button>
      <input type="range" min={0} max={last} value={at} aria-label={say("trace.step")} aria-valuetext={say("trace.at", { k: count(at + 1), n: count(last + 1) })} onInput={(event) => move(Number(event.currentTarget.value))} />
      <button type="button" class="button" data-key="]" aria-label={say("time.on")} onClick={() => move(at + 1)}>
        ]
      </button>
      {cut && (
        <button type="button" class="button" data-key="c" onClick={cut}>
          {say("trace.cut")}
        </button>
      )}
      <output data-fact="step">
        {count(at + 1)} / {count(last + 1)}
      </output>
    </div>
  );
}

/** The step that is shown, 1 for the first: the address has it, a little later, so that a link leads there. */
function useStep(first: number, last: number): [number, (next: number) => void] {
  const asked = Number(place.value.query.get("step"));
  const [at, setAt] = useState(Number.isInteger(asked) && asked > 0 ? Math.min(asked - 1, last) : first);
  const late = useLater(at, 300);
  useEffect(() => {
    const { path, query } = place.value;
    if (query.get("step") === String(late + 1) || (late === first && !query.has("step"))) return;
    const next = new URLSearchParams(query);
    next.set("step", String(late + 1));
    go(`${path}?${next}`, "replace");
  }, [late]);
  return [at, setAt];
}

/** The first cut from a visit on: cuts come in the order of visits. */
function cutFrom(cuts: Cut[], index: number): Cut | undefined {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.[0] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  return cuts[low];
}

function visitAt(trace: Trace, index: number): Visit {
  const cut = cutFrom(trace.cuts, index);
  return {
    index,
    parent: trace.parent[index] ?? -1,
    ply: trace.ply[index] ?? 0,
    action: trace.actions[trace.action[index] ?? 0] ?? "",
    node: trace.nodes[trace.node[index] ?? 0] ?? "",
    window: [trace.alpha[index] ?? "-inf", trace.beta[index] ?? "inf"],
    value: trace.value[index] ?? null,
    cause: trace.causes[trace.cause[index] ?? 0] ?? "",
    cut: cut?.[0] === index ? cut : undefined,
  };
}

/** The method as books write it, a line a step; the line in which a visit ended is marked. */
const PROGRAM: [cause: string, indent: number, line: PlayKey][] = [
  ["", 0, "program.search"],
  ["terminal", 2, "program.end"],
  ["horizon", 2, "program.horizon"],
  ["table", 2, "program.table"],
  ["probcut", 2, "program.guess"],
  ["", 2, "program.best"],
  ["", 2, "program.each"],
  ["", 4, "program.better"],
  ["window", 4, "program.window"],
  ["cutoff", 4, "program.cut"],
  ["searched", 2, "program.return"],
];

function Program({ cause, causes, hasWindow }: { cause: string; causes: string[]; hasWindow: boolean }) {
  const say = useWords();
  const rows = PROGRAM.filter(([key]) => (key !== "table" && key !== "probcut") || causes.includes(key)).filter(([key]) => hasWindow || !["window", "cutoff"].includes(key));
  return (
    <ol class="program" tabIndex={0} aria-label={say("trace.program")}>
      {rows.map(([key, indent, line]) => (
        <li key={line} class={key !== "" && key === cause ? "here" : ""} style={{ "--indent": indent }} aria-current={key !== "" && key === cause ? "step" : undefined}>
          <code>{say(line)}</code>
        </li>
      ))}
    </ol>
  );
}

/** The window of a visit as a bar between the least and the greatest value of the trace, with what the visit gave. */
function Window({ visit, ends }: { visit: Visit; ends: [number, number] }) {
  const say = useWords();
  const x = (value: Side): number => (value === "-inf" ? 0 : value === "inf" ? 100 : Math.min(100, Math.max(0, 100 * ((value - ends[0]) / (ends[1] - ends[0] || 1)))));
  const [low, high] = [x(visit.window[0]), x(visit.window[1])];
  return (
    <div class="window" role="img" aria-label={say("trace.window", { alpha: side(visit.window[0]), beta: side(visit.window[1]), value: visit.value === null ? "?" : fixed(visit.value) })}>
      <div class="track">
        <i class="bar-after" style={{ left: `${Math.min(low, high)}%`, width: `${Math.max(0.8, Math.abs(high - low))}%` }} />
        {visit.value !== null && <i class="mark" style={{ left: `${x(visit.value)}%` }} />}
      </div>
      <div class="ends small muted" aria-hidden="true">
        <span>{fixed(ends[0], 2)}</span>
        <span>
          α {side(visit.window[0])} … β {side(visit.window[1])}
        </span>
        <span>{fixed(ends[1], 2)}</span>
      </div>
    </div>
  );
}

const BESIDE = 8; // earlier moves of a position that are listed

/** The way to a visit, and beside each step the moves that were tried before it: the tree as far as it has grown. */
function grown(trace: Trace, kids: Map<number, number[]>, at: number): { visit: Visit; isPath: boolean; more: number }[] {
  const path: number[] = [];
  for (let index = at; index >= 0; index = trace.parent[index] ?? -1) path.unshift(index);
  return path.flatMap((index, depth) => {
    const all = depth ? (kids.get(path[depth - 1] ?? -1) ?? []) : [];
    const before = all.filter((each) => each < index);
    return [
      ...before.slice(-BESIDE).map((each, k) => ({ visit: visitAt(trace, each), isPath: false, more: k === 0 ? Math.max(0, before.length - BESIDE) : 0 })),
      { visit: visitAt(trace, index), isPath: true, more: 0 },
    ];
  });
}

export function TraceView({ trace, method }: { trace: Trace; method: string }) {
  const say = useWords();
  const { cuts } = trace;
  const last = trace.parent.length - 1;
  const [at, setAt] = useStep(0, last);
  const left = useMemo(() => cuts.reduce((sum, [, pruned]) => sum + pruned.length, 0), [cuts]);
  const kids = useMemo(() => {
    const found = new Map<number, number[]>();
    trace.parent.forEach((parent, index) => found.get(parent)?.push(index) ?? found.set(parent, [index]));
    return found;
  }, [trace]);
  const ends = useMemo((): [number, number] => {
    let [low, high] = [Infinity, -Infinity];
    for (const column of [trace.value, trace.alpha, trace.beta]) for (const value of column) if (typeof value === "number") [low, high] = [Math.min(low, value), Math.max(high, value)];
    return low <= high ? [low, high] : [0, 1];
  }, [trace]);
  if (last < 0) return null;
  const here = visitAt(trace, Math.min(at, last));
  const rows = grown(trace, kids, Math.min(at, last));
  const next = (): void => setAt((cutFrom(cuts, at + 1) ?? cuts[0])?.[0] ?? at);
  return (
    <section class="panel" aria-labelledby="trace">
      <h2 id="trace">{say("trace.title")}</h2>
      <p class="muted small">{say("trace.legend", { n: trace.viewer })}</p>
      <Steps at={at} last={last} cut={cuts.length ? next : null} onMove={setAt} />
      <div class="split even">
        <Program cause={here.cause} causes={trace.causes} hasWindow={method !== "minimax" && method !== "negamax"} />
        <Window visit={here} ends={ends} />
      </div>
      <div class="scroll" tabIndex={0} role="group" aria-label={say("trace.title")}>
        <table class="data trace">
          <thead>
            <tr>
              <th>{say("search.move")}</th>
              <th>{say("trace.side")}</th>
              <th class="number">α</th>
              <th class="number">β</th>
              <th class="number">{say("odds.value")}</th>
              <th>{say("trace.cause")}</th>
              <th>{say("trace.pruned")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ visit, isPath, more }) => (
              <tr key={visit.index} class={visit.index === at ? "chosen" : isPath ? "" : "before"}>
                <td>
                  {more > 0 && <small class="muted">{say("trace.earlier", { n: count(more) })} </small>}
                  <code>
                    {"\u00a0\u00a0".repeat(visit.ply)}
                    {visit.action || say("tree.root")}
                  </code>
                </td>
                <td>
                  <span class="seat">{visit.node}</span>
                </td>
                <td class="number">{side(visit.window[0])}</td>
                <td class="number">{side(visit.window[1])}</td>
                <td class="number" data-visit={visit.index}>
                  {visit.value === null ? "?" : fixed(visit.value)}
                </td>
                <td>{say(`cause.${visit.cause}` as PlayKey)}</td>
                <td>
                  {visit.cut && (
                    <>
                      <code>
                        {visit.cut[1].slice(0, 6).join(" ")}
                        {visit.cut[1].length > 6 ? " …" : ""}
                      </code>{" "}
                      <small class="muted">
                        α {side(visit.cut[2][0])} ≥ β {side(visit.cut[2][1])}
                      </small>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">
        {say("trace.cuts", { n: count(cuts.length), pruned: count(left) })} {trace.dropped > 0 && say("trace.dropped", { n: count(trace.dropped) })}
      </p>
    </section>
  );
}

const SHARES = 6; // moves whose part of the visits is drawn

/** How the visits of the root's moves shared out, simulation by simulation. */
function Shares({ growth, at }: { growth: Growth; at: number }) {
  const say = useWords();
  const [width, height] = [320, 110];
  const drawn = useMemo(() => {
    const total = new Map<string, number>();
    for (const step of growth.steps) if (step.path[0] !== undefined) total.set(step.path[0], (total.get(step.path[0]) ?? 0) + 1);
    const names = [...total].sort((a, b) => b[1] - a[1]).slice(0, SHARES).map(([name]) => name);
    const now = new Map<string, number>();
    const every = Math.max(1, Math.floor(growth.steps.length / 120));
    const points: { k: number; shares: number[] }[] = [];
    growth.steps.forEach((step, k) => {
      const name = step.path[0];
      if (name !== undefined) now.set(name, (now.get(name) ?? 0) + 1);
      if (k % every === 0 || k === growth.steps.length - 1) points.push({ k, shares: names.map((each) => (now.get(each) ?? 0) / (k + 1)) });
    });
    return { names, points };
  }, [growth]);
  const x = (k: number): number => (k / Math.max(1, growth.steps.length - 1)) * width;
  const area = (m: number): string => {
    const sum = (shares: number[], upTo: number): number => shares.slice(0, upTo).reduce((a, b) => a + b, 0);
    const forth = drawn.points.map(({ k, shares }, i) => `${i ? "L" : "M"}${x(k).toFixed(1)} ${(height * (1 - sum(shares, m + 1))).toFixed(1)}`);
    const back = [...drawn.points].reverse().map(({ k, shares }) => `L${x(k).toFixed(1)} ${(height * (1 - sum(shares, m))).toFixed(1)}`);
    return `${forth.join("")}${back.join("")}Z`;
  };
  return (
    <figure>
      <svg class="through shares" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={say("growth.shares")}>
        {drawn.names.map((name, m) => (
          <path key={name} class={`fill f${m % 6}`} d={area(m)} />
        ))}
        <path class="cursor" d={`M${x(at).toFixed(1)} 0V${height}`} />
      </svg>
      <figcaption class="mixtext">
        {drawn.names.map((name, m) => (
          <span key={name} class="act">
            <i class={`a${m % 6}`} aria-hidden="true" />
            <code>{name}</code>
          </span>
        ))}
        <span class="muted">{say("growth.shares")}</span>
      </figcaption>
    </figure>
  );
}

export function GrowthView({ growth, player }: { growth: Growth; player: number }) {
  const say = useWords();
  const last = growth.steps.length - 1;
  const [at, setAt] = useStep(last, last);
  const now = growth.steps[Math.max(0, Math.min(at, last))];
  if (!now) return null;
  const children = new Map<string, { visits: number; sum: number }>();
  for (const step of growth.steps.slice(0, at + 1)) {
    const name = step.path[0];
    if (name === undefined) continue;
    const child = children.get(name) ?? { visits: 0, sum: 0 };
    children.set(name, { visits: child.visits + 1, sum: child.sum + (step.values?.[player] ?? 0) });
  }
  const rows = [...children].sort((a, b) => b[1].visits - a[1].visits);
  const total = rows.reduce((sum, [, child]) => sum + child.visits, 0);
  const isProof = now.root !== null;
  const number = (value: number | null | undefined): string => (value === null || value === undefined ? "∞" : count(value));
  return (
    <section class="panel" aria-labelledby="growth">
      <h2 id="growth">{say(isProof ? "growth.proof" : "growth.title")}</h2>
      <Steps at={Math.min(at, last)} last={last} cut={null} onMove={setAt} />
      {!isProof && (
        <ol class="phases" aria-label={say("growth.phases")}>
          <li>
            <b>{say("growth.select")}</b> <code>{now.path.slice(0, now.is_new ? -1 : undefined).join(" ") || say("tree.root")}</code>
          </li>
          <li class={now.is_new ? "" : "muted"}>
            <b>{say("growth.expand")}</b> {now.is_new ? <code>{now.path.at(-1)}</code> : say("growth.nothing")}
          </li>
          <li>
            <b>{say("growth.simulate")}</b> {fixed(now.values?.[player], 2)}
          </li>
          <li>
            <b>{say("growth.back")}</b> {say("growth.nodes", { n: now.path.length + 1 })}
          </li>
        </ol>
      )}
      <Shares growth={growth} at={Math.min(at, last)} />
      <p>
        {say(isProof ? "growth.expands" : "growth.path")} <code>{now.path.join(" ") || say("tree.root")}</code>{" "}
        {now.values && (
          <span class="muted">
            {say(now.is_new ? "growth.new" : "growth.known")} {say("growth.gave", { value: fixed(now.values[player], 2) })}
          </span>
        )}
        {isProof && <span class="muted">{say("growth.numbers", { proof: number(now.root?.[0]), disproof: number(now.root?.[1]) })}</span>}
      </p>
      <div class="scroll" tabIndex={0} role="group" aria-label={say("growth.title")}>
        <table class="data growth">
          <thead>
            <tr>
              <th>{say("search.move")}</th>
              <th class="number">N</th>
              {!isProof && <th class="number">{say("growth.mean")}</th>}
              {growth.bounds && <th class="number">{say("growth.bound")}</th>}
              <th>{say("growth.share")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 12).map(([name, child]) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                <td class="number" data-visits={name}>
                  {count(child.visits)}
                </td>
                {!isProof && <td class="number">{fixed(child.sum / child.visits, 3)}</td>}
                {growth.bounds && <td class="number">{fixed(growth.bounds[Math.min(at, last)]?.[name], 3)}</td>}
                <td>
                  <span class="meter" aria-hidden="true">
                    <i style={{ width: `${(child.visits / total) * 100}%` }} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {growth.bounds && <p class="muted small">{say("growth.bound.help")}</p>}
      {rows.length > 12 && <p class="muted small">{say("growth.rest", { n: rows.length - 12 })}</p>}
      {growth.dropped > 0 && <p class="muted small">{say("trace.dropped", { n: count(growth.dropped) })}</p>}
    </section>
  );
}
