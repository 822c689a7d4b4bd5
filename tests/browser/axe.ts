import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Frame } from "playwright-core";
import { expect } from "vitest";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The violations that axe finds with all its rules, best practices included. */
export async function violationsIn(frame: Frame): Promise<string[]> {
  if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(AXE);
  const { violations, passes } = await frame.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message)}`),
  );
}
