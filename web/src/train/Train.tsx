// The trainer: decks of decisions, one at a time, graded by what they cost; what is nearly forgotten comes back.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ask, useAsk, type Run } from "../api";
import { ActionTable } from "../parts/ActionTable";
import { useStart } from "../parts/Asking";
import { Badge, Dialog, Empty, Fact, Trouble, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { ago, count, fixed, percent, small } from "../pure/format";
import { go } from "../router";
import { language, useStore } from "../store";
import { fetchNode, knownNode, type Node } from "../holdem/ask";
import { Cards } from "../holdem/Card";
import { CLASSES, CLASS_OF, colours, HANDS_OF } from "../holdem/cards";
import { Grid, type Cell } from "../holdem/Grid";
import { dropped } from "../parts/Drop";
import { toldSpot } from "../parts/Told";
import { runs } from "../watch";
import { GRADES, Modes, proofOf, SIGNS, type Deck, type Grade } from "./Modes";
import { Clock, PaceChoice, roll, rolled, usePace } from "./pace";
import { saidAction, saidAll, saidLine } from "../holdem/words";
import { Whole } from "./Whole";
import { useWords, type Key } from "./words";

interface Card {
  key: string;
  player: number;
  infoset: string;
  actions: string[];
  /** In the game's own words, where it has some: what was seen on the way, and every action. */
  told?: { who: number; text: string | null }[];
  texts?: string[];
  reach: number;
  why: "due" | "new" | "early" | "worst";
  board?: string;
  line?: string;
  pot?: number;
  to_call?: number;
  due: number;
  new: number;
}
interface Feedback {
  grade: Grade;
  loss: number;
  share: number;
  error: number;
  chosen: number;
  shares: number[];
  values: number[];
  actions: string[];
  back: string;
}
interface Report {
  reviews: number;
  mean: number | null;
  half_width: number | null;
  grades: Partial<Record<Grade, number>>;
  /** Of whole hands, where some were played. */
  hands: { played: number; decisions: number; mean: number | null; half_width: number | null; won: number | null };
  leaks: { infoset: string; told?: { who: number; text: string | null }[] | null; player: number; actions: string[]; asked: number; loss: number; shares: number[]; yours: number[] }[];
}
export function Train({ id, query }: { id: string; query: URLSearchParams }) {
  if (id && query.get("mode") === "hand") return <Whole key={id} id={id} />;
  return id ? <Drill key={id} id={id} /> : <List isImport={query.get("hands") === "1"} />;
}

/** Hands that were played, pasted or from a file; they are priced as a run, and its page makes the deck. */
function Import({ onClose }: { onClose: () => void }) {
  const say = useWords();
  const [form, setForm] = useState({ text: dropped.value?.kind === "hands" ? dropped.value.text : "", me: "", oop: "", ip: "" });
  useEffect(() => dropped.set(null), []); // what was dropped is shown once
  const { isBusy, refused, start } = useStart("/holdem/reviews", "/holdem");
  const { text, ...rest } = form;
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value.trim() !== ""));
  const read = (event: { currentTarget: HTMLInputElement }): void => {
    void event.currentTarget.files?.[0]?.text().then((found) => setForm((before) => ({ ...before, text: found })));
  };
  return (
    <Dialog title={say("train.hands")} onClose={onClose} isWide>
      <form class="stack tight" onSubmit={(event) => start(event, text.trim() ? { review: { text, ...named } } : null)}>
        <p class="muted small">{say("train.hands.help")}</p>
        <label class="wide">
          <span>{say("train.hands.text")}</span>
          <textarea rows={8} spellcheck={false} value={text} onInput={(event) => setForm({ ...form, text: event.currentTarget.value })} />
        </label>
        <label class="wide">
          <span>{say("train.hands.file")}</span>
          <input type="file" accept=".phh,.phhs,.log,.txt" onChange={read} />
        </label>
        <div class="form">
          {(["me", "oop", "ip"] as const).map((key) => (
            <label key={key}>
              <span>{say(`train.hands.${key}`)}</span>
              <input type="text" spellcheck={false} value={form[key]} onInput={(event) => setForm({ ...form, [key]: event.currentTarget.value })} />
            </label>
          ))}
        </div>
        <Trouble error={refused} />
        <button type="submit" class="button main" disabled={isBusy || !text.trim()}>
          {say("train.hands.go")}
        </button>
      </form>
    </Dialog>
  );
}

function List({ isImport }: { isImport: boolean }) {
  const say = useWords();
  useTitle(say("train.title"));
  const decks = useAsk<{ items: Deck[] }>("/decks");
  const [deleted, setDeleted] = useState<string[]>([]);
  const [isMaking, setMaking] = useState(false);
  const [gone, setGone] = useState<Deck | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const found = (decks.data?.items ?? []).filter((deck) => !deleted.includes(deck.id));
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("train.title")}</h1>
          <p class="lead">{say("train.lead")}</p>
        </div>
        <div class="actions">
          <button type="button" class="button" onClick={() => go("/train?hands=1", "replace")}>
            {say("train.hands")}
          </button>
          <button type="button" class="button main" onClick={() => setMaking(true)}>
            <Icon name="arrow" />
            {say("train.new")}
          </button>
        </div>
      </div>
      <Trouble error={decks.error ?? error} />
      {decks.data && !found.length && (
        <Empty title={say("train.none")}>
          <span>{say("train.none.help")}</span>
        </Empty>
      )}
      <ul class="cards">
        {found.map((deck) => (
          <li key={deck.id}>
            <div class="card deck">
              <a href={`/train/${deck.id}`}>
                <strong>{toldSpot(deck.name)}</strong>
              </a>
              <span class="about">{say("train.deck", { cards: count(deck.cards), reviews: count(deck.reviews) })}</span>
              <span class="meta">
                <span class={deck.due ? "tag due" : "tag"}>{say("train.due", { n: deck.due })}</span>
                <span class="tag">{say("train.fresh", { n: deck.new })}</span>
                <button type="button" class="plain" aria-label={say("train.delete", { name: deck.name })} onClick={() => setGone(deck)}>
                  <Icon name="trash" />
                </button>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {isImport && <Import onClose={() => go("/train", "replace")} />}
      {isMaking && <Make onClose={() => setMaking(false)} />}
      {gone && (
        <Dialog title={say("train.delete", { name: gone.name })} onClose={() => setGone(null)}>
          <p>{say("train.delete.help")}</p>
          <button
            type="button"
            class="button danger"
            onClick={() => {
              ask(`/decks/${gone.id}`, { method: "DELETE" })
                .then(() => setDeleted([...deleted, gone.id]))
                .catch(setError);
              setGone(null);
            }}
          >
            {say("train.delete.yes")}
          </button>
        </Dialog>
      )}
    </div>
  );
}

function Make({ onClose }: { onClose: () => void }) {
  const say = useWords();
  const all = useStore(runs) ?? [];
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fit = all.filter((run: Run) => ["solve", "holdem", "review"].includes(run.kind) && (run.state === "done" || run.state === "stopped") && run.result);
  const make = (run: Run): void => {
    setBusy(true);
    ask<Deck>("/decks", { method: "POST", body: { run: run.id, name: run.name || run.body.game || "" } })
      .then((deck) => (onClose(), go(`/train/${deck.id}`)))
      .catch((problem: Error) => (setError(problem), setBusy(false)));
  };
  return (
    <Dialog title={say("train.new")} onClose={onClose}>
      <p class="muted small">{say("train.new.help")}</p>
      <Trouble error={error} />
      {!fit.length && (
        <p>
          {say("train.no.runs")} <a href="/solve/leduc">{say("train.solve")}</a>
        </p>
      )}
      <ul class="found">
        {fit.slice(0, 30).map((run) => (
          <li key={run.id}>
            <button type="button" class="link" disabled={isBusy} onClick={() => make(run)}>
              {run.name || run.body.game} · {run.body.method}
            </button>
            <span class="end">
              <Badge state={run.state} />
              <small>{small(run.result?.exploitability)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Drill({ id }: { id: string }) {
  const say = useWords();
  const spoken = useStore(language);
  const deck = useAsk<Deck>(`/decks/${id}`);
  useTitle(deck.data?.name ?? say("train.title"));
  const [card, setCard] = useState<Card | null>(null);
  const [told, setTold] = useState<Feedback | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [turn, setTurn] = useState(0);
  const [isReport, setReport] = useState(false);
  const [isWorst, setWorst] = useState(false);
  const [only, setOnly] = useState(""); // "street flop" or "line check, bet 45"
  const [isGrid, setGrid] = useState(false);
  const [pace, setPace] = usePace();
  const [die, setDie] = useState(roll);
  const [until, setUntil] = useState(0);
  const [session, setSession] = useState({ answers: 0, late: 0, rolls: 0, followed: 0, share: 0 });
  const next = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const sent = useRef<Card | null>(null);
  useEffect(() => {
    const control = new AbortController(); // of two questions asked for, the one that was asked for last is shown
    const [kind, ...place] = only.split(" ");
    ask<Card>(`/decks/${id}/next`, { method: "POST", body: { worst: isWorst, ...(kind ? { [kind]: place.join(" ") } : {}) }, signal: control.signal })
      .then((found) => (setCard(found), setGrid(false), setTold(null), setDie(roll()), setUntil(performance.now() + 1000 * pace.seconds)))
      .catch((problem: Error) => !control.signal.aborted && setError(problem));
    return () => control.abort();
  }, [turn, isWorst, only]);
  useEffect(() => {
    if (told) next.current?.focus();
    else if (card) first.current?.focus({ preventScroll: true });
  }, [told, card]);
  const choose = (action: number): void => {
    if (!card || told || sent.current === card) return;
    sent.current = card; // a key pressed twice is one answer
    const isLate = pace.seconds > 0 && performance.now() > until;
    ask<Feedback>(`/decks/${id}/answers`, { method: "POST", body: { key: card.key, action } })
      .then((found) => {
        setTold(found);
        setSession((before) => ({
          answers: before.answers + 1,
          late: before.late + Number(isLate),
          rolls: before.rolls + Number(pace.isDie),
          followed: before.followed + Number(pace.isDie && rolled(found.shares, die) === action),
          share: before.share + found.share,
        }));
      })
      .catch((problem) => ((sent.current = null), setError(problem)));
  };
  // with the picture, not after it: an answer that can be seen can be given by its key
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const number = Number(event.key);
      if (!event.ctrlKey && !event.metaKey && !event.altKey && number >= 1 && number <= (card?.actions.length ?? 0) && !document.querySelector("dialog[open]")) choose(number - 1);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [card, told, die, until, pace]);
  return (
    <div class="screen">
      <div class="head">
        <div>
          <p class="crumb">
            <a href="/train">{say("train.title")}</a>
          </p>
          <h1 tabIndex={-1}>{toldSpot(deck.data?.name ?? "…")}</h1>
          {deck.data && (
            <p class="lead">
              {proofOf(deck.data, say)}
            </p>
          )}
        </div>
        <div class="actions">
          {(deck.data?.streets?.length ?? 0) > 0 && <Modes id={id} now="cards" />}
          {((deck.data?.lines?.length ?? 0) > 1 || (deck.data?.streets?.length ?? 0) > 1) && (
            <select class="button" aria-label={say("train.only")} value={only} onChange={(event) => setOnly(event.currentTarget.value)}>
              <option value="">{say("train.only.all")}</option>
              {(deck.data?.streets ?? []).length > 1 &&
                (deck.data?.streets ?? []).map((name) => (
                  <option key={name} value={`street ${name}`}>
                    {say(`street.${name}` as Key)}
                  </option>
                ))}
              {(deck.data?.lines ?? []).map((name) => (
                <option key={name} value={`line ${name}`}>
                  {name ? saidLine(name) : say("train.first")}
                </option>
              ))}
            </select>
          )}
          <button type="button" class="button" aria-pressed={isWorst} onClick={() => setWorst(!isWorst)}>
            {say("train.worst")}
          </button>
          <button type="button" class="button" onClick={() => setReport(true)}>
            {say("train.report")}
          </button>
        </div>
      </div>
      <Trouble error={deck.error ?? error} />
      {card && (
        <section class="panel drill" aria-labelledby="question">
          <div class="tools">
            <h2 id="question">{card.board !== undefined ? say(card.player ? "train.turn.ip" : "train.turn.oop") : say("train.question", { n: card.player })}</h2>
            <span class="tag">{say(`train.why.${card.why}` as Key)}</span>
            <span class="muted small">{say("train.left", { due: card.due, fresh: card.new })}</span>
            {pace.seconds > 0 && !told && <Clock until={until} />}
            {pace.isDie && (
              <span class="tag" data-fact="die">
                {say("pace.rolled", { n: die })}
              </span>
            )}
          </div>
          <p class="infoset" data-infoset={card.infoset}>
            {card.board !== undefined && /^([2-9TJQKA][cdhs]){2}$/.test(card.infoset) ? <Cards text={card.infoset} /> : card.told === undefined ? card.infoset || say("train.start") : <Told rows={card.told} player={card.player} />}
          </p>
          {card.told !== undefined && card.infoset && (
            <p class="muted small">
              {say("train.infoset")} <code>{card.infoset}</code>
            </p>
          )}
          {card.board !== undefined && (
            <dl class="facts">
              <Fact label={say("train.board")}>
                <Cards text={card.board} />
              </Fact>
              <Fact label={say("train.line")}>{card.line ? saidLine(card.line) : say("train.first")}</Fact>
              <Fact label={say("train.pot")}>{card.pot}</Fact>
              {(card.to_call ?? 0) > 0 && (
                <Fact label={say("train.odds")}>
                  <span data-fact="pot-odds">{say("train.odds.call", { n: card.to_call ?? 0, share: percent((card.to_call ?? 0) / ((card.pot ?? 0) + (card.to_call ?? 0))) })}</span>
                </Fact>
              )}
            </dl>
          )}
          <p class="muted small">{say("train.reach", { share: percent(card.reach) })}</p>
          <div class="answers">
            {card.actions.map((name, k) => (
              <button key={name} ref={k === 0 ? first : undefined} type="button" class={`button answer${told?.chosen === k ? " chosen" : ""}`} disabled={told !== null} onClick={() => choose(k)}>
                <kbd aria-hidden="true">{k + 1}</kbd>
                {card.board === undefined ? <span lang="en">{card.texts?.[k] ?? name}</span> : <span>{saidAction(name)}</span>}
              </button>
            ))}
          </div>
          <div aria-live="polite">
            {told && (
              <div class={`told ${told.grade}`}>
                <p class="grade">
                  <b aria-hidden="true">{SIGNS[told.grade]}</b> <span data-fact="grade">{say(`grade.${told.grade}` as Key)}</span>
                  <small>{told.loss > 0 ? say(card.board === undefined ? "train.loss" : "train.loss.pot", { loss: small(told.loss), share: percent(told.share) }) : say("train.best")}</small>
                </p>
                {told.grade === "sound" && told.loss > 0 && <p class="claim">{say("train.sound", { error: small(told.error) })}</p>}
                {pace.isDie && (
                  <p class="claim" data-fact="followed">
                    {say(rolled(told.shares, die) === told.chosen ? "pace.followed" : "pace.other", { n: die, action: card.texts?.[rolled(told.shares, die)] ?? saidAction(told.actions[rolled(told.shares, die)] ?? "") })}
                  </p>
                )}
                <ActionTable rows={told.actions.map((name, k) => ({ name, text: card.board === undefined ? card.texts?.[k] : saidAction(name), value: told.values[k] ?? null, share: told.shares[k] ?? null }))} chosen={told.actions[told.chosen] ?? ""} isOurs={card.board !== undefined} />
                <div class="tools">
                  <button ref={next} type="button" class="button main" onClick={() => setTurn(turn + 1)}>
                    {say("train.next")}
                  </button>
                  {card.board !== undefined && card.line !== undefined && deck.data?.run && (
                    <button type="button" class="button" data-key="v" aria-pressed={isGrid} onClick={() => setGrid(!isGrid)}>
                      {say("train.grid")}
                    </button>
                  )}
                  <span class="muted small">{say("train.again", { when: ago(told.back, spoken) })}</span>
                </div>
                {isGrid && card.line !== undefined && deck.data && <WholeRange run={deck.data.run} line={card.line} />}
              </div>
            )}
          </div>
        </section>
      )}
      <div class="tools">
        <PaceChoice pace={pace} setPace={(next) => (setPace(next), next.seconds && setUntil(performance.now() + 1000 * next.seconds))} />
        {session.answers > 0 && (
          <span class="muted small" data-fact="session">
            {say("pace.session", { n: session.answers, share: `${fixed((100 * session.share) / session.answers, 2)} %` })}
            {session.late > 0 && ` · ${say("pace.late", { n: session.late })}`}
            {session.rolls > 0 && ` · ${say("pace.die.score", { n: session.followed, of: session.rolls })}`}
          </span>
        )}
      </div>
      {isReport && <ReportSheet id={id} onClose={() => setReport(false)} />}
    </div>
  );
}

/** How the whole range plays the decision that was just answered. */
function WholeRange({ run, line }: { run: string; line: string }) {
  const say = useWords();
  const [node, setNode] = useState<Node | null>(() => knownNode(run, "train", line) ?? null);
  const [error, setError] = useState<Error | null>(null);
  const [at, setAt] = useState(0);
  useEffect(() => fetchNode(run, "train", line, setNode, setError), [run, line]);
  if (!node || node.kind !== "act") return <Trouble error={error} />;
  const width = node.actions?.length ?? 0;
  const paint = colours(node.actions ?? []);
  const side = node.seats[node.player ?? "oop"];
  const found = CLASSES.map(() => ({ left: 0, shares: new Array<number>(width).fill(0) }));
  side.hands.forEach((hand, row) => {
    const cell = found[CLASS_OF[hand] ?? 0];
    const reach = side.reach[row] ?? 0;
    if (!cell) return;
    cell.left += reach;
    for (let a = 0; a < width; a++) cell.shares[a] = (cell.shares[a] ?? 0) + reach * (node.strategy[row * width + a] ?? 0);
  });
  const cells: Cell[] = found.map((cell, k) => ({
    height: cell.left / (HANDS_OF[k]?.length ?? 1),
    parts: cell.shares.map((share, a) => ({ colour: paint[a] ?? "b1", share: cell.left > 0 ? share / cell.left : 0 })),
    about: saidAll((node.actions ?? []).map((name, a) => `${saidAction(name)} ${percent(cell.left > 0 ? (cell.shares[a] ?? 0) / cell.left : 0)}`)),
  }));
  return (
    <div class="stack tight">
      <Grid isSmall label={say("train.grid")} cells={cells} at={at} onPick={setAt} />
      <ul class="key">
        {(node.actions ?? []).map((name, a) => (
          <li key={name}>
            <i class={`act-${paint[a]}`} aria-hidden="true" />
            <span>{saidAction(name)}</span> <b>{percent(node.frequencies?.[a] ?? 0)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What a player has seen on the way to a decision. */
function Told({ rows, player }: { rows: { who: number; text: string | null }[]; player: number }) {
  const say = useWords();
  if (!rows.length) return <>{say("train.start")}</>;
  return (
    <>
      {rows.map((row, k) => (
        <span key={k} class="seen">
          {row.who >= 0 && <span class={`seat p${row.who % 4}`}>{row.who === player ? say("train.you") : say("train.player", { n: row.who })}</span>}{" "}
          {row.text === null ? <em class="muted">{say("train.unseen")}</em> : <span lang="en">{row.text}</span>}
        </span>
      ))}
    </>
  );
}

function ReportSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const say = useWords();
  const [data, setData] = useState<Report | null>(null);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    ask<Report>(`/decks/${id}/stats`).then(setData).catch(setError);
  }, []);
  return (
    <Dialog title={say("train.report")} onClose={onClose} isWide>
      <Trouble error={error} />
      {data && (
        <>
          <dl class="facts">
            <Fact label={say("report.answers")} isMain>
              {count(data.reviews)}
            </Fact>
            <Fact label={say("report.mean")} isMain>
              <span data-fact="mean">{data.mean === null ? "–" : `${fixed(data.mean * 100, 2)} %`}</span>
              {data.half_width !== null && <small> ± {fixed(data.half_width * 100, 2)} %</small>}
            </Fact>
          </dl>
          {data.hands.played > 0 && (
            <p data-fact="hands">
              {say("report.hands", { n: count(data.hands.played), decisions: count(data.hands.decisions), loss: data.hands.mean === null ? "–" : `${fixed(data.hands.mean * 100, 2)} %`, won: small(data.hands.won) })}
              {data.hands.half_width !== null && <small class="muted"> ± {fixed(data.hands.half_width * 100, 2)} %</small>}
            </p>
          )}
          <ul class="legend">
            {GRADES.map((name) => (
              <li key={name}>
                <b>{data.grades[name] ?? 0}</b> {say(`grade.${name}` as Key)}
              </li>
            ))}
          </ul>
          {data.leaks.length > 0 && (
            <div class="scroll" tabIndex={0} role="group" aria-label={say("report.leaks")}>
              <table class="data">
                <thead>
                  <tr>
                    <th>{say("report.leaks")}</th>
                    <th class="number">{say("report.asked")}</th>
                    <th class="number">{say("report.loss")}</th>
                    <th>{say("report.mix")}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.leaks.map((leak) => (
                    <tr key={`${leak.player} ${leak.infoset}`}>
                      <td>
                        {leak.told ? <Told rows={leak.told} player={leak.player} /> : <code>{leak.infoset || say("train.start")}</code>}
                      </td>
                      <td class="number">{leak.asked}</td>
                      <td class="number">{percent(leak.loss)}</td>
                      <td>
                        <span class="mixtext">
                          {leak.actions.map((name, k) => (
                            <span key={name}>
                              {name} {percent(leak.yours[k] ?? 0)} <small class="muted">({percent(leak.shares[k] ?? 0)})</small>
                            </span>
                          ))}
                        </span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
