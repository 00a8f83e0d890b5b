// A screen as one file that opens anywhere: what is on it now, its style, and no script.
import { language } from "../store";
import { say } from "../text";

function plain(kept: HTMLElement, shown: HTMLElement): void {
  const before = shown.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>("input, select, textarea");
  kept.querySelectorAll("input, select, textarea").forEach((field, k) => {
    const now = before[k];
    const text = document.createElement("span");
    text.className = `${field.className} kept`;
    if (now instanceof HTMLSelectElement) text.textContent = now.selectedOptions[0]?.textContent ?? "";
    else if (now instanceof HTMLInputElement && /^(checkbox|radio)$/.test(now.type)) text.textContent = now.checked ? "☑" : "☐";
    else if (now instanceof HTMLInputElement && now.type === "range") text.textContent = "";
    else text.textContent = now?.value ?? "";
    field.replaceWith(text);
  });
  for (const button of kept.querySelectorAll("button, .actions")) if (!button.closest(".segments, td")) button.remove();
  for (const link of kept.querySelectorAll("a")) link.removeAttribute("href");
  for (const each of kept.querySelectorAll("[tabindex]")) each.removeAttribute("tabindex");
}

/** Offers what the main part of the page shows as a file. */
export async function savePage(): Promise<void> {
  const shown = document.getElementById("main");
  if (!shown) return;
  const kept = shown.cloneNode(true) as HTMLElement;
  plain(kept, shown);
  const style = await (await fetch(document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.href ?? "/static/style.css")).text();
  const page = document.implementation.createHTMLDocument(document.title);
  page.documentElement.lang = language.value === "zh" ? "zh-CN" : "en";
  page.documentElement.dataset["theme"] = document.documentElement.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  const charset = page.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  const view = page.createElement("meta");
  view.name = "viewport";
  view.content = "width=device-width";
  const sheet = page.createElement("style");
  sheet.textContent = style;
  page.head.prepend(charset);
  page.head.append(view, sheet);
  const foot = page.createElement("p");
  foot.className = "claim screen";
  foot.textContent = say("save.foot", { when: new Date().toISOString().slice(0, 16).replace("T", " "), place: location.pathname + location.search });
  page.body.append(kept, foot);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`<!doctype html>\n${page.documentElement.outerHTML}\n`], { type: "text/html" }));
  link.download = `tianji${location.pathname.replace(/[^\w]+/g, "-").replace(/-$/, "")}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
