// src/early.ts
try {
  let theme = localStorage.getItem("tianji.theme");
  (theme === "light" || theme === "dark") && (document.documentElement.dataset.theme = theme);
  let palette = localStorage.getItem("tianji.palette");
  (palette === "safe" || palette === "striped") && (document.documentElement.dataset.palette = palette);
  let chosen = localStorage.getItem("tianji.language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
  document.documentElement.lang = chosen === "zh" ? "zh-CN" : "en";
} catch {
}
