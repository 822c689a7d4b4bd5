import { appendFileSync } from "node:fs";
import { inject } from "vitest";

/** Figures that a test has measured: one row of the table that is printed at the end. */
export interface Figures {
  /** Rows are in this order. */
  row: number;
  check: string;
  figures: Record<string, number | string>;
}

export function record(figures: Figures): void {
  appendFileSync(inject("figuresFile"), `${JSON.stringify(figures)}\n`);
}

/** @param share 0.5 for the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Median, 99th percentile and maximum, in seconds. */
export function summaryOf(milliseconds: readonly number[]): Record<string, number> {
  return {
    "median s": quantile(milliseconds, 0.5) / 1000,
    "p99 s": quantile(milliseconds, 0.99) / 1000,
    "max s": quantile(milliseconds, 1) / 1000,
  };
}
