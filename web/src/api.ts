// What the server is asked, and what it answers.
import { useEffect, useState } from "preact/hooks";
import { Store } from "./store";
import { say } from "./text";

export interface Game {
  name: string;
  players: number;
  summary: string;
  parameters: Record<string, unknown>;
  hidden: boolean;
  chance: boolean;
}
export interface Description extends Omit<Game, "hidden" | "chance"> {
  spec: string;
  rules: string;
  size: string;
  plan: Plan;
  check: {
    histories: number;
    terminals: number;
    chance_nodes: number;
    infosets: number[];
    depth: number;
    zero_sum: boolean;
    hidden: string;
  } | null;
  merged_infosets: number | null;
  tree: string | null;
}
export interface Plan {
  histories: number | null;
  terminals: number | null;
  exact: boolean;
  bytes_needed: number | null;
  bytes_free: number | null;
  seconds: number | null;
  fits: boolean;
}
export interface SolvePlan extends Plan {
  size: string;
  spec: string;
  method: string;
  needs_tree: boolean;
  note: string;
}
export interface Method {
  name: string;
  summary: string;
  family: "regret" | "sampling" | "exact";
  default: boolean;
  takes_iterations: boolean;
  draws: boolean;
  needs_iterations: boolean;
}
export interface SolveBody {
  game: string;
  method: string;
  iterations?: number;
  until?: number;
  seconds?: number;
  seed?: number;
  threads?: number;
  merge?: boolean;
}
export type State = "queued" | "running" | "done" | "stopped" | "paused" | "failed";
export interface Point {
  iterations: number;
  seconds: number;
  exploitability: number;
}
export interface Progress {
  phase: string;
  done: number;
  total: number | null;
  unit: string;
  seconds: number;
  rate: number | null;
  eta_s: number | null;
  eta_range_s: [number, number] | null;
  gap: number | null;
  message: string;
  rss: number | null;
}
export interface Result {
  game: string;
  method: string;
  values: number[];
  nash_conv: number | null;
  exploitability: number | null;
  players: number;
  iterations: number;
  seconds: number;
  stopped: string;
  seed: number | null;
  note: string;
  unsaved: string;
  /** Of the program that worked it out; runs of before it was written down have none. */
  version?: string;
  size: Record<string, number> | null;
}
export interface Run {
  id: string;
  kind: string;
  name: string;
  tags: string[];
  note: string;
  created: string;
  body: SolveBody;
  state: State;
  changed: string;
  why: string;
  problem: { code: string; detail: string } | null;
  result: Result | null;
  last: Point | null;
  progress: Progress | null;
  spark: [number, number][];
  seq: number;
}
export interface Infoset {
  player: number;
  infoset: string;
  count: number;
  reach: number | null;
  value: number | null;
  actions: Record<string, number>;
  /** In the game's own words, where it has some: what was seen on the way there, and the actions. */
  told?: string | null;
  texts?: string[] | null;
}
export interface Page<T> {
  items: T[];
  next: number | null;
  total?: number;
}

export class Refusal extends Error {
  constructor(
    public status: number,
    public code: string,
    public title: string,
    detail: string,
  ) {
    super(detail);
  }
}

export type Door = "unknown" | "open" | "locked";
export const door = new Store<Door>("unknown");
export const isGone = new Store<boolean>(false);

/** What a page that is kept answers itself, in place of a server: by path, as far as it was kept. */
export interface Kept {
  answer: (path: string) => unknown;
  events: [string, unknown][];
}
let kept: Kept | null = null;
/** What was kept, where the page has no server. */
export const keptAnswers = (): Kept | null => kept;
export function keepAnswers(answers: Kept): void {
  kept = answers;
}

export async function ask<T>(path: string, how: { method?: string; body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {}): Promise<T> {
  if (kept) {
    const found = kept.answer(path);
    if (found === undefined) throw new Refusal(404, "NotKept", "", say("kept.not"));
    return found as T;
  }
  const isChange = how.method !== undefined && how.method !== "GET";
  const headers: Record<string, string> = { ...how.headers };
  if (isChange) Object.assign(headers, { "Content-Type": "application/json", "X-Tianji": "1" });
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method: how.method ?? "GET",
      headers,
      body: isChange ? JSON.stringify(how.body ?? {}) : null,
      signal: how.signal ?? null,
    });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) isGone.set(true);
    throw error;
  }
  isGone.set(false);
  if (answer.ok) {
    if (path !== "/session") door.set("open");
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }
  if (answer.status === 401) door.set("locked");
  const problem = (await answer.json().catch(() => ({}))) as { code?: string; title?: string; detail?: string };
  throw new Refusal(answer.status, problem.code ?? "Refused", problem.title ?? String(answer.status), problem.detail ?? answer.statusText);
}

export interface Asked<T> {
  data: T | null;
  error: Error | null;
  isLoading: boolean;
}

const answers = new Map<string, unknown>();

/** An answer that is asked for when the path, or what is sent along, changes; the last one stays until the next is there. */
export function useAsk<T>(path: string | null, isKept = false, body?: unknown): Asked<T> {
  const key = path === null ? "" : body === undefined ? path : `${path} ${JSON.stringify(body)}`;
  const [state, set] = useState<{ key: string | null; data: T | null; error: Error | null }>({ key: null, data: (answers.get(key) as T) ?? null, error: null });
  useEffect(() => {
    if (path === null) return;
    const known = answers.get(key) as T | undefined;
    if (known !== undefined) {
      set({ key, data: known, error: null });
      return;
    }
    const control = new AbortController();
    ask<T>(path, { signal: control.signal, ...(body === undefined ? {} : { method: "POST", body }) })
      .then((data) => {
        if (answers.size > 300) answers.clear();
        const isCut = (data as { stopped?: string } | null)?.stopped === "seconds"; // a machine with more time says more
        if (isKept && !isCut) answers.set(key, data);
        if (!control.signal.aborted) set({ key, data, error: null });
      })
      .catch((error: Error) => {
        if (!control.signal.aborted) set((before) => ({ key, data: before.data, error }));
      });
    return () => control.abort();
  }, [key, isKept]);
  return { data: state.data, error: state.error, isLoading: path !== null && state.key !== key };
}
