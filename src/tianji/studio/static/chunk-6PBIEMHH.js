import {
  go
} from "./chunk-DFRHKKBY.js";
import {
  A,
  a,
  ask,
  d,
  useWords
} from "./chunk-HTWIJD62.js";

// src/parts/Asking.tsx
var STOPS = ["until", "iterations", "seconds"];
function faultOfStops(form) {
  for (let key of [...STOPS, "seed", "threads"]) {
    let text = (form[key] ?? "").trim().replace(key === "until" ? /%$/ : "", ""), isWhole = key !== "until" && key !== "seconds";
    if (text !== "" && (!Number.isFinite(Number(text)) || isWhole && !Number.isInteger(Number(text)))) return key;
  }
  return null;
}
function stopsOf(form) {
  let found = {};
  for (let key of [...STOPS, "seed", "threads"]) {
    let text = (form[key] ?? "").trim();
    text !== "" && (found[key] = Number(text));
  }
  return found;
}
function stopsOfPot(form) {
  let text = (form.until ?? "").trim().replace(/%$/, ""), { until: _, ...rest } = stopsOf({ ...form, until: "" });
  return text === "" ? rest : { ...rest, until: `${text}%` };
}
function Stops({ form, onInput, ofPot = !1, idle = {}, more = ["threads"] }) {
  let say = useWords(), fault = faultOfStops(form), field = (key) => /* @__PURE__ */ a("label", { children: [
    /* @__PURE__ */ a("span", { children: say(key === "until" && ofPot ? "solve.until.pot" : `solve.${key}`) }),
    /* @__PURE__ */ a("input", { type: "text", inputMode: "decimal", value: form[key] ?? "", disabled: idle[key], "aria-invalid": fault === key, placeholder: key === "threads" ? say("solve.threads.usual") : key === "seed" ? "0" : "", onInput: (event) => onInput(key, event.currentTarget.value) }),
    fault === key && /* @__PURE__ */ a("small", { class: "bad", children: say(key === "until" || key === "seconds" ? "solve.number" : "solve.whole") })
  ] }, key);
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "stops", children: [
    /* @__PURE__ */ a("h2", { id: "stops", children: say("solve.stops") }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say("solve.stops.help") }),
    /* @__PURE__ */ a("div", { class: "form", children: STOPS.map(field) }),
    /* @__PURE__ */ a("details", { children: [
      /* @__PURE__ */ a("summary", { children: say(more.includes("seed") ? "solve.more" : "solve.threads") }),
      /* @__PURE__ */ a("div", { class: "form", children: more.map(field) })
    ] })
  ] });
}
function usePlan(path, body) {
  let [state, set] = d({ plan: null, error: null });
  return A(() => {
    if (body === null) return;
    let control = new AbortController();
    return ask(path, { method: "POST", body, signal: control.signal }).then((plan) => set({ plan, error: null })).catch((error) => !control.signal.aborted && set({ plan: null, error })), () => control.abort();
  }, [path, JSON.stringify(body)]), state;
}
function useStart(path, open) {
  let [isBusy, setBusy] = d(!1), [refused, setRefused] = d(null);
  return { isBusy, refused, start: (event, body) => {
    event.preventDefault(), body !== null && (setBusy(!0), setRefused(null), ask(path, { method: "POST", body }).then((run) => go(`${open}/${run.id}`)).catch((problem) => (setRefused(problem), setBusy(!1))));
  } };
}

export {
  STOPS,
  faultOfStops,
  stopsOf,
  stopsOfPot,
  Stops,
  usePlan,
  useStart
};
