// All runs, kept up to date by one stream while the page is seen.
import type { Progress, Run } from "./api";
import { listen } from "./listen";
import { language, Store } from "./store";
import { say } from "./text";

export const runs = new Store<Run[] | null>(null);
/** Files of games of one's own that are watched, with a mark that changes when they are saved. */
export const own = new Store<Record<string, string>>({});
/** The part of a question that has it asked again when the file of the game is saved. */
export const seenOf = (spec: string, files: Record<string, string>): string => files[spec.split(":")[0] ?? ""] ?? "";

/** Runs of other kinds in the words of a list: what is solved, and how. */
function named(run: Run): Run {
  const body = run.body as unknown as { spot?: { board?: string; tree?: string; locks?: unknown[] }; boards?: unknown };
  if (run.kind === "review") return { ...run, body: { ...run.body, game: say("list.hands"), method: "review" } };
  if (!body.spot) return run;
  const game = run.kind === "report" ? say("list.flops") : say("list.holdem", { board: body.spot.board ?? "" });
  const method = `${body.spot.tree ?? say("list.own")}${body.spot.locks?.length ? ` · ${say("list.locked")}` : ""}`;
  return { ...run, body: { ...run.body, game, method } };
}

language.watch(() => runs.value && runs.set(runs.value.map(named)));

function put(raw: Run): void {
  const run = named(raw);
  const all = runs.value ?? [];
  const at = all.findIndex(({ id }) => id === run.id);
  runs.set(at < 0 ? [run, ...all] : all.map((each, i) => (i === at ? run : each)));
}

export function watchRuns(): () => void {
  return listen(() => "/events", {
    "runs.list": (data: { items: Run[] }) => runs.set(data.items.map(named)),
    "runs.run": put,
    "runs.gone": (data: { run: string }) => runs.set((runs.value ?? []).filter(({ id }) => id !== data.run)),
    "games.changed": (data: { files: Record<string, string> }) => own.set(data.files),
    "run.progress": (data: Progress & { run: string }) => {
      const run = runs.value?.find(({ id }) => id === data.run);
      if (run) put({ ...run, progress: data });
    },
  });
}
