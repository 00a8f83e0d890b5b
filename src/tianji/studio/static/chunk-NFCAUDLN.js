import {
  left,
  measure
} from "./chunk-6FVZ2IIR.js";
import {
  Curve,
  CurveTable
} from "./chunk-XIEJ76WX.js";
import {
  Export
} from "./chunk-FYW6P2XZ.js";
import {
  listen,
  runs
} from "./chunk-VRWN5WRP.js";
import {
  bytes,
  go
} from "./chunk-DFRHKKBY.js";
import {
  $,
  A,
  Badge,
  Dialog,
  Empty,
  Fact,
  Icon,
  Refusal,
  Said,
  Trouble,
  a,
  ask,
  d,
  useAsk,
  useWords
} from "./chunk-HTWIJD62.js";

// src/parts/Damaged.tsx
function Damaged({ error, run }) {
  let say = useWords(), [refused, setRefused] = d(null);
  return error instanceof Refusal && error.code === "FileFormatError" ? /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Trouble, { error: refused ?? error }),
    /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("button", { type: "button", class: "button main", onClick: () => ask(`/runs/${run}/resume`, { method: "POST" }).catch(setRefused), children: say("run.restore") }) })
  ] }) : /* @__PURE__ */ a(Trouble, { error });
}

// src/parts/EditRun.tsx
function EditRun({ run, onRefused }) {
  let say = useWords(), [isOpen, setOpen] = d(!1), [form, setForm] = d({ name: run.name, tags: run.tags.join(", "), note: run.note }), set = (key) => (event) => setForm({ ...form, [key]: event.currentTarget.value }), save = (event) => {
    event.preventDefault(), setOpen(!1);
    let tags = [...new Set(form.tags.split(/[,，]/).map((tag) => tag.trim()).filter(Boolean))];
    ask(`/runs/${run.id}`, { method: "PATCH", body: { name: form.name.trim(), tags, note: form.note } }).then(() => onRefused(null), onRefused);
  };
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("run.edit"), title: say("run.edit"), onClick: () => setOpen(!0), children: /* @__PURE__ */ a(Icon, { name: "pen" }) }),
    isOpen && /* @__PURE__ */ a(Dialog, { title: say("run.edit"), onClose: () => setOpen(!1), children: /* @__PURE__ */ a("form", { class: "stack tight", onSubmit: save, children: [
      ["name", "tags"].map((key) => /* @__PURE__ */ a("label", { class: "wide", children: [
        /* @__PURE__ */ a("span", { children: say(`run.edit.${key}`) }),
        /* @__PURE__ */ a("input", { type: "text", value: form[key], maxLength: key === "name" ? 120 : 400, onInput: set(key) })
      ] }, key)),
      /* @__PURE__ */ a("label", { class: "wide", children: [
        /* @__PURE__ */ a("span", { children: say("run.edit.note") }),
        /* @__PURE__ */ a("textarea", { rows: 4, maxLength: 4e3, value: form.note, onInput: set("note") })
      ] }),
      /* @__PURE__ */ a("button", { type: "submit", class: "button main", children: say("run.edit.keep") })
    ] }) })
  ] });
}

// src/parts/RunFrame.tsx
function useRun(id) {
  let empty = { run: null, points: [], rows: [], error: null }, [state, set] = d(empty);
  return A(() => {
    set(empty);
    let points = /* @__PURE__ */ new Map(), rows = /* @__PURE__ */ new Map(), run = null, isDrawing = !1, isOver = !1, end = () => {
    }, draw = () => {
      isDrawing || (isDrawing = !0, setTimeout(() => {
        isDrawing = !1, isOver || set({ run, points: [...points.values()].sort((a2, b) => a2.iterations - b.iterations), rows: [...rows.values()], error: null });
      }, 30));
    }, put = (changes) => {
      run && (run = { ...run, ...changes }), draw();
    }, begin = () => {
      isOver || (end = listen((after) => `/events?run=${id}&after=${after}`, {
        "run.summary": (data) => {
          run = data, draw();
        },
        "run.state": (data) => {
          !run || data.seq <= run.seq || put({ state: data.state ?? run.state, why: data.why ?? "", problem: data.problem ?? null, result: data.result ?? null, changed: data.at, ...data.state === "running" ? {} : { progress: null } });
        },
        "run.point": (data) => {
          points.set(data.iterations, data), draw();
        },
        "run.row": (data) => {
          rows.set(data.board, data), draw();
        },
        "run.progress": (data) => put({ progress: data }),
        "runs.gone": () => go("/runs")
      }));
    }, endNames = runs.watch(() => {
      let listed = runs.value?.find((each) => each.id === id), shown = run;
      listed && shown && (listed.name !== shown.name || listed.note !== shown.note || listed.tags.join() !== shown.tags.join()) && put({ name: listed.name, note: listed.note, tags: listed.tags });
    });
    return ask(`/runs/${id}`).then(begin, (error) => !isOver && set({ ...empty, error })), () => {
      isOver = !0, endNames(), end();
    };
  }, [id]), state;
}
var ANSWERS = { solve: "result.safetensors", holdem: "result.tianji", report: "report.csv", review: "result.json" };
function answerOf(run) {
  return run.result !== null && (run.result.iterations > 0 || run.result.stopped === "exact") ? ANSWERS[run.kind] ?? "result.json" : null;
}
function Source({ run }) {
  let say = useWords(), file = answerOf(run);
  return /* @__PURE__ */ a($, { children: (file !== null || run.result?.version) && /* @__PURE__ */ a(Fact, { label: say(file !== null ? "proof.file" : "proof.version"), children: [
    file !== null && /* @__PURE__ */ a("a", { href: `/api/v1/runs/${run.id}/files/${file}`, download: !0, "data-fact": "file", children: file }),
    " ",
    run.result?.version && /* @__PURE__ */ a("small", { class: "muted", title: say("proof.version"), "data-fact": "version", children: run.result.version })
  ] }) });
}
function RunControls({ run, again, children, onRefused }) {
  let say = useWords(), [isAsking, setAsking] = d(!1), change = (what) => {
    onRefused(null), ask(`/runs/${run.id}/${what}`, { method: "POST" }).catch(onRefused);
  }, remove = () => {
    setAsking(!1), ask(`/runs/${run.id}`, { method: "DELETE" }).then(() => go("/runs"), onRefused);
  }, isGoing = run.state === "running" || run.state === "queued", file = answerOf(run);
  return /* @__PURE__ */ a("div", { class: "actions", children: [
    isGoing && ["pause", "stop"].map((what) => /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => change(what), children: [
      /* @__PURE__ */ a(Icon, { name: what }),
      say(what === "pause" ? "run.pause" : "run.stop")
    ] }, what)),
    !isGoing && run.state !== "done" && /* @__PURE__ */ a("button", { type: "button", class: "button main", onClick: () => change("resume"), children: [
      /* @__PURE__ */ a(Icon, { name: "play" }),
      say("run.resume")
    ] }),
    children,
    /* @__PURE__ */ a("a", { class: "button", href: again, children: [
      /* @__PURE__ */ a(Icon, { name: "again" }),
      say("run.clone")
    ] }),
    file !== null && /* @__PURE__ */ a("a", { class: "button quiet", href: `/api/v1/runs/${run.id}/files/${file}`, download: !0, "aria-label": say("files.take", { name: file }), title: say("files.take", { name: file }), children: /* @__PURE__ */ a(Icon, { name: "down" }) }),
    /* @__PURE__ */ a(EditRun, { run, onRefused }, `${run.name} ${run.tags.join()} ${run.note}`),
    run.state !== "running" && /* @__PURE__ */ a("button", { type: "button", class: "button quiet", "aria-label": say("run.delete"), title: say("run.delete"), onClick: () => setAsking(!0), children: /* @__PURE__ */ a(Icon, { name: "trash" }) }),
    isAsking && /* @__PURE__ */ a(Dialog, { title: say("run.delete"), onClose: () => setAsking(!1), children: [
      /* @__PURE__ */ a("p", { children: say("run.delete.sure") }),
      /* @__PURE__ */ a("div", { class: "actions", children: [
        /* @__PURE__ */ a("button", { type: "button", class: "button danger", onClick: remove, children: say("run.delete") }),
        /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: () => setAsking(!1), children: say("cancel") })
      ] })
    ] })
  ] });
}
function RunFrame({ run, title, lead, again, controls, children, kind = "" }) {
  let say = useWords(), [refused, setRefused] = d(null), time = run.state === "running" ? left(run) : null, said = [say("run.said", { state: say(`state.${run.state}`), ...measure(run, say) }), time === null ? "" : say("run.left", { time })].filter(Boolean).join(", ");
  return /* @__PURE__ */ a("div", { class: `screen ${kind}`, children: [
    /* @__PURE__ */ a("div", { class: "head", children: [
      /* @__PURE__ */ a("div", { children: [
        /* @__PURE__ */ a("p", { class: "crumb", children: /* @__PURE__ */ a("a", { href: "/runs", children: say("nav.runs") }) }),
        /* @__PURE__ */ a("h1", { tabIndex: -1, children: [
          title,
          " ",
          /* @__PURE__ */ a(Badge, { state: run.state })
        ] }),
        /* @__PURE__ */ a("p", { class: "lead", children: lead })
      ] }),
      /* @__PURE__ */ a(RunControls, { run, again, onRefused: setRefused, children: controls })
    ] }),
    /* @__PURE__ */ a(Said, { state: run.state, text: said }),
    /* @__PURE__ */ a(Trouble, { error: refused }),
    /* @__PURE__ */ a(Trouble, { error: run.problem }),
    children
  ] });
}
function NoRun({ error }) {
  let say = useWords();
  return /* @__PURE__ */ a("div", { class: "screen", "aria-busy": !error, children: [
    /* @__PURE__ */ a("h1", { tabIndex: -1, children: say(error ? "run.missing" : "loading") }),
    /* @__PURE__ */ a(Trouble, { error }),
    error && /* @__PURE__ */ a("p", { children: /* @__PURE__ */ a("a", { href: "/runs", children: say("nav.runs") }) })
  ] });
}

// src/parts/RunTabs.tsx
function CurveTab({ id, points, target, isRunning, hasKey = !0 }) {
  let say = useWords(), [axis, setAxis] = d("iterations"), [isTable, setTable] = d(!1);
  return !points.length && !isRunning ? /* @__PURE__ */ a(Empty, { title: say("curve.none") }) : /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("curve.axis"), children: ["iterations", "seconds"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": axis === name, onClick: () => setAxis(name), children: say(name === "iterations" ? "curve.iterations" : "curve.seconds") }, name)) }),
      /* @__PURE__ */ a("button", { type: "button", class: "button", "data-key": hasKey ? "t" : void 0, "aria-pressed": isTable, onClick: () => setTable(!isTable), children: say("curve.astable") }),
      /* @__PURE__ */ a(Export, { name: `${id}-curve`, csv: () => [["iterations", "seconds", "exploitability"], ...points.map((point) => [point.iterations, point.seconds, point.exploitability])], ...isTable ? {} : { of: ".curve svg" } })
    ] }),
    isTable ? /* @__PURE__ */ a(CurveTable, { points }) : /* @__PURE__ */ a(Curve, { lines: [{ name: id, points }], target, axis })
  ] });
}
function FilesTab({ id, stamp }) {
  let say = useWords(), { data, error } = useAsk(`/runs/${id}/files?seen=${encodeURIComponent(stamp)}`), about = {
    "result.safetensors": "files.strategy",
    "result.tianji": "files.solve",
    "report.csv": "files.report",
    "result.json": "files.json",
    "events.jsonl": "files.events",
    "log.txt": "files.log"
  };
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Trouble, { error }),
    /* @__PURE__ */ a("ul", { class: "rows files", children: data?.items.map((file) => /* @__PURE__ */ a("li", { class: "row", children: [
      /* @__PURE__ */ a("span", { class: "what", children: [
        /* @__PURE__ */ a("strong", { children: file.name }),
        /* @__PURE__ */ a("small", { children: say(about[file.name] ?? "files.json") })
      ] }),
      /* @__PURE__ */ a("span", { class: "muted", children: bytes(file.bytes) }),
      /* @__PURE__ */ a("a", { class: "button", href: `/api/v1/runs/${id}/files/${file.name}`, download: !0, "aria-label": say("files.take", { name: file.name }), children: [
        /* @__PURE__ */ a(Icon, { name: "down" }),
        say("files.download")
      ] })
    ] }, file.name)) })
  ] });
}
function LogTab({ id, stamp }) {
  let say = useWords(), { data, error } = useAsk(`/runs/${id}/log?seen=${encodeURIComponent(stamp)}`);
  return /* @__PURE__ */ a($, { children: [
    /* @__PURE__ */ a(Trouble, { error }),
    data && (data.text ? /* @__PURE__ */ a("pre", { class: "log", tabIndex: 0, children: data.text }) : /* @__PURE__ */ a(Empty, { title: say("log.none") }))
  ] });
}

export {
  Damaged,
  useRun,
  Source,
  RunFrame,
  NoRun,
  CurveTab,
  FilesTab,
  LogTab
};
