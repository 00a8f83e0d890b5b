// What the ways to train share: what a deck is, how grades are told, and the switch between cards and whole hands.
import { go } from "../router";
import { toldSpot } from "../parts/Told";
import { percent, small } from "../pure/format";
import { useWords } from "./words";

export interface Deck {
  id: string;
  name: string;
  run: string;
  game: string;
  created: string;
  exploitability: number | null;
  scale: number;
  due: number;
  new: number;
  cards: number;
  reviews: number;
  lines?: string[];
  streets?: string[];
}
export type Grade = "sound" | "fine" | "inaccuracy" | "mistake" | "blunder";
export const GRADES: Grade[] = ["sound", "fine", "inaccuracy", "mistake", "blunder"];
export const SIGNS: Record<Grade, string> = { sound: "✓", fine: "✓", inaccuracy: "?!", mistake: "?", blunder: "??" };

/** How good the solve behind a deck is: of hold'em in percent of the pot. */
export function proofOf(deck: Deck, say: ReturnType<typeof useWords>): string {
  const isPot = (deck.streets?.length ?? 0) > 0 && deck.exploitability !== null;
  return isPot ? say("train.proof.pot", { gap: percent((deck.exploitability ?? 0) / deck.scale), game: toldSpot(deck.game) }) : say("train.proof", { gap: small(deck.exploitability), game: deck.game });
}

export function Modes({ id, now }: { id: string; now: "cards" | "hand" }) {
  const say = useWords();
  return (
    <div class="segments" role="group" aria-label={say("mode.label")}>
      {(["cards", "hand"] as const).map((each) => (
        <button key={each} type="button" aria-pressed={now === each} onClick={() => go(each === "hand" ? `/train/${id}?mode=hand` : `/train/${id}`)}>
          {say(`mode.${each}`)}
        </button>
      ))}
    </div>
  );
}
