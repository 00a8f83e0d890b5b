import {
  Damaged,
  NoRun,
  RunFrame,
  RunRow,
  gapOf,
  left,
  useRun
} from "./chunk-GTKCJ5JL.js";
import {
  Curve,
  CurveTable
} from "./chunk-CYTYYDMT.js";
import "./chunk-2UED4DVZ.js";
import {
  asCommand,
  asPython,
  makeSpec,
  nameOf,
  written
} from "./chunk-IBI42R42.js";
import {
  own,
  runs,
  seenOf,
  watchRuns
} from "./chunk-VYB6ACTZ.js";
import {
  $,
  A,
  Code,
  Dialog,
  Empty,
  F,
  Fact,
  Icon,
  Q,
  Refusal,
  T,
  Trouble,
  a,
  ago,
  ask,
  bytes,
  count,
  d,
  door,
  duration,
  fixed,
  go,
  isGone,
  language,
  letterKeys,
  onLink,
  percent,
  place,
  say,
  setLanguage,
  setLetterKeys,
  setTheme,
  small,
  theme,
  useAsk,
  useLater,
  useStore,
  useTitle,
  useWords
} from "./chunk-RDMBEYB3.js";

// src/parts/save.ts
function plain(kept, shown) {
  let before = shown.querySelectorAll("input, select, textarea");
  kept.querySelectorAll("input, select, textarea").forEach((field, k) => {
    let now = before[k], text = document.createElement("span");
    text.className = `${field.className} kept`, now instanceof HTMLSelectElement ? text.textContent = now.selectedOptions[0]?.textContent ?? "" : now instanceof HTMLInputElement && /^(checkbox|radio)$/.test(now.type) ? text.textContent = now.checked ? "☑" : "☐" : now instanceof HTMLInputElement && now.type === "range" ? text.textContent = "" : text.textContent = now?.value ?? "", field.replaceWith(text);
  });
  for (let button of kept.querySelectorAll("button, .actions")) button.closest(".segments, td") || button.remove();
  for (let link of kept.querySelectorAll("a")) link.removeAttribute("href");
  for (let each of kept.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
}
async function savePage() {
  let shown = document.getElementById("main");
  if (!shown) return;
  let kept = shown.cloneNode(!0);
  plain(kept, shown);
  let style = await (await fetch(document.querySelector("link[rel=stylesheet]")?.href ?? "/static/style.css")).text(), page = document.implementation.createHTMLDocument(document.title);
  page.documentElement.lang = language.value === "zh" ? "zh-CN" : "en", page.documentElement.dataset.theme = document.documentElement.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  let charset = page.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  let view = page.createElement("meta");
  view.name = "viewport", view.content = "width=device-width";
  let sheet = page.createElement("style");
  sheet.textContent = style, page.head.prepend(charset), page.head.append(view, sheet);
  let foot = page.createElement("p");
  foot.className = "claim screen", foot.textContent = say("save.foot", { when: (/* @__PURE__ */ new Date()).toISOString().slice(0, 16).replace("T", " "), place: location.pathname + location.search }), page.body.append(kept, foot);
  let link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`<!doctype html>
${page.documentElement.outerHTML}
`], { type: "text/html" })), link.download = `tianji${location.pathname.replace(/[^\w]+/g, "-").replace(/-$/, "")}.html`, link.click(), setTimeout(() => URL.revokeObjectURL(link.href), 1e4);
}

// src/parts/Frame.tsx
var RAIL = [
  { path: "/", key: "nav.home", icon: "home", letter: "h" },
  { path: "/play", key: "nav.play", icon: "play", letter: "p" },
  { path: "/games", key: "nav.games", icon: "games", letter: "g" },
  { path: "/solve", key: "nav.solve", icon: "solve", letter: "s", isMore: !0 },
  { path: "/holdem", key: "nav.holdem", icon: "holdem", letter: "d" },
  { path: "/train", key: "nav.train", icon: "train", letter: "t", isMore: !0 },
  { path: "/matrix", key: "nav.matrix", icon: "matrix", letter: "m", isMore: !0 },
  { path: "/subgame", key: "nav.subgame", icon: "subgame", letter: "u", isMore: !0 },
  { path: "/search", key: "nav.search", icon: "search", letter: "e", isMore: !0 },
  { path: "/runs", key: "nav.runs", icon: "runs", letter: "r" }
];
function isTyping(event) {
  let target = event.target;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
}
function Frame({ children }) {
  let say2 = useWords(), where = useStore(place), [open, setOpen] = d("");
  useKeys(setOpen);
  let main = T(null), path = where.path;
  A(() => {
    let title = main.current?.querySelector("h1");
    title && document.activeElement === document.body && title.focus({ preventScroll: !0 });
  }, [path]);
  let isHere = (item) => item === "/" ? path === "/" : path.startsWith(item);
  return /* @__PURE__ */ a("div", { class: "frame", onClick: onLink, children: [
    /* @__PURE__ */ a("a", { class: "skip", href: "#main", children: say2("skip") }),
    /* @__PURE__ */ a("nav", { class: "rail", "aria-label": say2("nav.label"), children: [
      /* @__PURE__ */ a("a", { class: "brand", href: "/", "aria-label": "Tianji Studio", children: [
        /* @__PURE__ */ a("img", { src: "/static/icon.svg", alt: "", width: "28", height: "28" }),
        /* @__PURE__ */ a("span", { children: [
          "Tianji ",
          /* @__PURE__ */ a("b", { children: "Studio" })
        ] })
      ] }),
      RAIL.map((item) => /* @__PURE__ */ a("a", { class: item.isMore ? "item is-more" : "item", href: item.path, "aria-current": isHere(item.path) ? "page" : void 0, children: [
        /* @__PURE__ */ a(Icon, { name: item.icon }),
        /* @__PURE__ */ a("span", { children: say2(item.key) })
      ] }, item.path)),
      /* @__PURE__ */ a("button", { type: "button", class: "item only-narrow", onClick: () => setOpen("more"), children: [
        /* @__PURE__ */ a(Icon, { name: "more" }),
        /* @__PURE__ */ a("span", { children: say2("nav.more") })
      ] }),
      /* @__PURE__ */ a("button", { type: "button", class: "item last is-more", onClick: () => setOpen("keys"), children: [
        /* @__PURE__ */ a(Icon, { name: "help" }),
        /* @__PURE__ */ a("span", { children: say2("nav.keys") })
      ] })
    ] }),
    /* @__PURE__ */ a("header", { class: "top", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "find", onClick: () => setOpen("palette"), children: [
        /* @__PURE__ */ a(Icon, { name: "search" }),
        /* @__PURE__ */ a("span", { class: "hint", children: say2("palette.open") }),
        /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: "Ctrl K" })
      ] }),
      /* @__PURE__ */ a(Working, {}),
      /* @__PURE__ */ a(Choices, {})
    ] }),
    /* @__PURE__ */ a(Banner, {}),
    /* @__PURE__ */ a("main", { id: "main", ref: main, tabIndex: -1, children }),
    open === "palette" && /* @__PURE__ */ a(Palette, { onClose: () => setOpen("") }),
    open === "keys" && /* @__PURE__ */ a(Keys, { onClose: () => setOpen("") }),
    open === "more" && /* @__PURE__ */ a(Dialog, { title: say2("nav.more"), onClose: () => setOpen(""), children: /* @__PURE__ */ a("ul", { class: "more", children: [
      RAIL.filter((item) => item.isMore).map((item) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", { class: "item", href: item.path, onClick: () => setOpen(""), children: [
        /* @__PURE__ */ a(Icon, { name: item.icon }),
        /* @__PURE__ */ a("span", { children: say2(item.key) })
      ] }) }, item.path)),
      /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", { type: "button", class: "item", onClick: () => setOpen("keys"), children: [
        /* @__PURE__ */ a(Icon, { name: "help" }),
        /* @__PURE__ */ a("span", { children: say2("nav.keys") })
      ] }) })
    ] }) })
  ] });
}
function useKeys(setOpen) {
  F(() => {
    let isGoing = !1, onKey = (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault(), setOpen("palette");
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || !letterKeys.value || document.querySelector("dialog[open]")) return;
      let item = RAIL.find(({ letter }) => letter === event.key);
      if (isGoing && item) go(item.path);
      else if (event.key === "?") setOpen("keys");
      else if (event.key === "e" && !isGoing) savePage();
      else if (event.key === "/") {
        event.preventDefault();
        let field = document.querySelector("main input[type=search]");
        field ? field.focus() : setOpen("palette");
      } else {
        let button = document.querySelector(`main [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
        !isGoing && button && !button.disabled && button.click();
      }
      isGoing = !isGoing && event.key === "g";
    };
    return document.addEventListener("keydown", onKey), () => document.removeEventListener("keydown", onKey);
  }, []);
}
function Working() {
  let say2 = useWords(), all = useStore(runs), running = all?.filter((run) => run.state === "running") ?? [], waiting = all?.filter((run) => run.state === "queued").length ?? 0, first = running[0];
  return !first && !waiting ? /* @__PURE__ */ a("span", { class: "working", role: "status" }) : /* @__PURE__ */ a("span", { class: "working", role: "status", children: /* @__PURE__ */ a("a", { href: first ? `/runs/${first.id}` : "/runs", children: [
    /* @__PURE__ */ a("span", { class: "pulse", "aria-hidden": "true" }),
    say2("working", { running: running.length, waiting })
  ] }) });
}
function Choices() {
  let say2 = useWords(), now = useStore(theme), spoken = useStore(language), next = { system: "light", light: "dark", dark: "system" }, icon = { system: "system", light: "sun", dark: "moon" }[now];
  return /* @__PURE__ */ a("div", { class: "choices", children: [
    /* @__PURE__ */ a("button", { type: "button", class: "plain", lang: spoken === "en" ? "zh-CN" : "en", onClick: () => setLanguage(spoken === "en" ? "zh" : "en"), children: spoken === "en" ? "中文" : "English" }),
    /* @__PURE__ */ a("button", { type: "button", class: "plain", onClick: () => setTheme(next[now]), "aria-label": say2(`theme.${now}`), title: say2(`theme.${now}`), children: /* @__PURE__ */ a(Icon, { name: icon }) })
  ] });
}
function Banner() {
  let say2 = useWords(), gone = useStore(isGone), state = useStore(door);
  return /* @__PURE__ */ a("div", { "aria-live": "polite", children: gone && state !== "locked" && /* @__PURE__ */ a("p", { class: "banner", children: say2("gone") }) });
}
function Palette({ onClose }) {
  let say2 = useWords(), [text, setText] = d(""), [at, setAt] = d(0), [isWanted, setWanted] = d(!1), asked = useAsk("/games", !0), games = asked.data?.items ?? [], all = useStore(runs) ?? [], to = (address) => () => {
    onClose(), go(address);
  }, commands = [
    ...RAIL.map((item) => ({ title: say2(item.key), about: say2("palette.screen"), run: to(item.path) })),
    ...games.map((game) => ({ title: game.name, about: say2("palette.game"), run: to(`/games/${game.name}`) })),
    ...games.filter((game) => game.hidden).map((game) => ({ title: say2("palette.solve", { game: game.name }), about: say2("nav.solve"), run: to(`/solve/${game.name}`) })),
    ...all.slice(0, 30).map((run) => ({ title: run.name || `${run.body.game} · ${run.body.method}`, about: say2("palette.run"), run: to(`/runs/${run.id}`) })),
    ...["light", "dark", "system"].map((name) => ({ title: say2(`theme.${name}`), about: say2("palette.setting"), run: () => (setTheme(name), onClose()) })),
    { title: say2("palette.save"), about: say2("keys.page"), run: () => (onClose(), void savePage()) },
    { title: "English", about: say2("palette.setting"), run: () => (setLanguage("en"), onClose()) },
    { title: "中文", about: say2("palette.setting"), run: () => (setLanguage("zh"), onClose()) }
  ], words = text.toLowerCase().split(/\s+/).filter(Boolean), found = commands.filter((command) => words.every((word) => `${command.title} ${command.about}`.toLowerCase().includes(word))).slice(0, 12), here = Math.min(at, found.length - 1), onKey = (event) => {
    event.key === "ArrowDown" || event.key === "ArrowUp" ? (event.preventDefault(), setAt((here + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length))) : event.key === "Enter" && (event.preventDefault(), found.length ? found[here]?.run() : setWanted(asked.isLoading));
  };
  return A(() => {
    isWanted && !asked.isLoading && found[here]?.run();
  }, [asked.isLoading]), /* @__PURE__ */ a(Dialog, { title: say2("palette.title"), onClose, children: [
    /* @__PURE__ */ a(
      "input",
      {
        type: "search",
        role: "combobox",
        list: void 0,
        "aria-expanded": "true",
        "aria-controls": "found",
        "aria-activedescendant": found.length ? `found-${here}` : void 0,
        "aria-label": say2("palette.open"),
        placeholder: say2("palette.hint"),
        value: text,
        autofocus: !0,
        onInput: (event) => (setText(event.currentTarget.value), setAt(0), setWanted(!1)),
        onKeyDown: onKey
      }
    ),
    /* @__PURE__ */ a("ul", { id: "found", class: "found", role: "listbox", "aria-label": say2("palette.title"), children: found.map((command, i) => /* @__PURE__ */ a("li", { id: `found-${i}`, role: "option", "aria-selected": i === here, onClick: command.run, onPointerMove: () => setAt(i), children: [
      /* @__PURE__ */ a("span", { children: command.title }),
      /* @__PURE__ */ a("small", { children: command.about })
    ] }, `${command.title} ${command.about}`)) }),
    !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say2("nothing") })
  ] });
}
function Keys({ onClose }) {
  let say2 = useWords(), on = useStore(letterKeys), rows = [
    [["Ctrl", "K"], "keys.palette"],
    [["?"], "keys.help"],
    [["/"], "keys.search"],
    ...RAIL.map((item) => [["g", item.letter], item.key]),
    [["t"], "keys.table"],
    [["y"], "keys.code"],
    [["e"], "palette.save"],
    [["←", "→"], "keys.curve"]
  ];
  return /* @__PURE__ */ a(Dialog, { title: say2("keys.title"), onClose, children: [
    /* @__PURE__ */ a("dl", { class: "keys", children: rows.map(([keys, key]) => /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("dt", { children: keys.map((name) => /* @__PURE__ */ a("kbd", { children: name }, name)) }),
      /* @__PURE__ */ a("dd", { children: say2(key) })
    ] }, keys.join())) }),
    /* @__PURE__ */ a("label", { class: "check", children: [
      /* @__PURE__ */ a("input", { type: "checkbox", checked: on, onChange: (event) => setLetterKeys(event.currentTarget.checked) }),
      say2("keys.letters")
    ] })
  ] });
}

// src/parts/lazy.tsx
function lazy(fetch2) {
  let known = null;
  return function(props) {
    let say2 = useWords(), [, redraw] = d(0), [error, setError] = d(null);
    return A(() => {
      known || fetch2().then((found) => {
        known = found, redraw((n) => n + 1);
      }, setError);
    }, []), known ? /* @__PURE__ */ a(known, { ...props }) : /* @__PURE__ */ a("div", { class: "screen", "aria-busy": !error, children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("loading") }),
      /* @__PURE__ */ a(Trouble, { error })
    ] });
  };
}

// src/screens/Games.tsx
function Games() {
  let say2 = useWords();
  useTitle(say2("nav.games"));
  let { data, error, isLoading } = useAsk("/games", !0), files = useStore(own), [text, setText] = d(""), [filter, setFilter] = d("all"), fits = {
    all: () => !0,
    hidden: (game) => game.hidden,
    open: (game) => !game.hidden,
    chance: (game) => game.chance
  }, found = (data?.items ?? []).filter((game) => fits[filter](game) && `${game.name} ${game.summary}`.toLowerCase().includes(text.toLowerCase()));
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("nav.games") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say2("games.lead") })
    ] }) }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say2("games.search"), placeholder: say2("games.search"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("games.filter"), children: ["all", "hidden", "open", "chance"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": filter === name, onClick: () => setFilter(name), children: say2(`games.${name}`) }, name)) })
    ] }),
    Object.entries(files).map(([file, stamp]) => /* @__PURE__ */ a(OwnFile, { file, stamp }, file)),
    /* @__PURE__ */ a(Trouble, { error }),
    isLoading && !data && /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") }),
    data && !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say2("nothing") }),
    /* @__PURE__ */ a("ul", { class: "cards", children: found.map((game) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", { class: "card", href: `/games/${game.name}`, children: [
      /* @__PURE__ */ a("strong", { children: game.name }),
      /* @__PURE__ */ a("span", { class: "about", lang: "en", children: game.summary }),
      /* @__PURE__ */ a("span", { class: "meta", children: [
        /* @__PURE__ */ a("span", { class: "tag", children: say2("games.players", { n: game.players }) }),
        game.hidden && /* @__PURE__ */ a("span", { class: "tag", children: say2("games.hidden") }),
        game.chance && /* @__PURE__ */ a("span", { class: "tag", children: say2("games.chance") })
      ] })
    ] }) }, game.name)) })
  ] });
}
function OwnFile({ file, stamp }) {
  let say2 = useWords(), { data, error, isLoading } = useAsk(`/own/${file}?seen=${stamp}`), to = (screen, spec) => `/${screen}/${encodeURIComponent(spec)}`;
  return /* @__PURE__ */ a("section", { class: "panel own", "aria-label": `${file}.py`, "aria-busy": isLoading, children: [
    /* @__PURE__ */ a("h2", { children: [
      file,
      ".py ",
      /* @__PURE__ */ a("span", { class: "tag", children: say2("own.watching") })
    ] }),
    error ? /* @__PURE__ */ a(Trouble, { error }) : data ? data.games.length ? /* @__PURE__ */ a("ul", { class: "rows", children: data.games.map((game) => /* @__PURE__ */ a("li", { class: "row", children: [
      /* @__PURE__ */ a("a", { class: "what", href: to("games", game.spec), children: [
        /* @__PURE__ */ a("strong", { children: game.spec }),
        game.check && /* @__PURE__ */ a("small", { class: "good", children: say2(game.check.complete ? "own.sound" : "own.sound.part", { n: count(game.check.histories) }) })
      ] }),
      game.check && /* @__PURE__ */ a("span", { class: "actions", children: [
        /* @__PURE__ */ a("a", { class: "button", href: to("tree", game.spec), children: say2("games.tree") }),
        /* @__PURE__ */ a("a", { class: "button", href: to("play", game.spec), children: say2("nav.play") }),
        /* @__PURE__ */ a("a", { class: "button main", href: to("solve", game.spec), children: say2("games.solve") })
      ] }),
      game.problem && /* @__PURE__ */ a(Trouble, { error: game.problem })
    ] }, game.spec)) }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("own.none") }) : /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") })
  ] });
}
function GameScreen({ spec }) {
  let say2 = useWords();
  useTitle(spec);
  let name = nameOf(spec), card = useAsk("/games", !0).data?.items.find((game) => game.name === name), seen = seenOf(name, useStore(own)), usual = useAsk(seen ? `/games/${encodeURIComponent(name)}?seen=${seen}` : null, !0).data, defaults = card?.parameters ?? usual?.parameters ?? {}, [typed, setTyped] = d({}), asked = useLater(Object.keys(typed).length ? makeSpec(name, defaults, typed) : spec, 350);
  A(() => {
    asked !== spec && go(`/games/${encodeURIComponent(asked)}`, "replace");
  }, [asked]);
  let { data, error, isLoading } = useAsk(`/games/${encodeURIComponent(asked)}${seen && `?seen=${seen}`}`, !0), current = data && nameOf(data.spec) === name ? data.parameters : {}, check = data?.check ?? null;
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/games", children: say2("nav.games") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: [
          name,
          " ",
          seen && /* @__PURE__ */ a("span", { class: "tag", children: say2("own.watching") })
        ] }),
        /* @__PURE__ */ a("p", { class: "lead", lang: "en", children: data?.summary ?? card?.summary })
      ] }),
      /* @__PURE__ */ a("a", { class: "button", href: `/tree/${encodeURIComponent(error ? spec : asked)}`, children: say2("games.tree") }),
      /* @__PURE__ */ a("a", { class: "button", href: `/play/${encodeURIComponent(error ? spec : asked)}`, children: [
        /* @__PURE__ */ a(Icon, { name: "play" }),
        say2("nav.play")
      ] }),
      /* @__PURE__ */ a("a", { class: "button main", href: `/solve/${encodeURIComponent(error ? spec : asked)}`, children: [
        /* @__PURE__ */ a(Icon, { name: "solve" }),
        say2("games.solve")
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("div", { class: "stack", children: [
        Object.keys(defaults).length > 0 && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "parameters", children: [
          /* @__PURE__ */ a("h2", { id: "parameters", children: say2("games.parameters") }),
          /* @__PURE__ */ a("div", { class: "form", children: Object.entries(defaults).map(([key, value]) => /* @__PURE__ */ a("label", { children: [
            /* @__PURE__ */ a("span", { children: key }),
            /* @__PURE__ */ a(
              "input",
              {
                type: "text",
                spellcheck: !1,
                autocomplete: "off",
                value: typed[key] ?? written(key in current ? current[key] : value),
                onInput: (event) => setTyped({ ...Object.fromEntries(Object.keys(current).map((each) => [each, written(current[each])])), ...typed, [key]: event.currentTarget.value })
              }
            )
          ] }, key)) }),
          /* @__PURE__ */ a("p", { class: "spec", children: /* @__PURE__ */ a("code", { children: asked }) })
        ] }),
        data && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "rules", children: [
          /* @__PURE__ */ a("h2", { id: "rules", children: say2("games.rules") }),
          /* @__PURE__ */ a("div", { class: "prose", lang: "en", children: data.rules.split(/\n\s*\n/).map((part) => /* @__PURE__ */ a("p", { children: part.replace(/\s*\n\s*/g, " ") }, part)) })
        ] })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "size", "aria-busy": isLoading, children: [
        /* @__PURE__ */ a("h2", { id: "size", children: say2("games.size") }),
        data ? /* @__PURE__ */ a("dl", { class: "facts column", children: [
          /* @__PURE__ */ a(Fact, { label: say2("games.players.label"), children: data.players }),
          check ? /* @__PURE__ */ a($, { children: [
            /* @__PURE__ */ a(Fact, { label: say2("games.histories"), children: count(check.histories) }),
            /* @__PURE__ */ a(Fact, { label: say2("games.infosets"), children: [
              count(check.infosets.reduce((sum, each) => sum + each, 0)),
              data.merged_infosets !== null && /* @__PURE__ */ a("small", { children: [
                " ",
                say2("games.merged", { n: count(data.merged_infosets) })
              ] })
            ] }),
            /* @__PURE__ */ a(Fact, { label: say2("games.terminals"), children: count(check.terminals) }),
            /* @__PURE__ */ a(Fact, { label: say2("games.depth"), children: count(check.depth) }),
            /* @__PURE__ */ a(Fact, { label: say2("games.payoffs"), children: check.zero_sum ? say2("games.zero") : say2("games.general") })
          ] }) : /* @__PURE__ */ a(Fact, { label: say2("games.histories"), children: /* @__PURE__ */ a("span", { lang: "en", children: data.size }) }),
          /* @__PURE__ */ a(Fact, { label: say2("games.memory"), children: [
            say2("games.of", { need: bytes(data.plan.bytes_needed), free: bytes(data.plan.bytes_free) }),
            /* @__PURE__ */ a("small", { class: data.plan.fits ? "good" : "bad", children: [
              " ",
              data.plan.fits ? say2("games.fits") : say2("games.fits.not")
            ] })
          ] })
        ] }) : /* @__PURE__ */ a("p", { class: "muted", children: isLoading ? say2("loading") : "–" })
      ] })
    ] }),
    data?.tree && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "tree", children: [
      /* @__PURE__ */ a("h2", { id: "tree", children: say2("games.tree") }),
      /* @__PURE__ */ a("pre", { class: "tree", tabIndex: 0, "aria-labelledby": "tree", children: data.tree })
    ] })
  ] });
}

// src/screens/Home.tsx
var EXAMPLES = [
  { key: "kuhn", body: { game: "kuhn", method: "dcfr", until: 1e-6 } },
  { key: "leduc", body: { game: "leduc", method: "dcfr", until: 1e-5 } },
  { key: "coin_toss", body: { game: "coin_toss", method: "cfr+", until: 1e-4 } },
  { key: "tian_ji", body: { game: "tian_ji", method: "pdcfr+", until: 1e-6 } },
  { key: "liars_dice", body: { game: "liars_dice(faces=4)", method: "pdcfr+", until: 1e-6 } },
  { key: "goofspiel", body: { game: "goofspiel", method: "external", iterations: 2e4 } }
];
function Home() {
  let say2 = useWords(), all = useStore(runs), [busy, setBusy] = d(""), [error, setError] = d(null);
  useTitle("");
  let open = (key, body) => {
    setBusy(key), setError(null);
    let name = say2(`example.${key}.title`);
    ask("/runs", { method: "POST", body: { solve: body, name, tags: ["example"] }, headers: { "Idempotency-Key": `example-1-${key}` } }).then((run) => go(`/runs/${run.id}`)).catch((refused) => (setError(refused), setBusy("")));
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("home.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say2("home.lead") })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "examples", children: [
      /* @__PURE__ */ a("h2", { id: "examples", children: say2("home.examples") }),
      /* @__PURE__ */ a("div", { class: "cards", children: EXAMPLES.map(({ key, body }) => /* @__PURE__ */ a("button", { type: "button", class: "card", disabled: busy !== "", "aria-busy": busy === key, onClick: () => open(key, body), children: [
        /* @__PURE__ */ a("strong", { children: say2(`example.${key}.title`) }),
        /* @__PURE__ */ a("span", { class: "about", children: say2(`example.${key}.about`) }),
        /* @__PURE__ */ a("span", { class: "meta", children: [
          /* @__PURE__ */ a("code", { children: body.game }),
          /* @__PURE__ */ a("code", { children: body.method }),
          /* @__PURE__ */ a("span", { class: "go", children: [
            say2(busy === key ? "opening" : "open"),
            /* @__PURE__ */ a(Icon, { name: "arrow" })
          ] })
        ] })
      ] }, key)) })
    ] }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "continue", children: [
      /* @__PURE__ */ a("h2", { id: "continue", children: say2("home.continue") }),
      all && all.length > 0 ? /* @__PURE__ */ a("ul", { class: "rows", children: all.slice(0, 5).map((run) => /* @__PURE__ */ a(RunRow, { run }, run.id)) }) : /* @__PURE__ */ a(Empty, { title: say2(all ? "runs.none" : "loading"), children: all && /* @__PURE__ */ a("a", { href: "/solve", children: say2("runs.none.go") }) }),
      all && all.length > 5 && /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/runs", children: say2("home.all", { n: all.length }) }) })
    ] })
  ] });
}

// src/screens/Open.tsx
function Open() {
  let say2 = useWords(), [error, setError] = d(null);
  return useTitle(""), A(() => {
    let code = location.hash.slice(1);
    history.replaceState(null, "", "/open"), (code ? ask("/session", { method: "POST", body: { code } }) : ask("/meta")).then(
      () => {
        door.set("open"), go("/", "replace");
      },
      (refused) => {
        refused instanceof Refusal && refused.status === 401 && code ? ask("/meta").then(() => go("/", "replace"), () => setError(refused)) : setError(refused);
      }
    );
  }, []), /* @__PURE__ */ a(Locked, { error, isWaiting: !error, title: say2(error ? "locked.title" : "opening") });
}
function Locked({ error, title, isWaiting }) {
  let say2 = useWords();
  return useTitle(""), /* @__PURE__ */ a("main", { class: "door", id: "main", children: [
    /* @__PURE__ */ a("img", { src: "/static/icon.svg", alt: "", width: "48", height: "48" }),
    /* @__PURE__ */ a("h1", { tabIndex: -1, children: title ?? say2("locked.title") }),
    !isWaiting && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("p", { children: say2("locked.how") }),
      /* @__PURE__ */ a("pre", { tabIndex: 0, children: "tianji studio" }),
      /* @__PURE__ */ a(Trouble, { error })
    ] })
  ] });
}

// src/screens/RunScreen.tsx
var TABS = ["curve", "strategy", "files", "log", "code"];
function RunScreen({ id, query }) {
  let say2 = useWords(), spoken = useStore(language), { run, points, error } = useRun(id), isElsewhere = run !== null && run.kind !== "solve" && run.body.game === void 0;
  A(() => {
    isElsewhere && go(`/holdem/${id}`, "replace");
  }, [isElsewhere]);
  let wanted = query.get("tab"), tab = TABS.find((each) => each === wanted) ?? "curve";
  if (useTitle(run ? run.name || run.body.game : say2("nav.runs")), !run || isElsewhere) return /* @__PURE__ */ a(NoRun, { error });
  let again = new URLSearchParams(Object.entries(run.body).filter(([key, value]) => key !== "game" && value !== void 0 && value !== null && key !== "merge").map(([key, value]) => [key, String(value)]));
  return /* @__PURE__ */ a(
    RunFrame,
    {
      run,
      title: run.name || run.body.game,
      lead: /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a("code", { children: run.body.game }),
        " · ",
        /* @__PURE__ */ a("code", { children: run.body.method }),
        " · ",
        ago(run.created, spoken)
      ] }),
      again: `/solve/${encodeURIComponent(run.body.game)}?${again}`,
      controls: run.result !== null && run.result.iterations > 0 && /* @__PURE__ */ a("a", { class: "button", href: `/runs/${id}/time`, children: [
        /* @__PURE__ */ a(Icon, { name: "solve" }),
        say2("run.time.travel")
      ] }),
      children: [
        run.state === "running" && run.progress?.message && /* @__PURE__ */ a("p", { class: "banner", children: run.progress.message }),
        /* @__PURE__ */ a(Proof, { run }),
        /* @__PURE__ */ a("nav", { class: "tabs", "aria-label": say2("run.tabs"), children: TABS.map((each) => /* @__PURE__ */ a("a", { "data-key": each === "code" ? "y" : void 0, "aria-current": tab === each ? "page" : void 0, href: `/runs/${id}${each === "curve" ? "" : `?tab=${each}`}`, children: say2(`tab.${each}`) }, each)) }),
        /* @__PURE__ */ a("section", { class: "panel tab", "aria-label": say2(`tab.${tab}`), children: [
          tab === "curve" && /* @__PURE__ */ a(CurveTab, { run, points }),
          tab === "strategy" && /* @__PURE__ */ a(StrategyTab, { run }),
          tab === "files" && /* @__PURE__ */ a(FilesTab, { run }),
          tab === "log" && /* @__PURE__ */ a(LogTab, { run }),
          tab === "code" && /* @__PURE__ */ a($, { children: [
            /* @__PURE__ */ a("p", { class: "muted small", children: say2("code.lead") }),
            /* @__PURE__ */ a(Code, { label: "Python", text: asPython(run.body) }),
            /* @__PURE__ */ a(Code, { label: say2("code.shell"), text: asCommand(run.body) })
          ] })
        ] })
      ]
    }
  );
}
function Proof({ run }) {
  let say2 = useWords(), { result, progress } = run, gap = gapOf(run), isLive = run.state === "running", share = progress?.total ? Math.min(1, progress.done / progress.total) : null;
  return /* @__PURE__ */ a("section", { class: "proof", "aria-label": say2("proof.label"), children: [
    /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say2("exploitability"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "exploitability", children: result && result.exploitability === null ? say2("proof.unknown") : small(gap) }) }),
      result?.values.map((value, player) => /* @__PURE__ */ a(Fact, { label: say2("proof.value", { player }), children: /* @__PURE__ */ a("span", { "data-fact": `value-${player}`, children: fixed(value, 5) }) }, player)),
      /* @__PURE__ */ a(Fact, { label: say2("curve.iterations"), children: count(result?.iterations ?? progress?.done ?? run.last?.iterations) }),
      /* @__PURE__ */ a(Fact, { label: say2("run.time"), children: duration(result?.seconds ?? progress?.seconds ?? run.last?.seconds) }),
      isLive && progress ? /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a(Fact, { label: say2("run.rate"), children: progress.rate ? `${count(progress.rate)}/s` : "–" }),
        /* @__PURE__ */ a(Fact, { label: say2("run.left.label"), children: left(run) ?? "–" }),
        /* @__PURE__ */ a(Fact, { label: say2("games.memory"), children: bytes(progress.rss) })
      ] }) : /* @__PURE__ */ a($, { children: [
        result && /* @__PURE__ */ a(Fact, { label: say2("proof.stopped"), children: say2(`stopped.${result.stopped}`) }),
        result && result.seed !== null && /* @__PURE__ */ a(Fact, { label: say2("solve.seed"), children: result.seed })
      ] })
    ] }),
    isLive && /* @__PURE__ */ a("div", { class: share === null ? "bar open" : "bar", role: "progressbar", "aria-label": say2("run.progress"), ...share === null ? {} : { "aria-valuenow": Math.round(share * 100), "aria-valuemin": 0, "aria-valuemax": 100 }, children: /* @__PURE__ */ a("div", { style: { width: share === null ? "100%" : `${share * 100}%` } }) }),
    /* @__PURE__ */ a("p", { class: "claim", children: [
      result ? result.stopped === "exact" ? say2("proof.exact") : say2("proof.claim", { players: result.players }) : say2("proof.live"),
      result?.note && /* @__PURE__ */ a("span", { lang: "en", children: [
        " ",
        result.note
      ] }),
      result?.unsaved && /* @__PURE__ */ a("span", { class: "bad", children: [
        " ",
        result.unsaved
      ] })
    ] })
  ] });
}
function CurveTab({ run, points }) {
  let say2 = useWords(), [axis, setAxis] = d("iterations"), [isTable, setTable] = d(!1);
  return !points.length && run.state !== "running" ? /* @__PURE__ */ a(Empty, { title: run.body.method === "lp" ? say2("curve.lp") : say2("curve.none") }) : run.body.method === "lp" ? /* @__PURE__ */ a(Empty, { title: say2("curve.lp") }) : /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("curve.axis"), children: ["iterations", "seconds"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": axis === name, onClick: () => setAxis(name), children: say2(name === "iterations" ? "curve.iterations" : "curve.seconds") }, name)) }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "t", "aria-pressed": isTable, onClick: () => setTable(!isTable), children: say2("curve.astable") })
    ] }),
    isTable ? /* @__PURE__ */ a(CurveTable, { points }) : /* @__PURE__ */ a(Curve, { lines: [{ name: run.id, points }], target: run.body.until, axis })
  ] });
}
function StrategyTab({ run }) {
  let say2 = useWords(), [text, setText] = d(""), [player, setPlayer] = d(null), [limit, setLimit] = d(50), late = useLater(text, 200), isReady = run.result !== null, query = new URLSearchParams({ q: late, limit: String(limit), seen: run.changed });
  player !== null && query.set("player", String(player));
  let { data, error, isLoading } = useAsk(isReady ? `/runs/${run.id}/infosets?${query}` : null);
  return isReady ? /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say2("strategy.search"), placeholder: say2("strategy.search"), value: text, onInput: (event) => (setText(event.currentTarget.value), setLimit(50)) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("strategy.player"), children: [
        /* @__PURE__ */ a("button", { type: "button", "aria-pressed": player === null, onClick: () => setPlayer(null), children: say2("strategy.all") }),
        Array.from({ length: run.result?.players ?? 2 }, (_, i) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": player === i, onClick: () => setPlayer(i), children: say2("player", { n: i }) }, i))
      ] })
    ] }),
    /* @__PURE__ */ a(Damaged, { error, run: run.id }),
    data && /* @__PURE__ */ a("p", { class: "muted small", "aria-live": "polite", children: say2("strategy.count", { shown: data.items.length, total: count(data.total ?? 0) }) }),
    isLoading && !data && /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") }),
    data && /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say2("strategy.infoset"), children: /* @__PURE__ */ a("table", { class: "data strategy", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { children: say2("strategy.infoset") }),
        /* @__PURE__ */ a("th", { class: "number", children: say2("strategy.reach") }),
        /* @__PURE__ */ a("th", { class: "number", children: say2("strategy.value") }),
        /* @__PURE__ */ a("th", { children: say2("strategy.plays") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: data.items.map((row) => /* @__PURE__ */ a(InfosetRow, { row }, `${row.player} ${row.infoset}`)) })
    ] }) }),
    data && data.next !== null && limit < 500 && /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setLimit(Math.min(500, limit + 100)), children: say2("strategy.more") }) })
  ] }) : /* @__PURE__ */ a(Empty, { title: say2("strategy.none") });
}
function InfosetRow({ row }) {
  let say2 = useWords(), actions = Object.entries(row.actions);
  return /* @__PURE__ */ a("tr", { children: [
    /* @__PURE__ */ a("td", { children: [
      /* @__PURE__ */ a("span", { class: `seat p${row.player % 4}`, children: say2("player", { n: row.player }) }),
      " ",
      /* @__PURE__ */ a("code", { children: row.infoset }),
      row.count > 1 && /* @__PURE__ */ a("small", { class: "muted", children: [
        " ×",
        row.count
      ] })
    ] }),
    /* @__PURE__ */ a("td", { class: "number", children: row.reach === null ? "–" : percent(row.reach) }),
    /* @__PURE__ */ a("td", { class: "number", children: fixed(row.value) }),
    /* @__PURE__ */ a("td", { class: "mix", children: [
      /* @__PURE__ */ a("div", { class: "mixbar", "aria-hidden": "true", children: actions.map(([name, share], i) => share > 2e-3 ? /* @__PURE__ */ a("span", { class: `a${i % 6}`, style: { flexGrow: share } }, name) : null) }),
      /* @__PURE__ */ a("span", { class: "mixtext", children: actions.map(([name, share], i) => /* @__PURE__ */ a("span", { class: "act", children: [
        /* @__PURE__ */ a("i", { class: `a${i % 6}`, "aria-hidden": "true" }),
        /* @__PURE__ */ a("code", { children: name }),
        " ",
        percent(share)
      ] }, name)) })
    ] })
  ] });
}
function FilesTab({ run }) {
  let say2 = useWords(), { data, error } = useAsk(`/runs/${run.id}/files?seen=${encodeURIComponent(run.changed)}`), about = {
    "result.safetensors": "files.strategy",
    "result.json": "files.json",
    "events.jsonl": "files.events",
    "log.txt": "files.log"
  };
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("ul", { class: "rows files", children: data?.items.map((file) => /* @__PURE__ */ a("li", { class: "row", children: [
      /* @__PURE__ */ a("span", { class: "what", children: [
        /* @__PURE__ */ a("strong", { children: file.name }),
        /* @__PURE__ */ a("small", { children: say2(about[file.name] ?? "files.json") })
      ] }),
      /* @__PURE__ */ a("span", { class: "muted", children: bytes(file.bytes) }),
      /* @__PURE__ */ a("a", { class: "button", href: `/api/v1/runs/${run.id}/files/${file.name}`, download: !0, "aria-label": say2("files.take", { name: file.name }), children: [
        /* @__PURE__ */ a(Icon, { name: "down" }),
        say2("files.download")
      ] })
    ] }, file.name)) })
  ] });
}
function LogTab({ run }) {
  let say2 = useWords(), { data, error } = useAsk(`/runs/${run.id}/log?seen=${encodeURIComponent(run.changed)}`);
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Trouble, { error }),
    data && (data.text ? /* @__PURE__ */ a("pre", { class: "log", tabIndex: 0, children: data.text }) : /* @__PURE__ */ a(Empty, { title: say2("log.none") }))
  ] });
}

// src/screens/Runs.tsx
var MOST = 4;
function Runs({ query }) {
  let say2 = useWords();
  useTitle(say2("nav.runs"));
  let all = useStore(runs), [text, setText] = d(""), [state, setState] = d(""), picked = (query.get("compare") ?? "").split(",").filter(Boolean), found = (all ?? []).filter((run) => (!state || run.state === state) && `${run.name} ${run.body.game} ${run.body.method} ${run.tags.join(" ")}`.toLowerCase().includes(text.toLowerCase())), pick = (id, on) => {
    let next = on ? [...picked, id].slice(-MOST) : picked.filter((each) => each !== id);
    go(next.length ? `/runs?compare=${next.join(",")}` : "/runs", "replace");
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("nav.runs") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say2("runs.lead") })
      ] }),
      /* @__PURE__ */ a("a", { class: "button main", href: "/solve", children: [
        /* @__PURE__ */ a(Icon, { name: "solve" }),
        say2("runs.new")
      ] })
    ] }),
    picked.length > 0 && /* @__PURE__ */ a(Compare, { ids: picked }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say2("runs.search"), placeholder: say2("runs.search"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("runs.filter"), children: ["", "running", "queued", "done", "stopped", "paused", "failed"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": state === name, onClick: () => setState(name), children: say2(name ? `state.${name}` : "games.all") }, name)) })
    ] }),
    !all && /* @__PURE__ */ a("p", { class: "muted", children: say2("loading") }),
    all && !all.length && /* @__PURE__ */ a(Empty, { title: say2("runs.none"), children: /* @__PURE__ */ a("a", { href: "/solve", children: say2("runs.none.go") }) }),
    all && all.length > 0 && !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say2("nothing") }),
    found.length > 0 && /* @__PURE__ */ a("ul", { class: "rows", children: found.map((run) => /* @__PURE__ */ a(RunRow, { run, picked: picked.includes(run.id), onPick: (on) => pick(run.id, on) }, run.id)) })
  ] });
}
function Compare({ ids }) {
  let say2 = useWords(), [curves, setCurves] = d([]), [error, setError] = d(null), [axis, setAxis] = d("iterations");
  return A(() => {
    Promise.all(ids.map((id) => ask(`/runs/${id}`))).then((found) => (setCurves(found), setError(null)), setError);
  }, [ids.join()]), /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "compare", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "compare", children: say2("runs.compare") }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say2("curve.axis"), children: ["iterations", "seconds"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": axis === name, onClick: () => setAxis(name), children: say2(name === "iterations" ? "curve.iterations" : "curve.seconds") }, name)) }),
      /* @__PURE__ */ a("a", { class: "button", href: "/runs", children: say2("close") })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("ul", { class: "legend", children: curves.map((run, i) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("i", { class: `s${i % 4}`, "aria-hidden": "true" }),
      /* @__PURE__ */ a("a", { href: `/runs/${run.id}`, children: [
        run.name || run.body.game,
        " · ",
        run.body.method
      ] }),
      /* @__PURE__ */ a("span", { class: "muted", children: small(run.last?.exploitability) })
    ] }, run.id)) }),
    /* @__PURE__ */ a(Curve, { lines: curves.map((run) => ({ name: run.id, points: run.points })), target: void 0, axis })
  ] });
}

// src/main.tsx
var Train = lazy(() => import("./Train-ASQHVQRW.js").then((module) => module.Train)), Matrix = lazy(() => import("./Matrix-GGVNUVDS.js").then((module) => module.Matrix)), Subgames = lazy(() => import("./Subgames-PZGEWVYQ.js").then((module) => module.Subgames)), Holdem = lazy(() => import("./Holdem-HERBQOWZ.js").then((module) => module.Holdem)), Play = lazy(() => import("./Play-AECD6375.js").then((module) => module.Play)), Tree = lazy(() => import("./Tree-CVDJV5VN.js").then((module) => module.Tree)), Time = lazy(() => import("./Time-6235BN5L.js").then((module) => module.Time)), Search = lazy(() => import("./Search-D5SY6UBF.js").then((module) => module.Search)), Solve = lazy(() => import("./Solve-2ZDBLQDF.js").then((module) => module.Solve));
function Screen() {
  let say2 = useWords(), { path, query } = useStore(place), [, first = "", ...rest] = path.split("/"), second = rest.join("/");
  try {
    second = decodeURIComponent(second);
  } catch {
  }
  return path === "/" ? /* @__PURE__ */ a(Home, {}) : first === "games" ? second ? /* @__PURE__ */ a(GameScreen, { spec: second }, second.split("(")[0]) : /* @__PURE__ */ a(Games, {}) : first === "train" ? /* @__PURE__ */ a(Train, { id: second, query }) : first === "matrix" ? /* @__PURE__ */ a(Matrix, { query }) : first === "subgame" ? /* @__PURE__ */ a(Subgames, { spec: second, query }, second.split("(")[0] ?? "") : first === "holdem" ? /* @__PURE__ */ a(Holdem, { part: second, query }) : first === "tree" && second ? /* @__PURE__ */ a(Tree, { spec: second, query }, second) : first === "runs" && /^[a-z0-9]{10}\/time$/.test(second) ? /* @__PURE__ */ a(Time, { id: second.slice(0, 10), query }, second) : first === "search" ? /* @__PURE__ */ a(Search, { spec: second, query }) : first === "play" ? /* @__PURE__ */ a(Play, { name: second, query }) : first === "solve" ? /* @__PURE__ */ a(Solve, { spec: second, query }) : first === "runs" ? second ? /* @__PURE__ */ a(RunScreen, { id: second, query }, second) : /* @__PURE__ */ a(Runs, { query }) : /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("h1", { tabIndex: -1, children: say2("missing.title") }),
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/", children: say2("nav.home") }) })
  ] });
}
function Studio() {
  let state = useStore(door);
  return A(() => {
    if (state === "open") return watchRuns();
    state === "unknown" && ask("/meta").catch(() => {
    });
  }, [state]), state === "locked" ? /* @__PURE__ */ a(Locked, { error: null }) : /* @__PURE__ */ a(Frame, { children: /* @__PURE__ */ a(Screen, {}) });
}
function Page() {
  useStore(language);
  let { path } = useStore(place);
  return path === "/open" ? /* @__PURE__ */ a(Open, {}) : /* @__PURE__ */ a(Studio, {});
}
var root = document.getElementById("app");
root && Q(/* @__PURE__ */ a(Page, {}), root);
