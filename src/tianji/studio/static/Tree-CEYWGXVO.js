import {
  useWords
} from "./chunk-R44MDBY3.js";
import {
  Export,
  offer
} from "./chunk-FYW6P2XZ.js";
import {
  own,
  runs,
  seenOf
} from "./chunk-VRWN5WRP.js";
import {
  count,
  fixed,
  go,
  percent,
  small
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  F,
  Fact,
  T,
  Trouble,
  a,
  ask,
  d,
  useAsk,
  useStore,
  useTitle,
  w
} from "./chunk-HTWIJD62.js";

// src/pure/untangle.ts
function places(children) {
  let found = /* @__PURE__ */ new Map(), next = 0, walk = (key, depth) => {
    let xs = (children.get(key) ?? []).map((below) => walk(below, depth + 1)), x = xs.length ? ((xs[0] ?? 0) + (xs[xs.length - 1] ?? 0)) / 2 : next++;
    return found.set(key, [x, depth]), x;
  };
  return walk("", 0), found;
}
function tangle({ children, setOf }) {
  let sets = /* @__PURE__ */ new Map();
  for (let [key, spot] of places(children)) {
    let set = setOf.get(key);
    set !== void 0 && sets.set(set, [...sets.get(set) ?? [], spot]);
  }
  let arcs = [], length = 0;
  for (let spots of sets.values())
    spots.sort((a2, b) => a2[0] - b[0]), spots.slice(1).forEach((to, i) => {
      let from = spots[i] ?? to;
      arcs.push([from[0], to[0], to[1]]), length += to[0] - from[0];
    });
  let crossings = 0;
  return arcs.forEach(([a2, b, level], i) => {
    for (let [c, d2, other] of arcs.slice(i + 1)) level === other && (a2 < c && c < b && b < d2 || c < a2 && a2 < d2 && d2 < b) && (crossings += 1);
  }), [crossings, length];
}
function untangled(shape) {
  let children = new Map([...shape.children].map(([key, below]) => [key, [...below]]));
  if (children.size > 240 || shape.setOf.size < 3) return children;
  let best = tangle({ ...shape, children });
  for (let pass = 0; pass < 4 && best[0] > 0; pass++) {
    let before = best[0];
    for (let below of children.values())
      for (let k = 0; k + 1 < below.length; k++) {
        let swap = () => {
          [below[k], below[k + 1]] = [below[k + 1] ?? "", below[k] ?? ""];
        };
        swap();
        let now = tangle({ ...shape, children });
        now[0] < best[0] || now[0] === best[0] && now[1] < best[1] ? best = now : swap();
      }
    if (best[0] === before) break;
  }
  return children;
}

// src/play/Tree.tsx
var STEP = 58, STEP_TOLD = 80, LEVEL = 92, MOST = 2e3, OVERLAYS = ["average", "current", "regret", "value"], keyOf = (path) => path.join("."), numbers = (payoffs) => payoffs.map((each) => String(Number(each.toPrecision(5))).replace("-", "−")).join(", ");
function belowOf(node, nodes) {
  if (!node.children) return 0;
  if (!nodes.has(keyOf([...node.path, 0]))) return node.below ?? null;
  let sum = 0;
  for (let k = 0; k < node.children; k++) {
    let child = nodes.get(keyOf([...node.path, k])), below = child ? belowOf(child, nodes) : null;
    if (below === null) return null;
    sum += 1 + below;
  }
  return sum;
}
function place(nodes, closed) {
  let children = /* @__PURE__ */ new Map(), setOf = /* @__PURE__ */ new Map(), gather = (node) => {
    let key = keyOf(node.path);
    node.infoset !== null && setOf.set(key, `${node.player} ${node.infoset}`);
    let below = closed.has(key) ? [] : Array.from({ length: node.children }, (_, k) => nodes.get(keyOf([...node.path, k]))).filter((each) => each !== void 0);
    children.set(key, below.map((each) => keyOf(each.path))), below.forEach(gather);
  }, found = [], next = 0, walk = (key, order) => {
    let xs = (order.get(key) ?? []).map((below) => walk(below, order)), x = xs.length ? ((xs[0] ?? 0) + (xs[xs.length - 1] ?? 0)) / 2 : next++, node = nodes.get(key);
    return node && found.push({ ...node, key, x, y: node.path.length, isOpen: xs.length > 0 }), x;
  }, root = nodes.get("");
  return root && (gather(root), walk("", untangled({ children, setOf }))), found;
}
function Tree({ spec, query }) {
  let say = useWords(), run = query.get("run") ?? "", all = useStore(runs);
  useTitle(`${say("tree.title")} · ${spec}`);
  let seen = seenOf(spec, useStore(own)), asked = OVERLAYS.find((each) => each === query.get("overlay")) ?? "average", overlay = run ? asked : "average", suffix = (run ? `&run=${run}${overlay === "average" ? "" : `&overlay=${overlay}`}` : "") + (seen && `&seen=${seen}`), start = useAsk(`/games/${encodeURIComponent(spec)}/tree?depth=3${suffix}`, !0), [nodes, setNodes] = d(/* @__PURE__ */ new Map()), [closed, setClosed] = d(/* @__PURE__ */ new Set()), [chosen, setChosen] = d(""), [error, setError] = d(null);
  A(() => {
    start.data && (setNodes(new Map(start.data.nodes.map((node) => [keyOf(node.path), node]))), setClosed(/* @__PURE__ */ new Set()), setChosen(""));
  }, [start.data]);
  let placed = w(() => place(nodes, closed), [nodes, closed]), [isForm, setForm] = d(!1), open = (node) => {
    if (setChosen(node.key), !!node.children) {
      if (node.isOpen) {
        setClosed(/* @__PURE__ */ new Set([...closed, node.key]));
        return;
      }
      if (nodes.has(keyOf([...node.path, 0]))) {
        setClosed(new Set([...closed].filter((each) => each !== node.key)));
        return;
      }
      if (placed.length > MOST) {
        setError(new Error(say("tree.full", { n: MOST })));
        return;
      }
      setError(null), ask(`/games/${encodeURIComponent(spec)}/tree?at=${node.key}&depth=1${suffix}`).then((part) => {
        setNodes((before) => new Map([...before, ...part.nodes.map((each) => [keyOf(each.path), each])])), setClosed((before) => new Set([...before].filter((each) => each !== node.key)));
      }).catch(setError);
    }
  }, take = async (form) => {
    setError(null);
    try {
      let made = await ask(`/games/${encodeURIComponent(spec)}/file?form=${form}`);
      offer(made.file, new Blob([made.text], { type: "text/plain" }));
    } catch (refused) {
      setError(refused);
    }
  }, here = placed.find(({ key }) => key === chosen), gap = start.data?.exploitability ?? all?.find(({ id }) => id === run)?.result?.exploitability ?? null, solved = (all ?? []).filter((each) => each.result && each.body.game === spec);
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: `/games/${encodeURIComponent(spec)}`, children: spec }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: say("tree.title") }),
        /* @__PURE__ */ a("p", { class: "lead", children: say("tree.lead") })
      ] }),
      /* @__PURE__ */ a("div", { class: "tools", children: [
        /* @__PURE__ */ a(Export, { name: "tree", of: ".treebox svg" }),
        /* @__PURE__ */ a("div", { class: "segments export", role: "group", "aria-label": say("tree.export"), children: ["efg", "tikz"].map((form) => /* @__PURE__ */ a("button", { type: "button", onClick: () => {
          take(form);
        }, children: form === "efg" ? ".efg" : "TikZ" }, form)) }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", "aria-pressed": isForm, onClick: () => setForm(!isForm), children: say("form.title") })
      ] }),
      solved.length > 0 && /* @__PURE__ */ a("label", { class: "wide pickset", children: [
        /* @__PURE__ */ a("span", { children: say("tree.overlay") }),
        /* @__PURE__ */ a("select", { value: run, onChange: (event) => go(`/tree/${encodeURIComponent(spec)}${event.currentTarget.value ? `?run=${event.currentTarget.value}` : ""}`, "replace"), children: [
          /* @__PURE__ */ a("option", { value: "", children: say("tree.none") }),
          solved.map((each) => /* @__PURE__ */ a("option", { value: each.id, children: each.name || `${each.body.game} · ${each.body.method}` }, each.id))
        ] })
      ] }),
      run && /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("tree.figures"), children: OVERLAYS.map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": overlay === name, onClick: () => go(`/tree/${encodeURIComponent(spec)}?${new URLSearchParams({ run, ...name === "average" ? {} : { overlay: name } })}`, "replace"), children: say(`tree.figures.${name}`) }, name)) })
    ] }),
    /* @__PURE__ */ a(Trouble, { error: start.error ?? error }),
    placed.length > 0 && /* @__PURE__ */ a(Drawing, { placed, nodes, overlay, chosen, onOpen: open }),
    placed.some((node) => node.children > 0 && !node.isOpen) && /* @__PURE__ */ a("p", { class: "muted small", children: say("tree.legend") }),
    overlay !== "average" && /* @__PURE__ */ a("p", { class: "muted small", children: say(`tree.figures.${overlay}.help`, { n: count(start.data?.followed) }) }),
    (run || start.data?.exploitability !== void 0) && /* @__PURE__ */ a("p", { class: "claim", "data-fact": "proof", children: say("tree.proof", { gap: gap === null ? "–" : small(gap) }) }),
    here && /* @__PURE__ */ a(Chosen, { node: here, run, overlay, reach: reachOf(here, nodes), below: belowOf(here, nodes) }),
    isForm && /* @__PURE__ */ a(StrategicForm, { spec })
  ] });
}
function StrategicForm({ spec }) {
  let say = useWords(), { data, error } = useAsk(`/games/${encodeURIComponent(spec)}/form`, !0), text = data?.payoffs.map((row) => row.map((cell) => cell.join(",")).join(" ")).join("; ") ?? "", names = data?.actions.map((row) => row.join(",")).join("|") ?? "";
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "form", children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("h2", { id: "form", children: say("form.title") }),
      data && text.length + names.length < 1800 && data.actions.every((row) => row.length <= 12) && /* @__PURE__ */ a("a", { href: `/matrix?${new URLSearchParams({ g: text, n: names })}`, children: say("form.matrix") })
    ] }),
    /* @__PURE__ */ a(Trouble, { error }),
    !data && !error && /* @__PURE__ */ a("p", { class: "muted", children: say("working") }),
    data && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("p", { class: "muted small", children: say("form.help", { rows: data.actions[0]?.length ?? 0, columns: data.actions[1]?.length ?? 0 }) }),
      data.sets.map((keys, p) => /* @__PURE__ */ a("p", { class: "muted small", children: [
        say("form.sets", { n: p }),
        " ",
        /* @__PURE__ */ a("code", { children: keys.join(" · ") })
      ] }, p)),
      /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("form.title"), children: /* @__PURE__ */ a("table", { class: "data form-table", children: [
        /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("td", {}),
          data.actions[1]?.map((name) => /* @__PURE__ */ a("th", { scope: "col", class: "number", lang: "en", children: name }, name))
        ] }) }),
        /* @__PURE__ */ a("tbody", { children: data.payoffs.map((row, i) => /* @__PURE__ */ a("tr", { children: [
          /* @__PURE__ */ a("th", { scope: "row", lang: "en", children: data.actions[0]?.[i] }),
          row.map((cell, j) => /* @__PURE__ */ a("td", { class: "number", children: cell.join(", ").replaceAll("-", "−") }, j))
        ] }, i)) })
      ] }) })
    ] })
  ] });
}
function Drawing({ placed, nodes, overlay, chosen, onOpen }) {
  let say = useWords(), step = placed.some((node) => node.mix || node.figures) ? STEP_TOLD : STEP, width = (Math.max(...placed.map(({ x }) => x)) + 1) * step + 24, height = Math.max(...placed.map(({ y }) => y)) * LEVEL + 110, at = (node) => [node.x * step + step / 2 + 12, node.y * LEVEL + 30], byKey = new Map(placed.map((node) => [node.key, node])), sets = /* @__PURE__ */ new Map();
  for (let node of placed) node.infoset !== null && sets.set(`${node.player} ${node.infoset}`, [...sets.get(`${node.player} ${node.infoset}`) ?? [], node]);
  let saidOf = (node) => {
    let [below, reach] = [belowOf(node, nodes), reachOf(node, nodes)];
    return [below === null ? "" : say("tree.below", { n: count(below) }), reach === null ? "" : percent(reach)].filter(Boolean).join(" · ");
  }, shortOf = (node) => {
    let [below, reach] = [belowOf(node, nodes), reachOf(node, nodes)];
    return [below === null ? "" : count(below), reach === null ? "" : percent(reach)].filter(Boolean);
  }, named = (node) => [
    node.action || say("tree.root"),
    node.payoffs ? say("tree.pays", { payoffs: numbers(node.payoffs) }) : node.player < 0 ? say("log.chance") : `${say("play.seat.n", { n: node.player })}, ${node.infoset}`,
    node.children && !node.isOpen ? say("tree.closed", { n: node.children }) : "",
    node.children && !node.isOpen ? saidOf(node) : ""
  ].filter(Boolean).join(", "), box = T(null), order = [...placed].sort((a2, b) => {
    let [one, two] = [a2.path, b.path], apart = one.findIndex((step2, i) => step2 !== two[i]);
    return apart < 0 || apart >= two.length ? one.length - two.length : (one[apart] ?? 0) - (two[apart] ?? 0);
  }), onKey = (event) => {
    let key = event.target.closest("[data-node]")?.getAttribute("data-node"), node = key == null ? void 0 : byKey.get(key);
    if (!node) return;
    let at2 = order.indexOf(node), to = {
      ArrowDown: order[at2 + 1],
      ArrowUp: order[at2 - 1],
      Home: order[0],
      End: order.at(-1),
      ArrowRight: node.isOpen ? byKey.get(keyOf([...node.path, 0])) : void 0,
      ArrowLeft: node.isOpen || !node.path.length ? void 0 : byKey.get(keyOf(node.path.slice(0, -1)))
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    let next = to[event.key];
    next ? box.current?.querySelector(`[data-node="${next.key}"]`)?.focus() : (event.key === "ArrowRight" && !node.isOpen || event.key === "ArrowLeft" && node.isOpen) && onOpen(node);
  }, root = byKey.get("");
  F(() => {
    box.current && root && (box.current.scrollLeft = at(root)[0] - box.current.clientWidth / 2);
  }, []);
  let moves = placed.flatMap((node) => {
    let parent = node.path.length ? byKey.get(keyOf(node.path.slice(0, -1))) : void 0;
    if (!parent) return [];
    let figure = parent.figures?.[node.action], share = node.probability ?? (overlay === "current" ? figure : parent.mix?.[node.action]) ?? null, told = figure !== void 0 && overlay !== "current" ? ` ${small(Number(figure.toPrecision(2))).replace("-", "−")}` : share === null ? "" : ` ${Math.round(share * 100)}%`;
    return [{ key: node.key, from: at(parent), to: at(node), share, name: node.action, told }];
  }), edges = moves.map(({ from, to }) => `M${from.join(" ")}L${to.join(" ")}`).join("");
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "treebox", ref: box, tabIndex: 0, role: "group", "aria-label": say("tree.title"), children: /* @__PURE__ */ a("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": say("tree.count", { n: placed.length }), onKeyDown: onKey, children: [
      [...sets].map(([key, members], number) => {
        let places2 = members.map(at).sort((a2, b) => a2[0] - b[0]);
        return places2.slice(1).map((to, i) => {
          let from = places2[i] ?? to;
          return /* @__PURE__ */ a("path", { class: `hull h${(members[0]?.player ?? 0) % 4}`, d: `M${from[0]} ${from[1]}Q${(from[0] + to[0]) / 2} ${(from[1] + to[1]) / 2 + 22 + number % 6 * 9} ${to[0]} ${to[1]}` }, `${key} ${i}`);
        });
      }),
      moves.map(({ key, from, to, share }) => /* @__PURE__ */ a("path", { class: "edge", d: `M${from.join(" ")}L${to.join(" ")}`, "stroke-width": share === null ? 1.2 : 0.6 + 3 * share }, `edge ${key}`)),
      moves.map(({ key, from, to, name, told }) => /* @__PURE__ */ a("text", { class: "tick", x: (from[0] + 2 * to[0]) / 3, y: (from[1] + 2 * to[1]) / 3 - 3, "text-anchor": "middle", children: [
        name.length > 9 ? `${name.slice(0, 8)}…` : name,
        told
      ] }, `move ${key}`)),
      placed.map((node) => {
        let [x, y] = at(node);
        return /* @__PURE__ */ a(
          "g",
          {
            class: `node p${node.player < 0 ? "x" : node.player % 4}${node.key === chosen ? " chosen" : ""}`,
            role: "treeitem",
            "aria-level": node.path.length + 1,
            "aria-selected": node.key === chosen,
            tabindex: node.key === (byKey.has(chosen) ? chosen : "") ? 0 : -1,
            "data-node": node.key,
            "aria-label": named(node),
            "aria-expanded": node.children ? node.isOpen : void 0,
            onClick: () => onOpen(node),
            onKeyDown: (event) => {
              (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onOpen(node));
            },
            children: [
              /* @__PURE__ */ a("rect", { class: "hit", x: x - 14, y: y - 14, width: 28, height: 28 }),
              node.payoffs ? /* @__PURE__ */ a("text", { x, y: y + 5, "text-anchor": "middle", class: "leaf", children: numbers(node.payoffs.length === 2 && node.payoffs[0] === -(node.payoffs[1] ?? 0) ? [node.payoffs[0] ?? 0] : node.payoffs) }) : node.player < 0 ? /* @__PURE__ */ a("circle", { cx: x, cy: y, r: 10 }) : /* @__PURE__ */ a("rect", { x: x - 10, y: y - 10, width: 20, height: 20, rx: 3 }),
              node.children > 0 && /* @__PURE__ */ a("text", { x, y: y + 4, "text-anchor": "middle", class: "mark", children: node.isOpen ? node.player < 0 ? "" : node.player : `+${node.children}` })
            ]
          },
          node.key
        );
      }),
      placed.map((node) => {
        if (!node.children || node.isOpen) return null;
        let [x, y] = at(node);
        return /* @__PURE__ */ a("text", { class: "tick", x, y: y + 26, "text-anchor": "middle", "aria-hidden": "true", "data-closed": node.key, children: shortOf(node).map((line, k) => /* @__PURE__ */ a("tspan", { x, dy: k ? 13 : 0, children: line }, k)) }, `closed ${node.key}`);
      })
    ] }) }),
    /* @__PURE__ */ a(Minimap, { box, width, height, edges })
  ] });
}
function Minimap({ box, width, height, edges }) {
  let say = useWords(), [seen, setSeen] = d(null);
  if (F(() => {
    let frame = box.current;
    if (!frame) return;
    let look = () => {
      let isAll = frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1;
      setSeen(isAll ? null : { x: frame.scrollLeft, y: frame.scrollTop, wide: frame.clientWidth, high: frame.clientHeight });
    };
    look(), frame.addEventListener("scroll", look, { passive: !0 });
    let watch = new ResizeObserver(look);
    return watch.observe(frame), () => {
      frame.removeEventListener("scroll", look), watch.disconnect();
    };
  }, [width, height]), !seen) return null;
  let move = (event) => {
    let area = event.currentTarget.getBoundingClientRect();
    box.current?.scrollTo({ left: (event.clientX - area.left) / area.width * width - seen.wide / 2, top: (event.clientY - area.top) / area.height * height - seen.high / 2 });
  };
  return /* @__PURE__ */ a("div", { class: "minimap", "aria-hidden": "true", title: say("tree.map"), children: /* @__PURE__ */ a(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none",
      onPointerDown: (event) => (event.currentTarget.setPointerCapture(event.pointerId), move(event)),
      onPointerMove: (event) => event.buttons && move(event),
      children: [
        /* @__PURE__ */ a("path", { class: "edge", d: edges, "vector-effect": "non-scaling-stroke" }),
        /* @__PURE__ */ a("rect", { class: "view", x: seen.x, y: seen.y, width: Math.min(seen.wide, width), height: Math.min(seen.high, height), "vector-effect": "non-scaling-stroke" })
      ]
    }
  ) });
}
function reachOf(node, nodes) {
  let reach = 1;
  for (let depth = 1; depth <= node.path.length; depth++) {
    let at = nodes.get(keyOf(node.path.slice(0, depth))), share = at?.probability ?? nodes.get(keyOf(node.path.slice(0, depth - 1)))?.mix?.[at?.action ?? ""];
    if (share == null) return null;
    reach *= share;
  }
  return reach;
}
function OfRun({ run, player, infoset }) {
  let say = useWords(), row = useAsk(`/runs/${run}/infosets?${new URLSearchParams({ q: infoset, player: String(player), limit: "100" })}`, !0).data?.items.find((each) => each.infoset === infoset);
  return row ? /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("dl", { class: "facts", children: [
      /* @__PURE__ */ a(Fact, { label: say("tree.value"), children: fixed(row.value) }),
      /* @__PURE__ */ a(Fact, { label: say("tree.reach"), children: row.reach === null ? "–" : percent(row.reach) })
    ] }),
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: `/runs/${run}/time?${new URLSearchParams({ player: String(player), infoset })}`, children: say("tree.time") }) })
  ] }) : null;
}
function Chosen({ node, run, overlay, reach, below }) {
  let say = useWords();
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "chosen", children: [
    /* @__PURE__ */ a("h2", { id: "chosen", children: node.payoffs ? say("tree.pays", { payoffs: numbers(node.payoffs) }) : node.player < 0 ? say("log.chance") : say("play.seat.n", { n: node.player }) }),
    node.infoset !== null && /* @__PURE__ */ a("p", { children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say("tree.knows") }),
      " ",
      /* @__PURE__ */ a("code", { children: node.infoset })
    ] }),
    node.mix && /* @__PURE__ */ a("ul", { class: "mixes", children: Object.entries(node.mix).map(([name, share], i) => /* @__PURE__ */ a("li", { children: [
      /* @__PURE__ */ a("i", { class: `swatch a${i % 6}`, "aria-hidden": "true" }),
      /* @__PURE__ */ a("code", { children: name }),
      /* @__PURE__ */ a("span", { children: percent(share) })
    ] }, name)) }),
    node.figures && overlay !== "average" && /* @__PURE__ */ a("dl", { class: "facts", "aria-label": say(`tree.figures.${overlay}`), children: Object.entries(node.figures).map(([name, figure]) => /* @__PURE__ */ a(Fact, { label: `${say(`tree.figures.${overlay}`)} · ${name}`, children: /* @__PURE__ */ a("span", { "data-figure": name, children: overlay === "current" ? percent(figure) : small(figure).replace("-", "−") }) }, name)) }),
    below !== null && below > 0 && /* @__PURE__ */ a("p", { class: "muted", children: say("tree.below", { n: count(below) }) }),
    reach !== null && /* @__PURE__ */ a("p", { class: "muted", children: say("tree.here", { share: percent(reach) }) }),
    run && node.infoset !== null && /* @__PURE__ */ a(OfRun, { run, player: node.player, infoset: node.infoset }),
    node.probability !== null && /* @__PURE__ */ a("p", { class: "muted", children: say("tree.chance", { p: fixed(node.probability, 4) }) })
  ] });
}
export {
  Tree
};
