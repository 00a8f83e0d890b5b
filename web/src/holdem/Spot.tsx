// A new spot: ranges, board, chips, tree; what it takes is told while it is written.
import { useEffect, useState } from "preact/hooks";
import { faultOfStops, Stops, stopsOfPot, usePlan, useStart } from "../parts/Asking";
import { Code, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Icon } from "../parts/icons";
import { bytes, count, duration } from "../pure/format";
import { go } from "../router";
import type { HoldemBody, SpotBody, SpotPlan } from "./ask";
import { BoardPicker, rememberBoard } from "./Board";
import { Cards } from "./Card";
import { readBoard } from "./cards";
import { Import } from "./Import";
import { RangeEditor } from "./RangeEditor";
import { Sizes } from "./Sizes";
import { saidAction, saidLine, useWords, type Key } from "./words";

const TREES = ["simple", "standard", "rich", "own"] as const;
const STREETS = ["flop", "turn", "river"] as const;
const FIELDS = ["board", "pot", "stack", "oop", "ip", "tree", "bets", "raises", "donks", "until", "iterations", "seconds", "threads", "rake", "cap", "max_raises", "storage", "bets_flop", "bets_turn", "bets_river", "raises_flop", "raises_turn", "raises_river", "donks_turn", "donks_river", "add_allin", "force_allin", "merge", "add_lines", "remove_lines"] as const;
type Field = (typeof FIELDS)[number];
type Form = Record<Field, string>;

const USUAL: Form = {
  board: "Ks7h2d5c9s",
  pot: "60",
  stack: "180",
  oop: "99-22,AJs-A2s,KTs+,QTs+,JTs,T9s,98s,AQo-ATo,KJo+",
  ip: "22+,A2s+,K8s+,Q9s+,J9s+,T8s+,97s+,ATo+,KTo+,QJo",
  tree: "standard",
  bets: "",
  raises: "",
  donks: "",
  until: "0.3%",
  iterations: "",
  seconds: "",
  threads: "",
  rake: "",
  cap: "",
  max_raises: "",
  storage: "",
  bets_flop: "50%",
  bets_turn: "75%",
  bets_river: "75%",
  raises_flop: "60%",
  raises_turn: "60%",
  raises_river: "60%",
  donks_turn: "",
  donks_river: "",
  add_allin: "",
  force_allin: "",
  merge: "",
  add_lines: "",
  remove_lines: "",
};
const THRESHOLDS = ["add_allin", "force_allin", "merge"] as const;
const LINES = ["add_lines", "remove_lines"] as const;
/** Trees to begin with: the sizes of every street, of both players. */
const PRESETS = { one: ["66%", "60%"], two: ["33%,75%", "60%"], geometric: ["3e", "2e"] } as const;

/** "50% | 75%": sizes of the player out of position, then of the other; without a bar both have the same. */
function sizesOf(text: string): unknown {
  const [oop = "", ip] = text.split("|").map((part) => part.trim());
  return ip === undefined ? oop : { oop, ip };
}

/** The same text again, of sizes as a spot has them. */
function textOf(sizes: unknown): string {
  if (typeof sizes === "string") return sizes;
  if (typeof sizes !== "object" || sizes === null) return "";
  const { oop = "", ip = "" } = sizes as Record<string, string>;
  return oop === ip ? oop : `${oop} | ${ip}`;
}

function bodyOf(form: Form): HoldemBody {
  const spot: HoldemBody["spot"] = { board: form.board.trim(), pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip };
  if (form.tree === "own") {
    const table = (kind: "bets" | "raises"): Record<string, unknown> => Object.fromEntries(STREETS.map((street) => [street, sizesOf(form[`${kind}_${street}`])]));
    spot.bets = table("bets");
    spot.raises = table("raises");
    const donks = Object.fromEntries((["turn", "river"] as const).flatMap((street) => (form[`donks_${street}`].trim() ? [[street, form[`donks_${street}`].trim()]] : [])));
    if (Object.keys(donks).length) spot.donks = donks;
  } else spot.tree = form.tree;
  for (const key of THRESHOLDS) if (form[key].trim()) spot[key] = Number(form[key]);
  for (const key of LINES) {
    const lines = form[key].split(";").map((line) => line.trim()).filter(Boolean);
    if (lines.length) spot[key] = lines;
  }
  if (form.max_raises.trim()) spot.max_raises = Number(form.max_raises);
  if (form.rake.trim()) spot.rake = [Number(form.rake) / 100, Number(form.cap || "1e9")];
  const body: HoldemBody = { spot, ...stopsOfPot(form) };
  if (form.storage) body.storage = form.storage;
  return body;
}

function faultOf(form: Form): Key | null {
  const isPositive = (text: string): boolean => Number(text) > 0 && Number.isFinite(Number(text));
  const cards = readBoard(form.board);
  if (cards === null) return "fault.board";
  if (cards.length < 3) return "fault.cards";
  if (!isPositive(form.pot) || !isPositive(form.stack)) return "fault.chips";
  if (form.max_raises.trim() && !/^\d+$/.test(form.max_raises.trim())) return "fault.raises";
  if ([form.rake, form.cap, form.add_allin, form.force_allin, form.merge].some((text) => text.trim() && !Number.isFinite(Number(text)))) return "fault.rake";
  if (!form.oop.trim() || !form.ip.trim()) return "fault.range";
  return null;
}

/** The address of the form that asks the same again; locks are not in the form. */
export function queryOf(body: HoldemBody): URLSearchParams {
  const spot = body.spot;
  const query = new URLSearchParams({ board: spot.board, pot: String(spot.pot), stack: String(spot.stack), oop: spot.oop, ip: spot.ip, tree: spot.tree ?? "own", until: body.until ?? "" });
  for (const key of ["iterations", "seconds", "threads"] as const) if (body[key] !== undefined) query.set(key, String(body[key]));
  for (const kind of ["bets", "raises"] as const) {
    const sizes = spot[kind];
    if (spot.tree !== undefined || sizes === undefined) continue;
    for (const street of STREETS) {
      query.set(`${kind}_${street}`, textOf(typeof sizes === "string" ? sizes : (sizes as Record<string, unknown>)[street]));
    }
  }
  for (const street of ["turn", "river"] as const) {
    const text = typeof spot.donks === "string" ? spot.donks : textOf((spot.donks as Record<string, unknown> | undefined)?.[street]);
    if (text && spot.tree === undefined) query.set(`donks_${street}`, text);
  }
  for (const key of THRESHOLDS) if (spot[key] !== undefined) query.set(key, String(spot[key]));
  for (const key of LINES) if (spot[key]?.length) query.set(key, spot[key]?.join("; ") ?? "");
  if (spot.max_raises !== undefined) query.set("max_raises", String(spot.max_raises));
  if (spot.rake) {
    query.set("rake", String(100 * spot.rake[0]));
    query.set("cap", String(spot.rake[1]));
  }
  return query;
}

export function asPython(body: HoldemBody & { boards?: unknown; line?: string }): string {
  const rows = Object.entries(body.spot)
    .filter(([key, value]) => key !== "locks" && value !== undefined && value !== null)
    .map(([key, value]) => `    ${key}=${key === "rake" ? `(${(value as number[]).join(", ")})` : JSON.stringify(value)},`);
  const locks = (body.spot.locks ?? []).map((lock) => `spot = spot.locked(${JSON.stringify(lock.line)}, ${JSON.stringify(lock.strategy)})`);
  const stops = (["until", "iterations", "seconds", "threads", "storage"] as const).filter((key) => body[key] !== undefined && body[key] !== "auto").map((key) => `${key}=${JSON.stringify(body[key])}`);
  return ["import tianji as tj", "", "spot = tj.holdem.Spot(", ...rows, ")", ...locks, ...(body.boards === undefined
    ? [`solution = spot.solve(${stops.join(", ")})`, "print(solution.exploitability_pct, solution.values)", ""]
    : [`report = tj.holdem.report(${["spot", JSON.stringify(body.boards), JSON.stringify(body.line ?? ""), ...stops].join(", ")})`, "print(report.to_csv())", ""])].join("\n");
}

export function Spot({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("spot.title"));
  const [form, setForm] = useState<Form>(() => Object.fromEntries(FIELDS.map((key) => [key, query.get(key) ?? USUAL[key]])) as Form);
  const [seat, setSeat] = useState<"oop" | "ip">("oop");
  const [isCode, setCode] = useState(false);
  const late = useLater(form, 300);
  const fault = faultOf(form);
  const isUnclear = fault !== null || faultOfStops(form) !== null;
  const { plan, error } = usePlan<SpotPlan>("/holdem/plans", faultOf(late) || faultOfStops(late) ? null : bodyOf(late));
  const { isBusy, refused, start } = useStart("/holdem/runs", "/holdem");
  useEffect(() => {
    const address = new URLSearchParams();
    for (const key of FIELDS) if (late[key] !== USUAL[key]) address.set(key, late[key]);
    const text = String(address);
    if (location.pathname === "/holdem/new" || location.pathname === "/holdem") go(`/holdem/new${text && text.length < 6000 ? `?${text}` : ""}`, "replace");
  }, [JSON.stringify(late)]);
  const put = (changes: Partial<Form>): void => setForm((before) => ({ ...before, ...changes }));
  const set = (key: Field) => (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) => put({ [key]: event.currentTarget.value });
  const bring = (spot: Partial<SpotBody>): void => {
    const whole: HoldemBody["spot"] = { board: form.board, pot: Number(form.pot), stack: Number(form.stack), oop: form.oop, ip: form.ip, ...spot };
    const query = queryOf({ spot: whole, until: form.until });
    put(Object.fromEntries(FIELDS.flatMap((key) => (query.has(key) && query.get(key) !== "undefined" ? [[key, query.get(key) ?? ""]] : []))));
  };
  const fill = (name: keyof typeof PRESETS): void => {
    const [bets, raises] = PRESETS[name];
    put(Object.fromEntries(STREETS.flatMap((street) => [[`bets_${street}`, bets], [`raises_${street}`, raises]])));
  };
  const take = (changes: Record<string, unknown>): void => {
    const next: Partial<Form> = {};
    for (const [key, value] of Object.entries(changes)) if ((FIELDS as readonly string[]).includes(key)) next[key as Field] = String(value);
    put(next);
  };
  return (
    <form class="screen holdem" onSubmit={(event) => (isUnclear || rememberBoard(form.board), start(event, isUnclear ? null : { holdem: bodyOf(form) }))} noValidate>
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{say("spot.title")}</h1>
          <p class="lead">{say("spot.lead")}</p>
        </div>
        <div class="actions">
          <Import name={say("import.spot")} isOpened={query.get("import") === "1"} onSpot={bring} onRange={(text, seat) => put({ [seat ?? "oop"]: text })} />
          <a class="button" href="/holdem/pushfold">
            {say("pushfold.title")}
          </a>
          <a class="button" href="/holdem/reports">
            {say("report.title")}
          </a>
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
          <RangeEditor key={seat} label={say(`seat.${seat}.range`)} text={form[seat]} board={form.board} onChange={(text) => put({ [seat]: text })} />
        </section>
        <div class="stack">
          <section class="panel" aria-labelledby="board">
            <h2 id="board">
              {say("spot.board")} {readBoard(form.board) && <Cards text={form.board.replace(/[\s,]/g, "")} />}
            </h2>
            <BoardPicker text={form.board} onChange={(board) => put({ board })} />
          </section>
          <section class="panel" aria-labelledby="chips">
            <h2 id="chips">{say("spot.chips")}</h2>
            <div class="form">
              {(["pot", "stack", "rake", "cap"] as const).map((key) => (
                <label key={key}>
                  <span>{say(`spot.${key}`)}</span>
                  <input type="text" inputMode="decimal" value={form[key]} onInput={set(key)} />
                </label>
              ))}
            </div>
          </section>
          <section class="panel" aria-labelledby="tree">
            <h2 id="tree">{say("spot.tree")}</h2>
            <div class="segments" role="group" aria-label={say("spot.tree")}>
              {TREES.map((name) => (
                <button key={name} type="button" aria-pressed={form.tree === name} onClick={() => put({ tree: name })}>
                  {say(`tree.${name}`)}
                </button>
              ))}
            </div>
            {form.tree === "own" && (
              <>
                <div class="form three">
                  {(["bets", "raises"] as const).flatMap((kind) =>
                    STREETS.map((street) => (
                      <div key={kind + street}>
                        <label>
                          <span>{say(`size.${kind}`, { street: say(`street.${street}`) })}</span>
                          <input type="text" spellcheck={false} value={form[`${kind}_${street}`]} onInput={set(`${kind}_${street}`)} />
                        </label>
                        <Sizes kind={kind} name={say(`size.${kind}`, { street: say(`street.${street}`) })} text={form[`${kind}_${street}`]} onChange={(text) => put({ [`${kind}_${street}`]: text })} />
                      </div>
                    )),
                  )}
                  {(["turn", "river"] as const).map((street) => (
                    <div key={street}>
                      <label>
                        <span>{say("size.donks", { street: say(`street.${street}`) })}</span>
                        <input type="text" spellcheck={false} value={form[`donks_${street}`]} onInput={set(`donks_${street}`)} />
                      </label>
                      <Sizes kind="donks" name={say("size.donks", { street: say(`street.${street}`) })} text={form[`donks_${street}`]} onChange={(text) => put({ [`donks_${street}`]: text })} />
                    </div>
                  ))}
                </div>
                <div class="segments" role="group" aria-label={say("size.preset")}>
                  {(["one", "two", "geometric"] as const).map((name) => (
                    <button key={name} type="button" onClick={() => fill(name)}>
                      {say(`size.${name}`)}
                    </button>
                  ))}
                </div>
                <p class="muted small">
                  {say("size.help")} {say("size.seats")}
                </p>
              </>
            )}
            <details>
              <summary>{say("size.more")}</summary>
              <div class="form">
                {THRESHOLDS.map((key) => (
                  <label key={key}>
                    <span>{say(`size.${key}`)}</span>
                    <input type="text" inputMode="decimal" value={form[key]} placeholder={say("spot.asTree")} onInput={set(key)} />
                  </label>
                ))}
                {LINES.map((key) => (
                  <label key={key}>
                    <span>{say(`size.${key}`)}</span>
                    <input type="text" spellcheck={false} value={form[key]} placeholder="check, bet 30" onInput={set(key)} />
                  </label>
                ))}
              </div>
            </details>
            <div class="form">
              <label>
                <span>{say("spot.raises")}</span>
                <input type="text" inputMode="numeric" value={form.max_raises} placeholder={say("spot.asTree")} onInput={set("max_raises")} />
              </label>
              <label>
                <span>{say("spot.storage")}</span>
                <select value={form.storage} onChange={set("storage")}>
                  <option value="">{say("storage.auto")}</option>
                  <option value="int16">{say("storage.int16")}</option>
                  <option value="float64">{say("storage.float64")}</option>
                </select>
              </label>
            </div>
            {plan && plan.menu.length > 0 && (
              <dl class="menu">
                {plan.menu.map((row) => (
                  <div key={row.line}>
                    <dt>
                      {say(`seat.${row.player as "oop"}`)} {row.line && <span class="muted">{saidLine(row.line)}</span>}
                    </dt>
                    <dd>
                      {row.actions.map(saidAction).join(" · ")}
                      {row.turned.length > 0 && (
                        <small class="turned" data-turned={row.line}>
                          {say("size.turned", { list: row.turned.map(({ size, action }) => `${size} → ${saidAction(action)}`).join(", ") })}
                        </small>
                      )}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </section>
          <Stops form={form} ofPot onInput={(key, text) => put({ [key]: text })} />
        </div>
      </div>
      <section class={`panel plan${plan && !plan.fits ? " over" : ""}`} aria-label={say("plan.title")}>
        <div aria-live="polite">
          {fault ? (
            <p class="bad">{say(fault)}</p>
          ) : error ? (
            <Trouble error={error} />
          ) : plan ? (
            <dl class="facts">
              <Fact label={say("plan.memory")} isMain>
                {plan.is_bound ? "≥ " : ""}
                {bytes(plan.bytes)} <small class={plan.fits ? "good" : "bad"}>{say(plan.fits ? "plan.fits" : "plan.over", { free: bytes(plan.allowed_bytes) })}</small>
              </Fact>
              <Fact label={say("plan.time", { threads: plan.threads })} isMain>
                {duration(plan.seconds)}
              </Fact>
              <Fact label={say("plan.nodes")}>{count(plan.betting_nodes)}</Fact>
              <Fact label={say("plan.combos")}>
                {Number(plan.combos[0].toFixed(1))} / {Number(plan.combos[1].toFixed(1))}
              </Fact>
              <Fact label={say("plan.file")}>{bytes(plan.file_bytes)}</Fact>
            </dl>
          ) : (
            <p class="muted">{say("plan.counting")}</p>
          )}
        </div>
        {plan && !plan.fits && plan.trees.length > 0 && !fault && (
          <div class="offers">
            <span>{say("plan.offers")}</span>
            {plan.trees.map((offer) => (
              <button key={offer.text} type="button" class="button" lang="en" onClick={() => take(offer.changes)}>
                {offer.text}
              </button>
            ))}
          </div>
        )}
        <Trouble error={refused} />
        <div class="actions">
          <button type="submit" class="button main" disabled={isBusy || isUnclear || error !== null || (plan !== null && !plan.fits)}>
            <Icon name="play" />
            {say("spot.start")}
          </button>
          <button type="button" class="button" data-key="y" aria-pressed={isCode} onClick={() => setCode(!isCode)}>
            {say("code")}
          </button>
        </div>
        {isCode && !isUnclear && <Code label="Python" text={asPython(bodyOf(form))} />}
      </section>
    </form>
  );
}
