// Where the reader is: the address is all the state that matters.
import { Store } from "./store";

export interface Place {
  path: string;
  query: URLSearchParams;
}

function read(): Place {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}

export const place = new Store<Place>(read());
window.addEventListener("popstate", () => place.set(read()));

/** A page that is kept as a file, or stands in a notebook, has no address to write to: its place is in memory. */
let isAlone = false;
export function stayAt(address: string): void {
  isAlone = true;
  go(address);
}

export function go(address: string, how: "push" | "replace" = "push"): void {
  if (isAlone) {
    const [path = "/", text = ""] = address.split("?");
    place.set({ path, query: new URLSearchParams(text) });
    return;
  }
  if (how === "push") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  place.set(read());
  if (how === "push") window.scrollTo(0, 0);
}

export function onLink(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
