// What is wrong with a result, in the library's words; one that cannot be read is made again from the checkpoint.
import { useState } from "preact/hooks";
import { ask, Refusal } from "../api";
import { useWords } from "../text";
import { Trouble } from "./basic";

export function Damaged({ error, run }: { error: Error | null; run: string }) {
  const say = useWords();
  const [refused, setRefused] = useState<Error | null>(null);
  if (!(error instanceof Refusal && error.code === "FileFormatError")) return <Trouble error={error} />;
  return (
    <>
      <Trouble error={refused ?? error} />
      <p>
        <button type="button" class="button main" onClick={() => ask(`/runs/${run}/resume`, { method: "POST" }).catch(setRefused)}>
          {say("run.restore")}
        </button>
      </p>
    </>
  );
}
