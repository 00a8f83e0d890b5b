// A file of the reader's own, dropped or chosen: read for what it is, and taken to the screen that it belongs to.
import { useState } from "preact/hooks";
import { ask } from "../api";
import { go } from "../router";
import { Store } from "../store";
import { useWords } from "../text";
import { Trouble } from "./basic";

const MOST = 64 * 1024; // bytes of a text that a request may hold

/** What was dropped and is still to be shown by the screen that it was taken to. */
export const dropped = new Store<{ kind: "hands" | "import"; text: string } | null>(null);

async function take(file: File): Promise<void> {
  const text = await file.text();
  const name = file.name.toLowerCase();
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

export function Drop() {
  const say = useWords();
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const read = (files: FileList | null | undefined): void => {
    const file = files?.[0];
    setError(null);
    if (!file) return;
    if (file.size > MOST) setError(new Error(say("home.drop.large")));
    else take(file).catch(setError);
  };
  return (
    <section>
      <label
        class={isOver ? "drop over" : "drop"}
        onDragOver={(event) => (event.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => (event.preventDefault(), setOver(false), read(event.dataTransfer?.files))}
      >
        <strong>{say("home.drop")}</strong>
        <small class="muted">{say("home.drop.help")}</small>
        <input type="file" onChange={(event) => read(event.currentTarget.files)} />
      </label>
      <Trouble error={error} />
    </section>
  );
}
