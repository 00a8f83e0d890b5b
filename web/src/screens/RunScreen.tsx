// A run: its proof, its curve while it falls, the strategy that came of it, its files.
import { useEffect, useState } from "preact/hooks";
import { useAsk, type Infoset, type Page, type Run } from "../api";
import { Code, Empty, Fact, useLater, useTitle } from "../parts/basic";
import { Damaged } from "../parts/Damaged";
import { Icon } from "../parts/icons";
import { NoRun, RunFrame, Source, useRun } from "../parts/RunFrame";
import { gapOf, left } from "../parts/RunRow";
import { CurveTab, FilesTab, LogTab } from "../parts/RunTabs";
import { ago, bytes, count, duration, fixed, percent, small } from "../pure/format";
import { asCommand, asPython } from "../pure/spec";
import { go } from "../router";
import { language, useStore } from "../store";
import { useWords, type Key } from "../text";

const TABS = ["curve", "strategy", "files", "log", "code"] as const;
type Tab = (typeof TABS)[number];

export function RunScreen({ id, query }: { id: string; query: URLSearchParams }) {
  const say = useWords();
  const spoken = useStore(language);
  const { run, points, error } = useRun<Run>(id);
  const isElsewhere = run !== null && run.kind !== "solve" && run.body.game === undefined;
  useEffect(() => {
    if (isElsewhere) go(`/holdem/${id}`, "replace");
  }, [isElsewhere]);
  const wanted = query.get("tab");
  const tab: Tab = TABS.find((each) => each === wanted) ?? "curve";
  useTitle(run ? run.name || run.body.game : say("nav.runs"));
  if (!run || isElsewhere) return <NoRun error={error} />;
  const again = new URLSearchParams(Object.entries(run.body).filter(([key, value]) => key !== "game" && value !== undefined && value !== null && key !== "merge").map(([key, value]) => [key, String(value)]));
  return (
    <RunFrame
      run={run}
      title={run.name || run.body.game}
      lead={
        <>
          <code>{run.body.game}</code> · <code>{run.body.method}</code> · {ago(run.created, spoken)}
        </>
      }
      again={`/solve/${encodeURIComponent(run.body.game)}?${again}`}
      controls={
        <>
          {run.result !== null && run.result.iterations > 0 && (
            <a class="button" href={`/runs/${id}/time`}>
              <Icon name="solve" />
              {say("run.time.travel")}
            </a>
          )}
          {run.result !== null && (
            <a class="button" href={`/tree/${encodeURIComponent(run.body.game)}?run=${id}`}>
              {say("run.tree")}
            </a>
          )}
          <a class="button" data-key="c" href={`/runs?compare=${id}`}>
            {say("run.compare")}
          </a>
        </>
      }
    >
      {run.state === "running" && run.progress?.message && <p class="banner">{run.progress.message}</p>}
      <Proof run={run} />
      <nav class="tabs" aria-label={say("run.tabs")}>
        {TABS.map((each) => (
          <a key={each} data-key={each === "code" ? "y" : undefined} aria-current={tab === each ? "page" : undefined} href={`/runs/${id}${each === "curve" ? "" : `?tab=${each}`}`}>
            {say(`tab.${each}`)}
          </a>
        ))}
      </nav>
      <section class="panel tab" aria-label={say(`tab.${tab}`)}>
        {tab === "curve" && (run.body.method === "lp" ? <Empty title={say("curve.lp")} /> : <CurveTab id={id} points={points} target={run.body.until} isRunning={run.state === "running"} />)}
        {tab === "strategy" && <StrategyTab run={run} />}
        {tab === "files" && <FilesTab id={id} stamp={run.changed} />}
        {tab === "log" && <LogTab id={id} stamp={run.changed} />}
        {tab === "code" && (
          <>
            <p class="muted small">{say("code.lead")}</p>
            <Code label="Python" text={asPython(run.body)} />
            <Code label={say("code.shell")} text={asCommand(run.body)} />
          </>
        )}
      </section>
    </RunFrame>
  );
}

function Proof({ run }: { run: Run }) {
  const say = useWords();
  const { result, progress } = run;
  const gap = gapOf(run);
  const isLive = run.state === "running";
  const share = progress?.total ? Math.min(1, progress.done / progress.total) : null;
  return (
    <section class="proof" aria-label={say("proof.label")}>
      <dl class="facts">
        <Fact label={say("exploitability")} isMain>
          <span data-fact="exploitability">{result && result.exploitability === null ? say("proof.unknown") : small(gap)}</span>
        </Fact>
        {result?.values.map((value, player) => (
          <Fact key={player} label={say("proof.value", { player })}>
            <span data-fact={`value-${player}`}>{fixed(value, 5)}</span>
          </Fact>
        ))}
        <Fact label={say("curve.iterations")}>{count(result?.iterations ?? progress?.done ?? run.last?.iterations)}</Fact>
        <Fact label={say("run.time")}>{duration(result?.seconds ?? progress?.seconds ?? run.last?.seconds)}</Fact>
        {isLive && progress ? (
          <>
            <Fact label={say("run.rate")}>{progress.rate ? `${count(progress.rate)}/s` : "–"}</Fact>
            <Fact label={say("run.left.label")}>{left(run) ?? "–"}</Fact>
            <Fact label={say("games.memory")}>{bytes(progress.rss)}</Fact>
          </>
        ) : (
          <>
            {result && <Fact label={say("proof.stopped")}>{say(`stopped.${result.stopped}` as Key)}</Fact>}
            {result && result.seed !== null && <Fact label={say("solve.seed")}>{result.seed}</Fact>}
            {result && <Fact label={say("solve.method").toLowerCase()}>{result.method}</Fact>}
            <Source run={run} />
          </>
        )}
      </dl>
      {isLive && (
        <div class={share === null ? "bar open" : "bar"} role="progressbar" aria-label={say("run.progress")} {...(share === null ? {} : { "aria-valuenow": Math.round(share * 100), "aria-valuemin": 0, "aria-valuemax": 100 })}>
          <div style={{ width: share === null ? "100%" : `${share * 100}%` }} />
        </div>
      )}
      <p class="claim">
        {result ? (result.stopped === "exact" ? say("proof.exact") : say("proof.claim", { players: result.players })) : say("proof.live")}
        {result?.note && <span lang="en">{` ${result.note.charAt(0).toUpperCase()}${result.note.slice(1)}.`}</span>}
        {result?.unsaved && <span class="bad"> {result.unsaved}</span>}
      </p>
    </section>
  );
}

function StrategyTab({ run }: { run: Run }) {
  const say = useWords();
  const [text, setText] = useState("");
  const [player, setPlayer] = useState<number | null>(null);
  const [limit, setLimit] = useState(50);
  const [sort, setSort] = useState<["reach" | "value" | "infoset", boolean]>(["reach", false]);
  const late = useLater(text, 200);
  const head = (key: "reach" | "value" | "infoset", name: string, isNumber = true) => (
    <th class={isNumber ? "number" : ""} aria-sort={sort[0] === key ? (sort[1] ? "ascending" : "descending") : "none"}>
      <button type="button" class="plain sort" title={say("strategy.sort", { column: name })} onClick={() => setSort([key, sort[0] === key ? !sort[1] : key === "infoset"])}>
        {name}
      </button>
    </th>
  );
  const isReady = run.result !== null;
  const query = new URLSearchParams({ q: late, limit: String(limit), seen: run.changed, sort: sort[0], low: String(sort[1]) });
  if (player !== null) query.set("player", String(player));
  const { data, error, isLoading } = useAsk<Page<Infoset>>(isReady ? `/runs/${run.id}/infosets?${query}` : null);
  // keys first: the words of a game are looked up in its tree
  const said = useAsk<Page<Infoset>>(data ? `/runs/${run.id}/infosets?${query}&words=true` : null).data;
  const words = new Map((said?.items ?? []).map((row) => [`${row.player} ${row.infoset}`, row]));
  if (!isReady) return <Empty title={say("strategy.none")} />;
  return (
    <>
      <div class="tools">
        <input type="search" aria-label={say("strategy.search")} placeholder={say("strategy.search")} value={text} onInput={(event) => (setText(event.currentTarget.value), setLimit(50))} />
        <div class="segments" role="group" aria-label={say("strategy.player")}>
          <button type="button" aria-pressed={player === null} onClick={() => setPlayer(null)}>
            {say("strategy.all")}
          </button>
          {Array.from({ length: run.result?.players ?? 2 }, (_, i) => (
            <button key={i} type="button" aria-pressed={player === i} onClick={() => setPlayer(i)}>
              {say("player", { n: i })}
            </button>
          ))}
        </div>
      </div>
      <Damaged error={error} run={run.id} />
      {data && (
        <p class="muted small" aria-live="polite">
          {say("strategy.count", { shown: data.items.length, total: count(data.total ?? 0) })}
        </p>
      )}
      {isLoading && !data && <p class="muted">{say("loading")}</p>}
      {data && (
        <div class="scroll" tabIndex={0} role="group" aria-label={say("strategy.infoset")}>
          <table class="data strategy">
            <thead>
              <tr>
                {head("infoset", say("strategy.infoset"), false)}
                {head("reach", say("strategy.reach"))}
                {head("value", say("strategy.value"))}
                <th>{say("strategy.plays")}</th>
              </tr>
            </thead>
            <tbody>
              {data.items.map((row) => (
                <InfosetRow key={`${row.player} ${row.infoset}`} row={{ ...row, ...words.get(`${row.player} ${row.infoset}`) }} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.next !== null && limit < 500 && (
        <p>
          <button type="button" class="button" onClick={() => setLimit(Math.min(500, limit + 100))}>
            {say("strategy.more")}
          </button>
        </p>
      )}
    </>
  );
}

function InfosetRow({ row }: { row: Infoset }) {
  const say = useWords();
  const actions = Object.entries(row.actions);
  return (
    <tr>
      <td>
        <span class={`seat p${row.player % 4}`}>{say("player", { n: row.player })}</span> <code>{row.infoset}</code>
        {row.count > 1 && <small class="muted"> ×{row.count}</small>}
        {row.told && (
          <small class="said" lang="en">
            {row.told}
          </small>
        )}
      </td>
      <td class="number">{row.reach === null ? "–" : percent(row.reach)}</td>
      <td class="number">{fixed(row.value)}</td>
      <td class="mix">
        <div class="mixbar" aria-hidden="true">
          {actions.map(([name, share], i) => (share > 0.002 ? <span key={name} class={`a${i % 6}`} style={{ flexGrow: share }} /> : null))}
        </div>
        <span class="mixtext">
          {actions.map(([name, share], i) => (
            <span key={name} class="act">
              <i class={`a${i % 6}`} aria-hidden="true" />
              <code>{name}</code>
              {row.texts?.[i] && row.texts[i] !== name && (
                <span class="muted" lang="en">
                  {row.texts[i]}
                </span>
              )}{" "}
              {percent(share)}
            </span>
          ))}
        </span>
      </td>
    </tr>
  );
}
