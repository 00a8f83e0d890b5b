// The project's documents: found by words, read here; Markdown becomes parts of the page, never a page of its own.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useAsk } from "../api";
import { Code, Trouble, useLater } from "../parts/basic";
import { go } from "../router";
import { useWords } from "./words";

interface Item {
  name: string;
  title: string;
  language: string;
  piece: string;
}

export function Documents({ name, asked }: { name: string; asked: string }) {
  const say = useWords();
  const [text, setText] = useState(asked);
  const late = useLater(text, 200);
  const list = useAsk<{ items: Item[] }>(`/docs?${new URLSearchParams({ q: late.trim() })}`, true);
  const found = useAsk<Item & { text: string }>(name ? `/docs/${encodeURIComponent(name)}` : null, true);
  const box = useRef<HTMLElement>(null);
  const to = (doc: string): string => `/help?${new URLSearchParams({ doc })}`;
  useEffect(() => {
    if (name && found.data) box.current?.scrollIntoView({ block: "start" });
  }, [name, found.data !== null]);
  return (
    <section class="panel" aria-labelledby="docs" ref={box}>
      <div class="tools">
        <h2 id="docs">{say("help.docs")}</h2>
        {name ? (
          <a class="button" href="/help">
            {say("help.docs.back")}
          </a>
        ) : (
          <input type="search" aria-label={say("help.docs.find")} placeholder={say("help.docs.find")} value={text} onInput={(event) => (setText(event.currentTarget.value), go("/help", "replace"))} />
        )}
      </div>
      <Trouble error={list.error ?? (name ? found.error : null)} />
      {name ? (
        found.data?.name === name && (
          <div class="document" lang={found.data.language === "zh" ? "zh-CN" : "en"}>
            <Markdown text={found.data.text} name={name} to={to} />
          </div>
        )
      ) : (
        <>
          <p class="muted small">{say("help.docs.help")}</p>
          <ul class="found documents" aria-live="polite">
            {(list.data?.items ?? []).map((item) => (
              <li key={item.name} lang={item.language === "zh" ? "zh-CN" : "en"}>
                <a href={to(item.name)}>{item.title}</a>
                {item.piece && <small class="muted">… {item.piece} …</small>}
              </li>
            ))}
          </ul>
          {list.data && !list.data.items.length && <p class="muted">{say("help.docs.none")}</p>}
        </>
      )}
    </section>
  );
}

const INLINE = /(`[^`]+`)|\*\*([^*]+)\*\*|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)\s]+)\)/;

/** Where a link of a document leads here: another document, or nothing. */
function target(href: string, from: string): string | null {
  const [path = "", ] = href.split("#");
  if (!path.endsWith(".md") || /^\w+:/.test(path)) return null;
  const parts = from.startsWith("games-") ? ["games"] : [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "docs") parts.push(part);
  }
  return parts.join("-").replace(/\.md$/, "").replaceAll(".", "-").toLowerCase();
}

function Line({ text, name, to }: { text: string; name: string; to: (doc: string) => string }): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let rest = text;
  for (let found = INLINE.exec(rest); found; found = INLINE.exec(rest)) {
    const [whole, code, strong, picture, label, href] = found;
    parts.push(rest.slice(0, found.index));
    if (code) parts.push(<code>{code.slice(1, -1)}</code>);
    else if (strong) parts.push(<b>{strong}</b>);
    else if (picture !== undefined) parts.push(picture && <em>{picture}</em>);
    else {
      const doc = target(href ?? "", name);
      const inner = <Line text={label ?? ""} name={name} to={to} />;
      parts.push(doc === null ? inner : <a href={to(doc)}>{inner}</a>);
    }
    rest = rest.slice(found.index + whole.length);
  }
  return <>{[...parts, rest]}</>;
}

/** Headings, paragraphs, lists, tables and code; what else Markdown knows is shown as it is written. */
function Markdown({ text, name, to }: { text: string; name: string; to: (doc: string) => string }) {
  const line = (words: string) => <Line text={words} name={name} to={to} />;
  const parts: ComponentChildren[] = [];
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  for (let i = 0; i < lines.length; ) {
    const now = lines[i] ?? "";
    const block = (fits: (each: string) => boolean): string[] => {
      const start = i;
      while (i < lines.length && fits(lines[i] ?? "")) i++;
      return lines.slice(start, i);
    };
    if (!now.trim()) i++;
    else if (now.startsWith("```")) {
      i++;
      const inside = block((each) => !each.startsWith("```"));
      i++;
      parts.push(<Code label={now.slice(3)} text={inside.join("\n")} />);
    } else if (/^#{1,6} /.test(now)) {
      i++;
      const words = line(now.replace(/^#+ /, ""));
      parts.push(now.startsWith("# ") || now.startsWith("## ") ? <h3 class="large">{words}</h3> : <h4>{words}</h4>);
    } else if (now.startsWith("|")) {
      const rows = block((each) => each.startsWith("|")).map((row) => row.replace(/^\||\|\s*$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|")));
      const [head = [], , ...body] = rows;
      parts.push(
        <div class="scroll plain-scroll" tabIndex={0} role="group" aria-label={head.join(", ")}>
          <table class="data">
            <thead>
              <tr>
                {head.map((cell, k) => (cell ? <th key={k}>{line(cell)}</th> : <td key={k} />))}
              </tr>
            </thead>
            <tbody>
              {body.map((row, r) => (
                <tr key={r}>
                  {row.map((cell, k) => (
                    <td key={k}>{line(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>,
      );
    } else if (/^\s*([-*]|\d+\.) /.test(now)) {
      const items: string[] = [];
      for (const each of block((row) => row.trim() !== "" && (/^\s*([-*]|\d+\.) /.test(row) || /^\s{2,}/.test(row)))) {
        if (/^\s*([-*]|\d+\.) /.test(each)) items.push(each.replace(/^\s*([-*]|\d+\.) /, ""));
        else items.push(`${items.pop() ?? ""} ${each.trim()}`);
      }
      const inside = items.map((item, k) => <li key={k}>{line(item)}</li>);
      parts.push(/^\s*\d/.test(now) ? <ol>{inside}</ol> : <ul class="dots">{inside}</ul>);
    } else parts.push(<p>{line(block((each) => each.trim() !== "" && !/^(```|#{1,6} |\|)/.test(each)).join(" "))}</p>);
  }
  return <>{parts}</>;
}
