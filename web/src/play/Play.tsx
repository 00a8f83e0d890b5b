// Play: choose a game and somebody to play against; then the table.
import { useEffect, useState } from "preact/hooks";
import { ask, useAsk, type Game, type Run } from "../api";
import { Empty, Trouble, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { Told } from "../parts/Told";
import { ago, count, small } from "../pure/format";
import { nameOf } from "../pure/spec";
import { go } from "../router";
import { language, useStore } from "../store";
import { runs } from "../watch";
import { Table } from "./Table";
import { Watch } from "./Watch";
import { useWords, type PlayKey } from "./words";

export interface Opponent {
  kind: "run" | "engine" | "uniform" | "solve" | "player";
  player?: string;
  seconds?: number;
  run?: string;
  method?: string;
  nodes?: number;
  exploitability?: number | null;
}
interface Kept {
  id: string;
  game: string;
  opponent: Opponent;
  rounds: number;
  created: string;
}

const LEVELS: { key: PlayKey; nodes: number }[] = [
  { key: "engine.easy", nodes: 50 },
  { key: "engine.middle", nodes: 2000 },
  { key: "engine.strong", nodes: 50_000 },
];

export function opponentName(who: Opponent, say: ReturnType<typeof useWords>, all: Run[] | null): string {
  if (who.kind === "player") return who.seconds === undefined ? (who.player ?? "") : `${who.player} · ${who.seconds} s`;
  if (who.kind === "engine") return `${who.method} · ${say("opponent.nodes", { n: count(who.nodes ?? 0) })}`;
  if (who.kind === "run") {
    const run = all?.find(({ id }) => id === who.run);
    return run ? run.name || `${run.body.game} · ${run.body.method}` : (who.run ?? "");
  }
  return say(who.kind === "solve" ? "opponent.solve" : "opponent.uniform");
}

export function Play({ name, query }: { name: string; query: URLSearchParams }) {
  if (name === "watch") return <Watch query={query} />;
  return /^[a-z0-9]{10}$/.test(name) ? <Table key={name} id={name} query={query} /> : <Lobby game={name || query.get("game") || "kuhn"} />;
}

export interface Choice {
  key: string;
  title: string;
  about: string;
  opponent: Opponent;
  isWrong?: boolean;
}

export interface PlayerCard {
  name: string;
  strength: string;
  thinks: boolean;
  wrong: string;
}
export const HOLDEM = "holdem";
const SECONDS = [1, 2, 5, 10]; // for a decision of a player that thinks
const USUAL = 2;

export function useChoices(game: string, card: Game | undefined, players: PlayerCard[], seconds = USUAL): Choice[] {
  const say = useWords();
  const all = useStore(runs);
  if (game === HOLDEM)
    return players.map((player) => ({
      key: `player ${player.name}`,
      title: player.name,
      about: player.wrong || player.strength,
      isWrong: player.wrong !== "",
      opponent: { kind: "player", player: player.name, ...(player.thinks ? { seconds } : {}) },
    }));
  const solved = (all ?? []).filter((run) => run.result && run.kind === "solve" && nameOf(run.body.game) === nameOf(game) && run.body.game === game).slice(0, 6);
  const found: Choice[] = solved.map((run) => ({
    key: `run ${run.id}`,
    title: run.name || `${run.body.game} · ${run.body.method}`,
    about: say("opponent.run.about", { gap: small(run.result?.exploitability) }),
    opponent: { kind: "run", run: run.id },
  }));
  if (card?.hidden !== false) found.push({ key: "solve", title: say("opponent.solve"), about: say("opponent.solve.about"), opponent: { kind: "solve" } });
  if (card && !card.hidden) {
    for (const level of LEVELS) {
      const method = card.players === 2 && !card.chance ? "mtdf" : "mcts";
      found.push({ key: `engine ${level.nodes}`, title: say(level.key), about: say("opponent.engine.about", { method, nodes: level.nodes.toLocaleString("en-US") }), opponent: { kind: "engine", method, nodes: level.nodes } });
    }
  }
  found.push({ key: "uniform", title: say("opponent.uniform"), about: say("opponent.uniform.about"), opponent: { kind: "uniform" } });
  return found;
}

function Lobby({ game }: { game: string }) {
  const say = useWords();
  const spoken = useStore(language);
  const all = useStore(runs);
  useTitle(say("play.title"));
  const listed = useAsk<{ items: Game[] }>("/games", true).data;
  const games = listed?.items ?? [];
  const [spec, setSpec] = useState(game);
  const [picked, setPicked] = useState("");
  const [seat, setSeat] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const card = games.find(({ name }) => name === nameOf(spec));
  // who can be played is known when games and runs are: before that nobody is offered, so that nobody is taken by mistake
  const isHoldem = spec.trim() === HOLDEM;
  const players = useAsk<{ items: PlayerCard[] }>(isHoldem ? "/players" : null).data;
  const isKnown = isHoldem ? players !== null : listed !== null && all !== null;
  const [seconds, setSeconds] = useState(USUAL);
  const offered = useChoices(spec.trim(), card, players?.items ?? [], seconds);
  const choices = isKnown ? offered : [];
  const chosen = choices.find(({ key }) => key === picked) ?? choices.find(({ isWrong }) => !isWrong);
  // whoever was shown as chosen stays so when a run ends meanwhile and the list gets longer
  useEffect(() => {
    if (chosen && chosen.key !== picked) setPicked(chosen.key);
  }, [chosen?.key]);
  const kept = useAsk<{ items: Kept[] }>("/tables").data?.items ?? [];
  useEffect(() => (setSpec(game), setError(null)), [game]);
  const sit = (event: Event): void => {
    event.preventDefault();
    if (!chosen) return;
    setBusy(true);
    setError(null);
    ask<{ id: string }>("/tables", { method: "POST", body: { game: spec.trim(), opponent: chosen.opponent, seat } })
      .then((table) => go(`/play/${table.id}`))
      .catch((refused: Error) => (setError(refused), setBusy(false)));
  };
  return (
    <form class="screen" onSubmit={sit} noValidate>
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("play.title")}</h1>
          <p class="lead">{say("play.lead")}</p>
        </div>
        <div class="actions">
          <a class="button" href={`/play/watch?${new URLSearchParams({ game: spec.trim() || "kuhn" })}`}>
            {say("watch.title")}
          </a>
        </div>
      </div>
      <Trouble error={error} />
      <div class="split">
        <section class="panel" aria-labelledby="opponent">
          <h2 id="opponent">{say("play.opponent")}</h2>
          <fieldset class="methods" aria-busy={!isKnown}>
            <legend>{isKnown ? say("play.opponent.lead") : say("play.opponent.wait")}</legend>
            {choices.map((choice) => (
              <label key={choice.key} class="option">
                <input type="radio" name="opponent" disabled={choice.isWrong} checked={choice === chosen} onChange={() => setPicked(choice.key)} />
                <span>
                  <b>{choice.title}</b>
                  <small>{isHoldem ? <Told text={choice.about} /> : choice.about}</small>
                </span>
              </label>
            ))}
          </fieldset>
        </section>
        <section class="panel" aria-labelledby="table">
          <h2 id="table">{say("play.table")}</h2>
          <div class="segments" role="group" aria-label={say("play.kind")}>
            <button type="button" aria-pressed={!isHoldem} onClick={() => go("/play")}>
              {say("play.kind.any")}
            </button>
            <button type="button" aria-pressed={isHoldem} onClick={() => go("/play/holdem")}>
              {say("play.kind.holdem")}
            </button>
          </div>
          <label class="wide">
            <span>{say("play.game")}</span>
            <input type="text" list="play-games" spellcheck={false} autocomplete="off" value={spec} onInput={(event) => (setSpec(event.currentTarget.value), setError(null))} />
          </label>
          <datalist id="play-games">
            {[HOLDEM, ...games.map(({ name }) => name)].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          <div class="segments" role="group" aria-label={say("play.seat")}>
            {[null, ...Array.from({ length: card?.players ?? 2 }, (_, i) => i)].map((each) => (
              <button key={String(each)} type="button" aria-pressed={seat === each} onClick={() => setSeat(each)}>
                {each === null ? say("play.seat.change") : isHoldem ? say(each === 1 ? "seat.button" : "seat.blind") : say("play.seat.n", { n: each })}
              </button>
            ))}
          </div>
          {chosen?.opponent.seconds !== undefined && (
            <label class="inline">
              <span class="small muted">{say("play.thinks")}</span>
              <select class="button" value={String(seconds)} onChange={(event) => setSeconds(Number(event.currentTarget.value))}>
                {SECONDS.map((each) => (
                  <option key={each} value={String(each)}>
                    {each} s
                  </option>
                ))}
              </select>
            </label>
          )}
          <div class="actions">
            <button type="submit" class="button main" disabled={isBusy || !spec.trim() || !chosen}>
              <Icon name="play" />
              {isBusy ? say("play.sitting") : say("play.sit")}
            </button>
            {!isHoldem && (
              <a class="button" href={`/games/${encodeURIComponent(spec.trim())}`}>
                {say("play.rules")}
              </a>
            )}
          </div>
        </section>
      </div>
      <section aria-labelledby="kept">
        <h2 id="kept">{say("play.kept")}</h2>
        {kept.length ? (
          <ul class="rows files">
            {kept.slice(0, 8).map((table) => (
              <li key={table.id} class="row">
                <a class="what" href={`/play/${table.id}`}>
                  <strong>{table.game === HOLDEM ? say("hand.title") : table.game}</strong>
                  <small>{opponentName(table.opponent, say, all)}</small>
                </a>
                <span class="muted">{say(table.rounds === 1 ? "play.rounds.one" : "play.rounds", { n: table.rounds })}</span>
                <small class="muted">{ago(table.created, spoken)}</small>
              </li>
            ))}
          </ul>
        ) : (
          <Empty title={say("play.none")} />
        )}
      </section>
    </form>
  );
}
