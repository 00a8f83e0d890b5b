// The words of theory.
import { wordsOf } from "../text";
import en from "./text/en.json";
import zh from "./text/zh.json";

export type Key = keyof typeof en;
export const { say, useWords } = wordsOf<Key>(en, zh);

/** What leads to a subgame: the coin toss is told in the reader's words, other games in their own. */
export const saidEntry = (entry: string): string => entry.replace(/[A-Z][a-z]+/g, (word) => (`toss.${word}` in en ? say(`toss.${word}` as Key) : word));
