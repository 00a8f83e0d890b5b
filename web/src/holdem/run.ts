// A run of hold'em while it is watched: its state, its curve, the grid that settles, the rows of a report.
import { useEffect, useState } from "preact/hooks";
import { ask, listen, type Point, type Progress, type Run } from "../api";
import { go } from "../router";
import type { HoldemBody } from "./ask";

export interface LiveGrid {
  player: "oop" | "ip";
  actions: string[];
  frequencies: number[];
  reach: string;
  shares: string;
}
export interface Row {
  board: string;
  columns: string[];
  row: (string | number)[];
  player: "oop" | "ip";
}
export type SpotRun = Omit<Run, "body" | "progress" | "result"> & {
  body: HoldemBody & { line?: string; boards?: unknown };
  progress: (Progress & { grid?: LiveGrid; gap_of?: number }) | null;
  result: (NonNullable<Run["result"]> & { exploitability_pct?: number; storage?: string; columns?: string[]; mean?: (string | number)[]; total?: number }) | null;
};
export interface Watched {
  run: SpotRun | null;
  points: Point[];
  rows: Row[];
  error: Error | null;
}

export function useSpotRun(id: string): Watched {
  const [state, set] = useState<Watched>({ run: null, points: [], rows: [], error: null });
  useEffect(() => {
    const points = new Map<number, Point>();
    const rows = new Map<string, Row>();
    let run: SpotRun | null = null;
    let isDrawing = false;
    let isOver = false;
    let end = (): void => undefined;
    set({ run: null, points: [], rows: [], error: null });
    const draw = (): void => {
      if (isDrawing) return;
      isDrawing = true;
      setTimeout(() => {
        isDrawing = false;
        if (!isOver) set({ run, points: [...points.values()].sort((a, b) => a.iterations - b.iterations), rows: [...rows.values()], error: null });
      }, 30);
    };
    const begin = (): void => {
      if (isOver) return;
      end = listen((after) => `/events?run=${id}&after=${after}`, {
        "run.summary": (data: SpotRun) => {
          run = data;
          draw();
        },
        "run.state": (data: Partial<SpotRun> & { at: string; seq: number }) => {
          if (!run || data.seq <= run.seq) return; // the summary is newer: what was is not drawn again
          run = { ...run, state: data.state ?? run.state, why: data.why ?? "", problem: data.problem ?? null, result: data.result ?? null, changed: data.at, progress: data.state === "running" ? run.progress : null };
          draw();
        },
        "run.point": (data: Point) => {
          points.set(data.iterations, data);
          draw();
        },
        "run.row": (data: Row) => {
          rows.set(data.board, data);
          draw();
        },
        "run.progress": (data: SpotRun["progress"]) => {
          if (run) run = { ...run, progress: data };
          draw();
        },
        "runs.gone": () => go("/runs"),
      });
    };
    ask<Run>(`/runs/${id}`).then(begin, (error: Error) => !isOver && set({ run: null, points: [], rows: [], error }));
    return () => {
      isOver = true;
      end();
    };
  }, [id]);
  return state;
}
