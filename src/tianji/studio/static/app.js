import {
  $,
  A,
  Badge,
  Code,
  Dialog,
  Empty,
  F,
  Fact,
  Icon,
  Q,
  Refusal,
  Spark,
  Store,
  T,
  Trouble,
  a,
  ago,
  asCommand,
  asPython,
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
  listen,
  makeSpec,
  nameOf,
  onLink,
  percent,
  place,
  power,
  setLanguage,
  setLetterKeys,
  setTheme,
  small,
  theme,
  useAsk,
  useLater,
  useStore,
  useTitle,
  useWords,
  written
} from "./chunk-NAOIYI3Q.js";

// src/watch.ts
var runs = new Store(null);
function put(run) {
  let all = runs.value ?? [], at = all.findIndex(({ id }) => id === run.id);
  runs.set(at < 0 ? [run, ...all] : all.map((each, i) => i === at ? run : each));
}
function watchRuns() {
  return listen(() => "/events", {
    "runs.list": (data) => runs.set(data.items),
    "runs.run": put,
    "runs.gone": (data) => runs.set((runs.value ?? []).filter(({ id }) => id !== data.run)),
    "run.progress": (data) => {
      let run = runs.value?.find(({ id }) => id === data.run);
      run && put({ ...run, progress: data });
    }
  });
}

// src/parts/Frame.tsx
var RAIL = [
  { path: "/", key: "nav.home", icon: "home", letter: "h" },
  { path: "/games", key: "nav.games", icon: "games", letter: "g" },
  { path: "/solve", key: "nav.solve", icon: "solve", letter: "s", isMore: !0 },
  { path: "/runs", key: "nav.runs", icon: "runs", letter: "r" }
];
function isTyping(event) {
  let target = event.target;
  return /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
}
function Frame({ children }) {
  let say = useWords(), where = useStore(place), [open, setOpen] = d("");
  useKeys(setOpen);
  let main = T(null), path = where.path;
  A(() => {
    let title = main.current?.querySelector("h1");
    title && document.activeElement === document.body && title.focus({ preventScroll: !0 });
  }, [path]);
  let isHere = (item) => item === "/" ? path === "/" : path.startsWith(item);
  return /* @__PURE__ */ a("div", { class: "frame", onClick: onLink, children: [
    /* @__PURE__ */ a("a", { class: "skip", href: "#main", children: say("skip") }),
    /* @__PURE__ */ a("nav", { class: "rail", "aria-label": say("nav.label"), children: [
      /* @__PURE__ */ a("a", { class: "brand", href: "/", "aria-label": "Tianji Studio", children: [
        /* @__PURE__ */ a("img", { src: "/static/icon.svg", alt: "", width: "28", height: "28" }),
        /* @__PURE__ */ a("span", { children: [
          "Tianji ",
          /* @__PURE__ */ a("b", { children: "Studio" })
        ] })
      ] }),
      RAIL.map((item) => /* @__PURE__ */ a("a", { class: item.isMore ? "item is-more" : "item", href: item.path, "aria-current": isHere(item.path) ? "page" : void 0, children: [
        /* @__PURE__ */ a(Icon, { name: item.icon }),
        /* @__PURE__ */ a("span", { children: say(item.key) })
      ] }, item.path)),
      /* @__PURE__ */ a("button", { type: "button", class: "item only-narrow", onClick: () => setOpen("more"), children: [
        /* @__PURE__ */ a(Icon, { name: "more" }),
        /* @__PURE__ */ a("span", { children: say("nav.more") })
      ] }),
      /* @__PURE__ */ a("button", { type: "button", class: "item last is-more", onClick: () => setOpen("keys"), children: [
        /* @__PURE__ */ a(Icon, { name: "help" }),
        /* @__PURE__ */ a("span", { children: say("nav.keys") })
      ] })
    ] }),
    /* @__PURE__ */ a("header", { class: "top", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "find", onClick: () => setOpen("palette"), children: [
        /* @__PURE__ */ a(Icon, { name: "search" }),
        /* @__PURE__ */ a("span", { class: "hint", children: say("palette.open") }),
        /* @__PURE__ */ a("kbd", { "aria-hidden": "true", children: "Ctrl K" })
      ] }),
      /* @__PURE__ */ a(Working, {}),
      /* @__PURE__ */ a(Choices, {})
    ] }),
    /* @__PURE__ */ a(Banner, {}),
    /* @__PURE__ */ a("main", { id: "main", ref: main, tabIndex: -1, children }),
    open === "palette" && /* @__PURE__ */ a(Palette, { onClose: () => setOpen("") }),
    open === "keys" && /* @__PURE__ */ a(Keys, { onClose: () => setOpen("") }),
    open === "more" && /* @__PURE__ */ a(Dialog, { title: say("nav.more"), onClose: () => setOpen(""), children: /* @__PURE__ */ a("ul", { class: "more", children: [
      RAIL.filter((item) => item.isMore).map((item) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", { class: "item", href: item.path, onClick: () => setOpen(""), children: [
        /* @__PURE__ */ a(Icon, { name: item.icon }),
        /* @__PURE__ */ a("span", { children: say(item.key) })
      ] }) }, item.path)),
      /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("button", { type: "button", class: "item", onClick: () => setOpen("keys"), children: [
        /* @__PURE__ */ a(Icon, { name: "help" }),
        /* @__PURE__ */ a("span", { children: say("nav.keys") })
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
  let say = useWords(), all = useStore(runs), running = all?.filter((run) => run.state === "running") ?? [], waiting = all?.filter((run) => run.state === "queued").length ?? 0, first = running[0];
  return !first && !waiting ? /* @__PURE__ */ a("span", { class: "working", role: "status" }) : /* @__PURE__ */ a("span", { class: "working", role: "status", children: /* @__PURE__ */ a("a", { href: first ? `/runs/${first.id}` : "/runs", children: [
    /* @__PURE__ */ a("span", { class: "pulse", "aria-hidden": "true" }),
    say("working", { running: running.length, waiting })
  ] }) });
}
function Choices() {
  let say = useWords(), now = useStore(theme), spoken = useStore(language), next = { system: "light", light: "dark", dark: "system" }, icon = { system: "system", light: "sun", dark: "moon" }[now];
  return /* @__PURE__ */ a("div", { class: "choices", children: [
    /* @__PURE__ */ a("button", { type: "button", class: "plain", lang: spoken === "en" ? "zh-CN" : "en", onClick: () => setLanguage(spoken === "en" ? "zh" : "en"), children: spoken === "en" ? "中文" : "English" }),
    /* @__PURE__ */ a("button", { type: "button", class: "plain", onClick: () => setTheme(next[now]), "aria-label": say(`theme.${now}`), title: say(`theme.${now}`), children: /* @__PURE__ */ a(Icon, { name: icon }) })
  ] });
}
function Banner() {
  let say = useWords(), gone = useStore(isGone), state = useStore(door);
  return /* @__PURE__ */ a("div", { "aria-live": "polite", children: gone && state !== "locked" && /* @__PURE__ */ a("p", { class: "banner", children: say("gone") }) });
}
function Palette({ onClose }) {
  let say = useWords(), [text, setText] = d(""), [at, setAt] = d(0), [isWanted, setWanted] = d(!1), asked = useAsk("/games", !0), games = asked.data?.items ?? [], all = useStore(runs) ?? [], to = (address) => () => {
    onClose(), go(address);
  }, commands = [
    ...RAIL.map((item) => ({ title: say(item.key), about: say("palette.screen"), run: to(item.path) })),
    ...games.map((game) => ({ title: game.name, about: say("palette.game"), run: to(`/games/${game.name}`) })),
    ...games.filter((game) => game.hidden).map((game) => ({ title: say("palette.solve", { game: game.name }), about: say("nav.solve"), run: to(`/solve/${game.name}`) })),
    ...all.slice(0, 30).map((run) => ({ title: run.name || `${run.body.game} · ${run.body.method}`, about: say("palette.run"), run: to(`/runs/${run.id}`) })),
    ...["light", "dark", "system"].map((name) => ({ title: say(`theme.${name}`), about: say("palette.setting"), run: () => (setTheme(name), onClose()) })),
    { title: "English", about: say("palette.setting"), run: () => (setLanguage("en"), onClose()) },
    { title: "中文", about: say("palette.setting"), run: () => (setLanguage("zh"), onClose()) }
  ], words = text.toLowerCase().split(/\s+/).filter(Boolean), found = commands.filter((command) => words.every((word) => `${command.title} ${command.about}`.toLowerCase().includes(word))).slice(0, 12), here = Math.min(at, found.length - 1), onKey = (event) => {
    event.key === "ArrowDown" || event.key === "ArrowUp" ? (event.preventDefault(), setAt((here + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length))) : event.key === "Enter" && (event.preventDefault(), found.length ? found[here]?.run() : setWanted(asked.isLoading));
  };
  return A(() => {
    isWanted && !asked.isLoading && found[here]?.run();
  }, [asked.isLoading]), /* @__PURE__ */ a(Dialog, { title: say("palette.title"), onClose, children: [
    /* @__PURE__ */ a(
      "input",
      {
        type: "search",
        role: "combobox",
        list: void 0,
        "aria-expanded": "true",
        "aria-controls": "found",
        "aria-activedescendant": found.length ? `found-${here}` : void 0,
        "aria-label": say("palette.open"),
        placeholder: say("palette.hint"),
        value: text,
        autofocus: !0,
        onInput: (event) => (setText(event.currentTarget.value), setAt(0), setWanted(!1)),
        onKeyDown: onKey
      }
    ),
    /* @__PURE__ */ a("ul", { id: "found", class: "found", role: "listbox", "aria-label": say("palette.title"), children: found.map((command, i) => /* @__PURE__ */ a("li", { id: `found-${i}`, role: "option", "aria-selected": i === here, onClick: command.run, onPointerMove: () => setAt(i), children: [
      /* @__PURE__ */ a("span", { children: command.title }),
      /* @__PURE__ */ a("small", { children: command.about })
    ] }, `${command.title} ${command.about}`)) }),
    !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say("nothing") })
  ] });
}
function Keys({ onClose }) {
  let say = useWords(), on = useStore(letterKeys), rows = [
    [["Ctrl", "K"], "keys.palette"],
    [["?"], "keys.help"],
    [["/"], "keys.search"],
    ...RAIL.map((item) => [["g", item.letter], item.key]),
    [["t"], "keys.table"],
    [["y"], "keys.code"],
    [["←", "→"], "keys.curve"]
  ];
  return /* @__PURE__ */ a(Dialog, { title: say("keys.title"), onClose, children: [
    /* @__PURE__ */ a("dl", { class: "keys", children: rows.map(([keys, key]) => /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("dt", { children: keys.map((name) => /* @__PURE__ */ a("kbd", { children: name }, name)) }),
      /* @__PURE__ */ a("dd", { children: say(key) })
    ] }, keys.join())) }),
    /* @__PURE__ */ a("label", { class: "check", children: [
      /* @__PURE__ */ a("input", { type: "checkbox", checked: on, onChange: (event) => setLetterKeys(event.currentTarget.checked) }),
      say("keys.letters")
    ] })
  ] });
}

// src/parts/lazy.tsx
function lazy(fetch) {
  let known = null;
  return function(props) {
    let say = useWords(), [, redraw] = d(0), [error, setError] = d(null);
    return A(() => {
      known || fetch().then((found) => {
        known = found, redraw((n) => n + 1);
      }, setError);
    }, []), known ? /* @__PURE__ */ a(known, { ...props }) : /* @__PURE__ */ a("div", { class: "screen", "aria-busy": !error, children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("loading") }),
      /* @__PURE__ */ a(Trouble, { error })
    ] });
  };
}

// src/screens/Games.tsx
function Games() {
  let say = useWords();
  useTitle(say("nav.games"));
  let { data, error, isLoading } = useAsk("/games", !0), [text, setText] = d(""), [filter, setFilter] = d("all"), fits = {
    all: () => !0,
    hidden: (game) => game.hidden,
    open: (game) => !game.hidden,
    chance: (game) => game.chance
  }, found = (data?.items ?? []).filter((game) => fits[filter](game) && `${game.name} ${game.summary}`.toLowerCase().includes(text.toLowerCase()));
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("nav.games") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("games.lead") })
    ] }) }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say("games.search"), placeholder: say("games.search"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("games.filter"), children: ["all", "hidden", "open", "chance"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": filter === name, onClick: () => setFilter(name), children: say(`games.${name}`) }, name)) })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    isLoading && !data && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") }),
    data && !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say("nothing") }),
    /* @__PURE__ */ a("ul", { class: "cards", children: found.map((game) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", { class: "card", href: `/games/${game.name}`, children: [
      /* @__PURE__ */ a("strong", { children: game.name }),
      /* @__PURE__ */ a("span", { class: "about", lang: "en", children: game.summary }),
      /* @__PURE__ */ a("span", { class: "meta", children: [
        /* @__PURE__ */ a("span", { class: "tag", children: say("games.players", { n: game.players }) }),
        game.hidden && /* @__PURE__ */ a("span", { class: "tag", children: say("games.hidden") }),
        game.chance && /* @__PURE__ */ a("span", { class: "tag", children: say("games.chance") })
      ] })
    ] }) }, game.name)) })
  ] });
}
function GameScreen({ spec }) {
  let say = useWords();
  useTitle(spec);
  let name = nameOf(spec), card = useAsk("/games", !0).data?.items.find((game) => game.name === name), [typed, setTyped] = d({}), asked = useLater(Object.keys(typed).length && card ? makeSpec(name, card.parameters, typed) : spec, 350);
  A(() => {
    asked !== spec && go(`/games/${encodeURIComponent(asked)}`, "replace");
  }, [asked]), A(() => setTyped({}), [name]);
  let { data, error, isLoading } = useAsk(`/games/${encodeURIComponent(asked)}`, !0), defaults = card?.parameters ?? {}, current = data && nameOf(data.spec) === name ? data.parameters : {}, check = data?.check ?? null;
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/games", children: say("nav.games") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: name }),
        /* @__PURE__ */ a("p", { class: "lead", lang: "en", children: data?.summary ?? card?.summary })
      ] }),
      /* @__PURE__ */ a("a", { class: "button main", href: `/solve/${encodeURIComponent(error ? spec : asked)}`, children: [
        /* @__PURE__ */ a(Icon, { name: "solve" }),
        say("games.solve")
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("div", { class: "split", children: [
      /* @__PURE__ */ a("div", { class: "stack", children: [
        Object.keys(defaults).length > 0 && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "parameters", children: [
          /* @__PURE__ */ a("h2", { id: "parameters", children: say("games.parameters") }),
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
          /* @__PURE__ */ a("h2", { id: "rules", children: say("games.rules") }),
          /* @__PURE__ */ a("div", { class: "prose", lang: "en", children: data.rules.split(/\n\s*\n/).map((part) => /* @__PURE__ */ a("p", { children: part.replace(/\s*\n\s*/g, " ") }, part)) })
        ] })
      ] }),
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "size", "aria-busy": isLoading, children: [
        /* @__PURE__ */ a("h2", { id: "size", children: say("games.size") }),
        data ? /* @__PURE__ */ a("dl", { class: "facts column", children: [
          /* @__PURE__ */ a(Fact, { label: say("games.players.label"), children: data.players }),
          check ? /* @__PURE__ */ a($, { children: [
            /* @__PURE__ */ a(Fact, { label: say("games.histories"), children: count(check.histories) }),
            /* @__PURE__ */ a(Fact, { label: say("games.infosets"), children: [
              count(check.infosets.reduce((sum, each) => sum + each, 0)),
              data.merged_infosets !== null && /* @__PURE__ */ a("small", { children: [
                " ",
                say("games.merged", { n: count(data.merged_infosets) })
              ] })
            ] }),
            /* @__PURE__ */ a(Fact, { label: say("games.terminals"), children: count(check.terminals) }),
            /* @__PURE__ */ a(Fact, { label: say("games.depth"), children: count(check.depth) }),
            /* @__PURE__ */ a(Fact, { label: say("games.payoffs"), children: check.zero_sum ? say("games.zero") : say("games.general") })
          ] }) : /* @__PURE__ */ a(Fact, { label: say("games.histories"), children: /* @__PURE__ */ a("span", { lang: "en", children: data.size }) }),
          /* @__PURE__ */ a(Fact, { label: say("games.memory"), children: [
            say("games.of", { need: bytes(data.plan.bytes_needed), free: bytes(data.plan.bytes_free) }),
            /* @__PURE__ */ a("small", { class: data.plan.fits ? "good" : "bad", children: [
              " ",
              data.plan.fits ? say("games.fits") : say("games.fits.not")
            ] })
          ] })
        ] }) : /* @__PURE__ */ a("p", { class: "muted", children: isLoading ? say("loading") : "–" })
      ] })
    ] }),
    data?.tree && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "tree", children: [
      /* @__PURE__ */ a("h2", { id: "tree", children: say("games.tree") }),
      /* @__PURE__ */ a("pre", { class: "tree", tabIndex: 0, "aria-labelledby": "tree", children: data.tree })
    ] })
  ] });
}

// src/parts/RunRow.tsx
function gapOf(run) {
  return run.result?.exploitability ?? run.progress?.gap ?? run.last?.exploitability ?? null;
}
function left(run) {
  let { eta_s: eta, eta_range_s: range } = run.progress ?? { eta_s: null, eta_range_s: null };
  return eta !== null ? duration(eta) : range ? `${duration(range[0])} – ${duration(range[1])}` : null;
}
function standing(run, say) {
  if (run.state === "running" && run.progress) {
    let time = left(run);
    return time === null ? say("run.working") : say("run.left", { time });
  }
  return run.state === "failed" ? run.problem?.code ?? "" : run.result ? say("run.took", { iterations: count(run.result.iterations), time: duration(run.result.seconds) }) : "";
}
function RunRow({ run, picked, onPick }) {
  let say = useWords(), spoken = useStore(language), gap = gapOf(run), title = run.name || run.body.game;
  return /* @__PURE__ */ a("li", { class: "row", children: [
    onPick && /* @__PURE__ */ a("label", { class: "pick", children: /* @__PURE__ */ a("input", { type: "checkbox", checked: picked, "aria-label": say("runs.pick", { name: title }), onChange: (event) => onPick(event.currentTarget.checked) }) }),
    /* @__PURE__ */ a("a", { class: "what", href: `/runs/${run.id}`, children: [
      /* @__PURE__ */ a("strong", { children: title }),
      /* @__PURE__ */ a("small", { children: [
        /* @__PURE__ */ a("code", { children: run.body.game }),
        " · ",
        /* @__PURE__ */ a("code", { children: run.body.method })
      ] })
    ] }),
    /* @__PURE__ */ a(Badge, { state: run.state }),
    /* @__PURE__ */ a(Spark, { run }),
    /* @__PURE__ */ a("span", { class: "gap", children: [
      /* @__PURE__ */ a("b", { children: small(gap) }),
      /* @__PURE__ */ a("small", { children: say("exploitability") })
    ] }),
    /* @__PURE__ */ a("span", { class: "end", children: [
      /* @__PURE__ */ a("span", { children: standing(run, say) }),
      /* @__PURE__ */ a("small", { children: ago(run.created, spoken) })
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
  let say = useWords(), all = useStore(runs), [busy, setBusy] = d(""), [error, setError] = d(null);
  useTitle("");
  let open = (key, body) => {
    setBusy(key), setError(null);
    let name = say(`example.${key}.title`);
    ask("/runs", { method: "POST", body: { solve: body, name, tags: ["example"] }, headers: { "Idempotency-Key": `example-1-${key}` } }).then((run) => go(`/runs/${run.id}`)).catch((refused) => (setError(refused), setBusy("")));
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("home.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("home.lead") })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "examples", children: [
      /* @__PURE__ */ a("h2", { id: "examples", children: say("home.examples") }),
      /* @__PURE__ */ a("div", { class: "cards", children: EXAMPLES.map(({ key, body }) => /* @__PURE__ */ a("button", { type: "button", class: "card", disabled: busy !== "", "aria-busy": busy === key, onClick: () => open(key, body), children: [
        /* @__PURE__ */ a("strong", { children: say(`example.${key}.title`) }),
        /* @__PURE__ */ a("span", { class: "about", children: say(`example.${key}.about`) }),
        /* @__PURE__ */ a("span", { class: "meta", children: [
          /* @__PURE__ */ a("code", { children: body.game }),
          /* @__PURE__ */ a("code", { children: body.method }),
          /* @__PURE__ */ a("span", { class: "go", children: [
            say(busy === key ? "opening" : "open"),
            /* @__PURE__ */ a(Icon, { name: "arrow" })
          ] })
        ] })
      ] }, key)) })
    ] }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "continue", children: [
      /* @__PURE__ */ a("h2", { id: "continue", children: say("home.continue") }),
      all && all.length > 0 ? /* @__PURE__ */ a("ul", { class: "rows", children: all.slice(0, 5).map((run) => /* @__PURE__ */ a(RunRow, { run }, run.id)) }) : /* @__PURE__ */ a(Empty, { title: say(all ? "runs.none" : "loading"), children: all && /* @__PURE__ */ a("a", { href: "/solve", children: say("runs.none.go") }) }),
      all && all.length > 5 && /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/runs", children: say("home.all", { n: all.length }) }) })
    ] })
  ] });
}

// src/screens/Open.tsx
function Open() {
  let say = useWords(), [error, setError] = d(null);
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
  }, []), /* @__PURE__ */ a(Locked, { error, isWaiting: !error, title: say(error ? "locked.title" : "opening") });
}
function Locked({ error, title, isWaiting }) {
  let say = useWords();
  return useTitle(""), /* @__PURE__ */ a("main", { class: "door", id: "main", children: [
    /* @__PURE__ */ a("img", { src: "/static/icon.svg", alt: "", width: "48", height: "48" }),
    /* @__PURE__ */ a("h1", { tabIndex: -1, children: title ?? say("locked.title") }),
    !isWaiting && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("p", { children: say("locked.how") }),
      /* @__PURE__ */ a("pre", { tabIndex: 0, children: "tianji studio" }),
      /* @__PURE__ */ a(Trouble, { error })
    ] })
  ] });
}

// src/pure/scale.ts
function logScale(values, from, to) {
  let positive = values.filter((value) => value > 0 && Number.isFinite(value)), low = positive.length ? Math.min(...positive) : 1, high = positive.length ? Math.max(...positive) : 10;
  if (high / low < 10) {
    let middle = Math.sqrt(high * low);
    low = Math.min(low, middle / Math.sqrt(10)), high = Math.max(high, middle * Math.sqrt(10));
  }
  let first = Math.log10(low), last = Math.log10(high), at = (value) => from + (Math.log10(Math.max(value, 1e-300)) - first) / (last - first) * (to - from), decades = Math.floor(last + 1e-9) - Math.ceil(first - 1e-9) + 1, step = Math.max(1, Math.ceil(decades / 8)), ticks = [];
  for (let decade = Math.floor(first); decade <= Math.ceil(last); decade += 1)
    for (let digit = 1; digit <= 9; digit += 1) {
      let value = digit * 10 ** decade;
      value < low * 0.999 || value > high * 1.001 || (digit === 1 ? ticks.push({ value, at: at(value), isMajor: (decade % step + step) % step === 0 }) : decades <= 4 && ticks.push({ value, at: at(value), isMajor: !1 }));
    }
  return { at, ticks, low, high };
}

// src/parts/Curve.tsx
function label(value) {
  let exponent = Math.round(Math.log10(value));
  return exponent >= 0 && exponent <= 3 ? String(10 ** exponent) : power(exponent);
}
function Curve({ lines, target, axis }) {
  let say = useWords(), box = T(null), [width, setWidth] = d(640), [cursor, setCursor] = d(null);
  A(() => {
    if (!box.current) return;
    let watcher = new ResizeObserver(([entry]) => entry && setWidth(Math.max(260, entry.contentRect.width)));
    return watcher.observe(box.current), () => watcher.disconnect();
  }, []);
  let height = Math.round(Math.min(420, Math.max(240, width * 0.5))), pad = { left: 52, right: 14, top: 14, bottom: 40 }, drawn = lines.map((line) => ({ ...line, points: line.points.filter((point) => point.exploitability > 0 && point[axis] > 0) })), first = drawn[0]?.points ?? [], all = drawn.flatMap((line) => line.points), x = logScale(all.map((point) => point[axis]), pad.left, width - pad.right), y = logScale([...all.map((point) => point.exploitability), ...target ? [target * 0.8] : []], height - pad.bottom, pad.top), path = (points) => points.map((point, i) => `${i ? "L" : "M"}${x.at(point[axis]).toFixed(1)} ${y.at(point.exploitability).toFixed(1)}`).join(""), start = first[0], guide = (slope) => {
    if (!start) return "";
    let end = Math.min(x.high, start[axis] * (start.exploitability / y.low) ** (1 / slope)), value = start.exploitability * (start[axis] / end) ** slope;
    return `M${x.at(start[axis]).toFixed(1)} ${y.at(start.exploitability).toFixed(1)}L${x.at(end).toFixed(1)} ${y.at(value).toFixed(1)}`;
  }, at = cursor === null ? null : first[Math.min(cursor, first.length - 1)] ?? null, last = first[first.length - 1], onMove = (event) => {
    let place2 = event.clientX - event.currentTarget.getBoundingClientRect().left, best = 0;
    first.forEach((point, i) => {
      Math.abs(x.at(point[axis]) - place2) < Math.abs(x.at(first[best]?.[axis] ?? 1) - place2) && (best = i);
    }), setCursor(first.length ? best : null);
  }, onKey = (event) => {
    let now = cursor ?? first.length - 1, next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: first.length - 1 }[event.key];
    next !== void 0 && (event.preventDefault(), setCursor(Math.max(0, Math.min(first.length - 1, next))));
  }, words = last ? say("curve.label", { n: first.length, iterations: count(last.iterations), gap: small(last.exploitability) }) : say("curve.none");
  return /* @__PURE__ */ a("div", { class: "curve", ref: box, children: [
    /* @__PURE__ */ a(
      "svg",
      {
        width,
        height,
        viewBox: `0 0 ${width} ${height}`,
        role: "img",
        "aria-label": words,
        tabIndex: 0,
        onPointerMove: onMove,
        onPointerLeave: () => setCursor(null),
        onKeyDown: onKey,
        onBlur: () => setCursor(null),
        children: [
          y.ticks.map((tick) => /* @__PURE__ */ a("g", { children: [
            /* @__PURE__ */ a("line", { class: tick.isMajor ? "grid" : "grid minor", x1: pad.left, x2: width - pad.right, y1: tick.at, y2: tick.at }),
            tick.isMajor && /* @__PURE__ */ a("text", { class: "tick", x: pad.left - 8, y: tick.at + 4, "text-anchor": "end", children: label(tick.value) })
          ] }, `y${tick.value}`)),
          x.ticks.map((tick) => /* @__PURE__ */ a("g", { children: [
            /* @__PURE__ */ a("line", { class: tick.isMajor ? "grid" : "grid minor", x1: tick.at, x2: tick.at, y1: pad.top, y2: height - pad.bottom }),
            tick.isMajor && /* @__PURE__ */ a("text", { class: "tick", x: tick.at, y: height - pad.bottom + 18, "text-anchor": "middle", children: label(tick.value) })
          ] }, `x${tick.value}`)),
          /* @__PURE__ */ a("text", { class: "tick name", x: (pad.left + width - pad.right) / 2, y: height - 4, "text-anchor": "middle", children: say(axis === "iterations" ? "curve.iterations" : "curve.seconds") }),
          start && axis === "iterations" && first.length > 2 && /* @__PURE__ */ a("g", { children: [
            /* @__PURE__ */ a("path", { class: "guide", d: guide(0.5) }),
            /* @__PURE__ */ a("path", { class: "guide", d: guide(1) })
          ] }),
          target !== void 0 && target >= y.low && target <= y.high && /* @__PURE__ */ a("g", { children: [
            /* @__PURE__ */ a("line", { class: "target", x1: pad.left, x2: width - pad.right, y1: y.at(target), y2: y.at(target) }),
            /* @__PURE__ */ a("text", { class: "tick target", x: pad.left + 6, y: y.at(target) - 6, children: say("curve.target", { value: small(target) }) })
          ] }),
          drawn.map((line, i) => /* @__PURE__ */ a("path", { class: `series s${i % 4}`, d: path(line.points) }, line.name)),
          last && !at && /* @__PURE__ */ a("circle", { class: "head", cx: x.at(last[axis]), cy: y.at(last.exploitability), r: "4" }),
          at && /* @__PURE__ */ a("g", { children: [
            /* @__PURE__ */ a("line", { class: "cursor", x1: x.at(at[axis]), x2: x.at(at[axis]), y1: pad.top, y2: height - pad.bottom }),
            /* @__PURE__ */ a("circle", { class: "head", cx: x.at(at[axis]), cy: y.at(at.exploitability), r: "5" })
          ] })
        ]
      }
    ),
    /* @__PURE__ */ a("p", { class: "reading", "aria-live": "polite", children: at ? say("curve.reading", { iterations: count(at.iterations), seconds: duration(at.seconds), gap: small(at.exploitability) }) : first.length ? say("curve.guides") : say("curve.none") })
  ] });
}
function CurveTable({ points }) {
  let say = useWords();
  return /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("curve.table"), children: /* @__PURE__ */ a("table", { class: "data", children: [
    /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("th", { class: "number", children: say("curve.iterations") }),
      /* @__PURE__ */ a("th", { class: "number", children: say("run.time") }),
      /* @__PURE__ */ a("th", { class: "number", children: say("exploitability") })
    ] }) }),
    /* @__PURE__ */ a("tbody", { children: points.map((point) => /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("td", { class: "number", children: count(point.iterations) }),
      /* @__PURE__ */ a("td", { class: "number", children: duration(point.seconds) }),
      /* @__PURE__ */ a("td", { class: "number", children: small(point.exploitability) })
    ] }, point.iterations)) })
  ] }) });
}

// src/screens/RunScreen.tsx
var TABS = ["curve", "strategy", "files", "log", "code"];
function useRun(id) {
  let [state, set] = d({ run: null, points: [], error: null });
  return A(() => {
    set({ run: null, points: [], error: null });
    let points = /* @__PURE__ */ new Map(), run = null, isDrawing = !1, draw = () => {
      isDrawing || (isDrawing = !0, setTimeout(() => {
        isDrawing = !1, set({ run, points: [...points.values()].sort((a2, b) => a2.iterations - b.iterations), error: null });
      }, 30));
    }, isOver = !1, end = () => {
    }, begin = () => {
      isOver || (end = listen((after) => `/events?run=${id}&after=${after}`, {
        "run.summary": (data) => {
          run = data, draw();
        },
        "run.state": (data) => {
          run && (run = { ...run, state: data.state ?? run.state, why: data.why ?? "", problem: data.problem ?? null, result: data.result ?? null, changed: data.at, progress: data.state === "running" ? run.progress : null }), draw();
        },
        "run.point": (data) => {
          points.set(data.iterations, data), draw();
        },
        "run.progress": (data) => {
          run && (run = { ...run, progress: data }), draw();
        },
        "runs.gone": () => go("/runs")
      }));
    };
    return ask(`/runs/${id}`).then(begin, (error) => set({ run: null, points: [], error })), () => {
      isOver = !0, points = /* @__PURE__ */ new Map(), end();
    };
  }, [id]), state;
}
function RunScreen({ id, query }) {
  let say = useWords(), spoken = useStore(language), { run, points, error } = useRun(id), wanted = query.get("tab"), tab = TABS.find((each) => each === wanted) ?? "curve", [refused, setRefused] = d(null), [isAsking, setAsking] = d(!1);
  if (useTitle(run ? run.name || run.body.game : say("nav.runs")), error)
    return /* @__PURE__ */ a("div", { class: "screen", children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("run.missing") }),
      /* @__PURE__ */ a(Trouble, { error }),
      /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/runs", children: say("nav.runs") }) })
    ] });
  if (!run) return /* @__PURE__ */ a("div", { class: "screen", "aria-busy": "true", children: /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("loading") }) });
  let change = (what) => {
    setRefused(null), ask(`/runs/${id}/${what}`, { method: "POST" }).catch(setRefused);
  }, remove = () => {
    setAsking(!1), ask(`/runs/${id}`, { method: "DELETE" }).then(() => go("/runs"), setRefused);
  }, again = new URLSearchParams(Object.entries(run.body).filter(([key, value]) => key !== "game" && value !== void 0 && value !== null && key !== "merge").map(([key, value]) => [key, String(value)]));
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/runs", children: say("nav.runs") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: [
          run.name || run.body.game,
          " ",
          /* @__PURE__ */ a(Badge, { state: run.state })
        ] }),
        /* @__PURE__ */ a("p", { class: "lead", children: [
          /* @__PURE__ */ a("code", { children: run.body.game }),
          " · ",
          /* @__PURE__ */ a("code", { children: run.body.method }),
          " · ",
          ago(run.created, spoken)
        ] })
      ] }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        (run.state === "running" || run.state === "queued") && /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => change("pause"), children: [
          /* @__PURE__ */ a(Icon, { name: "pause" }),
          say("run.pause")
        ] }),
        (run.state === "running" || run.state === "queued") && /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => change("stop"), children: [
          /* @__PURE__ */ a(Icon, { name: "stop" }),
          say("run.stop")
        ] }),
        (run.state === "stopped" || run.state === "paused" || run.state === "failed") && /* @__PURE__ */ a("button", { type: "button", class: "button main", onClick: () => change("resume"), children: [
          /* @__PURE__ */ a(Icon, { name: "play" }),
          say("run.resume")
        ] }),
        /* @__PURE__ */ a("a", { class: "button", href: `/solve/${encodeURIComponent(run.body.game)}?${again}`, children: [
          /* @__PURE__ */ a(Icon, { name: "again" }),
          say("run.clone")
        ] }),
        run.state !== "running" && /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("run.delete"), title: say("run.delete"), onClick: () => setAsking(!0), children: /* @__PURE__ */ a(Icon, { name: "trash" }) })
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: refused }),
    /* @__PURE__ */ a(Trouble, { error: run.problem }),
    run.state === "running" && run.progress?.message && /* @__PURE__ */ a("p", { class: "banner", children: run.progress.message }),
    /* @__PURE__ */ a(Proof, { run }),
    /* @__PURE__ */ a("nav", { class: "tabs", "aria-label": say("run.tabs"), children: TABS.map((each) => /* @__PURE__ */ a("a", { "data-key": each === "code" ? "y" : void 0, "aria-current": tab === each ? "page" : void 0, href: `/runs/${id}${each === "curve" ? "" : `?tab=${each}`}`, children: say(`tab.${each}`) }, each)) }),
    /* @__PURE__ */ a("section", { class: "panel tab", "aria-label": say(`tab.${tab}`), children: [
      tab === "curve" && /* @__PURE__ */ a(CurveTab, { run, points }),
      tab === "strategy" && /* @__PURE__ */ a(StrategyTab, { run }),
      tab === "files" && /* @__PURE__ */ a(FilesTab, { run }),
      tab === "log" && /* @__PURE__ */ a(LogTab, { run }),
      tab === "code" && /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a("p", { class: "muted small", children: say("code.lead") }),
        /* @__PURE__ */ a(Code, { label: "Python", text: asPython(run.body) }),
        /* @__PURE__ */ a(Code, { label: say("code.shell"), text: asCommand(run.body) })
      ] })
    ] }),
    isAsking && /* @__PURE__ */ a(Dialog, { title: say("run.delete"), onClose: () => setAsking(!1), children: [
      /* @__PURE__ */ a("p", { children: say("run.delete.sure") }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        /* @__PURE__ */ a("button", { type: "button", class: "button danger", onClick: remove, children: say("run.delete") }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setAsking(!1), children: say("cancel") })
      ] })
    ] })
  ] });
}
function Proof({ run }) {
  let say = useWords(), { result, progress } = run, gap = gapOf(run), isLive = run.state === "running", share = progress?.total ? Math.min(1, progress.done / progress.total) : null;
  return /* @__PURE__ */ a("section", { class: "proof", "aria-label": say("proof.label"), children: [
    /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say("exploitability"), isMain: !0, children: /* @__PURE__ */ a("span", { "data-fact": "exploitability", children: result && result.exploitability === null ? say("proof.unknown") : small(gap) }) }),
      result?.values.map((value, player) => /* @__PURE__ */ a(Fact, { label: say("proof.value", { player }), children: /* @__PURE__ */ a("span", { "data-fact": `value-${player}`, children: fixed(value, 5) }) }, player)),
      /* @__PURE__ */ a(Fact, { label: say("curve.iterations"), children: count(result?.iterations ?? progress?.done ?? run.last?.iterations) }),
      /* @__PURE__ */ a(Fact, { label: say("run.time"), children: duration(result?.seconds ?? progress?.seconds ?? run.last?.seconds) }),
      isLive && progress ? /* @__PURE__ */ a($, { children: [
        /* @__PURE__ */ a(Fact, { label: say("run.rate"), children: progress.rate ? `${count(progress.rate)}/s` : "–" }),
        /* @__PURE__ */ a(Fact, { label: say("run.left.label"), children: left(run) ?? "–" }),
        /* @__PURE__ */ a(Fact, { label: say("games.memory"), children: bytes(progress.rss) })
      ] }) : /* @__PURE__ */ a($, { children: [
        result && /* @__PURE__ */ a(Fact, { label: say("proof.stopped"), children: say(`stopped.${result.stopped}`) }),
        result && result.seed !== null && /* @__PURE__ */ a(Fact, { label: say("solve.seed"), children: result.seed })
      ] })
    ] }),
    isLive && /* @__PURE__ */ a("div", { class: share === null ? "bar open" : "bar", role: "progressbar", "aria-label": say("run.progress"), ...share === null ? {} : { "aria-valuenow": Math.round(share * 100), "aria-valuemin": 0, "aria-valuemax": 100 }, children: /* @__PURE__ */ a("div", { style: { width: share === null ? "100%" : `${share * 100}%` } }) }),
    /* @__PURE__ */ a("p", { class: "claim", children: [
      result ? result.stopped === "exact" ? say("proof.exact") : say("proof.claim", { players: result.players }) : say("proof.live"),
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
  let say = useWords(), [axis, setAxis] = d("iterations"), [isTable, setTable] = d(!1);
  return !points.length && run.state !== "running" ? /* @__PURE__ */ a(Empty, { title: run.body.method === "lp" ? say("curve.lp") : say("curve.none") }) : run.body.method === "lp" ? /* @__PURE__ */ a(Empty, { title: say("curve.lp") }) : /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("curve.axis"), children: ["iterations", "seconds"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": axis === name, onClick: () => setAxis(name), children: say(name === "iterations" ? "curve.iterations" : "curve.seconds") }, name)) }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "t", "aria-pressed": isTable, onClick: () => setTable(!isTable), children: say("curve.astable") })
    ] }),
    isTable ? /* @__PURE__ */ a(CurveTable, { points }) : /* @__PURE__ */ a(Curve, { lines: [{ name: run.id, points }], target: run.body.until, axis })
  ] });
}
function StrategyTab({ run }) {
  let say = useWords(), [text, setText] = d(""), [player, setPlayer] = d(null), [limit, setLimit] = d(50), late = useLater(text, 200), isReady = run.result !== null, query = new URLSearchParams({ q: late, limit: String(limit), seen: run.changed });
  player !== null && query.set("player", String(player));
  let { data, error, isLoading } = useAsk(isReady ? `/runs/${run.id}/infosets?${query}` : null);
  return isReady ? /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say("strategy.search"), placeholder: say("strategy.search"), value: text, onInput: (event) => (setText(event.currentTarget.value), setLimit(50)) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("strategy.player"), children: [
        /* @__PURE__ */ a("button", { type: "button", "aria-pressed": player === null, onClick: () => setPlayer(null), children: say("strategy.all") }),
        Array.from({ length: run.result?.players ?? 2 }, (_, i) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": player === i, onClick: () => setPlayer(i), children: say("player", { n: i }) }, i))
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    data && /* @__PURE__ */ a("p", { class: "muted small", "aria-live": "polite", children: say("strategy.count", { shown: data.items.length, total: count(data.total ?? 0) }) }),
    isLoading && !data && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") }),
    data && /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("strategy.infoset"), children: /* @__PURE__ */ a("table", { class: "data strategy", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        /* @__PURE__ */ a("th", { children: say("strategy.infoset") }),
        /* @__PURE__ */ a("th", { class: "number", children: say("strategy.reach") }),
        /* @__PURE__ */ a("th", { class: "number", children: say("strategy.value") }),
        /* @__PURE__ */ a("th", { children: say("strategy.plays") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: data.items.map((row) => /* @__PURE__ */ a(InfosetRow, { row }, `${row.player} ${row.infoset}`)) })
    ] }) }),
    data && data.next !== null && limit < 500 && /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setLimit(Math.min(500, limit + 100)), children: say("strategy.more") }) })
  ] }) : /* @__PURE__ */ a(Empty, { title: say("strategy.none") });
}
function InfosetRow({ row }) {
  let say = useWords(), actions = Object.entries(row.actions);
  return /* @__PURE__ */ a("tr", { children: [
    /* @__PURE__ */ a("td", { children: [
      /* @__PURE__ */ a("span", { class: `seat p${row.player % 4}`, children: say("player", { n: row.player }) }),
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
  let say = useWords(), { data, error } = useAsk(`/runs/${run.id}/files?seen=${encodeURIComponent(run.changed)}`), about = {
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
        /* @__PURE__ */ a("small", { children: say(about[file.name] ?? "files.json") })
      ] }),
      /* @__PURE__ */ a("span", { class: "muted", children: bytes(file.bytes) }),
      /* @__PURE__ */ a("a", { class: "button", href: `/api/v1/runs/${run.id}/files/${file.name}`, download: !0, "aria-label": say("files.take", { name: file.name }), children: [
        /* @__PURE__ */ a(Icon, { name: "down" }),
        say("files.download")
      ] })
    ] }, file.name)) })
  ] });
}
function LogTab({ run }) {
  let say = useWords(), { data, error } = useAsk(`/runs/${run.id}/log?seen=${encodeURIComponent(run.changed)}`);
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Trouble, { error }),
    data && (data.text ? /* @__PURE__ */ a("pre", { class: "log", tabIndex: 0, children: data.text }) : /* @__PURE__ */ a(Empty, { title: say("log.none") }))
  ] });
}

// src/screens/Runs.tsx
var MOST = 4;
function Runs({ query }) {
  let say = useWords();
  useTitle(say("nav.runs"));
  let all = useStore(runs), [text, setText] = d(""), [state, setState] = d(""), picked = (query.get("compare") ?? "").split(",").filter(Boolean), found = (all ?? []).filter((run) => (!state || run.state === state) && `${run.name} ${run.body.game} ${run.body.method} ${run.tags.join(" ")}`.toLowerCase().includes(text.toLowerCase())), pick = (id, on) => {
    let next = on ? [...picked, id].slice(-MOST) : picked.filter((each) => each !== id);
    go(next.length ? `/runs?compare=${next.join(",")}` : "/runs", "replace");
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("nav.runs") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say("runs.lead") })
      ] }),
      /* @__PURE__ */ a("a", { class: "button main", href: "/solve", children: [
        /* @__PURE__ */ a(Icon, { name: "solve" }),
        say("runs.new")
      ] })
    ] }),
    picked.length > 0 && /* @__PURE__ */ a(Compare, { ids: picked }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say("runs.search"), placeholder: say("runs.search"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("runs.filter"), children: ["", "running", "queued", "done", "stopped", "paused", "failed"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": state === name, onClick: () => setState(name), children: say(name ? `state.${name}` : "games.all") }, name)) })
    ] }),
    !all && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") }),
    all && !all.length && /* @__PURE__ */ a(Empty, { title: say("runs.none"), children: /* @__PURE__ */ a("a", { href: "/solve", children: say("runs.none.go") }) }),
    all && all.length > 0 && !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say("nothing") }),
    found.length > 0 && /* @__PURE__ */ a("ul", { class: "rows", children: found.map((run) => /* @__PURE__ */ a(RunRow, { run, picked: picked.includes(run.id), onPick: (on) => pick(run.id, on) }, run.id)) })
  ] });
}
function Compare({ ids }) {
  let say = useWords(), [curves, setCurves] = d([]), [error, setError] = d(null), [axis, setAxis] = d("iterations");
  return A(() => {
    Promise.all(ids.map((id) => ask(`/runs/${id}`))).then((found) => (setCurves(found), setError(null)), setError);
  }, [ids.join()]), /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "compare", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "compare", children: say("runs.compare") }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("curve.axis"), children: ["iterations", "seconds"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": axis === name, onClick: () => setAxis(name), children: say(name === "iterations" ? "curve.iterations" : "curve.seconds") }, name)) }),
      /* @__PURE__ */ a("a", { class: "button", href: "/runs", children: say("close") })
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
var Solve = lazy(() => import("./Solve-PLMREI5X.js").then((module) => module.Solve));
function Screen() {
  let say = useWords(), { path, query } = useStore(place), [, first = "", ...rest] = path.split("/"), second = rest.join("/");
  try {
    second = decodeURIComponent(second);
  } catch {
  }
  return path === "/" ? /* @__PURE__ */ a(Home, {}) : first === "games" ? second ? /* @__PURE__ */ a(GameScreen, { spec: second }, second.split("(")[0]) : /* @__PURE__ */ a(Games, {}) : first === "solve" ? /* @__PURE__ */ a(Solve, { spec: second, query }) : first === "runs" ? second ? /* @__PURE__ */ a(RunScreen, { id: second, query }, second) : /* @__PURE__ */ a(Runs, { query }) : /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("missing.title") }),
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/", children: say("nav.home") }) })
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
