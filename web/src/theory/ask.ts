// What theory asks the server.
import { useEffect, useState } from "preact/hooks";
import { ask, type Asked } from "../api";

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

const answers = new Map<string, unknown>();

/** What a question is answered with; null asks nothing. The last answer stays until the next is there. */
export function usePosted<T>(path: string, body: unknown): Asked<T> {
  const key = body === null ? "" : path + JSON.stringify(body);
  const [state, set] = useState<Asked<T>>({ data: (answers.get(key) as T) ?? null, error: null, isLoading: key !== "" });
  useEffect(() => {
    if (!key) return;
    const known = answers.get(key) as T | undefined;
    if (known !== undefined) {
      set({ data: known, error: null, isLoading: false });
      return;
    }
    const control = new AbortController();
    set((before) => ({ ...before, isLoading: true }));
    ask<T>(path, { method: "POST", body, signal: control.signal })
      .then((data) => {
        if (answers.size > 300) answers.clear();
        answers.set(key, data);
        if (!control.signal.aborted) set({ data, error: null, isLoading: false });
      })
      .catch((error: Error) => {
        if (!control.signal.aborted) set((before) => ({ data: before.data, error, isLoading: false }));
      });
    return () => control.abort();
  }, [key]);
  return state;
}
