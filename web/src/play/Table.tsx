// The table: what the seat knows, its actions by keys 1–9, odds if they are wanted, and what each decision cost.
import { useEffect, useState } from "preact/hooks";
import { ask, useAsk } from "../api";
import { ActionTable } from "../parts/ActionTable";
import { Fact, Trouble, useTitle } from "../parts/basic";
import { offer } from "../parts/Export";
import { Icon } from "../parts/icons";
import { Told } from "../parts/Told";
import { count, fixed, percent, small } from "../pure/format";
import { go } from "../router";
import { keep, useStore } from "../store";
import { runs } from "../watch";
import { saidAction } from "../holdem/words";
import { BoardView } from "./BoardView";
import { HandTable, Ranges, SizeForm, type HandView, type Thought } from "./Hand";
import { opponentName, type Opponent } from "./Play";
import { useWords, type PlayKey } from "./words";

interface View {
  id: string;
  game: string;
  players: number;
  hidden: boolean;
  opponent: Opponent;
  round: number;
  seat: number;
  over: boolean;
  knows: string | null;
  told: string | null;
  shows: string | null;
  log: { who: number; text: string | null }[];
  actions: { name: string; text: string }[];
  payoffs: number[] | null;
  turn: number;
  results: { seat: number; payoff: number }[];
  /** Of hold'em. */
  hand?: HandView;
  strength?: string;
  note?: string;
}
interface Odds extends Partial<Thought> {
  /** Of hold'em: the share of the pot at showdown against what the player may hold; what a call costs, and the pot. */
  equity?: number | null;
  call?: number;
  pot?: number;
  actions: { name: string; text?: string; probability: number | null; value: number | null }[];
  bound: string;
  belief: { label: string; p: number }[];
  outcomes: { payoff: number; p: number }[];
}
interface Review {
  items: { turn: number; round: number; player: number; infoset: string; told: string | null; action: string; action_text: string; best: string; best_text: string; value: number; cost: number; grade: string }[];
  basis: string;
  total: number;
  error: number;
}
const MODES = ["off", "after", "always"] as const;
type Mode = (typeof MODES)[number];

export function Table({ id, query }: { id: string; query: URLSearchParams }) {
  const say = useWords();
  const all = useStore(runs);
  const [view, setView] = useState<View | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [odds, setOdds] = useState<{ odds: Odds; chosen: string } | null>(null);
  const wanted = query.get("odds");
  const mode: Mode = MODES.find((each) => each === wanted) ?? "off";
  const isReview = query.get("review") === "1";
  useTitle(view ? `${say("play.title")} · ${view.game}` : say("play.title"));
  useEffect(() => {
    ask<View>(`/tables/${id}`).then(setView, setError);
  }, [id]);
  useEffect(() => {
    if (mode !== "always" || !view || view.over) {
      if (mode === "off" || view?.over) setOdds((before) => (mode === "after" ? before : null));
      return;
    }
    const control = new AbortController();
    ask<Odds>(`/tables/${id}/odds`, { signal: control.signal }).then(
      (found) => setOdds({ odds: found, chosen: "" }),
      (refused: Error) => !control.signal.aborted && setError(refused),
    );
    return () => control.abort();
  }, [mode, view?.round, view?.turn, view?.over]);
  const change = async (what: string, body: object = {}): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      if (what === "acts" && mode === "after" && "action" in body) setOdds({ odds: await ask<Odds>(`/tables/${id}/odds`), chosen: String(body.action) });
      else setOdds(null);
      setView(await ask<View>(`/tables/${id}/${what}`, { method: "POST", body }));
    } catch (refused) {
      setError(refused as Error);
    }
    setBusy(false);
  };
  if (!view)
    return (
      <div class="screen" aria-busy={!error}>
        <h1 tabIndex={-1}>{error ? say("play.missing") : say("play.title")}</h1>
        <Trouble error={error} />
        <p>
          <a href="/play">{say("play.lobby")}</a>
        </p>
      </div>
    );
  const address = (next: { odds?: Mode; review?: boolean }): string => {
    const found = new URLSearchParams();
    if ((next.odds ?? mode) !== "off") found.set("odds", next.odds ?? mode);
    if (next.review ?? isReview) found.set("review", "1");
    return `/play/${id}${found.size ? `?${found}` : ""}`;
  };
  const score = view.results.reduce((sum, each) => sum + each.payoff, 0);
  const act = (name: string): void => void change("acts", { action: name, at: [view.round, view.turn] });
  return (
    <div class="screen">
      <div class="head">
        <div>
          <p class="crumb">
            <a href="/play">{say("play.lobby")}</a>
          </p>
          <h1 tabIndex={-1}>{view.hand ? say("hand.title") : view.game}</h1>
          <p class="lead">{say("play.against", { name: opponentName(view.opponent, say, all) })}</p>
        </div>
        <div class="segments" role="group" aria-label={say("odds.label")}>
          {MODES.map((each) => (
            <button key={each} type="button" aria-pressed={mode === each} onClick={() => (keep("tianji.odds", each), go(address({ odds: each }), "replace"))}>
              {say(`odds.${each}`)}
            </button>
          ))}
        </div>
      </div>
      <section class="proof" aria-label={say("table.score")}>
        <dl class="facts">
          <Fact label={say("table.score")} isMain>
            <span data-fact="score">{signed(score)}</span>
          </Fact>
          <Fact label={say("table.round")}>{view.round}</Fact>
          <Fact label={say("play.seat")}>{seatName(say, view, view.seat)}</Fact>
          {view.hand && view.results.length > 0 && (
            <Fact label={say("hand.rate")}>
              <span data-fact="rate">{signed(Math.round((1000 * score) / view.hand.big_blind / view.results.length))}</span>
            </Fact>
          )}
          {view.opponent.exploitability !== undefined && view.opponent.exploitability !== null && <Fact label={say("table.error")}>{small(view.opponent.exploitability)}</Fact>}
        </dl>
        {view.strength && (
          <p class="claim">
            {[view.strength, view.note].filter(Boolean).map((said) => (
              <span key={said}>
                <Told text={said ?? ""} />{" "}
              </span>
            ))}
          </p>
        )}
      </section>
      <Trouble error={error} />
      <div class="split">
        <section class="panel" aria-labelledby="seen">
          <h2 id="seen">{view.over ? say("table.end") : say("table.turn")}</h2>
          {view.hand ? <HandTable hand={view.hand} /> : <Position view={view} onPlay={isBusy || view.over ? undefined : act} />}
          {view.over && view.payoffs ? (
            <p class="outcome" role="status">
              {say("table.got", { payoff: signed(view.payoffs[view.seat] ?? 0) })}
            </p>
          ) : (
            <div class="acts" role="group" aria-label={say("table.actions")}>
              {view.actions.map((action, i) => (
                <button key={action.name} type="button" class="button" disabled={isBusy} data-key={i < 9 ? String(i + 1) : undefined} onClick={() => act(action.name)}>
                  {i < 9 && <kbd aria-hidden="true">{i + 1}</kbd>}
                  <span>{view.hand ? saidAction(action.text) : action.text}</span>
                </button>
              ))}
            </div>
          )}
          {view.hand && !view.over && <SizeForm key={`${view.round} ${view.turn}`} hand={view.hand} isBusy={isBusy} onAct={act} />}
          {isBusy && view.hand && <p class="muted small" role="status">{say("hand.thinking")}</p>}
          <div class="actions">
            {view.over && (
              <button type="button" class="button main" data-key="n" disabled={isBusy} onClick={() => void change("deal")}>
                <Icon name="play" />
                {say("table.next")}
              </button>
            )}
            {view.over && (
              <button type="button" class="button" disabled={isBusy} onClick={() => void change("deal", { seat: (view.seat + 1) % view.players })}>
                {say("table.swap")}
              </button>
            )}
            {view.over && !view.hand && view.hidden && (
              <button type="button" class="button" title={say("table.again.help")} disabled={isBusy} onClick={() => void change("deal", { seat: (view.seat + 1) % view.players, again: true })}>
                {say("table.again")}
              </button>
            )}
            <button type="button" class="button" data-key="u" disabled={isBusy || view.turn === 0} onClick={() => void change("undo")}>
              <Icon name="again" />
              {say("table.undo")}
            </button>
            <button type="button" class="button" aria-pressed={isReview} onClick={() => go(address({ review: !isReview }), "replace")}>
              {say("table.review")}
            </button>
            <button type="button" class="button" disabled={isBusy || !view.results.length} onClick={() => void saveRounds(id).catch(setError)}>
              <Icon name="down" />
              {say("table.save")}
            </button>
          </div>
        </section>
        <div class="stack">
          {odds && <OddsPanel odds={odds.odds} chosen={odds.chosen} cards={view.hand?.cards ?? ""} isEngine={view.opponent.kind === "engine"} />}
          <Log view={view} />
        </div>
      </div>
      {isReview && (view.hand ? <HandsReview id={id} hands={view.results.length} /> : <ReviewPanel id={id} seen={`${view.round} ${view.over}`} canRetry={view.over} onRetry={(round, turn) => void change("retry", { round, turn })} />)}
    </div>
  );
}

function seatName(say: ReturnType<typeof useWords>, view: View, seat: number): string {
  return view.hand ? say(seat === 1 ? "seat.button" : "seat.blind") : say("play.seat.n", { n: seat });
}

async function saveRounds(id: string): Promise<void> {
  const found = await ask<{ file: string; text: string }>(`/tables/${id}/file`);
  offer(`${id}-${found.file}`, new Blob([found.text], { type: "text/plain" }));
}

function signed(value: number): string {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Number(Math.abs(value).toPrecision(6))}`;
}

function Position({ view, onPlay }: { view: View; onPlay: ((name: string) => void) | undefined }) {
  const say = useWords();
  return view.shows !== null ? (
    <BoardView shows={view.shows} names={view.actions.map(({ name }) => name)} {...(onPlay ? { onPlay } : {})} />
  ) : (
    <div class="knows">
      <p>
        <span class="muted">{say("table.know")}</span> <b lang="en">{view.told}</b>
      </p>
      {view.told !== view.knows && (
        <p class="muted small">
          {say("table.infoset")} <code>{view.knows}</code>
        </p>
      )}
    </div>
  );
}

function Log({ view }: { view: View }) {
  const say = useWords();
  const who = (player: number): string => (player === view.seat ? say("log.you") : player < 0 ? say(view.hand ? "log.dealer" : "log.chance") : seatName(say, view, player));
  return (
    <section class="panel" aria-labelledby="log">
      <h2 id="log">{say("table.log")}</h2>
      {view.log.length ? (
        <ol class="moves" aria-live="polite">
          {view.log.map((row, i) => (
            <li key={i}>
              <span class={`seat p${Math.max(0, row.who) % 4}`}>{who(row.who)}</span> {row.text === null ? <em class="muted">{say("log.unseen")}</em> : <span lang={view.hand ? undefined : "en"}>{view.hand ? saidAction(row.text) : row.text}</span>}
            </li>
          ))}
        </ol>
      ) : (
        <p class="muted">{say("log.none")}</p>
      )}
    </section>
  );
}

/** How likely the round is won, drawn or lost: by the sign of what it pays. */
function shareOf(outcomes: Odds["outcomes"], name: "win" | "draw" | "loss"): number {
  const sign = { win: 1, draw: 0, loss: -1 }[name];
  return outcomes.filter(({ payoff }) => Math.sign(payoff) === sign).reduce((sum, { p }) => sum + p, 0);
}

function OddsPanel({ odds, chosen, cards, isEngine }: { odds: Odds; chosen: string; cards: string; isEngine: boolean }) {
  const say = useWords();
  const isHand = odds.source !== undefined;
  return (
    <section class="panel" aria-labelledby="odds">
      <h2 id="odds">{say(chosen ? "odds.was" : "odds.title")}</h2>
      <ActionTable rows={odds.actions.map((row) => ({ name: row.name, text: isHand ? saidAction(row.text ?? row.name) : row.text, value: row.value, share: row.probability }))} chosen={chosen} digits={isHand ? 0 : 4} isOurs={isHand} />
      <p class="muted small">{isHand ? say(odds.bound ? "hand.values" : "hand.novalues") : say(odds.bound === "exact" ? (isEngine ? "odds.best" : "odds.exact") : odds.bound ? "odds.estimate" : "odds.nothing")}</p>
      {isHand && odds.equity !== undefined && odds.equity !== null && (
        <dl class="facts" aria-label={say("hand.showdown")}>
          <Fact label={say(odds.them ? "hand.equity" : "hand.equity.any")} isMain>
            <span data-fact="equity">{percent(odds.equity)}</span>
          </Fact>
          {(odds.call ?? 0) > 0 && (
            <Fact label={say("hand.price", { n: count(odds.call) })} isMain>
              <span data-fact="price">{percent((odds.call ?? 0) / ((odds.pot ?? 0) + (odds.call ?? 0)))}</span>
            </Fact>
          )}
        </dl>
      )}
      {isHand && <Ranges thought={odds as Thought} cards={cards} />}
      {odds.outcomes.length > 0 && (
        <dl class="facts" aria-label={say("odds.outcomes")}>
          {(["win", "draw", "loss"] as const).map((name) => (
            <Fact key={name} label={say(`odds.${name}`)}>
              <span data-outcome={name}>{percent(shareOf(odds.outcomes, name))}</span>
            </Fact>
          ))}
        </dl>
      )}
      {odds.belief.length > 0 && (
        <>
          <h3>{say("odds.belief")}</h3>
          <ul class="belief">
            {odds.belief.map((row) => (
              <li key={row.label}>
                <code>{row.label}</code>
                <span class="meter" aria-hidden="true">
                  <i style={{ width: `${row.p * 100}%` }} />
                </span>
                <span class="number">{percent(row.p)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Decisions of hold'em are priced by solving their spots: a run of its own, of the last hundred hands. */
function HandsReview({ id, hands }: { id: string; hands: number }) {
  const say = useWords();
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { text } = await ask<{ text: string }>(`/tables/${id}/file?last=100`);
      const run = await ask<{ id: string }>("/holdem/reviews", { method: "POST", body: { review: { text, me: "you" }, name: say("hand.review.name", { n: Math.min(100, hands) }) } });
      go(`/holdem/${run.id}`);
    } catch (refused) {
      setError(refused as Error);
      setBusy(false);
    }
  };
  return (
    <section class="panel" aria-labelledby="review">
      <h2 id="review">{say("table.review")}</h2>
      <Trouble error={error} />
      <p class="muted">{say(hands ? "hand.review" : "review.none")}</p>
      <div class="actions">
        <button type="button" class="button main" disabled={isBusy || hands === 0} onClick={() => void start()}>
          {say("hand.review.go", { n: Math.min(100, hands) })}
        </button>
      </div>
    </section>
  );
}

/** The losses in the order in which they were made; a bar leads to its row. */
function Losses({ rows, most }: { rows: Review["items"]; most: number }) {
  const say = useWords();
  return (
    <div class="losses" role="group" aria-label={say("review.bars")}>
      {rows.map((row, i) => (
        <button
          key={i}
          type="button"
          aria-label={say("review.bar", { n: i + 1, cost: fixed(row.cost), grade: say(`grade.${row.grade}` as PlayKey) })}
          title={`${row.action_text}: ${fixed(row.cost)}`}
          onClick={() => {
            const to = document.getElementById(`decision-${i}`);
            to?.scrollIntoView({ block: "nearest" });
            to?.focus({ preventScroll: true });
          }}
        >
          <i class={row.grade} style={{ height: `${Math.max(4, (row.cost / most) * 100)}%` }} />
        </button>
      ))}
    </div>
  );
}

function ReviewPanel({ id, seen, canRetry, onRetry }: { id: string; seen: string; canRetry: boolean; onRetry: (round: number, turn: number) => void }) {
  const say = useWords();
  const [refused, setRefused] = useState<Error | null>(null);
  const cards = (): void => {
    setRefused(null);
    ask<{ id: string }>("/decks", { method: "POST", body: { table: id } }).then((deck) => go(`/train/${deck.id}`), setRefused);
  };
  const { data, error } = useAsk<Review>(`/tables/${id}/review?seen=${encodeURIComponent(seen)}`);
  const most = Math.max(1e-9, ...(data?.items ?? []).map((row) => row.cost));
  const worst = [...(data?.items ?? [])].filter((row) => row.grade !== "sound" && row.grade !== "fine").sort((a, b) => b.cost - a.cost).slice(0, 3);
  return (
    <section class="panel" aria-labelledby="review">
      <h2 id="review">{say("table.review")}</h2>
      <Trouble error={error ?? refused} />
      {data && !data.items.length && <p class="muted">{say("review.none")}</p>}
      {data && data.items.length > 0 && (
        <>
          <Losses rows={data.items} most={most} />
          <div class="tools">
            {worst.map((row, k) => (
              <button key={`${row.round} ${row.turn}`} type="button" class="button" disabled={!canRetry} onClick={() => onRetry(row.round, row.turn)}>
                {say("review.retry", { n: k + 1, cost: fixed(row.cost, 2) })}
              </button>
            ))}
            <button type="button" class="button" onClick={cards}>
              {say("review.cards")}
            </button>
          </div>
          <p class="muted small">
            {say("review.total", { n: data.items.length, total: fixed(data.total), error: small(data.error) })} (<Told text={data.basis} />)
          </p>
          <div class="scroll" tabIndex={0} role="group" aria-label={say("table.review")}>
            <table class="data review">
              <thead>
                <tr>
                  <th class="number wide-only">{say("table.round")}</th>
                  <th>{say("review.knew")}</th>
                  <th>{say("review.played")}</th>
                  <th>{say("review.best")}</th>
                  <th class="number">{say("review.cost")}</th>
                  <th>{say("review.grade")}</th>
                </tr>
              </thead>
              <tbody>
                {data.items.map((row, i) => (
                  <tr key={i} id={`decision-${i}`} tabIndex={-1}>
                    <td class="number wide-only">{row.round}</td>
                    <td>{row.told !== null ? <span lang="en">{row.told}</span> : row.infoset.includes("\n") ? <pre class="tiny">{row.infoset}</pre> : <code>{row.infoset}</code>}</td>
                    <td lang="en">{row.action_text}</td>
                    <td lang="en">{row.best_text}</td>
                    <td class="number">
                      <span class="loss" aria-hidden="true">
                        <i class={row.grade} style={{ width: `${(row.cost / most) * 100}%` }} />
                      </span>
                      <span data-cost={i}>{fixed(row.cost)}</span>
                    </td>
                    <td>
                      <span class={`verdict ${row.grade}`}>{say(`grade.${row.grade}` as PlayKey)}</span>
                    </td>
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
