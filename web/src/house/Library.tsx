// Library: everything that is kept, to be opened, renamed, taken away or deleted.
import { useState } from "preact/hooks";
import { ask, useAsk } from "../api";
import { Dialog, Empty, Trouble, useTitle } from "../parts/basic";
import { Drop, openKept } from "../parts/Drop";
import { offer } from "../parts/Export";
import { Icon } from "../parts/icons";
import { toldSpot } from "../parts/Told";
import { ago, bytes } from "../pure/format";
import { language, useStore } from "../store";
import { useWords as useFrameWords } from "../text";
import { useWords, type Key as HouseKey } from "./words";

const KINDS = ["solve", "holdem", "report", "review", "deck", "table"] as const;
interface Item {
  kind: (typeof KINDS)[number];
  id: string;
  name: string;
  about: string;
  file: string | null;
  created: string;
  bytes: number;
}
interface Shelves {
  items: Item[];
  bytes: number;
  /** Files that the reader has put into the workspace's folder, told by their headers. */
  files: { name: string; kind: string; about: string; problem: string; bytes?: number }[];
  trash: { items: number; bytes: number };
}

const KNOWN = new Set(["efg", "nfg", "strategy", "holdem-solve", "tablebase", "ending", "book", "checkpoint"]);
const openOf = ({ kind, id }: Item): string => (kind === "deck" ? `/train/${id}` : kind === "table" ? `/play/${id}` : kind === "solve" ? `/runs/${id}` : `/holdem/${id}`);
const partOf = ({ kind, id }: Item): string => (kind === "deck" ? `/decks/${id}` : kind === "table" ? `/tables/${id}` : `/runs/${id}`);

/** Ranges that are kept as text files: put into a spot from here, taken away, thrown away. */
function Ranges({ text, onRefused }: { text: string; onRefused: (error: Error) => void }) {
  const say = useWords();
  const [seen, setSeen] = useState(0);
  const kept = useAsk<{ items: { folder: string; name: string; text: string }[] }>(`/ranges?seen=${seen}`).data?.items ?? [];
  const found = kept.filter((range) => `${range.folder}/${range.name}`.toLowerCase().includes(text.toLowerCase()));
  if (!found.length) return null;
  return (
    <section aria-labelledby="ranges">
      <h2 id="ranges">{say("library.ranges")}</h2>
      <ul class="rows files">
        {found.map(({ folder, name, text: range }) => {
          const title = folder ? `${folder}/${name}` : name;
          return (
            <li key={title} class="row">
              <span class="what">
                <strong>{title}</strong>
                <small>
                  <code>{range.length > 60 ? `${range.slice(0, 60)}…` : range}</code>
                </small>
              </span>
              <span class="actions">
                {range.length < 1500 &&
                  (["oop", "ip"] as const).map((seat) => (
                    <a key={seat} class="button" href={`/holdem/new?${new URLSearchParams({ [seat]: range })}`}>
                      {say("library.use", { seat: seat.toUpperCase() })}
                    </a>
                  ))}
                <button type="button" class="button quiet" aria-label={say("library.export", { name: title })} title={say("library.export", { name: title })} onClick={() => offer(`${name}.txt`, new Blob([`${range}\n`], { type: "text/plain" }))}>
                  <Icon name="down" />
                </button>
                <button type="button" class="button quiet" aria-label={say("library.delete", { name: title })} title={say("library.delete", { name: title })} onClick={() => void ask("/ranges", { method: "DELETE", body: { folder, name } }).then(() => setSeen((n) => n + 1), onRefused)}>
                  <Icon name="trash" />
                </button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function Library() {
  const say = useWords();
  const frame = useFrameWords();
  const spoken = useStore(language);
  useTitle(frame("nav.library"));
  const [seen, setSeen] = useState(0); // asked again when something was changed here
  const { data, error } = useAsk<Shelves>(`/library?seen=${seen}`);
  const [kind, setKind] = useState<Item["kind"] | "">("");
  const [text, setText] = useState("");
  const [doing, setDoing] = useState<{ what: "rename" | "delete" | "empty"; item?: Item; file?: string } | null>(null);
  const [refused, setRefused] = useState<Error | null>(null);
  const found = (data?.items ?? []).filter((item) => (!kind || item.kind === kind) && `${item.name} ${item.about}`.toLowerCase().includes(text.toLowerCase()));
  const end = (work: Promise<unknown>): void => {
    setDoing(null);
    setRefused(null);
    work.then(() => setSeen((n) => n + 1), setRefused);
  };
  const take = async (item: Item): Promise<void> => {
    setRefused(null);
    try {
      const made = await ask<{ file: string; text: string }>(`${partOf(item)}/file`);
      offer(`${item.id}-${made.file}`, new Blob([made.text], { type: "text/plain" }));
    } catch (problem) {
      setRefused(problem as Error);
    }
  };
  return (
    <div class="screen">
      <div class="head">
        <div>
          <h1 tabIndex={-1}>{frame("nav.library")}</h1>
          <p class="lead">{data ? say("library.lead", { n: data.items.length, size: bytes(data.bytes) }) : frame("loading")}</p>
        </div>
      </div>
      <Trouble error={error ?? refused} />
      <div class="tools">
        <input type="search" aria-label={say("library.find")} placeholder={say("library.find")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <div class="segments" role="group" aria-label={say("library.kinds")}>
          {(["", ...KINDS] as const).map((name) => (
            <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
              {name ? say(`library.${name}`) : say("library.all")}
            </button>
          ))}
        </div>
      </div>
      {data && !data.items.length && (
        <Empty title={say("library.none")}>
          <a href="/solve">{say("library.none.go")}</a>
        </Empty>
      )}
      {data && data.items.length > 0 && !found.length && <p class="muted">{frame("nothing")}</p>}
      {found.length > 0 && (
        <ul class="rows files library">
          {found.map((item) => {
            const name = toldSpot(item.name || item.about);
            return (
              <li key={item.kind + item.id} class="row" data-item={item.id}>
                <a class="what" href={openOf(item)}>
                  <strong>{name}</strong>
                  <small>
                    {say(`library.${item.kind}`)} · <code>{toldSpot(item.about)}</code> · {ago(item.created, spoken)}
                  </small>
                </a>
                <span class="muted">{bytes(item.bytes)}</span>
                <span class="actions">
                  {item.file && (
                    <a class="button quiet" href={`/api/v1/runs/${item.id}/files/${item.file}`} download aria-label={say("library.export", { name })} title={say("library.export", { name })}>
                      <Icon name="down" />
                    </a>
                  )}
                  {(item.kind === "deck" || item.kind === "table") && (
                    <button type="button" class="button quiet" aria-label={say("library.export", { name })} title={say("library.export", { name })} onClick={() => void take(item)}>
                      <Icon name="down" />
                    </button>
                  )}
                  {item.kind !== "table" && (
                    <button type="button" class="button quiet" aria-label={say("library.rename", { name })} title={say("library.rename", { name })} onClick={() => setDoing({ what: "rename", item })}>
                      <Icon name="pen" />
                    </button>
                  )}
                  <button type="button" class="button quiet" aria-label={say("library.delete", { name })} title={say("library.delete", { name })} onClick={() => setDoing({ what: "delete", item })}>
                    <Icon name="trash" />
                  </button>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <Ranges text={text} onRefused={setRefused} />
      {data && data.files.length > 0 && (
        <section aria-labelledby="own-files">
          <h2 id="own-files">{say("library.files")}</h2>
          <p class="muted small">{say("library.files.help")}</p>
          <ul class="rows files">
            {data.files
              .filter((file) => `${file.name} ${file.kind} ${file.about}`.toLowerCase().includes(text.toLowerCase()))
              .map((file) => (
                <li key={file.name} class="row" data-file={file.name}>
                  <span class="what">
                    {file.problem ? (
                      <strong>{file.name}</strong>
                    ) : (
                      <button type="button" class="link" onClick={() => (setRefused(null), void openKept(file.name).catch(setRefused))}>
                        <strong>{file.name}</strong>
                      </button>
                    )}
                    <small>
                      {KNOWN.has(file.kind) ? say(`file.${file.kind}` as HouseKey) : <code>{file.kind}</code>} <code>{file.about}</code>
                      {file.problem && <span class="bad" lang="en"> {file.problem}</span>}
                    </small>
                  </span>
                  <span class="muted">{bytes(file.bytes)}</span>
                  <span class="actions">
                    {!file.problem && (
                      <button type="button" class="button" onClick={() => (setRefused(null), void openKept(file.name).catch(setRefused))}>
                        {frame("open")}
                      </button>
                    )}
                    <button type="button" class="button quiet" aria-label={say("library.delete", { name: file.name })} title={say("library.delete", { name: file.name })} onClick={() => setDoing({ what: "delete", file: file.name })}>
                      <Icon name="trash" />
                    </button>
                  </span>
                </li>
              ))}
          </ul>
        </section>
      )}
      {data && <Drop />}
      {data && data.trash.items > 0 && (
        <section class="tools" aria-label={say("library.trash", { n: data.trash.items, size: bytes(data.trash.bytes) })}>
          <span class="muted">{say("library.trash", { n: data.trash.items, size: bytes(data.trash.bytes) })}</span>
          <button type="button" class="button" onClick={() => setDoing({ what: "empty" })}>
            {say("library.empty")}
          </button>
        </section>
      )}
      {doing?.what === "rename" && doing.item && <Rename item={doing.item} onClose={() => setDoing(null)} onName={(name) => doing.item && end(ask(partOf(doing.item), { method: "PATCH", body: { name } }))} />}
      {doing?.what === "delete" && doing.item && (
        <Sure title={say("library.delete", { name: doing.item.name || doing.item.about })} text={say("library.sure")} onClose={() => setDoing(null)} onYes={() => doing.item && end(ask(partOf(doing.item), { method: "DELETE" }))} />
      )}
      {doing?.what === "delete" && doing.file !== undefined && (
        <Sure title={say("library.delete", { name: doing.file })} text={say("library.sure")} onClose={() => setDoing(null)} onYes={() => end(ask(`/library/files/${encodeURIComponent(doing.file ?? "")}`, { method: "DELETE" }))} />
      )}
      {doing?.what === "empty" && <Sure title={say("library.empty")} text={say("library.empty.sure")} onClose={() => setDoing(null)} onYes={() => end(ask("/library/trash", { method: "DELETE" }))} />}
    </div>
  );
}

function Rename({ item, onName, onClose }: { item: Item; onName: (name: string) => void; onClose: () => void }) {
  const say = useWords();
  const [name, setName] = useState(item.name);
  const isEmpty = item.kind === "deck" && !name.trim();
  return (
    <Dialog title={say("library.rename", { name: item.name || item.about })} onClose={onClose}>
      <form
        class="stack tight"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) onName(name.trim());
        }}
      >
        <label class="wide">
          <span>{say("library.name")}</span>
          <input type="text" maxLength={120} autofocus value={name} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <div class="actions">
          <button type="submit" class="button main" disabled={isEmpty}>
            {say("library.keep")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Sure({ title, text, onYes, onClose }: { title: string; text: string; onYes: () => void; onClose: () => void }) {
  const frame = useFrameWords();
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <div class="actions">
        <button type="button" class="button danger" onClick={onYes}>
          {title}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {frame("cancel")}
        </button>
      </div>
    </Dialog>
  );
}
