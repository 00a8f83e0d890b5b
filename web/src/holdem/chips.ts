// Chips as the reader wants them told: as they are, in big blinds, or in percent of the pot that the solve began with.
import { fixed } from "../pure/format";
import { blind, unit, useStore } from "../store";

/** A number of chips in words; `begin`: the pot at the start of the solve. */
export function useChips(begin: number): (value: number | null | undefined, digits?: number) => string {
  const [now, chips] = [useStore(unit), useStore(blind)];
  return (value, digits = 2) => {
    if (value === null || value === undefined || !Number.isFinite(value)) return fixed(value);
    if (now === "pot") return `${fixed((100 * value) / begin, Math.max(0, digits - 1))} %`;
    return now === "bb" ? `${fixed(value / chips, digits)} bb` : fixed(value, digits);
  };
}
