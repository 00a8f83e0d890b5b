import {
  logScale
} from "./chunk-2UED4DVZ.js";
import {
  count,
  duration,
  power,
  small
} from "./chunk-DFRHKKBY.js";
import {
  A,
  T,
  a,
  d,
  useWords
} from "./chunk-HTWIJD62.js";

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
    let place = event.clientX - event.currentTarget.getBoundingClientRect().left, best = 0;
    first.forEach((point, i) => {
      Math.abs(x.at(point[axis]) - place) < Math.abs(x.at(first[best]?.[axis] ?? 1) - place) && (best = i);
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

export {
  Curve,
  CurveTable
};
