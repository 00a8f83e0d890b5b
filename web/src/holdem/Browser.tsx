// A solve, decision by decision: the way there, the grid, the hands of a cell, categories, the next cards.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask } from "../api";
import { Damaged } from "../parts/Damaged";
import { useChips } from "./chips";
import { Export } from "../parts/Export";
import { fixed, percent } from "../pure/format";
import { go, place } from "../router";
import { fetchNode, knownNode, type HoldemBody, type Node, type RunOuts, type Seat, type Step } from "./ask";
import { Card, Cards } from "./Card";
import { cardName, CLASSES, CLASS_OF, colours, HANDS, HANDS_OF, handName, RANKS, readBoard, SIGNS, SUITS } from "./cards";
import { Grid, type Cell } from "./Grid";
import { ALL, Filter, fitting, readWanted, writeWanted } from "./Filter";
import { Graphs } from "./Graphs";
import { Lock } from "./Lock";
import { Notes } from "./Notes";
import { saidAction, saidAll, useWords } from "./words";

const VIEWS = ["strategy", "both", "ev", "gap", "equity", "realised", "range"] as const;
type View = (typeof VIEWS)[number];
const TABS = ["hands", "categories", "graphs", "lock", "notes"] as const;

const join = (line: string, word: string): string => (line ? `${line}, ${word}` : word);

/** One class of a seat: what is left of it, and the means of its hands by how much of each is left. */
interface Class {
  left: number;
  rows: number[];
  shares: number[];
  /** of each action */
  evs: number[];
  ev: number;
  equity: number;
}

function classesOf(node: Node, seat: Seat, fits: boolean[] | null): Class[] {
  const side = node.seats[seat];
  const width = node.actions?.length ?? 0;
  const isActing = node.player === seat;
  const found: Class[] = CLASSES.map(() => ({ left: 0, rows: [], shares: new Array<number>(isActing ? width : 0).fill(0), evs: new Array<number>(isActing ? width : 0).fill(0), ev: 0, equity: 0 }));
  side.hands.forEach((hand, row) => {
    const cell = found[CLASS_OF[hand] ?? 0];
    const reach = side.reach[row] ?? 0;
    if (!cell || (fits && !fits[row])) return;
    cell.rows.push(row);
    cell.left += reach;
    if (isActing) for (let a = 0; a < width; a++) cell.shares[a] = (cell.shares[a] ?? 0) + reach * (node.strategy[row * width + a] ?? 0);
    if (isActing) for (let a = 0; a < width; a++) cell.evs[a] = (cell.evs[a] ?? 0) + reach * (node.action_evs?.[row * width + a] ?? 0);
    cell.ev += reach * (Number.isFinite(side.ev?.[row] ?? NaN) ? (side.ev?.[row] ?? 0) : 0);
    cell.equity += reach * (Number.isFinite(side.equity?.[row] ?? NaN) ? (side.equity?.[row] ?? 0) : 0);
  });
  found.forEach((cell, k) => {
    if (cell.left > 0) {
      cell.shares = cell.shares.map((share) => share / cell.left);
      cell.evs = cell.evs.map((value) => value / cell.left);
      cell.ev /= cell.left;
      cell.equity /= cell.left;
    }
    cell.left /= HANDS_OF[k]?.length ?? 1;
  });
  return found;
}

export function Browser({ run, stamp, body, query }: { run: string; stamp: string; body: HoldemBody; query: URLSearchParams }) {
  const say = useWords();
  const line = query.get("line") ?? "";
  const [error, setError] = useState<Error | null>(null);
  const [, draw] = useState(0);
  // a decision that is known is drawn with its address, once; until another is, the one before stays
  const shown = useRef<Node | null>(null);
  const known = knownNode(run, stamp, line);
  if (known) shown.current = known;
  const node = shown.current;
  useLayoutEffect(() => {
    setError(null);
    if (known) return undefined;
    const tell = (found: Node): void => {
      shown.current = found;
      setError(null);
      draw((times) => times + 1);
    };
    return fetchNode(run, stamp, line, tell, setError);
  }, [run, stamp, line]);
  const turn = (changes: Record<string, string>, how: "push" | "replace" = "replace"): void => {
    if (place.value.path !== `/holdem/${run}`) return; // the reader has gone elsewhere since
    const next = new URLSearchParams(place.value.query);
    for (const [key, value] of Object.entries(changes)) {
      if (value) next.set(key, value);
      else next.delete(key);
    }
    go(`/holdem/${run}?${next}`, how);
  };
  const walk = (to: string): void => turn({ line: to, seat: "" }, "push");
  if (!node) return error ? <Damaged error={error} run={run} /> : <p class="muted">{say("loading")}</p>;
  return (
    <div class="stack">
      <LineBar node={node} up={known ? node.trail.at(-1)?.line : line ? line.split(/, */).slice(0, -1).join(", ") : undefined} onWalk={walk} />
      <Damaged error={error} run={run} />
      {node.kind === "act" && <Decision node={node} run={run} body={body} query={query} onTurn={turn} onWalk={walk} />}
      {node.kind === "deal" && <Deal node={node} run={run} onWalk={walk} />}
      {(node.kind === "fold" || node.kind === "showdown") && (
        <section class="panel">
          <p>{say(node.kind === "fold" ? "end.fold" : "end.showdown", { pot: fixed(node.pot, 2) })}</p>
        </section>
      )}
    </div>
  );
}

/** up: the line without its last word, which can be gone back to before the decision at its end is there. */
function LineBar({ node, up, onWalk }: { node: Node; up: string | undefined; onWalk: (line: string) => void }) {
  const say = useWords();
  const last: Step[] = node.kind === "act" ? [node] : [];
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollLeft = box.current.scrollWidth;
  }, [node.line]);
  return (
    <nav class="linebar" ref={box} aria-label={say("line.label")}>
      <ol>
        <li class="street">
          <Cards text={node.start} />
        </li>
        {[...node.trail, ...last].map((step, k) =>
          step.card ? (
            <li key={k} class="street">
              <button type="button" data-street={k} onClick={() => onWalk(step.line)} onKeyDown={(event) => turnCard(event, node, k, onWalk)} aria-label={say("line.turn", { card: step.card })}>
                <Card name={step.card} />
              </button>
            </li>
          ) : (
            <li key={k} class={step.chosen === undefined ? "here" : ""} aria-current={step.chosen === undefined ? "step" : undefined}>
              <header>
                <b>{say(`seat.${step.player ?? "oop"}`)}</b>
                <small>{say("line.pot", { pot: fixed(step.pot, 1) })}</small>
              </header>
              {(step.actions ?? []).map((name, a) => (
                <button
                  key={name}
                  type="button"
                  data-key={step.chosen === undefined && a < 9 ? String(a + 1) : undefined}
                  aria-pressed={step.chosen === a}
                  onClick={() => onWalk(join(step.line, step.words?.[a] ?? ""))}
                >
                  <i class={`act-${colours(step.actions ?? [])[a]}`} aria-hidden="true" />
                  <span>{saidAction(name)}</span>
                  <em>{percent(step.frequencies?.[a] ?? 0)}</em>
                </button>
              ))}
            </li>
          ),
        )}
        {up !== undefined && (
          <li class="street">
            <button type="button" class="plain" data-key="backspace" onClick={() => onWalk(up)}>
              {say("line.back")}
            </button>
          </li>
        )}
      </ol>
    </nav>
  );
}

/** Another card in place of one on the way: ↑↓ another rank, ←→ another suit; all else of the line stays. */
function turnCard(event: KeyboardEvent, node: Node, at: number, onWalk: (line: string) => void): void {
  const by = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
  if (!by) return;
  event.preventDefault();
  const cards = [...(readBoard(node.start) ?? []), ...node.trail.flatMap((step) => (step.card ? (readBoard(step.card) ?? []) : []))];
  const now = readBoard(node.trail[at]?.card ?? "")?.[0] ?? 0;
  let [rank, suit] = [now >> 2, now & 3];
  do {
    rank = (rank + (by[0] ?? 0) + 13) % 13;
    suit = (suit + (by[1] ?? 0) + 4) % 4;
  } while (cards.includes(rank * 4 + suit) && rank * 4 + suit !== now);
  if (rank * 4 + suit === now) return;
  const words = node.trail.map((step, k) => (k === at ? cardName(rank * 4 + suit) : (step.card ?? step.words?.[step.chosen ?? 0] ?? "")));
  onWalk(words.join(", "));
}

interface Turn {
  node: Node;
  run: string;
  body: HoldemBody;
  query: URLSearchParams;
  onTurn: (changes: Record<string, string>) => void;
  onWalk: (line: string) => void;
}

/** The grid as a table: what is left of each class, how it is played, its EV and equity. */
function gridRows(node: Node, seat: Seat, classes: Class[]): (string | number)[][] {
  const actions = seat === node.player ? (node.actions ?? []) : [];
  const head = ["hand", "left", ...actions, ...(node.seats[seat].ev ? ["ev", "equity"] : [])];
  return [head, ...classes.map((each, k) => [CLASSES[k] ?? "", each.left, ...actions.map((_, a) => each.shares[a] ?? 0), ...(node.seats[seat].ev ? [each.ev, each.equity] : [])])];
}

/** The grid as a table: classes that are there, in its order. */
function GridTable({ rows }: { rows: (string | number)[][] }) {
  const say = useWords();
  const [head = [], ...body] = rows;
  const names: Record<string, string> = { hand: say("grid.hand"), left: say("col.share"), ev: say("view.ev"), equity: say("view.equity") };
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={say("grid.table")}>
      <table class="data">
        <thead>
          <tr>
            {head.map((name, k) => (
              <th key={k} scope="col" class={k ? "number" : ""}>
                {names[String(name)] ?? saidAction(String(name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body
            .filter((row) => Number(row[1]) > 0)
            .map((row) => (
              <tr key={String(row[0])}>
                {row.map((value, k) => (k ? <td key={k} class="number">{head[k] === "ev" ? fixed(Number(value), 2) : percent(Number(value))}</td> : <th key={k} scope="row">{value}</th>))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

function Decision({ node, run, body, query, onTurn }: Turn) {
  const say = useWords();
  const wanted = query.get("seat");
  const seat: Seat = wanted === "oop" || wanted === "ip" ? wanted : (node.player ?? "oop");
  const isActing = seat === node.player;
  const asked = VIEWS.find((each) => each === query.get("view")) ?? "strategy";
  const needsTurn = (name: View): boolean => name === "strategy" || name === "both" || name === "gap";
  const chips = useChips(body.spot.pot);
  const shownOnly = readWanted(query.get("only") ?? "");
  const only = useMemo(() => fitting(node, seat, shownOnly), [node, seat, query.get("only")]);
  const view: View = needsTurn(asked) && !isActing ? "range" : asked;
  const [pair, setPair] = useState<[number, number]>([-1, 0]);
  const two = pair.map((a) => (a < 0 || a >= (node.actions?.length ?? 0) ? (node.actions?.length ?? 1) - 1 : a)) as [number, number];
  const tab = TABS.find((each) => each === query.get("tab")) ?? "hands";
  const hand = Math.max(0, CLASSES.indexOf(query.get("hand") ?? ""));
  const [at, setAt] = useState(hand);
  const [isTable, setTable] = useState(false);
  const late = useRef(0);
  useEffect(() => () => clearTimeout(late.current), []);
  const [painted, setPainted] = useState<Map<number, number[]>>(new Map());
  useEffect(() => setPainted(new Map()), [node.line]);
  const classes = useMemo(() => classesOf(node, seat, only), [node, seat, only]);
  const paint = useMemo(() => colours(node.actions ?? []), [node]);
  const isLocking = tab === "lock" && isActing;
  const cells = useMemo(() => {
    const valueOf = (each: Class): number => {
      if (view === "gap") return (each.evs[two[0]] ?? 0) - (each.evs[two[1]] ?? 0);
      if (view === "realised") return each.equity > 0 ? each.ev / node.pot / each.equity : 0;
      return view === "ev" ? each.ev : each.equity;
    };
    const values = classes.map(valueOf);
    const shown = values.filter((value, k) => (classes[k]?.left ?? 0) > 0 && Number.isFinite(value));
    const widest = Math.max(...shown.map(Math.abs));
    const [low, high] = view === "equity" ? [0, 1] : view === "gap" ? [-widest, widest] : [Math.min(...shown), Math.max(...shown)];
    return classes.map((each, k): Cell => {
      const own = isLocking ? painted.get(k) : undefined;
      const mix = own ?? each.shares;
      const told = mix.map((share, a) => [share, a] as const).filter(([share]) => share >= 0.005).map(([share, a]) => `${saidAction(node.actions?.[a] ?? "")} ${percent(share)}`);
      const ev = node.seats[seat].ev ? say("cell.ev", { ev: chips(each.ev) }) : "";
      const size = HANDS_OF[k]?.length ?? 1;
      const combos = say("cell.combos", { left: Number((each.left * size).toFixed(1)), all: size });
      const about = each.left > 0 ? saidAll([combos, ...told, ev]) : say("cell.none");
      if (view === "both") return { height: each.left, parts: mix.map((share, a) => ({ colour: paint[a] ?? "b1", share })), about, ...(each.left > 0 && node.seats[seat].ev ? { corner: chips(each.ev, Math.abs(each.ev) < 10 ? 1 : 0).replace(/ (bb|%)$/, "") } : {}) };
      if (view === "strategy") return { height: each.left, parts: mix.map((share, a) => ({ colour: paint[a] ?? "b1", share })), about };
      if (view === "range") return { height: each.left, parts: [{ colour: "range", share: 1 }], about };
      const value = values[k] ?? 0;
      const step = Math.round(((value - low) / (high - low || 1)) * 8);
      const text = each.left > 0 ? (view === "ev" || view === "gap" ? chips(value, Math.abs(value) < 100 ? 1 : 0).replace(/ (bb|%)$/, "") : (100 * value).toFixed(0)) : undefined;
      return { height: each.left > 0 ? 1 : 0, parts: [{ colour: `heat${step}`, share: 1 }], about, ...(text === undefined ? {} : { text }) };
    });
  }, [classes, view, two.join(), painted, isLocking, node, seat, say("cell.none"), chips(1)]);
  const pick = (cell: number): void => {
    setAt(cell);
    // the address follows, the picture does not wait for it
    clearTimeout(late.current);
    late.current = window.setTimeout(() => onTurn({ hand: CLASSES[cell] ?? "" }), 150);
  };
  return (
    <div class="split solve">
      <section class="panel" aria-label={say("grid.label", { seat: say(`seat.${seat}`) })}>
        <div class="tools">
          <div class="segments" role="group" aria-label={say("grid.seat")}>
            {(["oop", "ip"] as const).map((name) => (
              <button key={name} type="button" aria-pressed={seat === name} data-key={seat === name ? undefined : "p"} onClick={() => onTurn({ seat: name === node.player ? "" : name })}>
                {say(`seat.${name}`)}
                {name === node.player ? ` · ${say("grid.acts")}` : ""}
              </button>
            ))}
          </div>
          <span class="tools far">
            <button type="button" class="button" data-key="t" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
              {say("grid.table")}
            </button>
            <Export name={`${run}-${seat}-${view}`} of="main .grid13" csv={() => gridRows(node, seat, classes)} />
          </span>
        </div>
        <div class="segments tight" role="group" aria-label={say("grid.view")}>
          {VIEWS.filter((name) => isActing || !needsTurn(name)).map((name, _, all) => (
            <button key={name} type="button" aria-pressed={view === name} data-key={all[(all.indexOf(view) + 1) % all.length] === name ? "v" : undefined} onClick={() => onTurn({ view: name === "strategy" ? "" : name })}>
              {say(`view.${name}`)}
            </button>
          ))}
        </div>
        {view === "gap" && (
          <div class="tools">
            {([0, 1] as const).map((k) => (
              <label key={k} class="inline">
                <span class="small muted">{say(k ? "gap.less" : "gap.of")}</span>
                <select class="button" value={String(two[k])} onChange={(event) => setPair(k ? [two[0], Number(event.currentTarget.value)] : [Number(event.currentTarget.value), two[1]])}>
                  {(node.actions ?? []).map((name, a) => (
                    <option key={name} value={String(a)}>
                      {saidAction(name)}
                    </option>
                  ))}
                </select>
              </label>
            ))}
          </div>
        )}
        <Filter node={node} seat={seat} wanted={shownOnly} rows={only} onChange={(next) => onTurn({ only: writeWanted(next) || writeWanted(ALL) })} />
        {isActing && (
          <ul class="key">
            {(node.actions ?? []).map((name, a) => (
              <li key={name}>
                <i class={`act-${paint[a]}`} aria-hidden="true" />
                <span>{saidAction(name)}</span> <b>{percent(node.frequencies?.[a] ?? 0)}</b>
              </li>
            ))}
          </ul>
        )}
        {isTable && <GridTable rows={gridRows(node, seat, classes)} />}
        <Grid
          label={say("grid.label", { seat: say(`seat.${seat}`) })}
          cells={cells}
          at={at}
          onPick={pick}
          {...(isLocking ? { onPaint: (cell: number) => setPainted((before) => new Map(before).set(cell, lockBrush(node, query))) } : {})}
        />
        <p class="muted small">{say("grid.help")}</p>
      </section>
      <div class="stack">
        <section class="panel" aria-label={say("totals")}>
          <table class="data totals">
            <thead>
              <tr>
                <th scope="col">{say("totals")}</th>
                <th scope="col" class="number">{say("col.combos")}</th>
                <th scope="col" class="number">{say("view.ev")}</th>
                <th scope="col" class="number">{say("view.equity")}</th>
                <th scope="col" class="number">{say("col.realised")}</th>
              </tr>
            </thead>
            <tbody>
              {(["oop", "ip"] as const).map((name) => {
                const each = node.seats[name];
                const realised = each.mean_ev !== null && each.mean_equity ? each.mean_ev / node.pot / each.mean_equity : null;
                return (
                  <tr key={name}>
                    <th scope="row">{say(`seat.${name}`)}</th>
                    <td class="number">{fixed(each.combos, 1)}</td>
                    <td class="number" data-fact={`ev-${name}`}>{each.mean_ev === null ? "…" : chips(each.mean_ev)}</td>
                    <td class="number" data-fact={`equity-${name}`}>{each.mean_equity === null ? "…" : `${(100 * each.mean_equity).toFixed(1)} %`}</td>
                    <td class="number">{realised === null ? "…" : `${(100 * realised).toFixed(0)} %`}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
        <section class="panel">
          <div class="segments tight" role="group" aria-label={say("tabs")}>
            {TABS.map((name) => (
              <button key={name} type="button" aria-pressed={tab === name} data-key={name === "lock" ? "l" : undefined} onClick={() => onTurn({ tab: name === "hands" ? "" : name })}>
                {say(`tab.${name}`)}
              </button>
            ))}
          </div>
          {tab === "hands" && <Hands node={node} seat={seat} cell={at} rows={classes[at]?.rows ?? []} chips={chips} />}
          {tab === "categories" && <Categories node={node} seat={seat} />}
          {tab === "graphs" && <Graphs node={node} />}
          {tab === "notes" && <Notes key={run} run={run} />}
          {tab === "lock" &&
            (isActing ? (
              <Lock node={node} run={run} body={body} painted={painted} onPainted={setPainted} query={query} onTurn={onTurn} />
            ) : (
              <p class="muted">{say("lock.other", { seat: say(`seat.${node.player ?? "oop"}`) })}</p>
            ))}
        </section>
      </div>
    </div>
  );
}

export function lockBrush(node: Node, query: URLSearchParams): number[] {
  const width = node.actions?.length ?? 0;
  const chosen = Math.min(width - 1, Math.max(0, Number(query.get("act") ?? "0") || 0));
  return Array.from({ length: width }, (_, a) => (a === chosen ? 1 : 0));
}

function Hands({ node, seat, cell, rows, chips }: { node: Node; seat: Seat; cell: number; rows: number[]; chips: ReturnType<typeof useChips> }) {
  const say = useWords();
  const side = node.seats[seat];
  const isActing = seat === node.player;
  const width = node.actions?.length ?? 0;
  const paint = colours(node.actions ?? []);
  if (!rows.length)
    return (
      <div class="stack tight">
        <p class="muted">{say("hands.none", { hand: CLASSES[cell] ?? "" })}</p>
        <Absent cell={cell} board={node.board} there={[]} />
      </div>
    );
  return (
    <div class="stack tight" data-hand={CLASSES[cell]}>
      <h2>{CLASSES[cell]}</h2>
      <div class="hands" tabIndex={0} role="group" aria-label={CLASSES[cell]}>
        {rows.map((row) => {
          const hand = side.hands[row] ?? 0;
          const name = handName(hand);
          const shares = isActing ? Array.from({ length: width }, (_, a) => node.strategy[row * width + a] ?? 0) : [];
          const evs = isActing && node.action_evs ? Array.from({ length: width }, (_, a) => node.action_evs?.[row * width + a] ?? NaN) : [];
          const order = evs.map((value, a) => [value, a] as const).sort((x, y) => y[0] - x[0]);
          const gap = order.length > 1 ? (order[0]?.[0] ?? 0) - (order[1]?.[0] ?? 0) : NaN;
          return (
            <article key={hand} class={(side.reach[row] ?? 0) > 0.0005 ? "hand" : "hand hatched"}>
              <header>
                <Cards text={name} />
                <small>{(side.reach[row] ?? 0) > 0.0005 ? say("hands.left", { share: percent(side.reach[row] ?? 0) }) : say("hands.gone")}</small>
                <span>
                  EV <b>{side.ev ? chips(side.ev[row]) : "…"}</b> · {say("view.equity")} <b>{side.equity ? `${(100 * (side.equity[row] ?? 0)).toFixed(1)} %` : "…"}</b>
                </span>
              </header>
              {isActing && (
                <>
                  <div class="mixbar" aria-hidden="true">
                    {shares.map((share, a) => (share > 0.0005 ? <span key={a} class={`act-${paint[a]}`} style={{ flexGrow: share }} /> : null))}
                  </div>
                  <ul>
                    {shares.map((share, a) => (
                      <li key={a} data-action={node.actions?.[a]}>
                        <i class={`act-${paint[a]}`} aria-hidden="true" />
                        <span>{saidAction(node.actions?.[a] ?? "")}</span>
                        <b>{percent(share)}</b>
                        <em>{evs.length ? chips(evs[a]) : "…"}</em>
                      </li>
                    ))}
                  </ul>
                  {Number.isFinite(gap) && (
                    <p class="muted small">
                      {gap <= node.of.exploitability
                        ? say("why.same", { gap: fixed(gap, 2), error: fixed(node.of.exploitability, 2) })
                        : say("why.best", { action: saidAction(node.actions?.[order[0]?.[1] ?? 0] ?? ""), gap: fixed(gap, 2) })}
                    </p>
                  )}
                </>
              )}
            </article>
          );
        })}
      </div>
      <Absent cell={cell} board={node.board} there={rows.map((row) => side.hands[row] ?? -1)} />
    </div>
  );
}

/** The combinations of a cell that are not there, each with its reason: never as if still in the range. */
function Absent({ cell, board, there }: { cell: number; board: string; there: number[] }) {
  const say = useWords();
  const dealt = readBoard(board) ?? [];
  const absent = (HANDS_OF[cell] ?? []).filter((hand) => !there.includes(hand));
  if (!absent.length) return null;
  return (
    <ul class="absent" aria-label={say("hands.absent")}>
      {absent.map((hand) => {
        const card = HANDS[hand]?.find((each) => dealt.includes(each));
        return (
          <li key={hand} class="hatched">
            <Cards text={handName(hand)} /> <small>{card === undefined ? say("hands.outside") : say("hands.blocked", { card: cardName(card) })}</small>
          </li>
        );
      })}
    </ul>
  );
}

function Categories({ node, seat }: { node: Node; seat: Seat }) {
  const say = useWords();
  const side = node.seats[seat];
  const isActing = seat === node.player;
  const width = node.actions?.length ?? 0;
  const paint = colours(node.actions ?? []);
  const total = side.weight.reduce((sum, each) => sum + each, 0);
  const table = (names: string[], numbers: Uint8Array, title: string) => {
    const rows = names.map((name) => ({ name, weight: 0, shares: new Array<number>(width).fill(0) }));
    numbers.forEach((number, row) => {
      const found = rows[number];
      const weight = side.weight[row] ?? 0;
      if (!found) return;
      found.weight += weight;
      if (isActing) for (let a = 0; a < width; a++) found.shares[a] = (found.shares[a] ?? 0) + weight * (node.strategy[row * width + a] ?? 0);
    });
    return (
      <table class="data cats">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" class="number">{say("col.share")}</th>
            {isActing && <th scope="col">{say("col.plays")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => row.weight > 1e-9 * total)
            .map((row) => (
              <tr key={row.name}>
                <th scope="row">{say(`cat.${row.name}` as "cat.nothing")}</th>
                <td class="number">{percent(row.weight / total)}</td>
                {isActing && (
                  <td>
                    <div class="mixbar" role="img" aria-label={row.shares.map((share, a) => `${saidAction(node.actions?.[a] ?? "")} ${percent(share / row.weight)}`).join(", ")}>
                      {row.shares.map((share, a) => (share > 0 ? <span key={a} class={`act-${paint[a]}`} style={{ flexGrow: share / row.weight }} /> : null))}
                    </div>
                  </td>
                )}
              </tr>
            ))}
        </tbody>
      </table>
    );
  };
  return (
    <div class="stack tight">
      {table(node.made, side.made, say("cat.made"))}
      {node.board.length < 10 && table(node.draws, side.draw, say("cat.draws"))}
    </div>
  );
}

function Deal({ node, run, onWalk }: { node: Node; run: string; onWalk: (line: string) => void }) {
  const say = useWords();
  const [found, setFound] = useState<RunOuts | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [metric, setMetric] = useState<"act" | "ev0" | "ev1" | "eq0">("act");
  useEffect(() => {
    setFound(null);
    setError(null);
    const control = new AbortController();
    ask<RunOuts>(`/solves/${run}/cards?${new URLSearchParams({ line: node.line })}`, { signal: control.signal })
      .then(setFound)
      .catch((problem: Error) => !control.signal.aborted && setError(problem));
    return () => control.abort();
  }, [run, node.line]);
  const dealt = [node.start, ...node.trail.map((step) => step.card ?? "")].join("").toLowerCase();
  const value = (card: string): number | null => {
    const row = found?.rows.find((each) => each.card === card);
    if (!row) return null;
    return metric === "act" ? 1 - (row.frequencies[0] ?? 0) : metric === "ev0" ? (row.ev[0] ?? 0) : metric === "ev1" ? (row.ev[1] ?? 0) : (row.equity[0] ?? 0);
  };
  const all = (found?.rows ?? []).map((row) => value(row.card) ?? 0);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return (
    <section class="panel" aria-labelledby="deal">
      <h2 id="deal">{say("deal.title")}</h2>
      <div class="segments" role="group" aria-label={say("grid.view")}>
        {(["act", "ev0", "ev1", "eq0"] as const).map((name) => (
          <button key={name} type="button" aria-pressed={metric === name} onClick={() => setMetric(name)}>
            {say(`deal.${name}`)}
          </button>
        ))}
      </div>
      {error ? <p class="muted" lang="en">{error.message}</p> : !found && <p class="muted">{say("deal.counting")}</p>}
      <div class="deck heat" role="group" aria-label={say("deal.title")}>
        {[...SUITS].reverse().map((suit) =>
          [...RANKS].reverse().map((rank) => {
            const card = cardName(RANKS.indexOf(rank) * 4 + SUITS.indexOf(suit));
            const isGone = dealt.match(/../g)?.includes(card.toLowerCase()) ?? false;
            const figure = value(card);
            const step = figure === null ? "" : ` act-heat${Math.round(((figure - low) / (high - low || 1)) * 8)}`;
            const text = figure === null ? "" : metric.startsWith("ev") ? fixed(figure, 1) : (100 * figure).toFixed(0);
            return (
              <button key={card} type="button" class={`suit-${suit}${step}`} disabled={isGone} onClick={() => onWalk(join(node.line, card))}>
                {rank}
                {SIGNS[suit]} <small>{text}</small>
              </button>
            );
          }),
        )}
      </div>
    </section>
  );
}
