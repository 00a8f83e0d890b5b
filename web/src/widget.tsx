// A result as one page without a server: the screens of the studio, with the answers they ask for kept inside.
import { render } from "preact";
import { keepAnswers, type Infoset } from "./api";
import { Holdem } from "./holdem/Holdem";
import { Tree } from "./play/Tree";
import { go, place, stayAt } from "./router";
import { RunScreen } from "./screens/RunScreen";
import { useStore } from "./store";

interface Data {
  address: string;
  answers: Record<string, unknown>;
  events: [string, unknown][];
  infosets: Infoset[];
  tree: { nodes: { path: number[] }[] } | null;
}

/** A part of the tree: what was kept of it right below a node, or its beginning. */
function part(tree: NonNullable<Data["tree"]>, query: URLSearchParams): object | undefined {
  const at = query.get("at") ?? "";
  const level = at ? at.split(".").length : 0;
  const below = (path: number[]): boolean => !at || path.join(".").startsWith(`${at}.`);
  const nodes = tree.nodes.filter(({ path }) => path.length <= (at ? level + 1 : 3) && below(path));
  return nodes.length ? { ...tree, nodes } : undefined;
}

/** The one question whose answer is worked out here: a part of the table of information sets. */
function infosets(rows: Infoset[], query: URLSearchParams): object {
  const text = (query.get("q") ?? "").toLowerCase();
  const player = query.get("player");
  const found = rows.filter((row) => (player === null || row.player === Number(player)) && row.infoset.toLowerCase().includes(text));
  const limit = Number(query.get("limit") ?? 50);
  return { items: found.slice(0, limit), next: found.length > limit ? limit : null, total: found.length };
}

function Page() {
  const { path, query } = useStore(place);
  const [, first = "", ...rest] = path.split("/");
  const second = decodeURIComponent(rest.join("/"));
  if (first === "holdem") return <Holdem part={second} query={query} />;
  if (first === "tree") return <Tree spec={second} query={query} />;
  return <RunScreen id={second} query={query} />;
}

const data = JSON.parse(document.getElementById("data")?.textContent ?? "") as Data;
const root = document.getElementById("app");
keepAnswers({
  answer: (path) => {
    const [place = "", text = ""] = path.split("?");
    const query = new URLSearchParams(text);
    if (place.endsWith("/infosets")) return infosets(data.infosets, query);
    if (place.endsWith("/tree") && data.tree) return part(data.tree, query);
    return data.answers[path.replace("values=false", "values=true")] ?? data.answers[place];
  },
  events: data.events,
});
stayAt(data.address);
document.addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest("a");
  if (!link) return;
  event.preventDefault(); // there is no other page
  const address = link.getAttribute("href") ?? "";
  if (address.split("?")[0] === place.value.path) go(address);
});
if (root) render(<Page />, root);
