// The curve of a run: exploitability by iterations or seconds, both axes logarithmic, with guides, target, and a table.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Point } from "../api";
import { count, duration, power, small } from "../pure/format";
import { logScale } from "../pure/scale";
import { useWords } from "../text";

export interface Line {
  name: string;
  points: Point[];
}
type Axis = "iterations" | "seconds";

function label(value: number): string {
  const exponent = Math.round(Math.log10(value));
  return exponent >= 0 && exponent <= 3 ? String(10 ** exponent) : power(exponent);
}

export function Curve({ lines, target, axis }: { lines: Line[]; target: number | undefined; axis: Axis }) {
  const say = useWords();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const [cursor, setCursor] = useState<number | null>(null);
  useEffect(() => {
    if (!box.current) return;
    const watcher = new ResizeObserver(([entry]) => entry && setWidth(Math.max(260, entry.contentRect.width)));
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, []);
  const height = Math.round(Math.min(420, Math.max(240, width * 0.5)));
  const pad = { left: 52, right: 14, top: 14, bottom: 40 };
  const drawn = lines.map((line) => ({ ...line, points: line.points.filter((point) => point.exploitability > 0 && point[axis] > 0) }));
  const first = drawn[0]?.points ?? [];
  const all = drawn.flatMap((line) => line.points);
  const x = logScale(all.map((point) => point[axis]), pad.left, width - pad.right);
  const y = logScale([...all.map((point) => point.exploitability), ...(target ? [target * 0.8] : [])], height - pad.bottom, pad.top);
  const path = (points: Point[]): string =>
    points.map((point, i) => `${i ? "L" : "M"}${x.at(point[axis]).toFixed(1)} ${y.at(point.exploitability).toFixed(1)}`).join("");
  const start = first[0];
  const guide = (slope: number): string => {
    if (!start) return "";
    const end = Math.min(x.high, start[axis] * (start.exploitability / y.low) ** (1 / slope));
    const value = start.exploitability * (start[axis] / end) ** slope;
    return `M${x.at(start[axis]).toFixed(1)} ${y.at(start.exploitability).toFixed(1)}L${x.at(end).toFixed(1)} ${y.at(value).toFixed(1)}`;
  };
  const at = cursor === null ? null : (first[Math.min(cursor, first.length - 1)] ?? null);
  const last = first[first.length - 1];
  const onMove = (event: PointerEvent): void => {
    const place = event.clientX - (event.currentTarget as Element).getBoundingClientRect().left;
    let best = 0;
    first.forEach((point, i) => {
      if (Math.abs(x.at(point[axis]) - place) < Math.abs(x.at(first[best]?.[axis] ?? 1) - place)) best = i;
    });
    setCursor(first.length ? best : null);
  };
  const onKey = (event: KeyboardEvent): void => {
    const now = cursor ?? first.length - 1;
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: first.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCursor(Math.max(0, Math.min(first.length - 1, next)));
  };
  const words = last
    ? say("curve.label", { n: first.length, iterations: count(last.iterations), gap: small(last.exploitability) })
    : say("curve.none");
  return (
    <div class="curve" ref={box}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={words}
        tabIndex={0}
        onPointerMove={onMove}
        onPointerLeave={() => setCursor(null)}
        onKeyDown={onKey}
        onBlur={() => setCursor(null)}
      >
        {y.ticks.map((tick) => (
          <g key={`y${tick.value}`}>
            <line class={tick.isMajor ? "grid" : "grid minor"} x1={pad.left} x2={width - pad.right} y1={tick.at} y2={tick.at} />
            {tick.isMajor && (
              <text class="tick" x={pad.left - 8} y={tick.at + 4} text-anchor="end">
                {label(tick.value)}
              </text>
            )}
          </g>
        ))}
        {x.ticks.map((tick) => (
          <g key={`x${tick.value}`}>
            <line class={tick.isMajor ? "grid" : "grid minor"} x1={tick.at} x2={tick.at} y1={pad.top} y2={height - pad.bottom} />
            {tick.isMajor && (
              <text class="tick" x={tick.at} y={height - pad.bottom + 18} text-anchor="middle">
                {label(tick.value)}
              </text>
            )}
          </g>
        ))}
        <text class="tick name" x={(pad.left + width - pad.right) / 2} y={height - 4} text-anchor="middle">
          {axis === "iterations" ? say("curve.iterations") : say("curve.seconds")}
        </text>
        {start && axis === "iterations" && first.length > 2 && (
          <g>
            <path class="guide" d={guide(0.5)} />
            <path class="guide" d={guide(1)} />
          </g>
        )}
        {target !== undefined && target >= y.low && target <= y.high && (
          <g>
            <line class="target" x1={pad.left} x2={width - pad.right} y1={y.at(target)} y2={y.at(target)} />
            <text class="tick target" x={pad.left + 6} y={y.at(target) - 6}>
              {say("curve.target", { value: small(target) })}
            </text>
          </g>
        )}
        {drawn.map((line, i) => (
          <path key={line.name} class={`series s${i % 4}`} d={path(line.points)} />
        ))}
        {last && !at && <circle class="head" cx={x.at(last[axis])} cy={y.at(last.exploitability)} r="4" />}
        {at && (
          <g>
            <line class="cursor" x1={x.at(at[axis])} x2={x.at(at[axis])} y1={pad.top} y2={height - pad.bottom} />
            <circle class="head" cx={x.at(at[axis])} cy={y.at(at.exploitability)} r="5" />
          </g>
        )}
      </svg>
      <p class="reading" aria-live="polite">
        {at
          ? say("curve.reading", { iterations: count(at.iterations), seconds: duration(at.seconds), gap: small(at.exploitability) })
          : first.length
            ? say("curve.guides")
            : say("curve.none")}
      </p>
    </div>
  );
}

export function CurveTable({ points }: { points: Point[] }) {
  const say = useWords();
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={say("curve.table")}>
      <table class="data">
        <thead>
          <tr>
            <th class="number">{say("curve.iterations")}</th>
            <th class="number">{say("run.time")}</th>
            <th class="number">{say("exploitability")}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.iterations}>
              <td class="number">{count(point.iterations)}</td>
              <td class="number">{duration(point.seconds)}</td>
              <td class="number">{small(point.exploitability)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
