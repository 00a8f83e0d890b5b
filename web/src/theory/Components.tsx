// The shape of all equilibria where there are infinitely many: maximal Nash subsets, joined into components.
import { decimal } from "./Payoffs";
import type { MatrixAnswer } from "./ask";
import { useWords } from "./words";

/** A maximal Nash subset: every mixture of these strategies of player 0 with every mixture of those of player 1. */
export interface Subset {
  component: number;
  /** Numbers of the equilibria at its corners. */
  corners: number[];
  strategies: [string[][], string[][]];
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
export const letterOf = (component: number): string => LETTERS[component] ?? String(component + 1);

/** The subsets that are more than a point. */
export function subsetsOf(answer: MatrixAnswer): Subset[] {
  return answer.components.flatMap((part, component) =>
    part.subsets
      .filter((corners) => corners.length > 1)
      .map((corners): Subset => {
        const own = (player: number): string[][] => [...new Map(corners.map((k) => answer.equilibria[k]?.profile[player]?.map(String) ?? []).map((mix) => [mix.join(), mix])).values()];
        return { component, corners, strategies: [own(0), own(1)] };
      }),
  );
}

/** Which component an equilibrium of the list is a corner of. */
export function componentOf(answer: MatrixAnswer, equilibrium: number): number {
  return answer.components.findIndex((part) => part.subsets.some((corners) => corners.includes(equilibrium)));
}

export function Components({ answer }: { answer: MatrixAnswer }) {
  const say = useWords();
  const subsets = subsetsOf(answer);
  if (!subsets.length) return null;
  const named = (mix: string[], player: number): string => mix.flatMap((share, i) => (decimal(share) > 0 ? [decimal(share) === 1 ? (answer.actions[player]?.[i] ?? "") : `${share}·${answer.actions[player]?.[i]}`] : [])).join(" + ");
  const told = (subset: Subset, player: 0 | 1): string => {
    const all = subset.strategies[player].map((mix) => named(mix, player));
    return all.length === 1 ? (all[0] ?? "") : say("component.any", { list: all.join(say("component.and")) });
  };
  return (
    <section class="stack tight" aria-labelledby="components">
      <h3 id="components" class="small">
        {say("component.title")}
      </h3>
      <ul class="components">
        {subsets.map((subset) => (
          <li key={subset.corners.join()}>
            <b>{letterOf(subset.component)}</b>{" "}
            <span>
              <span class="share p0">{told(subset, 0)}</span> × <span class="share p1">{told(subset, 1)}</span>{" "}
              <small class="muted">{say("component.corners", { list: subset.corners.map((k) => k + 1).join(", ") })}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
