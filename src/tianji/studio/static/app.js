import {
  Frame
} from "./chunk-L52YPSJB.js";
import {
  CurveTab,
  Damaged,
  FilesTab,
  LogTab,
  NoRun,
  RunFrame,
  Source,
  useRun
} from "./chunk-NFCAUDLN.js";
import {
  RunRow,
  gapOf,
  left
} from "./chunk-6FVZ2IIR.js";
import {
  Drop
} from "./chunk-M5Y35CCH.js";
import {
  Curve
} from "./chunk-XIEJ76WX.js";
import "./chunk-2UED4DVZ.js";
import {
  asCommand,
  asPython,
  givenIn,
  makeSpec,
  nameOf,
  written
} from "./chunk-DKEIJCRL.js";
import {
  Told,
  told
} from "./chunk-DJBIHSXX.js";
import {
  Export
} from "./chunk-FYW6P2XZ.js";
import {
  own,
  runs,
  seenOf,
  watchRuns
} from "./chunk-VRWN5WRP.js";
import {
  ago,
  bytes,
  count,
  duration,
  fixed,
  go,
  percent,
  place,
  small
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Code,
  Dialog,
  Empty,
  Fact,
  Icon,
  Q,
  Refusal,
  Ticked,
  Trouble,
  a,
  ask,
  d,
  door,
  language,
  useAsk,
  useLater,
  useStore,
  useTitle,
  useWords
} from "./chunk-HTWIJD62.js";

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
var FILTERS = ["all", "hidden", "open", "chance", "two", "many", "small", "large"];
function Games() {
  let say = useWords();
  useTitle(say("nav.games"));
  let { data, error, isLoading } = useAsk("/games", !0), sizes = useAsk("/sizes", !0), sizeOf = new Map((sizes.data?.items ?? []).map(({ name, histories }) => [name, histories])), files = useStore(own), [text, setText] = d(""), [filter, setFilter] = d("all"), fits = {
    all: () => !0,
    hidden: (game) => game.hidden,
    open: (game) => !game.hidden,
    chance: (game) => game.chance,
    two: (game) => game.players === 2,
    many: (game) => game.players > 2,
    small: (game) => typeof sizeOf.get(game.name) == "number",
    large: (game) => sizeOf.get(game.name) === null
  }, found = (data?.items ?? []).filter((game) => fits[filter](game) && `${game.name} ${game.summary} ${told(game.summary).text}`.toLowerCase().includes(text.toLowerCase())), isOfSize = filter === "small" || filter === "large";
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("nav.games") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("games.lead") })
    ] }) }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say("games.search"), placeholder: say("games.search"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("games.filter"), children: FILTERS.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": filter === name, onClick: () => setFilter(name), children: say(`games.${name}`) }, name)) })
    ] }),
    Object.entries(files).map(([file, stamp]) => /* @__PURE__ */ a(OwnFile, { file, stamp }, file)),
    /* @__PURE__ */ a(Trouble, { error: error ?? sizes.error }),
    (isLoading && !data || isOfSize && !sizes.data && !sizes.error) && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") }),
    data && !found.length && (!isOfSize || sizes.data) && /* @__PURE__ */ a("p", { class: "muted", children: say("nothing") }),
    /* @__PURE__ */ a("ul", { class: "cards", children: found.map((game) => /* @__PURE__ */ a("li", { children: /* @__PURE__ */ a("a", { class: "card", href: `/games/${game.name}`, children: [
      /* @__PURE__ */ a("strong", { children: game.name }),
      /* @__PURE__ */ a("span", { class: "about", children: /* @__PURE__ */ a(Told, { text: game.summary }) }),
      /* @__PURE__ */ a("span", { class: "meta", children: [
        /* @__PURE__ */ a("span", { class: "tag", children: say("games.players", { n: game.players }) }),
        game.hidden && /* @__PURE__ */ a("span", { class: "tag", children: say("games.hidden") }),
        game.chance && /* @__PURE__ */ a("span", { class: "tag", children: say("games.chance") }),
        sizeOf.has(game.name) && /* @__PURE__ */ a("span", { class: "tag", children: say("games.size.tag", { n: sizeOf.get(game.name) === null ? "> 10,000" : count(sizeOf.get(game.name)) }) })
      ] })
    ] }) }, game.name)) })
  ] });
}
function OwnFile({ file, stamp }) {
  let say = useWords(), { data, error, isLoading } = useAsk(`/own/${file}?seen=${stamp}`), to = (screen, spec) => `/${screen}/${encodeURIComponent(spec)}`;
  return /* @__PURE__ */ a("section", { class: "panel own", "aria-label": `${file}.py`, "aria-busy": isLoading, children: [
    /* @__PURE__ */ a("h2", { children: [
      file,
      ".py ",
      /* @__PURE__ */ a("span", { class: "tag", children: say("own.watching") })
    ] }),
    error ? /* @__PURE__ */ a(Trouble, { error }) : data ? data.games.length ? /* @__PURE__ */ a("ul", { class: "rows", children: data.games.map((game) => /* @__PURE__ */ a("li", { class: "row", children: [
      /* @__PURE__ */ a("a", { class: "what", href: to("games", game.spec), children: [
        /* @__PURE__ */ a("strong", { children: game.spec }),
        game.check && /* @__PURE__ */ a("small", { class: "good", children: [
          say(game.check.complete ? "own.sound" : "own.sound.part", { n: count(game.check.histories) }),
          " · ",
          say(game.hidden ? "games.hidden" : "games.open")
        ] })
      ] }),
      game.check && /* @__PURE__ */ a("span", { class: "actions", children: [
        /* @__PURE__ */ a("a", { class: "button", href: to("tree", game.spec), children: say("games.tree") }),
        /* @__PURE__ */ a("a", { class: "button", href: to("play", game.spec), children: say("nav.play") }),
        /* @__PURE__ */ a("a", { class: "button main", href: to("solve", game.spec), children: say("games.solve") })
      ] }),
      game.problem && /* @__PURE__ */ a(Trouble, { error: game.problem })
    ] }, game.spec)) }) : /* @__PURE__ */ a("p", { class: "muted", children: say("own.none") }) : /* @__PURE__ */ a("p", { class: "muted", children: say("loading") })
  ] });
}
function GameScreen({ spec }) {
  let say = useWords();
  useTitle(spec);
  let name = nameOf(spec), card = useAsk("/games", !0).data?.items.find((game) => game.name === name), seen = seenOf(name, useStore(own)), usual = useAsk(seen ? `/games/${encodeURIComponent(name)}?seen=${seen}` : null, !0).data, defaults = card?.parameters ?? usual?.parameters ?? {}, [typed, setTyped] = d({}), asked = useLater(Object.keys(typed).length ? makeSpec(name, defaults, typed) : spec, 350);
  A(() => {
    asked !== spec && go(`/games/${encodeURIComponent(asked)}`, "replace");
  }, [asked]);
  let { data, error, isLoading } = useAsk(`/games/${encodeURIComponent(asked)}${seen && `?seen=${seen}`}`, !0), current = data && nameOf(data.spec) === name ? data.parameters : {}, given = error ? givenIn(asked) : {}, check = data?.check ?? null;
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/games", children: say("nav.games") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: [
          name,
          " ",
          seen && /* @__PURE__ */ a("span", { class: "tag", children: say("own.watching") })
        ] }),
        /* @__PURE__ */ a("p", { class: "lead", children: /* @__PURE__ */ a(Told, { text: data?.summary ?? card?.summary ?? "" }) })
      ] }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        /* @__PURE__ */ a("a", { class: "button", href: `/tree/${encodeURIComponent(error ? spec : asked)}`, children: say("games.tree") }),
        /* @__PURE__ */ a("a", { class: "button", href: `/play/${encodeURIComponent(error ? spec : asked)}`, children: [
          /* @__PURE__ */ a(Icon, { name: "play" }),
          say("nav.play")
        ] }),
        card && !card.hidden && /* @__PURE__ */ a("a", { class: "button", href: `/search/${encodeURIComponent(error ? spec : asked)}`, children: [
          /* @__PURE__ */ a(Icon, { name: "search" }),
          say("games.search.go")
        ] }),
        /* @__PURE__ */ a("a", { class: "button main", href: `/solve/${encodeURIComponent(error ? spec : asked)}`, children: [
          /* @__PURE__ */ a(Icon, { name: "solve" }),
          say("games.solve")
        ] })
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
                value: typed[key] ?? given[key] ?? written(key in current ? current[key] : value),
                onInput: (event) => setTyped({ ...given, ...Object.fromEntries(Object.keys(current).map((each) => [each, written(current[each])])), ...typed, [key]: event.currentTarget.value })
              }
            )
          ] }, key)) }),
          /* @__PURE__ */ a("p", { class: "spec", children: /* @__PURE__ */ a("code", { children: asked }) })
        ] }),
        data && /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "rules", children: [
          /* @__PURE__ */ a("h2", { id: "rules", children: say("games.rules") }),
          /* @__PURE__ */ a("div", { class: "prose", lang: "en", children: data.rules.split(/\n\s*\n/).map((part) => /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a(Ticked, { text: part.replace(/\s*\n\s*/g, " ") }) }, part)) })
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
          ] }) : /* @__PURE__ */ a(Fact, { label: say("games.histories"), children: /* @__PURE__ */ a(Told, { text: data.size ?? "" }) }),
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

// src/screens/Home.tsx
var RIVER = { board: "Ks7h2d5c9s", pot: 60, stack: 180, oop: "99-22,AJs-A2s,KTs+,QTs+,JTs,T9s,98s,AQo-ATo,KJo+", ip: "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,ATo+,KTo+,QJo", tree: "standard" }, EXAMPLES = [
  { key: "kuhn", tags: ["kuhn", "dcfr"], from: "/runs", open: "/runs", body: { solve: { game: "kuhn", method: "dcfr", until: 1e-6 } } },
  { key: "leduc", tags: ["leduc", "dcfr"], from: "/runs", open: "/runs", body: { solve: { game: "leduc", method: "dcfr", until: 1e-5 } } },
  { key: "coin_toss", tags: ["coin_toss", "maxmargin"], to: "/subgame/coin_toss" },
  { key: "tic_tac_toe", tags: ["tic_tac_toe", "alphabeta"], to: "/search/tic_tac_toe?moves=4~0~8&method=alphabeta&depth=6&trace=1" },
  { key: "chicken", tags: ["2 × 2"], to: "/matrix?g=0,0+7,2;+2,7+6,6&n=dare,swerve|dare,swerve" },
  { key: "river", tags: ["K♠7♥2♦5♣9♠", "0.3 %"], from: "/holdem/runs", open: "/holdem", body: { holdem: { spot: RIVER, until: "0.3%" } } }
];
function Home() {
  let say = useWords(), all = useStore(runs), [busy, setBusy] = d(""), [error, setError] = d(null);
  useTitle("");
  let decks = (useAsk("/decks").data?.items ?? []).filter((deck) => deck.due > 0).slice(0, 3), tables = (useAsk("/tables").data?.items ?? []).slice(0, 3), open = (example) => {
    let { key } = example;
    if ("to" in example) return go(example.to);
    setBusy(key), setError(null);
    let name = say(`example.${key}.title`);
    ask(example.from, { method: "POST", body: { ...example.body, name, tags: ["example"] }, headers: { "Idempotency-Key": `example-2-${key}` } }).then((run) => go(`${example.open}/${run.id}`)).catch((refused) => (setError(refused), setBusy("")));
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("home.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("home.lead") })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "examples", children: [
      /* @__PURE__ */ a("h2", { id: "examples", children: say("home.examples") }),
      /* @__PURE__ */ a("div", { class: "cards", children: EXAMPLES.map((example) => {
        let { key, tags } = example;
        return /* @__PURE__ */ a("button", { type: "button", class: "card", disabled: busy !== "", "aria-busy": busy === key, onClick: () => open(example), children: [
          /* @__PURE__ */ a("strong", { children: say(`example.${key}.title`) }),
          /* @__PURE__ */ a("span", { class: "about", children: say(`example.${key}.about`) }),
          /* @__PURE__ */ a("span", { class: "meta", children: [
            tags.map((tag) => /* @__PURE__ */ a("code", { children: tag }, tag)),
            /* @__PURE__ */ a("span", { class: "go", children: [
              say(busy === key ? "opening" : "open"),
              /* @__PURE__ */ a(Icon, { name: "arrow" })
            ] })
          ] })
        ] }, key);
      }) })
    ] }),
    /* @__PURE__ */ a(Small, { id: "due", title: say("home.due"), rows: decks.map((deck) => ({ to: `/train/${deck.id}`, name: deck.name, about: say("home.due.n", { n: deck.due }) })) }),
    /* @__PURE__ */ a(Small, { id: "tables", title: say("home.tables"), rows: tables.map((table) => ({ to: `/play/${table.id}`, name: table.game === "holdem" ? say("nav.holdem") : table.game, about: say("home.table", { n: table.rounds }) })) }),
    /* @__PURE__ */ a("section", { "aria-labelledby": "continue", children: [
      /* @__PURE__ */ a("h2", { id: "continue", children: say("home.continue") }),
      all && all.length > 0 ? /* @__PURE__ */ a("ul", { class: "rows", children: all.slice(0, 5).map((run) => /* @__PURE__ */ a(RunRow, { run }, run.id)) }) : /* @__PURE__ */ a(Empty, { title: say(all ? "runs.none" : "loading"), children: all && /* @__PURE__ */ a("a", { href: "/solve", children: say("runs.none.go") }) }),
      all && all.length > 5 && /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/runs", children: say("home.all", { n: all.length }) }) })
    ] }),
    /* @__PURE__ */ a(Drop, {})
  ] });
}
function Small({ id, title, rows }) {
  return rows.length ? /* @__PURE__ */ a("section", { "aria-labelledby": id, children: [
    /* @__PURE__ */ a("h2", { id, children: title }),
    /* @__PURE__ */ a("div", { class: "chips", children: rows.map((row) => /* @__PURE__ */ a("a", { class: "button", href: row.to, children: [
      row.name,
      " ",
      /* @__PURE__ */ a("small", { class: "muted", children: row.about })
    ] }, row.to)) })
  ] }) : null;
}

// src/screens/Open.tsx
function Open() {
  let say = useWords(), [error, setError] = d(null);
  return useTitle(""), A(() => {
    let code = location.hash.slice(1), wanted = new URLSearchParams(location.search).get("to") ?? "/", to = /^\/(?![/\\])/.test(wanted) ? wanted : "/";
    history.replaceState(null, "", "/open"), (code ? ask("/session", { method: "POST", body: { code } }) : ask("/meta")).then(
      () => {
        door.set("open"), go(to, "replace");
      },
      (refused) => {
        refused instanceof Refusal && refused.status === 401 && code ? ask("/meta").then(() => go(to, "replace"), () => setError(refused)) : setError(refused);
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

// src/screens/RunScreen.tsx
var TABS = ["curve", "strategy", "files", "log", "code"];
function RunScreen({ id, query }) {
  let say = useWords(), spoken = useStore(language), { run, points, error } = useRun(id), isElsewhere = run !== null && run.kind !== "solve" && run.body.game === void 0;
  A(() => {
    isElsewhere && go(`/holdem/${id}`, "replace");
  }, [isElsewhere]);
  let wanted = query.get("tab"), tab = TABS.find((each) => each === wanted) ?? "curve";
  if (useTitle(run ? run.name || run.body.game : say("nav.runs")), !run || isElsewhere) return /* @__PURE__ */ a(NoRun, { error });
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
      controls: /* @__PURE__ */ a($, { children: [
        run.result !== null && run.result.iterations > 0 && /* @__PURE__ */ a("a", { class: "button", href: `/runs/${id}/time`, children: [
          /* @__PURE__ */ a(Icon, { name: "solve" }),
          say("run.time.travel")
        ] }),
        run.result !== null && /* @__PURE__ */ a("a", { class: "button", href: `/tree/${encodeURIComponent(run.body.game)}?run=${id}`, children: say("run.tree") }),
        /* @__PURE__ */ a("a", { class: "button", "data-key": "c", href: `/runs?compare=${id}`, children: say("run.compare") })
      ] }),
      children: [
        run.state === "running" && run.progress?.message && /* @__PURE__ */ a("p", { class: "banner", children: run.progress.message }),
        /* @__PURE__ */ a(Proof, { run }),
        /* @__PURE__ */ a("nav", { class: "tabs", "aria-label": say("run.tabs"), children: TABS.map((each) => /* @__PURE__ */ a("a", { "data-key": each === "code" ? "y" : void 0, "aria-current": tab === each ? "page" : void 0, href: `/runs/${id}${each === "curve" ? "" : `?tab=${each}`}`, children: say(`tab.${each}`) }, each)) }),
        /* @__PURE__ */ a("section", { class: "panel tab", "aria-label": say(`tab.${tab}`), children: [
          tab === "curve" && (run.body.method === "lp" ? /* @__PURE__ */ a(Empty, { title: say("curve.lp") }) : /* @__PURE__ */ a(CurveTab, { id, points, target: run.body.until, isRunning: run.state === "running" })),
          tab === "strategy" && /* @__PURE__ */ a(StrategyTab, { run }),
          tab === "files" && /* @__PURE__ */ a(FilesTab, { id, stamp: run.changed }),
          tab === "log" && /* @__PURE__ */ a(LogTab, { id, stamp: run.changed }),
          tab === "code" && /* @__PURE__ */ a($, { children: [
            /* @__PURE__ */ a("p", { class: "muted small", children: say("code.lead") }),
            /* @__PURE__ */ a(Code, { label: "Python", text: asPython(run.body) }),
            /* @__PURE__ */ a(Code, { label: say("code.shell"), text: asCommand(run.body) })
          ] })
        ] })
      ]
    }
  );
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
        result && result.seed !== null && /* @__PURE__ */ a(Fact, { label: say("solve.seed"), children: result.seed }),
        result && /* @__PURE__ */ a(Fact, { label: say("solve.method").toLowerCase(), children: result.method }),
        /* @__PURE__ */ a(Source, { run })
      ] })
    ] }),
    isLive && /* @__PURE__ */ a("div", { class: share === null ? "bar open" : "bar", role: "progressbar", "aria-label": say("run.progress"), ...share === null ? {} : { "aria-valuenow": Math.round(share * 100), "aria-valuemin": 0, "aria-valuemax": 100 }, children: /* @__PURE__ */ a("div", { style: { width: share === null ? "100%" : `${share * 100}%` } }) }),
    /* @__PURE__ */ a("p", { class: "claim", children: [
      result ? result.stopped === "exact" ? say("proof.exact") : say("proof.claim", { players: result.players }) : say("proof.live"),
      result?.note && /* @__PURE__ */ a("span", { lang: "en", children: ` ${result.note.charAt(0).toUpperCase()}${result.note.slice(1)}.` }),
      result?.unsaved && /* @__PURE__ */ a("span", { class: "bad", children: [
        " ",
        result.unsaved
      ] })
    ] })
  ] });
}
function StrategyTab({ run }) {
  let say = useWords(), [text, setText] = d(""), [player, setPlayer] = d(null), [limit, setLimit] = d(50), [sort, setSort] = d(["reach", !1]), late = useLater(text, 200), head = (key, name, isNumber = !0) => /* @__PURE__ */ a("th", { class: isNumber ? "number" : "", "aria-sort": sort[0] === key ? sort[1] ? "ascending" : "descending" : "none", children: /* @__PURE__ */ a("button", { type: "button", class: "plain sort", title: say("strategy.sort", { column: name }), onClick: () => setSort([key, sort[0] === key ? !sort[1] : key === "infoset"]), children: name }) }), isReady = run.result !== null, query = new URLSearchParams({ q: late, limit: String(limit), seen: run.changed, sort: sort[0], low: String(sort[1]) });
  player !== null && query.set("player", String(player));
  let { data, error, isLoading } = useAsk(isReady ? `/runs/${run.id}/infosets?${query}` : null), said = useAsk(data ? `/runs/${run.id}/infosets?${query}&words=true` : null).data, words = new Map((said?.items ?? []).map((row) => [`${row.player} ${row.infoset}`, row]));
  return isReady ? /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say("strategy.search"), placeholder: say("strategy.search"), value: text, onInput: (event) => (setText(event.currentTarget.value), setLimit(50)) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("strategy.player"), children: [
        /* @__PURE__ */ a("button", { type: "button", "aria-pressed": player === null, onClick: () => setPlayer(null), children: say("strategy.all") }),
        Array.from({ length: run.result?.players ?? 2 }, (_, i) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": player === i, onClick: () => setPlayer(i), children: say("player", { n: i }) }, i))
      ] })
    ] }),
    /* @__PURE__ */ a(Damaged, { error, run: run.id }),
    data && /* @__PURE__ */ a("p", { class: "muted small", "aria-live": "polite", children: say("strategy.count", { shown: data.items.length, total: count(data.total ?? 0) }) }),
    isLoading && !data && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") }),
    data && /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("strategy.infoset"), children: /* @__PURE__ */ a("table", { class: "data strategy", children: [
      /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
        head("infoset", say("strategy.infoset"), !1),
        head("reach", say("strategy.reach")),
        head("value", say("strategy.value")),
        /* @__PURE__ */ a("th", { children: say("strategy.plays") })
      ] }) }),
      /* @__PURE__ */ a("tbody", { children: data.items.map((row) => /* @__PURE__ */ a(InfosetRow, { row: { ...row, ...words.get(`${row.player} ${row.infoset}`) } }, `${row.player} ${row.infoset}`)) })
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
      ] }),
      row.told && /* @__PURE__ */ a("small", { class: "said", lang: "en", children: row.told })
    ] }),
    /* @__PURE__ */ a("td", { class: "number", children: row.reach === null ? "–" : percent(row.reach) }),
    /* @__PURE__ */ a("td", { class: "number", children: fixed(row.value) }),
    /* @__PURE__ */ a("td", { class: "mix", children: [
      /* @__PURE__ */ a("div", { class: "mixbar", "aria-hidden": "true", children: actions.map(([name, share], i) => share > 2e-3 ? /* @__PURE__ */ a("span", { class: `a${i % 6}`, style: { flexGrow: share } }, name) : null) }),
      /* @__PURE__ */ a("span", { class: "mixtext", children: actions.map(([name, share], i) => /* @__PURE__ */ a("span", { class: "act", children: [
        /* @__PURE__ */ a("i", { class: `a${i % 6}`, "aria-hidden": "true" }),
        /* @__PURE__ */ a("code", { children: name }),
        row.texts?.[i] && row.texts[i] !== name && /* @__PURE__ */ a("span", { class: "muted", lang: "en", children: row.texts[i] }),
        " ",
        percent(share)
      ] }, name)) })
    ] })
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
    picked.length > 0 && /* @__PURE__ */ a(Chosen, { ids: picked, onGone: () => go("/runs", "replace") }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say("runs.search"), placeholder: say("runs.search"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("runs.filter"), children: ["", "running", "queued", "done", "stopped", "paused", "failed"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": state === name, onClick: () => setState(name), children: say(name ? `state.${name}` : "games.all") }, name)) })
    ] }),
    !all && /* @__PURE__ */ a("p", { class: "muted", children: say("loading") }),
    all && !all.length && /* @__PURE__ */ a(Empty, { title: say("runs.none"), children: /* @__PURE__ */ a("a", { href: "/solve", children: say("runs.none.go") }) }),
    all && all.length > 0 && !found.length && /* @__PURE__ */ a("p", { class: "muted", children: say("nothing") }),
    found.length > 0 && /* @__PURE__ */ a("ul", { class: "rows", children: found.map((run) => /* @__PURE__ */ a(RunRow, { run, picked: picked.includes(run.id), onPick: (on) => pick(run.id, on) }, run.id)) }),
    /* @__PURE__ */ a(Disk, {})
  ] });
}
function Chosen({ ids, onGone }) {
  let say = useWords(), [isAsking, setAsking] = d(!1), [error, setError] = d(null), remove = () => {
    setAsking(!1), Promise.all(ids.map((id) => ask(`/runs/${id}`, { method: "DELETE" }))).then(onGone, setError);
  };
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("span", { class: "muted small", children: say("runs.picked", { n: ids.length }) }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setAsking(!0), children: [
        /* @__PURE__ */ a(Icon, { name: "trash" }),
        say("runs.delete")
      ] })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    isAsking && /* @__PURE__ */ a(Dialog, { title: say("runs.delete"), onClose: () => setAsking(!1), children: [
      /* @__PURE__ */ a("p", { children: say("run.delete.sure") }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        /* @__PURE__ */ a("button", { type: "button", class: "button danger", onClick: remove, children: say("run.delete") }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setAsking(!1), children: say("cancel") })
      ] })
    ] })
  ] });
}
function Disk() {
  let say = useWords(), kept = (useAsk("/library").data?.items ?? []).filter((item) => item.kind !== "deck" && item.kind !== "table");
  return kept.length ? /* @__PURE__ */ a("p", { class: "muted small", children: say("runs.disk", { n: kept.length, size: bytes(kept.reduce((sum, item) => sum + item.bytes, 0)) }) }) : null;
}
function Compare({ ids }) {
  let say = useWords(), [curves, setCurves] = d([]), [error, setError] = d(null), [axis, setAxis] = d("iterations");
  return A(() => {
    Promise.all(ids.map((id) => ask(`/runs/${id}`))).then((found) => (setCurves(found), setError(null)), setError);
  }, [ids.join()]), /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "compare", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "compare", children: say("runs.compare") }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("curve.axis"), children: ["iterations", "seconds"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": axis === name, onClick: () => setAxis(name), children: say(name === "iterations" ? "curve.iterations" : "curve.seconds") }, name)) }),
      /* @__PURE__ */ a(Export, { name: "curves", of: ".curve svg", csv: () => [["run", "game", "method", "iterations", "seconds", "exploitability"], ...curves.flatMap((run) => run.points.map((point) => [run.id, run.body.game, run.body.method, point.iterations, point.seconds, point.exploitability]))] }),
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
var Train = lazy(() => import("./Train-KSERXN6P.js").then((module) => module.Train)), Matrix = lazy(() => import("./Matrix-YNBOCYYU.js").then((module) => module.Matrix)), Subgames = lazy(() => import("./Subgames-OKH3CXZX.js").then((module) => module.Subgames)), Holdem = lazy(() => import("./Holdem-POHVD5SN.js").then((module) => module.Holdem)), Play = lazy(() => import("./Play-4WPTSJOP.js").then((module) => module.Play)), Tree = lazy(() => import("./Tree-CEYWGXVO.js").then((module) => module.Tree)), Time = lazy(() => import("./Time-E4H33U6J.js").then((module) => module.Time)), Search = lazy(() => import("./Search-DZM4S7DO.js").then((module) => module.Search)), Help = lazy(() => import("./Help-UZXTQT4E.js").then((module) => module.Help)), Settings = lazy(() => import("./Settings-BBZY5RLV.js").then((module) => module.Settings)), Library = lazy(() => import("./Library-7OUZWC5C.js").then((module) => module.Library)), Solve = lazy(() => import("./Solve-LNF5WHE5.js").then((module) => module.Solve));
function Screen() {
  let say = useWords(), { path, query } = useStore(place), [, first = "", ...rest] = path.split("/"), second = rest.join("/");
  try {
    second = decodeURIComponent(second);
  } catch {
  }
  return path === "/" ? /* @__PURE__ */ a(Home, {}) : first === "games" ? second ? /* @__PURE__ */ a(GameScreen, { spec: second }, second.split("(")[0]) : /* @__PURE__ */ a(Games, {}) : first === "train" ? /* @__PURE__ */ a(Train, { id: second, query }) : first === "matrix" ? /* @__PURE__ */ a(Matrix, { query }) : first === "subgame" ? /* @__PURE__ */ a(Subgames, { spec: second, query }, second.split("(")[0] ?? "") : first === "holdem" ? /* @__PURE__ */ a(Holdem, { part: second, query }) : first === "tree" && second ? /* @__PURE__ */ a(Tree, { spec: second, query }, second) : first === "runs" && /^[a-z0-9]{10}\/time$/.test(second) ? /* @__PURE__ */ a(Time, { id: second.slice(0, 10), query }, second) : first === "search" ? /* @__PURE__ */ a(Search, { spec: second, query }) : first === "play" ? /* @__PURE__ */ a(Play, { name: second, query }) : first === "solve" ? /* @__PURE__ */ a(Solve, { spec: second, query }) : first === "runs" ? second ? /* @__PURE__ */ a(RunScreen, { id: second, query }, second) : /* @__PURE__ */ a(Runs, { query }) : path === "/help" ? /* @__PURE__ */ a(Help, { query }) : path === "/settings" ? /* @__PURE__ */ a(Settings, {}) : path === "/library" ? /* @__PURE__ */ a(Library, {}) : /* @__PURE__ */ a("div", { class: "screen", children: [
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
