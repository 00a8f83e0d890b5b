// A board to be picked or typed.
import { cardName, RANKS, readBoard, SIGNS, SUITS } from "./cards";
import { useWords } from "./words";

export function BoardPicker({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const say = useWords();
  const read = readBoard(text);
  const cards = read ?? [];
  const toggle = (card: number): void => {
    const next = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card].slice(0, 5);
    onChange(next.map(cardName).join(""));
  };
  const random = (): void => {
    const deck = Array.from({ length: 52 }, (_, i) => i);
    const count = cards.length >= 3 ? cards.length : 3;
    const drawn = Array.from({ length: count }, () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0] ?? 0);
    onChange(drawn.map(cardName).join(""));
  };
  return (
    <div class="stack tight">
      <div class="boardline">
        <input type="text" spellcheck={false} autocomplete="off" aria-label={say("spot.board")} value={text} aria-invalid={read === null} onInput={(event) => onChange(event.currentTarget.value)} />
        <button type="button" class="button" onClick={random}>
          {say("board.random")}
        </button>
        <button type="button" class="button quiet" onClick={() => onChange("")}>
          {say("board.clear")}
        </button>
      </div>
      <div class="deck" role="group" aria-label={say("board.deck")}>
        {[...SUITS].reverse().map((suit) =>
          [...RANKS].reverse().map((rank) => {
            const card = RANKS.indexOf(rank) * 4 + SUITS.indexOf(suit);
            return (
              <button key={card} type="button" class={`suit-${suit}`} aria-pressed={cards.includes(card)} disabled={cards.length >= 5 && !cards.includes(card)} onClick={() => toggle(card)}>
                {rank}
                <span>{SIGNS[suit]}</span>
              </button>
            );
          }),
        )}
      </div>
    </div>
  );
}
