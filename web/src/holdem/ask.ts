// What the server is asked about hold'em, and what it answers.
import { ask } from "../api";
import { bytes, floats, shorts } from "./cards";

export interface SpotBody {
  board: string;
  pot: number;
  stack: number;
  oop: string;
  ip: string;
  tree?: string;
  bets?: unknown;
  raises?: unknown;
  donks?: unknown;
  rake?: [number, number];
  max_raises?: number;
  add_allin?: number;
  force_allin?: number;
  merge?: number;
  add_lines?: string[];
  remove_lines?: string[];
  locks?: { line: string; strategy: unknown }[];
}
export interface HoldemBody {
  spot: SpotBody;
  until?: string;
  iterations?: number;
  seconds?: number;
  threads?: number;
  storage?: string;
}
export interface SpotPlan {
  betting_nodes: number;
  nodes: number;
  boards: number[] | number;
  bytes: number;
  allowed_bytes: number;
  file_bytes: number;
  seconds: number;
  threads: number;
  storage: string;
  fits: boolean;
  is_bound: boolean;
  combos: [number, number];
  trees: { changes: Record<string, unknown>; text: string }[];
  menu: { line: string; player: string; actions: string[]; turned: { size: string; action: string }[] }[];
}
export interface Step {
  line: string;
  card?: string;
  player?: Seat;
  street?: string;
  pot?: number;
  stacks?: [number, number];
  actions?: string[];
  words?: string[];
  leads_to?: string[];
  frequencies?: number[];
  chosen?: number;
}
export type Seat = "oop" | "ip";
export interface Side {
  hands: Uint16Array;
  reach: Float32Array;
  weight: Float32Array;
  made: Uint8Array;
  draw: Uint8Array;
  combos: number;
  ev: Float32Array | null;
  equity: Float32Array | null;
  mean_ev: number | null;
  mean_equity: number | null;
}
export interface Proof {
  exploitability: number;
  exploitability_pct: number;
  iterations: number;
  values: number[];
  stopped: string;
  method: string;
  storage: string;
  locks: string[];
}
export interface Node extends Step {
  kind: "act" | "deal" | "fold" | "showdown";
  trail: Step[];
  start: string;
  pot: number;
  of: Proof;
  board: string;
  made: string[];
  draws: string[];
  seats: Record<Seat, Side>;
  strategy: Float32Array;
  action_evs: Float32Array | null;
}
export interface CardRow {
  card: string;
  share: number;
  frequencies: number[];
  ev: number[];
  equity: number[];
}
export interface RunOuts {
  line: string;
  board: string;
  player: Seat;
  actions: string[];
  rows: CardRow[];
}

type Raw = Record<string, unknown>;

function unpack(raw: Raw): Node {
  const node = { ...raw } as unknown as Node;
  if (node.kind !== "act") return node;
  const seats = raw["seats"] as Record<Seat, Record<string, string | number>>;
  const array = (text: unknown): Float32Array | null => (typeof text === "string" ? floats(text) : null);
  for (const seat of ["oop", "ip"] as const) {
    const side = seats[seat];
    node.seats = {
      ...node.seats,
      [seat]: {
        hands: shorts(String(side["hands"])),
        reach: floats(String(side["reach"])),
        weight: floats(String(side["weight"])),
        made: bytes(String(side["made"])),
        draw: bytes(String(side["draw"])),
        combos: Number(side["combos"]),
        ev: array(side["ev"]),
        equity: array(side["equity"]),
        mean_ev: typeof side["mean_ev"] === "number" ? side["mean_ev"] : null,
        mean_equity: typeof side["mean_equity"] === "number" ? side["mean_equity"] : null,
      },
    };
  }
  node.strategy = floats(String(raw["strategy"]));
  node.action_evs = array(raw["action_evs"]);
  return node;
}

const kept = new Map<string, Node>();
const MOST = 60;

function keep(key: string, node: Node): void {
  kept.delete(key);
  kept.set(key, node);
  for (const old of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(old);
  }
}

/** A node that is known whole. */
export const knownNode = (run: string, stamp: string, line: string): Node | undefined => kept.get(`${run} ${stamp} ${line}`);

/** A node that is not known: the strategy first, then all of it. */
export function fetchNode(run: string, stamp: string, line: string, tell: (node: Node) => void, fail: (error: Error) => void): () => void {
  const key = `${run} ${stamp} ${line}`;
  const control = new AbortController();
  const get = (values: boolean): Promise<Node> => ask<Raw>(`/solves/${run}/node?${new URLSearchParams({ line, values: String(values) })}`, { signal: control.signal }).then(unpack);
  get(false)
    .then((node) => {
      if (control.signal.aborted) return undefined;
      tell(node);
      if (node.kind !== "act") {
        keep(key, node);
        return undefined;
      }
      return get(true).then((whole) => {
        keep(key, whole);
        if (!control.signal.aborted) tell(whole);
      });
    })
    .catch((error: Error) => !control.signal.aborted && fail(error));
  return () => control.abort();
}
