// What is drawn, to be taken away: a table as CSV, a picture as SVG or PNG, with the colours it has now.
import { useState } from "preact/hooks";
import { useWords } from "../text";
import { Trouble } from "./basic";

const SPACE = "http://www.w3.org/2000/svg";
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family", "font-weight", "text-anchor"];

export function offer(name: string, data: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Rows as CSV; what could be taken for the end of a field is quoted. */
export function csvOf(rows: (string | number)[][]): string {
  const field = (value: string | number): string => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return `${rows.map((row) => row.map(field).join(",")).join("\n")}\n`;
}

function put(parent: Element, name: string, looks: Record<string, string | number>, text = ""): void {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(looks)) made.setAttribute(key, String(value));
  made.textContent = text;
  parent.append(made);
}

/** A picture without the page: of a drawing its copy with every look written out, of a grid its cells as rectangles. */
function pictureOf(shown: Element): { text: string; width: number; height: number } {
  const { width, height, left, top } = shown.getBoundingClientRect();
  const drawing = shown instanceof SVGSVGElement ? (shown.cloneNode(true) as SVGSVGElement) : document.createElementNS(SPACE, "svg");
  if (shown instanceof SVGSVGElement) {
    const copies = drawing.querySelectorAll("*");
    shown.querySelectorAll("*").forEach((each, k) => {
      const now = getComputedStyle(each);
      for (const look of LOOKS) copies[k]?.setAttribute(look, now.getPropertyValue(look));
    });
  } else {
    for (const box of shown.querySelectorAll<HTMLElement>("[role=gridcell], .fill > i")) {
      const at = box.getBoundingClientRect();
      const colour = getComputedStyle(box).backgroundColor;
      if (at.width > 0 && at.height > 0) put(drawing, "rect", { x: at.left - left, y: at.top - top, width: at.width, height: at.height, fill: colour });
    }
    for (const word of shown.querySelectorAll<HTMLElement>("b, small")) {
      const at = word.getBoundingClientRect();
      const now = getComputedStyle(word);
      put(drawing, "text", { x: at.left - left, y: at.bottom - top - at.height * 0.24, fill: now.color, "font-size": now.fontSize, "font-family": now.fontFamily, "font-weight": now.fontWeight }, word.textContent?.trim() ?? "");
    }
  }
  drawing.setAttribute("xmlns", SPACE);
  drawing.setAttribute("width", String(width));
  drawing.setAttribute("height", String(height));
  if (!drawing.hasAttribute("viewBox")) drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const ground = document.createElementNS(SPACE, "rect");
  for (const [key, value] of Object.entries({ width: "100%", height: "100%", fill: getComputedStyle(shown.closest(".panel") ?? document.body).backgroundColor })) ground.setAttribute(key, value);
  drawing.prepend(ground);
  return { text: new XMLSerializer().serializeToString(drawing), width, height };
}

async function pixelsOf(picture: { text: string; width: number; height: number }): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.text)}`; // also where only this is allowed
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(2 * picture.width), Math.round(2 * picture.height)];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((data) => (data ? done(data) : fail(new Error("the picture is too large"))), "image/png"));
}

/** Buttons: CSV where there is a table, SVG and PNG where there is something drawn (the first that `of` finds). */
export function Export({ name, csv, of }: { name: string; csv?: () => (string | number)[][]; of?: string }) {
  const say = useWords();
  const [error, setError] = useState<Error | null>(null);
  const take = (kind: "csv" | "svg" | "png") => (): void => {
    setError(null);
    if (kind === "csv") return offer(`${name}.csv`, new Blob([csvOf(csv?.() ?? [])], { type: "text/csv" }));
    const shown = document.querySelector(of ?? "");
    if (!shown) return;
    const picture = pictureOf(shown);
    if (kind === "svg") offer(`${name}.svg`, new Blob([picture.text], { type: "image/svg+xml" }));
    else pixelsOf(picture).then((data) => offer(`${name}.png`, data), setError);
  };
  return (
    <div class="segments export" role="group" aria-label={say("export")}>
      {csv && (
        <button type="button" onClick={take("csv")}>
          CSV
        </button>
      )}
      {of && (
        <>
          <button type="button" onClick={take("svg")}>
            SVG
          </button>
          <button type="button" onClick={take("png")}>
            PNG
          </button>
        </>
      )}
      <Trouble error={error} />
    </div>
  );
}
