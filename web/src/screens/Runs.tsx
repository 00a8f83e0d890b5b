// Runs: the queue and what was done, with curves laid over each other.
import { useEffect, useState } from "preact/hooks";
import { ask, useAsk, type Point, type Run, type State } from "../api";
import { Dialog, Empty, Trouble, useTitle } from "../parts/basic";
import { Curve } from "../parts/Curve";
import { Export } from "../parts/Export";
import { Icon } from "../parts/icons";
import { RunRow } from "../parts/RunRow";
import { bytes, small } from "../pure/format";
import { go } from "../router";
import { useStore } from "../store";
import { useWords, type Key } from "../text";
import { runs } from "../watch";

const MOST = 4;

export function Runs({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("nav.runs"));
  const all = useStore(runs);
  const [text, setText] = useState("");
  const [state, setState] = useState<State | "">("");
  const picked = (query.get("compare") ?? "").split(",").filter(Boolean);
  const found = (all ?? []).filter((run) => (!state || run.state === state) && `${run.name} ${run.body.game} ${run.body.method} ${run.tags.join(" ")}`.toLowerCase().includes(text.toLowerCase()));
  const pick = (id: string, on: boolean): void => {
    const next = on ? [...picked, id].slice(-MOST) : picked.filter((each) => each !== id);
    go(next.length ? `/runs?compare=${next.join(",")}` : "/runs", "replace");
  };
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("nav.runs")}</h1>
          <p class="lead">{say("runs.lead")}</p>
        </div>
        <a class="button main" href="/solve">
          <Icon name="solve" />
          {say("runs.new")}
        </a>
      </div>
      {picked.length > 0 && <Compare ids={picked} />}
      {picked.length > 0 && <Chosen ids={picked} onGone={() => go("/runs", "replace")} />}
      <div class="tools">
        <input type="search" aria-label={say("runs.search")} placeholder={say("runs.search")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <div class="segments" role="group" aria-label={say("runs.filter")}>
          {(["", "running", "queued", "done", "stopped", "paused", "failed"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={state === name} onClick={() => setState(name)}>
              {name ? say(`state.${name}` as Key) : say("games.all")}
            </button>
          ))}
        </div>
      </div>
      {!all && <p class="muted">{say("loading")}</p>}
      {all && !all.length && (
        <Empty title={say("runs.none")}>
          <a href="/solve">{say("runs.none.go")}</a>
        </Empty>
      )}
      {all && all.length > 0 && !found.length && <p class="muted">{say("nothing")}</p>}
      {found.length > 0 && (
        <ul class="rows">
          {found.map((run) => (
            <RunRow key={run.id} run={run} picked={picked.includes(run.id)} onPick={(on) => pick(run.id, on)} />
          ))}
        </ul>
      )}
      <Disk />
    </div>
  );
}

/** What can be done with several runs at once. */
function Chosen({ ids, onGone }: { ids: string[]; onGone: () => void }) {
  const say = useWords();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const remove = (): void => {
    setAsking(false);
    Promise.all(ids.map((id) => ask(`/runs/${id}`, { method: "DELETE" }))).then(onGone, setError);
  };
  return (
    <>
      <div class="tools">
        <span class="muted small">{say("runs.picked", { n: ids.length })}</span>
        <button type="button" class="button" onClick={() => setAsking(true)}>
          <Icon name="trash" />
          {say("runs.delete")}
        </button>
      </div>
      <Trouble error={error} />
      {isAsking && (
        <Dialog title={say("runs.delete")} onClose={() => setAsking(false)}>
          <p>{say("run.delete.sure")}</p>
          <div class="actions">
            <button type="button" class="button danger" onClick={remove}>
              {say("run.delete")}
            </button>
            <button type="button" class="button" onClick={() => setAsking(false)}>
              {say("cancel")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** How many there are, and what they take of the disk. */
function Disk() {
  const say = useWords();
  const shelves = useAsk<{ items: { kind: string; bytes: number }[] }>("/library").data;
  const kept = (shelves?.items ?? []).filter((item) => item.kind !== "deck" && item.kind !== "table");
  if (!kept.length) return null;
  return <p class="muted small">{say("runs.disk", { n: kept.length, size: bytes(kept.reduce((sum, item) => sum + item.bytes, 0)) })}</p>;
}

function Compare({ ids }: { ids: string[] }) {
  const say = useWords();
  const [curves, setCurves] = useState<(Run & { points: Point[] })[]>([]);
  const [error, setError] = useState<Error | null>(null);
  const [axis, setAxis] = useState<"iterations" | "seconds">("iterations");
  useEffect(() => {
    Promise.all(ids.map((id) => ask<Run & { points: Point[] }>(`/runs/${id}`))).then((found) => (setCurves(found), setError(null)), setError);
  }, [ids.join()]);
  return (
    <section class="panel" aria-labelledby="compare">
      <div class="tools">
        <h2 id="compare">{say("runs.compare")}</h2>
        <div class="segments" role="group" aria-label={say("curve.axis")}>
          {(["iterations", "seconds"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={axis === name} onClick={() => setAxis(name)}>
              {name === "iterations" ? say("curve.iterations") : say("curve.seconds")}
            </button>
          ))}
        </div>
        <Export name="curves" of=".curve svg" csv={() => [["run", "game", "method", "iterations", "seconds", "exploitability"], ...curves.flatMap((run) => run.points.map((point) => [run.id, run.body.game, run.body.method, point.iterations, point.seconds, point.exploitability]))]} />
        <a class="button" href="/runs">
          {say("close")}
        </a>
      </div>
      <Trouble error={error} />
      <ul class="legend">
        {curves.map((run, i) => (
          <li key={run.id}>
            <i class={`s${i % 4}`} aria-hidden="true" />
            <a href={`/runs/${run.id}`}>
              {run.name || run.body.game} · {run.body.method}
            </a>
            <span class="muted">{small(run.last?.exploitability)}</span>
          </li>
        ))}
      </ul>
      <Curve lines={curves.map((run) => ({ name: run.id, points: run.points }))} target={undefined} axis={axis} />
    </section>
  );
}
