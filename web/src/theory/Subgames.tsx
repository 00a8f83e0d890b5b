// Subgames solved again: the coin toss one can drag, any small game cut at a level; margins as bars, all techniques in a table.
import { useEffect, useState } from "preact/hooks";
import { useAsk } from "../api";
import { Code, Dialog, Fact, Trouble, useLater, useTitle } from "../parts/basic";
import { Told } from "../parts/Told";
import { count, fixed, small } from "../pure/format";
import { go } from "../router";
import { usePosted, type CutAnswer, type SubgameAnswer } from "./ask";
import { saidEntry, useWords, type Key } from "./words";

interface Coin {
  play_heads: number;
  play_tails: number;
  guess_heads: number;
  guess_tails: number;
  sell_heads: number;
  sell_tails: number;
}
const PAPER: Coin = { play_heads: 0.75, play_tails: 0.5, guess_heads: 0.5, guess_tails: 0.25, sell_heads: 0.5, sell_tails: -0.5 };
const SLIDERS: { key: keyof Coin; low: number; high: number }[] = [
  { key: "play_heads", low: 0, high: 1 },
  { key: "play_tails", low: 0, high: 1 },
  { key: "guess_heads", low: 0, high: 1 },
  { key: "guess_tails", low: 0, high: 1 },
  { key: "sell_heads", low: -1, high: 1 },
  { key: "sell_tails", low: -1, high: 1 },
];
const MAIN = ["unsafe", "resolve", "maxmargin", "reach-maxmargin"];
const round = (value: number): number => Math.round(value * 1000) / 1000;

interface Question {
  game: string;
  level: string;
  player?: number;
  blueprint: object;
}

function coinQuestion(coin: Coin): Question {
  const isDefault = coin.sell_heads === 0.5 && coin.sell_tails === -0.5;
  const forfeit = round(1 - coin.guess_heads - coin.guess_tails);
  return {
    game: isDefault ? "coin_toss" : `coin_toss(sell_heads=${coin.sell_heads},sell_tails=${coin.sell_tails})`,
    level: "play",
    blueprint: { play_heads: coin.play_heads, play_tails: coin.play_tails, guess: [coin.guess_heads, coin.guess_tails, forfeit] },
  };
}

export function Subgames({ spec, query }: { spec: string; query: URLSearchParams }) {
  return !spec || spec.startsWith("coin_toss") ? <CoinToss query={query} /> : <Cut key={spec} spec={spec} query={query} />;
}

function Head({ onCode }: { onCode: () => void }) {
  const say = useWords();
  return (
    <div class="head">
      <div>
        <h1 tabIndex={-1}>{say("sub.title")}</h1>
        <p class="lead">{say("sub.lead")}</p>
      </div>
      <div class="actions">
        <a class="button" href="/subgame/coin_toss">
          {say("sub.coin")}
        </a>
        <a class="button" href="/subgame/leduc?level=board">
          {say("sub.leduc")}
        </a>
        <button type="button" class="button" data-key="y" onClick={onCode}>
          {say("code")}
        </button>
      </div>
    </div>
  );
}

function CoinToss({ query }: { query: URLSearchParams }) {
  const say = useWords();
  useTitle(say("sub.title"));
  const [coin, setCoin] = useState<Coin>(() => {
    const kept = { ...PAPER };
    for (const { key, low, high } of SLIDERS) {
      const value = Number(query.get(key) ?? PAPER[key]);
      if (Number.isFinite(value)) kept[key] = Math.min(high, Math.max(low, value));
    }
    if (kept.guess_heads + kept.guess_tails > 1) kept.guess_tails = round(1 - kept.guess_heads);
    return kept;
  });
  const [technique, setTechnique] = useState(query.get("technique") ?? "maxmargin");
  const [isCode, setCode] = useState(false);
  const live = useLater(coinQuestion(coin), 40);
  const calm = useLater(coinQuestion(coin), 400);
  const { data, error, isLoading } = usePosted<SubgameAnswer>("/subgame/solve", { ...live, technique });
  const late = useLater({ coin, technique }, 300);
  useEffect(() => {
    const changed = SLIDERS.filter(({ key }) => late.coin[key] !== PAPER[key]).map(({ key }): [string, string] => [key, String(late.coin[key])]);
    go(`/subgame/coin_toss?${new URLSearchParams([...changed, ["technique", late.technique]])}`, "replace");
  }, [JSON.stringify(late)]);
  const move = (key: keyof Coin, value: number): void => {
    const next = { ...coin, [key]: value };
    const other = key === "guess_heads" ? "guess_tails" : key === "guess_tails" ? "guess_heads" : null;
    if (other && next.guess_heads + next.guess_tails > 1) next[other] = round(1 - value);
    setCoin(next);
  };
  const cut = data?.cuts[0];
  const answer = data?.answer?.["? Play"];
  return (
    <div class="screen">
      <Head onCode={() => setCode(true)} />
      <div class="split even">
        <section class="panel" aria-labelledby="blueprint">
          <div class="tools">
            <h2 id="blueprint">{say("sub.blueprint")}</h2>
            <button type="button" class="plain" onClick={() => setCoin(PAPER)}>
              {say("sub.paper")}
            </button>
          </div>
          <Figure coin={coin} />
          <div class="sliders">
            {SLIDERS.map(({ key, low, high }) => (
              <label key={key}>
                <span>{say(`sub.${key}` as Key)}</span>
                <input type="range" min={low} max={high} step={0.01} value={coin[key]} onInput={(event) => move(key, round(Number(event.currentTarget.value)))} />
                <output>{fixed(coin[key], 2)}</output>
              </label>
            ))}
          </div>
          <p class="muted small">{say("sub.forfeit", { share: fixed(1 - coin.guess_heads - coin.guess_tails, 2) })}</p>
        </section>
        <section class="panel" aria-labelledby="again" aria-busy={isLoading || JSON.stringify(live) !== JSON.stringify(coinQuestion(coin))}>
          <h2 id="again">{say("sub.again")}</h2>
          <Choice technique={technique} onChoose={setTechnique} />
          <Trouble error={error} />
          {data && cut && (
            <>
              <Figures answer={data} />
              <Bars cut={cut} />
              {answer && (
                <p class="small">
                  {say("sub.answer")}{" "}
                  {Object.entries(answer).map(([name, share]) => (
                    <span key={name} class="share p1">
                      {saidEntry(name)} <b>{fixed(share, 3)}</b>
                    </span>
                  ))}
                </p>
              )}
            </>
          )}
        </section>
      </div>
      <All question={calm} before={data?.loss_before ?? null} technique={technique} onChoose={setTechnique} />
      {isCode && (
        <Dialog title={say("code")} onClose={() => setCode(false)}>
          <Code label="Python" text={pythonOf(coinQuestion(coin), technique, coin)} />
        </Dialog>
      )}
    </div>
  );
}

function pythonOf(question: Question, technique: string, coin: Coin | null): string {
  const blueprint = coin
    ? `blueprint = tj.Strategy.from_dict(
    game.spec,
    [
        {"Heads": {"Sell": ${round(1 - coin.play_heads)}, "Play": ${coin.play_heads}}, "Tails": {"Sell": ${round(1 - coin.play_tails)}, "Play": ${coin.play_tails}}},
        {"? Play": {"Heads": ${coin.guess_heads}, "Tails": ${coin.guess_tails}, "Forfeit": ${round(1 - coin.guess_heads - coin.guess_tails)}}},
    ],
)`
    : `blueprint = tj.solve(game, "cfr+", iterations=${(question.blueprint as { iterations: number }).iterations}).strategy`;
  return `import tianji as tj

game = tj.load("${question.game}")
${blueprint}
cuts = tj.subgame.cuts(game, "${question.level}")
for report in tj.subgame.compare(game, blueprint, cuts, player=${question.player ?? 1}):
    print(report)  # among them ${technique}
`;
}

function Choice({ technique, onChoose }: { technique: string; onChoose: (name: string) => void }) {
  const say = useWords();
  const names = MAIN.includes(technique) ? MAIN : [...MAIN, technique];
  return (
    <div class="segments" role="group" aria-label={say("sub.technique")}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={technique === name} onClick={() => onChoose(name)}>
          {name}
        </button>
      ))}
    </div>
  );
}

function Figures({ answer }: { answer: SubgameAnswer }) {
  const say = useWords();
  const isWorse = (answer.loss_after ?? 0) > (answer.loss_before ?? 0) + 1e-9;
  return (
    <div>
      <dl class="facts">
        <Fact label={say("sub.before")} isMain>
          <span data-fact="before">{fixed(answer.loss_before, 4)}</span>
        </Fact>
        <Fact label={say("sub.after")} isMain>
          <span data-fact="after" class={isWorse ? "bad" : "good"}>
            {fixed(answer.loss_after, 4)}
          </span>
        </Fact>
        <Fact label={say("sub.margin")}>
          <span data-fact="margin">{fixed(answer.min_margin, 4)}</span>
        </Fact>
        <Fact label={say("sub.reach")}>
          <span data-fact="reach-margin">{fixed(answer.min_reach_margin, 4)}</span>
        </Fact>
      </dl>
      <p class="claim">
        <Told text={answer.claim} />
      </p>
    </div>
  );
}

/** What each of the opponent's hands gets: before, as the gadget promised, after; the margin beside it. */
function Bars({ cut }: { cut: CutAnswer }) {
  const say = useWords();
  const all = [...cut.cbv, ...cut.alt_value, ...cut.cbv_resolved, 0];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const width = high - low || 1;
  const x = (value: number): number => ((value - low) / width) * 100;
  const bar = (value: number): { left: string; width: string } => ({ left: `${Math.min(x(0), x(value))}%`, width: `${Math.max(0.6, Math.abs(x(value) - x(0)))}%` });
  return (
    <div class="margins" role="table" aria-label={say("sub.bars")}>
      <ul class="legend" aria-hidden="true">
        <li>
          <i class="before" /> {say("sub.cbv")}
        </li>
        <li>
          <i class="alternative" /> {say("sub.alternative")}
        </li>
        <li>
          <i class="after" /> {say("sub.resolved")}
        </li>
      </ul>
      {cut.entries.map((entry, k) => {
        const margin = cut.margin[k] ?? 0;
        const gift = cut.gift[k] ?? 0;
        return (
          <div key={entry} class="entry" role="row">
            <span role="rowheader" class="name">
              {saidEntry(entry)}
            </span>
            <span
              role="cell"
              class="track"
              aria-label={say("sub.entry", { before: fixed(cut.cbv[k], 4), alternative: fixed(cut.alt_value[k], 4), after: fixed(cut.cbv_resolved[k], 4), gift: fixed(gift, 4) })}
            >
              <i class="zero" style={{ left: `${x(0)}%` }} />
              <i class="bar-before" style={bar(cut.cbv[k] ?? 0)} />
              <i class="bar-after" style={bar(cut.cbv_resolved[k] ?? 0)} />
              <i class="mark" style={{ left: `${x(cut.alt_value[k] ?? 0)}%` }} />
            </span>
            <span role="cell" class={`margin ${margin < -1e-9 ? "bad" : "good"}`}>
              {fixed(margin, 4)}
              {gift > 1e-9 && <small> {say("sub.gift", { gift: fixed(gift, 3) })}</small>}
            </span>
          </div>
        );
      })}
    </div>
  );
}

function All({ question, before, technique, onChoose }: { question: Question; before: number | null; technique: string; onChoose: (name: string) => void }) {
  const say = useWords();
  const rows = useAsk<{ items: { title: string; is_safe: boolean }[] }>("/techniques", true);
  return (
    <section class="panel" aria-labelledby="all">
      <h2 id="all">{say("sub.all")}</h2>
      <Trouble error={rows.error} />
      <div class="scroll whole" tabIndex={0} role="group" aria-label={say("sub.all")}>
        <table class="data techniques">
          <thead>
            <tr>
              <th>{say("sub.technique")}</th>
              <th class="number">{say("sub.loss", { before: fixed(before, 4) })}</th>
              <th class="number">{say("sub.margin")}</th>
              <th class="number wide-only">{say("sub.gap")}</th>
              <th>{say("sub.safe")}</th>
            </tr>
          </thead>
          <tbody>
            {(rows.data?.items ?? []).map((row) => (
              <TechniqueRow key={row.title} question={question} title={row.title} isSafe={row.is_safe} isHere={row.title === technique} onChoose={onChoose} />
            ))}
          </tbody>
        </table>
      </div>
      <p class="muted small">{say("sub.safe.help")}</p>
    </section>
  );
}

function TechniqueRow({ question, title, isSafe, isHere, onChoose }: { question: Question; title: string; isSafe: boolean; isHere: boolean; onChoose: (name: string) => void }) {
  const say = useWords();
  const { data: last, error, isLoading } = usePosted<SubgameAnswer>("/subgame/solve", { ...question, technique: title });
  const data = isLoading ? null : last;
  const isWorse = (data?.loss_after ?? 0) > (data?.loss_before ?? 0) + 1e-9;
  return (
    <tr data-technique={title} aria-current={isHere ? "true" : undefined}>
      <td>
        <button type="button" class="link" lang="en" onClick={() => onChoose(title)}>
          {title}
        </button>
        {error && <small class="bad"> {error.message}</small>}
      </td>
      <td class={`number ${data ? (isWorse ? "bad" : "good") : ""}`}>{data ? fixed(data.loss_after, 4) : "…"}</td>
      <td class="number">{data ? fixed(data.min_margin, 4) : "…"}</td>
      <td class="number wide-only">{data ? small(data.gadget_gap) : "…"}</td>
      <td>{isSafe ? say("sub.yes") : say("sub.no")}</td>
    </tr>
  );
}

/** The trunk, the cut, and what each end pays player 0. */
function Figure({ coin }: { coin: Coin }) {
  const say = useWords();
  const worth = (value: number): string => (value > 0 ? `+${fixed(value, 2)}` : fixed(value, 2));
  return (
    <svg class="figure" viewBox="0 0 420 232" role="img" aria-label={say("sub.figure")}>
      <path class="cutline" d="M8 128H412" />
      <text class="axis" x="408" y="144" text-anchor="end">
        {say("sub.cut")}
      </text>
      <path class="edge" d="M210 22 110 66M210 22 310 66" />
      <path class="edge" d="M110 66 42 106M310 66 378 106" style={{ strokeWidth: `${1 + 3 * (1 - (coin.play_heads + coin.play_tails) / 2)}` }} />
      <path class="edge taken" d="M110 66 150 158" style={{ strokeWidth: `${1 + 5 * coin.play_heads}` }} />
      <path class="edge taken" d="M310 66 270 158" style={{ strokeWidth: `${1 + 5 * coin.play_tails}` }} />
      <path class="knows" d="M150 160H270" />
      <circle class="chance" cx="210" cy="20" r="9" />
      {([110, 310] as const).map((x) => (
        <circle key={x} class="node p0" cx={x} cy="66" r="10" />
      ))}
      {([150, 270] as const).map((x) => (
        <circle key={x} class="node p1" cx={x} cy="160" r="10" />
      ))}
      <text x="146" y="36" text-anchor="end">
        {say("sub.heads")} ½
      </text>
      <text x="274" y="36">{say("sub.tails")} ½</text>
      <text x="42" y="100" text-anchor="end" class="strong" dx="8" dy="18">
        {worth(coin.sell_heads)}
      </text>
      <text x="378" y="100" class="strong" dx="-8" dy="18">
        {worth(coin.sell_tails)}
      </text>
      <text x="66" y="80" text-anchor="end">
        {say("sub.sell")} {fixed(1 - coin.play_heads, 2)}
      </text>
      <text x="354" y="80">
        {say("sub.sell")} {fixed(1 - coin.play_tails, 2)}
      </text>
      <text x="140" y="112">
        {say("sub.play")} {fixed(coin.play_heads, 2)}
      </text>
      <text x="280" y="112" text-anchor="end">
        {say("sub.play")} {fixed(coin.play_tails, 2)}
      </text>
      <text x="210" y="154" text-anchor="middle">
        {say("sub.unseen")}
      </text>
      <path class="edge" d="M150 170 106 200M150 170 150 200M150 170 194 200M270 170 226 200M270 170 270 200M270 170 314 200" />
      {[150, 270].map((x) =>
        (["heads", "tails", "forfeit"] as const).map((name, k) => (
          <text key={name} class="axis" x={x - 30 + 30 * k + (k === 1 ? 4 : 0)} y="186" text-anchor={k === 0 ? "end" : "start"}>
            {say(`sub.letter.${name}`)}
          </text>
        )),
      )}
      {["−1", "+1", "+1"].map((text, k) => (
        <text key={k} class="strong" x={106 + 44 * k} y="216" text-anchor="middle">
          {text}
        </text>
      ))}
      {["+1", "−1", "+1"].map((text, k) => (
        <text key={k} class="strong" x={226 + 44 * k} y="216" text-anchor="middle">
          {text}
        </text>
      ))}
    </svg>
  );
}

/** Any small game, cut at a level. */
function Cut({ spec, query }: { spec: string; query: URLSearchParams }) {
  const say = useWords();
  useTitle(`${say("sub.title")}: ${spec}`);
  const levels = useAsk<{ items: { level: string; subgames: number; histories: number }[] }>(`/games/${encodeURIComponent(spec)}/cuts`, true);
  const [level, setLevel] = useState(query.get("level") ?? "");
  const [power, setPower] = useState(Math.log10(Number(query.get("iterations") ?? "20")) || 1.3);
  const [player, setPlayer] = useState(query.get("player") === "0" ? 0 : 1);
  const [technique, setTechnique] = useState(query.get("technique") ?? "reach-maxmargin");
  const [at, setAt] = useState(0);
  const [isCode, setCode] = useState(false);
  const iterations = Math.round(10 ** power);
  const known = levels.data?.items.map((item) => item.level) ?? [];
  const here = level || (known.includes("board") ? "board" : (known[known.length - 1] ?? ""));
  const cutAt = levels.data?.items.find((item) => item.level === here);
  const question: Question = { game: spec, level: here, player, blueprint: { method: "cfr+", iterations } };
  const live = useLater(question, 250);
  const { data, error, isLoading } = usePosted<SubgameAnswer>("/subgame/solve", live.level && known.includes(live.level) ? { ...live, technique } : null);
  useEffect(() => {
    if (here) go(`/subgame/${encodeURIComponent(spec)}?${new URLSearchParams({ level: here, iterations: String(live.blueprint && iterations), player: String(player), technique })}`, "replace");
  }, [JSON.stringify(live), technique]);
  const cut = data?.cuts[Math.min(at, (data?.cuts.length ?? 1) - 1)];
  return (
    <div class="screen">
      <Head onCode={() => setCode(true)} />
      <Trouble error={levels.error} />
      <div class="split even">
        <section class="panel" aria-labelledby="blueprint">
          <h2 id="blueprint">
            {spec}: {say("sub.blueprint")}
          </h2>
          <div class="sliders">
            <label>
              <span>{say("sub.iterations")}</span>
              <input type="range" min={0} max={4} step={0.05} value={power} onInput={(event) => setPower(Number(event.currentTarget.value))} />
              <output>{count(iterations)}</output>
            </label>
          </div>
          <label class="inline">
            <span class="small muted">{say("sub.level")}</span>
            <select class="button" value={here} onChange={(event) => (setLevel(event.currentTarget.value), setAt(0))}>
              {(levels.data?.items ?? []).map((item) => (
                <option key={item.level} value={item.level}>
                  {item.level}
                </option>
              ))}
            </select>
            {cutAt && <span class="small muted">{say("sub.level.size", { n: count(cutAt.subgames), histories: count(cutAt.histories) })}</span>}
          </label>
          <div class="segments" role="group" aria-label={say("sub.player")}>
            {[0, 1].map((who) => (
              <button key={who} type="button" aria-pressed={player === who} onClick={() => setPlayer(who)}>
                {say("sub.resolver", { n: who })}
              </button>
            ))}
          </div>
          <p class="muted small">{say("sub.blueprint.help")}</p>
        </section>
        <section class="panel" aria-labelledby="again" aria-busy={isLoading}>
          <h2 id="again">{say("sub.again")}</h2>
          <Choice technique={technique} onChoose={setTechnique} />
          <Trouble error={error} />
          {!data && !error && <p class="muted">{say("working")}</p>}
          {data && <Figures answer={data} />}
          {data && cut && (
            <>
              <label class="inline">
                <span class="small muted">{say("sub.one", { n: data.subgames })}</span>
                <select class="button" value={String(at)} onChange={(event) => setAt(Number(event.currentTarget.value))}>
                  {data.cuts.map((each, k) => (
                    <option key={k} value={String(k)}>
                      {each.label}
                    </option>
                  ))}
                </select>
              </label>
              <Bars cut={cut} />
            </>
          )}
        </section>
      </div>
      {live.level && known.includes(live.level) && <All question={live} before={data?.loss_before ?? null} technique={technique} onChoose={setTechnique} />}
      {isCode && (
        <Dialog title={say("code")} onClose={() => setCode(false)}>
          <Code label="Python" text={pythonOf(question, technique, null)} />
        </Dialog>
      )}
    </div>
  );
}
