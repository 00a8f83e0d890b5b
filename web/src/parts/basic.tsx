// Parts that every screen uses.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Refusal, type Run, type State } from "../api";
import { useWords, type Key } from "../text";
import { Icon } from "./icons";

const SPEAK_MS = 10_000; // between two things that a page says aloud of its own

export function Badge({ state }: { state: State }) {
  const say = useWords();
  return (
    <span class={`badge ${state}`}>
      <span class="dot" aria-hidden="true" />
      {say(`state.${state}` as Key)}
    </span>
  );
}

export function Trouble({ error, title }: { error: Error | { code: string; detail: string } | null; title?: string }) {
  const say = useWords();
  if (!error) return null;
  const detail = error instanceof Error ? error.message : error.detail;
  const code = error instanceof Refusal ? error.code : error instanceof Error ? "" : error.code;
  const known: Record<string, Key> = {
    ParameterError: "error.ParameterError",
    UnknownNameError: "error.UnknownNameError",
    NotApplicableError: "error.NotApplicableError",
    TooLargeError: "error.TooLargeError",
    GameRuleError: "error.GameRuleError",
    NotAllowed: "error.NotAllowed",
    Lost: "error.Lost",
    StrategyError: "error.StrategyError",
    FileFormatError: "error.FileFormatError",
    FileAccessError: "error.FileAccessError",
    MissingExtraError: "error.MissingExtraError",
    TooLarge: "error.TooLargeError",
    Slow: "error.Slow",
    Busy: "error.Busy",
    QueueFull: "error.Busy",
    TooMany: "error.Busy",
    Fault: "error.Fault",
  };
  const ofStatus: Record<number, Key> = { 404: "error.gone", 500: "error.Fault", 504: "error.Slow", 507: "error.FileAccessError" };
  const key = known[code] ?? (error instanceof Refusal ? ofStatus[error.status] : undefined);
  return (
    <div class="trouble" role="alert">
      <strong>{title ?? (key ? say(key) : say("error.any"))}</strong>
      <span lang="en">{detail}</span>
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg viewBox="0 0 120 56" aria-hidden="true" focusable="false">
        <path class="axis" d="M12 6v40h100" />
        <path class="line" d="M16 12c18 2 20 24 40 28 16 3 30 3 52 4" />
      </svg>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** What is read aloud: at once when `state` changes, else at most every ten seconds, for a figure changes on and on. */
export function Said({ state, text }: { state: string; text: string }) {
  const [said, setSaid] = useState(text);
  const newest = useRef(text);
  newest.current = text;
  const timer = useRef(0);
  useEffect(() => setSaid(newest.current), [state]);
  useEffect(() => {
    if (timer.current || text === said) return;
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      setSaid(newest.current);
    }, SPEAK_MS);
  }, [text, said]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <p class="unseen" role="status" data-fact="said">
      {said}
    </p>
  );
}

export function Fact({ label, children, isMain }: { label: string; children: ComponentChildren; isMain?: boolean }) {
  return (
    <div class={isMain ? "fact main" : "fact"}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The curve of a run in a few pixels: it says where it went; the figure beside it says how far. */
export function Spark({ run }: { run: Run }) {
  const rows = run.spark.filter(([t, gap]) => t > 0 && gap > 0);
  if (rows.length < 2) return <span class="spark" />;
  const xs = rows.map(([t]) => Math.log(t));
  const ys = rows.map(([, gap]) => Math.log(gap));
  const place = (value: number, all: number[], size: number): number => ((value - Math.min(...all)) / (Math.max(...all) - Math.min(...all) || 1)) * size;
  const path = xs.map((x, i) => `${i ? "L" : "M"}${(2 + place(x, xs, 68)).toFixed(1)} ${(20 - place(ys[i] ?? 0, ys, 16)).toFixed(1)}`).join("");
  return (
    <svg class="spark" viewBox="0 0 72 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}

/** A sentence of the library: what stands between backticks is code. */
export function Ticked({ text }: { text: string }) {
  return <>{text.split("`").map((part, k) => (k % 2 ? <code key={k}>{part}</code> : part))}</>;
}

export function Code({ label, text }: { label: string; text: string }) {
  const say = useWords();
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(() => {
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    });
  };
  return (
    <figure class="code">
      <figcaption>
        {label}
        <button type="button" class="plain" onClick={copy}>
          <Icon name="copy" />
          {isCopied ? say("code.copied") : say("code.copy")}
        </button>
      </figcaption>
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}

export function Dialog({ title, onClose, children, isWide }: { title: string; onClose: () => void; children: ComponentChildren; isWide?: boolean }) {
  const say = useWords();
  const box = useRef<HTMLDialogElement>(null);
  // at once, not after the next picture: what is typed right after the key that opened it belongs into it
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={box}
      class={isWide ? "wide" : ""}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      <div class="sheet">
        <header>
          <h2>{title}</h2>
          <button type="button" class="plain" onClick={onClose}>
            {say("close")}
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Tianji Studio` : "Tianji Studio";
  }, [title]);
}

export function useLater<T>(value: T, wait: number): T {
  const [late, set] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => set(value), wait);
    return () => clearTimeout(timer);
  }, [text, wait]);
  return late;
}
