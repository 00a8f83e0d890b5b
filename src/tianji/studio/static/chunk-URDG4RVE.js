import {
  fixed,
  percent
} from "./chunk-DFRHKKBY.js";
import {
  a,
  useWords
} from "./chunk-HTWIJD62.js";

// src/parts/ActionTable.tsx
function ActionTable({ rows, chosen, digits = 4, isOurs = !1 }) {
  let say = useWords(), [hasValues, hasShares] = [rows.some((row) => row.value !== null), rows.some((row) => row.share !== null)], best = Math.max(...rows.map((row) => row.value ?? -1 / 0));
  return /* @__PURE__ */ a("div", { class: "scroll", tabIndex: 0, role: "group", "aria-label": say("act.label"), children: /* @__PURE__ */ a("table", { class: "data odds", children: [
    /* @__PURE__ */ a("thead", { children: /* @__PURE__ */ a("tr", { children: [
      /* @__PURE__ */ a("th", { children: say("act.action") }),
      hasValues && /* @__PURE__ */ a("th", { class: "number", children: say("act.value") }),
      hasShares && /* @__PURE__ */ a("th", { class: "mix", children: say("act.plays") })
    ] }) }),
    /* @__PURE__ */ a("tbody", { children: rows.map((row, k) => /* @__PURE__ */ a("tr", { class: row.name === chosen ? "chosen" : "", "aria-current": row.name === chosen ? "true" : void 0, children: [
      /* @__PURE__ */ a("td", { children: [
        row.text === void 0 ? /* @__PURE__ */ a("code", { children: row.name }) : /* @__PURE__ */ a("span", { lang: isOurs ? void 0 : "en", children: row.text }),
        row.name === chosen && /* @__PURE__ */ a("small", { class: "tag", children: say("act.yours") })
      ] }),
      hasValues && /* @__PURE__ */ a("td", { class: "number", "data-odds": `v ${row.name}`, children: row.value !== null && row.value === best ? /* @__PURE__ */ a("b", { children: fixed(row.value, digits) }) : fixed(row.value, digits) }),
      hasShares && /* @__PURE__ */ a("td", { class: "mix", children: [
        row.share !== null && /* @__PURE__ */ a("span", { class: "mixbar", "aria-hidden": "true", children: /* @__PURE__ */ a("span", { class: `a${k % 6}`, style: { flexBasis: `${row.share * 100}%` } }) }),
        /* @__PURE__ */ a("span", { "data-odds": `p ${row.name}`, children: row.share === null ? "–" : percent(row.share) })
      ] })
    ] }, row.name)) })
  ] }) });
}

export {
  ActionTable
};
