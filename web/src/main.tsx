// The page: one screen an address.
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { ask, door } from "./api";
import { Frame } from "./parts/Frame";
import { lazy } from "./parts/lazy";
import { place } from "./router";
import { GameScreen, Games } from "./screens/Games";
import { Home } from "./screens/Home";
import { Locked, Open } from "./screens/Open";
import { RunScreen } from "./screens/RunScreen";
import { Runs } from "./screens/Runs";
import { language, useStore } from "./store";
import { useWords } from "./text";
import { watchRuns } from "./watch";

// screens with files of their own, loaded when they are opened
const Train = lazy(() => import("./train/Train").then((module) => module.Train));
const Matrix = lazy(() => import("./theory/Matrix").then((module) => module.Matrix));
const Subgames = lazy(() => import("./theory/Subgames").then((module) => module.Subgames));
const Holdem = lazy(() => import("./holdem/Holdem").then((module) => module.Holdem));
const Play = lazy(() => import("./play/Play").then((module) => module.Play));
const Tree = lazy(() => import("./play/Tree").then((module) => module.Tree));
const Time = lazy(() => import("./play/Time").then((module) => module.Time));
const Search = lazy(() => import("./play/Search").then((module) => module.Search));
const Help = lazy(() => import("./house/Help").then((module) => module.Help));
const Settings = lazy(() => import("./house/Settings").then((module) => module.Settings));
const Library = lazy(() => import("./house/Library").then((module) => module.Library));
const Solve = lazy(() => import("./screens/Solve").then((module) => module.Solve));

function Screen() {
  const say = useWords();
  const { path, query } = useStore(place);
  const [, first = "", ...rest] = path.split("/");
  let second = rest.join("/");
  try {
    second = decodeURIComponent(second);
  } catch {
    // as it is: the library says what is wrong with it
  }
  if (path === "/") return <Home />;
  if (first === "games") return second ? <GameScreen key={second.split("(")[0]} spec={second} /> : <Games />;
  if (first === "train") return <Train id={second} query={query} />;
  if (first === "matrix") return <Matrix query={query} />;
  if (first === "subgame") return <Subgames key={second.split("(")[0] ?? ""} spec={second} query={query} />;
  if (first === "holdem") return <Holdem part={second} query={query} />;
  if (first === "tree" && second) return <Tree key={second} spec={second} query={query} />;
  if (first === "runs" && /^[a-z0-9]{10}\/time$/.test(second)) return <Time key={second} id={second.slice(0, 10)} query={query} />;
  if (first === "search") return <Search spec={second} query={query} />;
  if (first === "play") return <Play name={second} query={query} />;
  if (first === "solve") return <Solve spec={second} query={query} />;
  if (first === "runs") return second ? <RunScreen key={second} id={second} query={query} /> : <Runs query={query} />;
  if (path === "/help") return <Help query={query} />;
  if (path === "/settings") return <Settings />;
  if (path === "/library") return <Library />;
  return (
    <div class="screen">
      <h1 tabIndex={-1}>{say("missing.title")}</h1>
      <p>
        <a href="/">{say("nav.home")}</a>
      </p>
    </div>
  );
}

function Studio() {
  const state = useStore(door);
  useEffect(() => {
    if (state === "open") return watchRuns();
    if (state === "unknown") ask("/meta").catch(() => undefined);
    return undefined;
  }, [state]);
  if (state === "locked") return <Locked error={null} />;
  return (
    <Frame>
      <Screen />
    </Frame>
  );
}

function Page() {
  useStore(language);
  const { path } = useStore(place);
  return path === "/open" ? <Open /> : <Studio />;
}

const root = document.getElementById("app");
if (root) render(<Page />, root);
