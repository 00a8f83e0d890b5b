// The order of subtrees in which the arcs of information sets cross each other least.

/** Children of every node, in the order in which they are drawn; and the set of what its player cannot tell apart. */
export interface Shape {
  children: Map<string, string[]>;
  setOf: Map<string, string>;
}
const MOST = 240; // nodes: past that, the order of the game

/** Depth and place of every node: leaves side by side, parents above the middle of their children. */
function places(children: Map<string, string[]>): Map<string, [number, number]> {
  const found = new Map<string, [number, number]>();
  let next = 0;
  const walk = (key: string, depth: number): number => {
    const xs = (children.get(key) ?? []).map((below) => walk(below, depth + 1));
    const x = xs.length ? ((xs[0] ?? 0) + (xs[xs.length - 1] ?? 0)) / 2 : next++;
    found.set(key, [x, depth]);
    return x;
  };
  walk("", 0);
  return found;
}

/** How often arcs between neighbours of one set overlap without one lying inside the other, and how long all are. */
export function tangle({ children, setOf }: Shape): [number, number] {
  const sets = new Map<string, [number, number][]>();
  for (const [key, spot] of places(children)) {
    const set = setOf.get(key);
    if (set !== undefined) sets.set(set, [...(sets.get(set) ?? []), spot]);
  }
  const arcs: [number, number, number][] = [];
  let length = 0;
  for (const spots of sets.values()) {
    spots.sort((a, b) => a[0] - b[0]);
    spots.slice(1).forEach((to, i) => {
      const from = spots[i] ?? to;
      arcs.push([from[0], to[0], to[1]]);
      length += to[0] - from[0];
    });
  }
  let crossings = 0;
  arcs.forEach(([a, b, level], i) => {
    for (const [c, d, other] of arcs.slice(i + 1)) if (level === other && ((a < c && c < b && b < d) || (c < a && a < d && d < b))) crossings += 1;
  });
  return [crossings, length];
}

/** The same children in an order found by swapping neighbours as long as that helps. */
export function untangled(shape: Shape): Map<string, string[]> {
  const children = new Map([...shape.children].map(([key, below]) => [key, [...below]]));
  if (children.size > MOST || shape.setOf.size < 3) return children;
  let best = tangle({ ...shape, children });
  for (let pass = 0; pass < 4 && best[0] > 0; pass++) {
    const before = best[0];
    for (const below of children.values())
      for (let k = 0; k + 1 < below.length; k++) {
        const swap = (): void => void ([below[k], below[k + 1]] = [below[k + 1] ?? "", below[k] ?? ""]);
        swap();
        const now = tangle({ ...shape, children });
        if (now[0] < best[0] || (now[0] === best[0] && now[1] < best[1])) best = now;
        else swap();
      }
    if (best[0] === before) break;
  }
  return children;
}
