import {
  ago,
  count,
  duration,
  small
} from "./chunk-DFRHKKBY.js";
import {
  Badge,
  Spark,
  a,
  language,
  useStore,
  useWords
} from "./chunk-HTWIJD62.js";

// src/parts/RunRow.tsx
function gapOf(run) {
  return run.result?.exploitability ?? run.progress?.gap ?? run.last?.exploitability ?? null;
}
function measure(run, say) {
  let pot = run.body.spot?.pot, done = run.result?.iterations ?? run.progress?.done ?? run.last?.iterations ?? null;
  if (run.kind === "report") return { figure: count(done), of: say("run.flops") };
  if (run.kind === "review") return { figure: count(done), of: say("run.decisions") };
  let gap = gapOf(run);
  return run.kind === "holdem" && pot && gap !== null ? { figure: `${small(100 * gap / pot)} %`, of: say("exploitability.pot") } : { figure: small(gap), of: say("exploitability") };
}
var ENDLESS_S = 1e7 * 60;
function left(run) {
  let { eta_s: eta, eta_range_s: range } = run.progress ?? { eta_s: null, eta_range_s: null };
  if (eta !== null) return duration(eta);
  if (!range) return null;
  let [least, most] = [duration(range[0]), duration(range[1])];
  return Number(range[1]) < ENDLESS_S ? `${least} – ${most}` : least.startsWith(">") ? least : `> ${least}`;
}
function standing(run, say) {
  if (run.state === "running" && run.progress) {
    let time = left(run);
    return time === null ? say("run.working") : say("run.left", { time });
  }
  return run.state === "failed" ? run.problem?.code ?? "" : run.result && (run.kind === "report" || run.kind === "review") ? duration(run.result.seconds) : run.result ? say("run.took", { iterations: count(run.result.iterations), time: duration(run.result.seconds) }) : "";
}
function RunRow({ run, picked, onPick }) {
  let say = useWords(), spoken = useStore(language), { figure, of } = measure(run, say), title = run.name || run.body.game;
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
    run.kind === "report" || run.kind === "review" ? /* @__PURE__ */ a("span", { class: "spark" }) : /* @__PURE__ */ a(Spark, { run }),
    /* @__PURE__ */ a("span", { class: "gap", children: [
      /* @__PURE__ */ a("b", { children: figure }),
      /* @__PURE__ */ a("small", { children: of })
    ] }),
    /* @__PURE__ */ a("span", { class: "end", children: [
      /* @__PURE__ */ a("span", { children: standing(run, say) }),
      /* @__PURE__ */ a("small", { children: ago(run.created, spoken) })
    ] })
  ] });
}

export {
  gapOf,
  measure,
  left,
  RunRow
};
