// Time travel: one infoset of a run through its iterations, and one of them in slow motion.
import { useEffect, useMemo, useState } from "preact/hooks";
import { useAsk, type Infoset, type Page, type Run } from "../api";
import { Empty, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { count, fixed, percent, power, small } from "../pure/format";
import { logScale } from "../pure/scale";
import { go } from "../router";
import { useWords } from "./words";

interface Series {
  player: number;
  infoset: string;
  actions: string[];
  t: number[];
  regret: number[][];
  current: number[][];
  average: number[][];
  iterations: number;
  stopped: string;
}
interface Step {
  t: number;
  actions: string[];
  own_reach: number;
  cf_reach: number;
  strategy: number[];
  cfv: number[];
  value: number;
  regret_now: number[];
  regret_before: number[];
  discount: number[];
  regret: number[];
  floor: number | null;
  lookahead: number;
  prediction: number;
  next_strategy: number[];
  average_weight: number;
  difference: number;
}
type Which = "average" | "current";

export function Time({ id, query }: { id: string; query: URLSearchParams }) {
  const say = useWords();
  const run = useAsk<Run>(`/runs/${id}`).data;
  const rows = useAsk<Page<Infoset>>(`/runs/${id}/infosets?limit=500`);
  const said = useAsk<Page<Infoset>>(rows.data ? `/runs/${id}/infosets?limit=500&words=true` : null).data?.items ?? [];
  const first = rows.data?.items[0];
  const player = query.has("player") ? Number(query.get("player")) : (first?.player ?? 0);
  const infoset = query.get("infoset") ?? first?.infoset ?? "";
  const seenBefore = said.find((row) => row.player === player && row.infoset === infoset)?.told;
  const path = infoset ? `/runs/${id}/snapshots?player=${player}&infoset=${encodeURIComponent(infoset)}` : null;
  const { data, error, isLoading } = useAsk<Series>(path, true);
  const [which, setWhich] = useState<Which>("average");
  const [isPlaying, setPlaying] = useState(false);
  const times = (data?.t ?? []).slice(1);
  const wanted = Number(query.get("t") ?? 0);
  const last = Math.max(0, times.length - 1);
  const [at, setAt] = useState(-1);
  const near = times.findIndex((t) => t >= wanted);
  const here = Math.min(last, at >= 0 ? at : wanted && near >= 0 ? near : last);
  useTitle(`${say("time.title")} · ${run?.body.game ?? ""}`);
  const move = (next: number): void => setAt(Math.max(0, Math.min(last, next)));
  useEffect(() => {
    if (!isPlaying) return;
    if (here >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => move(here + 1), 60);
    return () => clearTimeout(timer);
  }, [isPlaying, here, last]);
  const late = useLater(times[here] ?? 0, 200);
  useEffect(() => {
    if (data && late) go(`/runs/${id}/time?${new URLSearchParams({ player: String(player), infoset, t: String(late) })}`, "replace");
  }, [late, player, infoset, data === null]);
  const choose = (text: string): void => {
    const row = rows.data?.items.find((each) => `${each.player} ${each.infoset}` === text);
    if (row) go(`/runs/${id}/time?${new URLSearchParams({ player: String(row.player), infoset: row.infoset, t: String(times[here] ?? "") })}`, "replace");
  };
  return (
    <div class="screen">
      <div class="head">
        <div>
          <p class="crumb">
            <a href={`/runs/${id}`}>{run ? run.name || run.body.game : id}</a>
          </p>
          <h1 tabIndex={-1}>{say("time.title")}</h1>
          <p class="lead">{say("time.lead")}</p>
        </div>
      </div>
      <Trouble error={rows.error ?? error} />
      {rows.data && (
        <div class="tools">
          <label class="wide pickset">
            <span>{say("time.infoset")}</span>
            <select value={`${player} ${infoset}`} onChange={(event) => choose(event.currentTarget.value)}>
              {rows.data.items.map((row) => (
                <option key={`${row.player} ${row.infoset}`} value={`${row.player} ${row.infoset}`}>
                  {say("play.seat.n", { n: row.player })} · {row.infoset}
                </option>
              ))}
            </select>
          </label>
          <div class="segments" role="group" aria-label={say("time.which")}>
            {(["average", "current"] as const).map((each) => (
              <button key={each} type="button" aria-pressed={which === each} onClick={() => setWhich(each)}>
                {say(`time.${each}`)}
              </button>
            ))}
          </div>
        </div>
      )}
      {isLoading && !data && !error && <p class="muted">{say("time.wait")}</p>}
      {data && times.length > 0 && (
        <>
          <section class="panel" aria-labelledby="through">
            <h2 id="through">
              <code>{data.infoset}</code>
            </h2>
            {seenBefore && (
              <p class="muted small" lang="en">
                {seenBefore}
              </p>
            )}
            <Chart data={data} which={which} here={here + 1} />
            <div class="slider">
              <button type="button" class="button" data-key=" " aria-pressed={isPlaying} onClick={() => (here >= last && setAt(0), setPlaying(!isPlaying))}>
                <Icon name={isPlaying ? "pause" : "play"} />
                {say(isPlaying ? "time.pause" : "time.play")}
              </button>
              <output data-fact="t">{count(times[here])}</output>
              <span class="track">
              <button type="button" class="button" data-key="[" aria-label={say("time.back")} onClick={() => move(here - 1)}>
                [
              </button>
              <input type="range" min={0} max={last} value={here} aria-label={say("time.slider")} aria-valuetext={say("time.at", { t: count(times[here]) })} onInput={(event) => move(Number(event.currentTarget.value))} />
              <button type="button" class="button" data-key="]" aria-label={say("time.on")} onClick={() => move(here + 1)}>
                ]
              </button>
              </span>
            </div>
            <Mix data={data} which={which} here={here + 1} />
            {data.iterations < (run?.result?.iterations ?? 0) && <p class="muted small">{say("time.part", { n: count(data.iterations), all: count(run?.result?.iterations) })}</p>}
          </section>
          <SlowMotion path={`/runs/${id}/iterations?player=${player}&infoset=${encodeURIComponent(infoset)}&t=${late || times[here]}`} />
        </>
      )}
      {rows.data && !rows.data.items.length && <Empty title={say("time.none")} />}
    </div>
  );
}

function Mix({ data, which, here }: { data: Series; which: Which; here: number }) {
  const mix = data[which][here] ?? [];
  const regret = data.regret[here] ?? [];
  const say = useWords();
  return (
    <ul class="mixes">
      {data.actions.map((name, i) => (
        <li key={name}>
          <i class={`swatch a${i % 6}`} aria-hidden="true" />
          <code>{name}</code>
          <span data-mix={name}>{percent(mix[i] ?? 0)}</span>
          <small class="muted">
            {say("time.regret")} {small(regret[i])}
          </small>
        </li>
      ))}
    </ul>
  );
}

/** All of the chart but the cursor is drawn once for an infoset: a step through time moves one line. */
function Chart({ data, which, here }: { data: Series; which: Which; here: number }) {
  const say = useWords();
  const shape = useMemo(() => drawn(data, which), [data, which]);
  const now = shape.x(data.t[here] ?? 1);
  return (
    <svg class="through" viewBox={`0 0 ${shape.width} ${shape.bottom}`} role="img" aria-label={say("time.chart", { n: data.t.length - 1, t: count(data.t[data.t.length - 1]) })}>
      {shape.still}
      <path class="cursor" d={`M${now.toFixed(1)} ${shape.top}V${shape.bottom - 18}`} />
    </svg>
  );
}

function drawn(data: Series, which: Which) {
  // as wide as it is shown, nearly: figures have their size
  const [width, top, middle, bottom] = window.innerWidth < 720 ? [340, 8, 130, 240] : window.innerWidth < 1000 ? [470, 8, 150, 270] : [900, 8, 210, 380];
  const x = logScale(data.t.slice(1), 44, width - 10);
  const times = data.t.slice(1);
  const y = (share: number): number => middle - 8 - share * (middle - 8 - top);
  const regrets = data.regret.slice(1);
  const most = Math.max(1e-12, ...regrets.flat().map(Math.abs));
  const low = Math.min(0, ...regrets.flat()) / most;
  const high = Math.max(0, ...regrets.flat()) / most;
  const z = (value: number): number => bottom - 22 - ((value / most - low) / (high - low || 1)) * (bottom - 22 - middle - 8);
  const area = (k: number): string => {
    const under = data[which].slice(1).map((row) => row.slice(0, k).reduce((a, b) => a + b, 0));
    const over = data[which].slice(1).map((row) => row.slice(0, k + 1).reduce((a, b) => a + b, 0));
    const forth = times.map((t, i) => `${i ? "L" : "M"}${x.at(t).toFixed(1)} ${y(over[i] ?? 0).toFixed(1)}`).join("");
    const back = times
      .map((t, i) => `L${x.at(t).toFixed(1)} ${y(under[i] ?? 0).toFixed(1)}`)
      .reverse()
      .join("");
    return `${forth}${back}Z`;
  };
  const line = (k: number): string => times.map((t, i) => `${i ? "L" : "M"}${x.at(t).toFixed(1)} ${z(regrets[i]?.[k] ?? 0).toFixed(1)}`).join("");
  const still = (
    <>
      {data.actions.map((name, k) => (
        <path key={name} class={`fill f${k % 6}`} d={area(k)} />
      ))}
      <path class="grid" d={`M44 ${z(0).toFixed(1)}H${width - 10}`} />
      {data.actions.map((name, k) => (
        <path key={name} class={`series s${k % 4}`} d={line(k)} />
      ))}
      {x.ticks
        .filter(({ isMajor, value }) => isMajor && value >= 1)
        .map(({ value, at }) => (
          <text key={value} class="tick" x={at} y={bottom - 4} text-anchor="middle">
            {value < 1000 ? value : power(Math.round(Math.log10(value)))}
          </text>
        ))}
      <text class="tick" x={38} y={top + 10} text-anchor="end">
        1
      </text>
      <text class="tick" x={38} y={middle - 8} text-anchor="end">
        0
      </text>
      <text class="tick" x={38} y={z(0) + 4} text-anchor="end">
        R 0
      </text>
    </>
  );
  return { width, top, bottom, still, x: x.at };
}

function SlowMotion({ path }: { path: string }) {
  const say = useWords();
  const { data, error } = useAsk<Step>(path);
  const n = (value: number | undefined): string => fixed(value, 4);
  return (
    <section class="panel" aria-labelledby="slow">
      <h2 id="slow">{say("slow.title", { t: data ? count(data.t) : "…" })}</h2>
      <Trouble error={error} />
      {!data && !error && <p class="muted">{say("working")}</p>}
      {data && (
        <>
          <dl class="facts">
            <Fact label={say("slow.own")}>{n(data.own_reach)}</Fact>
            <Fact label={say("slow.others")}>{n(data.cf_reach)}</Fact>
            <Fact label={say("slow.difference")}>
              <span data-fact="difference">{small(data.difference)}</span>
            </Fact>
          </dl>
          <p class="formula">
            v(I) = Σ σ(a) · v(a) = {data.strategy.map((share, i) => `${i ? " + " : ""}${n(share)} · ${n(data.cfv[i])}`).join("")} = <b data-fact="value">{n(data.value)}</b>
          </p>
          <div class="scroll" tabIndex={0} role="group" aria-label={say("slow.table")}>
            <table class="data slow">
              <thead>
                <tr>
                  <th>{say("odds.action")}</th>
                  <th class="number">σ(a)</th>
                  <th class="number">v(a)</th>
                  <th class="number">r = v(a) − v(I)</th>
                  <th class="number">R</th>
                  <th class="number">d</th>
                  <th class="number">R′ = {data.floor === null ? "d·R + r" : "max(0, d·R + r)"}</th>
                  <th class="number">σ′(a)</th>
                </tr>
              </thead>
              <tbody>
                {data.actions.map((name, i) => (
                  <tr key={name}>
                    <td>
                      <code>{name}</code>
                    </td>
                    {[data.strategy, data.cfv, data.regret_now, data.regret_before, data.discount, data.regret, data.next_strategy].map((column, k) => (
                      <td key={k} class="number" data-slow={`${k} ${name}`}>
                        {n(column[i])}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p class="muted small">
            {data.prediction ? say("slow.predictive", { lookahead: n(data.lookahead), prediction: n(data.prediction) }) : say("slow.matching")} {say("slow.average", { weight: n(data.average_weight) })}
          </p>
        </>
      )}
    </section>
  );
}
