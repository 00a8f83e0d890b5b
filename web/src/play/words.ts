// The words of the screens that are played and seen: tables, trees, time, search.
import { wordsOf } from "../text";
import en from "./text/en.json";
import zh from "./text/zh.json";

export type PlayKey = keyof typeof en;
export const { say, useWords } = wordsOf<PlayKey>(en, zh);
