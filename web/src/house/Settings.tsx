// Settings: the reader's in this browser, those of runs in the workspace.
import { useEffect, useState } from "preact/hooks";
import { ask, door, useAsk } from "../api";
import { Fact, Trouble, useTitle } from "../parts/basic";
import { blind, language, letterKeys, LETTERS, moved, palette, setLanguage, setLetterKeys, setMoved, setPalette, setTheme, setUnit, theme, unit, useStore } from "../store";
import { useWords as useFrameWords } from "../text";
import { useWords } from "./words";

interface Settled {
  threads: number | null;
  memory_gib: number | null;
  cores: number;
}

export function Settings() {
  const say = useWords();
  const frame = useFrameWords();
  const [spoken, look, letters] = [useStore(language), useStore(theme), useStore(letterKeys)];
  useTitle(frame("nav.settings"));
  const meta = useAsk<{ version: string; workspace: string; unread: string[] }>("/meta").data;
  const [error, setError] = useState<Error | null>(null);
  const leave = (): void => {
    ask("/session", { method: "DELETE" }).then(() => door.set("locked"), setError);
  };
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{frame("nav.settings")}</h1>
        </div>
      </div>
      <section class="panel" aria-labelledby="reader">
        <h2 id="reader">{say("settings.reader")}</h2>
        <p class="muted small">{say("settings.reader.help")}</p>
        <div class="segments" role="group" aria-label={say("settings.language")}>
          {(["en", "zh"] as const).map((name) => (
            <button key={name} type="button" lang={name === "zh" ? "zh-CN" : "en"} aria-pressed={spoken === name} onClick={() => setLanguage(name)}>
              {name === "zh" ? "中文" : "English"}
            </button>
          ))}
        </div>
        <div class="segments" role="group" aria-label={say("settings.theme")}>
          {(["system", "light", "dark"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={look === name} onClick={() => setTheme(name)}>
              {say(`settings.theme.${name}`)}
            </button>
          ))}
        </div>
        <label class="check">
          <input type="checkbox" checked={letters} onChange={(event) => setLetterKeys(event.currentTarget.checked)} />
          {say("settings.letters")}
        </label>
        {letters && <Moved />}
      </section>
      <Figures />
      <Limits />
      <section class="panel" aria-labelledby="about">
        <h2 id="about">{say("settings.about")}</h2>
        <Trouble error={error} />
        {meta && (
          <dl class="facts">
            <Fact label={say("settings.version")}>{meta.version}</Fact>
            <Fact label={say("settings.place")}>
              <code>{meta.workspace}</code>
            </Fact>
          </dl>
        )}
        {meta && meta.unread.length > 0 && <p class="muted small">{say("settings.unread", { n: meta.unread.length })}</p>}
        <div class="actions">
          <button type="button" class="button" onClick={leave}>
            {say("settings.leave")}
          </button>
        </div>
        <p class="muted small">{say("settings.leave.help")}</p>
      </section>
    </div>
  );
}

/** In what chips are told, and which colours actions have. */
function Figures() {
  const say = useWords();
  const [now, chips, colours] = [useStore(unit), useStore(blind), useStore(palette)];
  const [text, setText] = useState(String(chips));
  return (
    <section class="panel" aria-labelledby="figures">
      <h2 id="figures">{say("settings.look")}</h2>
      <p class="small" id="unit">
        {say("settings.unit")}
      </p>
      <div class="tools">
        <div class="segments" role="group" aria-labelledby="unit">
          {(["chips", "bb", "pot"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={now === name} onClick={() => setUnit(name)}>
              {say(`settings.unit.${name}`)}
            </button>
          ))}
        </div>
        {now === "bb" && (
          <label class="inline">
            <span class="small muted">{say("settings.blind")}</span>
            <input
              type="text"
              inputMode="decimal"
              class="short"
              value={text}
              aria-invalid={!(Number(text) > 0)}
              onInput={(event) => {
                setText(event.currentTarget.value);
                if (Number(event.currentTarget.value) > 0) setUnit("bb", Number(event.currentTarget.value));
              }}
            />
          </label>
        )}
      </div>
      <p class="small" id="palette">
        {say("settings.palette")}
      </p>
      <div class="segments" role="group" aria-labelledby="palette">
        {(["usual", "safe", "striped"] as const).map((name) => (
          <button key={name} type="button" aria-pressed={colours === name} onClick={() => setPalette(name)}>
            {say(`settings.palette.${name}`)}
          </button>
        ))}
      </div>
      <div class="swatches" aria-hidden="true">
        {["fold", "call", "b1", "b2", "b3", "b4", "all"].map((name) => (
          <i key={name} class={`act-${name}`} />
        ))}
      </div>
    </section>
  );
}

/** Keys of one letter, each on a letter of its own. */
function Moved() {
  const say = useWords();
  const now = useStore(moved);
  const [form, setForm] = useState<Record<string, string>>(() => Object.fromEntries(LETTERS.map((key) => [key, now[key] ?? key])));
  const isWrong = new Set(Object.values(form)).size < LETTERS.length || Object.values(form).some((key) => !/^[a-z]$/.test(key) || key === "g");
  const put = (key: string, letter: string): void => {
    const next = { ...form, [key]: letter.toLowerCase().slice(-1) };
    setForm(next);
    const letters = Object.values(next);
    if (new Set(letters).size === letters.length && letters.every((each) => /^[a-fh-z]$/.test(each))) setMoved(Object.fromEntries(Object.entries(next).filter(([from, to]) => from !== to)));
  };
  return (
    <details>
      <summary>{say("settings.moved")}</summary>
      <div class="letters">
        {LETTERS.map((key) => (
          <label key={key}>
            <kbd>{key}</kbd>
            <input type="text" value={form[key]} aria-label={say("settings.moved.n", { key })} onInput={(event) => put(key, event.currentTarget.value)} />
          </label>
        ))}
      </div>
      {isWrong && <p class="bad small" role="status">{say("settings.moved.fault")}</p>}
    </details>
  );
}

function Limits() {
  const say = useWords();
  const asked = useAsk<Settled>("/settings");
  const [form, setForm] = useState({ threads: "", memory: "" });
  const [isKept, setKept] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const settled = asked.data;
  const cores = settled?.cores ?? 1;
  useEffect(() => {
    if (settled) setForm({ threads: settled.threads === null ? "" : String(settled.threads), memory: settled.memory_gib === null ? "" : String(settled.memory_gib) });
  }, [settled]);
  const [threads, memory] = [form.threads.trim(), form.memory.trim()];
  const isWrong = (threads !== "" && !(/^\d+$/.test(threads) && Number(threads) >= 1 && Number(threads) <= cores)) || (memory !== "" && !(Number(memory) > 0 && Number.isFinite(Number(memory))));
  const put = (changes: Partial<typeof form>): void => {
    setForm({ ...form, ...changes });
    setKept(false);
  };
  const save = (event: Event): void => {
    event.preventDefault();
    if (isWrong) return;
    setError(null);
    ask("/settings", { method: "PUT", body: { threads: threads === "" ? null : Number(threads), memory_gib: memory === "" ? null : Number(memory) } }).then(() => setKept(true), setError);
  };
  return (
    <form class="panel" aria-labelledby="limits" onSubmit={save} noValidate aria-busy={!settled && !asked.error}>
      <h2 id="limits">{say("settings.runs")}</h2>
      <p class="muted small">{say("settings.runs.help")}</p>
      <Trouble error={asked.error ?? error} />
      <div class="form">
        <label>
          <span>{say("settings.threads", { cores })}</span>
          <input type="text" inputMode="numeric" disabled={!settled} value={form.threads} onInput={(event) => put({ threads: event.currentTarget.value })} />
        </label>
        <label>
          <span>{say("settings.memory")}</span>
          <input type="text" inputMode="decimal" disabled={!settled} value={form.memory} onInput={(event) => put({ memory: event.currentTarget.value })} />
        </label>
      </div>
      <p class={isWrong ? "bad small" : "muted small"} role="status">
        {isWrong ? say("settings.fault", { cores }) : isKept ? say("settings.saved") : ""}
      </p>
      <div class="actions">
        <button type="submit" class="button main" disabled={!settled || isWrong}>
          {say("settings.save")}
        </button>
      </div>
    </form>
  );
}
