// A search step by step: alpha-beta's visits with their windows and cuts; how the trees of MCTS and of proof numbers grow.
import { useState } from "preact/hooks";
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
  pruned: string[];
  cut_by: [Side, Side] | null;
}
export interface Trace {
  viewer: number;
  dropped: number;
  visits: Visit[];
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

export function TraceView({ trace }: { trace: Trace }) {
  const say = useWords();
  const [at, setAt] = useState(0);
  const { visits } = trace;
  const now = visits[Math.min(at, visits.length - 1)];
  if (!now) return null;
  const path: Visit[] = [];
  for (let visit: Visit | undefined = now; visit; visit = visits[visit.parent]) path.unshift(visit);
  const cuts = visits.filter(({ pruned }) => pruned.length);
  const next = (): void => {
    const found = cuts.find(({ index }) => index > at) ?? cuts[0];
    if (found) setAt(found.index);
  };
  return (
    <section class="panel" aria-labelledby="trace">
      <h2 id="trace">{say("trace.title")}</h2>
      <p class="muted small">{say("trace.legend", { n: trace.viewer })}</p>
      <Steps at={at} last={visits.length - 1} cut={cuts.length ? next : null} onMove={setAt} />
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
              <tr key={visit.index} class={visit === now ? "chosen" : ""}>
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
                  {visit.pruned.length > 0 && visit.cut_by && (
                    <>
                      <code>
                        {visit.pruned.slice(0, 6).join(" ")}
                        {visit.pruned.length > 6 ? " …" : ""}
                      </code>{" "}
                      <small class="muted">
                        α {side(visit.cut_by[0])} ≥ β {side(visit.cut_by[1])}
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
        {say("trace.cuts", { n: count(cuts.length), pruned: count(cuts.reduce((sum, each) => sum + each.pruned.length, 0)) })} {trace.dropped > 0 && say("trace.dropped", { n: count(trace.dropped) })}
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
