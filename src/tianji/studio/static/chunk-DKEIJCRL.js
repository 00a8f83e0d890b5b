// src/pure/spec.ts
function written(value) {
  return Array.isArray(value) ? `(${value.map(written).join(",")})` : value === null ? "none" : typeof value == "boolean" ? String(value) : typeof value == "string" && !/^[A-Za-z_]\w*$/.test(value) ? `'${value}'` : String(value);
}
function makeSpec(name, defaults, typed) {
  let parts = Object.entries(typed).filter(([key, text]) => key in defaults && text.trim() !== "" && text.trim() !== written(defaults[key])).map(([key, text]) => `${key}=${text.trim()}`);
  return parts.length ? `${name}(${parts.join(",")})` : name;
}
function nameOf(spec) {
  return (spec.split("(")[0] ?? "").trim();
}
function givenIn(spec) {
  let inside = spec.slice(spec.indexOf("(") + 1, spec.lastIndexOf(")")), found = {}, depth = 0, part = "";
  for (let sign of spec.includes("(") ? `${inside},` : "") {
    if (sign === "," && depth === 0) {
      let [key = "", ...rest] = part.split("=");
      rest.length && (found[key.trim()] = rest.join("=").trim()), part = "";
      continue;
    }
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0, part += sign;
  }
  return found;
}
function number(value) {
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : String(value);
}
function asPython(ask) {
  let parts = ["iterations", "until", "seconds", "seed", "threads"].filter((key) => ask[key] !== void 0 && !(key === "seed" && ask.seed === 0)).map((key) => `${key}=${number(ask[key])}`);
  return ask.merge === !1 && parts.push("merge=False"), ask.method !== "lp" && parts.push("curve=True"), [
    "import tianji as tj",
    "",
    `game = tj.load(${JSON.stringify(ask.game)})`,
    `solution = tj.solve(game, ${[JSON.stringify(ask.method), ...parts].join(", ")})`,
    "print(solution.values, solution.exploitability)",
    'solution.save("result.safetensors")'
  ].join(`
`);
}
function asCommand(ask) {
  let parts = ["iterations", "until", "seconds", "seed", "threads"].filter((key) => ask[key] !== void 0 && !(key === "seed" && ask.seed === 0)).map((key) => `--${key} ${number(ask[key])}`);
  ask.merge === !1 && parts.push("--no-merge"), ask.method !== "lp" && parts.push("--plot curve.svg");
  let quote = (text) => /^[\w+.-]+$/.test(text) ? text : text.includes("'") ? `"${text}"` : `'${text}'`;
  return ["tianji solve", quote(ask.game), `--method ${quote(ask.method)}`, ...parts, "--out result.safetensors"].join(" ");
}

export {
  written,
  makeSpec,
  nameOf,
  givenIn,
  asPython,
  asCommand
};
