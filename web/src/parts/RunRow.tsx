// A run in a list.
import type { Run } from "../api";
import { ago, count, duration, small } from "../pure/format";
import { language, useStore } from "../store";
import { useWords } from "../text";
import { Badge, Spark } from "./basic";

export function gapOf(run: Run): number | null {
  return run.result?.exploitability ?? run.progress?.gap ?? run.last?.exploitability ?? null;
}

/** What a list says of how far a run is: exploitability, of hold'em in percent of the pot; of flops and hands how many. */
export function measure(run: Run, say: ReturnType<typeof useWords>): { figure: string; of: string } {
  const pot = (run.body as { spot?: { pot?: number } }).spot?.pot;
  const done = run.result?.iterations ?? run.progress?.done ?? run.last?.iterations ?? null;
  if (run.kind === "report") return { figure: count(done), of: say("run.flops") };
  if (run.kind === "review") return { figure: count(done), of: say("run.decisions") };
  const gap = gapOf(run);
  if (run.kind === "holdem" && pot && gap !== null) return { figure: `${small((100 * gap) / pot)} %`, of: say("exploitability.pot") };
  return { figure: small(gap), of: say("exploitability") };
}

const ENDLESS_S = 1e7 * 60; // from here on an upper end says nothing

/** The time left as a text, or null where nobody can know. */
export function left(run: Run): string | null {
  const { eta_s: eta, eta_range_s: range } = run.progress ?? { eta_s: null, eta_range_s: null };
  if (eta !== null) return duration(eta);
  if (!range) return null;
  const [least, most] = [duration(range[0]), duration(range[1])];
  return Number(range[1]) < ENDLESS_S ? `${least} – ${most}` : least.startsWith(">") ? least : `> ${least}`;
}

export function standing(run: Run, say: ReturnType<typeof useWords>): string {
  if (run.state === "running" && run.progress) {
    const time = left(run);
    return time === null ? say("run.working") : say("run.left", { time });
  }
  if (run.state === "failed") return run.problem?.code ?? "";
  if (run.result && (run.kind === "report" || run.kind === "review")) return duration(run.result.seconds);
  if (run.result) return say("run.took", { iterations: count(run.result.iterations), time: duration(run.result.seconds) });
  return "";
}

export function RunRow({ run, picked, onPick }: { run: Run; picked?: boolean; onPick?: (on: boolean) => void }) {
  const say = useWords();
  const spoken = useStore(language);
  const { figure, of } = measure(run, say);
  const title = run.name || run.body.game;
  return (
    <li class="row">
      {onPick && (
        <label class="pick">
          <input type="checkbox" checked={picked} aria-label={say("runs.pick", { name: title })} onChange={(event) => onPick(event.currentTarget.checked)} />
        </label>
      )}
      <a class="what" href={`/runs/${run.id}`}>
        <strong>{title}</strong>
        <small>
          <code>{run.body.game}</code> · <code>{run.body.method}</code>
          {run.tags.filter((tag) => tag !== "example").map((tag) => ` · ${tag}`)}
        </small>
      </a>
      <Badge state={run.state} />
      {run.kind === "report" || run.kind === "review" ? <span class="spark" /> : <Spark run={run} />}
      <span class="gap">
        <b>{figure}</b>
        <small>{of}</small>
      </span>
      <span class="end">
        <span>{standing(run, say)}</span>
        <small>{ago(run.created, spoken)}</small>
      </span>
    </li>
  );
}
