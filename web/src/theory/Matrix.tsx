// Matrix games: type or paste payoffs; best replies, dominance, every equilibrium exactly, and how players learn.
import { useEffect, useState } from "preact/hooks";
import { ask, useAsk } from "../api";
import { Code, Dialog, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Curve } from "../parts/Curve";
import { Icon } from "../parts/icons";
import { Told, told } from "../parts/Told";
import { go } from "../router";
import { Coalitions, Correlated, RepeatedTab } from "./More";
import { decimal } from "./Payoffs";
import { componentOf, Components, letterOf, subsetsOf } from "./Components";
import { Square, Triangle } from "./Plane";
import { usePosted, type Course, type Equilibrium, type MatrixAnswer, type NamedGame, type Streamed } from "./ask";
import { useWords, type Key } from "./words";

interface Table {
  actions: string[][];
  payoffs: string[][][];
}
const RULES = ["regret-matching", "regret-matching+", "fictitious-play", "multiplicative-weights", "replicator"];
const LOGIT = "logit"; // a path of equilibria with errors, from even play to none
const CODE = {
  equilibria: "for equilibrium in game.equilibria():\n    print(equilibrium)\n",
  correlated: "print(tm.correlated_equilibrium(game))\nprint(tm.correlated_region(game))\n",
  repeated: "print(tm.folk_region(game))\nprint(tm.critical_discount(game, (0, 0)))\n",
};
const FIRST: Table = { actions: [["dare", "swerve"], ["dare", "swerve"]], payoffs: [[["0", "0"], ["7", "2"]], [["2", "7"], ["6", "6"]]] };

/** As the library reads it: `3,3 0,5; 5,0 1,1`. */
function textOf(table: Table): string {
  return table.payoffs.map((row) => row.map((cell) => cell.map((text) => text.trim() || "?").join(",")).join(" ")).join("; ");
}

const TABS = ["equilibria", "correlated", "repeated", "coalitions"] as const;
type Tab = (typeof TABS)[number];

function addressOf(table: Table, tab: Tab): string {
  const names = table.actions.map((row) => row.map((name) => name.replace(/[,|]/g, " ")).join(",")).join("|");
  return `/matrix?${new URLSearchParams({ g: textOf(table), n: names, ...(tab === "equilibria" ? {} : { tab }) })}`;
}

function read(query: URLSearchParams): Table | null {
  const text = query.get("g");
  if (!text) return null;
  const payoffs = text.split(";").map((row) => row.trim().split(/\s+/).map((cell) => cell.split(",")));
  const width = payoffs[0]?.length ?? 0;
  if (!width || payoffs.some((row) => row.length !== width || row.some((cell) => cell.length !== 2))) return null;
  const names = (query.get("n") ?? "").split("|").map((row) => row.split(","));
  const sizes = [payoffs.length, width];
  const actions = sizes.map((size, p) => Array.from({ length: size }, (_, i) => names[p]?.[i] || String(i + 1)));
  return { actions, payoffs };
}

function negative(text: string): string {
  const bare = text.trim();
  return bare.startsWith("-") ? bare.slice(1) : bare === "0" || !bare ? bare : `-${bare.replace(/^\+/, "")}`;
}

export function Matrix({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("matrix.title"));
  const [table, setTable] = useState<Table>(() => read(query) ?? FIRST);
  const [isZeroSum, setZeroSum] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const [isCode, setCode] = useState(false);
  const late = useLater(table, 250);
  const tab: Tab = TABS.find((name) => name === query.get("tab")) ?? "equilibria";
  useEffect(() => {
    if (tab !== "coalitions") go(addressOf(late, tab), "replace");
  }, [textOf(late), JSON.stringify(late.actions)]);
  const { data, error, isLoading } = usePosted<MatrixAnswer>("/matrix/solve", { payoffs: textOf(late), actions: namesOf(late) });
  const fits = data && data.payoffs.length === late.payoffs.length && data.payoffs[0]?.length === late.payoffs[0]?.length && !error ? data : null;
  const isStale = isLoading || textOf(table) !== textOf(late);
  const put = (i: number, j: number, p: number, text: string): void => {
    const payoffs = table.payoffs.map((row) => row.map((cell) => [...cell]));
    const cell = payoffs[i]?.[j];
    if (!cell) return;
    cell[p] = text;
    if (isZeroSum) cell[1 - p] = negative(text);
    setTable({ ...table, payoffs });
  };
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("matrix.title")}</h1>
          <p class="lead">{say("matrix.lead")}</p>
        </div>
        <div class="actions">
          {tab !== "coalitions" && (
            <>
              <Named onChoose={(game) => (setZeroSum(false), setTable({ actions: game.actions, payoffs: game.payoffs }))} />
              <button type="button" class="button" onClick={() => setPasting(true)}>
                {say("matrix.paste")}
              </button>
            </>
          )}
          <button type="button" class="button" data-key="y" onClick={() => setCode(true)}>
            {say("code")}
          </button>
        </div>
      </div>
      <nav class="tabs apart" aria-label={say("matrix.tabs")}>
        {TABS.map((name) => (
          <a key={name} href={name === "coalitions" ? "/matrix?tab=coalitions" : addressOf(table, name)} aria-current={tab === name ? "page" : undefined}>
            {say(`tab.${name}`)}
          </a>
        ))}
      </nav>
      {tab === "coalitions" ? (
        <Coalitions given={query.get("v") ?? ""} onChange={(worth) => go(`/matrix?${new URLSearchParams({ tab: "coalitions", v: worth })}`, "replace")} isCode={isCode} onCode={setCode} />
      ) : (
        <>
      <section class="panel" aria-labelledby="payoffs">
        <div class="tools">
          <h2 id="payoffs">{say("matrix.payoffs")}</h2>
          <label class="check small">
            <input
              type="checkbox"
              checked={isZeroSum}
              onChange={(event) => {
                setZeroSum(event.currentTarget.checked);
                if (event.currentTarget.checked) setTable({ ...table, payoffs: table.payoffs.map((row) => row.map((cell) => [cell[0] ?? "", negative(cell[0] ?? "")])) });
              }}
            />
            {say("matrix.zero")}
          </label>
          <Sizes table={table} setTable={setTable} />
        </div>
        <Payoffs table={table} setTable={setTable} put={put} isZeroSum={isZeroSum} answer={isStale ? null : fits} />
        <p class="muted small">{say("matrix.help")}</p>
        <Trouble error={error} />
        {fits && !isStale && fits.removed.length > 0 && (
          <div>
            <h3 class="small">{say("matrix.dominated")}</h3>
            <ol class="steps">
              {fits.removed.map((step) => (
                <li key={`${step.player} ${step.action}`}>
                  <Told text={step.why} />
                </li>
              ))}
            </ol>
          </div>
        )}
      </section>
      {tab === "correlated" && <Correlated payoffs={textOf(late)} actions={namesOf(late)} />}
      {tab === "repeated" && <RepeatedTab payoffs={textOf(late)} actions={namesOf(late)} />}
      {tab === "equilibria" && (
        <section class="panel" aria-labelledby="equilibria" aria-busy={isStale}>
          <h2 id="equilibria">{say("matrix.equilibria")}</h2>
          {fits ? <Found answer={fits} /> : <p class="muted">{error ? "–" : say("working")}</p>}
        </section>
      )}
      {tab === "equilibria" && fits && <Learning key={`${fits.payoffs.length} ${fits.payoffs[0]?.length}`} payoffs={textOf(late)} answer={fits} />}
        </>
      )}
      {isPasting && <Paste onClose={() => setPasting(false)} onTable={(pasted) => (setZeroSum(false), setTable(pasted), setPasting(false))} />}
      {isCode && tab !== "coalitions" && (
        <Dialog title={say("code")} onClose={() => setCode(false)}>
          <Code label="Python" text={`from tianji import matrix as tm\n\ngame = tm.NormalForm("${textOf(table)}")\n${CODE[tab]}`} />
          <Code label={say("matrix.shell")} text={`tianji matrix "${textOf(table)}"`} />
        </Dialog>
      )}
    </div>
  );
}

/** Names are sent where they are real, and differ. */
function namesOf(table: Table): string[][] | undefined {
  const isFine = table.actions.every((row) => row.every((name) => name.trim() && name.length <= 40) && new Set(row.map((name) => name.trim())).size === row.length);
  return isFine ? table.actions.map((row) => row.map((name) => name.trim())) : undefined;
}

function Named({ onChoose }: { onChoose: (game: NamedGame) => void }) {
  const say = useWords();
  const games = useAsk<{ items: NamedGame[] }>("/matrix/games", true).data?.items ?? [];
  return (
    <select
      class="button"
      aria-label={say("matrix.named")}
      value=""
      onChange={(event) => {
        const game = games.find(({ name }) => name === event.currentTarget.value);
        if (game) onChoose(game);
        event.currentTarget.value = "";
      }}
    >
      <option value="">{say("matrix.named")}</option>
      {games.map((game) => (
        <option key={game.name} value={game.name}>
          {told(game.title).text}
        </option>
      ))}
    </select>
  );
}

function Sizes({ table, setTable }: { table: Table; setTable: (table: Table) => void }) {
  const say = useWords();
  const rows = table.payoffs.length;
  const columns = table.payoffs[0]?.length ?? 1;
  const resize = (height: number, width: number): void => {
    const payoffs = Array.from({ length: height }, (_, i) => Array.from({ length: width }, (_, j) => table.payoffs[i]?.[j] ?? ["0", "0"]));
    const actions = [height, width].map((size, p) => Array.from({ length: size }, (_, i) => table.actions[p]?.[i] ?? String(i + 1)));
    setTable({ actions, payoffs });
  };
  return (
    <div class="sizes">
      <span class="small muted">{say("matrix.rows")}</span>
      <button type="button" class="button quiet" disabled={rows < 2} onClick={() => resize(rows - 1, columns)} aria-label={say("matrix.rows.less")}>
        −
      </button>
      <output>{rows}</output>
      <button type="button" class="button quiet" disabled={rows > 11} onClick={() => resize(rows + 1, columns)} aria-label={say("matrix.rows.more")}>
        +
      </button>
      <span class="small muted">{say("matrix.columns")}</span>
      <button type="button" class="button quiet" disabled={columns < 2} onClick={() => resize(rows, columns - 1)} aria-label={say("matrix.columns.less")}>
        −
      </button>
      <output>{columns}</output>
      <button type="button" class="button quiet" disabled={columns > 11} onClick={() => resize(rows, columns + 1)} aria-label={say("matrix.columns.more")}>
        +
      </button>
    </div>
  );
}

function Payoffs({ table, setTable, put, isZeroSum, answer }: { table: Table; setTable: (table: Table) => void; put: (i: number, j: number, p: number, text: string) => void; isZeroSum: boolean; answer: MatrixAnswer | null }) {
  const say = useWords();
  const isOut = (player: number, action: number): boolean => answer?.removed.some((step) => step.player === player && step.action === action) ?? false;
  const isBest = (player: number, i: number, j: number): boolean => (player ? answer?.best_replies[1]?.[i]?.includes(j) : answer?.best_replies[0]?.[j]?.includes(i)) ?? false;
  const rename = (player: number, k: number, text: string): void => setTable({ ...table, actions: table.actions.map((row, p) => (p === player ? row.map((name, i) => (i === k ? text : name)) : row)) });
  const onArrow = (event: KeyboardEvent): void => {
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const field = event.target as HTMLInputElement;
    const place = field.dataset["place"]?.split(" ").map(Number);
    if (!move || !place) return;
    const next = document.querySelector<HTMLInputElement>(`[data-place="${(place[0] ?? 0) + (move[0] ?? 0)} ${place[1]} ${place[2]}"]`);
    if (next) {
      event.preventDefault();
      next.focus();
      next.select();
    }
  };
  return (
    <div class="scroll plain-scroll" tabIndex={0} role="group" aria-label={say("matrix.payoffs")} onKeyDown={onArrow}>
      <table class="payoffs">
        <thead>
          <tr>
            <td class="corner">
              <span class="p0">{say("matrix.player", { n: 0 })}</span> \ <span class="p1">{say("matrix.player", { n: 1 })}</span>
            </td>
            {table.actions[1]?.map((name, j) => (
              <th key={j} scope="col" class={isOut(1, j) ? "out" : ""}>
                <input type="text" value={name} maxLength={40} aria-label={say("matrix.name", { player: 1, n: j + 1 })} onInput={(event) => rename(1, j, event.currentTarget.value)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.payoffs.map((row, i) => (
            <tr key={i} class={isOut(0, i) ? "out" : ""}>
              <th scope="row">
                <input type="text" value={table.actions[0]?.[i]} maxLength={40} aria-label={say("matrix.name", { player: 0, n: i + 1 })} onInput={(event) => rename(0, i, event.currentTarget.value)} />
              </th>
              {row.map((cell, j) => (
                <td key={j} class={isOut(1, j) ? "out" : ""}>
                  {[0, 1].map((p) => (
                    <input
                      key={p}
                      type="text"
                      inputMode="text"
                      spellcheck={false}
                      autocomplete="off"
                      data-place={`${i} ${j} ${p}`}
                      class={`p${p}${isBest(p, i, j) ? " best" : ""}`}
                      disabled={isZeroSum && p === 1}
                      value={cell[p]}
                      aria-label={say(isBest(p, i, j) ? "matrix.cell.best" : "matrix.cell", { player: p, row: table.actions[0]?.[i] ?? "", column: table.actions[1]?.[j] ?? "" })}
                      onFocus={(event) => event.currentTarget.select()}
                      onInput={(event) => put(i, j, p, event.currentTarget.value)}
                    />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Mixed({ shares, names, player }: { shares: string[]; names: string[]; player: number }) {
  return (
    <span class="mixed">
      {shares.map((share, i) =>
        decimal(share) > 0 ? (
          <span key={i} class={`share p${player}`}>
            {names[i]} <b>{decimal(share) === 1 ? "1" : share}</b>
          </span>
        ) : null,
      )}
    </span>
  );
}

function Found({ answer }: { answer: MatrixAnswer }) {
  const say = useWords();
  const infinite = answer.components.filter((part) => !part.is_point).length;
  return (
    <>
      <dl class="facts">
        <Fact label={say("matrix.found")} isMain>
          <span data-fact="equilibria">{answer.equilibria.length}</span>
          {!answer.complete && <small> {say("matrix.some")}</small>}
        </Fact>
        {answer.value !== undefined && (
          <Fact label={say("matrix.value")} isMain>
            <span data-fact="value">{String(answer.value)}</span>
          </Fact>
        )}
        <Fact label={say("matrix.security")}>{answer.security.join(", ")}</Fact>
        <Fact label={say("matrix.arithmetic")}>{answer.exact ? say("matrix.exact") : say("matrix.floats")}</Fact>
      </dl>
      {infinite > 0 && <p class="claim">{say("matrix.infinite", { n: infinite })}</p>}
      {answer.note && (
        <p class="claim" lang="en">
          {answer.note}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="group" aria-label={say("matrix.equilibria")}>
        <table class="data">
          <thead>
            <tr>
              <th class="number">{say("component.number")}</th>
              <th>{say("matrix.player", { n: 0 })}</th>
              <th>{say("matrix.player", { n: 1 })}</th>
              <th class="number">{say("matrix.values")}</th>
              <th class="number">{say("matrix.regret")}</th>
              {infinite > 0 && <th>{say("component.part")}</th>}
            </tr>
          </thead>
          <tbody>
            {answer.equilibria.slice(0, 100).map((each: Equilibrium, k) => (
              <tr key={k} class="equilibrium">
                <td class="number muted">{k + 1}</td>
                {[0, 1].map((p) => (
                  <td key={p}>
                    <Mixed shares={each.profile[p]?.map(String) ?? []} names={answer.actions[p] ?? []} player={p} />
                  </td>
                ))}
                <td class="number">{each.values.join(", ")}</td>
                <td class="number">{String(each.regret)}</td>
                {infinite > 0 && <td data-component={k}>{letterOf(componentOf(answer, k))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Components answer={answer} />
      {answer.equilibria.length > 100 && <p class="muted small">{say("matrix.first", { n: 100 })}</p>}
    </>
  );
}

function Learning({ payoffs, answer }: { payoffs: string; answer: MatrixAnswer }) {
  const say = useWords();
  const sizes = answer.actions.map((row) => row.length);
  const [rule, setRule] = useState("replicator");
  const [steps, setSteps] = useState("1000");
  const [start, setStart] = useState<number[][]>(() => sizes.map((size) => (size === 2 ? [0.4, 0.6] : size === 3 ? [0.5, 0.3, 0.2] : Array.from({ length: size }, () => 1 / size))));
  const [isField, setField] = useState(false);
  const canField = rule !== LOGIT && (sizes.some((size) => size === 3) ? sizes.every((size) => size <= 3) : sizes.every((size) => size === 2));
  const iterations = Number(steps);
  const asked = useLater({ payoffs, rule, iterations, start }, 120);
  const { data, error } = usePosted<Course>("/matrix/learn", Number.isInteger(asked.iterations) && asked.iterations > 0 ? asked : null);
  // of two actions each every start is drawn, and where the ring lies does not matter
  const begun = useLater(sizes.every((size) => size === 2) ? sizes.map(() => [0.5, 0.5]) : start, 600);
  const field = usePosted<{ pictures: Streamed[]; complete: boolean }>("/matrix/field", isField && canField ? { payoffs, rule, start: begun } : null);
  const streams = (player: number | null): Streamed | undefined => (isField ? field.data?.pictures.find((each) => each.player === player) : undefined);
  const shown = data?.strategies[0]?.[0]?.length === sizes[0] && data?.strategies[1]?.[0]?.length === sizes[1] ? data : null;
  const points = (shown?.iterations ?? []).map((t, k) => ({ iterations: t, seconds: 0, exploitability: shown?.exploitability[k] ?? 0 }));
  const sets = subsetsOf(answer).map((subset) => subset.strategies.map((mixes) => mixes.map((mix) => mix.map(decimal))));
  const profiles = answer.equilibria.map((each) => each.profile.map((row) => row.map(decimal)));
  const pair = (rows: number[][][] | undefined): [number, number][] => (rows?.[0] ?? []).map((row, t) => [row[0] ?? 0, rows?.[1]?.[t]?.[0] ?? 0]);
  const last = shown?.exploitability[shown.exploitability.length - 1];
  return (
    <section class="panel" aria-labelledby="learning">
      <div class="tools">
        <h2 id="learning">{say("learn.title")}</h2>
        <label class="inline">
          <span class="small muted">{say("learn.rule")}</span>
          <select class="button" value={rule} onChange={(event) => setRule(event.currentTarget.value)}>
            {[...RULES, LOGIT].map((name) => (
              <option key={name} value={name}>
                {say(`rule.${name}` as Key)}
              </option>
            ))}
          </select>
        </label>
        <label class="inline">
          <span class="small muted">{say("learn.iterations")}</span>
          <input type="text" inputMode="numeric" class="short" value={steps} onInput={(event) => setSteps(event.currentTarget.value)} />
        </label>
      </div>
      <Trouble error={error ?? field.error} />
      <div class="split even">
        <div class="planes" aria-busy={isField && field.isLoading}>
          {sizes[0] === 2 && sizes[1] === 2 ? (
            <Square
              streams={streams(null)}
              names={answer.actions}
              curves={answer.curves}
              sets={sets.map(([up = [], right = []]) => [up.map((mix) => mix[0] ?? 0), right.map((mix) => mix[0] ?? 0)])}
              found={profiles.map((profile) => [profile[0]?.[0] ?? 0, profile[1]?.[0] ?? 0])}
              start={start}
              setStart={setStart}
              paths={[
                { kind: "played", points: pair(shown?.strategies) },
                { kind: "average", points: pair(shown?.averages) },
              ]}
            />
          ) : (
            sizes.map((size, p) =>
              size === 3 ? (
                <Triangle
                  key={p}
                  streams={streams(p)}
                  player={p}
                  names={answer.actions[p] ?? []}
                  sets={sets.map((each) => each[p] ?? [])}
                  found={profiles.map((profile) => profile[p] ?? [])}
                  start={start[p] ?? null}
                  setStart={(mixed) => setStart(start.map((row, i) => (i === p ? mixed : row)))}
                  paths={[
                    { kind: "played", points: shown?.strategies[p] ?? [] },
                    { kind: "average", points: shown?.averages[p] ?? [] },
                  ]}
                />
              ) : null,
            )
          )}
          <ul class="legend">
            {sizes[0] === 2 && sizes[1] === 2 && (
              <>
                <li>
                  <i class="reply0" /> {say("learn.reply", { n: 0 })}
                </li>
                <li>
                  <i class="reply1" /> {say("learn.reply", { n: 1 })}
                </li>
              </>
            )}
            <li>
              <i class="played" /> {say("learn.played")}
            </li>
            <li>
              <i class="average" /> {say("learn.average")}
            </li>
            <li>
              <i class="point" /> {say("learn.point")}
            </li>
            {sets.length > 0 && (
              <li>
                <i class="whole" /> {say("learn.set")}
              </li>
            )}
          </ul>
          {canField && (
            <label class="check small">
              <input type="checkbox" checked={isField} onChange={(event) => setField(event.currentTarget.checked)} />
              {say("learn.field")}
            </label>
          )}
          {isField && field.data && (
            <p class="muted small" data-fact="basins">
              {say("learn.basins", { n: field.data.pictures.reduce((sum, each) => sum + each.to.length, 0), counts: answer.equilibria.map((_, k) => field.data?.pictures.reduce((sum, each) => sum + each.to.filter((end) => end === k).length, 0)).join(", ") })}
            </p>
          )}
          <p class="muted small">{say(rule === LOGIT ? "learn.logit" : "learn.drag")}</p>
        </div>
        <div>
          {shown || error ? <Curve lines={[{ name: rule, points }]} target={undefined} axis="iterations" /> : <p class="muted">{say("working")}</p>}
          {last !== undefined && (
            <p class="claim">
              {say("learn.gap")} <b data-fact="gap">{last.toPrecision(3)}</b> {shown?.stopped === "seconds" && say("learn.cut")}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function Paste({ onClose, onTable }: { onClose: () => void; onTable: (table: Table) => void }) {
  const say = useWords();
  const [text, setText] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const take = (): void => {
    ask<MatrixAnswer>("/matrix/solve", { method: "POST", body: { payoffs: text } })
      .then((found) => onTable({ actions: found.actions, payoffs: found.payoffs }))
      .catch(setError);
  };
  return (
    <Dialog title={say("matrix.paste")} onClose={onClose}>
      <p class="muted small">{say("matrix.paste.help")}</p>
      <textarea rows={8} spellcheck={false} autofocus aria-label={say("matrix.payoffs")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <Trouble error={error} />
      <button type="button" class="button main" disabled={!text.trim()} onClick={take}>
        <Icon name="arrow" />
        {say("matrix.take")}
      </button>
    </Dialog>
  );
}
