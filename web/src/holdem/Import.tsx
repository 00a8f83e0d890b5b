// Ranges and spots of other programs: pasted or from a file, read by the library, taken over one by one.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../api";
import { Dialog, Trouble } from "../parts/basic";
import { dropped } from "../parts/Drop";
import type { SpotBody } from "./ask";
import { useWords } from "./words";

interface Found {
  ranges: { name: string; text: string; combos: number }[];
  spots: { name: string; spot: Partial<SpotBody> }[];
}

export function Import({ onRange, onSpot, isOpened = false, name }: { name?: string; onRange?: (text: string, seat?: "oop" | "ip") => void; onSpot?: (spot: Partial<SpotBody>) => void; isOpened?: boolean }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(isOpened);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        {name ?? say("import.title")}
      </button>
      {isOpen && <Sheet onRange={onRange} onSpot={onSpot} onClose={() => setOpen(false)} />}
    </>
  );
}

function Sheet({ onRange, onSpot, onClose }: { onRange: ((text: string, seat?: "oop" | "ip") => void) | undefined; onSpot: ((spot: Partial<SpotBody>) => void) | undefined; onClose: () => void }) {
  const say = useWords();
  const [text, setText] = useState(() => (dropped.value?.kind === "import" ? dropped.value.text : ""));
  const [found, setFound] = useState<Found | null>(null);
  const [isKept, setKept] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const read = (asked: string): void => {
    setError(null);
    setKept(false);
    ask<Found>("/holdem/imports", { method: "POST", body: { text: asked } }).then(setFound, (refused: Error) => (setFound(null), setError(refused)));
  };
  useEffect(() => {
    if (!text) return;
    dropped.set(null); // shown once
    read(text);
  }, []);
  const keepAll = async (): Promise<void> => {
    for (const range of found?.ranges ?? []) {
      const [folder, ...rest] = range.name.split("/");
      const plain = (name: string): string => name.replace(/[^\w .+-]+/g, " ").trim().replace(/^[ .]+/, "").slice(0, 60) || "range";
      const place = rest.length ? { folder: plain(folder ?? ""), name: plain(rest.join(" ")) } : { folder: "", name: plain(range.name) };
      await ask("/ranges", { method: "PUT", body: { ...place, text: range.text } });
    }
    setKept(true);
  };
  const seats = ["oop", "ip"] as const;
  return (
    <Dialog title={say("import.title")} onClose={onClose} isWide>
      <div class="stack tight">
        <p class="muted small">{say("import.help")}</p>
        <label class="wide">
          <span>{say("import.text")}</span>
          <textarea rows={6} spellcheck={false} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <div class="tools">
          <button type="button" class="button main" disabled={!text.trim()} onClick={() => read(text)}>
            {say("import.read")}
          </button>
          <label class="inline">
            <span class="small muted">{say("import.file")}</span>
            <input type="file" onChange={(event) => void event.currentTarget.files?.[0]?.text().then((given) => (setText(given), read(given)))} />
          </label>
        </div>
        <Trouble error={error} />
        {found && found.ranges.length > 0 && (
          <section aria-label={say("import.ranges")}>
            <h3>{say("import.ranges")}</h3>
            <ul class="found">
              {found.ranges.map((range, k) => (
                <li key={k}>
                  <span>{range.name || say("import.nameless")}</span>
                  <small class="muted">{say("import.combos", { n: Number(range.combos.toFixed(1)) })}</small>
                  <span class="end chips">
                    {onSpot && onRange
                      ? seats.map((seat) => (
                          <button key={seat} type="button" class="button" onClick={() => onRange(range.text, seat)}>
                            {say(`seat.${seat}`)}
                          </button>
                        ))
                      : onRange && (
                          <button type="button" class="button" onClick={() => (onRange(range.text), onClose())}>
                            {say("import.take")}
                          </button>
                        )}
                  </span>
                </li>
              ))}
            </ul>
            {found.ranges.some((range) => range.name) && (
              <button type="button" class="button" disabled={isKept} onClick={() => void keepAll().catch(setError)}>
                {isKept ? say("import.kept") : say("import.keep", { n: found.ranges.length })}
              </button>
            )}
          </section>
        )}
        {found && onSpot && found.spots.length > 0 && (
          <section aria-label={say("import.spots")}>
            <h3>{say("import.spots")}</h3>
            <ul class="found">
              {found.spots.map((each, k) => (
                <li key={k}>
                  <span>{each.name || each.spot.board || say("import.nameless")}</span>
                  <span class="end">
                    <button type="button" class="button" onClick={() => (onSpot(each.spot), onClose())}>
                      {say("import.take")}
                    </button>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}
