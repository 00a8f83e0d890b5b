// Hands that were played: what each decision cost, by solving the spot it was made in; the dear ones become a deck.
import { useState } from "preact/hooks";
import { ask } from "../api";
import { Empty, Fact, Trouble } from "../parts/basic";
import { Icon } from "../parts/icons";
import { RunFrame, Source } from "../parts/RunFrame";
import { count, fixed, percent } from "../pure/format";
import { go } from "../router";
import { Cards } from "./Card";
import type { SpotRun } from "./run";
import { saidAction, useWords } from "./words";

interface Row {
  hand: string;
  player: string;
  street: string;
  cards: string;
  board: string;
  line: string;
  action: string;
  best: string;
  pot: number;
  loss: number;
  loss_bb: number;
  loss_pct: number;
  error: number;
}
export interface Reviewed {
  hands: number;
  decisions: number;
  loss_bb: number;
  left_out: Record<string, number>;
  refused: string[];
  note: string;
  worst: Row[];
}

export function ReviewScreen({ run }: { run: SpotRun }) {
  const say = useWords();
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const found = run.result as unknown as Reviewed | null;
  const make = (): void => {
    setBusy(true);
    ask<{ id: string }>("/decks", { method: "POST", body: { run: run.id, name: run.name } })
      .then((deck) => go(`/train/${deck.id}`))
      .catch((problem: Error) => (setError(problem), setBusy(false)));
  };
  const left = Object.values(found?.left_out ?? {}).reduce((sum, n) => sum + n, 0);
  return (
    <RunFrame
      kind="holdem"
      run={run}
      title={run.name || say("review.title")}
      lead={say("review.lead")}
      again="/train?hands=1"
      controls={
        found !== null && found.decisions > 0 && (
          <button type="button" class="button main" disabled={isBusy} onClick={make}>
            <Icon name="train" />
            {say("review.deck")}
          </button>
        )
      }
    >
      <Trouble error={error} />
      <section class="proof" aria-label={say("proof.label")}>
        <dl class="facts">
          <Fact label={say("review.loss")} isMain>
            <span data-fact="loss">{found ? fixed(found.loss_bb, 2) : "–"}</span>
          </Fact>
          <Fact label={say("review.decisions")}>{count(found?.decisions ?? run.progress?.done ?? 0)}</Fact>
          <Fact label={say("review.hands")}>{count(found?.hands ?? run.progress?.total ?? null)}</Fact>
          {left > 0 && <Fact label={say("review.left")}>{count(left)}</Fact>}
          <Source run={run} />
        </dl>
        <p class="claim">
          {say("review.claim")} {found?.note && <span lang="en">{`${found.note.charAt(0).toUpperCase()}${found.note.slice(1)}.`}</span>}
        </p>
        {found?.refused.map((text) => (
          <p key={text} class="bad small" lang="en">
            {text}
          </p>
        ))}
      </section>
      {!found ? (
        <Empty title={run.state === "failed" ? say("live.none") : say("review.wait")} />
      ) : !found.worst.length ? (
        <Empty title={say("review.none")} />
      ) : (
        <section class="panel" aria-label={say("review.worst")}>
          <h2>{say("review.worst")}</h2>
          <div class="scroll" tabIndex={0} role="group" aria-label={say("review.worst")}>
            <table class="data">
              <thead>
                <tr>
                  <th>{say("review.hand")}</th>
                  <th>{say("review.cards")}</th>
                  <th>{say("review.played")}</th>
                  <th>{say("review.best")}</th>
                  <th class="number">{say("review.cost")}</th>
                  <th class="number">{say("review.error")}</th>
                </tr>
              </thead>
              <tbody>
                {found.worst.map((row, k) => (
                  <tr key={k}>
                    <td>
                      {row.hand}
                      <br />
                      <small class="muted">
                        {row.player} · <code>{row.line}</code>
                      </small>
                    </td>
                    <td>
                      <Cards text={row.cards} /> <small class="muted">{row.board}</small>
                    </td>
                    <td>{saidAction(row.action)}</td>
                    <td>{saidAction(row.best)}</td>
                    <td class="number">
                      <span data-loss={k}>{fixed(row.loss_bb, 2)}</span> <small class="muted">{percent(row.loss_pct / 100)}</small>
                    </td>
                    <td class="number">{percent(row.error / row.pot)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </RunFrame>
  );
}
