// Games: the list, and one game with its rules, parameters and size.
import { useEffect, useState } from "preact/hooks";
import { useAsk, type Description, type Game } from "../api";
import { Fact, Ticked, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { Told, told } from "../parts/Told";
import { bytes, count } from "../pure/format";
import { givenIn, makeSpec, nameOf, written } from "../pure/spec";
import { go } from "../router";
import { useStore } from "../store";
import { useWords } from "../text";
import { own, seenOf } from "../watch";

const FILTERS = ["all", "hidden", "open", "chance", "two", "many", "small", "large"] as const;
type Filter = (typeof FILTERS)[number];

export function Games() {
  const say = useWords();
  useTitle(say("nav.games"));
  const { data, error, isLoading } = useAsk<{ items: Game[] }>("/games", true);
  const sizes = useAsk<{ items: { name: string; histories: number | null }[] }>("/sizes", true);
  const sizeOf = new Map((sizes.data?.items ?? []).map(({ name, histories }) => [name, histories]));
  const files = useStore(own);
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const fits: Record<Filter, (game: Game) => boolean> = {
    all: () => true,
    hidden: (game) => game.hidden,
    open: (game) => !game.hidden,
    chance: (game) => game.chance,
    two: (game) => game.players === 2,
    many: (game) => game.players > 2,
    small: (game) => typeof sizeOf.get(game.name) === "number",
    large: (game) => sizeOf.get(game.name) === null,
  };
  const found = (data?.items ?? []).filter((game) => fits[filter](game) && `${game.name} ${game.summary} ${told(game.summary).text}`.toLowerCase().includes(text.toLowerCase()));
  const isOfSize = filter === "small" || filter === "large";
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("nav.games")}</h1>
          <p class="lead">{say("games.lead")}</p>
        </div>
      </div>
      <div class="tools">
        <input type="search" aria-label={say("games.search")} placeholder={say("games.search")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <div class="segments" role="group" aria-label={say("games.filter")}>
          {FILTERS.map((name) => (
            <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
              {say(`games.${name}`)}
            </button>
          ))}
        </div>
      </div>
      {Object.entries(files).map(([file, stamp]) => (
        <OwnFile key={file} file={file} stamp={stamp} />
      ))}
      <Trouble error={error ?? sizes.error} />
      {((isLoading && !data) || (isOfSize && !sizes.data && !sizes.error)) && <p class="muted">{say("loading")}</p>}
      {data && !found.length && (!isOfSize || sizes.data) && <p class="muted">{say("nothing")}</p>}
      <ul class="cards">
        {found.map((game) => (
          <li key={game.name}>
            <a class="card" href={`/games/${game.name}`}>
              <strong>{game.name}</strong>
              <span class="about">
                <Told text={game.summary} />
              </span>
              <span class="meta">
                <span class="tag">{say("games.players", { n: game.players })}</span>
                {game.hidden && <span class="tag">{say("games.hidden")}</span>}
                {game.chance && <span class="tag">{say("games.chance")}</span>}
                {sizeOf.has(game.name) && <span class="tag">{say("games.size.tag", { n: sizeOf.get(game.name) === null ? "> 10,000" : count(sizeOf.get(game.name)) })}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Own {
  file: string;
  games: { spec: string; players?: number; hidden?: boolean; check: { histories: number; complete: boolean } | null; problem: { code: string; detail: string } | null }[];
}

/** A file of one's own: its games, and what `check_game` says of each, as it is saved now. */
function OwnFile({ file, stamp }: { file: string; stamp: string }) {
  const say = useWords();
  const { data, error, isLoading } = useAsk<Own>(`/own/${file}?seen=${stamp}`);
  const to = (screen: string, spec: string): string => `/${screen}/${encodeURIComponent(spec)}`;
  return (
    <section class="panel own" aria-label={`${file}.py`} aria-busy={isLoading}>
      <h2>
        {file}.py <span class="tag">{say("own.watching")}</span>
      </h2>
      {error ? (
        <Trouble error={error} />
      ) : !data ? (
        <p class="muted">{say("loading")}</p>
      ) : !data.games.length ? (
        <p class="muted">{say("own.none")}</p>
      ) : (
        <ul class="rows">
          {data.games.map((game) => (
            <li key={game.spec} class="row">
              <a class="what" href={to("games", game.spec)}>
                <strong>{game.spec}</strong>
                {game.check && <small class="good">{say(game.check.complete ? "own.sound" : "own.sound.part", { n: count(game.check.histories) })} · {say(game.hidden ? "games.hidden" : "games.open")}</small>}
              </a>
              {game.check && (
                <span class="actions">
                  <a class="button" href={to("tree", game.spec)}>
                    {say("games.tree")}
                  </a>
                  <a class="button" href={to("play", game.spec)}>
                    {say("nav.play")}
                  </a>
                  <a class="button main" href={to("solve", game.spec)}>
                    {say("games.solve")}
                  </a>
                </span>
              )}
              {game.problem && <Trouble error={game.problem} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function GameScreen({ spec }: { spec: string }) {
  const say = useWords();
  useTitle(spec);
  const name = nameOf(spec);
  const card = useAsk<{ items: Game[] }>("/games", true).data?.items.find((game) => game.name === name);
  const seen = seenOf(name, useStore(own));
  const usual = useAsk<Description>(seen ? `/games/${encodeURIComponent(name)}?seen=${seen}` : null, true).data;
  const defaults = card?.parameters ?? usual?.parameters ?? {};
  const [typed, setTyped] = useState<Record<string, string>>({});
  const asked = useLater(Object.keys(typed).length ? makeSpec(name, defaults, typed) : spec, 350);
  useEffect(() => {
    if (asked !== spec) go(`/games/${encodeURIComponent(asked)}`, "replace");
  }, [asked]);
  const { data, error, isLoading } = useAsk<Description>(`/games/${encodeURIComponent(asked)}${seen && `?seen=${seen}`}`, true);
  const current = data && nameOf(data.spec) === name ? data.parameters : {};
  const given = error ? givenIn(asked) : {}; // what was refused stays to be mended
  const check = data?.check ?? null;
  return (
    <div class="screen">
      <div class="head">
        <div>
          <p class="crumb">
            <a href="/games">{say("nav.games")}</a>
          </p>
          <h1 tabIndex={-1}>
            {name} {seen && <span class="tag">{say("own.watching")}</span>}
          </h1>
          <p class="lead">
            <Told text={data?.summary ?? card?.summary ?? ""} />
          </p>
        </div>
        <div class="actions">
          <a class="button" href={`/tree/${encodeURIComponent(error ? spec : asked)}`}>
            {say("games.tree")}
          </a>
          <a class="button" href={`/play/${encodeURIComponent(error ? spec : asked)}`}>
            <Icon name="play" />
            {say("nav.play")}
          </a>
          {card && !card.hidden && (
            <a class="button" href={`/search/${encodeURIComponent(error ? spec : asked)}`}>
              <Icon name="search" />
              {say("games.search.go")}
            </a>
          )}
          <a class="button main" href={`/solve/${encodeURIComponent(error ? spec : asked)}`}>
            <Icon name="solve" />
            {say("games.solve")}
          </a>
        </div>
      </div>
      <Trouble error={error} />
      <div class="split">
        <div class="stack">
          {Object.keys(defaults).length > 0 && (
            <section class="panel" aria-labelledby="parameters">
              <h2 id="parameters">{say("games.parameters")}</h2>
              <div class="form">
                {Object.entries(defaults).map(([key, value]) => (
                  <label key={key}>
                    <span>{key}</span>
                    <input
                      type="text"
                      spellcheck={false}
                      autocomplete="off"
                      value={typed[key] ?? given[key] ?? written(key in current ? current[key] : value)}
                      onInput={(event) => setTyped({ ...given, ...Object.fromEntries(Object.keys(current).map((each) => [each, written(current[each])])), ...typed, [key]: event.currentTarget.value })}
                    />
                  </label>
                ))}
              </div>
              <p class="spec">
                <code>{asked}</code>
              </p>
            </section>
          )}
          {data && (
            <section class="panel" aria-labelledby="rules">
              <h2 id="rules">{say("games.rules")}</h2>
              <div class="prose" lang="en">
                {data.rules.split(/\n\s*\n/).map((part) => (
                  <p key={part}>
                    <Ticked text={part.replace(/\s*\n\s*/g, " ")} />
                  </p>
                ))}
              </div>
            </section>
          )}
        </div>
        <section class="panel" aria-labelledby="size" aria-busy={isLoading}>
          <h2 id="size">{say("games.size")}</h2>
          {data ? (
            <dl class="facts column">
              <Fact label={say("games.players.label")}>{data.players}</Fact>
              {check ? (
                <>
                  <Fact label={say("games.histories")}>{count(check.histories)}</Fact>
                  <Fact label={say("games.infosets")}>
                    {count(check.infosets.reduce((sum, each) => sum + each, 0))}
                    {data.merged_infosets !== null && <small> {say("games.merged", { n: count(data.merged_infosets) })}</small>}
                  </Fact>
                  <Fact label={say("games.terminals")}>{count(check.terminals)}</Fact>
                  <Fact label={say("games.depth")}>{count(check.depth)}</Fact>
                  <Fact label={say("games.payoffs")}>{check.zero_sum ? say("games.zero") : say("games.general")}</Fact>
                </>
              ) : (
                <Fact label={say("games.histories")}>
                  <Told text={data.size ?? ""} />
                </Fact>
              )}
              <Fact label={say("games.memory")}>
                {say("games.of", { need: bytes(data.plan.bytes_needed), free: bytes(data.plan.bytes_free) })}
                <small class={data.plan.fits ? "good" : "bad"}> {data.plan.fits ? say("games.fits") : say("games.fits.not")}</small>
              </Fact>
            </dl>
          ) : (
            <p class="muted">{isLoading ? say("loading") : "–"}</p>
          )}
        </section>
      </div>
      {data?.tree && (
        <section class="panel" aria-labelledby="tree">
          <h2 id="tree">{say("games.tree")}</h2>
          <pre class="tree" tabIndex={0} aria-labelledby="tree">
            {data.tree}
          </pre>
        </section>
      )}
    </div>
  );
}
