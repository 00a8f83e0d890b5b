// All runs, kept up to date by one stream while the page is seen.
import { listen, type Progress, type Run } from "./api";
import { Store } from "./store";

export const runs = new Store<Run[] | null>(null);

function put(run: Run): void {
  const all = runs.value ?? [];
  const at = all.findIndex(({ id }) => id === run.id);
  runs.set(at < 0 ? [run, ...all] : all.map((each, i) => (i === at ? run : each)));
}

export function watchRuns(): () => void {
  return listen(() => "/events", {
    "runs.list": (data: { items: Run[] }) => runs.set(data.items),
    "runs.run": put,
    "runs.gone": (data: { run: string }) => runs.set((runs.value ?? []).filter(({ id }) => id !== data.run)),
    "run.progress": (data: Progress & { run: string }) => {
      const run = runs.value?.find(({ id }) => id === data.run);
      if (run) put({ ...run, progress: data });
    },
  });
}
