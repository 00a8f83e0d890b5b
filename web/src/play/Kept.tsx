// A tablebase or an opening book of the reader's: what it says of a position and of every move from it.
import { Fact } from "../parts/basic";
import { count, fixed } from "../pure/format";
import { useWords, type PlayKey } from "./words";

export interface Kept {
  kind: "table" | "book";
  file: string;
  size: number;
  here: { action: string | null; value: number; plies?: number; bound?: string } | null;
  moves: { name: string; value?: number; plies?: number; in?: boolean }[];
  line: string[];
}

/** The best first: wins by the shortest way, draws, losses by the longest, what is not in the file last. */
function rank({ value, plies = 0, in: isIn }: Kept["moves"][number]): number {
  if (value === undefined) return isIn ? 1e6 : 2e6;
  return value > 0 ? plies : value === 0 ? 1e5 : 2e5 - plies;
}

export function KeptPanel({ kept, texts, onPlay }: { kept: Kept; texts: Record<string, string>; onPlay: (name: string) => void }) {
  const say = useWords();
  const told = (value: number, plies: number | undefined): string => `${say(value > 0 ? "kept.win" : value < 0 ? "kept.loss" : "kept.draw")}${value !== 0 && plies !== undefined ? ` · ${say("kept.plies", { n: plies })}` : ""}`;
  const rows = [...kept.moves].sort((a, b) => rank(a) - rank(b));
  const tone = (value: number | undefined): string => (value === undefined ? "muted" : value > 0 ? "good" : value < 0 ? "bad" : "");
  return (
    <section class="panel" aria-labelledby="kept">
      <div class="tools">
        <h2 id="kept">{kept.file}</h2>
        <span class="tag">{say(`kept.${kept.kind}` as PlayKey, { n: count(kept.size) })}</span>
      </div>
      {kept.here ? (
        <dl class="facts">
          <Fact label={say("search.move")} isMain>
            <span data-fact="kept-action">{kept.here.action === null ? "–" : (texts[kept.here.action] ?? kept.here.action)}</span>
          </Fact>
          <Fact label={say("odds.value")} isMain>
            {kept.kind === "table" ? <span class={tone(kept.here.value)} data-fact="kept-value">{told(kept.here.value, kept.here.plies)}</span> : <span data-fact="kept-value">{fixed(kept.here.value, 2)}</span>}
          </Fact>
          {kept.here.bound && <Fact label={say("search.bound")}>{say(`bound.${kept.here.bound}` as PlayKey)}</Fact>}
        </dl>
      ) : (
        <p class="muted">{say("kept.none")}</p>
      )}
      {kept.line.length > 0 && (
        <p class="muted small">
          {say("search.line")} <code>{kept.line.slice(0, 24).join(" ")}</code>
        </p>
      )}
      {rows.length > 0 && (
        <ul class="kept-moves">
          {rows.slice(0, 60).map((row) => (
            <li key={row.name}>
              <button type="button" class="link" onClick={() => onPlay(row.name)}>
                {texts[row.name] ?? row.name}
              </button>
              <span class={tone(row.value)} data-kept={row.name}>
                {row.value === undefined ? say(row.in ? "kept.in" : "kept.out") : told(row.value, row.plies)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
