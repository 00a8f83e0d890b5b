// Cards, hands and classes, numbered as the library numbers them; functions without a page.

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const SIGNS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export function cardName(card: number): string {
  return (RANKS[card >> 2] ?? "") + (SUITS[card & 3] ?? "");
}

export function cardNumber(name: string): number {
  return RANKS.indexOf((name[0] ?? "").toUpperCase()) * 4 + SUITS.indexOf((name[1] ?? "").toLowerCase());
}

/** Hand numbers: the higher card first, (1, 0), (2, 0), (2, 1), … */
export const HANDS: [number, number][] = [];
for (let high = 0; high < 52; high++) for (let low = 0; low < high; low++) HANDS.push([high, low]);

/** The 169 classes, the grid row by row: pairs on the diagonal, suited above it. */
export const CLASSES: string[] = [];
for (let row = 12; row >= 0; row--)
  for (let column = 12; column >= 0; column--) {
    const [high, low] = [RANKS[Math.max(row, column)], RANKS[Math.min(row, column)]];
    CLASSES.push(row === column ? `${high}${low}` : `${high}${low}${column < row ? "s" : "o"}`);
  }

export const CLASS_OF: number[] = HANDS.map(([high, low]) => {
  const [a, b] = [12 - (high >> 2), 12 - (low >> 2)];
  if (a === b) return a * 13 + a;
  return (high & 3) === (low & 3) ? a * 13 + b : b * 13 + a;
});
export const HANDS_OF: number[][] = CLASSES.map(() => []);
CLASS_OF.forEach((cell, hand) => HANDS_OF[cell]?.push(hand));

export function handName(hand: number): string {
  const [high, low] = HANDS[hand] ?? [0, 0];
  return cardName(high) + cardName(low);
}

/** "Ks7h2d", "Ks 7h 2d" → card numbers; null where something is no card or comes twice. */
export function readBoard(text: string): number[] | null {
  const parts = text.replace(/10/g, "T").replace(/[\s,]/g, "").match(/../g) ?? [];
  const found = parts.map(cardNumber);
  const isWhole = text.replace(/10/g, "T").replace(/[\s,]/g, "").length === 2 * parts.length;
  const isGood = isWhole && found.every((card, i) => card >= 0 && SUITS.includes((parts[i]?.[1] ?? "?").toLowerCase()) && RANKS.includes((parts[i]?.[0] ?? "?").toUpperCase()));
  return isGood && new Set(found).size === found.length ? found : null;
}

function bytesOf(text: string): ArrayBuffer {
  const raw = atob(text);
  const found = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) found[i] = raw.charCodeAt(i);
  return found.buffer;
}

export const floats = (text: string): Float32Array => new Float32Array(bytesOf(text));
export const shorts = (text: string): Uint16Array => new Uint16Array(bytesOf(text));
export const bytes = (text: string): Uint8Array => new Uint8Array(bytesOf(text));

/** Weights of hands as a text that the library reads: whole classes where all their hands weigh the same. */
export function rangeText(weights: Float32Array): string {
  const parts: string[] = [];
  const item = (name: string, weight: number): void => {
    const shown = Number(weight.toFixed(3));
    if (shown > 0) parts.push(shown === 1 ? name : `${name}:${shown}`);
  };
  HANDS_OF.forEach((hands, cell) => {
    const first = weights[hands[0] ?? 0] ?? 0;
    if (hands.every((hand) => Math.abs((weights[hand] ?? 0) - first) < 1e-4)) item(CLASSES[cell] ?? "", first);
    else for (const hand of hands) item(handName(hand), weights[hand] ?? 0);
  });
  return parts.join(",");
}

/** How an action is coloured: fold, check or call, then bets and raises from small to large. */
export function colours(actions: string[]): string[] {
  const sized = actions.filter((name) => /^(bet|raise|allin)/.test(name)).length;
  let bets = 0;
  return actions.map((name) => {
    if (name.startsWith("fold")) return "fold";
    if (/^(check|call)/.test(name)) return "call";
    bets += 1;
    return name.startsWith("allin") && sized > 1 ? "all" : `b${Math.min(bets, 4)}`;
  });
}

export const TEXTURES = ["all", "mono", "two", "rainbow", "paired"] as const;
export type Texture = (typeof TEXTURES)[number];

/** Whether a flop is of a kind, by its suits or its pair. */
export function fits(board: string, texture: Texture): boolean {
  const cards = (board.match(/../g) ?? []).slice(0, 3);
  const suits = new Set(cards.map((card) => card[1])).size;
  const ranks = new Set(cards.map((card) => card[0])).size;
  return texture === "all" || (texture === "paired" ? ranks < cards.length : suits === { mono: 1, two: 2, rainbow: 3 }[texture]);
}
