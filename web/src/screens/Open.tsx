// The door: a code is traded for a cookie; whoever has none is told how to get one.
import { useEffect, useState } from "preact/hooks";
import { ask, door, Refusal } from "../api";
import { Trouble, useTitle } from "../parts/basic";
import { go } from "../router";
import { useWords } from "../text";

export function Open() {
  const say = useWords();
  const [error, setError] = useState<Error | null>(null);
  useTitle("");
  useEffect(() => {
    const code = location.hash.slice(1);
    const wanted = new URLSearchParams(location.search).get("to") ?? "/";
    const to = /^\/(?![/\\])/.test(wanted) ? wanted : "/"; // a page of ours, and of nobody else
    history.replaceState(null, "", "/open"); // the code is not for the history
    const enter = code ? ask("/session", { method: "POST", body: { code } }) : ask("/meta");
    enter.then(
      () => {
        door.set("open");
        go(to, "replace");
      },
      (refused: Error) => {
        // a code that was used, in a browser that has its cookie: nothing is wrong
        if (refused instanceof Refusal && refused.status === 401 && code) ask("/meta").then(() => go(to, "replace"), () => setError(refused));
        else setError(refused);
      },
    );
  }, []);
  return <Locked error={error} isWaiting={!error} title={error ? say("locked.title") : say("opening")} />;
}

export function Locked({ error, title, isWaiting }: { error: Error | null; title?: string; isWaiting?: boolean }) {
  const say = useWords();
  useTitle("");
  return (
    <main class="door" id="main">
      <img src="/static/icon.svg" alt="" width="48" height="48" />
      <h1 tabIndex={-1}>{title ?? say("locked.title")}</h1>
      {!isWaiting && (
        <>
          <p>{say("locked.how")}</p>
          <pre tabIndex={0}>tianji studio</pre>
          <Trouble error={error} />
        </>
      )}
    </main>
  );
}
