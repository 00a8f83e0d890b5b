import {
  useWords as useWords2
} from "./chunk-DZS2DVE5.js";
import {
  A,
  Fact,
  LETTERS,
  Trouble,
  a,
  ask,
  blind,
  d,
  door,
  language,
  letterKeys,
  moved,
  palette,
  setLanguage,
  setLetterKeys,
  setMoved,
  setPalette,
  setTheme,
  setUnit,
  theme,
  unit,
  useAsk,
  useStore,
  useTitle,
  useWords
} from "./chunk-HTWIJD62.js";

// src/house/Settings.tsx
function Settings() {
  let say = useWords2(), frame = useWords(), [spoken, look, letters] = [useStore(language), useStore(theme), useStore(letterKeys)];
  useTitle(frame("nav.settings"));
  let meta = useAsk("/meta").data, [error, setError] = d(null), leave = () => {
    ask("/session", { method: "DELETE" }).then(() => door.set("locked"), setError);
  };
  return /* @__PURE__ */ a("div", { class: "screen", children: [
    /* @__PURE__ */ a("div", { class: "head", children: /* @__PURE__ */ a("div", { children: /* @__PURE__ */ a("h1", { tabIndex: -1, children: frame("nav.settings") }) }) }),
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "reader", children: [
      /* @__PURE__ */ a("h2", { id: "reader", children: say("settings.reader") }),
      /* @__PURE__ */ a("p", { class: "muted small", children: say("settings.reader.help") }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("settings.language"), children: ["en", "zh"].map((name) => /* @__PURE__ */ a("button", { type: "button", lang: name === "zh" ? "zh-CN" : "en", "aria-pressed": spoken === name, onClick: () => setLanguage(name), children: name === "zh" ? "中文" : "English" }, name)) }),
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-label": say("settings.theme"), children: ["system", "light", "dark"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": look === name, onClick: () => setTheme(name), children: say(`settings.theme.${name}`) }, name)) }),
      /* @__PURE__ */ a("label", { class: "check", children: [
        /* @__PURE__ */ a("input", { type: "checkbox", checked: letters, onChange: (event) => setLetterKeys(event.currentTarget.checked) }),
        say("settings.letters")
      ] }),
      letters && /* @__PURE__ */ a(Moved, {})
    ] }),
    /* @__PURE__ */ a(Figures, {}),
    /* @__PURE__ */ a(Limits, {}),
    /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "about", children: [
      /* @__PURE__ */ a("h2", { id: "about", children: say("settings.about") }),
      /* @__PURE__ */ a(Trouble, { error }),
      meta && /* @__PURE__ */ a("dl", { class: "facts", children: [
        /* @__PURE__ */ a(Fact, { label: say("settings.version"), children: meta.version }),
        /* @__PURE__ */ a(Fact, { label: say("settings.place"), children: /* @__PURE__ */ a("code", { children: meta.workspace }) })
      ] }),
      meta && meta.unread.length > 0 && /* @__PURE__ */ a("p", { class: "muted small", children: say("settings.unread", { n: meta.unread.length }) }),
      /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "button", class: "button", onClick: leave, children: say("settings.leave") }) }),
      /* @__PURE__ */ a("p", { class: "muted small", children: say("settings.leave.help") })
    ] })
  ] });
}
function Figures() {
  let say = useWords2(), [now, chips, colours] = [useStore(unit), useStore(blind), useStore(palette)], [text, setText] = d(String(chips));
  return /* @__PURE__ */ a("section", { class: "panel", "aria-labelledby": "figures", children: [
    /* @__PURE__ */ a("h2", { id: "figures", children: say("settings.look") }),
    /* @__PURE__ */ a("p", { class: "small", id: "unit", children: say("settings.unit") }),
    /* @__PURE__ */ a("div", { class: "tools", children: [
      /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-labelledby": "unit", children: ["chips", "bb", "pot"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": now === name, onClick: () => setUnit(name), children: say(`settings.unit.${name}`) }, name)) }),
      now === "bb" && /* @__PURE__ */ a("label", { class: "inline", children: [
        /* @__PURE__ */ a("span", { class: "small muted", children: say("settings.blind") }),
        /* @__PURE__ */ a(
          "input",
          {
            type: "text",
            inputMode: "decimal",
            class: "short",
            value: text,
            "aria-invalid": !(Number(text) > 0),
            onInput: (event) => {
              setText(event.currentTarget.value), Number(event.currentTarget.value) > 0 && setUnit("bb", Number(event.currentTarget.value));
            }
          }
        )
      ] })
    ] }),
    /* @__PURE__ */ a("p", { class: "small", id: "palette", children: say("settings.palette") }),
    /* @__PURE__ */ a("div", { class: "segments", role: "group", "aria-labelledby": "palette", children: ["usual", "safe", "striped"].map((name) => /* @__PURE__ */ a("button", { type: "button", "aria-pressed": colours === name, onClick: () => setPalette(name), children: say(`settings.palette.${name}`) }, name)) }),
    /* @__PURE__ */ a("div", { class: "swatches", "aria-hidden": "true", children: ["fold", "call", "b1", "b2", "b3", "b4", "all"].map((name) => /* @__PURE__ */ a("i", { class: `act-${name}` }, name)) })
  ] });
}
function Moved() {
  let say = useWords2(), now = useStore(moved), [form, setForm] = d(() => Object.fromEntries(LETTERS.map((key) => [key, now[key] ?? key]))), isWrong = new Set(Object.values(form)).size < LETTERS.length || Object.values(form).some((key) => !/^[a-z]$/.test(key) || key === "g"), put = (key, letter) => {
    let next = { ...form, [key]: letter.toLowerCase().slice(-1) };
    setForm(next);
    let letters = Object.values(next);
    new Set(letters).size === letters.length && letters.every((each) => /^[a-fh-z]$/.test(each)) && setMoved(Object.fromEntries(Object.entries(next).filter(([from, to]) => from !== to)));
  };
  return /* @__PURE__ */ a("details", { children: [
    /* @__PURE__ */ a("summary", { children: say("settings.moved") }),
    /* @__PURE__ */ a("div", { class: "letters", children: LETTERS.map((key) => /* @__PURE__ */ a("label", { children: [
      /* @__PURE__ */ a("kbd", { children: key }),
      /* @__PURE__ */ a("input", { type: "text", value: form[key], "aria-label": say("settings.moved.n", { key }), onInput: (event) => put(key, event.currentTarget.value) })
    ] }, key)) }),
    isWrong && /* @__PURE__ */ a("p", { class: "bad small", role: "status", children: say("settings.moved.fault") })
  ] });
}
function Limits() {
  let say = useWords2(), asked = useAsk("/settings"), [form, setForm] = d({ threads: "", memory: "" }), [isKept, setKept] = d(!1), [error, setError] = d(null), settled = asked.data, cores = settled?.cores ?? 1;
  A(() => {
    settled && setForm({ threads: settled.threads === null ? "" : String(settled.threads), memory: settled.memory_gib === null ? "" : String(settled.memory_gib) });
  }, [settled]);
  let [threads, memory] = [form.threads.trim(), form.memory.trim()], isWrong = threads !== "" && !(/^\d+$/.test(threads) && Number(threads) >= 1 && Number(threads) <= cores) || memory !== "" && !(Number(memory) > 0 && Number.isFinite(Number(memory))), put = (changes) => {
    setForm({ ...form, ...changes }), setKept(!1);
  };
  return /* @__PURE__ */ a("form", { class: "panel", "aria-labelledby": "limits", onSubmit: (event) => {
    event.preventDefault(), !isWrong && (setError(null), ask("/settings", { method: "PUT", body: { threads: threads === "" ? null : Number(threads), memory_gib: memory === "" ? null : Number(memory) } }).then(() => setKept(!0), setError));
  }, noValidate: !0, "aria-busy": !settled && !asked.error, children: [
    /* @__PURE__ */ a("h2", { id: "limits", children: say("settings.runs") }),
    /* @__PURE__ */ a("p", { class: "muted small", children: say("settings.runs.help") }),
    /* @__PURE__ */ a(Trouble, { error: asked.error ?? error }),
    /* @__PURE__ */ a("div", { class: "form", children: [
      /* @__PURE__ */ a("label", { children: [
        /* @__PURE__ */ a("span", { children: say("settings.threads", { cores }) }),
        /* @__PURE__ */ a("input", { type: "text", inputMode: "numeric", disabled: !settled, value: form.threads, onInput: (event) => put({ threads: event.currentTarget.value }) })
      ] }),
      /* @__PURE__ */ a("label", { children: [
        /* @__PURE__ */ a("span", { children: say("settings.memory") }),
        /* @__PURE__ */ a("input", { type: "text", inputMode: "decimal", disabled: !settled, value: form.memory, onInput: (event) => put({ memory: event.currentTarget.value }) })
      ] })
    ] }),
    /* @__PURE__ */ a("p", { class: isWrong ? "bad small" : "muted small", role: "status", children: isWrong ? say("settings.fault", { cores }) : isKept ? say("settings.saved") : "" }),
    /* @__PURE__ */ a("div", { class: "actions", children: /* @__PURE__ */ a("button", { type: "submit", class: "button main", disabled: !settled || isWrong, children: say("settings.save") }) })
  ] });
}
export {
  Settings
};
