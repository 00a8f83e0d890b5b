// Push or fold before the flop: both grids at a stack.
import { useEffect, useState } from "preact/hooks";
import { useAsk } from "../api";
import { Code, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { fixed, percent, small } from "../pure/format";
import { go } from "../router";
import { CLASSES, floats } from "./cards";
import { Grid, type Cell } from "./Grid";
import { useWords } from "./words";

interface Found {
  stack: number;
  ante: number;
  value: number;
  exploitability: number;
  push: number;
  call: number;
  classes: Record<"push" | "call" | "push_ev" | "call_ev", string>;
}

export function PushFold({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("pushfold.title"));
  const [stack, setStack] = useState(Math.min(50, Math.max(1, Number(query.get("stack")) || 10)));
  const [ante, setAnte] = useState(query.get("ante") ?? "0");
  const [at, setAt] = useState(0);
  const late = useLater({ stack, ante }, 60);
  const isNumber = Number.isFinite(Number(late.ante)) && Number(late.ante) >= 0 && Number(late.ante) <= 100;
  const { data, error } = useAsk<Found>(isNumber ? `/pushfold?stack=${late.stack}&ante=${Number(late.ante)}` : null, true);
  useEffect(() => {
    if (isNumber) go(`/holdem/pushfold?${new URLSearchParams({ stack: String(late.stack), ante: late.ante })}`, "replace");
  }, [late.stack, late.ante]);
  const grid = (kind: "push" | "call") => {
    if (!data) return null;
    const shares = floats(data.classes[kind]);
    const evs = floats(data.classes[`${kind}_ev`]);
    const cells: Cell[] = CLASSES.map((_, k) => ({ height: shares[k] ?? 0, parts: [{ colour: kind === "push" ? "all" : "call", share: 1 }], about: `${percent(shares[k] ?? 0)}, EV ${fixed(evs[k], 3)}` }));
    const chosen = { share: shares[at] ?? 0, ev: evs[at] ?? 0 };
    return (
      <section class="panel" aria-label={say(`pushfold.${kind}`)}>
        <h2>
          {say(`pushfold.${kind}`)} <small class="muted">{percent(data[kind])}</small>
        </h2>
        <Grid label={say(`pushfold.${kind}`)} cells={cells} at={at} onPick={setAt} />
        <p class="small" aria-live="polite">
          <b>{CLASSES[at]}</b>: {percent(chosen.share)} · EV {fixed(chosen.ev, 3)} {say("pushfold.against", { fold: fixed((kind === "push" ? -0.5 : -1) - data.ante, 3) })}
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
      <section class="panel">
        <Code label="Python" text={`import tianji as tj\n\nchart = tj.holdem.push_fold(${stack}, ${Number(ante) || 0})\nprint(chart.value, chart.push.means, chart.call.means)\n`} />
      </section>
    </div>
  );
}
