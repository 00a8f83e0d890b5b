// The words of help, settings and library.
import { wordsOf } from "../text";
import en from "./text/en.json";
import zh from "./text/zh.json";

export type Key = keyof typeof en;
export const { say, useWords } = wordsOf<Key>(en, zh);
