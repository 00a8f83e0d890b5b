import {
  Store
} from "./chunk-EF3YP3BR.js";

// src/router.ts
function read() {
  return { path: location.pathname, query: new URLSearchParams(location.search) };
}
var place = new Store(read());
window.addEventListener("popstate", () => place.set(read()));
var isAlone = !1;
function go(address, how = "push") {
  if (isAlone) {
    let [path = "/", text = ""] = address.split("?");
    place.set({ path, query: new URLSearchParams(text) });
    return;
  }
  how === "push" ? history.pushState(null, "", address) : history.replaceState(null, "", address), place.set(read()), how === "push" && window.scrollTo(0, 0);
}
function onLink(event) {
  let link = event.target?.closest("a");
  !link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || link.origin !== location.origin || link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/") || link.hash && link.pathname === location.pathname || (event.preventDefault(), go(link.pathname + link.search));
}

export {
  place,
  go,
  onLink
};
