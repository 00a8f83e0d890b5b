// The words of hold'em.
import { wordsOf } from "../text";
import { CLASSES } from "./cards";
import en from "./text/en.json";
import zh from "./text/zh.json";

export type Key = keyof typeof en;
export const { say, useWords } = wordsOf<Key>(en, zh);

/** A class as it is read aloud: "AKs" → "ace king suited". */
export function saidClass(cell: number): string {
  const [high = "", low = "", kind] = CLASSES[cell] ?? "";
  const rank = (name: string): string => say(`rank.${name}` as Key);
  if (high === low) return say("class.pair", { rank: say(`rank.${high}.many` as Key) });
  return say(kind === "s" ? "class.suited" : "class.offsuit", { high: rank(high), low: rank(low) });
}

/** An action in the reader's language: the word first, its chips after it. */
export function saidAction(name: string): string {
  const [, word = "", rest = ""] = /^([a-z]+)(.*)$/.exec(name) ?? [];
  const key = `action.${word}`;
  return key in en ? say(key as Key) + rest : name;
}

/** A tree in the reader's language: one that has a name, or one's own sizes. */
export function saidTree(name: string | undefined): string {
  const key = `tree.${name ?? "own"}`;
  return key in en ? say(key as Key).toLowerCase() : (name ?? "");
}

/** A field of a spot as its form calls it. */
export function saidField(name: string): string {
  const key = `field.${name}`;
  return key in en ? say(key as Key) : name;
}

/** A line of actions and cards, likewise. */
export const saidLine = (line: string): string => line.split(", ").map(saidAction).join(", ");

/** What is read one after the other. */
export const saidAll = (parts: string[]): string => parts.filter(Boolean).join(say("cell.and"));
