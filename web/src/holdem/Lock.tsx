// Locks: a strategy that is fixed after a line, painted on the grid or set for the whole range; then solved anew.
import { useEffect, useState } from "preact/hooks";
import { ask, type Run } from "../api";
import { Trouble } from "../parts/basic";
import { Icon } from "../parts/icons";
import { fixed, percent } from "../pure/format";
import { go } from "../router";
import { useStore } from "../store";
import { runs } from "../watch";
import type { HoldemBody, Node } from "./ask";
import { CLASSES, colours } from "./cards";
import type { Three } from "./Compare";
import { saidAction, useWords } from "./words";

interface Props {
  node: Node;
  run: string;
  body: HoldemBody;
  painted: Map<number, number[]>;
  onPainted: (painted: Map<number, number[]>) => void;
  query: URLSearchParams;
  onTurn: (changes: Record<string, string>) => void;
}

interface Edited {
  line: string;
  player: "oop" | "ip";
  frequencies: Record<string, Three>;
  ev: Record<"oop" | "ip", Three>;
  most_different_hands: { hand: string; ev: number | null; share: number }[];
  proofs: { values: [number, number]; exploitability: number }[];
  pot: number;
  note: string;
}

/** A solve and the same with this strategy, nothing solved again. */
function EditedFigures({ found }: { found: Edited }) {
  const say = useWords();
  const [was, is] = found.proofs;
  if (!was || !is) return null;
  const pct = (chips: number): string => `${fixed((100 * chips) / found.pot, 2)} %`;
  const signed = (value: number | null): string => (value === null ? "–" : `${value > 0 ? "+" : ""}${fixed(value, 3)}`);
  const rows: [string, string, string][] = [
    [say("lock.exploitability"), pct(was.exploitability), pct(is.exploitability)],
    ...(["oop", "ip"] as const).map((seat, p): [string, string, string] => [`EV ${say(`seat.${seat}`)}`, fixed(was.values[p] ?? 0, 3), fixed(is.values[p] ?? 0, 3)]),
    ...Object.entries(found.frequencies).map(([name, row]): [string, string, string] => [saidAction(name), percent(row.a ?? 0), percent(row.b ?? 0)]),
  ];
  return (
    <section aria-label={say("lock.evaluate")} data-edited>
      <table class="data totals">
        <thead>
          <tr>
            <th scope="col">{say("compare.what")}</th>
            <th scope="col" class="number">{say("lock.before")}</th>
            <th scope="col" class="number">{say("lock.after")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, before, after]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{before}</td>
              <td class="number">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small muted">
        {say("lock.edited", { hands: found.most_different_hands.slice(0, 5).map((row) => `${row.hand} ${signed(row.ev)}`).join(", ") || "–" })}
      </p>
    </section>
  );
}

/** A strategy for every hand: what the lock takes, and what it says of itself. */
interface Given {
  strategy: Record<string, Record<string, number>>;
  told: string;
}
interface Shifted {
  strategy: Given["strategy"];
  frequency: number | null;
  cost: number;
}

/** An action more or less often, the hands moved first that it costs least; or all hands as another solve plays them. */
function More({ node, run, board, given, onGiven }: { node: Node; run: string; board: string; given: Given | null; onGiven: (given: Given | null) => void }) {
  const say = useWords();
  const [action, setAction] = useState(0);
  const [points, setPoints] = useState("10");
  const [error, setError] = useState<Error | null>(null);
  const all = useStore(runs) ?? [];
  const cards = (text: string): string => [...(text.replace(/[\s,]/g, "").match(/../g) ?? [])].map((card) => card.toLowerCase()).sort().join("");
  const others = all.filter((each) => each.kind === "holdem" && each.id !== run && each.result !== null && cards((each.body as unknown as { spot?: { board?: string } }).spot?.board ?? "") === cards(board));
  const words = node.words ?? [];
  const ask1 = (of: string, body: object, told: (found: Shifted) => string): void => {
    setError(null);
    ask<Shifted>(`/solves/${of}/strategy`, { method: "POST", body: { line: node.line, ...body } }).then(
      (found) => onGiven({ strategy: found.strategy, told: told(found) }),
      (refused: Error) => (onGiven(null), setError(refused)),
    );
  };
  const share = Number(points) / 100;
  return (
    <div class="stack tight">
      <div class="form">
        <label>
          <span>{say("lock.action")}</span>
          <select value={String(action)} onChange={(event) => (setAction(Number(event.currentTarget.value)), onGiven(null))}>
            {(node.actions ?? []).map((name, a) => (
              <option key={name} value={String(a)}>
                {saidAction(name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{say("lock.points")}</span>
          <input type="number" min={-100} max={100} value={points} onInput={(event) => (setPoints(event.currentTarget.value), onGiven(null))} />
        </label>
      </div>
      <p class="muted small">{say("lock.more.help")}</p>
      <div class="tools">
        <button
          type="button"
          class="button"
          disabled={!(Math.abs(share) > 0 && Math.abs(share) <= 1)}
          onClick={() => ask1(run, { action: words[action] ?? "", share }, (found) => say("lock.moved", { action: saidAction(node.actions?.[action] ?? ""), share: percent(found.frequency ?? 0), change: `${found.cost > 0 ? "" : "+"}${fixed(-found.cost, 3)}` }))}
        >
          {say("lock.work")}
        </button>
        {others.length > 0 && (
          <select
            class="button"
            aria-label={say("lock.copy")}
            value=""
            onChange={(event) => {
              const other = others.find(({ id }) => id === event.currentTarget.value);
              if (other) ask1(other.id, {}, (found) => say("lock.copied", { n: Object.keys(found.strategy).length, name: other.name || other.id }));
            }}
          >
            <option value="">{say("lock.copy")}</option>
            {others.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name || each.id}
              </option>
            ))}
          </select>
        )}
      </div>
      <Trouble error={error} />
      {given && (
        <p class="small" role="status" data-fact="given">
          {given.told}
        </p>
      )}
    </div>
  );
}

export function Lock({ node, run, body, painted, onPainted, query, onTurn }: Props) {
  const say = useWords();
  const actions = node.actions ?? [];
  const words = node.words ?? [];
  const chosen = Math.min(actions.length - 1, Math.max(0, Number(query.get("act") ?? "0") || 0));
  const [mix, setMix] = useState<number[]>(() => (node.frequencies ?? []).map((share) => Math.round(100 * share)));
  const [how, setHow] = useState<"paint" | "whole" | "more">("paint");
  const isWhole = how === "whole";
  const [given, setGiven] = useState<Given | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [edited, setEdited] = useState<Edited | null>(null);
  useEffect(() => setEdited(null), [node.line, painted, how, mix, given]);
  useEffect(() => setGiven(null), [node.line]);
  const total = mix.reduce((sum, each) => sum + each, 0);
  const paint = colours(actions);
  const strategyOf = (): unknown => {
    let strategy: unknown;
    if (how === "more") strategy = given?.strategy;
    else if (isWhole) strategy = Object.fromEntries(words.map((word, a) => [word, (mix[a] ?? 0) / total]));
    else {
      const groups = new Map<string, string[]>();
      for (const [cell, shares] of painted) {
        const key = words[shares.indexOf(1)] ?? "";
        groups.set(key, [...(groups.get(key) ?? []), CLASSES[cell] ?? ""]);
      }
      strategy = Object.fromEntries([...groups].map(([word, names]) => [names.join(","), { [word]: 1 }]));
    }
    return strategy;
  };
  const isReady = how === "more" ? given !== null : isWhole ? total > 0 : painted.size > 0;
  const weigh = (): void => {
    setBusy(true);
    setError(null);
    ask<Edited>(`/solves/${run}/evaluate`, { method: "POST", body: { edits: [{ line: node.line, strategy: strategyOf() }], line: node.line } })
      .then((found) => setEdited(found))
      .catch((problem: Error) => setError(problem))
      .finally(() => setBusy(false));
  };
  const start = (): void => {
    const strategy = strategyOf();
    const kept = (body.spot.locks ?? []).filter((lock) => lock.line !== node.line);
    const holdem = { ...body, spot: { ...body.spot, locks: [...kept, { line: node.line, strategy }] } };
    setBusy(true);
    setError(null);
    ask<Run>("/holdem/runs", { method: "POST", body: { holdem, parent: run } })
      .then((next) => go(`/holdem/${next.id}?${new URLSearchParams({ line: node.line })}`))
      .catch((problem: Error) => (setError(problem), setBusy(false)));
  };
  return (
    <div class="stack tight">
      <p class="muted small">{say("lock.lead")}</p>
      {node.of.locks.length > 0 && <p class="small">{say("lock.there", { lines: node.of.locks.map((line) => line || say("lock.start")).join("; ") })}</p>}
      <div class="segments" role="group" aria-label={say("lock.how")}>
        {(["paint", "whole", "more"] as const).map((name) => (
          <button key={name} type="button" aria-pressed={how === name} onClick={() => setHow(name)}>
            {say(`lock.${name}`)}
          </button>
        ))}
      </div>
      {how === "more" ? (
        <More node={node} run={run} board={body.spot.board} given={given} onGiven={setGiven} />
      ) : isWhole ? (
        <div class="form">
          {actions.map((name, a) => (
            <label key={name}>
              <span>{saidAction(name)}</span>
              <input type="number" min={0} max={100} value={mix[a] ?? 0} onInput={(event) => setMix(mix.map((each, k) => (k === a ? Math.max(0, Number(event.currentTarget.value) || 0) : each)))} />
            </label>
          ))}
        </div>
      ) : (
        <>
          <div class="brush" role="radiogroup" aria-label={say("lock.brush")}>
            {actions.map((name, a) => (
              <button key={name} type="button" role="radio" aria-checked={a === chosen} onClick={() => onTurn({ act: String(a) })}>
                <i class={`act-${paint[a]}`} aria-hidden="true" />
                <span>{saidAction(name)}</span>
              </button>
            ))}
          </div>
          <p class="small">
            {painted.size ? say("lock.count", { n: painted.size }) : say("lock.none")}{" "}
            {painted.size > 0 && (
              <button type="button" class="plain" onClick={() => onPainted(new Map())}>
                {say("lock.free")}
              </button>
            )}
          </p>
        </>
      )}
      <Trouble error={error} />
      <div class="actions">
        <button type="button" class="button main" disabled={isBusy || !isReady} onClick={start}>
          <Icon name="play" />
          {say("lock.solve")}
        </button>
        <button type="button" class="button" disabled={isBusy || !isReady} onClick={weigh}>
          {say("lock.evaluate")}
        </button>
      </div>
      {edited && <EditedFigures found={edited} />}
    </div>
  );
}
