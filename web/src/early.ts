// Before the first paint: the theme and the language that were chosen last.
try {
  const theme = localStorage.getItem("tianji.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset["theme"] = theme;
  const palette = localStorage.getItem("tianji.palette");
  if (palette === "safe" || palette === "striped") document.documentElement.dataset["palette"] = palette;
  const chosen = localStorage.getItem("tianji.language") ?? (navigator.language.startsWith("zh") ? "zh" : "en");
  document.documentElement.lang = chosen === "zh" ? "zh-CN" : "en";
} catch {
  // no storage: the system's theme, English
}
