// Search: a position one plays to, what a method says of it, and how it found out, step by step.
import { useEffect, useState } from "preact/hooks";
import { ask, useAsk, type Game } from "../api";
import { Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { count, duration, fixed } from "../pure/format";
import { go } from "../router";
import { GrowthView, TraceView, type Growth, type Trace } from "./Trace";
import { useWords, type PlayKey } from "./words";

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
}

/** What a method says of a position. */
function AnswerPanel({ id, title, answer }: { id: string; title: string; answer: Answer }) {
  const say = useWords();
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
      {scores.length > 0 && (
        <ul class="mixes">
          {scores.slice(0, 12).map(([name, value]) => (
            <li key={name}>
              <code>{name}</code> <span>{fixed(value)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is asked of a method: as deep as is said, or so many positions. */
function bodyOf(asked: { game: string; moves: string[]; depth: string }, row: Method, isTraced: boolean): Record<string, unknown> {
  const number = Number(asked.depth);
  const body: Record<string, unknown> = { spec: asked.game, moves: asked.moves, method: row.name, trace: isTraced && row.trace };
  if (row.depth && Number.isInteger(number) && number > 0) body["depth"] = number;
  if (["mcts", "puct"].includes(row.name)) body["nodes"] = 1000;
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
  const isTraced = query.get("trace") !== "0";
  const beside = query.get("beside") ?? "";
  const row = methods.find(({ name }) => name === method);
  const [look, setLook] = useState<Look | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const address = (next: Record<string, string>, path = game): string => {
    const all = new URLSearchParams({ method, depth, trace: isTraced ? "1" : "0", moves: moves.join("~"), beside, ...next });
    for (const name of ["moves", "beside"]) if (!all.get(name)) all.delete(name);
    return `/search/${encodeURIComponent(path)}?${all}`;
  };
  const asked = useLater({ game, moves, method, depth, isTraced, row: row?.name ?? "" }, 120);
  useEffect(() => {
    if (!asked.row || !row) return;
    const control = new AbortController();
    setBusy(true);
    setError(null);
    const body = bodyOf(asked, row, asked.isTraced);
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
      <div class="tools">
        <label class="wide pickset">
          <span>{say("play.game")}</span>
          <select value={game} onChange={(event) => go(address({ moves: "" }, event.currentTarget.value))}>
            {[...new Set([game, ...games.map(({ name }) => name)])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label class="wide pickset">
          <span>{say("search.method")}</span>
          <select value={method} onChange={(event) => go(address({ method: event.currentTarget.value }), "replace")}>
            {methods.map(({ name, summary }) => (
              <option key={name} value={name}>
                {name} · {summary}
              </option>
            ))}
          </select>
        </label>
        <label class="wide pickset">
          <span>{say("search.beside")}</span>
          <select value={beside} onChange={(event) => go(address({ beside: event.currentTarget.value }), "replace")}>
            <option value="">{say("search.alone")}</option>
            {methods.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {(row?.depth !== false || second?.depth) && (
          <label class="wide short">
            <span>{say("search.depth")}</span>
            <input type="text" inputMode="numeric" value={depth} onInput={(event) => go(address({ depth: event.currentTarget.value.replace(/\D/g, "").slice(0, 2) }), "replace")} />
          </label>
        )}
        <label class="check">
          <input type="checkbox" checked={isTraced} onChange={(event) => go(address({ trace: event.currentTarget.checked ? "1" : "0" }), "replace")} />
          {say("search.trace")}
        </label>
      </div>
      <Trouble error={error ?? other.error} />
      {isBusy && !look && (
        <p class="muted" role="status">
          {say("working")}
        </p>
      )}
      {look && (
        <div class="split" aria-busy={isBusy}>
          <section class="panel" aria-labelledby="position">
            <h2 id="position">{look.payoffs ? say("table.end") : say("search.turn", { n: look.player })}</h2>
            <pre class="board" tabIndex={0} aria-label={say("table.board")}>
              {look.shows}
            </pre>
            <div class="acts" role="group" aria-label={say("table.actions")}>
              {look.actions.slice(0, 40).map((action, i) => (
                <button key={action.name} type="button" class="button" data-key={i < 9 ? String(i + 1) : undefined} onClick={() => play(action.name)}>
                  <span>{action.text}</span>
                </button>
              ))}
            </div>
            <div class="actions">
              <button type="button" class="button" data-key="u" disabled={!moves.length} onClick={() => go(address({ moves: moves.slice(0, -1).join("~") }))}>
                <Icon name="again" />
                {say("table.undo")}
              </button>
            </div>
          </section>
          {answer && (
            <div class={second ? "pair" : "stack"}>
              <AnswerPanel id="answer" title={second ? method : say("search.answer")} answer={answer} />
              {second && other.data?.answer && <AnswerPanel id="beside" title={beside} answer={other.data.answer} />}
            </div>
          )}
        </div>
      )}
      {answer?.trace && <TraceView key={JSON.stringify(asked)} trace={answer.trace} />}
      {answer?.growth && <GrowthView key={JSON.stringify(asked)} growth={answer.growth} player={Math.max(0, look?.player ?? 0)} />}
    </div>
  );
}
