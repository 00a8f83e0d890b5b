// Builds the page into the Python package: readable, without dates, so that two builds are the same bytes.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "../src/tianji/studio/static");
mkdirSync(out, { recursive: true });
for (const name of readdirSync(out)) rmSync(join(out, name), { recursive: true });
const COMMON = {
  outdir: out,
  bundle: true,
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  minifySyntax: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};
await build({
  ...COMMON,
  entryPoints: { app: join(here, "src/main.tsx"), early: join(here, "src/early.ts"), style: join(here, "src/style.css") },
  splitting: true, // a screen that is loaded when it is opened is a file of its own
  chunkNames: "[name]-[hash]",
  format: "esm",
});
// a page without a server is one script, for it stands inside one file
await build({
  ...COMMON,
  entryPoints: { widget: join(here, "src/widget.tsx") },
  format: "iife",
});
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(here, "src", name), join(out, name));
const licence = readFileSync(join(here, "node_modules/preact/LICENSE"), "utf8");
writeFileSync(join(out, "LICENSES.txt"), `Parts of the scripts are preact (https://preactjs.com):\n\n${licence}`);
