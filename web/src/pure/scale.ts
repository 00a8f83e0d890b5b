// Logarithmic scales: from a range of values to places on the screen, with decades as ticks.

export interface Scale {
  at(value: number): number;
  ticks: { value: number; at: number; isMajor: boolean }[];
  low: number;
  high: number;
}

export function logScale(values: number[], from: number, to: number): Scale {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  let low = positive.length ? Math.min(...positive) : 1;
  let high = positive.length ? Math.max(...positive) : 10;
  if (high / low < 10) {
    const middle = Math.sqrt(high * low);
    low = Math.min(low, middle / Math.sqrt(10));
    high = Math.max(high, middle * Math.sqrt(10));
  }
  const first = Math.log10(low);
  const last = Math.log10(high);
  const at = (value: number): number => from + ((Math.log10(Math.max(value, 1e-300)) - first) / (last - first)) * (to - from);
  const decades = Math.floor(last + 1e-9) - Math.ceil(first - 1e-9) + 1;
  const step = Math.max(1, Math.ceil(decades / 8));
  const ticks: Scale["ticks"] = [];
  for (let decade = Math.floor(first); decade <= Math.ceil(last); decade += 1) {
    for (let digit = 1; digit <= 9; digit += 1) {
      const value = digit * 10 ** decade;
      if (value < low * 0.999 || value > high * 1.001) continue;
      if (digit === 1) ticks.push({ value, at: at(value), isMajor: ((decade % step) + step) % step === 0 });
      else if (decades <= 4) ticks.push({ value, at: at(value), isMajor: false });
    }
  }
  return { at, ticks, low, high };
}
