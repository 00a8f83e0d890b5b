// Home: what can be seen at once, and what was done last.
import { useState } from "preact/hooks";
import { ask, type Run, type SolveBody } from "../api";
import { Empty, Trouble, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { RunRow } from "../parts/RunRow";
import { go } from "../router";
import { useStore } from "../store";
import { useWords, type Key } from "../text";
import { runs } from "../watch";

const EXAMPLES: { key: string; body: SolveBody }[] = [
  { key: "kuhn", body: { game: "kuhn", method: "dcfr", until: 1e-6 } },
  { key: "leduc", body: { game: "leduc", method: "dcfr", until: 1e-5 } },
  { key: "coin_toss", body: { game: "coin_toss", method: "cfr+", until: 1e-4 } },
  { key: "tian_ji", body: { game: "tian_ji", method: "pdcfr+", until: 1e-6 } },
  { key: "liars_dice", body: { game: "liars_dice(faces=4)", method: "pdcfr+", until: 1e-6 } },
  { key: "goofspiel", body: { game: "goofspiel", method: "external", iterations: 20000 } },
];

export function Home() {
  const say = useWords();
  const all = useStore(runs);
  const [busy, setBusy] = useState("");
  const [error, setError] = useState<Error | null>(null);
  useTitle("");
  const open = (key: string, body: SolveBody): void => {
    setBusy(key);
    setError(null);
    const name = say(`example.${key}.title` as Key);
    ask<Run>("/runs", { method: "POST", body: { solve: body, name, tags: ["example"] }, headers: { "Idempotency-Key": `example-1-${key}` } })
      .then((run) => go(`/runs/${run.id}`))
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
          {EXAMPLES.map(({ key, body }) => (
            <button key={key} type="button" class="card" disabled={busy !== ""} aria-busy={busy === key} onClick={() => open(key, body)}>
              <strong>{say(`example.${key}.title` as Key)}</strong>
              <span class="about">{say(`example.${key}.about` as Key)}</span>
              <span class="meta">
                <code>{body.game}</code>
                <code>{body.method}</code>
                <span class="go">
                  {busy === key ? say("opening") : say("open")}
                  <Icon name="arrow" />
                </span>
              </span>
            </button>
          ))}
        </div>
      </section>
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
    </div>
  );
}
