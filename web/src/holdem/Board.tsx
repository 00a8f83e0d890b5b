// A board to be picked, typed anywhere on the screen, drawn by its kind, or taken from those of before.
import { useEffect, useRef, useState } from "preact/hooks";
import { keep, recall } from "../store";
import { cardName, fits, RANKS, readBoard, SIGNS, SUITS, TEXTURES, type Texture } from "./cards";
import { useWords } from "./words";

const RECENT = "tianji.boards";
const recent = (): string[] => (recall(RECENT) ?? "").split(" ").filter((text) => (readBoard(text) ?? []).length >= 3);

/** Remember a board that something was solved on. */
export function rememberBoard(text: string): void {
  const cards = readBoard(text);
  if (!cards || cards.length < 3) return;
  const name = cards.map(cardName).join("");
  keep(RECENT, [name, ...recent().filter((each) => each !== name)].slice(0, 6).join(" "));
}

/** So many cards, drawn until the flop among them is of a kind. */
export function drawBoard(count: number, texture: Texture): string {
  for (;;) {
    const deck = Array.from({ length: 52 }, (_, i) => i);
    const drawn = Array.from({ length: count }, () => deck.splice(Math.floor(Math.random() * deck.length), 1)[0] ?? 0);
    const board = drawn.map(cardName).join("");
    if (fits(board, texture)) return board;
  }
}

export function BoardPicker({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const say = useWords();
  const [texture, setTexture] = useState<Texture>("all");
  const [before] = useState(recent);
  const read = readBoard(text);
  const cards = read ?? [];
  const toggle = (card: number): void => {
    const next = cards.includes(card) ? cards.filter((each) => each !== card) : [...cards, card].slice(0, 5);
    onChange(next.map(cardName).join(""));
  };
  const random = (kind: Texture): void => onChange(drawBoard(cards.length >= 3 ? cards.length : 3, kind));
  const pressed = useRef(toggle);
  pressed.current = toggle;
  // a rank and then a suit, wherever the focus is but in a field: that card is put down, or taken up
  useEffect(() => {
    let rank = "";
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target as HTMLElement;
      const isElsewhere = /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.closest(".grid13") !== null || document.querySelector("dialog[open]") !== null;
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key;
      if (rank && SUITS.includes(key.toLowerCase()) && key.length === 1) {
        event.preventDefault();
        event.stopPropagation();
        pressed.current(RANKS.indexOf(rank) * 4 + SUITS.indexOf(key.toLowerCase()));
        rank = "";
      } else rank = key.length === 1 && RANKS.includes(key.toUpperCase()) ? key.toUpperCase() : key === "g" ? "" : key.length === 1 ? "" : rank;
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
  return (
    <div class="stack tight">
      <div class="boardline">
        <input type="text" spellcheck={false} autocomplete="off" aria-label={say("spot.board")} value={text} aria-invalid={read === null} onInput={(event) => onChange(event.currentTarget.value)} />
        <button type="button" class="button" onClick={() => random(texture)}>
          {say("board.random")}
        </button>
        <select
          class="button"
          aria-label={say("board.texture")}
          value={texture}
          onChange={(event) => {
            const kind = event.currentTarget.value as Texture;
            setTexture(kind);
            random(kind);
          }}
        >
          {TEXTURES.map((name) => (
            <option key={name} value={name}>
              {say(`texture.${name}`)}
            </option>
          ))}
        </select>
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
      <p class="muted small">{say("board.type")}</p>
      {before.length > 0 && (
        <div class="chips" role="group" aria-label={say("board.recent")}>
          <span class="muted small">{say("board.recent")}</span>
          {before.map((each) => (
            <button key={each} type="button" class="plain" onClick={() => onChange(each)}>
              {each}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
