// A search step by step: alpha-beta's visits with their windows and cuts; how the trees of MCTS and of proof numbers grow.
import { useMemo, useState } from "preact/hooks";
import { count, fixed } from "../pure/format";
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

export function TraceView({ trace }: { trace: Trace }) {
  const say = useWords();
  const [at, setAt] = useState(0);
  const { cuts } = trace;
  const last = trace.parent.length - 1;
  const left = useMemo(() => cuts.reduce((sum, [, pruned]) => sum + pruned.length, 0), [cuts]);
  if (last < 0) return null;
  const path: Visit[] = [];
  for (let index = Math.min(at, last); index >= 0; index = trace.parent[index] ?? -1) path.unshift(visitAt(trace, index));
  const next = (): void => setAt((cutFrom(cuts, at + 1) ?? cuts[0])?.[0] ?? at);
  return (
    <section class="panel" aria-labelledby="trace">
      <h2 id="trace">{say("trace.title")}</h2>
      <p class="muted small">{say("trace.legend", { n: trace.viewer })}</p>
      <Steps at={at} last={last} cut={cuts.length ? next : null} onMove={setAt} />
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
            {path.map((visit) => (
              <tr key={visit.index} class={visit.index === at ? "chosen" : ""}>
                <td>
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

export function GrowthView({ growth, player }: { growth: Growth; player: number }) {
  const say = useWords();
  const last = growth.steps.length - 1;
  const [at, setAt] = useState(last);
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
      {rows.length > 12 && <p class="muted small">{say("growth.rest", { n: rows.length - 12 })}</p>}
      {growth.dropped > 0 && <p class="muted small">{say("trace.dropped", { n: count(growth.dropped) })}</p>}
    </section>
  );
}
