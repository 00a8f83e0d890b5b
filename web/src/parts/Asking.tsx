// What every form of a run has: when it stops, what it would take, and the button that starts it.
import { useEffect, useState } from "preact/hooks";
import { ask, type Run } from "../api";
import { go } from "../router";
import { useWords } from "../text";

export const STOPS = ["until", "iterations", "seconds"] as const;
export type Stop = (typeof STOPS)[number] | "seed" | "threads";
type Fields = Partial<Record<Stop, string>>;

/** A field that is no number is told here: JSON has no way to send it. A percent sign may follow `until`. */
export function faultOfStops(form: Fields): Stop | null {
  for (const key of [...STOPS, "seed", "threads"] as const) {
    const text = (form[key] ?? "").trim().replace(key === "until" ? /%$/ : "", "");
    const isWhole = key !== "until" && key !== "seconds";
    if (text !== "" && (!Number.isFinite(Number(text)) || (isWhole && !Number.isInteger(Number(text))))) return key;
  }
  return null;
}

interface Numbers {
  iterations?: number;
  seconds?: number;
  seed?: number;
  threads?: number;
}

/** The fields of when to stop, as numbers. */
export function stopsOf(form: Fields): Numbers & { until?: number } {
  const found: Numbers & { until?: number } = {};
  for (const key of [...STOPS, "seed", "threads"] as const) {
    const text = (form[key] ?? "").trim();
    if (text !== "") found[key] = Number(text);
  }
  return found;
}

/** The same, where `until` is percent of the pot. */
export function stopsOfPot(form: Fields): Numbers & { until?: string } {
  const text = (form.until ?? "").trim().replace(/%$/, "");
  const { until: _, ...rest } = stopsOf({ ...form, until: "" });
  return text === "" ? rest : { ...rest, until: `${text}%` };
}

/** When to stop: the first one reached ends the run. */
export function Stops({ form, onInput, ofPot = false, idle = {}, more = ["threads"] }: { form: Fields; onInput: (key: Stop, text: string) => void; ofPot?: boolean; idle?: Partial<Record<Stop, boolean>>; more?: Stop[] }) {
  const say = useWords();
  const fault = faultOfStops(form);
  const field = (key: Stop) => (
    <label key={key}>
      <span>{say(key === "until" && ofPot ? "solve.until.pot" : `solve.${key}`)}</span>
      <input type="text" inputMode="decimal" value={form[key] ?? ""} disabled={idle[key]} aria-invalid={fault === key} placeholder={key === "threads" ? say("solve.threads.usual") : key === "seed" ? "0" : ""} onInput={(event) => onInput(key, event.currentTarget.value)} />
      {fault === key && <small class="bad">{say(key === "until" || key === "seconds" ? "solve.number" : "solve.whole")}</small>}
    </label>
  );
  return (
    <section class="panel" aria-labelledby="stops">
      <h2 id="stops">{say("solve.stops")}</h2>
      <p class="muted small">{say("solve.stops.help")}</p>
      <div class="form">{STOPS.map(field)}</div>
      <details>
        <summary>{say(more.includes("seed") ? "solve.more" : "solve.threads")}</summary>
        <div class="form">{more.map(field)}</div>
      </details>
    </section>
  );
}

/** What would be taken, or why the library would refuse it; asked again when the question changes. None: nothing to ask yet. */
export function usePlan<P>(path: string, body: object | null): { plan: P | null; error: Error | null } {
  const [state, set] = useState<{ plan: P | null; error: Error | null }>({ plan: null, error: null });
  useEffect(() => {
    if (body === null) return;
    const control = new AbortController();
    ask<P>(path, { method: "POST", body, signal: control.signal })
      .then((plan) => set({ plan, error: null }))
      .catch((error: Error) => !control.signal.aborted && set({ plan: null, error }));
    return () => control.abort();
  }, [path, JSON.stringify(body)]);
  return state;
}

/** The press of the button: the run that it starts is opened. */
export function useStart(path: string, open: string): { isBusy: boolean; refused: Error | null; start: (event: Event, body: object | null) => void } {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Error | null>(null);
  const start = (event: Event, body: object | null): void => {
    event.preventDefault();
    if (body === null) return;
    setBusy(true);
    setRefused(null);
    ask<Run>(path, { method: "POST", body })
      .then((run) => go(`${open}/${run.id}`))
      .catch((problem: Error) => (setRefused(problem), setBusy(false)));
  };
  return { isBusy, refused, start };
}
