// What a session may add to its questions: a die for those who mix, a clock for those who hurry.
import { useEffect, useState } from "preact/hooks";
import { keep, recall } from "../store";
import { useWords } from "./words";

export const SECONDS = [5, 10, 20, 60];

export interface Pace {
  isDie: boolean;
  seconds: number;
}

/** What this browser has chosen; it stays chosen. */
export function usePace(): [Pace, (next: Partial<Pace>) => void] {
  const [pace, setPace] = useState<Pace>(() => ({ isDie: recall("tianji.die") === "on", seconds: Number(recall("tianji.clock")) || 0 }));
  return [
    pace,
    (next) => {
      const all = { ...pace, ...next };
      keep("tianji.die", all.isDie ? "on" : "off");
      keep("tianji.clock", String(all.seconds));
      setPace(all);
    },
  ];
}

/** A number from 1 to 100, each as likely. */
export function roll(): number {
  return 1 + Math.floor(Math.random() * 100);
}

/** The action that a mixture has at a roll: the first one's share lies at the low numbers, the next one's above it. */
export function rolled(shares: number[], die: number): number {
  let sum = 0;
  const at = shares.findIndex((share) => (sum += share) * 100 >= die - 0.5);
  return at < 0 ? shares.length - 1 : at;
}

export function PaceChoice({ pace, setPace }: { pace: Pace; setPace: (next: Partial<Pace>) => void }) {
  const say = useWords();
  return (
    <>
      <label class="check small">
        <input type="checkbox" checked={pace.isDie} onChange={(event) => setPace({ isDie: event.currentTarget.checked })} />
        {say("pace.die")}
      </label>
      <label class="inline">
        <span class="small muted">{say("pace.clock")}</span>
        <select class="button" value={String(pace.seconds)} onChange={(event) => setPace({ seconds: Number(event.currentTarget.value) })}>
          <option value="0">{say("pace.off")}</option>
          {SECONDS.map((seconds) => (
            <option key={seconds} value={String(seconds)}>
              {say("pace.seconds", { n: seconds })}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

/** Seconds left for a question, once a second; at its end it says so, and nothing is answered for anybody. */
export function Clock({ until }: { until: number }) {
  const say = useWords();
  const left = (): number => Math.max(0, Math.ceil((until - performance.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 200);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span class={seconds ? "tag" : "tag due"} data-fact="clock" role="timer">
      {seconds ? say("pace.left", { n: seconds }) : say("pace.over")}
    </span>
  );
}
