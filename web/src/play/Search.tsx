// Search: a position one plays to, what a method says of it, and how it found out, step by step.
import { useEffect, useState } from "preact/hooks";
import { ask, useAsk, type Game } from "../api";
import { Code, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { told } from "../parts/Told";
import { count, duration, fixed } from "../pure/format";
import { go } from "../router";
import { BoardView } from "./BoardView";
import { KeptPanel, type Kept } from "./Kept";
import { GrowthView, TraceView, type Growth, type Trace } from "./Trace";
import { useWords, type PlayKey } from "./words";

const NODES = ["1000", "20000", "200000"];
const SECONDS = ["0.1", "0.5", "1", "3", "5"];

interface Method {
  name: string;
  summary: string;
  depth: boolean;
  trace: boolean;
}
interface Answer {
  action: string | null;
  value: number;
  bound: string;
  verdict: string;
  stopped: string;
  line: string[];
  stats: { nodes: number; seconds: number; depth: number; cutoffs: number; table_hits: number };
  scores?: Record<string, number>;
  /** What the method says at smaller depths. */
  by_depth?: { depth: number; action: string; value: number; nodes: number }[];
  trace?: Trace;
  growth?: Growth;
}
interface Look {
  game: string;
  shows: string;
  player: number;
  moves: string[];
  actions: { name: string; text: string }[];
  payoffs: number[] | null;
  answer: Answer | null;
  /** What a tablebase or book of the reader's says. */
  kept?: Kept;
}

/** The same question to the library. */
function pythonOf(game: string, pos: string, moves: string[], method: string, body: Record<string, unknown>): string {
  const limits = ["depth", "nodes", "seconds"].filter((key) => body[key] !== undefined).map((key) => `, ${key}=${body[key]}`);
  return `import tianji as tj
from tianji.core.strategy import label

game = tj.load("${game}")
state = ${pos ? `game.parse(${JSON.stringify(pos)})` : "game.initial()"}
for name in ${JSON.stringify(moves)}:
    state = game.result(state, next(a for a in game.actions(state) if label(a) == name))
print(tj.search(game, state, "${method}"${limits.join("")}))
`;
}

/** What a method says of a position. */
function AnswerPanel({ id, title, answer }: { id: string; title: string; answer: Answer }) {
  const say = useWords();
  const all = Object.values(answer.scores ?? {});
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const scores = Object.entries(answer.scores ?? {}).sort((a, b) => b[1] - a[1]);
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl class="facts">
        <Fact label={say("search.move")} isMain>
          <span data-fact="action">{answer.action ?? "–"}</span>
        </Fact>
        <Fact label={say("odds.value")}>
          <span data-fact="value">{fixed(answer.value)}</span>
        </Fact>
        <Fact label={say("search.bound")}>{say(`bound.${answer.bound}` as PlayKey)}</Fact>
        <Fact label={say("search.nodes")}>
          <span data-fact="nodes">{count(answer.stats.nodes)}</span>
        </Fact>
        <Fact label={say("search.time")}>{duration(answer.stats.seconds)}</Fact>
      </dl>
      {answer.line.length > 0 && (
        <p class="muted small">
          {say("search.line")} <code>{answer.line.slice(0, 12).join(" ")}</code>
        </p>
      )}
      {answer.by_depth && <Depths rows={answer.by_depth} />}
      {scores.length > 0 && (
        <ul class="mixes">
          {scores.slice(0, 12).map(([name, value]) => (
            <li key={name}>
              <code>{name}</code> <span>{fixed(value)}</span>
              <span class="meter" aria-hidden="true">
                <i style={{ width: `${((value - low) / (high - low || 1)) * 100}%` }} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const [WIDE, HIGH] = [320, 120];

/** The value by depth: a method that is stopped early would have said this. */
function Depths({ rows }: { rows: NonNullable<Answer["by_depth"]> }) {
  const say = useWords();
  if (rows.length < 2) return null;
  const values = rows.map((row) => row.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (k: number): number => 40 + (k / (rows.length - 1)) * (WIDE - 60);
  const y = (value: number): number => HIGH - 26 - (high > low ? (value - low) / (high - low) : 0.5) * (HIGH - 46);
  return (
    <figure>
      <svg class="depths" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={`${say("search.depths")}: ${rows.map((row) => `${row.depth}: ${row.action} ${fixed(row.value, 2)}`).join(", ")}`}>
        {[...new Set([low, high])].map((value) => (
          <text key={value} class="tick" x={34} y={y(value) + 4} text-anchor="end">
            {fixed(value, 2)}
          </text>
        ))}
        <path class="series s0" d={rows.map((row, k) => `${k ? "L" : "M"}${x(k).toFixed(1)} ${y(row.value).toFixed(1)}`).join("")} />
        {rows.map((row, k) => (
          <g key={row.depth}>
            <circle cx={x(k)} cy={y(row.value)} r={3.5} />
            <text class="tick" x={x(k)} y={HIGH - 6} text-anchor="middle">
              {row.depth}
            </text>
            <title>{`${row.depth}: ${row.action}, ${fixed(row.value, 4)}, ${count(row.nodes)}`}</title>
          </g>
        ))}
      </svg>
      <figcaption class="small muted">{say("search.depths")}</figcaption>
    </figure>
  );
}

/** What is asked of a method: as deep as is said, or so many positions, or so long. */
function bodyOf(asked: { game: string; pos: string; moves: string[]; depth: string; nodes: string; seconds: string }, row: Method, isTraced: boolean): Record<string, unknown> {
  const number = Number(asked.depth);
  const body: Record<string, unknown> = { spec: asked.game, ...(asked.pos ? { pos: asked.pos } : {}), moves: asked.moves, method: row.name, trace: isTraced && row.trace };
  if (row.depth && Number.isInteger(number) && number > 0) body["depth"] = number;
  if (Number(asked.seconds) > 0) body["seconds"] = Math.min(5, Number(asked.seconds));
  if (Number(asked.nodes) > 0) body["nodes"] = Number(asked.nodes);
  else if (body["seconds"] !== undefined) return body;
  else if (["mcts", "puct"].includes(row.name)) body["nodes"] = 1000;
  else if (!row.depth) body["nodes"] = 20_000;
  return body;
}

export function Search({ spec, query }: { spec: string; query: URLSearchParams }) {
  const say = useWords();
  const game = spec || "tic_tac_toe";
  useTitle(`${say("search.title")} · ${game}`);
  const games = (useAsk<{ items: Game[] }>("/games", true).data?.items ?? []).filter(({ hidden }) => !hidden);
  const methods = useAsk<{ items: Method[] }>("/search/methods", true).data?.items ?? [];
  const moves = query.get("moves") ? (query.get("moves") ?? "").split("~") : [];
  const method = query.get("method") ?? "alphabeta";
  const depth = query.get("depth") ?? "4";
  const nodes = query.get("nodes") ?? "";
  const seconds = query.get("seconds") ?? "";
  const pos = query.get("pos") ?? "";
  const file = query.get("file") ?? "";
  const [typed, setTyped] = useState(pos);
  useEffect(() => setTyped(pos), [pos, game]);
  const isTraced = query.get("trace") !== "0";
  const beside = query.get("beside") ?? "";
  const row = methods.find(({ name }) => name === method);
  const [look, setLook] = useState<Look | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isCode, setCode] = useState(false);
  const address = (next: Record<string, string>, path = game): string => {
    const all = new URLSearchParams({ method, depth, trace: isTraced ? "1" : "0", pos, moves: moves.join("~"), beside, nodes, seconds, file, ...next });
    for (const name of ["pos", "moves", "beside", "nodes", "seconds", "file"]) if (!all.get(name)) all.delete(name);
    return `/search/${encodeURIComponent(path)}?${all}`;
  };
  const asked = useLater({ game, pos, moves, method, depth, nodes, seconds, isTraced, file, row: row?.name ?? "" }, 120);
  useEffect(() => {
    if (!row && !(file && !method)) return;
    const control = new AbortController();
    setBusy(true);
    setError(null);
    const body = { ...(row ? bodyOf(asked, row, asked.isTraced) : { spec: game, moves, ...(pos ? { pos } : {}) }), ...(file ? { file } : {}) };
    ask<Look>("/search", { method: "POST", body, signal: control.signal })
      .then((found) => (setLook(found), setBusy(false)))
      .catch((refused: Error) => {
        if (!control.signal.aborted) (setError(refused), setBusy(false));
      });
    return () => control.abort();
  }, [JSON.stringify(asked)]);
  const play = (name: string): void => go(address({ moves: [...moves, name].join("~") }));
  const answer = look?.answer ?? null;
  const second = methods.find(({ name }) => name === beside);
  const other = useAsk<Look>(second ? "/search" : null, false, second && bodyOf(asked, second, false));
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("search.title")}</h1>
          <p class="lead">{say("search.lead")}</p>
        </div>
      </div>
      <div class="tools asked">
        <label class="wide pickset">
          <span>{say("search.game")}</span>
          <select value={game} onChange={(event) => go(address({ pos: "", moves: "", file: "", method: method || "alphabeta" }, event.currentTarget.value))}>
            {[...new Set([game, ...games.map(({ name }) => name)])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="wide pickset method">
          <span>{say("search.method")}</span>
          <select value={method} onChange={(event) => go(address({ method: event.currentTarget.value }), "replace")}>
            {file && <option value="">{say("kept.alone")}</option>}
            {methods.map(({ name, summary }) => (
              <option key={name} value={name}>
                {name} · {told(summary).text}
              </option>
            ))}
          </select>
        </label>
        {(row || !file) && (
          <>
            <label class="wide pickset">
              <span>{say("search.beside")}</span>
              <select value={beside} onChange={(event) => go(address({ beside: event.currentTarget.value }), "replace")}>
                <option value="">{say("search.alone")}</option>
                {methods.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            {(row ? row.depth : second?.depth) && (
              <label class="wide short">
                <span>{say("search.depth")}</span>
                <input type="text" inputMode="numeric" value={depth} onInput={(event) => go(address({ depth: event.currentTarget.value.replace(/\D/g, "").slice(0, 2) }), "replace")} />
              </label>
            )}
            <label class="wide pickset">
              <span>{say("search.most")}</span>
              <select value={nodes} onChange={(event) => go(address({ nodes: event.currentTarget.value }), "replace")}>
                <option value="">{say("search.most.usual")}</option>
                {NODES.map((each) => (
                  <option key={each} value={each}>
                    {count(Number(each))}
                  </option>
                ))}
              </select>
            </label>
            <label class="wide pickset">
              <span>{say("search.seconds")}</span>
              <select value={seconds} onChange={(event) => go(address({ seconds: event.currentTarget.value }), "replace")}>
                <option value="">{say("search.most.usual")}</option>
                {[...new Set([...SECONDS, ...(Number(seconds) > 0 ? [seconds] : [])])].map((each) => (
                  <option key={each} value={each}>
                    {each} s
                  </option>
                ))}
              </select>
            </label>
            <label class="check">
              <input type="checkbox" checked={isTraced} onChange={(event) => go(address({ trace: event.currentTarget.checked ? "1" : "0" }), "replace")} />
              {say("search.trace")}
            </label>
          </>
        )}
      </div>
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault();
          go(address({ pos: typed.trim(), moves: "" }));
        }}
      >
        <label class="wide pickset">
          <span>{say("search.pos")}</span>
          <input type="text" spellcheck={false} maxLength={400} value={typed} placeholder={say("search.pos.first")} onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button" disabled={typed.trim() === pos && !moves.length}>
          {say("search.pos.go")}
        </button>
      </form>
      <Trouble error={error ?? other.error} />
      {!look && !(error ?? other.error) && (
        <p class="muted" role="status">
          {say("working")}
        </p>
      )}
      {look && (
        <div class="split" aria-busy={isBusy}>
          <section class="panel" aria-labelledby="position">
            <h2 id="position">{look.payoffs ? say("table.end") : say("search.turn", { n: look.player })}</h2>
            <BoardView shows={look.shows} names={look.actions.map(({ name }) => name)} onPlay={play} />
            <div class="acts" role="group" aria-label={say("table.actions")}>
              {look.actions.slice(0, 40).map((action, i) => (
                <button key={action.name} type="button" class="button" data-key={i < 9 ? String(i + 1) : undefined} onClick={() => play(action.name)}>
                  {i < 9 && <kbd aria-hidden="true">{i + 1}</kbd>}
                  <span>{action.text}</span>
                </button>
              ))}
            </div>
            {isCode && <Code label="Python" text={pythonOf(game, pos, moves, method, row ? bodyOf(asked, row, false) : {})} />}
            <div class="actions">
              <button type="button" class="button" data-key="y" aria-pressed={isCode} onClick={() => setCode(!isCode)}>
                {say("search.code")}
              </button>
              <button type="button" class="button" data-key="u" disabled={!moves.length} onClick={() => go(address({ moves: moves.slice(0, -1).join("~") }))}>
                <Icon name="again" />
                {say("table.undo")}
              </button>
            </div>
          </section>
          {look.kept && (
            <div class="stack">
              <KeptPanel kept={look.kept} texts={Object.fromEntries(look.actions.map((action) => [action.name, action.text]))} onPlay={play} />
              {answer && <AnswerPanel id="answer" title={method} answer={answer} />}
            </div>
          )}
          {answer && !look.kept && (
            <div class={second ? "pair" : "stack"}>
              <AnswerPanel id="answer" title={second ? method : say("search.answer")} answer={answer} />
              {second && other.data?.answer && <AnswerPanel id="beside" title={beside} answer={other.data.answer} />}
            </div>
          )}
        </div>
      )}
      {answer?.trace && <TraceView key={JSON.stringify(asked)} trace={answer.trace} method={method} />}
      {answer?.growth && <GrowthView key={JSON.stringify(asked)} growth={answer.growth} player={Math.max(0, look?.player ?? 0)} />}
    </div>
  );
}
