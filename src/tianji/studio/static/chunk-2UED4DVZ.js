// src/pure/scale.ts
function logScale(values, from, to) {
  let positive = values.filter((value) => value > 0 && Number.isFinite(value)), low = positive.length ? Math.min(...positive) : 1, high = positive.length ? Math.max(...positive) : 10;
  if (high / low < 10) {
    let middle = Math.sqrt(high * low);
    low = Math.min(low, middle / Math.sqrt(10)), high = Math.max(high, middle * Math.sqrt(10));
  }
  let first = Math.log10(low), last = Math.log10(high), at = (value) => from + (Math.log10(Math.max(value, 1e-300)) - first) / (last - first) * (to - from), decades = Math.floor(last + 1e-9) - Math.ceil(first - 1e-9) + 1, step = Math.max(1, Math.ceil(decades / 8)), ticks = [];
  for (let decade = Math.floor(first); decade <= Math.ceil(last); decade += 1)
    for (let digit = 1; digit <= 9; digit += 1) {
      let value = digit * 10 ** decade;
      value < low * 0.999 || value > high * 1.001 || (digit === 1 ? ticks.push({ value, at: at(value), isMajor: (decade % step + step) % step === 0 }) : decades <= 4 && ticks.push({ value, at: at(value), isMajor: !1 }));
    }
  return { at, ticks, low, high };
}

export {
  logScale
};
