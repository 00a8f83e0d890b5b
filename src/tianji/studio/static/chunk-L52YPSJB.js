import {
  left
} from "./chunk-6FVZ2IIR.js";
import {
  DropAnywhere
} from "./chunk-M5Y35CCH.js";
import {
  runs
} from "./chunk-VRWN5WRP.js";
import {
  go,
  onLink,
  place
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Dialog,
  F,
  Icon,
  T,
  a,
  d,
  door,
  isGone,
  language,
  letterKeys,
  meant,
  moved,
  say,
  setLanguage,
  setLetterKeys,
  setTheme,
  theme,
  useAsk,
  useStore,
  useWords
} from "./chunk-HTWIJD62.js";

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
  { path: "/runs", key: "nav.runs", icon: "runs", letter: "r" },
  { path: "/library", key: "nav.library", icon: "library", letter: "l", isMore: !0 },
  { path: "/settings", key: "nav.settings", icon: "settings", letter: ",", isMore: !0 },
  { path: "/help", key: "nav.help", icon: "help", letter: "?", isMore: !0 }
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
        /* @__PURE__ */ a(Icon, { name: "keys" }),
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
    /* @__PURE__ */ a(DropAnywhere, {}),
    /* @__PURE__ */ a("main", { id: "main", ref: main, tabIndex: -1, children }),
    open === "palette" && /* @__PURE__ */ a(Palette, { onClose: () => setOpen("") }),
    open === "keys" && /* @__PURE__ */ a(Keys, { onClose: () => setOpen("") }),
    open === "more" && /* @__PURE__ */ a(Dialog, { title: say2("nav.more"), onClose: () => setOpen(""), children: /* @__PURE__ */ a("ul", { class: "more", children: [
      RAIL.filter((item) => item.isMore).map((item) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", { class: "item", href: item.path, onClick: () => setOpen(""), children: [
        /* @__PURE__ */ a(Icon, { name: item.icon }),
        /* @__PURE__ */ a("span", { children: say2(item.key) })
      ] }) }, item.path)),
      /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", { type: "button", class: "item", onClick: () => setOpen("keys"), children: [
        /* @__PURE__ */ a(Icon, { name: "keys" }),
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
      let item = RAIL.find(({ letter }) => letter === event.key), key = isGoing ? event.key : meant(event.key.toLowerCase());
      if (isGoing && item) go(item.path);
      else if (event.key === "?") setOpen("keys");
      else if (key === "e" && !isGoing) savePage();
      else if (event.key === "/") {
        event.preventDefault();
        let field = document.querySelector("main input[type=search]");
        field ? field.focus() : setOpen("palette");
      } else {
        let button = key && document.querySelector(`main [data-key="${CSS.escape(key)}"]`);
        !isGoing && button && !button.disabled && (event.preventDefault(), button instanceof HTMLSelectElement ? button.focus() : button.click());
      }
      isGoing = !isGoing && event.key === "g";
    };
    return document.addEventListener("keydown", onKey), () => document.removeEventListener("keydown", onKey);
  }, []);
}
function Working() {
  let say2 = useWords(), all = useStore(runs), running = all?.filter((run) => run.state === "running") ?? [], waiting = all?.filter((run) => run.state === "queued").length ?? 0, first = running[0], time = first ? left(first) : null;
  return !first && !waiting ? /* @__PURE__ */ a("span", { class: "working", role: "status" }) : /* @__PURE__ */ a("span", { class: "working", role: "status", children: /* @__PURE__ */ a("a", { href: first ? `/runs/${first.id}` : "/runs", children: [
    /* @__PURE__ */ a("span", { class: "pulse", "aria-hidden": "true" }),
    say2("working", { running: running.length, waiting }),
    time !== null && /* @__PURE__ */ a("small", { class: "wide-only", "aria-hidden": "true", children: say2("run.left", { time }) })
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
  }, [asked.isLoading, isWanted]), /* @__PURE__ */ a(Dialog, { title: say2("palette.title"), onClose, children: [
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
var NAMED = { " ": "Space", backspace: "Backspace" };
function keysHere() {
  return [...document.querySelectorAll("main [data-key]")].map((each) => {
    let words = [...each.childNodes].filter((part) => !(part instanceof Element && part.matches("kbd"))).map((part) => part.textContent ?? "");
    return [each.dataset.key ?? "", each.getAttribute("aria-label") ?? words.join(" ").replace(/\s+/g, " ").trim()];
  });
}
function Keys({ onClose }) {
  let say2 = useWords(), on = useStore(letterKeys), [here] = d(keysHere), to = useStore(moved), rows = [
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
    here.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("h3", { children: say2("keys.here") }),
      /* @__PURE__ */ a("dl", { class: "keys", "data-fact": "keys-here", children: here.map(([key, name]) => /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("dt", { children: /* @__PURE__ */ a("kbd", { children: NAMED[key] ?? to[key] ?? key }) }),
        /* @__PURE__ */ a("dd", { children: name })
      ] }, key)) }),
      /* @__PURE__ */ a("h3", { children: say2("keys.everywhere") })
    ] }),
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

export {
  RAIL,
  Frame
};
