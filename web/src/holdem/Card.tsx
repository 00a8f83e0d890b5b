// Cards to look at.
import { SIGNS } from "./cards";

export function Card({ name }: { name: string }) {
  const suit = (name[1] ?? "").toLowerCase();
  return (
    <span class={`playing suit-${suit}`} role="img" aria-label={name}>
      {(name[0] ?? "").toUpperCase()}
      {SIGNS[suit]}
    </span>
  );
}

export function Cards({ text }: { text: string }) {
  return (
    <span class="playings">
      {(text.match(/../g) ?? []).map((name) => (
        <Card key={name} name={name} />
      ))}
    </span>
  );
}

/** Two cards that are not to be seen. */
export function Backs({ label }: { label: string }) {
  return (
    <span class="playings" role="img" aria-label={label}>
      <i class="playing back" aria-hidden="true" />
      <i class="playing back" aria-hidden="true" />
    </span>
  );
}
