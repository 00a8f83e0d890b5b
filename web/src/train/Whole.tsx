// A hand of a deck's solve played through all its streets: every decision is graded as it is made, and the hand goes on.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ask, useAsk } from "../api";
import { Backs, Cards } from "../holdem/Card";
import { ActionTable } from "../parts/ActionTable";
import { Trouble, useTitle } from "../parts/basic";
import { toldSpot } from "../parts/Told";
import { fixed, percent, small } from "../pure/format";
import { go } from "../router";
import { Modes, proofOf, SIGNS, type Deck, type Grade } from "./Modes";
import { saidAction } from "../holdem/words";
import { useWords, type Key } from "./words";

interface Decision {
  line: string;
  actions: string[];
  chosen: number;
  shares: number[];
  values: number[];
  loss: number;
  share: number;
  error: number;
  grade: Grade;
  rare: boolean;
}
interface Hand {
  number: number;
  seat: 0 | 1;
  cards: string;
  start: number;
  board: string;
  line: string;
  log: { who: number; text: string }[];
  over: boolean;
  pot: number;
  behind: [number, number];
  to_call: number;
  actions: string[];
  decisions: Decision[];
  end: { how: "fold" | "showdown"; won: number; theirs: string | null; payoff: number } | null;
}
const STREETS = ["street.flop", "street.turn", "street.river"] as const;

export function Whole({ id }: { id: string }) {
  const say = useWords();
  const deck = useAsk<Deck>(`/decks/${id}`);
  useTitle(deck.data?.name ?? say("train.title"));
  const [hand, setHand] = useState<Hand | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [session, setSession] = useState({ hands: 0, decisions: 0, share: 0, won: 0 });
  const [opened, setOpened] = useState(-1); // the decision whose figures are shown; -1 for the last
  const first = useRef<HTMLButtonElement>(null);
  const take = (asked: Promise<Hand>, isMove = false): void => {
    setBusy(true);
    setError(null);
    asked
      .then((found) => {
        setHand(found);
        setOpened(-1);
        const last = found.decisions[found.decisions.length - 1];
        if (isMove && last)
          setSession((before) => ({
            hands: before.hands + Number(found.over),
            decisions: before.decisions + 1,
            share: before.share + last.share,
            won: before.won + (found.end?.payoff ?? 0),
          }));
      })
      .catch(setError)
      .finally(() => setBusy(false));
  };
  const deal = (): void => take(ask<Hand>(`/decks/${id}/hand`, { method: "POST", body: {} }));
  useEffect(() => {
    // the hand that is open goes on; where there is none, one is dealt
    take(
      ask<Hand | null>(`/decks/${id}/hand`).then((found) => found ?? ask<Hand>(`/decks/${id}/hand`, { method: "POST", body: {} })),
    );
  }, [id]);
  const act = (action: number): void => {
    if (!hand || hand.over || isBusy) return;
    take(ask<Hand>(`/decks/${id}/hand/acts`, { method: "POST", body: { action, at: [hand.number, hand.decisions.length] } }), true);
  };
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const number = Number(event.key);
      if (!event.ctrlKey && !event.metaKey && !event.altKey && number >= 1 && number <= (hand?.actions.length ?? 0) && !document.querySelector("dialog[open]")) act(number - 1);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [hand, isBusy]);
  useEffect(() => first.current?.focus({ preventScroll: true }), [hand, isBusy]);
  const last = hand ? (hand.decisions[opened < 0 ? hand.decisions.length - 1 : opened] ?? null) : null;
  return (
    <div class="screen" aria-busy={isBusy && !hand}>
      <div class="head">
        <div>
          <p class="crumb">
            <a href="/train">{say("train.title")}</a>
          </p>
          <h1 tabIndex={-1}>{toldSpot(deck.data?.name ?? "…")}</h1>
          {deck.data && <p class="lead">{proofOf(deck.data, say)}</p>}
        </div>
        <Modes id={id} now="hand" />
      </div>
      <Trouble error={deck.error ?? error} />
      {isBusy && !hand && (
        <p class="muted" role="status">
          {say("whole.dealing")}
        </p>
      )}
      {hand && (
        <div class="split">
          <section class="panel" aria-labelledby="hand">
            <div class="tools">
              <h2 id="hand">{hand.over ? say("whole.over") : say(hand.seat ? "train.turn.ip" : "train.turn.oop")}</h2>
              <span class="tag">{say("whole.number", { n: hand.number })}</span>
            </div>
            <Felt hand={hand} />
            {hand.end && (
              <p class="outcome" role="status" data-fact="outcome">
                {say(hand.end.won === 1 ? "whole.won" : hand.end.won === 0 ? "whole.lost" : "whole.split", { chips: signed(hand.end.payoff) })} <small class="muted">{say(hand.end.how === "fold" ? "whole.fold" : "whole.showdown")}</small>
              </p>
            )}
            {hand.over ? (
              <div class="actions">
                <button ref={first} type="button" class="button main" data-key="n" disabled={isBusy} onClick={deal}>
                  {say("whole.next")}
                </button>
                <button type="button" class="button" onClick={() => go(`/holdem/${deck.data?.run}?line=${encodeURIComponent(hand.decisions[0]?.line ?? "")}&hand=${handClass(hand.cards)}`)}>
                  {say("whole.solve")}
                </button>
              </div>
            ) : (
              <div class="answers" role="group" aria-label={say("whole.actions")}>
                {hand.actions.map((name, k) => (
                  <button key={name} ref={k === 0 ? first : undefined} type="button" class="button answer" disabled={isBusy} onClick={() => act(k)}>
                    <kbd aria-hidden="true">{k + 1}</kbd>
                    <span>{saidAction(name)}</span>
                  </button>
                ))}
              </div>
            )}
          </section>
          <section class="panel" aria-labelledby="graded">
            <h2 id="graded">{say("whole.decisions")}</h2>
            {!hand.decisions.length && <p class="muted">{say("whole.none")}</p>}
            <ol class="decisions" aria-live="polite">
              {hand.decisions.map((each, k) => (
                <li key={k}>
                  <button type="button" class="link" aria-expanded={last === each} onClick={() => setOpened(k)}>
                    <span class={`verdict ${each.grade}`}>
                      <b aria-hidden="true">{SIGNS[each.grade]}</b> <span data-grade={k}>{say(`grade.${each.grade}` as Key)}</span>
                    </span>
                    <span>
                      <small class="muted">{say(streetOf(hand.start + each.line.split(", ").filter((word) => /^[2-9TJQKA][cdhs]$/.test(word)).length))}</small> <span>{saidAction(each.actions[each.chosen] ?? "")}</span>
                    </span>
                    <span class="number muted" data-loss={k}>
                      {each.loss > 0 ? fixed(-each.loss, 2) : "0"}
                    </span>
                  </button>
                </li>
              ))}
            </ol>
            {last && (
              <>
                <ActionTable rows={last.actions.map((name, k) => ({ name, text: saidAction(name), value: last.values[k] ?? null, share: last.shares[k] ?? null }))} chosen={last.actions[last.chosen] ?? ""} digits={2} isOurs />
                <p class="muted small">
                  {last.loss > 0 ? say("train.loss.pot", { loss: small(last.loss), share: percent(last.share) }) : say("train.best")}
                  {last.grade === "sound" && last.loss > 0 && ` · ${say("train.sound", { error: small(last.error) })}`}
                  {last.rare && ` · ${say("whole.rare")}`}
                </p>
              </>
            )}
          </section>
        </div>
      )}
      {session.decisions > 0 && (
        <p class="muted small" data-fact="session">
          {say("whole.session", { hands: session.hands, n: session.decisions, share: `${fixed((100 * session.share) / session.decisions, 2)} %`, won: signed(session.won) })}
        </p>
      )}
    </div>
  );
}

/** The street with so many cards on the board. */
function streetOf(cards: number): Key {
  return STREETS[Math.max(0, Math.min(2, cards - 3))] ?? "street.flop";
}

function Felt({ hand }: { hand: Hand }) {
  const say = useWords();
  const cards = hand.board.length / 2;
  return (
    <div class="felt">
      <div class="holding">
        <span class="muted">{say(hand.seat ? "whole.oop" : "whole.ip")}</span>
        {hand.end?.theirs ? <Cards text={hand.end.theirs} /> : <Backs label={say("whole.hidden")} />}
        <span class="number">{say("whole.behind", { n: small(hand.behind[1]) })}</span>
      </div>
      <div>
        <span class="muted">{say(streetOf(cards))}</span>
        <Cards text={hand.board} />
        <strong class="number">{say("whole.pot", { n: small(hand.pot) })}</strong>
      </div>
      <div class="holding mine">
        <span class="muted">{say("whole.you")}</span>
        <Cards text={hand.cards} />
        <span class="number">{say("whole.behind", { n: small(hand.behind[0]) })}</span>
      </div>
      {hand.log.length > 0 && (
        <p class="way" lang="en">
          {hand.log.map((row, k) => (
            <span key={k} class={row.who < 0 ? "card-dealt" : row.who === hand.seat ? "step mine" : "step"}>
              {row.who < 0 ? <Cards text={row.text} /> : `${row.who ? "IP" : "OOP"} ${saidAction(row.text)}`}
            </span>
          ))}
        </p>
      )}
      {!hand.over && hand.to_call > 0 && <p class="muted small">{say("train.odds.call", { n: small(hand.to_call), share: percent(hand.to_call / (hand.pot + hand.to_call)) })}</p>}
    </div>
  );
}

/** AhKh → AKs: the class under which a solve's page shows it. */
function handClass(cards: string): string {
  const order = "23456789TJQKA";
  const [a = "", s, b = "", t] = [...cards];
  const [high, low] = order.indexOf(a) >= order.indexOf(b) ? [a, b] : [b, a];
  return high === low ? high + low : `${high}${low}${s === t ? "s" : "o"}`;
}

function signed(value: number): string {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${small(Math.abs(value))}`;
}
