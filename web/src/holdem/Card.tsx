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
