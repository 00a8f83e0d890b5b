// What the page of a run has whatever its kind: the curve, the files, what its process wrote.
import { useState } from "preact/hooks";
import { useAsk, type Point } from "../api";
import { bytes } from "../pure/format";
import { useWords, type Key } from "../text";
import { Empty, Trouble } from "./basic";
import { Curve, CurveTable } from "./Curve";
import { Export } from "./Export";
import { Icon } from "./icons";

/** The curve, live or as it was; `hasKey`: whether the letter t shows its table. */
export function CurveTab({ id, points, target, isRunning, hasKey = true }: { id: string; points: Point[]; target: number | undefined; isRunning: boolean; hasKey?: boolean }) {
  const say = useWords();
  const [axis, setAxis] = useState<"iterations" | "seconds">("iterations");
  const [isTable, setTable] = useState(false);
  if (!points.length && !isRunning) return <Empty title={say("curve.none")} />;
  return (
    <>
      <div class="tools">
        <div class="segments" role="group" aria-label={say("curve.axis")}>
          {(["iterations", "seconds"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={axis === name} onClick={() => setAxis(name)}>
              {name === "iterations" ? say("curve.iterations") : say("curve.seconds")}
            </button>
          ))}
        </div>
        <button type="button" class="button" data-key={hasKey ? "t" : undefined} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {say("curve.astable")}
        </button>
        <Export name={`${id}-curve`} csv={() => [["iterations", "seconds", "exploitability"], ...points.map((point) => [point.iterations, point.seconds, point.exploitability])]} {...(isTable ? {} : { of: ".curve svg" })} />
      </div>
      {isTable ? <CurveTable points={points} /> : <Curve lines={[{ name: id, points }]} target={target} axis={axis} />}
    </>
  );
}

/** Its files, each to be taken away. */
export function FilesTab({ id, stamp }: { id: string; stamp: string }) {
  const say = useWords();
  const { data, error } = useAsk<{ items: { name: string; bytes: number }[] }>(`/runs/${id}/files?seen=${encodeURIComponent(stamp)}`);
  const about: Record<string, Key> = {
    "result.safetensors": "files.strategy",
    "result.tianji": "files.solve",
    "report.csv": "files.report",
    "result.json": "files.json",
    "events.jsonl": "files.events",
    "log.txt": "files.log",
  };
  return (
    <>
      <Trouble error={error} />
      <ul class="rows files">
        {data?.items.map((file) => (
          <li key={file.name} class="row">
            <span class="what">
              <strong>{file.name}</strong>
              <small>{say(about[file.name] ?? "files.json")}</small>
            </span>
            <span class="muted">{bytes(file.bytes)}</span>
            <a class="button" href={`/api/v1/runs/${id}/files/${file.name}`} download aria-label={say("files.take", { name: file.name })}>
              <Icon name="down" />
              {say("files.download")}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What its process wrote. */
export function LogTab({ id, stamp }: { id: string; stamp: string }) {
  const say = useWords();
  const { data, error } = useAsk<{ text: string }>(`/runs/${id}/log?seen=${encodeURIComponent(stamp)}`);
  return (
    <>
      <Trouble error={error} />
      {data &&
        (data.text ? (
          <pre class="log" tabIndex={0}>
            {data.text}
          </pre>
        ) : (
          <Empty title={say("log.none")} />
        ))}
    </>
  );
}
