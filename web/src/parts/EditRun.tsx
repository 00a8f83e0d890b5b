// What a run is called: its name, its tags, a note; nothing that its answer depends on.
import { useState } from "preact/hooks";
import { ask, type Run } from "../api";
import { useWords } from "../text";
import { Dialog } from "./basic";
import { Icon } from "./icons";

export function EditRun({ run, onRefused }: { run: Pick<Run, "id" | "name" | "tags" | "note">; onRefused: (error: Error | null) => void }) {
  const say = useWords();
  const [isOpen, setOpen] = useState(false);
  const [form, setForm] = useState({ name: run.name, tags: run.tags.join(", "), note: run.note });
  const set = (key: keyof typeof form) => (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => setForm({ ...form, [key]: event.currentTarget.value });
  const save = (event: Event): void => {
    event.preventDefault();
    setOpen(false);
    const tags = [...new Set(form.tags.split(/[,，]/).map((tag) => tag.trim()).filter(Boolean))];
    ask(`/runs/${run.id}`, { method: "PATCH", body: { name: form.name.trim(), tags, note: form.note } }).then(() => onRefused(null), onRefused);
  };
  return (
    <>
      <button type="button" class="button quiet" aria-label={say("run.edit")} title={say("run.edit")} onClick={() => setOpen(true)}>
        <Icon name="pen" />
      </button>
      {isOpen && (
        <Dialog title={say("run.edit")} onClose={() => setOpen(false)}>
          <form class="stack tight" onSubmit={save}>
            {(["name", "tags"] as const).map((key) => (
              <label key={key} class="wide">
                <span>{say(`run.edit.${key}`)}</span>
                <input type="text" value={form[key]} maxLength={key === "name" ? 120 : 400} onInput={set(key)} />
              </label>
            ))}
            <label class="wide">
              <span>{say("run.edit.note")}</span>
              <textarea rows={4} maxLength={4000} value={form.note} onInput={set("note")} />
            </label>
            <button type="submit" class="button main">
              {say("run.edit.keep")}
            </button>
          </form>
        </Dialog>
      )}
    </>
  );
}
