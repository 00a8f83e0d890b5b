// Game specs: "name(parameter=value,...)", as the library reads them.

export function written(value: unknown): string {
  if (Array.isArray(value)) return `(${value.map(written).join(",")})`;
  if (value === null) return "none";
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string" && !/^[A-Za-z_]\w*$/.test(value)) return `'${value}'`;
  return String(value);
}

/** Only what differs from the default is written; a text as it was typed, the library judges it. */
export function makeSpec(name: string, defaults: Record<string, unknown>, typed: Record<string, string>): string {
  const parts = Object.entries(typed)
    .filter(([key, text]) => key in defaults && text.trim() !== "" && text.trim() !== written(defaults[key]))
    .map(([key, text]) => `${key}=${text.trim()}`);
  return parts.length ? `${name}(${parts.join(",")})` : name;
}

export function nameOf(spec: string): string {
  return (spec.split("(")[0] ?? "").trim();
}

/** The parameters as a spec has them, each as it is written: "leduc(ranks=1,bets=(2,4))" → ranks "1", bets "(2,4)". */
export function givenIn(spec: string): Record<string, string> {
  const inside = spec.slice(spec.indexOf("(") + 1, spec.lastIndexOf(")"));
  const found: Record<string, string> = {};
  let depth = 0;
  let part = "";
  for (const sign of spec.includes("(") ? `${inside},` : "") {
    if (sign === "," && depth === 0) {
      const [key = "", ...rest] = part.split("=");
      if (rest.length) found[key.trim()] = rest.join("=").trim();
      part = "";
      continue;
    }
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    part += sign;
  }
  return found;
}

export interface Ask {
  game: string;
  method: string;
  iterations?: number | undefined;
  until?: number | undefined;
  seconds?: number | undefined;
  seed?: number | undefined;
  threads?: number | undefined;
  merge?: boolean | undefined;
}

function number(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(value);
}

export function asPython(ask: Ask): string {
  const given = ["iterations", "until", "seconds", "seed", "threads"] as const;
  const parts = given.filter((key) => ask[key] !== undefined && !(key === "seed" && ask.seed === 0)).map((key) => `${key}=${number(ask[key] as number)}`);
  if (ask.merge === false) parts.push("merge=False");
  if (ask.method !== "lp") parts.push("curve=True"); // evaluated at the same points, so that it ends at the same one
  return [
    "import tianji as tj",
    "",
    `game = tj.load(${JSON.stringify(ask.game)})`,
    `solution = tj.solve(game, ${[JSON.stringify(ask.method), ...parts].join(", ")})`,
    "print(solution.values, solution.exploitability)",
    'solution.save("result.safetensors")',
  ].join("\n");
}

export function asCommand(ask: Ask): string {
  const given = ["iterations", "until", "seconds", "seed", "threads"] as const;
  const parts = given.filter((key) => ask[key] !== undefined && !(key === "seed" && ask.seed === 0)).map((key) => `--${key} ${number(ask[key] as number)}`);
  if (ask.merge === false) parts.push("--no-merge");
  if (ask.method !== "lp") parts.push("--plot curve.svg");
  const quote = (text: string): string => (/^[\w+.-]+$/.test(text) ? text : text.includes("'") ? `"${text}"` : `'${text}'`);
  return ["tianji solve", quote(ask.game), `--method ${quote(ask.method)}`, ...parts, "--out result.safetensors"].join(" ");
}
