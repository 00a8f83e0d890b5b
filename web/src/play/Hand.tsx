// A hand of hold'em as the seat sees it: cards, chips, a bet of any size; and what the player thinks of the place.
import { useState } from "preact/hooks";
import { Backs, Cards } from "../holdem/Card";
import { CLASSES } from "../holdem/cards";
import { Grid, type Cell } from "../holdem/Grid";
import { Fact } from "../parts/basic";
import { count, percent } from "../pure/format";
import { useWords, type PlayKey } from "./words";

export interface HandView {
  cards: string;
  theirs: string | null;
  board: string;
  pot: number;
  behind: [number, number];
  call: number;
  least: number | null;
  most: number | null;
  street: number;
  big_blind: number;
}
/** What a player of hold'em adds to the odds. */
export interface Thought {
  them: number[][] | null;
  us: number[][] | null;
  source: string;
  exploitability_pct: number | null;
  note: string;
}

const STREETS: PlayKey[] = ["hand.preflop", "hand.flop", "hand.turn", "hand.river"];

export function HandTable({ hand }: { hand: HandView }) {
  const say = useWords();
  return (
    <div class="felt">
      <div class="holding" data-hand="theirs">
        <span class="muted">{say("hand.theirs")}</span>
        {hand.theirs ? <Cards text={hand.theirs} /> : <Backs label={say("hand.hidden")} />}
        <span class="number">{say("hand.behind", { n: count(hand.behind[1]) })}</span>
      </div>
      <div class="board-cards" data-hand="board">
        <span class="muted">{say(STREETS[hand.street] ?? "hand.preflop")}</span>
        {hand.board ? <Cards text={hand.board} /> : <span class="muted">{say("hand.noboard")}</span>}
        <strong class="number">{say("hand.pot", { n: count(hand.pot) })}</strong>
      </div>
      <div class="holding mine" data-hand="mine">
        <span class="muted">{say("hand.mine")}</span>
        <Cards text={hand.cards} />
        <span class="number">{say("hand.behind", { n: count(hand.behind[0]) })}</span>
      </div>
    </div>
  );
}

/** A bet or a raise of any size: the total on this street. */
export function SizeForm({ hand, isBusy, onAct }: { hand: HandView; isBusy: boolean; onAct: (name: string) => void }) {
  const say = useWords();
  const [size, setSize] = useState("");
  const { least, most } = hand;
  if (least === null || most === null) return null;
  const chips = /^[0-9]{1,7}$/.test(size.trim()) ? Number(size) : null;
  const isGood = chips !== null && chips >= least && chips <= most;
  return (
    <form
      class="sized"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isGood || isBusy) return;
        onAct(`r ${chips}`);
        setSize("");
      }}
    >
      <label>
        <span>{say("hand.size", { least: count(least), most: count(most) })}</span>
        <input type="text" inputMode="numeric" autocomplete="off" value={size} aria-invalid={size !== "" && !isGood} onInput={(event) => setSize(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button" disabled={!isGood || isBusy}>
        {say("hand.bet")}
      </button>
    </form>
  );
}

function cellsOf(range: number[][]): Cell[] {
  return range.flat().map((weight) => ({ height: weight, parts: [{ colour: "b2", share: 1 }], about: percent(weight) }));
}

/** What the player takes both to hold, by its own strategy: the height of a cell is its weight, 1 for the likeliest. */
export function Ranges({ thought, cards }: { thought: Thought; cards: string }) {
  const say = useWords();
  const [whose, setWhose] = useState<"them" | "us">("them");
  const [at, setAt] = useState(0);
  const range = whose === "them" ? thought.them : thought.us;
  return (
    <>
      <dl class="facts" aria-label={say("hand.thought")}>
        <Fact label={say("hand.source")}>{say(`source.${thought.source}` as PlayKey)}</Fact>
        {thought.exploitability_pct !== null && <Fact label={say("hand.error")}>{percent(thought.exploitability_pct / 100)}</Fact>}
      </dl>
      {thought.note && (
        <p class="muted small" lang="en">
          {thought.note}
        </p>
      )}
      {range && (
        <>
          <h3>{say("hand.ranges")}</h3>
          <div class="segments" role="group" aria-label={say("hand.ranges")}>
            {(["them", "us"] as const).map((each) => (
              <button key={each} type="button" aria-pressed={whose === each} onClick={() => setWhose(each)}>
                {say(`hand.${each}`)}
              </button>
            ))}
          </div>
          <Grid label={say(`hand.${whose}`)} cells={cellsOf(range)} at={at} onPick={setAt} isSmall />
          <p class="muted small" role="status">
            {say("hand.cell", { name: CLASSES[at] ?? "", weight: percent(range.flat()[at] ?? 0), cards })}
          </p>
        </>
      )}
    </>
  );
}
