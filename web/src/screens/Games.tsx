// Games: the list, and one game with its rules, parameters and size.
import { useEffect, useState } from "preact/hooks";
import { useAsk, type Description, type Game } from "../api";
import { Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { bytes, count } from "../pure/format";
import { makeSpec, nameOf, written } from "../pure/spec";
import { go } from "../router";
import { useWords } from "../text";

type Filter = "all" | "hidden" | "open" | "chance";

export function Games() {
  const say = useWords();
  useTitle(say("nav.games"));
  const { data, error, isLoading } = useAsk<{ items: Game[] }>("/games", true);
  const [text, setText] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const fits: Record<Filter, (game: Game) => boolean> = {
    all: () => true,
    hidden: (game) => game.hidden,
    open: (game) => !game.hidden,
    chance: (game) => game.chance,
  };
  const found = (data?.items ?? []).filter((game) => fits[filter](game) && `${game.name} ${game.summary}`.toLowerCase().includes(text.toLowerCase()));
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
          {(["all", "hidden", "open", "chance"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={filter === name} onClick={() => setFilter(name)}>
              {say(`games.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <Trouble error={error} />
      {isLoading && !data && <p class="muted">{say("loading")}</p>}
      {data && !found.length && <p class="muted">{say("nothing")}</p>}
      <ul class="cards">
        {found.map((game) => (
          <li key={game.name}>
            <a class="card" href={`/games/${game.name}`}>
              <strong>{game.name}</strong>
              <span class="about" lang="en">
                {game.summary}
              </span>
              <span class="meta">
                <span class="tag">{say("games.players", { n: game.players })}</span>
                {game.hidden && <span class="tag">{say("games.hidden")}</span>}
                {game.chance && <span class="tag">{say("games.chance")}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function GameScreen({ spec }: { spec: string }) {
  const say = useWords();
  useTitle(spec);
  const name = nameOf(spec);
  const card = useAsk<{ items: Game[] }>("/games", true).data?.items.find((game) => game.name === name);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const asked = useLater(Object.keys(typed).length && card ? makeSpec(name, card.parameters, typed) : spec, 350);
  useEffect(() => {
    if (asked !== spec) go(`/games/${encodeURIComponent(asked)}`, "replace");
  }, [asked]);
  const { data, error, isLoading } = useAsk<Description>(`/games/${encodeURIComponent(asked)}`, true);
  const defaults = card?.parameters ?? {};
  const current = data && nameOf(data.spec) === name ? data.parameters : {};
  const check = data?.check ?? null;
  return (
    <div class="screen">
      <div class="head">
        <div>
          <p class="crumb">
            <a href="/games">{say("nav.games")}</a>
          </p>
          <h1 tabIndex={-1}>{name}</h1>
          <p class="lead" lang="en">
            {data?.summary ?? card?.summary}
          </p>
        </div>
        <a class="button" href={`/tree/${encodeURIComponent(error ? spec : asked)}`}>
          {say("games.tree")}
        </a>
        <a class="button" href={`/play/${encodeURIComponent(error ? spec : asked)}`}>
          <Icon name="play" />
          {say("nav.play")}
        </a>
        <a class="button main" href={`/solve/${encodeURIComponent(error ? spec : asked)}`}>
          <Icon name="solve" />
          {say("games.solve")}
        </a>
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
                      value={typed[key] ?? written(key in current ? current[key] : value)}
                      onInput={(event) => setTyped({ ...Object.fromEntries(Object.keys(current).map((each) => [each, written(current[each])])), ...typed, [key]: event.currentTarget.value })}
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
                  <p key={part}>{part.replace(/\s*\n\s*/g, " ")}</p>
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
                  <span lang="en">{data.size}</span>
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
