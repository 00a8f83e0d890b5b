// A range: painted on the grid or written as text; each follows the other.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../api";
import { percent } from "../pure/format";
import { cardName, CLASSES, floats, handName, HANDS, HANDS_OF, rangeText, readBoard } from "./cards";
import { Grid, type Cell } from "./Grid";
import { Import } from "./Import";
import { Shelf } from "./Shelf";
import { useWords } from "./words";

interface Read {
  text: string;
  combos: number;
  share: number;
  weights: string;
}

const BRUSHES: Record<string, (name: string) => boolean> = {
  pairs: (name) => name.length === 2,
  suited: (name) => name.endsWith("s"),
  broadway: (name) => /^[AKQJT]{2}/.test(name),
};
const SHARES = [5, 10, 20, 30, 50];

export function RangeEditor({ label, text, board, onChange }: { label: string; text: string; board?: string; onChange: (text: string) => void }) {
  const say = useWords();
  const [weights, setWeights] = useState<Float32Array>(() => new Float32Array(1326));
  const [draft, setDraft] = useState(text);
  const [error, setError] = useState("");
  const [brush, setBrush] = useState(100);
  const [at, setAt] = useState(0);
  const paints = useRef(1);
  const sent = useRef("");
  const past = useRef<string[]>([]);
  const timer = useRef(0);
  // at once: whoever solves, or turns to the other seat, right after a stroke means what stands here
  const tell = (asked: string): void => {
    sent.current = asked;
    onChange(asked);
  };
  const read = (asked: string, isTyped: boolean): void => {
    clearTimeout(timer.current); // what was painted or typed before this is no longer asked for
    tell(asked);
    if (!asked.trim()) {
      setWeights(new Float32Array(1326));
      setError("");
      return;
    }
    ask<Read>("/holdem/ranges", { method: "POST", body: { text: asked } }).then(
      (found) => {
        if (sent.current !== asked) return;
        setError("");
        setWeights(floats(found.weights));
        if (isTyped) return;
        setDraft(found.text);
        onChange(found.text);
      },
      (problem: Error) => sent.current === asked && setError(problem.message),
    );
  };
  // what comes from outside: an address, a preset, an example
  useEffect(() => {
    if (text !== sent.current && text !== draft) {
      setDraft(text);
      read(text, true);
    } else if (text && !sent.current) read(text, true);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (asked: string, isTyped: boolean): void => {
    clearTimeout(timer.current);
    tell(asked);
    timer.current = window.setTimeout(() => read(asked, isTyped), 200);
  };
  const put = (next: Float32Array): void => {
    setWeights(next);
    const asked = rangeText(next);
    setDraft(asked);
    later(asked, false);
  };
  const remember = (): void => {
    past.current = [...past.current.slice(-49), rangeText(weights)];
  };
  const mean = (cell: number): number => {
    const hands = HANDS_OF[cell] ?? [];
    return hands.reduce((sum, hand) => sum + (weights[hand] ?? 0), 0) / hands.length;
  };
  const paint = (cell: number, isFirst: boolean): void => {
    if (isFirst) {
      remember();
      paints.current = Math.abs(mean(cell) - brush / 100) < 0.005 ? 0 : brush / 100;
    }
    const next = weights.slice();
    for (const hand of HANDS_OF[cell] ?? []) next[hand] = paints.current;
    put(next);
  };
  const sweep = (fits: (name: string) => boolean): void => {
    remember();
    const next = weights.slice();
    CLASSES.forEach((name, cell) => {
      if (fits(name)) for (const hand of HANDS_OF[cell] ?? []) next[hand] = brush / 100;
    });
    put(next);
  };
  const undo = (): void => {
    const before = past.current.pop();
    if (before === undefined) return;
    setDraft(before);
    read(before, false);
  };
  const combos = weights.reduce((sum, weight) => sum + weight, 0);
  const cells: Cell[] = CLASSES.map((_, cell) => {
    const share = mean(cell);
    return { height: share, parts: [{ colour: "range", share: 1 }], about: percent(share) };
  });
  const hands = HANDS_OF[at] ?? [];
  const dealt = readBoard(board ?? "") ?? [];
  const blocked = (hand: number): number | undefined => HANDS[hand]?.find((card) => dealt.includes(card));
  return (
    <div class="stack tight range">
      <label class="wide">
        <span>{label}</span>
        <textarea
          rows={2}
          spellcheck={false}
          value={draft}
          aria-invalid={error !== ""}
          onInput={(event) => {
            setDraft(event.currentTarget.value);
            later(event.currentTarget.value, true);
          }}
        />
      </label>
      {error && (
        <p class="bad small" role="alert" lang="en">
          {error}
        </p>
      )}
      <p class="count">
        <b>{say("range.combos", { n: Number(combos.toFixed(1)) })}</b> · {percent(combos / 1326)}
      </p>
      <Grid label={label} cells={cells} at={at} onPick={setAt} onPaint={paint} onDigit={(digit) => setBrush(digit === 0 ? 100 : 10 * digit)} />
      <div class="brushes">
        <label>
          <span>{say("range.weight")}</span>
          <input type="range" min={5} max={100} step={5} value={brush} onInput={(event) => setBrush(Number(event.currentTarget.value))} />
          <output>{brush} %</output>
        </label>
        <div class="segments wrap" role="group" aria-label={say("range.presets")}>
          {SHARES.map((share) => (
            <button
              key={share}
              type="button"
              onClick={() => {
                remember();
                setDraft(`${share}%`);
                read(`${share}%`, false);
              }}
            >
              {share} %
            </button>
          ))}
          {Object.entries(BRUSHES).map(([name, fits]) => (
            <button key={name} type="button" onClick={() => sweep(fits)}>
              {say(`brush.${name}` as "brush.pairs")}
            </button>
          ))}
          <button type="button" onClick={() => sweep((name) => Math.floor(CLASSES.indexOf(name) / 13) === Math.floor(at / 13))}>
            {say("brush.row", { hand: CLASSES[at] ?? "" })}
          </button>
          <button type="button" disabled={!past.current.length} onClick={undo}>
            {say("range.undo")}
          </button>
          <button
            type="button"
            onClick={() => {
              remember();
              put(new Float32Array(1326));
            }}
          >
            {say("range.none")}
          </button>
        </div>
      </div>
      <div class="tools">
        <Shelf
          text={draft}
          onTake={(taken) => {
            remember();
            setDraft(taken);
            read(taken, false);
          }}
        />
        <Import
          onRange={(taken) => {
            remember();
            setDraft(taken);
            read(taken, false);
          }}
        />
      </div>
      <details>
        <summary>{say("range.suits", { hand: CLASSES[at] ?? "" })}</summary>
        <div class="suits">
          {hands.map((hand) => (
            <button
              key={hand}
              type="button"
              class={blocked(hand) === undefined ? "" : "hatched"}
              aria-pressed={(weights[hand] ?? 0) > 0}
              onClick={() => {
                remember();
                const next = weights.slice();
                next[hand] = (next[hand] ?? 0) > 0 ? 0 : brush / 100;
                put(next);
              }}
            >
              {handName(hand)}
              <small>{blocked(hand) === undefined ? percent(weights[hand] ?? 0) : say("hands.blocked", { card: cardName(blocked(hand) ?? 0) })}</small>
            </button>
          ))}
        </div>
      </details>
    </div>
  );
}
