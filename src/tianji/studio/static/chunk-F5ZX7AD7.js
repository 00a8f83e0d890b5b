import {
  bytes,
  floats,
  shorts
} from "./chunk-VBKSNLAI.js";
import {
  ask
} from "./chunk-HTWIJD62.js";

// src/holdem/ask.ts
function unpack(raw) {
  let node = { ...raw };
  if (node.kind !== "act") return node;
  let seats = raw.seats, array = (text) => typeof text == "string" ? floats(text) : null;
  for (let seat of ["oop", "ip"]) {
    let side = seats[seat];
    node.seats = {
      ...node.seats,
      [seat]: {
        hands: shorts(String(side.hands)),
        reach: floats(String(side.reach)),
        weight: floats(String(side.weight)),
        made: bytes(String(side.made)),
        draw: bytes(String(side.draw)),
        combos: Number(side.combos),
        ev: array(side.ev),
        equity: array(side.equity),
        mean_ev: typeof side.mean_ev == "number" ? side.mean_ev : null,
        mean_equity: typeof side.mean_equity == "number" ? side.mean_equity : null
      }
    };
  }
  return node.strategy = floats(String(raw.strategy)), node.action_evs = array(raw.action_evs), node;
}
var kept = /* @__PURE__ */ new Map(), MOST = 60;
function keep(key, node) {
  kept.delete(key), kept.set(key, node);
  for (let old of kept.keys()) {
    if (kept.size <= MOST) break;
    kept.delete(old);
  }
}
var knownNode = (run, stamp, line) => kept.get(`${run} ${stamp} ${line}`);
function fetchNode(run, stamp, line, tell, fail) {
  let key = `${run} ${stamp} ${line}`, control = new AbortController(), get = (values) => ask(`/solves/${run}/node?${new URLSearchParams({ line, values: String(values) })}`, { signal: control.signal }).then(unpack);
  return get(!1).then((node) => {
    if (!control.signal.aborted) {
      if (tell(node), node.kind !== "act") {
        keep(key, node);
        return;
      }
      return get(!0).then((whole) => {
        keep(key, whole), control.signal.aborted || tell(whole);
      });
    }
  }).catch((error) => !control.signal.aborted && fail(error)), () => control.abort();
}

export {
  knownNode,
  fetchNode
};
