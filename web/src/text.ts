// Words in the reader's language; keys are typed from the English catalogue.
import en from "./text/en.json";
import zh from "./text/zh.json";
import { language, useStore } from "./store";

export type Key = keyof typeof en;
const catalogues: Record<string, Record<string, string>> = { en, zh };

export function say(key: Key, values: Record<string, string | number> = {}): string {
  const text = catalogues[language.value]?.[key] ?? en[key];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

export function useWords(): typeof say {
  useStore(language);
  return say;
}
