// A run of hold'em: what is asked, the grid that settles, the rows of a report.
import type { Progress, Run } from "../api";
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
