// A screen whose code is fetched when it is first opened.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useWords } from "../text";
import { Trouble } from "./basic";

export function lazy<P extends object>(fetch: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const say = useWords();
    const [, redraw] = useState(0);
    const [error, setError] = useState<Error | null>(null);
    useEffect(() => {
      if (known) return;
      fetch().then((found) => {
        known = found;
        redraw((n) => n + 1);
      }, setError);
    }, []);
    if (known) {
      const Found = known;
      return <Found {...props} />;
    }
    return (
      <div class="screen" aria-busy={!error}>
        <h1 tabIndex={-1}>{say("loading")}</h1>
        <Trouble error={error} />
      </div>
    );
  };
}
