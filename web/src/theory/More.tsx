// Beyond equilibria: what a mediator can do, what patience can do, and how coalitions share.
import { useState } from "preact/hooks";
import { Code, Dialog, Fact, Trouble, useLater } from "../parts/basic";
import { fixed, percent } from "../pure/format";
import { usePosted, type Tournament } from "./ask";
import { decimal, PayoffPlane, PlaneLegend } from "./Payoffs";
import { useWords, type Key } from "./words";

interface Plane {
  actions: string[][];
  cells: string[][];
  feasible: string[][];
  region: string[][];
  nash: string[][];
  minmax: string[];
}
interface Mediated extends Plane {
  joint: string[][];
  values: string[];
  regret: string;
  exact: boolean;
  coarse: boolean;
}
interface Repeated extends Plane {
  discounts: (string | null)[][];
  punishment: string[];
}
interface Shared {
  players: number;
  exact: boolean;
  superadditive: boolean;
  convex: boolean;
  shapley: string[];
  banzhaf: string[];
  nucleolus: string[];
  core: string[] | null;
  excess: string;
  corners: string[][];
}
const AIMS = ["welfare", "egalitarian", "0", "1", "anti-welfare"] as const;
const corners = (rows: string[][]): string => rows.map((row) => `(${row.join(", ")})`).join(" ");

/** A table by the actions of both, with whatever belongs into its cells. */
function Cells({ actions, label, children }: { actions: string[][]; label: string; children: (i: number, j: number) => preact.ComponentChildren }) {
  return (
    <div class="scroll plain-scroll" tabIndex={0} role="group" aria-label={label}>
      <table class="data joint">
        <thead>
          <tr>
            <td />
            {actions[1]?.map((name) => <th key={name} scope="col">{name}</th>)}
          </tr>
        </thead>
        <tbody>
          {actions[0]?.map((name, i) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {actions[1]?.map((_, j) => <td key={j} class="number">{children(i, j)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Correlated({ payoffs, actions }: { payoffs: string; actions: string[][] | undefined }) {
  const say = useWords();
  const [objective, setObjective] = useState<(typeof AIMS)[number]>("welfare");
  const [coarse, setCoarse] = useState(false);
  const { data, error, isLoading } = usePosted<Mediated>("/matrix/correlated", { payoffs, actions, objective, coarse });
  return (
    <section class="panel" aria-labelledby="correlated" aria-busy={isLoading}>
      <div class="tools">
        <h2 id="correlated">{say("tab.correlated")}</h2>
        <label class="inline">
          <span class="small muted">{say("correlated.aim")}</span>
          <select class="button" value={objective} onChange={(event) => setObjective(AIMS.find((aim) => aim === event.currentTarget.value) ?? "welfare")}>
            {AIMS.map((aim) => <option key={aim} value={aim}>{say(`aim.${aim}`)}</option>)}
          </select>
        </label>
        <label class="check small">
          <input type="checkbox" checked={coarse} onChange={(event) => setCoarse(event.currentTarget.checked)} />
          {say("correlated.coarse")}
        </label>
      </div>
      <p class="muted small">{say(coarse ? "correlated.coarse.help" : "correlated.help")}</p>
      <Trouble error={error} />
      {!data && !error && <p class="muted">{say("working")}</p>}
      {data && (
        <div class="split even">
          <div class="stack tight">
            <dl class="facts">
              <Fact label={say("matrix.values")} isMain><span data-fact="correlated">{data.values.join(", ")}</span></Fact>
              <Fact label={say("correlated.regret")}>{data.regret}</Fact>
              <Fact label={say("matrix.arithmetic")}>{say(data.exact ? "matrix.exact" : "matrix.floats")}</Fact>
            </dl>
            <Cells actions={data.actions} label={say("correlated.joint")}>
              {(i, j) => {
                const share = data.joint[i]?.[j] ?? "0";
                return (
                  <>
                    <span class="meter" aria-hidden="true"><i style={{ width: `${100 * decimal(share)}%` }} /></span>
                    <span class={share === "0" ? "muted" : ""}>{share}</span>
                  </>
                );
              }}
            </Cells>
            <p class="muted small">{say("correlated.joint.help")}</p>
          </div>
          <div class="planes">
            <PayoffPlane label={say("correlated.picture", { corners: corners(data.region) })} cells={data.cells} feasible={data.feasible} region={data.region} nash={data.nash} point={data.values} />
            <PlaneLegend region={say("correlated.region")} point={say("correlated.point")} />
            <p class="muted small"><span>{say("corners")}</span> <span data-fact="corners">{corners(data.region)}</span></p>
          </div>
        </div>
      )}
    </section>
  );
}

export function RepeatedTab({ payoffs, actions }: { payoffs: string; actions: string[][] | undefined }) {
  const say = useWords();
  const { data, error, isLoading } = usePosted<Repeated>("/matrix/repeated", { payoffs, actions });
  return (
    <>
    <section class="panel" aria-labelledby="repeated" aria-busy={isLoading}>
      <h2 id="repeated">{say("tab.repeated")}</h2>
      <p class="muted small">{say("repeated.help")}</p>
      <Trouble error={error} />
      {!data && !error && <p class="muted">{say("working")}</p>}
      {data && (
        <div class="split even">
          <div class="stack tight">
            <dl class="facts">
              <Fact label={say("repeated.minmax")}>{data.minmax.join(", ")}</Fact>
              <Fact label={say("repeated.punishment")}>{data.punishment.join(", ")}</Fact>
            </dl>
            <Cells actions={data.actions} label={say("repeated.discount")}>
              {(i, j) => {
                const delta = data.discounts[i]?.[j] ?? null;
                return delta === null ? <span class="muted">{say("repeated.never")}</span> : <span data-fact={`delta ${i} ${j}`}>{delta === "0" ? say("repeated.now") : `δ ≥ ${delta}`}</span>;
              }}
            </Cells>
            <p class="muted small">{say("repeated.discount.help")}</p>
          </div>
          <div class="planes">
            <PayoffPlane label={say("repeated.picture", { corners: corners(data.region) })} cells={data.cells} feasible={data.feasible} region={data.region} nash={data.nash} minmax={data.minmax} />
            <PlaneLegend region={say("repeated.region")} />
            <p class="muted small"><span>{say("corners")}</span> <span data-fact="corners">{corners(data.region)}</span></p>
          </div>
        </div>
      )}
    </section>
    {data?.actions.every((names) => names.length === 2) && <TournamentSheet payoffs={payoffs} />}
    </>
  );
}

/** Axelrod's tournament with this table: everyone against everyone; two actions, the first of which cooperates. */
function TournamentSheet({ payoffs }: { payoffs: string }) {
  const say = useWords();
  const [noise, setNoise] = useState("0");
  const [rounds, setRounds] = useState("200");
  const late = useLater({ payoffs, noise: Number(noise), rounds: Number(rounds) }, 300);
  const { data, error, isLoading } = usePosted<Tournament>("/matrix/tournament", late.noise >= 0 && late.noise <= 0.5 && late.rounds >= 1 && late.rounds <= 1000 ? late : null);
  return (
    <section class="panel" aria-labelledby="tournament" aria-busy={isLoading}>
      <div class="tools">
        <h2 id="tournament">{say("tournament.title")}</h2>
        <label class="inline">
          <span class="small muted">{say("tournament.rounds")}</span>
          <input type="text" inputMode="numeric" class="short" value={rounds} onInput={(event) => setRounds(event.currentTarget.value)} />
        </label>
        <label class="inline">
          <span class="small muted">{say("tournament.noise")}</span>
          <input type="text" inputMode="decimal" class="short" value={noise} onInput={(event) => setNoise(event.currentTarget.value)} />
        </label>
      </div>
      <p class="muted small">{say("tournament.help")}</p>
      <Trouble error={error} />
      {!data && !error && <p class="muted">{say("working")}</p>}
      {data && (
        <div class="scroll" tabIndex={0} role="group" aria-label={say("tournament.title")}>
          <table class="data scores">
            <thead>
              <tr>
                <th>{say("tournament.player")}</th>
                <th class="number">{say("tournament.mean")}</th>
                <th class="number">{say("tournament.cooperation")}</th>
                <th>{say("tournament.best")}</th>
                <th>{say("tournament.worst")}</th>
              </tr>
            </thead>
            <tbody>
              {data.names.map((name, i) => {
                const row = data.scores[i] ?? [];
                const against = (k: number): string => `${data.names[k]} ${fixed(row[k], 2)}`;
                return (
                  <tr key={name}>
                    <th scope="row" lang="en">{name}</th>
                    <td class="number" data-fact={`mean ${name}`}>{fixed(data.means[i], 3)}</td>
                    <td class="number">{percent(data.cooperation[i] ?? 0)}</td>
                    <td lang="en">{against(row.indexOf(Math.max(...row)))}</td>
                    <td lang="en">{against(row.indexOf(Math.min(...row)))}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {data && !data.complete && <p class="claim">{say("learn.cut")}</p>}
    </section>
  );
}

/** Worth by bit mask, from {0}. */
const EXAMPLES: Record<"glove" | "majority" | "estate" | "airport", string[]> = {
  glove: ["0", "0", "1", "0", "1", "0", "1"],
  majority: ["0", "0", "1", "0", "1", "1", "1"],
  estate: ["0", "0", "0", "0", "0", "100", "200"],
  airport: ["-1", "-2", "-2", "-3", "-3", "-3", "-3"],
};
const SHARES = ["shapley", "nucleolus", "banzhaf"] as const;

export function Coalitions({ given, onChange, isCode, onCode }: { given: string; onChange: (worth: string) => void; isCode: boolean; onCode: (isOpen: boolean) => void }) {
  const say = useWords();
  const read = given.split(",").map((text) => text.trim());
  const worth = [3, 7, 15, 31].includes(read.length) ? read : EXAMPLES.glove;
  const players = Math.log2(worth.length + 1);
  const late = useLater(worth, 250);
  const { data, error, isLoading } = usePosted<Shared>("/matrix/coalitions", late.every((text) => text) ? { worth: late } : null);
  const isStale = isLoading || data?.players !== players || late.join() !== worth.join();
  const put = (k: number, text: string): void => onChange(worth.map((old, i) => (i === k ? text.replaceAll(",", ".") : old)).join(","));
  const resize = (n: number): void => onChange(Array.from({ length: 2 ** n - 1 }, (_, k) => worth[k] ?? worth[worth.length - 1] ?? "0").join(","));
  const members = (mask: number): string => Array.from({ length: players }, (_, i) => i).filter((i) => (mask >> i) & 1).join(", ");
  const order = worth.map((_, k) => k + 1).sort((a, b) => members(a).length - members(b).length || a - b);
  return (
    <>
      <section class="panel" aria-labelledby="worth">
        <div class="tools">
          <h2 id="worth">{say("coalitions.worth")}</h2>
          <div class="segments" role="group" aria-label={say("coalitions.players")}>
            {[2, 3, 4, 5].map((n) => (
              <button key={n} type="button" aria-pressed={players === n} onClick={() => resize(n)}>{say("coalitions.n", { n })}</button>
            ))}
          </div>
          <select class="button" aria-label={say("coalitions.example")} value="" onChange={(event) => onChange(EXAMPLES[event.currentTarget.value as keyof typeof EXAMPLES].join(","))}>
            <option value="" disabled>{say("coalitions.example")}</option>
            {Object.keys(EXAMPLES).map((name) => <option key={name} value={name}>{say(`example.${name}` as Key)}</option>)}
          </select>
        </div>
        <div class="worths">
          {order.map((mask) => (
            <label key={mask}>
              <span>{`{${members(mask)}}`}</span>
              <input type="text" class="short" spellcheck={false} autocomplete="off" aria-label={say("coalitions.of", { players: members(mask) })} value={worth[mask - 1]} onInput={(event) => put(mask - 1, event.currentTarget.value)} />
            </label>
          ))}
        </div>
        <Trouble error={error} />
      </section>
      <section class="panel" aria-labelledby="shares" aria-busy={isStale}>
        <h2 id="shares">{say("coalitions.shares")}</h2>
        {!data || isStale ? (
          <p class="muted">{error ? "–" : say("working")}</p>
        ) : (
          <>
            <dl class="facts">
              <Fact label={say("coalitions.core")} isMain><span data-fact="core">{say(data.core ? "coalitions.there" : "coalitions.empty")}</span></Fact>
              <Fact label={say("coalitions.excess")}>{data.excess}</Fact>
              <Fact label={say("coalitions.superadditive")}>{say(data.superadditive ? "sub.yes" : "sub.no")}</Fact>
              <Fact label={say("coalitions.convex")}>{say(data.convex ? "sub.yes" : "sub.no")}</Fact>
              <Fact label={say("matrix.arithmetic")}>{say(data.exact ? "matrix.exact" : "matrix.floats")}</Fact>
            </dl>
            <div class="scroll" tabIndex={0} role="group" aria-label={say("coalitions.shares")}>
              <table class="data">
                <thead>
                  <tr>
                    <th>{say("coalitions.rule")}</th>
                    {data.shapley.map((_, p) => <th key={p} class="number">{say("matrix.player", { n: p })}</th>)}
                  </tr>
                </thead>
                <tbody>
                  {SHARES.map((name) => (
                    <tr key={name}>
                      <th scope="row">{say(`rule.${name}`)} <small class="muted">{say(`rule.${name}.help`)}</small></th>
                      {data[name].map((share, p) => <td key={p} class="number" data-fact={`${name} ${p}`}>{share}</td>)}
                    </tr>
                  ))}
                  {data.corners.map((corner, k) => (
                    <tr key={k}>
                      <th scope="row">{say("coalitions.corner", { n: k + 1 })}</th>
                      {corner.map((share, p) => <td key={p} class="number">{share}</td>)}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p class="muted small">{say("coalitions.help")}</p>
          </>
        )}
      </section>
      {isCode && (
        <Dialog title={say("code")} onClose={() => onCode(false)}>
          <Code label="Python" text={`from tianji import matrix as tm\n\ngame = tm.CoalitionalGame(${players}, [${["0", ...worth].map((text) => `"${text}"`).join(", ")}])\nprint(tm.shapley(game), tm.nucleolus(game), tm.core(game))\n`} />
        </Dialog>
      )}
    </>
  );
}
