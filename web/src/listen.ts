// What happens, as the server tells it: one stream for all the pages of a browser that watch the same.
import { ask, door, isGone, keptAnswers } from "./api";

type Handlers = Record<string, (data: never) => void>;
/** An event as pages pass it on; a page that is new asks for all of it again. */
type Passed = { event: string; data: string; number: number } | { gone: boolean } | "again";

/**
 * Server-sent events while the page is seen. A browser has six connections to a server, and a stream takes one: of the
 * pages that are seen and watch the same, the one that holds a lock reads the stream and passes it on to the others;
 * when it goes, or is hidden, the next in the queue reads on after the last number. Where a browser has no locks (they
 * need a local address or https) every page reads for itself.
 */
export function listen(path: (after: number) => string, handlers: Handlers): () => void {
  const kept = keptAnswers();
  if (kept) {
    for (const [name, data] of kept.events) handlers[name]?.(data as never);
    return () => undefined;
  }
  const subject = `tianji ${path(0)}`;
  const channel = "locks" in navigator && "BroadcastChannel" in window ? new BroadcastChannel(subject) : null;
  let after = 0;
  let letGo: (() => void) | null = null; // ends our turn, or our wait for it
  const heed = (event: string, data: string, number: number): void => {
    const isOld = event !== "run.progress" && number > 0 && number <= after && event.startsWith("run.") && event !== "run.summary";
    if (number > after) after = number;
    if (!isOld) handlers[event]?.(JSON.parse(data) as never);
  };
  const tell = (passed: Passed): void => channel?.postMessage(passed);
  const reader = readStream(
    (isAgain) => path(isAgain ? 0 : after),
    Object.keys(handlers),
    (event, data, number) => {
      heed(event, data, number);
      tell({ event, data, number });
    },
    (gone) => {
      isGone.set(gone);
      tell({ gone });
    },
  );
  if (channel)
    channel.onmessage = ({ data: passed }: MessageEvent<Passed>) => {
      if (passed === "again") reader.again();
      else if ("gone" in passed) isGone.set(passed.gone);
      else heed(passed.event, passed.data, passed.number);
    };
  const begin = (): void => {
    if (letGo || document.hidden) return;
    if (!channel) {
      reader.open();
      letGo = reader.close;
      return;
    }
    const queue = new AbortController();
    let end = (): void => undefined;
    letGo = () => {
      queue.abort();
      reader.close();
      end();
    };
    const turn = new Promise<void>((resolve) => (end = resolve));
    tell("again"); // to whoever reads now
    const read = (): Promise<void> | undefined => (queue.signal.aborted ? undefined : (reader.open(), turn));
    navigator.locks.request(subject, { signal: queue.signal }, read).catch(() => undefined); // hidden before its turn came
  };
  const stop = (): void => {
    letGo?.();
    letGo = null;
  };
  const look = (): void => (document.hidden ? stop() : begin());
  document.addEventListener("visibilitychange", look);
  begin();
  return () => {
    document.removeEventListener("visibilitychange", look);
    stop();
    channel?.close();
  };
}

interface Reader {
  open: () => void;
  close: () => void;
  /** From the beginning, for a page that is new; of no meaning where another page reads. */
  again: () => void;
}

/** The stream itself, opened again after it broke: soon, then every second, for the machine is ours; later less often. */
function readStream(path: (isAgain: boolean) => string, events: string[], onEvent: (event: string, data: string, number: number) => void, onGone: (gone: boolean) => void): Reader {
  let source: EventSource | null = null;
  let isOpen = false;
  let isAgain = false;
  let wait = 500;
  let timer = 0;
  let since = 0; // when the server was last there
  const longer = (): number => (performance.now() - since < 60_000 ? Math.min(1000, wait * 2) : Math.min(10_000, wait * 2));
  const drop = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const begin = (): void => {
    if (!isOpen || source) return;
    source = new EventSource(`/api/v1${path(isAgain)}`);
    isAgain = false;
    source.onopen = () => {
      wait = 500;
      since = performance.now();
      onGone(false);
    };
    source.onerror = () => {
      drop();
      onGone(true);
      if (wait === 500) since = performance.now();
      timer = window.setTimeout(retry, wait);
      wait = longer();
    };
    for (const name of events) {
      source.addEventListener(name, (event) => {
        const { data, lastEventId } = event as MessageEvent<string>;
        onEvent(name, data, Number(lastEventId.split(":")[1]) || 0);
      });
    }
  };
  const retry = (): void => {
    // a refusal is told apart from a server that is away by asking plainly
    ask("/meta").then(begin, () => {
      if (door.value === "locked" || !isOpen) return;
      timer = window.setTimeout(retry, wait);
      wait = longer();
    });
  };
  return {
    open: () => ((isOpen = true), begin()),
    close: () => ((isOpen = false), drop()),
    again: () => {
      if (!isOpen) return;
      isAgain = true;
      if (!source) return; // the next one begins there
      drop();
      begin();
    },
  };
}
