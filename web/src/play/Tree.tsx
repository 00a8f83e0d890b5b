// A tree with its information sets: chance as circles, decisions as squares, payoffs at the leaves; opened on demand.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask, useAsk, type Run } from "../api";
import { Fact, Trouble, useTitle } from "../parts/basic";
import { Export, offer } from "../parts/Export";
import { count, fixed, percent, small } from "../pure/format";
import { untangled } from "../pure/untangle";
import { useStore } from "../store";
import { go } from "../router";
import { own, runs, seenOf } from "../watch";
import { useWords } from "./words";

interface Node {
  path: number[];
  action: string;
  probability: number | null;
  player: number;
  infoset: string | null;
  payoffs: number[] | null;
  children: number;
  mix: Record<string, number> | null;
  /** Of each move, what is laid over the tree beside the average strategy. */
  figures?: Record<string, number> | null;
  /** Histories below, where the server has counted them. */
  below?: number | null;
}
interface Part {
  game: string;
  players: number;
  depth: number;
  nodes: Node[];
  followed?: number; // iterations of the run, for the figures of its last one
  exploitability?: number | null; // of the strategy that is laid over it, where the part brings its own
}
interface Placed extends Node {
  key: string;
  x: number;
  y: number;
  isOpen: boolean;
}
const STEP = 58; // between two leaves
const STEP_TOLD = 80; // where moves have figures beside their names
const LEVEL = 92;
const MOST = 2000;
const OVERLAYS = ["average", "current", "regret", "value"] as const;
type Overlay = (typeof OVERLAYS)[number];

const keyOf = (path: number[]): string => path.join(".");
const numbers = (payoffs: number[]): string => payoffs.map((each) => String(Number(each.toPrecision(5))).replace("-", "−")).join(", ");

/** How many histories are below a node: counted by the server at the end of what is known, added up above it. */
function belowOf(node: Node, nodes: Map<string, Node>): number | null {
  if (!node.children) return 0;
  if (!nodes.has(keyOf([...node.path, 0]))) return node.below ?? null;
  let sum = 0;
  for (let k = 0; k < node.children; k++) {
    const child = nodes.get(keyOf([...node.path, k]));
    const below = child ? belowOf(child, nodes) : null;
    if (below === null) return null;
    sum += 1 + below;
  }
  return sum;
}

/** Leaves side by side, parents above the middle of their children; subtrees in an order that keeps sets together. */
function place(nodes: Map<string, Node>, closed: Set<string>): Placed[] {
  const children = new Map<string, string[]>();
  const setOf = new Map<string, string>();
  const gather = (node: Node): void => {
    const key = keyOf(node.path);
    if (node.infoset !== null) setOf.set(key, `${node.player} ${node.infoset}`);
    const below = closed.has(key) ? [] : Array.from({ length: node.children }, (_, k) => nodes.get(keyOf([...node.path, k]))).filter((each): each is Node => each !== undefined);
    children.set(key, below.map((each) => keyOf(each.path)));
    below.forEach(gather);
  };
  const found: Placed[] = [];
  let next = 0;
  const walk = (key: string, order: Map<string, string[]>): number => {
    const xs = (order.get(key) ?? []).map((below) => walk(below, order));
    const x = xs.length ? ((xs[0] ?? 0) + (xs[xs.length - 1] ?? 0)) / 2 : next++;
    const node = nodes.get(key);
    if (node) found.push({ ...node, key, x, y: node.path.length, isOpen: xs.length > 0 });
    return x;
  };
  const root = nodes.get("");
  if (root) {
    gather(root);
    walk("", untangled({ children, setOf }));
  }
  return found;
}

export function Tree({ spec, query }: { spec: string; query: URLSearchParams }) {
  const say = useWords();
  const run = query.get("run") ?? "";
  const all = useStore(runs);
  useTitle(`${say("tree.title")} · ${spec}`);
  const seen = seenOf(spec, useStore(own));
  const asked = OVERLAYS.find((each) => each === query.get("overlay")) ?? "average";
  const overlay: Overlay = run ? asked : "average";
  const suffix = (run ? `&run=${run}${overlay === "average" ? "" : `&overlay=${overlay}`}` : "") + (seen && `&seen=${seen}`);
  const start = useAsk<Part>(`/games/${encodeURIComponent(spec)}/tree?depth=3${suffix}`, true);
  const [nodes, setNodes] = useState(new Map<string, Node>());
  const [closed, setClosed] = useState(new Set<string>());
  const [chosen, setChosen] = useState("");
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    if (!start.data) return;
    setNodes(new Map(start.data.nodes.map((node) => [keyOf(node.path), node])));
    setClosed(new Set());
    setChosen("");
  }, [start.data]);
  const placed = useMemo(() => place(nodes, closed), [nodes, closed]);
  const [isForm, setForm] = useState(false);
  const open = (node: Placed): void => {
    setChosen(node.key);
    if (!node.children) return;
    if (node.isOpen) {
      setClosed(new Set([...closed, node.key]));
      return;
    }
    if (nodes.has(keyOf([...node.path, 0]))) {
      setClosed(new Set([...closed].filter((each) => each !== node.key)));
      return;
    }
    if (placed.length > MOST) {
      setError(new Error(say("tree.full", { n: MOST })));
      return;
    }
    setError(null);
    ask<Part>(`/games/${encodeURIComponent(spec)}/tree?at=${node.key}&depth=1${suffix}`)
      .then((part) => {
        setNodes((before) => new Map([...before, ...part.nodes.map((each): [string, Node] => [keyOf(each.path), each])]));
        setClosed((before) => new Set([...before].filter((each) => each !== node.key)));
      })
      .catch(setError);
  };
  const take = async (form: "efg" | "tikz"): Promise<void> => {
    setError(null);
    try {
      const made = await ask<{ file: string; text: string }>(`/games/${encodeURIComponent(spec)}/file?form=${form}`);
      offer(made.file, new Blob([made.text], { type: "text/plain" }));
    } catch (refused) {
      setError(refused as Error);
    }
  };
  const here = placed.find(({ key }) => key === chosen);
  const gap = start.data?.exploitability ?? all?.find(({ id }) => id === run)?.result?.exploitability ?? null;
  const solved = (all ?? []).filter((each: Run) => each.result && each.body.game === spec);
  return (
    <div class="screen">
      <div class="head">
        <div>
          <p class="crumb">
            <a href={`/games/${encodeURIComponent(spec)}`}>{spec}</a>
          </p>
          <h1 tabIndex={-1}>{say("tree.title")}</h1>
          <p class="lead">{say("tree.lead")}</p>
        </div>
        <div class="tools">
          <Export name="tree" of=".treebox svg" />
          <div class="segments export" role="group" aria-label={say("tree.export")}>
            {(["efg", "tikz"] as const).map((form) => (
              <button key={form} type="button" onClick={() => void take(form)}>
                {form === "efg" ? ".efg" : "TikZ"}
              </button>
            ))}
          </div>
          <button type="button" class="button" aria-pressed={isForm} onClick={() => setForm(!isForm)}>
            {say("form.title")}
          </button>
        </div>
        {solved.length > 0 && (
          <label class="wide pickset">
            <span>{say("tree.overlay")}</span>
            <select value={run} onChange={(event) => go(`/tree/${encodeURIComponent(spec)}${event.currentTarget.value ? `?run=${event.currentTarget.value}` : ""}`, "replace")}>
              <option value="">{say("tree.none")}</option>
              {solved.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name || `${each.body.game} · ${each.body.method}`}
                </option>
              ))}
            </select>
          </label>
        )}
        {run && (
          <div class="segments" role="group" aria-label={say("tree.figures")}>
            {OVERLAYS.map((name) => (
              <button key={name} type="button" aria-pressed={overlay === name} onClick={() => go(`/tree/${encodeURIComponent(spec)}?${new URLSearchParams({ run, ...(name === "average" ? {} : { overlay: name }) })}`, "replace")}>
                {say(`tree.figures.${name}`)}
              </button>
            ))}
          </div>
        )}
      </div>
      <Trouble error={start.error ?? error} />
      {placed.length > 0 && <Drawing placed={placed} nodes={nodes} overlay={overlay} chosen={chosen} onOpen={open} />}
      {placed.some((node) => node.children > 0 && !node.isOpen) && <p class="muted small">{say("tree.legend")}</p>}
      {overlay !== "average" && <p class="muted small">{say(`tree.figures.${overlay}.help`, { n: count(start.data?.followed) })}</p>}
      {(run || start.data?.exploitability !== undefined) && <p class="claim" data-fact="proof">{say("tree.proof", { gap: gap === null ? "–" : small(gap) })}</p>}
      {here && <Chosen node={here} run={run} overlay={overlay} reach={reachOf(here, nodes)} below={belowOf(here, nodes)} />}
      {isForm && <StrategicForm spec={spec} />}
    </div>
  );
}

interface Form {
  actions: string[][];
  payoffs: string[][][];
  sets: string[][];
}

/** The same game as a table: a row for every way to play it, but for those that differ only where play cannot come. */
function StrategicForm({ spec }: { spec: string }) {
  const say = useWords();
  const { data, error } = useAsk<Form>(`/games/${encodeURIComponent(spec)}/form`, true);
  const text = data?.payoffs.map((row) => row.map((cell) => cell.join(",")).join(" ")).join("; ") ?? "";
  const names = data?.actions.map((row) => row.join(",")).join("|") ?? "";
  return (
    <section class="panel" aria-labelledby="form">
      <div class="tools">
        <h2 id="form">{say("form.title")}</h2>
        {data && text.length + names.length < 1800 && data.actions.every((row) => row.length <= 12) && <a href={`/matrix?${new URLSearchParams({ g: text, n: names })}`}>{say("form.matrix")}</a>}
      </div>
      <Trouble error={error} />
      {!data && !error && <p class="muted">{say("working")}</p>}
      {data && (
        <>
          <p class="muted small">{say("form.help", { rows: data.actions[0]?.length ?? 0, columns: data.actions[1]?.length ?? 0 })}</p>
          {data.sets.map((keys, p) => (
            <p key={p} class="muted small">
              {say("form.sets", { n: p })} <code>{keys.join(" · ")}</code>
            </p>
          ))}
          <div class="scroll" tabIndex={0} role="group" aria-label={say("form.title")}>
            <table class="data form-table">
              <thead>
                <tr>
                  <td />
                  {data.actions[1]?.map((name) => (
                    <th key={name} scope="col" class="number" lang="en">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.payoffs.map((row, i) => (
                  <tr key={i}>
                    <th scope="row" lang="en">
                      {data.actions[0]?.[i]}
                    </th>
                    {row.map((cell, j) => (
                      <td key={j} class="number">
                        {cell.join(", ").replaceAll("-", "−")}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

function Drawing({ placed, nodes, overlay, chosen, onOpen }: { placed: Placed[]; nodes: Map<string, Node>; overlay: Overlay; chosen: string; onOpen: (node: Placed) => void }) {
  const say = useWords();
  const step = placed.some((node) => node.mix || node.figures) ? STEP_TOLD : STEP;
  const width = (Math.max(...placed.map(({ x }) => x)) + 1) * step + 24;
  const height = Math.max(...placed.map(({ y }) => y)) * LEVEL + 110;
  const at = (node: Placed): [number, number] => [node.x * step + step / 2 + 12, node.y * LEVEL + 30];
  const byKey = new Map(placed.map((node) => [node.key, node]));
  const sets = new Map<string, Placed[]>();
  for (const node of placed) if (node.infoset !== null) sets.set(`${node.player} ${node.infoset}`, [...(sets.get(`${node.player} ${node.infoset}`) ?? []), node]);
  /** Of a node that is closed: how much is below it, and how likely play comes there. */
  const saidOf = (node: Placed): string => {
    const [below, reach] = [belowOf(node, nodes), reachOf(node, nodes)];
    return [below === null ? "" : say("tree.below", { n: count(below) }), reach === null ? "" : percent(reach)].filter(Boolean).join(" · ");
  };
  const shortOf = (node: Placed): string[] => {
    const [below, reach] = [belowOf(node, nodes), reachOf(node, nodes)];
    return [below === null ? "" : count(below), reach === null ? "" : percent(reach)].filter(Boolean);
  };
  const named = (node: Placed): string =>
    [
      node.action || say("tree.root"),
      node.payoffs ? say("tree.pays", { payoffs: numbers(node.payoffs) }) : node.player < 0 ? say("log.chance") : `${say("play.seat.n", { n: node.player })}, ${node.infoset}`,
      node.children && !node.isOpen ? say("tree.closed", { n: node.children }) : "",
      node.children && !node.isOpen ? saidOf(node) : "",
    ]
      .filter(Boolean)
      .join(", ");
  const box = useRef<HTMLDivElement>(null);
  // as in any tree: → opens, then goes in; ← closes, then goes out; ↑↓ the one before and after, as they are read
  const order = [...placed].sort((a, b) => {
    const [one, two] = [a.path, b.path];
    const apart = one.findIndex((step, i) => step !== two[i]);
    return apart < 0 || apart >= two.length ? one.length - two.length : (one[apart] ?? 0) - (two[apart] ?? 0);
  });
  const onKey = (event: KeyboardEvent): void => {
    const key = (event.target as Element).closest("[data-node]")?.getAttribute("data-node");
    const node = key === null || key === undefined ? undefined : byKey.get(key);
    if (!node) return;
    const at = order.indexOf(node);
    const to: Record<string, Placed | undefined> = {
      ArrowDown: order[at + 1],
      ArrowUp: order[at - 1],
      Home: order[0],
      End: order.at(-1),
      ArrowRight: node.isOpen ? byKey.get(keyOf([...node.path, 0])) : undefined,
      ArrowLeft: node.isOpen || !node.path.length ? undefined : byKey.get(keyOf(node.path.slice(0, -1))),
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    const next = to[event.key];
    if (next) box.current?.querySelector<SVGGElement>(`[data-node="${next.key}"]`)?.focus();
    else if ((event.key === "ArrowRight" && !node.isOpen) || (event.key === "ArrowLeft" && node.isOpen)) onOpen(node);
  };
  const root = byKey.get("");
  useLayoutEffect(() => {
    // a wide tree begins with its root in sight
    if (box.current && root) box.current.scrollLeft = at(root)[0] - box.current.clientWidth / 2;
  }, []);
  // names are written over all lines, not only over their own
  const moves = placed.flatMap((node) => {
    const parent = node.path.length ? byKey.get(keyOf(node.path.slice(0, -1))) : undefined;
    if (!parent) return [];
    const figure = parent.figures?.[node.action];
    const share = node.probability ?? (overlay === "current" ? figure : parent.mix?.[node.action]) ?? null;
    const told = figure !== undefined && overlay !== "current" ? ` ${small(Number(figure.toPrecision(2))).replace("-", "−")}` : share === null ? "" : ` ${Math.round(share * 100)}%`;
    return [{ key: node.key, from: at(parent), to: at(node), share, name: node.action, told }];
  });
  const edges = moves.map(({ from, to }) => `M${from.join(" ")}L${to.join(" ")}`).join("");
  return (
    <>
    <div class="treebox" ref={box} tabIndex={0} role="group" aria-label={say("tree.title")}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="tree" aria-label={say("tree.count", { n: placed.length })} onKeyDown={onKey}>
        {[...sets].map(([key, members], number) => {
          const places = members.map(at).sort((a, b) => a[0] - b[0]);
          return places.slice(1).map((to, i) => {
            const from = places[i] ?? to;
            return <path key={`${key} ${i}`} class={`hull h${(members[0]?.player ?? 0) % 4}`} d={`M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 + 22 + (number % 6) * 9} ${to[0]} ${to[1]}`} />;
          });
        })}
        {moves.map(({ key, from, to, share }) => (
          <path key={`edge ${key}`} class="edge" d={`M${from.join(" ")}L${to.join(" ")}`} stroke-width={share === null ? 1.2 : 0.6 + 3 * share} />
        ))}
        {moves.map(({ key, from, to, name, told }) => (
          <text key={`move ${key}`} class="tick" x={(from[0] + 2 * to[0]) / 3} y={(from[1] + 2 * to[1]) / 3 - 3} text-anchor="middle">
            {name.length > 9 ? `${name.slice(0, 8)}…` : name}
            {told}
          </text>
        ))}
        {placed.map((node) => {
          const [x, y] = at(node);
          return (
            <g
              key={node.key}
              class={`node p${node.player < 0 ? "x" : node.player % 4}${node.key === chosen ? " chosen" : ""}`}
              role="treeitem"
              aria-level={node.path.length + 1}
              aria-selected={node.key === chosen}
              tabindex={node.key === (byKey.has(chosen) ? chosen : "") ? 0 : -1}
              data-node={node.key}
              aria-label={named(node)}
              aria-expanded={node.children ? node.isOpen : undefined}
              onClick={() => onOpen(node)}
              onKeyDown={(event) => {
                if (event.key === "Enter" || event.key === " ") {
                  event.preventDefault();
                  onOpen(node);
                }
              }}
            >
              <rect class="hit" x={x - 14} y={y - 14} width={28} height={28} />
              {node.payoffs ? (
                <text x={x} y={y + 5} text-anchor="middle" class="leaf">
                  {numbers(node.payoffs.length === 2 && node.payoffs[0] === -(node.payoffs[1] ?? 0) ? [node.payoffs[0] ?? 0] : node.payoffs)}
                </text>
              ) : node.player < 0 ? (
                <circle cx={x} cy={y} r={10} />
              ) : (
                <rect x={x - 10} y={y - 10} width={20} height={20} rx={3} />
              )}
              {node.children > 0 && (
                <text x={x} y={y + 4} text-anchor="middle" class="mark">
                  {node.isOpen ? (node.player < 0 ? "" : node.player) : `+${node.children}`}
                </text>
              )}
            </g>
          );
        })}
        {placed.map((node) => {
          if (!node.children || node.isOpen) return null;
          const [x, y] = at(node);
          return (
            <text key={`closed ${node.key}`} class="tick" x={x} y={y + 26} text-anchor="middle" aria-hidden="true" data-closed={node.key}>
              {shortOf(node).map((line, k) => (
                <tspan key={k} x={x} dy={k ? 13 : 0}>
                  {line}
                </tspan>
              ))}
            </text>
          );
        })}
      </svg>
    </div>
    <Minimap box={box} width={width} height={height} edges={edges} />
    </>
  );
}

/** The whole tree in small, with the part that is seen; where all of it is seen, nothing. It is drawn for the eye: keys scroll the tree itself. */
function Minimap({ box, width, height, edges }: { box: { current: HTMLDivElement | null }; width: number; height: number; edges: string }) {
  const say = useWords();
  const [seen, setSeen] = useState<{ x: number; y: number; wide: number; high: number } | null>(null);
  useLayoutEffect(() => {
    const frame = box.current;
    if (!frame) return;
    const look = (): void => {
      const isAll = frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1;
      setSeen(isAll ? null : { x: frame.scrollLeft, y: frame.scrollTop, wide: frame.clientWidth, high: frame.clientHeight });
    };
    look();
    frame.addEventListener("scroll", look, { passive: true });
    const watch = new ResizeObserver(look);
    watch.observe(frame);
    return () => {
      frame.removeEventListener("scroll", look);
      watch.disconnect();
    };
  }, [width, height]);
  if (!seen) return null;
  const move = (event: PointerEvent & { currentTarget: SVGSVGElement }): void => {
    const area = event.currentTarget.getBoundingClientRect();
    box.current?.scrollTo({ left: ((event.clientX - area.left) / area.width) * width - seen.wide / 2, top: ((event.clientY - area.top) / area.height) * height - seen.high / 2 });
  };
  return (
    <div class="minimap" aria-hidden="true" title={say("tree.map")}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        onPointerDown={(event) => (event.currentTarget.setPointerCapture(event.pointerId), move(event))}
        onPointerMove={(event) => event.buttons && move(event)}
      >
        <path class="edge" d={edges} vector-effect="non-scaling-stroke" />
        <rect class="view" x={seen.x} y={seen.y} width={Math.min(seen.wide, width)} height={Math.min(seen.high, height)} vector-effect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

/** How likely play comes to a node under the strategy that is shown; null where there is none. */
function reachOf(node: Node, nodes: Map<string, Node>): number | null {
  let reach = 1;
  for (let depth = 1; depth <= node.path.length; depth++) {
    const at = nodes.get(keyOf(node.path.slice(0, depth)));
    const share = at?.probability ?? nodes.get(keyOf(node.path.slice(0, depth - 1)))?.mix?.[at?.action ?? ""];
    if (share === undefined || share === null) return null;
    reach *= share;
  }
  return reach;
}

/** What the run says of an information set: what it is worth, how often play comes there, and the way to its regrets. */
function OfRun({ run, player, infoset }: { run: string; player: number; infoset: string }) {
  const say = useWords();
  const rows = useAsk<{ items: { player: number; infoset: string; value: number | null; reach: number | null }[] }>(`/runs/${run}/infosets?${new URLSearchParams({ q: infoset, player: String(player), limit: "100" })}`, true).data;
  const row = rows?.items.find((each) => each.infoset === infoset);
  if (!row) return null;
  return (
    <>
      <dl class="facts">
        <Fact label={say("tree.value")}>{fixed(row.value)}</Fact>
        <Fact label={say("tree.reach")}>{row.reach === null ? "–" : percent(row.reach)}</Fact>
      </dl>
      <p>
        <a href={`/runs/${run}/time?${new URLSearchParams({ player: String(player), infoset })}`}>{say("tree.time")}</a>
      </p>
    </>
  );
}

function Chosen({ node, run, overlay, reach, below }: { node: Placed; run: string; overlay: Overlay; reach: number | null; below: number | null }) {
  const say = useWords();
  return (
    <section class="panel" aria-labelledby="chosen">
      <h2 id="chosen">{node.payoffs ? say("tree.pays", { payoffs: numbers(node.payoffs) }) : node.player < 0 ? say("log.chance") : say("play.seat.n", { n: node.player })}</h2>
      {node.infoset !== null && (
        <p>
          <span class="muted">{say("tree.knows")}</span> <code>{node.infoset}</code>
        </p>
      )}
      {node.mix && (
        <ul class="mixes">
          {Object.entries(node.mix).map(([name, share], i) => (
            <li key={name}>
              <i class={`swatch a${i % 6}`} aria-hidden="true" />
              <code>{name}</code>
              <span>{percent(share)}</span>
            </li>
          ))}
        </ul>
      )}
      {node.figures && overlay !== "average" && (
        <dl class="facts" aria-label={say(`tree.figures.${overlay}`)}>
          {Object.entries(node.figures).map(([name, figure]) => (
            <Fact key={name} label={`${say(`tree.figures.${overlay}`)} · ${name}`}>
              <span data-figure={name}>{overlay === "current" ? percent(figure) : small(figure).replace("-", "−")}</span>
            </Fact>
          ))}
        </dl>
      )}
      {below !== null && below > 0 && <p class="muted">{say("tree.below", { n: count(below) })}</p>}
      {reach !== null && <p class="muted">{say("tree.here", { share: percent(reach) })}</p>}
      {run && node.infoset !== null && <OfRun run={run} player={node.player} infoset={node.infoset} />}
      {node.probability !== null && <p class="muted">{say("tree.chance", { p: fixed(node.probability, 4) })}</p>}
    </section>
  );
}
