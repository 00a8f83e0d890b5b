// What every run's page has, whatever its kind: it is watched, stopped, paused, continued, asked again, saved, deleted.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, type Point, type Run } from "../api";
import { listen } from "../listen";
import { go } from "../router";
import { useWords, type Key } from "../text";
import { runs } from "../watch";
import { Badge, Dialog, Fact, Said, Trouble } from "./basic";
import { EditRun } from "./EditRun";
import { Icon } from "./icons";
import { left, measure } from "./RunRow";

export interface Watched<R, Row> {
  run: R | null;
  points: Point[];
  rows: Row[];
  error: Error | null;
}

/** A run, kept up to date while the page is seen; many events at once are one drawing. */
export function useRun<R extends Pick<Run, "state" | "id" | "seq">, Row extends { board: string } = never>(id: string): Watched<R, Row> {
  const empty: Watched<R, Row> = { run: null, points: [], rows: [], error: null };
  const [state, set] = useState(empty);
  useEffect(() => {
    set(empty);
    const points = new Map<number, Point>();
    const rows = new Map<string, Row>();
    let run: R | null = null;
    let isDrawing = false;
    let isOver = false;
    let end = (): void => undefined;
    const draw = (): void => {
      if (isDrawing) return;
      isDrawing = true;
      setTimeout(() => {
        isDrawing = false;
        if (!isOver) set({ run, points: [...points.values()].sort((a, b) => a.iterations - b.iterations), rows: [...rows.values()], error: null });
      }, 30);
    };
    const put = (changes: object): void => {
      if (run) run = { ...run, ...changes };
      draw();
    };
    const begin = (): void => {
      if (isOver) return;
      end = listen((after) => `/events?run=${id}&after=${after}`, {
        "run.summary": (data: R) => {
          run = data;
          draw();
        },
        "run.state": (data: Partial<Run> & { at: string; seq: number }) => {
          if (!run || data.seq <= run.seq) return; // the summary is newer: what was is not drawn again
          put({ state: data.state ?? run.state, why: data.why ?? "", problem: data.problem ?? null, result: data.result ?? null, changed: data.at, ...(data.state === "running" ? {} : { progress: null }) });
        },
        "run.point": (data: Point) => {
          points.set(data.iterations, data);
          draw();
        },
        "run.row": (data: Row) => {
          rows.set(data.board, data);
          draw();
        },
        "run.progress": (data: object) => put({ progress: data }),
        "runs.gone": () => go("/runs"),
      });
    };
    // what it is called may be changed here and elsewhere: the list of runs is told
    const endNames = runs.watch(() => {
      const listed = runs.value?.find((each) => each.id === id);
      const shown = run as unknown as Run | null;
      if (listed && shown && (listed.name !== shown.name || listed.note !== shown.note || listed.tags.join() !== shown.tags.join())) put({ name: listed.name, note: listed.note, tags: listed.tags });
    });
    ask<Run>(`/runs/${id}`).then(begin, (error: Error) => !isOver && set({ ...empty, error }));
    return () => {
      isOver = true;
      endNames();
      end();
    };
  }, [id]);
  return state;
}

/** Where a run's answer is kept. */
const ANSWERS: Record<string, string> = { solve: "result.safetensors", holdem: "result.tianji", report: "report.csv", review: "result.json" };

/** Where the answer of a run is kept, if there is one. */
function answerOf(run: Pick<Run, "kind" | "result">): string | null {
  return run.result !== null && (run.result.iterations > 0 || run.result.stopped === "exact") ? (ANSWERS[run.kind] ?? "result.json") : null;
}

/** What a proof strip says last: which version worked it out, and the file that holds the answer. */
export function Source({ run }: { run: Pick<Run, "id" | "kind" | "result"> }) {
  const say = useWords();
  const file = answerOf(run);
  return (
    <>
      {(file !== null || run.result?.version) && (
        <Fact label={say(file !== null ? "proof.file" : "proof.version")}>
          {file !== null && (
            <a href={`/api/v1/runs/${run.id}/files/${file}`} download data-fact="file">
              {file}
            </a>
          )}{" "}
          {run.result?.version && (
            <small class="muted" title={say("proof.version")} data-fact="version">
              {run.result.version}
            </small>
          )}
        </Fact>
      )}
    </>
  );
}

/** The buttons of a run: one set for every kind. `again` is the form that asks the same. */
function RunControls({ run, again, children, onRefused }: { run: Pick<Run, "id" | "state" | "kind" | "result" | "name" | "tags" | "note">; again: string; children?: ComponentChildren; onRefused: (error: Error | null) => void }) {
  const say = useWords();
  const [isAsking, setAsking] = useState(false);
  const change = (what: string): void => {
    onRefused(null);
    ask(`/runs/${run.id}/${what}`, { method: "POST" }).catch(onRefused);
  };
  const remove = (): void => {
    setAsking(false);
    ask(`/runs/${run.id}`, { method: "DELETE" }).then(() => go("/runs"), onRefused);
  };
  const isGoing = run.state === "running" || run.state === "queued";
  const file = answerOf(run);
  return (
    <div class="actions">
      {isGoing &&
        (["pause", "stop"] as const).map((what) => (
          <button key={what} type="button" class="button" onClick={() => change(what)}>
            <Icon name={what} />
            {say(what === "pause" ? "run.pause" : "run.stop")}
          </button>
        ))}
      {!isGoing && run.state !== "done" && (
        <button type="button" class="button main" onClick={() => change("resume")}>
          <Icon name="play" />
          {say("run.resume")}
        </button>
      )}
      {children}
      <a class="button" href={again}>
        <Icon name="again" />
        {say("run.clone")}
      </a>
      {file !== null && (
        <a class="button quiet" href={`/api/v1/runs/${run.id}/files/${file}`} download aria-label={say("files.take", { name: file })} title={say("files.take", { name: file })}>
          <Icon name="down" />
        </a>
      )}
      <EditRun key={`${run.name} ${run.tags.join()} ${run.note}`} run={run} onRefused={onRefused} />
      {run.state !== "running" && (
        <button type="button" class="button quiet" aria-label={say("run.delete")} title={say("run.delete")} onClick={() => setAsking(true)}>
          <Icon name="trash" />
        </button>
      )}
      {isAsking && (
        <Dialog title={say("run.delete")} onClose={() => setAsking(false)}>
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
    </div>
  );
}

/** The page of a run: what it is called, its controls, what was refused, then what its kind shows. */
export function RunFrame({ run, title, lead, again, controls, children, kind = "" }: { run: Pick<Run, "id" | "state" | "kind" | "result" | "problem" | "name" | "tags" | "note" | "progress" | "last">; title: ComponentChildren; lead: ComponentChildren; again: string; controls?: ComponentChildren; children: ComponentChildren; kind?: string }) {
  const say = useWords();
  const [refused, setRefused] = useState<Error | null>(null);
  const time = run.state === "running" ? left(run as Run) : null;
  const said = [say("run.said", { state: say(`state.${run.state}` as Key), ...measure(run as Run, say) }), time === null ? "" : say("run.left", { time })].filter(Boolean).join(", ");
  return (
    <div class={`screen ${kind}`}>
      <div class="head">
        <div>
          <p class="crumb">
            <a href="/runs">{say("nav.runs")}</a>
          </p>
          <h1 tabIndex={-1}>
            {title} <Badge state={run.state} />
          </h1>
          <p class="lead">{lead}</p>
        </div>
        <RunControls run={run} again={again} onRefused={setRefused}>
          {controls}
        </RunControls>
      </div>
      <Said state={run.state} text={said} />
      <Trouble error={refused} />
      <Trouble error={run.problem} />
      {children}
    </div>
  );
}

/** Before there is a run to show: why there is none, or that it is fetched. */
export function NoRun({ error }: { error: Error | null }) {
  const say = useWords();
  return (
    <div class="screen" aria-busy={!error}>
      <h1 tabIndex={-1}>{error ? say("run.missing") : say("loading")}</h1>
      <Trouble error={error} />
      {error && (
        <p>
          <a href="/runs">{say("nav.runs")}</a>
        </p>
      )}
    </div>
  );
}
