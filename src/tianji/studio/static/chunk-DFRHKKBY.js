import {
  Store
} from "./chunk-HTWIJD62.js";

// src/router.ts
function read() {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}
var place = new Store(read());
window.addEventListener("popstate", () => place.set(read()));
var isAlone = !1;
function go(address, how = "push") {
  if (isAlone) {
    let [path = "/", text = ""] = address.split("?");
    place.set({ path, query: new URLSearchParams(text) });
    return;
  }
  how === "push" ? history.pushState(null, "", address) : history.replaceState(null, "", address), place.set(read()), how === "push" && window.scrollTo(0, 0);
}
function onLink(event) {
  let link = event.target?.closest("a");
  !link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/") || link.hash && link.pathname === location.pathname || (event.preventDefault(), go(link.pathname + link.search));
}

// src/pure/format.ts
var SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹";
function power(exponent) {
  let digits = [...String(Math.abs(exponent))].map((digit) => SUPER[Number(digit)]).join("");
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}
function small(value) {
  if (value == null || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  let size = Math.abs(value);
  if (size >= 1e-3 && size < 1e4) return String(Number(value.toPrecision(4)));
  let [mantissa, exponent] = value.toExponential(2).split("e");
  return `${mantissa} × ${power(Number(exponent))}`;
}
function fixed(value, digits = 4) {
  if (value == null || !Number.isFinite(value)) return "–";
  let text = value.toFixed(digits);
  return (/^-0\.?0*$/.test(text) ? text.slice(1) : text).replace("-", "−");
}
function count(value) {
  return value == null || !Number.isFinite(value) ? "–" : Math.abs(value) >= 1e15 ? small(value) : Math.round(value).toLocaleString("en-US");
}
function percent(value) {
  let share = value * 100;
  return `${share >= 99.95 || share < 0.05 ? share.toFixed(0) : share.toFixed(1)} %`;
}
function bytes(value) {
  if (value == null || !Number.isFinite(value)) return "–";
  let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], size = value, unit = 0;
  for (; size >= 1024 && unit < units.length - 1; )
    size /= 1024, unit += 1;
  return size >= 1e6 ? `${small(size)} ${units[unit]}` : `${size >= 100 || unit === 0 ? size.toFixed(0) : size.toFixed(1)} ${units[unit]}`;
}
function duration(seconds) {
  if (seconds == null || !Number.isFinite(seconds)) return "–";
  if (seconds < 0.0995) return `${Math.max(1, Math.round(seconds * 1e3))} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  if (seconds < 3570) return `${Math.floor(Math.round(seconds) / 60)} min ${Math.round(seconds) % 60} s`;
  let minutes = Math.round(seconds / 60);
  return minutes < 2880 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : minutes < 1e7 ? `${Math.round(minutes / 1440)} d` : "> 10 y";
}
function ago(iso, language) {
  let then = Date.parse(iso);
  if (!Number.isFinite(then)) return "";
  let seconds = (then - Date.now()) / 1e3, words = new Intl.RelativeTimeFormat(language === "zh" ? "zh-CN" : "en", { numeric: "auto" }), size = Math.abs(seconds);
  return size < 60 ? words.format(Math.round(seconds), "second") : size < 3600 ? words.format(Math.round(seconds / 60), "minute") : size < 86400 ? words.format(Math.round(seconds / 3600), "hour") : words.format(Math.round(seconds / 86400), "day");
}

export {
  place,
  go,
  onLink,
  power,
  small,
  fixed,
  count,
  percent,
  bytes,
  duration,
  ago
};
