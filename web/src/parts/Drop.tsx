// A file of the reader's own, dropped anywhere or chosen: read for what it is, and taken to the screen that it belongs to.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../api";
import { bytes } from "../pure/format";
import { go } from "../router";
import { Store, useStore } from "../store";
import { useWords } from "../text";
import { Trouble } from "./basic";
import { Icon } from "./icons";

const MOST = 64 * 1024; // bytes of a text that a request may hold
const PART = 48 * 1024; // bytes of a file that are 64 KiB in base64
const PARTS = 12; // of a request

/** What was dropped and is still to be shown by the screen that it was taken to. */
export const dropped = new Store<{ kind: "hands" | "import"; text: string } | null>(null);
/** A file on its way: its name, and how much of it is there. */
const onItsWay = new Store<{ name: string; done: number; size: number } | null>(null);
const refused = new Store<Error | null>(null);

function inBase64(data: Uint8Array): string {
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return btoa(text);
}

/** Send a file to the workspace's folder, piece by piece; its name there. */
async function send(file: File): Promise<string> {
  const plain = file.name.replace(/[^\p{L}\p{N}_ .+-]/gu, "-").replace(/^[ .]+/, "");
  for (let at = 0; ; ) {
    onItsWay.set({ name: file.name, done: at, size: file.size });
    const piece = new Uint8Array(await file.slice(at, at + PART * PARTS).arrayBuffer());
    const parts = [];
    for (let k = 0; k < piece.length; k += PART) parts.push(inBase64(piece.subarray(k, k + PART)));
    const told = await ask<{ name: string | null; bytes: number }>("/library/files", { method: "POST", body: { name: plain, size: file.size, at, parts } });
    if (told.name !== null) return told.name;
    at = told.bytes;
  }
}

/** Open a file of the workspace's folder on the page that shows what it holds. */
export async function openKept(name: string): Promise<void> {
  const { to } = await ask<{ to: string }>(`/library/files/${encodeURIComponent(name)}/open`, { method: "POST", body: {} });
  go(to);
}

async function take(file: File, large: string): Promise<void> {
  const name = file.name.toLowerCase();
  if (/\.(tianji|safetensors|efg)$/.test(name)) return openKept(await send(file));
  if (file.size > MOST) throw new Error(large);
  const text = await file.text();
  if (/\.(phh|phhs|log|acpc)$/.test(name)) {
    dropped.set({ kind: "hands", text });
    go("/train?hands=1");
  } else if (/\.(nfg|csv|tsv)$/.test(name)) {
    const found = await ask<{ actions: string[][]; payoffs: string[][][] }>("/matrix/solve", { method: "POST", body: { payoffs: text } });
    const table = found.payoffs.map((row) => row.map((cell) => cell.join(",")).join(" ")).join("; ");
    go(`/matrix?${new URLSearchParams({ g: table, n: found.actions.map((row) => row.join(",")).join("|") })}`);
  } else {
    dropped.set({ kind: "import", text });
    go("/holdem/new?import=1");
  }
}

function read(files: FileList | null | undefined, large: string): void {
  const file = files?.[0];
  if (!file || onItsWay.value) return;
  refused.set(null);
  onItsWay.set({ name: file.name, done: 0, size: file.size });
  take(file, large)
    .catch((error: Error) => refused.set(error))
    .finally(() => onItsWay.set(null));
}

const hasFile = (event: DragEvent): boolean => [...(event.dataTransfer?.types ?? [])].includes("Files");

/** The whole page takes files: what is dropped anywhere is opened; where something is wrong it is said on top. */
export function DropAnywhere() {
  const say = useWords();
  const [isOver, setOver] = useState(false);
  const way = useStore(onItsWay);
  const error = useStore(refused);
  const large = say("home.drop.large");
  useEffect(() => {
    let depth = 0; // leaving one part of the page for another is no leaving
    const enter = (event: DragEvent): void => void (hasFile(event) && ((depth += 1), setOver(true)));
    const leave = (event: DragEvent): void => void (hasFile(event) && ((depth = Math.max(0, depth - 1)), depth || setOver(false)));
    const over = (event: DragEvent): void => void (hasFile(event) && event.preventDefault());
    const drop = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      read(event.dataTransfer?.files, large);
    };
    const all = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [name, heed] of Object.entries(all)) window.addEventListener(name, heed as EventListener);
    return () => {
      for (const [name, heed] of Object.entries(all)) window.removeEventListener(name, heed as EventListener);
    };
  }, [large]);
  return (
    <>
      {isOver && (
        <div class="drop-over" aria-hidden="true">
          <strong>{say("drop.here")}</strong>
          <span>{say("home.drop.help")}</span>
        </div>
      )}
      {way && (
        <p class="toast" role="status">
          {way.done < way.size && way.done > 0 ? say("drop.sending", { name: way.name, done: bytes(way.done), size: bytes(way.size) }) : say("drop.opening", { name: way.name })}
        </p>
      )}
      {error && (
        <div class="toast">
          <Trouble error={error} />
          <button type="button" class="plain" aria-label={say("close")} onClick={() => refused.set(null)}>
            ×
          </button>
        </div>
      )}
    </>
  );
}

/** A place that says so, for those who choose a file. */
export function Drop() {
  const say = useWords();
  return (
    <label class="drop">
      <span class="button">
        <Icon name="down" />
        {say("drop.choose")}
        <input type="file" onChange={(event) => (read(event.currentTarget.files, say("home.drop.large")), (event.currentTarget.value = ""))} />
      </span>
      <span class="what">
        <strong>{say("home.drop")}</strong>
        <small class="muted">{say("home.drop.help")}</small>
      </span>
    </label>
  );
}
