// Words in the reader's language; keys are typed from the English catalogue. A part that is loaded later has its own.
import en from "./text/en.json";
import zh from "./text/zh.json";
import { language, useStore } from "./store";

type Values = Record<string, string | number>;
export type Say<K extends string> = (key: K, values?: Values) => string;

/** What says a key of these catalogues, as a plain function and as a hook. */
export function wordsOf<K extends string>(english: Record<K, string>, chinese: Record<K, string>): { say: Say<K>; useWords: () => Say<K> } {
  const say: Say<K> = (key, values = {}) => {
    const text = (language.value === "zh" ? chinese : english)[key] ?? english[key];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
  const useWords = (): Say<K> => {
    useStore(language);
    return say;
  };
  return { say, useWords };
}

export type Key = keyof typeof en;
export const { say, useWords } = wordsOf<Key>(en, zh);
