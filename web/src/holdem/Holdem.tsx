// Hold'em: which of its screens an address means.
import { Compare } from "./Compare";
import { PushFold } from "./PushFold";
import { NewReport } from "./Report";
import { Solved } from "./Solved";
import { Spot } from "./Spot";

export function Holdem({ part, query }: { part: string; query: URLSearchParams }) {
  if (part === "" || part === "new") return <Spot query={query} />;
  if (part === "compare") return <Compare query={query} />;
  if (part === "pushfold") return <PushFold query={query} />;
  if (part === "reports") return <NewReport query={query} />;
  return <Solved key={part} id={part} query={query} />;
}
