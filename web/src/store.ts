// A value that components can watch.
import { useLayoutEffect, useState } from "preact/hooks";

export class Store<T> {
  private watchers = new Set<() => void>();
  constructor(public value: T) {}
  set(value: T): void {
    if (Object.is(value, this.value)) return;
    this.value = value;
    for (const watcher of [...this.watchers]) watcher();
  }
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }
}

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState(0);
  useLayoutEffect(() => store.watch(() => redraw((n) => n + 1)), [store]);
  return store.value;
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // not kept: the choice lasts as long as the page
  }
}

export type Theme = "system" | "light" | "dark";
export type Language = "en" | "zh";

const kept = recall("tianji.theme");
export const theme = new Store<Theme>(kept === "light" || kept === "dark" ? kept : "system");
export const language = new Store<Language>(document.documentElement.lang.startsWith("zh") ? "zh" : "en");
export const letterKeys = new Store<boolean>(recall("tianji.keys") !== "off");

export function setTheme(next: Theme): void {
  keep("tianji.theme", next);
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
  theme.set(next);
}

export function setLanguage(next: Language): void {
  keep("tianji.language", next);
  document.documentElement.lang = next === "zh" ? "zh-CN" : "en";
  language.set(next);
}

export function setLetterKeys(on: boolean): void {
  keep("tianji.keys", on ? "on" : "off");
  letterKeys.set(on);
}
