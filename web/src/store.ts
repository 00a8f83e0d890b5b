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

/** In what chips are told: as they are, in big blinds, or in percent of the pot that a solve begins with. */
export type Unit = "chips" | "bb" | "pot";
/** Colours of actions: as usual, told apart by everybody, or with stripes on them. */
export type Palette = "usual" | "safe" | "striped";
const keptUnit = recall("tianji.unit");
const keptPalette = recall("tianji.palette");
export const unit = new Store<Unit>(keptUnit === "bb" || keptUnit === "pot" ? keptUnit : "chips");
export const blind = new Store<number>(Number(recall("tianji.blind")) || 1);
export const palette = new Store<Palette>(keptPalette === "safe" || keptPalette === "striped" ? keptPalette : "usual");
/** Keys of one letter that were moved: from the letter they have here to the one that is pressed. */
export const LETTERS = ["e", "t", "y", "v", "p", "l", "c", "n", "u"] as const;
export const moved = new Store<Record<string, string>>(Object.fromEntries((recall("tianji.moved") ?? "").split(" ").flatMap((pair) => (/^[a-z]:[a-z]$/.test(pair) ? [pair.split(":") as [string, string]] : []))));

export function setUnit(next: Unit, chips = blind.value): void {
  keep("tianji.unit", next);
  keep("tianji.blind", String(chips));
  blind.set(chips);
  unit.set(next);
}

export function setPalette(next: Palette): void {
  keep("tianji.palette", next);
  if (next === "usual") delete document.documentElement.dataset["palette"];
  else document.documentElement.dataset["palette"] = next;
  palette.set(next);
}

export function setMoved(next: Record<string, string>): void {
  keep("tianji.moved", Object.entries(next).map((pair) => pair.join(":")).join(" "));
  moved.set(next);
}

/** What a key means: a letter that was moved is where it was moved to, and no longer where it was. */
export function meant(key: string): string {
  const from = Object.entries(moved.value).find(([, to]) => to === key)?.[0];
  return from ?? (key in moved.value ? "" : key);
}

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
