// A run of hold'em: its proof, the grid while it settles, then the solve to walk through; or a report.
import { useState } from "preact/hooks";
import type { Point, Run } from "../api";
import { Code, Empty, Fact, useTitle } from "../parts/basic";
import { Curve } from "../parts/Curve";
import { NoRun, RunFrame, Source, useRun } from "../parts/RunFrame";
import { CurveTab, FilesTab, LogTab } from "../parts/RunTabs";
import { left } from "../parts/RunRow";
import { ago, count, duration, fixed, percent, small } from "../pure/format";
import { go } from "../router";
import { runs } from "../watch";
import { language, useStore } from "../store";
import { Browser } from "./Browser";
import { Cards } from "./Card";
import { bytes, CLASSES, colours } from "./cards";
import { Grid, type Cell } from "./Grid";
import { queryOfReport, ReportTable } from "./Report";
import { ReviewScreen } from "./Review";
import type { LiveGrid, Row, SpotRun } from "./run";
import { asPython, queryOf } from "./Spot";
import { saidAction, saidAll, saidLine, saidTree, useWords } from "./words";

export function Solved({ id, query }: { id: string; query: URLSearchParams }) {
  const say = useWords();
  const { run, points, rows, error } = useRun<SpotRun, Row>(id);
  const [isCode, setCode] = useState(false);
  useTitle(run ? run.name || run.body.spot?.board || id : say("spot.nav"));
  if (!run) return <NoRun error={error} />;
  if (run.kind === "review") return <ReviewScreen run={run} />;
  if (!run.body.spot) {
    go(`/runs/${id}`, "replace");
    return null;
  }
  const spot = run.body.spot;
  const locked = (spot.locks ?? []).map((lock) => (lock.line ? saidLine(lock.line) : say("lock.start")));
  const isReport = run.kind === "report";
  const isThere = run.result !== null && run.state !== "queued";
  return (
    <RunFrame
      kind="holdem"
      run={run}
      title={run.name || (isReport ? say("report.title") : <Cards text={spot.board.replace(/[\s,]/g, "")} />)}
      lead={[say("run.about", { pot: spot.pot, stack: spot.stack, tree: saidTree(spot.tree) }), locked.length ? say("run.locked", { lines: locked.join("; ") }) : ""].filter(Boolean).join(" · ")}
      again={isReport ? `/holdem/reports?${queryOfReport(run.body)}` : `/holdem/new?${queryOf(run.body)}`}
      controls={
        <>
          {!isReport && <Compare id={id} run={run} query={query} />}
          <button type="button" class="button" data-key="y" aria-pressed={isCode} onClick={() => setCode(!isCode)}>
            {say("code")}
          </button>
        </>
      }
    >
      {run.state === "running" && run.progress?.message && <p class="banner" lang="en">{run.progress.message}</p>}
      {isCode && <section class="panel"><Code label="Python" text={asPython(run.body)} /></section>}
      {!isReport && <ProofStrip run={run} />}
      <Behind run={run} points={points} />
      {isReport ? (
        <ReportTable run={run} rows={rows} />
      ) : isThere ? (
        <Browser run={id} stamp={run.changed} body={run.body} query={query} />
      ) : run.state === "queued" ? (
        <Empty title={say("run.queued")} />
      ) : (
        <div class="split">
          <section class="panel" aria-labelledby="live">
            <h2 id="live">{say("live.title")}</h2>
            {run.progress?.grid ? <Live grid={run.progress.grid} /> : <p class="muted">{run.state === "running" ? say("live.wait") : say("live.none")}</p>}
          </section>
          <section class="panel" aria-labelledby="curve">
            <h2 id="curve">{say("live.curve")}</h2>
            {points.length ? <Curve lines={[{ name: spot.board, points }]} target={undefined} axis="iterations" /> : <p class="muted">{say("live.curve.wait")}</p>}
          </section>
        </div>
      )}
    </RunFrame>
  );
}

function ProofStrip({ run }: { run: SpotRun }) {
  const say = useWords();
  const found = run.result;
  const gap = found?.exploitability ?? run.progress?.gap ?? run.last?.exploitability ?? null;
  const share = gap === null ? null : gap / run.body.spot.pot;
  const time = run.progress ? left(run as unknown as Run) : null;
  return (
    <section class="proof" aria-label={say("proof.label")}>
      <dl class="facts">
        <Fact label={say("proof.gap")} isMain>
          <span data-fact="exploitability">{share === null ? "–" : `${small(100 * share)} %`}</span>
        </Fact>
        <Fact label={say("proof.chips")}>{small(gap)}</Fact>
        {found && (
          <>
            <Fact label={say("proof.value", { seat: say("seat.oop") })}>
              <span data-fact="value-oop">{fixed(found.values[0], 2)}</span>
            </Fact>
            <Fact label={say("proof.value", { seat: say("seat.ip") })}>
              <span data-fact="value-ip">{fixed(found.values[1], 2)}</span>
            </Fact>
          </>
        )}
        <Fact label={say("proof.iterations")}>{count(found?.iterations ?? run.progress?.done ?? 0)}</Fact>
        <Fact label={say("proof.time")}>{duration(found?.seconds ?? run.progress?.seconds)}</Fact>
        {time !== null && <Fact label={say("proof.left")}>{time}</Fact>}
        {found && (
          <Fact label={say("proof.method")}>
            {found.method} · {found.storage}
          </Fact>
        )}
        <Source run={run} />
      </dl>
      <p class="claim">{say("proof.claim")}</p>
      {found?.note && <p class="claim" lang="en">{found.note}</p>}
      {found?.unsaved && <p class="bad small" lang="en">{found.unsaved}</p>}
    </section>
  );
}

/** What a run leaves beside its answer: how it came closer, its files, what its process wrote. */
function Behind({ run, points }: { run: SpotRun; points: Point[] }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const isReport = run.kind === "report";
  const share = /^([0-9.e+-]+) *%$/.exec(run.body.until ?? "")?.[1];
  const target = share === undefined ? undefined : (Number(share) / 100) * run.body.spot.pot;
  return (
    <details class="behind" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{say(isReport ? "behind.report" : "behind")}</summary>
      {isOpen && (
        <div class="stack">
          {!isReport && run.result !== null && (
            <section class="panel" aria-labelledby="behind-curve">
              <h2 id="behind-curve">{say("live.curve")}</h2>
              <CurveTab id={run.id} points={points} target={target} isRunning={run.state === "running"} hasKey={false} />
            </section>
          )}
          <section class="panel" aria-labelledby="behind-files">
            <h2 id="behind-files">{say("behind.files")}</h2>
            <FilesTab id={run.id} stamp={run.changed} />
          </section>
          <section class="panel" aria-labelledby="behind-log">
            <h2 id="behind-log">{say("behind.log")}</h2>
            <LogTab id={run.id} stamp={run.changed} />
          </section>
        </div>
      )}
    </details>
  );
}

function Live({ grid }: { grid: LiveGrid }) {
  const say = useWords();
  const [at, setAt] = useState(0);
  const reach = bytes(grid.reach);
  const shares = bytes(grid.shares);
  const paint = colours(grid.actions);
  const width = grid.actions.length;
  const cells: Cell[] = CLASSES.map((_, k) => ({
    height: (reach[k] ?? 0) / 255,
    parts: paint.map((colour, a) => ({ colour, share: (shares[k * width + a] ?? 0) / 255 })),
    about: saidAll(grid.actions.map((name, a) => `${saidAction(name)} ${percent((shares[k * width + a] ?? 0) / 255)}`)),
  }));
  return (
    <>
      <Grid label={say("grid.label", { seat: say(`seat.${grid.player}`) })} cells={cells} at={at} onPick={setAt} />
      <ul class="key">
        {grid.actions.map((name, a) => (
          <li key={name}>
            <i class={`act-${paint[a]}`} aria-hidden="true" />
            <span>{saidAction(name)}</span> <b>{percent(grid.frequencies[a] ?? 0)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

function Compare({ id, run, query }: { id: string; run: SpotRun; query: URLSearchParams }) {
  const say = useWords();
  const all = useStore(runs) ?? [];
  const spoken = useStore(language);
  const cards = (board: string): string => (board.match(/../g) ?? []).map((card) => card.toLowerCase()).sort().join("");
  const others = all.filter((each) => {
    const body = each.body as unknown as Partial<SpotRun["body"]>;
    return each.kind === "holdem" && each.id !== id && each.result !== null && body.spot !== undefined && cards(body.spot.board) === cards(run.body.spot.board);
  });
  if (!others.length || !run.result) return null;
  return (
    <select
      class="button"
      data-key="c"
      aria-label={say("compare.with")}
      value=""
      onChange={(event) => {
        const line = query.get("line");
        go(`/holdem/compare?${new URLSearchParams({ a: id, b: event.currentTarget.value, ...(line ? { line } : {}) })}`);
      }}
    >
      <option value="">{say("compare.with")}</option>
      {others.map((each) => (
        <option key={each.id} value={each.id}>
          {`${each.name || each.body.game} · ${each.body.method} · ${ago(each.changed, spoken)}`}
        </option>
      ))}
    </select>
  );
}
