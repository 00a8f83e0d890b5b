// Two solves of one board side by side: both grids, their difference, and where they differ most.
import { useState } from "preact/hooks";
import { useAsk } from "../api";
import { Empty, Trouble, useTitle } from "../parts/basic";
import { count, fixed, percent, small } from "../pure/format";
import { go } from "../router";
import { useStore } from "../store";
import { runs } from "../watch";
import { Cards } from "./Card";
import { CLASSES, colours, floats } from "./cards";
import { Grid, type Cell } from "./Grid";
import { saidAction, saidAll, saidField, saidLine, say, useWords } from "./words";

export interface Three {
  a: number | null;
  b: number | null;
  difference: number | null;
}
interface Row {
  line: string;
  player: "oop" | "ip";
  frequency: number;
  distance: number;
  /** Over all streets. */
  street?: "flop" | "turn" | "river";
  alike?: number;
  only?: string;
}
interface All {
  rows: Row[];
  looked_at: number;
  left: number;
  is_certain: boolean;
}
interface Found {
  board: string;
  line: string;
  player: "oop" | "ip";
  distance: number;
  values: Record<string, Three>;
  frequencies: Record<string, Three>;
  ev: Record<string, Three>;
  notes: string[];
  most_different_lines: Row[];
  most_different_hands: { hand: string; distance: number; ev: number | null }[];
  sides: { actions: string[]; words: string[]; frequencies: number[]; reach: string; shares: string; exploitability_pct: number; values: number[] }[];
  apart: { actions: string[]; reach: string; shares: string };
  ev_by_class: string;
}

/** What the library says of two spots, in the reader's words: fields of a spot by the names that the form has for them. */
function saidNote(note: string): string {
  const [, fields] = /^the spots differ in (.+)$/.exec(note) ?? [];
  if (fields) return say("compare.differ", { what: saidAll(fields.split(", ").map(saidField)) });
  const [, who, actions, line] = /^only ([AB]) has (.+) after '?(.+?)'?$/.exec(note) ?? [];
  if (who && actions && line) {
    const what = saidAll(actions.split(", ").map(saidAction));
    return say("compare.lone", { who, what, line: line === "the start" ? say("lock.start") : saidLine(line) });
  }
  const [, n, a, b] = /^(\d+) hands are in both ranges, (\d+) in A, (\d+) in B$/.exec(note) ?? [];
  return n && a && b ? say("compare.hands", { n, a, b }) : note;
}

export function Compare({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("compare.title"));
  const [a, b, line] = [query.get("a") ?? "", query.get("b") ?? "", query.get("line") ?? ""];
  const { data, error, isLoading } = useAsk<Found>(a && b ? `/compare?${new URLSearchParams({ a, b, line })}` : null);
  const [at, setAt] = useState(0);
  const all = useStore(runs) ?? [];
  const called = (id: string): string => {
    const run = all.find((each) => each.id === id);
    return run ? `${run.name || run.body.game} · ${run.body.method}` : "";
  };
  const walk = (to: string): void => go(`/holdem/compare?${new URLSearchParams({ a, b, line: to })}`);
  const change = (value: number | null, digits: number): string => (value === null ? "–" : `${value > 0 ? "+" : ""}${fixed(value, digits)}`);
  return (
    <div class="screen holdem">
      <div class="head">
        <div>
          <p class="crumb">
            <a href={`/holdem/${a}`}>A</a> · <a href={`/holdem/${b}`}>B</a>
          </p>
          <h1 tabIndex={-1}>
            {say("compare.title")} {data && <Cards text={data.board} />}
          </h1>
          <p class="lead">
            {line ? <code>{saidLine(line)}</code> : say("lock.start")}
            {data ? ` · ${say("compare.distance", { share: percent(data.distance) })}` : ""}
          </p>
        </div>
        {line && (
          <div class="actions">
            <button type="button" class="button" data-key="backspace" onClick={() => walk(line.split(", ").slice(0, -1).join(", "))}>
              {say("line.back")}
            </button>
          </div>
        )}
      </div>
      <Trouble error={error} />
      {!a || !b ? <Empty title={say("compare.pick")} /> : !data && isLoading && <p class="muted">{say("loading")}</p>}
      {data && (
        <>
          {data.notes.length > 0 && (
            <ul class="muted small">
              {data.notes.map((note) => (
                <li key={note}>{saidNote(note)}</li>
              ))}
            </ul>
          )}
          <div class="trio">
            {data.sides.map((side, k) => (
              <section key={k} class="panel" aria-label={k ? "B" : "A"}>
                <h2>
                  {k ? "B" : "A"} <small class="muted">{say("compare.proof", { gap: small(side.exploitability_pct) })}</small>
                </h2>
                {called(k ? b : a) && (
                  <p class="muted small">
                    <a href={`/holdem/${k ? b : a}`}>{called(k ? b : a)}</a>
                  </p>
                )}
                <Side side={side} at={at} onPick={setAt} label={`${k ? "B" : "A"}, ${say(`seat.${data.player}`)}`} />
                <div class="brush">
                  {side.actions.map((name, i) => (
                    <button key={name} type="button" onClick={() => walk(line ? `${line}, ${side.words[i]}` : (side.words[i] ?? ""))}>
                      <i class={`act-${colours(side.actions)[i]}`} aria-hidden="true" />
                      <span>{saidAction(name)}</span> <b>{percent(side.frequencies[i] ?? 0)}</b>
                    </button>
                  ))}
                </div>
              </section>
            ))}
            <section class="panel" aria-label={say("compare.apart")}>
              <h2>{say("compare.apart")}</h2>
              <Apart found={data} at={at} onPick={setAt} />
            </section>
          </div>
          <div class="split">
            <section class="panel">
              <table class="data totals">
                <thead>
                  <tr>
                    <th scope="col">{say("compare.what")}</th>
                    <th scope="col" class="number">A</th>
                    <th scope="col" class="number">B</th>
                    <th scope="col" class="number">B − A</th>
                  </tr>
                </thead>
                <tbody>
                  {Object.entries(data.frequencies).map(([name, row]) => (
                    <tr key={name}>
                      <th scope="row">{saidAction(name)}</th>
                      <td class="number">{percent(row.a ?? 0)}</td>
                      <td class="number">{percent(row.b ?? 0)}</td>
                      <td class="number">{change(row.difference === null ? null : 100 * row.difference, 1)}</td>
                    </tr>
                  ))}
                  {(["oop", "ip"] as const).map((name) => (
                    <tr key={name}>
                      <th scope="row">EV {say(`seat.${name}`)}</th>
                      <td class="number">{fixed(data.ev[name]?.a, 2)}</td>
                      <td class="number">{fixed(data.ev[name]?.b, 2)}</td>
                      <td class="number">{change(data.ev[name]?.difference ?? null, 2)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            <Where a={a} b={b} line={line} here={data.most_different_lines} walk={walk} />
          </div>
        </>
      )}
    </div>
  );
}

/** Where they differ most: after this line on its street, or anywhere, over all streets and cards. */
function Where({ a, b, line, here, walk }: { a: string; b: string; line: string; here: Row[]; walk: (to: string) => void }) {
  const say = useWords();
  const [isAll, setAll] = useState(false);
  const { data, error, isLoading } = useAsk<All>(isAll ? `/compare/where?${new URLSearchParams({ a, b })}` : null);
  const rows = isAll ? (data?.rows ?? []) : here;
  return (
    <section class="panel" aria-labelledby="most">
      <div class="tools">
        <h2 id="most">{say("compare.most")}</h2>
        <div class="segments" role="group" aria-label={say("compare.most")}>
          {[false, true].map((all) => (
            <button key={String(all)} type="button" aria-pressed={isAll === all} onClick={() => setAll(all)}>
              {say(all ? "compare.all" : "compare.street")}
            </button>
          ))}
        </div>
      </div>
      <Trouble error={error} />
      {isAll && isLoading && !data && <p class="muted">{say("loading")}</p>}
      {rows.length === 0 && (!isAll || data) && <p class="muted">{say(isAll ? "compare.same.all" : "compare.same")}</p>}
      <ul class="lines">
        {rows.map((row) => (
          <li key={row.line}>
            <button type="button" aria-current={row.line === line ? "true" : undefined} onClick={() => walk(row.line)}>
              <span>{row.line ? saidLine(row.line) : say("lock.start")}</span>
              <small>
                {row.street && `${say(`street.${row.street}`)} · `}
                {say(`seat.${row.player}`)} · {row.only ? say("compare.only", { reached: percent(row.frequency) }) : say("compare.row", { share: percent(row.distance), reached: percent(row.frequency) })}
                {(row.alike ?? 1) > 1 && ` · ${say("compare.alike", { n: row.alike ?? 1 })}`}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {isAll && data && <p class="muted small">{say(data.is_certain ? "compare.certain" : "compare.part", { n: count(data.looked_at), left: percent(data.left) })}</p>}
    </section>
  );
}

function Side({ side, at, onPick, label }: { side: Found["sides"][number]; at: number; onPick: (cell: number) => void; label: string }) {
  const reach = floats(side.reach);
  const shares = floats(side.shares);
  const paint = colours(side.actions);
  const width = side.actions.length;
  const cells: Cell[] = CLASSES.map((_, k) => ({
    height: reach[k] ?? 0,
    parts: paint.map((colour, i) => ({ colour, share: shares[k * width + i] ?? 0 })),
    about: saidAll(side.actions.map((name, i) => `${saidAction(name)} ${percent(shares[k * width + i] ?? 0)}`)),
  }));
  return <Grid isSmall label={label} cells={cells} at={at} onPick={onPick} />;
}

function Apart({ found, at, onPick }: { found: Found; at: number; onPick: (cell: number) => void }) {
  const say = useWords();
  const reach = floats(found.apart.reach);
  const shares = floats(found.apart.shares);
  const ev = floats(found.ev_by_class);
  const width = found.apart.actions.length;
  const paint = colours(found.apart.actions);
  const distances = CLASSES.map((_, k) => ((reach[k] ?? 0) > 0 ? found.apart.actions.reduce((sum, _, i) => sum + Math.abs(shares[k * width + i] ?? 0), 0) / 2 : 0));
  const most = Math.max(...distances) || 1; // two solves of one spot differ by a few percent: a cell filled to so little shows nothing
  const cells: Cell[] = CLASSES.map((_, k) => {
    const changes = found.apart.actions.map((_, i) => shares[k * width + i] ?? 0);
    return {
      height: (distances[k] ?? 0) / most,
      parts: changes.map((each, i) => ({ colour: paint[i] ?? "b1", share: Math.max(0, each) / (distances[k] || 1) })),
      about: saidAll([...found.apart.actions.map((name, i) => `${saidAction(name)} ${fixed(100 * (changes[i] ?? 0), 1)}`), say("cell.ev", { ev: fixed(ev[k], 2) })]),
    };
  });
  return (
    <>
      <Grid isSmall label={say("compare.apart")} cells={cells} at={at} onPick={onPick} />
      <p class="muted small">{say("compare.apart.help", { share: percent(most) })}</p>
    </>
  );
}
