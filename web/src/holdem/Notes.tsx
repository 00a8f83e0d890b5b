// What the reader notes about a solve: kept with its run.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask, type Run } from "../api";
import { Trouble } from "../parts/basic";
import { useWords } from "./words";

const LONGEST = 4000;

export function Notes({ run }: { run: string }) {
  const say = useWords();
  const [text, setText] = useState<string | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isKept, setKept] = useState(true);
  const late = useRef<{ timer: number; keep: () => void } | null>(null);
  useEffect(() => {
    ask<Run>(`/runs/${run}`).then((found) => setText(found.note), setError);
    return () => {
      if (!late.current) return;
      clearTimeout(late.current.timer);
      late.current.keep(); // who goes away has what was typed kept all the same
    };
  }, [run]);
  const change = (next: string): void => {
    setText(next);
    setKept(false);
    const keep = (): void => {
      late.current = null;
      ask(`/runs/${run}`, { method: "PATCH", body: { note: next } }).then(() => (setKept(true), setError(null)), setError);
    };
    if (late.current) clearTimeout(late.current.timer);
    late.current = { timer: window.setTimeout(keep, 600), keep };
  };
  return (
    <div class="stack tight">
      <Trouble error={error} />
      <label class="wide">
        <span>{say("notes.label")}</span>
        <textarea rows={10} maxLength={LONGEST} disabled={text === null} value={text ?? ""} onInput={(event) => change(event.currentTarget.value)} />
      </label>
      <p class="small muted" role="status">
        {text === null ? say("loading") : isKept ? say("notes.kept") : say("notes.keeping")}
      </p>
    </div>
  );
}
