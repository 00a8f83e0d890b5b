import {
  logScale
} from "./chunk-2UED4DVZ.js";
import {
  useWords
} from "./chunk-R44MDBY3.js";
import {
  count,
  fixed,
  go,
  percent,
  power,
  small
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Empty,
  Fact,
  Icon,
  Trouble,
  a,
  d,
  useAsk,
  useLater,
  useTitle,
  w
} from "./chunk-HTWIJD62.js";

// src/play/Time.tsx
function Time({ id, query }) {
  let say = useWords(), run = useAsk(`/runs/${id}`).data, rows = useAsk(`/runs/${id}/infosets?limit=500`), said = useAsk(rows.data ? `/runs/${id}/infosets?limit=500&words=true` : null).data?.items ?? [], first = rows.data?.items[0], player = query.has("player") ? Number(query.get("player")) : first?.player ?? 0, infoset = query.get("infoset") ?? first?.infoset ?? "", seenBefore = said.find((row) => row.player === player && row.infoset === infoset)?.told, path = infoset ? `/runs/${id}/snapshots?player=${player}&infoset=${encodeURIComponent(infoset)}` : null, { data, error, isLoading } = useAsk(path, !0), [which, setWhich] = d("average"), [isPlaying, setPlaying] = d(!1), times = (data?.t ?? []).slice(1), wanted = Number(query.get("t") ?? 0), last = Math.max(0, times.length - 1), [at, setAt] = d(-1), near = times.findIndex((t) => t >= wanted), here = Math.min(last, at >= 0 ? at : wanted && near >= 0 ? near : last);
  useTitle(`${say("time.title")} · ${run?.body.game ?? ""}`);
  let move = (next) => setAt(Math.max(0, Math.min(last, next)));
  A(() => {
    if (!isPlaying) return;
    if (here >= last) {
      setPlaying(!1);
      return;
    }
    let timer = setTimeout(() => move(here + 1), 60);
    return () => clearTimeout(timer);
  }, [isPlaying, here, last]);
  let late = useLater(times[here] ?? 0, 200);
  A(() => {
    data && late && go(`/runs/${id}/time?${new URLSearchParams({ player: String(player), infoset, t: String(late) })}`, "replace");
  }, [late, player, infoset, data === null]);
  let choose = (text) => {
    let row = rows.data?.items.find((each) => `${each.player} ${each.infoset}` === text);
    row && go(`/runs/${id}/time?${new URLSearchParams({ player: String(row.player), infoset: row.infoset, t: String(times[here] ?? "") })}`, "replace");
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: `/runs/${id}`, children: run ? run.name || run.body.game : id }) }),
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("time.title") }),
      /* @__PURE__ */ a("p", { class: "lead", children: say("time.lead") })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error: rows.error ?? error }),
    rows.data && /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("label", { class: "wide pickset", children: [
        /* @__PURE__ */ a("span", { children: say("time.infoset") }),
        /* @__PURE__ */ a("select", { value: `${player} ${infoset}`, onChange: (event) => choose(event.currentTarget.value), children: rows.data.items.map((row) => /* @__PURE__ */ a("option", { value: `${row.player} ${row.infoset}`, children: [
          say("play.seat.n", { n: row.player }),
          " · ",
          row.infoset
        ] }, `${row.player} ${row.infoset}`)) })
      ] }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("time.which"), children: ["average", "current"].map((each) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": which === each, onClick: () => setWhich(each), children: say(`time.${each}`) }, each)) })
    ] }),
    isLoading && !data && !error && /* @__PURE__ */ a("p", { class: "muted", children: say("time.wait") }),
    data && times.length > 0 && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "through", children: [
        /* @__PURE__ */ a("h2", { id: "through", children: /* @__PURE__ */ a("code", { children: data.infoset }) }),
        seenBefore && /* @__PURE__ */ a("p", { class: "muted small", lang: "en", children: seenBefore }),
        /* @__PURE__ */ a(Chart, { data, which, here: here + 1 }),
        /* @__PURE__ */ a("div", { class: "slider", children: [
          /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": " ", "aria-pressed": isPlaying, onClick: () => (here >= last && setAt(0), setPlaying(!isPlaying)), children: [
            /* @__PURE__ */ a(Icon, { name: isPlaying ? "pause" : "play" }),
            say(isPlaying ? "time.pause" : "time.play")
          ] }),
          /* @__PURE__ */ a("output", { "data-fact": "t", children: count(times[here]) }),
          /* @__PURE__ */ a("span", { class: "track", children: [
            /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "[", "aria-label": say("time.back"), onClick: () => move(here - 1), children: "[" }),
            /* @__PURE__ */ a("input", { type: "range", min: 0, max: last, value: here, "aria-label": say("time.slider"), "aria-valuetext": say("time.at", { t: count(times[here]) }), onInput: (event) => move(Number(event.currentTarget.value)) }),
            /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": "]", "aria-label": say("time.on"), onClick: () => move(here + 1), children: "]" })
          ] })
        ] }),
        /* @__PURE__ */ a(Mix, { data, which, here: here + 1 }),
        data.iterations < (run?.result?.iterations ?? 0) && /* @__PURE__ */ a("p", { class: "muted small", children: say("time.part", { n: count(data.iterations), all: count(run?.result?.iterations) }) })
      ] }),
      /* @__PURE__ */ a(SlowMotion, { path: `/runs/${id}/iterations?player=${player}&infoset=${encodeURIComponent(infoset)}&t=${late || times[here]}` })
    ] }),
    rows.data && !rows.data.items.length && /* @__PURE__ */ a(Empty, { title: say("time.none") })
  ] });
}
function Mix({ data, which, here }) {
  let mix = data[which][here] ?? [], regret = data.regret[here] ?? [], say = useWords();
  return /* @__PURE__ */ a("ul", { class: "mixes", children: data.actions.map((name, i) => /* @__PURE__ */ a("li", { children: [
    /* @__PURE__ */ a("i", { class: `swatch a${i % 6}`, "aria-hidden": "true" }),
    /* @__PURE__ */ a("code", { children: name }),
    /* @__PURE__ */ a("span", { "data-mix": name, children: percent(mix[i] ?? 0) }),
    /* @__PURE__ */ a("small", { class: "muted", children: [
      say("time.regret"),
      " ",
      small(regret[i])
    ] })
  ] }, name)) });
}
function Chart({ data, which, here }) {
  let say = useWords(), shape = w(() => drawn(data, which), [data, which]), now = shape.x(data.t[here] ?? 1);
  return /* @__PURE__ */ a("svg", { class: "through", viewBox: `0 0 ${shape.width} ${shape.bottom}`, role: "img", "aria-label": say("time.chart", { n: data.t.length - 1, t: count(data.t[data.t.length - 1]) }), children: [
    shape.still,
    /* @__PURE__ */ a("path", { class: "cursor", d: `M${now.toFixed(1)} ${shape.top}V${shape.bottom - 18}` })
  ] });
}
function drawn(data, which) {
  let [width, top, middle, bottom] = window.innerWidth < 720 ? [340, 8, 130, 240] : window.innerWidth < 1e3 ? [470, 8, 150, 270] : [900, 8, 210, 380], x = logScale(data.t.slice(1), 44, width - 10), times = data.t.slice(1), y = (share) => middle - 8 - share * (middle - 8 - top), regrets = data.regret.slice(1), most = Math.max(1e-12, ...regrets.flat().map(Math.abs)), low = Math.min(0, ...regrets.flat()) / most, high = Math.max(0, ...regrets.flat()) / most, z = (value) => bottom - 22 - (value / most - low) / (high - low || 1) * (bottom - 22 - middle - 8), area = (k) => {
    let under = data[which].slice(1).map((row) => row.slice(0, k).reduce((a2, b) => a2 + b, 0)), over = data[which].slice(1).map((row) => row.slice(0, k + 1).reduce((a2, b) => a2 + b, 0)), forth = times.map((t, i) => `${i ? "L" : "M"}${x.at(t).toFixed(1)} ${y(over[i] ?? 0).toFixed(1)}`).join(""), back = times.map((t, i) => `L${x.at(t).toFixed(1)} ${y(under[i] ?? 0).toFixed(1)}`).reverse().join("");
    return `${forth}${back}Z`;
  }, line = (k) => times.map((t, i) => `${i ? "L" : "M"}${x.at(t).toFixed(1)} ${z(regrets[i]?.[k] ?? 0).toFixed(1)}`).join(""), still = /* @__PURE__ */ a($, { children: [
    data.actions.map((name, k) => /* @__PURE__ */ a("path", { class: `fill f${k % 6}`, d: area(k) }, name)),
    /* @__PURE__ */ a("path", { class: "grid", d: `M44 ${z(0).toFixed(1)}H${width - 10}` }),
    data.actions.map((name, k) => /* @__PURE__ */ a("path", { class: `series s${k % 4}`, d: line(k) }, name)),
    x.ticks.filter(({ isMajor, value }) => isMajor && value >= 1).map(({ value, at }) => /* @__PURE__ */ a("text", { class: "tick", x: at, y: bottom - 4, "text-anchor": "middle", children: value < 1e3 ? value : power(Math.round(Math.log10(value))) }, value)),
    /* @__PURE__ */ a("text", { class: "tick", x: 38, y: top + 10, "text-anchor": "end", children: "1" }),
    /* @__PURE__ */ a("text", { class: "tick", x: 38, y: middle - 8, "text-anchor": "end", children: "0" }),
    /* @__PURE__ */ a("text", { class: "tick", x: 38, y: z(0) + 4, "text-anchor": "end", children: "R 0" })
  ] });
  return { width, top, bottom, still, x: x.at };
}
function SlowMotion({ path }) {
  let say = useWords(), { data, error } = useAsk(path), n = (value) => fixed(value, 4);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "slow", children: [
    /* @__PURE__ */ a("h2", { id: "slow", children: say("slow.title", { t: data ? count(data.t) : "…" }) }),
    /* @__PURE__ */ a(Trouble, { error }),
    !data && !error && /* @__PURE__ */ a("p", { class: "muted", children: say("working") }),
    data && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say("slow.own"), children: n(data.own_reach) }),
        /* @__PURE__ */ a(Fact, { label: say("slow.others"), children: n(data.cf_reach) }),
        /* @__PURE__ */ a(Fact, { label: say("slow.difference"), children: /* @__PURE__ */ a("span", { "data-fact": "difference", children: small(data.difference) }) })
      ] }),
      /* @__PURE__ */ a("p", { class: "formula", children: [
        "v(I) = Σ σ(a) · v(a) = ",
        data.strategy.map((share, i) => `${i ? " + " : ""}${n(share)} · ${n(data.cfv[i])}`).join(""),
        " = ",
        /* @__PURE__ */ a("b", { "data-fact": "value", children: n(data.value) })
      ] }),
      /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("slow.table"), children: /* @__PURE__ */ a("table", { class: "data slow", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { children: say("odds.action") }),
          /* @__PURE__ */ a("th", { class: "number", children: "σ(a)" }),
          /* @__PURE__ */ a("th", { class: "number", children: "v(a)" }),
          /* @__PURE__ */ a("th", { class: "number", children: "r = v(a) − v(I)" }),
          /* @__PURE__ */ a("th", { class: "number", children: "R" }),
          /* @__PURE__ */ a("th", { class: "number", children: "d" }),
          /* @__PURE__ */ a("th", { class: "number", children: [
            "R′ = ",
            data.floor === null ? "d·R + r" : "max(0, d·R + r)"
          ] }),
          /* @__PURE__ */ a("th", { class: "number", children: "σ′(a)" })
        ] }) }),
        /* @__PURE__ */ a("tbody", { children: data.actions.map((name, i) => /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("td", { children: /* @__PURE__ */ a("code", { children: name }) }),
          [data.strategy, data.cfv, data.regret_now, data.regret_before, data.discount, data.regret, data.next_strategy].map((column, k) => /* @__PURE__ */ a("td", { class: "number", "data-slow": `${k} ${name}`, children: n(column[i]) }, k))
        ] }, name)) })
      ] }) }),
      /* @__PURE__ */ a("p", { class: "muted small", children: [
        data.prediction ? say("slow.predictive", { lookahead: n(data.lookahead), prediction: n(data.prediction) }) : say("slow.matching"),
        " ",
        say("slow.average", { weight: n(data.average_weight) })
      ] })
    ] })
  ] });
}
export {
  Time
};
