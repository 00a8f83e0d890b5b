import {
  go
} from "./chunk-R3NPGYKX.js";
import {
  Store,
  Trouble,
  a,
  ask,
  d,
  useWords
} from "./chunk-EF3YP3BR.js";

// src/parts/Drop.tsx
var MOST = 64 * 1024, dropped = new Store(null);
async function take(file) {
  let text = await file.text(), name = file.name.toLowerCase();
  if (/\.(phh|phhs|log|acpc)$/.test(name))
    dropped.set({ kind: "hands", text }), go("/train?hands=1");
  else if (/\.(nfg|csv|tsv)$/.test(name)) {
    let found = await ask("/matrix/solve", { method: "POST", body: { payoffs: text } }), table = found.payoffs.map((row) => row.map((cell) => cell.join(",")).join(" ")).join("; ");
    go(`/matrix?${new URLSearchParams({ g: table, n: found.actions.map((row) => row.join(",")).join("|") })}`);
  } else
    dropped.set({ kind: "import", text }), go("/holdem/new?import=1");
}
function Drop() {
  let say = useWords(), [isOver, setOver] = d(!1), [error, setError] = d(null), read = (files) => {
    let file = files?.[0];
    setError(null), file && (file.size > MOST ? setError(new Error(say("home.drop.large"))) : take(file).catch(setError));
  };
  return /* @__PURE__ */ a("section", { children: [
    /* @__PURE__ */ a(
      "label",
      {
        class: isOver ? "drop over" : "drop",
        onDragOver: (event) => (event.preventDefault(), setOver(!0)),
        onDragLeave: () => setOver(!1),
        onDrop: (event) => (event.preventDefault(), setOver(!1), read(event.dataTransfer?.files)),
        children: [
          /* @__PURE__ */ a("strong", { children: say("home.drop") }),
          /* @__PURE__ */ a("small", { class: "muted", children: say("home.drop.help") }),
          /* @__PURE__ */ a("input", { type: "file", onChange: (event) => read(event.currentTarget.files) })
        ]
      }
    ),
    /* @__PURE__ */ a(Trouble, { error })
  ] });
}

export {
  dropped,
  Drop
};
