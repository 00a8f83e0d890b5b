// The actions of a decision side by side: what each is worth, how often the strategy plays it, which was taken.
import { fixed, percent } from "../pure/format";
import { useWords } from "../text";

export interface ActionRow {
  name: string;
  /** In the game's own words, where it has some. */
  text?: string | undefined;
  value: number | null;
  share: number | null;
}

/** digits: of the values; chips need two. isOurs: the texts are in the reader's language, not in the game's. */
export function ActionTable({ rows, chosen, digits = 4, isOurs = false }: { rows: ActionRow[]; chosen: string; digits?: number; isOurs?: boolean }) {
  const say = useWords();
  const [hasValues, hasShares] = [rows.some((row) => row.value !== null), rows.some((row) => row.share !== null)];
  const best = Math.max(...rows.map((row) => row.value ?? -Infinity));
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={say("act.label")}>
      <table class="data odds">
        <thead>
          <tr>
            <th>{say("act.action")}</th>
            {hasValues && <th class="number">{say("act.value")}</th>}
            {hasShares && <th class="mix">{say("act.plays")}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, k) => (
            <tr key={row.name} class={row.name === chosen ? "chosen" : ""} aria-current={row.name === chosen ? "true" : undefined}>
              <td>
                {row.text === undefined ? <code>{row.name}</code> : <span lang={isOurs ? undefined : "en"}>{row.text}</span>}
                {row.name === chosen && <small class="tag">{say("act.yours")}</small>}
              </td>
              {hasValues && (
                <td class="number" data-odds={`v ${row.name}`}>
                  {row.value !== null && row.value === best ? <b>{fixed(row.value, digits)}</b> : fixed(row.value, digits)}
                </td>
              )}
              {hasShares && (
                <td class="mix">
                  {row.share !== null && (
                    <span class="mixbar" aria-hidden="true">
                      <span class={`a${k % 6}`} style={{ flexBasis: `${row.share * 100}%` }} />
                    </span>
                  )}
                  <span data-odds={`p ${row.name}`}>{row.share === null ? "–" : percent(row.share)}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
