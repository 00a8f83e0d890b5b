// Ranges that are kept in the workspace, in folders: taken from there, and put there.
import { useState } from "preact/hooks";
import { ask, useAsk } from "../api";
import { Dialog, Trouble } from "../parts/basic";
import { useWords } from "./words";

interface Kept {
  folder: string;
  name: string;
  text: string;
}

export function Shelf({ text, onTake }: { text: string; onTake: (text: string) => void }) {
  const say = useWords();
  const [turn, setTurn] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {say("shelf.title")}
      </button>
      {isOpen && (
        <Dialog title={say("shelf.title")} onClose={() => setOpen(false)}>
          <Shelves key={turn} text={text} onTake={(taken) => (onTake(taken), setOpen(false))} onChange={() => setTurn(turn + 1)} />
        </Dialog>
      )}
    </>
  );
}

function Shelves({ text, onTake, onChange }: { text: string; onTake: (text: string) => void; onChange: () => void }) {
  const say = useWords();
  const kept = useAsk<{ items: Kept[] }>("/ranges");
  const [place, setPlace] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const items = kept.data?.items ?? [];
  const folders = [...new Set(items.map((item) => item.folder))];
  const [folder, name] = place.includes("/") ? [place.slice(0, place.indexOf("/")).trim(), place.slice(place.indexOf("/") + 1).trim()] : ["", place.trim()];
  const change = (method: "PUT" | "DELETE", body: object): void => void ask("/ranges", { method, body }).then(onChange, setError);
  return (
    <div class="stack tight shelf">
      <Trouble error={kept.error ?? error} />
      {kept.data && !items.length && <p class="muted">{say("shelf.none")}</p>}
      {folders.map((each) => (
        <div key={each}>
          {each && <h3>{each}</h3>}
          <ul class="found">
            {items
              .filter((item) => item.folder === each)
              .map((item) => (
                <li key={item.name}>
                  <button type="button" class="link" onClick={() => onTake(item.text)}>
                    {item.name}
                  </button>
                  <span class="end">
                    <button type="button" class="plain" aria-label={`${say("shelf.forget")}: ${item.name}`} onClick={() => change("DELETE", { folder: item.folder, name: item.name })}>
                      {say("shelf.forget")}
                    </button>
                  </span>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <form
        class="tools"
        onSubmit={(event) => {
          event.preventDefault();
          if (name && text.trim()) change("PUT", { folder, name, text });
        }}
      >
        <label class="wide">
          <span>{say("shelf.name")}</span>
          <input type="text" spellcheck={false} value={place} placeholder="BTN/open 2.5" onInput={(event) => setPlace(event.currentTarget.value)} />
        </label>
        <button type="submit" class="button main" disabled={!name || !text.trim()}>
          {say("shelf.keep")}
        </button>
      </form>
      <p class="muted small">{say("shelf.help")}</p>
    </div>
  );
}
