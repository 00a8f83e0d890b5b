import {
  $,
  Trouble,
  a,
  d,
  useWords
} from "./chunk-HTWIJD62.js";

// src/parts/Export.tsx
var SPACE = "http://www.w3.org/2000/svg", LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family", "font-weight", "text-anchor"];
function offer(name, data) {
  let link = document.createElement("a");
  link.href = URL.createObjectURL(data), link.download = name, link.click(), setTimeout(() => URL.revokeObjectURL(link.href), 1e4);
}
function csvOf(rows) {
  let field = (value) => /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return `${rows.map((row) => row.map(field).join(",")).join(`
`)}
`;
}
function put(parent, name, looks, text = "") {
  let made = document.createElementNS(SPACE, name);
  for (let [key, value] of Object.entries(looks)) made.setAttribute(key, String(value));
  made.textContent = text, parent.append(made);
}
function pictureOf(shown) {
  let { width, height, left, top } = shown.getBoundingClientRect(), drawing = shown instanceof SVGSVGElement ? shown.cloneNode(!0) : document.createElementNS(SPACE, "svg");
  if (shown instanceof SVGSVGElement) {
    let copies = drawing.querySelectorAll("*");
    shown.querySelectorAll("*").forEach((each, k) => {
      let now = getComputedStyle(each);
      for (let look of LOOKS) copies[k]?.setAttribute(look, now.getPropertyValue(look));
    });
  } else {
    for (let box of shown.querySelectorAll("[role=gridcell], .fill > i")) {
      let at = box.getBoundingClientRect(), colour = getComputedStyle(box).backgroundColor;
      at.width > 0 && at.height > 0 && put(drawing, "rect", { x: at.left - left, y: at.top - top, width: at.width, height: at.height, fill: colour });
    }
    for (let word of shown.querySelectorAll("b, small")) {
      let at = word.getBoundingClientRect(), now = getComputedStyle(word);
      put(drawing, "text", { x: at.left - left, y: at.bottom - top - at.height * 0.24, fill: now.color, "font-size": now.fontSize, "font-family": now.fontFamily, "font-weight": now.fontWeight }, word.textContent?.trim() ?? "");
    }
  }
  drawing.setAttribute("xmlns", SPACE), drawing.setAttribute("width", String(width)), drawing.setAttribute("height", String(height)), drawing.hasAttribute("viewBox") || drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  let ground = document.createElementNS(SPACE, "rect");
  for (let [key, value] of Object.entries({ width: "100%", height: "100%", fill: getComputedStyle(shown.closest(".panel") ?? document.body).backgroundColor })) ground.setAttribute(key, value);
  return drawing.prepend(ground), { text: new XMLSerializer().serializeToString(drawing), width, height };
}
async function pixelsOf(picture) {
  let image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`, await image.decode();
  let canvas = document.createElement("canvas");
  return [canvas.width, canvas.height] = [Math.round(2 * picture.width), Math.round(2 * picture.height)], canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height), new Promise((done, fail) => canvas.toBlob((data) => data ? done(data) : fail(new Error("the picture is too large")), "image/png"));
}
function Export({ name, csv, of }) {
  let say = useWords(), [error, setError] = d(null), take = (kind) => () => {
    if (setError(null), kind === "csv") return offer(`${name}.csv`, new Blob([csvOf(csv?.() ?? [])], { type: "text/csv" }));
    let shown = document.querySelector(of ?? "");
    if (!shown) return;
    let picture = pictureOf(shown);
    kind === "svg" ? offer(`${name}.svg`, new Blob([picture.text], { type: "image/svg+xml" })) : pixelsOf(picture).then((data) => offer(`${name}.png`, data), setError);
  };
  return /* @__PURE__ */ a("div", { class: "segments export", role: "group", "aria-label": say("export"), children: [
    csv && /* @__PURE__ */ a("button", { type: "button", onClick: take("csv"), children: "CSV" }),
    of && /* @__PURE__ */ a($, { children: [
      /* @__PURE__ */ a("button", { type: "button", onClick: take("svg"), children: "SVG" }),
      /* @__PURE__ */ a("button", { type: "button", onClick: take("png"), children: "PNG" })
    ] }),
    /* @__PURE__ */ a(Trouble, { error })
  ] });
}

export {
  offer,
  Export
};
