// The frame: rail, top line, palette, keys, banners.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { door, isGone, useAsk, type Game } from "../api";
import { go, onLink, place } from "../router";
import { language, letterKeys, meant, moved, setLanguage, setLetterKeys, setTheme, theme, useStore, type Theme } from "../store";
import { runs } from "../watch";
import { useWords, type Key } from "../text";
import { Dialog } from "./basic";
import { DropAnywhere } from "./Drop";
import { Icon } from "./icons";
import { left } from "./RunRow";
import { savePage } from "./save";

// isMore: behind "more" where the rail is a bar at the bottom, which has room for five
export const RAIL: { path: string; key: Key; icon: string; letter: string; isMore?: boolean }[] = [
  { path: "/", key: "nav.home", icon: "home", letter: "h" },
  { path: "/play", key: "nav.play", icon: "play", letter: "p" },
  { path: "/games", key: "nav.games", icon: "games", letter: "g" },
  { path: "/solve", key: "nav.solve", icon: "solve", letter: "s", isMore: true },
  { path: "/holdem", key: "nav.holdem", icon: "holdem", letter: "d" },
  { path: "/train", key: "nav.train", icon: "train", letter: "t", isMore: true },
  { path: "/matrix", key: "nav.matrix", icon: "matrix", letter: "m", isMore: true },
  { path: "/subgame", key: "nav.subgame", icon: "subgame", letter: "u", isMore: true },
  { path: "/search", key: "nav.search", icon: "search", letter: "e", isMore: true },
  { path: "/runs", key: "nav.runs", icon: "runs", letter: "r" },
  { path: "/library", key: "nav.library", icon: "library", letter: "l", isMore: true },
  { path: "/settings", key: "nav.settings", icon: "settings", letter: ",", isMore: true },
  { path: "/help", key: "nav.help", icon: "help", letter: "?", isMore: true },
];

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
}

export function Frame({ children }: { children: ComponentChildren }) {
  const say = useWords();
  const where = useStore(place);
  const [open, setOpen] = useState<"" | "palette" | "keys" | "more">("");
  useKeys(setOpen);
  const main = useRef<HTMLElement>(null);
  const path = where.path;
  useEffect(() => {
    const title = main.current?.querySelector("h1");
    if (title && document.activeElement === document.body) title.focus({ preventScroll: true });
  }, [path]);
  const isHere = (item: string): boolean => (item === "/" ? path === "/" : path.startsWith(item));
  return (
    <div class="frame" onClick={onLink}>
      <a class="skip" href="#main">
        {say("skip")}
      </a>
      <nav class="rail" aria-label={say("nav.label")}>
        <a class="brand" href="/" aria-label="Tianji Studio">
          <img src="/static/icon.svg" alt="" width="28" height="28" />
          <span>
            Tianji <b>Studio</b>
          </span>
        </a>
        {RAIL.map((item) => (
          <a key={item.path} class={item.isMore ? "item is-more" : "item"} href={item.path} aria-current={isHere(item.path) ? "page" : undefined}>
            <Icon name={item.icon} />
            <span>{say(item.key)}</span>
          </a>
        ))}
        <button type="button" class="item only-narrow" onClick={() => setOpen("more")}>
          <Icon name="more" />
          <span>{say("nav.more")}</span>
        </button>
        <button type="button" class="item last is-more" onClick={() => setOpen("keys")}>
          <Icon name="keys" />
          <span>{say("nav.keys")}</span>
        </button>
      </nav>
      <header class="top">
        <button type="button" class="find" onClick={() => setOpen("palette")}>
          <Icon name="search" />
          <span class="hint">{say("palette.open")}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </button>
        <Working />
        <Choices />
      </header>
      <Banner />
      <DropAnywhere />
      <main id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      {open === "palette" && <Palette onClose={() => setOpen("")} />}
      {open === "keys" && <Keys onClose={() => setOpen("")} />}
      {open === "more" && (
        <Dialog title={say("nav.more")} onClose={() => setOpen("")}>
          <ul class="more">
            {RAIL.filter((item) => item.isMore).map((item) => (
              <li key={item.path}>
                <a class="item" href={item.path} onClick={() => setOpen("")}>
                  <Icon name={item.icon} />
                  <span>{say(item.key)}</span>
                </a>
              </li>
            ))}
            <li>
              <button type="button" class="item" onClick={() => setOpen("keys")}>
                <Icon name="keys" />
                <span>{say("nav.keys")}</span>
              </button>
            </li>
          </ul>
        </Dialog>
      )}
    </div>
  );
}

function useKeys(setOpen: (what: "" | "palette" | "keys" | "more") => void): void {
  useLayoutEffect(() => {
    let isGoing = false;
    const onKey = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        setOpen("palette");
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !letterKeys.value) return;
      if (document.querySelector("dialog[open]")) return;
      const item = RAIL.find(({ letter }) => letter === event.key);
      const key = isGoing ? event.key : meant(event.key.toLowerCase());
      if (isGoing && item) go(item.path);
      else if (event.key === "?") setOpen("keys");
      else if (key === "e" && !isGoing) void savePage();
      else if (event.key === "/") {
        event.preventDefault();
        const field = document.querySelector<HTMLInputElement>("main input[type=search]");
        if (field) field.focus();
        else setOpen("palette");
      } else {
        const button = key && document.querySelector<HTMLButtonElement | HTMLSelectElement>(`main [data-key="${CSS.escape(key)}"]`);
        if (!isGoing && button && !button.disabled) {
          event.preventDefault(); // a space would scroll, and press what has the focus
          if (button instanceof HTMLSelectElement) button.focus();
          else button.click();
        }
      }
      isGoing = !isGoing && event.key === "g";
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function Working() {
  const say = useWords();
  const all = useStore(runs);
  const running = all?.filter((run) => run.state === "running") ?? [];
  const waiting = all?.filter((run) => run.state === "queued").length ?? 0;
  const first = running[0];
  const time = first ? left(first) : null;
  if (!first && !waiting) return <span class="working" role="status" />;
  return (
    <span class="working" role="status">
      <a href={first ? `/runs/${first.id}` : "/runs"}>
        <span class="pulse" aria-hidden="true" />
        {say("working", { running: running.length, waiting })}
        {time !== null && <small class="wide-only" aria-hidden="true">{say("run.left", { time })}</small>}
      </a>
    </span>
  );
}

function Choices() {
  const say = useWords();
  const now = useStore(theme);
  const spoken = useStore(language);
  const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
  const icon = { system: "system", light: "sun", dark: "moon" }[now];
  return (
    <div class="choices">
      <button type="button" class="plain" lang={spoken === "en" ? "zh-CN" : "en"} onClick={() => setLanguage(spoken === "en" ? "zh" : "en")}>
        {spoken === "en" ? "中文" : "English"}
      </button>
      <button type="button" class="plain" onClick={() => setTheme(next[now])} aria-label={say(`theme.${now}` as Key)} title={say(`theme.${now}` as Key)}>
        <Icon name={icon} />
      </button>
    </div>
  );
}

function Banner() {
  const say = useWords();
  const gone = useStore(isGone);
  const state = useStore(door);
  return (
    <div aria-live="polite">
      {gone && state !== "locked" && <p class="banner">{say("gone")}</p>}
    </div>
  );
}

interface Command {
  title: string;
  about: string;
  run: () => void;
}

function Palette({ onClose }: { onClose: () => void }) {
  const say = useWords();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [isWanted, setWanted] = useState(false); // Enter came before the list of games did
  const asked = useAsk<{ items: Game[] }>("/games", true);
  const games = asked.data?.items ?? [];
  const all = useStore(runs) ?? [];
  const to = (address: string) => () => {
    onClose();
    go(address);
  };
  const commands: Command[] = [
    ...RAIL.map((item) => ({ title: say(item.key), about: say("palette.screen"), run: to(item.path) })),
    ...games.map((game) => ({ title: game.name, about: say("palette.game"), run: to(`/games/${game.name}`) })),
    ...games.filter((game) => game.hidden).map((game) => ({ title: say("palette.solve", { game: game.name }), about: say("nav.solve"), run: to(`/solve/${game.name}`) })),
    ...all.slice(0, 30).map((run) => ({ title: run.name || `${run.body.game} · ${run.body.method}`, about: say("palette.run"), run: to(`/runs/${run.id}`) })),
    ...(["light", "dark", "system"] as const).map((name) => ({ title: say(`theme.${name}` as Key), about: say("palette.setting"), run: () => (setTheme(name), onClose()) })),
    { title: say("palette.save"), about: say("keys.page"), run: () => (onClose(), void savePage()) },
    { title: "English", about: say("palette.setting"), run: () => (setLanguage("en"), onClose()) },
    { title: "中文", about: say("palette.setting"), run: () => (setLanguage("zh"), onClose()) },
  ];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter((command) => words.every((word) => `${command.title} ${command.about}`.toLowerCase().includes(word))).slice(0, 12);
  const here = Math.min(at, found.length - 1);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setAt((here + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (found.length) found[here]?.run();
      else setWanted(asked.isLoading);
    }
  };
  useEffect(() => {
    if (isWanted && !asked.isLoading) found[here]?.run();
  }, [asked.isLoading, isWanted]);
  return (
    <Dialog title={say("palette.title")} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        list={undefined}
        aria-expanded="true"
        aria-controls="found"
        aria-activedescendant={found.length ? `found-${here}` : undefined}
        aria-label={say("palette.open")}
        placeholder={say("palette.hint")}
        value={text}
        autofocus
        onInput={(event) => (setText(event.currentTarget.value), setAt(0), setWanted(false))}
        onKeyDown={onKey}
      />
      <ul id="found" class="found" role="listbox" aria-label={say("palette.title")}>
        {found.map((command, i) => (
          <li key={`${command.title} ${command.about}`} id={`found-${i}`} role="option" aria-selected={i === here} onClick={command.run} onPointerMove={() => setAt(i)}>
            <span>{command.title}</span>
            <small>{command.about}</small>
          </li>
        ))}
      </ul>
      {!found.length && <p class="muted">{say("nothing")}</p>}
    </Dialog>
  );
}

const NAMED: Record<string, string> = { " ": "Space", backspace: "Backspace" };

/** The keys that do something on this screen now, with the names of what they press. */
function keysHere(): [string, string][] {
  return [...document.querySelectorAll<HTMLElement>("main [data-key]")].map((each): [string, string] => {
    const words = [...each.childNodes].filter((part) => !(part instanceof Element && part.matches("kbd"))).map((part) => part.textContent ?? "");
    return [each.dataset["key"] ?? "", each.getAttribute("aria-label") ?? words.join(" ").replace(/\s+/g, " ").trim()];
  });
}

function Keys({ onClose }: { onClose: () => void }) {
  const say = useWords();
  const on = useStore(letterKeys);
  const [here] = useState(keysHere);
  const to = useStore(moved);
  const rows: [string[], Key][] = [
    [["Ctrl", "K"], "keys.palette"],
    [["?"], "keys.help"],
    [["/"], "keys.search"],
    ...RAIL.map((item): [string[], Key] => [["g", item.letter], item.key]),
    [["t"], "keys.table"],
    [["y"], "keys.code"],
    [["e"], "palette.save"],
    [["←", "→"], "keys.curve"],
  ];
  return (
    <Dialog title={say("keys.title")} onClose={onClose}>
      {here.length > 0 && (
        <>
          <h3>{say("keys.here")}</h3>
          <dl class="keys" data-fact="keys-here">
            {here.map(([key, name]) => (
              <div key={key}>
                <dt>
                  <kbd>{NAMED[key] ?? to[key] ?? key}</kbd>
                </dt>
                <dd>{name}</dd>
              </div>
            ))}
          </dl>
          <h3>{say("keys.everywhere")}</h3>
        </>
      )}
      <dl class="keys">
        {rows.map(([keys, key]) => (
          <div key={keys.join()}>
            <dt>
              {keys.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{say(key)}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input type="checkbox" checked={on} onChange={(event) => setLetterKeys(event.currentTarget.checked)} />
        {say("keys.letters")}
      </label>
    </Dialog>
  );
}
