// Which hands of a decision are shown: by category, suits, what they play most, and by text; the others stand aside.
import { HANDS, CLASS_OF, CLASSES, handName } from "./cards";
import { saidAction, useWords } from "./words";
import type { Node, Seat } from "./ask";

export interface Wanted {
  made: string;
  draw: string;
  suits: string;
  action: string;
  text: string;
}
export const ALL: Wanted = { made: "", draw: "", suits: "", action: "", text: "" };

/** The wish as it stands in an address: "made=set&action=check". */
export function readWanted(text: string): Wanted {
  const query = new URLSearchParams(text);
  return Object.fromEntries(Object.keys(ALL).map((key) => [key, query.get(key) ?? ""])) as unknown as Wanted;
}
export const writeWanted = (wanted: Wanted): string => String(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)));

/** Of every row of a seat's hands whether it fits. */
export function fitting(node: Node, seat: Seat, wanted: Wanted): boolean[] | null {
  if (!writeWanted(wanted)) return null;
  const side = node.seats[seat];
  const width = node.actions?.length ?? 0;
  const parts = wanted.text.toLowerCase().split(/[\s,]+/).filter(Boolean);
  return [...side.hands].map((hand, row) => {
    const [high, low] = HANDS[hand] ?? [0, 0];
    const isSuited = (high & 3) === (low & 3);
    if (wanted.made && node.made[side.made[row] ?? 0] !== wanted.made) return false;
    if (wanted.draw && node.draws[side.draw[row] ?? 0] !== wanted.draw) return false;
    if (wanted.suits === "suited" || wanted.suits === "offsuit") {
      if (isSuited !== (wanted.suits === "suited")) return false;
    } else if (wanted.suits && !handName(hand).includes(wanted.suits)) return false;
    if (wanted.action && seat === node.player) {
      const shares = Array.from({ length: width }, (_, a) => node.strategy[row * width + a] ?? 0);
      if (shares.indexOf(Math.max(...shares)) !== (node.actions ?? []).indexOf(wanted.action)) return false;
    }
    const names = [(CLASSES[CLASS_OF[hand] ?? 0] ?? "").toLowerCase(), handName(hand).toLowerCase()];
    return !parts.length || parts.some((part) => names.some((name) => name.startsWith(part) || name.includes(part)));
  });
}

export function Filter({ node, seat, wanted, rows, onChange }: { node: Node; seat: Seat; wanted: Wanted; rows: boolean[] | null; onChange: (wanted: Wanted) => void }) {
  const say = useWords();
  const side = node.seats[seat];
  const choose = (key: keyof Wanted, options: [string, string][]) => (
    <label>
      <span>{say(`filter.${key}`)}</span>
      <select value={wanted[key]} onChange={(event) => onChange({ ...wanted, [key]: event.currentTarget.value })}>
        <option value="">{say("filter.any")}</option>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  const there = (names: string[], numbers: Uint8Array): [string, string][] => names.filter((_, k) => numbers.includes(k)).map((name) => [name, say(`cat.${name}` as "cat.nothing")]);
  const left = rows ? rows.reduce((sum, fits, row) => sum + (fits ? (side.reach[row] ?? 0) : 0), 0) : 0;
  return (
    <details open={rows !== null}>
      <summary>{say("filter.title")}</summary>
      <div class="form filter">
        {choose("made", there(node.made, side.made))}
        {node.board.length < 10 && choose("draw", there(node.draws, side.draw))}
        {choose("suits", [["suited", say("filter.suited")], ["offsuit", say("filter.offsuit")], ["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]])}
        {seat === node.player && choose("action", (node.actions ?? []).map((name): [string, string] => [name, saidAction(name)]))}
        <label>
          <span>{say("filter.text")}</span>
          <input type="text" spellcheck={false} value={wanted.text} onInput={(event) => onChange({ ...wanted, text: event.currentTarget.value })} />
        </label>
      </div>
      {rows && (
        <p class="small">
          <span data-fact="fitting">{say("filter.count", { n: Number(left.toFixed(1)), all: Number(side.combos.toFixed(1)) })}</span>{" "}
          <button type="button" class="plain" onClick={() => onChange(ALL)}>
            {say("filter.clear")}
          </button>
        </p>
      )}
    </details>
  );
}
