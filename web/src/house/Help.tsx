// Help: first steps, every key, and the words that this page uses.
import { useState } from "preact/hooks";
import { RAIL } from "../parts/Frame";
import { useTitle } from "../parts/basic";
import { language, useStore } from "../store";
import { useWords as useFrameWords } from "../text";
import { Documents } from "./Documents";
import { GLOSSARY } from "./glossary";
import { useWords, type Key } from "./words";

const KEYS: [string[], Key][] = [
  [["Ctrl", "K"], "help.keys.palette"],
  [["?"], "help.keys.list"],
  [["/"], "help.keys.search"],
  [["1", "…", "9"], "help.keys.act"],
  [["←", "→", "↑", "↓"], "help.keys.move"],
  [["Backspace"], "help.keys.back"],
  [["v"], "help.keys.metric"],
  [["p"], "help.keys.player"],
  [["l"], "help.keys.lock"],
  [["c"], "help.keys.compare"],
  [["[", "]"], "help.keys.step"],
  [["Space"], "help.keys.time"],
  [["0", "…", "9"], "help.keys.weight"],
  [["t"], "help.keys.table"],
  [["y"], "help.keys.code"],
  [["e"], "help.keys.save"],
];

export function Help({ query }: { query: URLSearchParams }) {
  const say = useWords();
  const frame = useFrameWords();
  const spoken = useStore(language);
  const [text, setText] = useState("");
  useTitle(frame("nav.help"));
  const found = GLOSSARY.filter((word) => `${word.en} ${word.zh} ${word.about[spoken]}`.toLowerCase().includes(text.trim().toLowerCase()));
  const rows = [...KEYS.map(([keys, key]) => [keys, say(key)] as const), ...RAIL.map((item) => [["g", item.letter], say("help.keys.go", { screen: frame(item.key) })] as const)];
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{frame("nav.help")}</h1>
          <p class="lead">{say("help.lead")}</p>
        </div>
      </div>
      <section class="panel" aria-labelledby="first">
        <h2 id="first">{say("help.first")}</h2>
        <ol class="steps">
          {(["solve", "play", "holdem", "train", "own"] as const).map((name) => (
            <li key={name}>{say(`help.first.${name}`)}</li>
          ))}
        </ol>
      </section>
      <Documents name={query.get("doc") ?? ""} asked={query.get("q") ?? ""} />
      <section class="panel" aria-labelledby="keys">
        <h2 id="keys">{say("help.keys")}</h2>
        <dl class="keys two">
          {rows.map(([keys, about]) => (
            <div key={keys.join()}>
              <dt>
                {keys.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
        <p class="muted small">
          <a href="/settings">{say("help.keys.off")}</a>
        </p>
      </section>
      <section class="panel" aria-labelledby="words">
        <div class="tools">
          <h2 id="words">{say("help.words")}</h2>
          <input type="search" aria-label={say("help.words.find")} placeholder={say("help.words.find")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </div>
        <dl class="glossary" aria-live="polite">
          {found.map((word) => (
            <div key={word.en}>
              <dt>
                {spoken === "zh" ? word.zh : word.en} <small lang={spoken === "zh" ? "en" : "zh-CN"}>{spoken === "zh" ? word.en : word.zh}</small>
              </dt>
              <dd>{word.about[spoken]}</dd>
            </div>
          ))}
        </dl>
        {!found.length && <p class="muted">{say("help.none")}</p>}
      </section>
    </div>
  );
}
