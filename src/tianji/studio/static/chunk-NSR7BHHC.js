import {
  Store,
  listen
} from "./chunk-6Y5NCGZD.js";

// src/watch.ts
var runs = new Store(null), own = new Store({}), seenOf = (spec, files) => files[spec.split(":")[0] ?? ""] ?? "";
function named(run) {
  let body = run.body;
  if (run.kind === "review") return { ...run, body: { ...run.body, game: "hold'em hands", method: "review" } };
  if (!body.spot) return run;
  let game = run.kind === "report" ? "hold'em flops" : `hold'em ${body.spot.board ?? ""}`;
  return { ...run, body: { ...run.body, game, method: body.spot.tree ?? "own sizes" } };
}
function put(raw) {
  let run = named(raw), all = runs.value ?? [], at = all.findIndex(({ id }) => id === run.id);
  runs.set(at < 0 ? [run, ...all] : all.map((each, i) => i === at ? run : each));
}
function watchRuns() {
  return listen(() => "/events", {
    "runs.list": (data) => runs.set(data.items.map(named)),
    "runs.run": put,
    "runs.gone": (data) => runs.set((runs.value ?? []).filter(({ id }) => id !== data.run)),
    "games.changed": (data) => own.set(data.files),
    "run.progress": (data) => {
      let run = runs.value?.find(({ id }) => id === data.run);
      run && put({ ...run, progress: data });
    }
  });
}

export {
  runs,
  own,
  seenOf,
  watchRuns
};
