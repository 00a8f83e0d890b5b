// Watch: two players at one table, nobody sits there; every round move by move, and who is ahead.
import { useEffect, useState } from "preact/hooks";
import { ask, useAsk, type Game } from "../api";
import { Empty, Fact, Trouble, useTitle } from "../parts/basic";
import { offer } from "../parts/Export";
import { Icon } from "../parts/icons";
import { fixed } from "../pure/format";
import { nameOf } from "../pure/spec";
import { go } from "../router";
import { useStore } from "../store";
import { runs } from "../watch";
import { HOLDEM, useChoices, type Choice, type PlayerCard } from "./Play";
import { useWords } from "./words";

interface Round {
  seat: number;
  log: { who: number; text: string }[];
  payoffs: number[];
  end: string;
}
interface Found {
  game: string;
  players: number;
  rounds: Round[];
  score: { mean: number | null; low: number | null; high: number | null; count: number; total: number };
  unit: string;
  stopped: string;
  file: { name: string; text: string };
}

function Pick({ label, choices, chosen, onPick }: { label: string; choices: Choice[]; chosen: Choice | undefined; onPick: (key: string) => void }) {
  return (
    <label class="wide">
      <span>{label}</span>
      <select class="button" value={chosen?.key ?? ""} onChange={(event) => onPick(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice.key} value={choice.key} disabled={choice.isWrong}>
            {choice.title}
          </option>
        ))}
      </select>
      <small class="muted">{chosen?.about}</small>
    </label>
  );
}

export function Watch({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("watch.title"));
  const all = useStore(runs);
  const [spec, setSpec] = useState(query.get("game") ?? "kuhn");
  const [picked, setPicked] = useState<[string, string]>(["", ""]);
  const [count, setCount] = useState("20");
  const [found, setFound] = useState<Found | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [at, setAt] = useState(0);
  const listed = useAsk<{ items: Game[] }>("/games", true).data;
  const isHoldem = spec.trim() === HOLDEM;
  const cards = useAsk<{ items: PlayerCard[] }>(isHoldem ? "/players" : null).data;
  const card = listed?.items.find(({ name }) => name === nameOf(spec));
  const offered = useChoices(spec.trim(), card, cards?.items ?? []).filter(({ opponent }) => opponent.kind !== "solve");
  const isKnown = isHoldem ? cards !== null : listed !== null && all !== null;
  const choices = isKnown ? offered : [];
  const able = choices.filter(({ isWrong }) => !isWrong);
  const sides = picked.map((key, k) => able.find((each) => each.key === key) ?? able[Math.min(k, able.length - 1)]);
  const rounds = Number(count);
  const isFine = Number.isInteger(rounds) && rounds >= 1 && rounds <= 200;
  useEffect(() => (setFound(null), setError(null)), [spec]);
  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    go(`/play/watch?${new URLSearchParams({ game: spec.trim() })}`, "replace");
    try {
      setFound(await ask<Found>("/matches", { method: "POST", body: { game: spec.trim(), players: sides.map((side) => side?.opponent), rounds } }));
      setAt(0);
    } catch (refused) {
      setError(refused as Error);
    }
    setBusy(false);
  };
  const names = sides.map((side) => side?.title ?? "");
  return (
    <div class="screen">
      <form class="stack" onSubmit={(event) => void start(event)} noValidate>
        <div class="head">
          <div>
            <p class="crumb">
              <a href="/play">{say("play.lobby")}</a>
            </p>
            <h1 tabIndex={-1}>{say("watch.title")}</h1>
            <p class="lead">{say("watch.lead")}</p>
          </div>
        </div>
        <section class="panel" aria-label={say("watch.who")}>
          <div class="form sides">
            <label>
              <span>{say("play.game")}</span>
              <input type="text" list="watch-games" spellcheck={false} autocomplete="off" value={spec} onInput={(event) => setSpec(event.currentTarget.value)} />
            </label>
            <datalist id="watch-games">
              {[HOLDEM, ...(listed?.items ?? []).map(({ name }) => name)].map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            {(["A", "B"] as const).map((side, k) => (
              <Pick key={side} label={say("watch.side", { side })} choices={choices} chosen={sides[k]} onPick={(key) => setPicked(k ? [picked[0], key] : [key, picked[1]])} />
            ))}
            <label>
              <span>{say("watch.rounds")}</span>
              <input type="text" inputMode="numeric" value={count} aria-invalid={!isFine} onInput={(event) => setCount(event.currentTarget.value)} />
            </label>
          </div>
          <div class="actions">
            <button type="submit" class="button main" disabled={isBusy || !isFine || !sides[0]}>
              <Icon name="play" />
              {isBusy ? say("watch.wait") : say("watch.go")}
            </button>
          </div>
        </section>
      </form>
      <Trouble error={error} />
      {!found && !error && <Empty title={say("watch.none")} />}
      {found && <Match found={found} names={names} at={Math.min(at, found.rounds.length - 1)} setAt={setAt} />}
    </div>
  );
}

function Match({ found, names, at, setAt }: { found: Found; names: string[]; at: number; setAt: (at: number) => void }) {
  const say = useWords();
  const { mean, low, high } = found.score;
  const [step, setStep] = useState(Infinity);
  const round = found.rounds[at];
  useEffect(() => setStep(Infinity), [at, found]);
  const shown = Math.min(step, round?.log.length ?? 0);
  const who = (player: number): string => (player < 0 ? say(found.unit ? "log.dealer" : "log.chance") : player === round?.seat ? `A · ${names[0]}` : `B · ${names[1]}`);
  const digits = found.unit ? 0 : 3;
  return (
    <>
      <section class="proof" aria-label={say("table.score")}>
        <dl class="facts">
          <Fact label={say(found.unit ? "watch.mean.mbb" : "watch.mean")} isMain>
            <span data-fact="mean">{fixed(mean, digits)}</span>
          </Fact>
          <Fact label={say("watch.interval")}>{low === null ? "–" : `${fixed(low, digits)} … ${fixed(high, digits)}`}</Fact>
          <Fact label={say("watch.total")}>{fixed(found.score.total, found.unit ? 0 : 2)}</Fact>
          <Fact label={say("watch.played")}>{found.score.count}</Fact>
        </dl>
        {found.stopped === "seconds" && <p class="claim">{say("watch.cut")}</p>}
      </section>
      <div class="split">
        <section class="panel" aria-labelledby="rounds">
          <div class="tools">
            <h2 id="rounds">{say("watch.list")}</h2>
            <button type="button" class="button" onClick={() => offer(found.file.name, new Blob([found.file.text], { type: "text/plain" }))}>
              <Icon name="down" />
              {say("watch.save")}
            </button>
          </div>
          <ol class="rounds">
            {found.rounds.map((each, k) => {
              const got = each.payoffs[each.seat] ?? 0;
              return (
                <li key={k}>
                  <button type="button" aria-current={k === at ? "true" : undefined} onClick={() => setAt(k)}>
                    <span>{say("watch.round", { n: k + 1 })}</span>
                    <b class={got > 0 ? "good" : got < 0 ? "bad" : ""}>{`${got > 0 ? "+" : got < 0 ? "−" : ""}${Number(Math.abs(got).toPrecision(6))}`}</b>
                  </button>
                </li>
              );
            })}
          </ol>
        </section>
        {round && (
          <section class="panel" aria-labelledby="moves">
            <h2 id="moves">{say("watch.round", { n: at + 1 })}</h2>
            <div class="tools">
              <button type="button" class="button" data-key="[" disabled={shown === 0} onClick={() => setStep(shown - 1)} aria-label={say("time.back")}>
                ‹
              </button>
              <input type="range" min={0} max={round.log.length} value={shown} aria-label={say("watch.step")} onInput={(event) => setStep(Number(event.currentTarget.value))} />
              <button type="button" class="button" data-key="]" disabled={shown === round.log.length} onClick={() => setStep(shown + 1)} aria-label={say("time.on")}>
                ›
              </button>
              <span class="muted small">{`${shown} / ${round.log.length}`}</span>
            </div>
            <ol class="moves" aria-live="polite">
              {round.log.slice(0, shown).map((row, k) => (
                <li key={k}>
                  <span class={`seat p${Math.max(0, row.who) % 4}`}>{who(row.who)}</span> <span lang="en">{row.text}</span>
                </li>
              ))}
            </ol>
            {shown === round.log.length && round.end && <pre class="board">{round.end}</pre>}
          </section>
        )}
      </div>
    </>
  );
}
