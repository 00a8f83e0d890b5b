// A report: one spot on many flops. Rows come as boards are done; means weigh flops by how often they come.
import { useState } from "preact/hooks";
import { faultOfStops, Stops, stopsOfPot, usePlan, useStart } from "../parts/Asking";
import { Empty, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { Source } from "../parts/RunFrame";
import { bytes, count, duration, fixed } from "../pure/format";
import type { SpotPlan } from "./ask";
import { Cards } from "./Card";
import { fits, TEXTURES, type Texture } from "./cards";
import { columnOf, kindOf, mean, Patterns, withRealised, type Only } from "./Patterns";
import { RangeEditor } from "./RangeEditor";
import type { Row, SpotRun } from "./run";
import { queryOf } from "./Spot";
import { useWords, type Key } from "./words";

export function ReportTable({ run, rows }: { run: SpotRun; rows: Row[] }) {
  const say = useWords();
  const [texture, setTexture] = useState<Texture>("all");
  const [sort, setSort] = useState<[number, boolean]>([-1, false]);
  const [only, setOnly] = useState<Only | null>(null);
  const { columns, rows: all } = withRealised(rows[0]?.columns ?? [], rows.map((row) => row.row), run.body.spot.pot);
  const kindOnly = only && say(only.by === "high" ? "patterns.high" : (`kind.${only.kind}` as Key));
  const total = run.progress?.total ?? run.result?.total ?? null;
  const shown = all.filter((row) => fits(String(row[0]), texture) && (!only || kindOf(String(row[0]), only.by) === only.kind));
  const sorted = sort[0] < 0 ? shown : [...shown].sort((x, y) => (sort[1] ? 1 : -1) * (sort[0] === 0 ? String(x[0]).localeCompare(String(y[0])) : Number(x[sort[0]]) - Number(y[sort[0]])));
  return (
    <>
      <section class="proof" aria-label={say("proof.label")}>
        <dl class="facts">
          <Fact label={say("report.done")} isMain>
            <span data-fact="boards">{total === null ? count(rows.length) : `${count(rows.length)} / ${count(total)}`}</span>
          </Fact>
          {columns.length > 0 && <Fact label={say("report.gap")}>{fixed(mean(all, 2), 2)} %</Fact>}
          <Source run={run} />
        </dl>
        <p class="claim">{say("report.claim")}</p>
      </section>
      {!rows.length ? (
        <Empty title={run.state === "failed" ? say("live.none") : say("report.wait")} />
      ) : (
        <section class="panel">
          <div class="tools">
            <div class="segments wrap" role="group" aria-label={say("report.filter")}>
              {TEXTURES.map((name) => (
                <button key={name} type="button" aria-pressed={texture === name} onClick={() => setTexture(name)}>
                  {say(`texture.${name}`)}
                </button>
              ))}
            </div>
            {only && (
              <button type="button" class="button" data-fact="only" title={say("patterns.all")} onClick={() => setOnly(null)}>
                {kindOnly} {only.by === "high" ? only.kind : ""} ×
              </button>
            )}
            <a class="button" href={`/api/v1/runs/${run.id}/files/report.csv`} download>
              CSV
            </a>
          </div>
          <div class="scroll" tabIndex={0} role="group" aria-label={say("report.title")}>
            <table class="data report">
              <thead>
                <tr>
                  {columns.map((name, k) => (
                    <th key={name} scope="col" class={k ? "number" : ""} aria-sort={sort[0] === k ? (sort[1] ? "ascending" : "descending") : "none"}>
                      <button type="button" class="plain" onClick={() => setSort([k, sort[0] === k ? !sort[1] : false])}>
                        {columnOf(name, say)}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <tr class="mean">
                  <th scope="row">{say("report.mean")}</th>
                  <td class="number">{count(shown.reduce((sum, row) => sum + Number(row[1]), 0))}</td>
                  {columns.slice(2).map((name, k) => (
                    <td key={name} class="number">{shown.length ? fixed(mean(shown, k + 2), 2) : "–"}</td>
                  ))}
                </tr>
                {shown.length < all.length && (
                  <tr class="mean">
                    <th scope="row">{say("report.mean.all")}</th>
                    <td class="number">{count(all.reduce((sum, row) => sum + Number(row[1]), 0))}</td>
                    {columns.slice(2).map((name, k) => (
                      <td key={name} class="number">{fixed(mean(all, k + 2), 2)}</td>
                    ))}
                  </tr>
                )}
                {sorted.map((row) => (
                  <tr key={String(row[0])}>
                    <th scope="row">
                      <Again run={run} board={String(row[0])} />
                    </th>
                    {row.slice(1).map((value, k) => (
                      <td key={k} class="number">{k === 0 ? count(Number(value)) : fixed(Number(value), 2)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      {all.length > 1 && <Patterns columns={columns} rows={all.filter((row) => fits(String(row[0]), texture))} only={only} onOnly={setOnly} />}
    </>
  );
}

/** From a row to its solve: the board as a spot of its own. */
function Again({ run, board }: { run: SpotRun; board: string }) {
  return (
    <a href={`/holdem/new?${queryOf({ ...run.body, spot: { ...run.body.spot, board } })}`}>
      <Cards text={board} />
    </a>
  );
}

const FIELDS = ["boards", "pot", "stack", "oop", "ip", "tree", "line", "until", "iterations", "seconds", "threads"] as const;
type Form = Record<(typeof FIELDS)[number], string>;
const USUAL: Form = { boards: "25", pot: "60", stack: "60", oop: "QQ,AKs,76s", ip: "JJ,AQs", tree: "simple", line: "", until: "1%", iterations: "", seconds: "", threads: "" };

/** The address of the form that asks for the same report again. */
export function queryOfReport(body: SpotRun["body"]): URLSearchParams {
  const query = queryOf(body);
  query.set("boards", Array.isArray(body.boards) ? body.boards.join(" ") : String(body.boards));
  if (body.line) query.set("line", body.line);
  return query;
}

const bodyOf = (form: Form) => ({
  spot: { board: "Ks7h2d", pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip, tree: form.tree },
  boards: /^\d+$/.test(form.boards.trim()) ? Number(form.boards) : form.boards.split(/[\s,]+/).filter(Boolean),
  line: form.line.trim(),
  ...stopsOfPot(form),
});
const isGood = (form: Form): boolean => Number(form.pot) > 0 && Number(form.stack) > 0 && form.oop.trim() !== "" && form.ip.trim() !== "" && form.boards.trim() !== "" && faultOfStops(form) === null;

export function NewReport({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("report.title"));
  const [form, setForm] = useState<Form>(() => Object.fromEntries(FIELDS.map((key) => [key, query.get(key) ?? USUAL[key]])) as Form);
  const [seat, setSeat] = useState<"oop" | "ip">("oop");
  const late = useLater(form, 400);
  const { plan, error } = usePlan<SpotPlan>("/holdem/reports/plans", isGood(late) ? bodyOf(late) : null);
  const { isBusy, refused, start } = useStart("/holdem/reports", "/holdem");
  const set = (key: keyof Form) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) => setForm({ ...form, [key]: event.currentTarget.value });
  return (
    <form class="screen holdem" onSubmit={(event) => start(event, isGood(form) ? { report: bodyOf(form) } : null)} noValidate>
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("report.title")}</h1>
          <p class="lead">{say("report.lead")}</p>
        </div>
      </div>
      <div class="split">
        <section class="panel" aria-label={say("spot.ranges")}>
          <div class="segments" role="group" aria-label={say("spot.ranges")}>
            {(["oop", "ip"] as const).map((name) => (
              <button key={name} type="button" aria-pressed={seat === name} onClick={() => setSeat(name)}>
                {say(`seat.${name}.long`)}
              </button>
            ))}
          </div>
          <RangeEditor key={seat} label={say(`seat.${seat}.range`)} text={form[seat]} onChange={(text) => setForm((before) => ({ ...before, [seat]: text }))} />
        </section>
        <div class="stack">
          <section class="panel">
            <div class="form">
              <label>
                <span>{say("report.boards")}</span>
                <input type="text" list="flops" value={form.boards} onInput={set("boards")} />
                <datalist id="flops">
                  {[25, 49, 95, 184, 1755].map((n) => (
                    <option key={n} value={n} />
                  ))}
                </datalist>
              </label>
              {(["pot", "stack"] as const).map((key) => (
                <label key={key}>
                  <span>{say(`spot.${key}`)}</span>
                  <input type="text" inputMode="decimal" value={form[key]} onInput={set(key)} />
                </label>
              ))}
              <label>
                <span>{say("spot.tree")}</span>
                <select value={form.tree} onChange={set("tree")}>
                  {(["simple", "standard", "rich"] as const).map((name) => (
                    <option key={name} value={name}>
                      {say(`tree.${name}`)}
                    </option>
                  ))}
                </select>
              </label>
              <label>
                <span>{say("report.line")}</span>
                <input type="text" spellcheck={false} value={form.line} placeholder={say("lock.start")} onInput={set("line")} />
              </label>
            </div>
          </section>
          <Stops form={form} ofPot onInput={(key, text) => setForm({ ...form, [key]: text })} />
          <section class="panel plan" aria-label={say("plan.title")}>
            <div aria-live="polite">
              {error ? (
                <Trouble error={error} />
              ) : plan ? (
                <dl class="facts">
                  <Fact label={say("report.count")} isMain>
                    {count(Number(plan.boards))}
                  </Fact>
                  <Fact label={say("plan.memory")}>
                    {bytes(plan.bytes)} <small class={plan.fits ? "good" : "bad"}>{say(plan.fits ? "plan.fits" : "plan.over", { free: bytes(plan.allowed_bytes) })}</small>
                  </Fact>
                  <Fact label={say("plan.time", { threads: plan.threads })}>{duration(plan.seconds)}</Fact>
                </dl>
              ) : (
                <p class="muted">{say("plan.counting")}</p>
              )}
            </div>
            <Trouble error={refused} />
            <div class="actions">
              <button type="submit" class="button main" disabled={isBusy || error !== null || !isGood(form) || (plan !== null && !plan.fits)}>
                <Icon name="play" />
                {say("report.start")}
              </button>
            </div>
          </section>
        </div>
      </div>
    </form>
  );
}
