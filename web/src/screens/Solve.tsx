// New solve: game, method, stops; what it takes is told before the button is pressed.
import { useEffect, useState } from "preact/hooks";
import { useAsk, type Game, type Method, type SolveBody, type SolvePlan } from "../api";
import { faultOfStops, Stops, STOPS, stopsOf, usePlan, useStart } from "../parts/Asking";
import { Code, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { Told } from "../parts/Told";
import { bytes, count, duration } from "../pure/format";
import { asCommand, asPython } from "../pure/spec";
import { go } from "../router";
import { useWords } from "../text";

interface Form {
  game: string;
  method: string;
  until: string;
  iterations: string;
  seconds: string;
  seed: string;
  threads: string;
}

const FIELDS = ["method", ...STOPS, "seed", "threads"] as const;
const bodyOf = (form: Form): SolveBody => ({ game: form.game.trim(), method: form.method, ...stopsOf(form) });

export function Solve({ spec, query }: { spec: string; query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("nav.solve"));
  const games = useAsk<{ items: Game[] }>("/games", true).data?.items ?? [];
  const methods = useAsk<{ items: Method[] }>("/methods", true);
  const [form, setForm] = useState<Form>({
    game: spec || "leduc",
    method: query.get("method") ?? "dcfr",
    until: query.get("until") ?? (query.get("iterations") || query.get("seconds") ? "" : "1e-4"),
    iterations: query.get("iterations") ?? "",
    seconds: query.get("seconds") ?? "",
    seed: query.get("seed") ?? "",
    threads: query.get("threads") ?? "",
  });
  const [isCode, setCode] = useState(false);
  const method = methods.data?.items.find(({ name }) => name === form.method);
  const isIdle = { iterations: method !== undefined && !method.takes_iterations, seed: method !== undefined && !method.draws };
  const sent: Form = { ...form, iterations: isIdle.iterations ? "" : form.iterations, seed: isIdle.seed ? "" : form.seed };
  const late = useLater(sent, 250);
  const fault = faultOfStops(sent);
  const { plan, error } = usePlan<SolvePlan>("/plans", faultOfStops(late) || !late.game.trim() ? null : bodyOf(late));
  const { isBusy, refused, start } = useStart("/runs", "/runs");
  useEffect(() => {
    const query = new URLSearchParams();
    for (const key of FIELDS) if (late[key].trim()) query.set(key, late[key].trim());
    if (late.game.trim()) go(`/solve/${encodeURIComponent(late.game.trim())}?${query}`, "replace");
  }, [JSON.stringify(late)]);
  const set = (key: keyof Form) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) => setForm({ ...form, [key]: event.currentTarget.value });
  const families = ["regret", "sampling", "exact"] as const;
  return (
    <form class="screen" onSubmit={(event) => start(event, fault ? null : { solve: bodyOf(sent) })} noValidate>
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("solve.title")}</h1>
          <p class="lead">{say("solve.lead")}</p>
        </div>
      </div>
      <div class="split">
        <div class="stack">
          <section class="panel" aria-labelledby="game">
            <h2 id="game">{say("solve.game")}</h2>
            <label class="wide">
              <span>{say("solve.spec")}</span>
              <input type="text" list="games" spellcheck={false} autocomplete="off" value={form.game} onInput={set("game")} aria-describedby="spec-help" />
            </label>
            <datalist id="games">
              {games.map((game) => (
                <option key={game.name} value={game.name} />
              ))}
            </datalist>
            <p class="muted small" id="spec-help">
              {say("solve.spec.help")} {form.game.trim() && <a href={`/games/${encodeURIComponent(form.game.trim())}`}>{say("solve.rules")}</a>}
            </p>
          </section>
          <section class="panel" aria-labelledby="method">
            <div class="tools">
              <h2 id="method">{say("solve.method")}</h2>
              <a href="/help?doc=how-to-choose">{say("solve.choose")}</a>
            </div>
            <Trouble error={methods.error} />
            {families.map((family) => (
              <fieldset key={family} class="methods">
                <legend>{say(`solve.${family}`)}</legend>
                {(methods.data?.items ?? [])
                  .filter((each) => each.family === family)
                  .map((each) => (
                    <label key={each.name} class="option">
                      <input type="radio" name="method" value={each.name} checked={form.method === each.name} onChange={set("method")} />
                      <span>
                        <b>{each.name}</b>
                        {each.default && <em>{say("solve.usual")}</em>}
                        <small>
                          <Told text={each.summary.replace("sampling, no compiled tree: ", "")} />
                        </small>
                      </span>
                    </label>
                  ))}
              </fieldset>
            ))}
            {methods.isLoading && <p class="muted">{say("loading")}</p>}
          </section>
        </div>
        <div class="stack sticky">
          <Stops form={form} idle={isIdle} more={["seed", "threads"]} onInput={(key, text) => setForm({ ...form, [key]: text })} />
          <section class="panel" aria-labelledby="plan">
            <h2 id="plan">{say("solve.plan")}</h2>
            <div aria-live="polite">
              {error && !fault ? (
                <Trouble error={error} />
              ) : plan ? (
                <dl class="facts column">
                  <Fact label={say("games.histories")}>
                    {plan.exact && plan.histories !== null ? say("solve.size", { n: count(plan.histories), ends: count(plan.terminals ?? 0) }) : <Told text={plan.size} />}
                  </Fact>
                  {plan.needs_tree ? (
                    <>
                      <Fact label={say("games.memory")}>
                        {say("games.of", { need: bytes(plan.bytes_needed), free: bytes(plan.bytes_free) })}
                        <small class={plan.fits ? "good" : "bad"}> {plan.fits ? say("games.fits") : say("games.fits.not")}</small>
                      </Fact>
                      <Fact label={say("solve.compile")}>{duration(plan.seconds)}</Fact>
                    </>
                  ) : (
                    <Fact label={say("games.memory")}>{say("solve.notree")}</Fact>
                  )}
                </dl>
              ) : (
                <p class="muted">{say("loading")}</p>
              )}
            </div>
            <Trouble error={refused} />
            <div class="actions">
              <button type="submit" class="button main" disabled={isBusy || fault !== null || error !== null}>
                <Icon name="play" />
                {isBusy ? say("solve.starting") : say("solve.start")}
              </button>
              <button type="button" class="button" data-key="y" aria-pressed={isCode} onClick={() => setCode(!isCode)}>
                {say("code.title")}
              </button>
            </div>
          </section>
          {isCode && !fault && (
            <section class="panel" aria-label={say("code.title")}>
              <Code label="Python" text={asPython(bodyOf(sent))} />
              <Code label={say("code.shell")} text={asCommand(bodyOf(sent))} />
            </section>
          )}
        </div>
      </div>
    </form>
  );
}
