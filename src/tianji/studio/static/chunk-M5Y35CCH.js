import {
  bytes,
  go
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Icon,
  Store,
  Trouble,
  a,
  ask,
  d,
  useStore,
  useWords
} from "./chunk-HTWIJD62.js";

// src/parts/Drop.tsx
var MOST = 64 * 1024, PART = 48 * 1024, PARTS = 12, dropped = new Store(null), onItsWay = new Store(null), refused = new Store(null);
function inBase64(data) {
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return btoa(text);
}
async function send(file) {
  let plain = file.name.replace(/[^\p{L}\p{N}_ .+-]/gu, "-").replace(/^[ .]+/, "");
  for (let at = 0; ; ) {
    onItsWay.set({ name: file.name, done: at, size: file.size });
    let piece = new Uint8Array(await file.slice(at, at + PART * PARTS).arrayBuffer()), parts = [];
    for (let k = 0; k < piece.length; k += PART) parts.push(inBase64(piece.subarray(k, k + PART)));
    let told = await ask("/library/files", { method: "POST", body: { name: plain, size: file.size, at, parts } });
    if (told.name !== null) return told.name;
    at = told.bytes;
  }
}
async function openKept(name) {
  let { to } = await ask(`/library/files/${encodeURIComponent(name)}/open`, { method: "POST", body: {} });
  go(to);
}
async function take(file, large) {
  let name = file.name.toLowerCase();
  if (/\.(tianji|safetensors|efg)$/.test(name)) return openKept(await send(file));
  if (file.size > MOST) throw new Error(large);
  let text = await file.text();
  if (/\.(phh|phhs|log|acpc)$/.test(name))
    dropped.set({ kind: "hands", text }), go("/train?hands=1");
  else if (/\.(nfg|csv|tsv)$/.test(name)) {
    let found = await ask("/matrix/solve", { method: "POST", body: { payoffs: text } }), table = found.payoffs.map((row) => row.map((cell) => cell.join(",")).join(" ")).join("; ");
    go(`/matrix?${new URLSearchParams({ g: table, n: found.actions.map((row) => row.join(",")).join("|") })}`);
  } else
    dropped.set({ kind: "import", text }), go("/holdem/new?import=1");
}
function read(files, large) {
  let file = files?.[0];
  !file || onItsWay.value || (refused.set(null), onItsWay.set({ name: file.name, done: 0, size: file.size }), take(file, large).catch((error) => refused.set(error)).finally(() => onItsWay.set(null)));
}
var hasFile = (event) => [...event.dataTransfer?.types ?? []].includes("Files");
function DropAnywhere() {
  let say = useWords(), [isOver, setOver] = d(!1), way = useStore(onItsWay), error = useStore(refused), large = say("home.drop.large");
  return A(() => {
    let depth = 0, all = { dragenter: (event) => {
      hasFile(event) && (depth += 1, setOver(!0));
    }, dragleave: (event) => {
      hasFile(event) && (depth = Math.max(0, depth - 1), depth || setOver(!1));
    }, dragover: (event) => {
      hasFile(event) && event.preventDefault();
    }, drop: (event) => {
      hasFile(event) && (event.preventDefault(), depth = 0, setOver(!1), read(event.dataTransfer?.files, large));
    } };
    for (let [name, heed] of Object.entries(all)) window.addEventListener(name, heed);
    return () => {
      for (let [name, heed] of Object.entries(all)) window.removeEventListener(name, heed);
    };
  }, [large]), /* @__PURE__ */ a($, { children: [
    isOver && /* @__PURE__ */ a("div", { class: "drop-over", "aria-hidden": "true", children: [
      /* @__PURE__ */ a("strong", { children: say("drop.here") }),
      /* @__PURE__ */ a("span", { children: say("home.drop.help") })
    ] }),
    way && /* @__PURE__ */ a("p", { class: "toast", role: "status", children: way.done < way.size && way.done > 0 ? say("drop.sending", { name: way.name, done: bytes(way.done), size: bytes(way.size) }) : say("drop.opening", { name: way.name }) }),
    error && /* @__PURE__ */ a("div", { class: "toast", children: [
      /* @__PURE__ */ a(Trouble, { error }),
      /* @__PURE__ */ a("button", { type: "button", class: "plain", "aria-label": say("close"), onClick: () => refused.set(null), children: "×" })
    ] })
  ] });
}
function Drop() {
  let say = useWords();
  return /* @__PURE__ */ a("label", { class: "drop", children: [
    /* @__PURE__ */ a("span", { class: "button", children: [
      /* @__PURE__ */ a(Icon, { name: "down" }),
      say("drop.choose"),
      /* @__PURE__ */ a("input", { type: "file", onChange: (event) => (read(event.currentTarget.files, say("home.drop.large")), event.currentTarget.value = "") })
    ] }),
    /* @__PURE__ */ a("span", { class: "what", children: [
      /* @__PURE__ */ a("strong", { children: say("home.drop") }),
      /* @__PURE__ */ a("small", { class: "muted", children: say("home.drop.help") })
    ] })
  ] });
}

export {
  dropped,
  openKept,
  DropAnywhere,
  Drop
};
