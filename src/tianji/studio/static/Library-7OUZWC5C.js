import {
  useWords as useWords2
} from "./chunk-DZS2DVE5.js";
import {
  Drop,
  openKept
} from "./chunk-M5Y35CCH.js";
import {
  toldSpot
} from "./chunk-DJBIHSXX.js";
import {
  offer
} from "./chunk-FYW6P2XZ.js";
import {
  ago,
  bytes
} from "./chunk-DFRHKKBY.js";
import {
  Dialog,
  Empty,
  Icon,
  Trouble,
  a,
  ask,
  d,
  language,
  useAsk,
  useStore,
  useTitle,
  useWords
} from "./chunk-HTWIJD62.js";

// src/house/Library.tsx
var KINDS = ["solve", "holdem", "report", "review", "deck", "table"], KNOWN = /* @__PURE__ */ new Set(["efg", "nfg", "strategy", "holdem-solve", "tablebase", "ending", "book", "checkpoint"]), openOf = ({ kind, id }) => kind === "deck" ? `/train/${id}` : kind === "table" ? `/play/${id}` : kind === "solve" ? `/runs/${id}` : `/holdem/${id}`, partOf = ({ kind, id }) => kind === "deck" ? `/decks/${id}` : kind === "table" ? `/tables/${id}` : `/runs/${id}`;
function Ranges({ text, onRefused }) {
  let say = useWords2(), [seen, setSeen] = d(0), found = (useAsk(`/ranges?seen=${seen}`).data?.items ?? []).filter((range) => `${range.folder}/${range.name}`.toLowerCase().includes(text.toLowerCase()));
  return found.length ? /* @__PURE__ */ a("section", { "aria-labelledby": "ranges", children: [
    /* @__PURE__ */ a("h2", { id: "ranges", children: say("library.ranges") }),
    /* @__PURE__ */ a("ul", { class: "rows files", children: found.map(({ folder, name, text: range }) => {
      let title = folder ? `${folder}/${name}` : name;
      return /* @__PURE__ */ a("li", { class: "row", children: [
        /* @__PURE__ */ a("span", { class: "what", children: [
          /* @__PURE__ */ a("strong", { children: title }),
          /* @__PURE__ */ a("small", { children: /* @__PURE__ */ a("code", { children: range.length > 60 ? `${range.slice(0, 60)}…` : range }) })
        ] }),
        /* @__PURE__ */ a("span", { class: "actions", children: [
          range.length < 1500 && ["oop", "ip"].map((seat) => /* @__PURE__ */ a("a", { class: "button", href: `/holdem/new?${new URLSearchParams({ [seat]: range })}`, children: say("library.use", { seat: seat.toUpperCase() }) }, seat)),
          /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("library.export", { name: title }), title: say("library.export", { name: title }), onClick: () => offer(`${name}.txt`, new Blob([`${range}
`], { type: "text/plain" })), children: /* @__PURE__ */ a(Icon, { name: "down" }) }),
          /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("library.delete", { name: title }), title: say("library.delete", { name: title }), onClick: () => {
            ask("/ranges", { method: "DELETE", body: { folder, name } }).then(() => setSeen((n) => n + 1), onRefused);
          }, children: /* @__PURE__ */ a(Icon, { name: "trash" }) })
        ] })
      ] }, title);
    }) })
  ] }) : null;
}
function Library() {
  let say = useWords2(), frame = useWords(), spoken = useStore(language);
  useTitle(frame("nav.library"));
  let [seen, setSeen] = d(0), { data, error } = useAsk(`/library?seen=${seen}`), [kind, setKind] = d(""), [text, setText] = d(""), [doing, setDoing] = d(null), [refused, setRefused] = d(null), found = (data?.items ?? []).filter((item) => (!kind || item.kind === kind) && `${item.name} ${item.about}`.toLowerCase().includes(text.toLowerCase())), end = (work) => {
    setDoing(null), setRefused(null), work.then(() => setSeen((n) => n + 1), setRefused);
  }, take = async (item) => {
    setRefused(null);
    try {
      let made = await ask(`${partOf(item)}/file`);
      offer(`${item.id}-${made.file}`, new Blob([made.text], { type: "text/plain" }));
    } catch (problem) {
      setRefused(problem);
    }
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: [
      /* @__PURE__ */ a("h1", { tabIndex: -1, children: frame("nav.library") }),
      /* @__PURE__ */ a("p", { class: "lead", children: data ? say("library.lead", { n: data.items.length, size: bytes(data.bytes) }) : frame("loading") })
    ] }) }),
    /* @__PURE__ */ a(Trouble, { error: error ?? refused }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("input", { type: "search", "aria-label": say("library.find"), placeholder: say("library.find"), value: text, onInput: (event) => setText(event.currentTarget.value) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("library.kinds"), children: ["", ...KINDS].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": kind === name, onClick: () => setKind(name), children: say(name ? `library.${name}` : "library.all") }, name)) })
    ] }),
    data && !data.items.length && /* @__PURE__ */ a(Empty, { title: say("library.none"), children: /* @__PURE__ */ a("a", { href: "/solve", children: say("library.none.go") }) }),
    data && data.items.length > 0 && !found.length && /* @__PURE__ */ a("p", { class: "muted", children: frame("nothing") }),
    found.length > 0 && /* @__PURE__ */ a("ul", { class: "rows files library", children: found.map((item) => {
      let name = toldSpot(item.name || item.about);
      return /* @__PURE__ */ a("li", { class: "row", "data-item": item.id, children: [
        /* @__PURE__ */ a("a", { class: "what", href: openOf(item), children: [
          /* @__PURE__ */ a("strong", { children: name }),
          /* @__PURE__ */ a("small", { children: [
            say(`library.${item.kind}`),
            " · ",
            /* @__PURE__ */ a("code", { children: toldSpot(item.about) }),
            " · ",
            ago(item.created, spoken)
          ] })
        ] }),
        /* @__PURE__ */ a("span", { class: "muted", children: bytes(item.bytes) }),
        /* @__PURE__ */ a("span", { class: "actions", children: [
          item.file && /* @__PURE__ */ a("a", { class: "button quiet", href: `/api/v1/runs/${item.id}/files/${item.file}`, download: !0, "aria-label": say("library.export", { name }), title: say("library.export", { name }), children: /* @__PURE__ */ a(Icon, { name: "down" }) }),
          (item.kind === "deck" || item.kind === "table") && /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("library.export", { name }), title: say("library.export", { name }), onClick: () => {
            take(item);
          }, children: /* @__PURE__ */ a(Icon, { name: "down" }) }),
          item.kind !== "table" && /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("library.rename", { name }), title: say("library.rename", { name }), onClick: () => setDoing({ what: "rename", item }), children: /* @__PURE__ */ a(Icon, { name: "pen" }) }),
          /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("library.delete", { name }), title: say("library.delete", { name }), onClick: () => setDoing({ what: "delete", item }), children: /* @__PURE__ */ a(Icon, { name: "trash" }) })
        ] })
      ] }, item.kind + item.id);
    }) }),
    /* @__PURE__ */ a(Ranges, { text, onRefused: setRefused }),
    data && data.files.length > 0 && /* @__PURE__ */ a("section", { "aria-labelledby": "own-files", children: [
      /* @__PURE__ */ a("h2", { id: "own-files", children: say("library.files") }),
      /* @__PURE__ */ a("p", { class: "muted small", children: say("library.files.help") }),
      /* @__PURE__ */ a("ul", { class: "rows files", children: data.files.filter((file) => `${file.name} ${file.kind} ${file.about}`.toLowerCase().includes(text.toLowerCase())).map((file) => /* @__PURE__ */ a("li", { class: "row", "data-file": file.name, children: [
        /* @__PURE__ */ a("span", { class: "what", children: [
          file.problem ? /* @__PURE__ */ a("strong", { children: file.name }) : /* @__PURE__ */ a("button", { type: "button", class: "link", onClick: () => (setRefused(null), void openKept(file.name).catch(setRefused)), children: /* @__PURE__ */ a("strong", { children: file.name }) }),
          /* @__PURE__ */ a("small", { children: [
            KNOWN.has(file.kind) ? say(`file.${file.kind}`) : /* @__PURE__ */ a("code", { children: file.kind }),
            " ",
            /* @__PURE__ */ a("code", { children: file.about }),
            file.problem && /* @__PURE__ */ a("span", { class: "bad", lang: "en", children: [
              " ",
              file.problem
            ] })
          ] })
        ] }),
        /* @__PURE__ */ a("span", { class: "muted", children: bytes(file.bytes) }),
        /* @__PURE__ */ a("span", { class: "actions", children: [
          !file.problem && /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => (setRefused(null), void openKept(file.name).catch(setRefused)), children: frame("open") }),
          /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("library.delete", { name: file.name }), title: say("library.delete", { name: file.name }), onClick: () => setDoing({ what: "delete", file: file.name }), children: /* @__PURE__ */ a(Icon, { name: "trash" }) })
        ] })
      ] }, file.name)) })
    ] }),
    data && /* @__PURE__ */ a(Drop, {}),
    data && data.trash.items > 0 && /* @__PURE__ */ a("section", { class: "tools", "aria-label": say("library.trash", { n: data.trash.items, size: bytes(data.trash.bytes) }), children: [
      /* @__PURE__ */ a("span", { class: "muted", children: say("library.trash", { n: data.trash.items, size: bytes(data.trash.bytes) }) }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setDoing({ what: "empty" }), children: say("library.empty") })
    ] }),
    doing?.what === "rename" && doing.item && /* @__PURE__ */ a(Rename, { item: doing.item, onClose: () => setDoing(null), onName: (name) => doing.item && end(ask(partOf(doing.item), { method: "PATCH", body: { name } })) }),
    doing?.what === "delete" && doing.item && /* @__PURE__ */ a(Sure, { title: say("library.delete", { name: doing.item.name || doing.item.about }), text: say("library.sure"), onClose: () => setDoing(null), onYes: () => doing.item && end(ask(partOf(doing.item), { method: "DELETE" })) }),
    doing?.what === "delete" && doing.file !== void 0 && /* @__PURE__ */ a(Sure, { title: say("library.delete", { name: doing.file }), text: say("library.sure"), onClose: () => setDoing(null), onYes: () => end(ask(`/library/files/${encodeURIComponent(doing.file ?? "")}`, { method: "DELETE" })) }),
    doing?.what === "empty" && /* @__PURE__ */ a(Sure, { title: say("library.empty"), text: say("library.empty.sure"), onClose: () => setDoing(null), onYes: () => end(ask("/library/trash", { method: "DELETE" })) })
  ] });
}
function Rename({ item, onName, onClose }) {
  let say = useWords2(), [name, setName] = d(item.name), isEmpty = item.kind === "deck" && !name.trim();
  return /* @__PURE__ */ a(Dialog, { title: say("library.rename", { name: item.name || item.about }), onClose, children: /* @__PURE__ */ a(
    "form",
    {
      class: "stack tight",
      onSubmit: (event) => {
        event.preventDefault(), isEmpty || onName(name.trim());
      },
      children: [
        /* @__PURE__ */ a("label", { class: "wide", children: [
          /* @__PURE__ */ a("span", { children: say("library.name") }),
          /* @__PURE__ */ a("input", { type: "text", maxLength: 120, autofocus: !0, value: name, onInput: (event) => setName(event.currentTarget.value) })
        ] }),
        /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: isEmpty, children: say("library.keep") }) })
      ]
    }
  ) });
}
function Sure({ title, text, onYes, onClose }) {
  let frame = useWords();
  return /* @__PURE__ */ a(Dialog, { title, onClose, children: [
    /* @__PURE__ */ a("p", { children: text }),
    /* @__PURE__ */ a("div", { class: "actions", children: [
      /* @__PURE__ */ a("button", { type: "button", class: "button danger", onClick: onYes, children: title }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: onClose, children: frame("cancel") })
    ] })
  ] });
}
export {
  Library
};
