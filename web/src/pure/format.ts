// Numbers as people read them; the same digits in every language but for their grouping. What belongs to a number is
// never on another line: its spaces do not break.

const SUPER = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function power(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPER[Number(digit)]).join("");
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

/** 1.3e-5 → "1.30 × 10⁻⁵"; figures of everyday size stay plain. */
export function small(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 0.001 && size < 10_000) return String(Number(value.toPrecision(4)));
  const [mantissa, exponent] = value.toExponential(2).split("e");
  return `${mantissa}\u00a0×\u00a0${power(Number(exponent))}`;
}

export function fixed(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const text = value.toFixed(digits);
  return (/^-0\.?0*$/.test(text) ? text.slice(1) : text).replace("-", "−");
}

export function count(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 1e15) return small(value);
  return Math.round(value).toLocaleString("en-US");
}

export function percent(value: number): string {
  const share = value * 100;
  return `${share >= 99.95 || share < 0.05 ? share.toFixed(0) : share.toFixed(1)}\u00a0%`;
}

export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return size >= 1e6 ? `${small(size)}\u00a0${units[unit]}` : `${size >= 100 || unit === 0 ? size.toFixed(0) : size.toFixed(1)}\u00a0${units[unit]}`;
}

/** Seconds as a duration: the parts have one-letter units in both languages. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 0.0995) return `${Math.max(1, Math.round(seconds * 1000))}\u00a0ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)}\u00a0s`;
  if (seconds < 59.5) return `${Math.round(seconds)}\u00a0s`;
  if (seconds < 3570) return `${Math.floor(Math.round(seconds) / 60)}\u00a0min ${Math.round(seconds) % 60}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)}\u00a0h ${minutes % 60}\u00a0min`;
  if (minutes < 1e7) return `${Math.round(minutes / 1440)}\u00a0d`;
  return ">\u00a010\u00a0y";
}

export function ago(iso: string, language: string): string {
  const then = Date.parse(iso);
  if (!Number.isFinite(then)) return "";
  const seconds = (then - Date.now()) / 1000;
  const words = new Intl.RelativeTimeFormat(language === "zh" ? "zh-CN" : "en", { numeric: "auto" });
  const size = Math.abs(seconds);
  if (size < 60) return words.format(Math.round(seconds), "second");
  if (size < 3600) return words.format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return words.format(Math.round(seconds / 3600), "hour");
  return words.format(Math.round(seconds / 86_400), "day");
}
