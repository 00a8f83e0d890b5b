// The sizes of a street as chips beside their text: taken away by a click, added from those that are usual.
import { useWords } from "./words";

const BETS = ["25%", "33%", "50%", "66%", "75%", "100%", "125%", "150%", "200%", "2e", "3e", "allin"];
const RAISES = ["50%", "60%", "75%", "100%", "2.5x", "3x", "4x", "2e", "allin"];

const split = (text: string): string[] => text.split(",").map((size) => size.trim()).filter(Boolean);

export function Sizes({ name, text, kind, onChange }: { name: string; text: string; kind: "bets" | "raises" | "donks"; onChange: (text: string) => void }) {
  const say = useWords();
  const sides = text.split("|").map(split); // what stands after a bar is the other player's
  const put = (side: number, sizes: string[]): void => onChange(sides.map((each, k) => (k === side ? sizes : each).join(",")).join(" | "));
  return (
    <div class="sizes" role="group" aria-label={say("size.chips", { name })}>
      {sides.map((sizes, side) => (
        <span key={side}>
          {sides.length > 1 && <small class="muted">{say(side ? "seat.ip" : "seat.oop")}</small>}
          {sizes.map((size, k) => (
            <button key={`${size} ${k}`} type="button" data-size={size} aria-label={say("size.drop", { size, name })} title={say("size.drop", { size, name })} onClick={() => put(side, sizes.filter((_, at) => at !== k))}>
              {size} <span aria-hidden="true">×</span>
            </button>
          ))}
          <select
            aria-label={say("size.add", { name })}
            value=""
            onChange={(event) => {
              put(side, [...sizes, event.currentTarget.value]);
              event.currentTarget.value = "";
            }}
          >
            <option value="">+</option>
            {(kind === "raises" ? RAISES : BETS)
              .filter((size) => !sizes.includes(size))
              .map((size) => (
                <option key={size}>{size}</option>
              ))}
          </select>
        </span>
      ))}
    </div>
  );
}
