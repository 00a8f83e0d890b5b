import {
  Store,
  listen
} from "./chunk-NZTXRUCM.js";

// src/watch.ts
var runs = new Store(null);
function put(run) {
  let all = runs.value ?? [], at = all.findIndex(({ id }) => id === run.id);
  runs.set(at < 0 ? [run, ...all] : all.map((each, i) => i === at ? run : each));
}
function watchRuns() {
  return listen(() => "/events", {
    "runs.list": (data) => runs.set(data.items),
    "runs.run": put,
    "runs.gone": (data) => runs.set((runs.value ?? []).filter(({ id }) => id !== data.run)),
    "run.progress": (data) => {
      let run = runs.value?.find(({ id }) => id === data.run);
      run && put({ ...run, progress: data });
    }
  });
}

export {
  runs,
  watchRuns
};
