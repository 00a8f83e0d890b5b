import {
  ago,
  count,
  duration,
  small
} from "./chunk-WABGYHES.js";
import {
  Badge,
  Spark,
  a,
  language,
  useStore,
  useWords
} from "./chunk-6Y5NCGZD.js";

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
        /* @__PURE__ */ a("code", { children: run.body.method }),
        run.tags.filter((tag) => tag !== "example").map((tag) => ` · ${tag}`)
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

export {
  gapOf,
  left,
  RunRow
};
