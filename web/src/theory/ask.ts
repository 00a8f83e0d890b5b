// What theory asks the server.
import { useAsk, type Asked } from "../api";

export interface Equilibrium {
  profile: string[][];
  values: string[];
  regret: string | number;
  exact: boolean;
  method: string;
}
export interface MatrixAnswer {
  actions: string[][];
  payoffs: string[][][];
  zero_sum: boolean;
  exact: boolean;
  value?: string;
  equilibria: Equilibrium[];
  complete: boolean;
  note: string;
  components: { subsets: number[][]; is_point: boolean }[];
  best_replies: number[][][];
  removed: { player: number; action: number; why: string }[];
  security: string[];
  curves: [number[], number[]][] | null;
}
export interface NamedGame {
  name: string;
  title: string;
  actions: string[][];
  payoffs: string[][][];
}
export interface Course {
  rule: string;
  iterations: number[];
  strategies: number[][][];
  averages: number[][][];
  exploitability: number[];
  stopped: string;
}
/** Paths of a learning rule from starts all over one picture, and the number of the equilibrium each comes near. */
export interface Streamed {
  player: number | null;
  paths: number[][][];
  to: (number | null)[];
}
export interface Tournament {
  names: string[];
  means: number[];
  cooperation: number[];
  scores: number[][];
  rounds: number;
  noise: number;
  complete: boolean;
}
export interface CutAnswer {
  label: string;
  entries: string[];
  cbv: number[];
  gift: number[];
  alt_value: number[];
  cbv_resolved: number[];
  margin: number[];
  reach_margin: number[];
}
export interface SubgameAnswer {
  title: string;
  value: number | null;
  loss_before: number | null;
  loss_after: number | null;
  exploitability: number | null;
  min_margin: number | null;
  min_reach_margin: number | null;
  gadget_gap: number | null;
  is_safe: boolean;
  claim: string;
  subgames: number;
  stopped: string;
  cuts: CutAnswer[];
  answer: Record<string, Record<string, number>> | null;
}

/** What a question is answered with; null asks nothing. */
export function usePosted<T>(path: string, body: unknown): Asked<T> {
  return useAsk<T>(body === null ? null : path, true, body);
}
