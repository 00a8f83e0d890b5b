// Push or fold before the flop: both grids at a stack.
import { useEffect, useState } from "preact/hooks";
import { useAsk } from "../api";
import { Code, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { fixed, percent, small } from "../pure/format";
import { go } from "../router";
import { CLASSES, floats } from "./cards";
import { Grid, type Cell } from "./Grid";
import { saidAll, useWords } from "./words";

interface Found {
  stack: number;
  ante: number;
  value: number;
  exploitability: number;
  push: number;
  call: number;
  classes: Record<"push" | "call" | "push_ev" | "call_ev", string>;
}

const VIEWS = ["share", "gap"] as const;
const WEIGHTS = CLASSES.map((name) => (name.length === 2 ? 6 : name.endsWith("s") ? 4 : 12)); // how often a class is dealt

function drawClass(): number {
  let left = Math.random() * WEIGHTS.reduce((sum, weight) => sum + weight, 0);
  return Math.max(0, WEIGHTS.findIndex((weight) => (left -= weight) < 0));
}

/** A hand, and what is done with it; the answer is judged by what it gives up, never by a mixture. */
function Quiz({ found }: { found: Found }) {
  const say = useWords();
  const [card, setCard] = useState({ cell: drawClass(), kind: "push" as "push" | "call" });
  const [told, setTold] = useState<{ loss: number; gap: number } | null>(null);
  const [score, setScore] = useState({ all: 0, right: 0, loss: 0 });
  const fold = (card.kind === "push" ? -0.5 : -1) - found.ante;
  const answer = (isYes: boolean): void => {
    if (told) return;
    const ev = floats(found.classes[`${card.kind}_ev`])[card.cell] ?? 0;
    const [mine, other] = isYes ? [ev, fold] : [fold, ev];
    const loss = Math.max(0, other - mine);
    setTold({ loss, gap: Math.abs(mine - other) });
    setScore({ all: score.all + 1, right: score.right + Number(loss <= Math.max(found.exploitability, 1e-3)), loss: score.loss + loss });
  };
  const next = (): void => {
    setTold(null);
    setCard({ cell: drawClass(), kind: card.kind === "push" ? "call" : "push" });
  };
  return (
    <section class="panel" aria-labelledby="quiz">
      <h2 id="quiz">{say("quiz.title")}</h2>
      <p data-fact="quiz">{say(`quiz.${card.kind}`, { hand: CLASSES[card.cell] ?? "" })}</p>
      <div class="actions">
        <button type="button" class="button" data-key="1" disabled={told !== null} onClick={() => answer(true)}>
          {say(`quiz.yes.${card.kind}`)}
        </button>
        <button type="button" class="button" data-key="2" disabled={told !== null} onClick={() => answer(false)}>
          {say("quiz.no")}
        </button>
        <button type="button" class="button main" data-key="n" disabled={told === null} onClick={next}>
          {say("quiz.next")}
        </button>
      </div>
      <p class="small" role="status">
        {told && (told.gap < 1e-3 ? say("quiz.even", { gain: fixed(1e-3, 3) }) : told.loss > 0 ? say("quiz.wrong", { gain: fixed(told.loss, 3) }) : say("quiz.right", { gain: fixed(told.gap, 3) }))}{" "}
        {score.all > 0 && say("quiz.score", { right: score.right, all: score.all, loss: fixed(score.loss, 2) })}
      </p>
    </section>
  );
}

export function PushFold({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("pushfold.title"));
  const [stack, setStack] = useState(Math.min(50, Math.max(1, Number(query.get("stack")) || 10)));
  const [ante, setAnte] = useState(query.get("ante") ?? "0");
  const [at, setAt] = useState(0);
  const [view, setView] = useState<(typeof VIEWS)[number]>("share");
  const late = useLater({ stack, ante }, 60);
  const isNumber = Number.isFinite(Number(late.ante)) && Number(late.ante) >= 0 && Number(late.ante) <= 100;
  const { data, error, isLoading } = useAsk<Found>(isNumber ? `/pushfold?stack=${late.stack}&ante=${Number(late.ante)}` : null, true);
  useEffect(() => {
    if (isNumber) go(`/holdem/pushfold?${new URLSearchParams({ stack: String(late.stack), ante: late.ante })}`, "replace");
  }, [late.stack, late.ante]);
  const grid = (kind: "push" | "call") => {
    if (!data) return null;
    const shares = floats(data.classes[kind]);
    const evs = floats(data.classes[`${kind}_ev`]);
    const fold = (kind === "push" ? -0.5 : -1) - data.ante;
    const widest = Math.max(...[...evs].map((ev) => Math.abs(ev - fold)));
    const cells: Cell[] = CLASSES.map((_, k) => {
      const gap = (evs[k] ?? 0) - fold;
      const about = saidAll([percent(shares[k] ?? 0), say("cell.ev", { ev: fixed(evs[k], 3) })]);
      if (view === "share") return { height: shares[k] ?? 0, parts: [{ colour: kind === "push" ? "all" : "call", share: 1 }], about };
      return { height: 1, parts: [{ colour: `heat${Math.round(4 + (4 * gap) / (widest || 1))}`, share: 1 }], about, text: fixed(gap, Math.abs(gap) < 10 ? 1 : 0) };
    });
    const chosen = { share: shares[at] ?? 0, ev: evs[at] ?? 0 };
    return (
      <section class="panel" aria-label={say(`pushfold.${kind}`)}>
        <h2>
          {say(`pushfold.${kind}`)} <small class="muted">{percent(data[kind])}</small>
        </h2>
        <Grid label={say(`pushfold.${kind}`)} cells={cells} at={at} onPick={setAt} />
        <p class="small" aria-live="polite">
          <b>{CLASSES[at]}</b>: {percent(chosen.share)} · {say("pushfold.against", { ev: fixed(chosen.ev, 3), fold: fixed(fold, 3) })}
        </p>
      </section>
    );
  };
  return (
    <div class="screen holdem">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("pushfold.title")}</h1>
          <p class="lead">{say("pushfold.lead")}</p>
        </div>
      </div>
      <section class="panel">
        <div class="form">
          <label class="slide">
            <span>{say("pushfold.stack")}</span>
            <input type="range" min={1} max={50} step={0.5} value={stack} onInput={(event) => setStack(Number(event.currentTarget.value))} />
            <output>{stack} bb</output>
          </label>
          <label>
            <span>{say("pushfold.ante")}</span>
            <input type="text" inputMode="decimal" value={ante} aria-invalid={!isNumber} onInput={(event) => setAnte(event.currentTarget.value)} />
          </label>
        </div>
        <Trouble error={error} />
        {!data && isLoading && (
          <p class="muted" role="status">
            {say("loading")}
          </p>
        )}
        {data && (
          <div class="segments" role="group" aria-label={say("grid.view")}>
            {VIEWS.map((name) => (
              <button key={name} type="button" aria-pressed={view === name} data-key={view === name ? undefined : "v"} onClick={() => setView(name)}>
                {say(`pushfold.view.${name}`)}
              </button>
            ))}
          </div>
        )}
        {data && (
          <dl class="facts">
            <Fact label={say("pushfold.value")} isMain>
              {fixed(data.value, 4)}
            </Fact>
            <Fact label={say("pushfold.gap")}>{small(data.exploitability)} bb</Fact>
          </dl>
        )}
      </section>
      <div class="duo">
        {grid("push")}
        {grid("call")}
      </div>
      {data && <Quiz key={`${data.stack} ${data.ante}`} found={data} />}
      <section class="panel">
        <Code label="Python" text={`import tianji as tj\n\nchart = tj.holdem.push_fold(${stack}, ${Number(ante) || 0})\nprint(chart.value, chart.push.means, chart.call.means)\n`} />
      </section>
    </div>
  );
}
