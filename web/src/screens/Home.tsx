// Home: what can be seen at once, and what was done last.
import { useState } from "preact/hooks";
import { ask, useAsk, type Run } from "../api";
import { Empty, Trouble, useTitle } from "../parts/basic";
import { Drop } from "../parts/Drop";
import { Icon } from "../parts/icons";
import { RunRow } from "../parts/RunRow";
import { go } from "../router";
import { useStore } from "../store";
import { useWords, type Key } from "../text";
import { runs } from "../watch";

/** A run that is started once and opened ever after, or a screen that answers at once. */
type Example = { key: string; tags: string[] } & ({ body: object; from: "/runs" | "/holdem/runs"; open: "/runs" | "/holdem" } | { to: string });
const RIVER = { board: "Ks7h2d5c9s", pot: 60, stack: 180, oop: "99-22,AJs-A2s,KTs+,QTs+,JTs,T9s,98s,AQo-ATo,KJo+", ip: "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,ATo+,KTo+,QJo", tree: "standard" };
const EXAMPLES: Example[] = [
  { key: "kuhn", tags: ["kuhn", "dcfr"], from: "/runs", open: "/runs", body: { solve: { game: "kuhn", method: "dcfr", until: 1e-6 } } },
  { key: "leduc", tags: ["leduc", "dcfr"], from: "/runs", open: "/runs", body: { solve: { game: "leduc", method: "dcfr", until: 1e-5 } } },
  { key: "coin_toss", tags: ["coin_toss", "maxmargin"], to: "/subgame/coin_toss" },
  { key: "tic_tac_toe", tags: ["tic_tac_toe", "alphabeta"], to: "/search/tic_tac_toe?moves=4~0~8&method=alphabeta&depth=6&trace=1" },
  { key: "chicken", tags: ["2 × 2"], to: "/matrix?g=0,0+7,2;+2,7+6,6&n=dare,swerve|dare,swerve" },
  { key: "river", tags: ["K♠7♥2♦5♣9♠", "0.3 %"], from: "/holdem/runs", open: "/holdem", body: { holdem: { spot: RIVER, until: "0.3%" } } },
];
interface Deck {
  id: string;
  name: string;
  due: number;
}
interface Table {
  id: string;
  game: string;
  rounds: number;
}

export function Home() {
  const say = useWords();
  const all = useStore(runs);
  const [busy, setBusy] = useState("");
  const [error, setError] = useState<Error | null>(null);
  useTitle("");
  const decks = (useAsk<{ items: Deck[] }>("/decks").data?.items ?? []).filter((deck) => deck.due > 0).slice(0, 3);
  const tables = (useAsk<{ items: Table[] }>("/tables").data?.items ?? []).slice(0, 3);
  const open = (example: Example): void => {
    const { key } = example;
    if ("to" in example) return go(example.to);
    setBusy(key);
    setError(null);
    const name = say(`example.${key}.title` as Key);
    ask<Run>(example.from, { method: "POST", body: { ...example.body, name, tags: ["example"] }, headers: { "Idempotency-Key": `example-2-${key}` } })
      .then((run) => go(`${example.open}/${run.id}`))
      .catch((refused: Error) => (setError(refused), setBusy("")));
  };
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("home.title")}</h1>
          <p class="lead">{say("home.lead")}</p>
        </div>
      </div>
      <Trouble error={error} />
      <section aria-labelledby="examples">
        <h2 id="examples">{say("home.examples")}</h2>
        <div class="cards">
          {EXAMPLES.map((example) => {
            const { key, tags } = example;
            return (
            <button key={key} type="button" class="card" disabled={busy !== ""} aria-busy={busy === key} onClick={() => open(example)}>
              <strong>{say(`example.${key}.title` as Key)}</strong>
              <span class="about">{say(`example.${key}.about` as Key)}</span>
              <span class="meta">
                {tags.map((tag) => (
                  <code key={tag}>{tag}</code>
                ))}
                <span class="go">
                  {busy === key ? say("opening") : say("open")}
                  <Icon name="arrow" />
                </span>
              </span>
            </button>
            );
          })}
        </div>
      </section>
      <Small id="due" title={say("home.due")} rows={decks.map((deck) => ({ to: `/train/${deck.id}`, name: deck.name, about: say("home.due.n", { n: deck.due }) }))} />
      <Small id="tables" title={say("home.tables")} rows={tables.map((table) => ({ to: `/play/${table.id}`, name: table.game === "holdem" ? say("nav.holdem") : table.game, about: say("home.table", { n: table.rounds }) }))} />
      <section aria-labelledby="continue">
        <h2 id="continue">{say("home.continue")}</h2>
        {all && all.length > 0 ? (
          <ul class="rows">
            {all.slice(0, 5).map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        ) : (
          <Empty title={all ? say("runs.none") : say("loading")}>{all && <a href="/solve">{say("runs.none.go")}</a>}</Empty>
        )}
        {all && all.length > 5 && (
          <p>
            <a href="/runs">{say("home.all", { n: all.length })}</a>
          </p>
        )}
      </section>
      <Drop />
    </div>
  );
}

/** A few ways back to what was begun; nothing where there is none. */
function Small({ id, title, rows }: { id: string; title: string; rows: { to: string; name: string; about: string }[] }) {
  if (!rows.length) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="chips">
        {rows.map((row) => (
          <a key={row.to} class="button" href={row.to}>
            {row.name} <small class="muted">{row.about}</small>
          </a>
        ))}
      </div>
    </section>
  );
}
