import { expect, test } from "vitest";
import { measureStart } from "../../scripts/bench/start.ts";
import { COMMAND } from "../helpers/command.ts";

// Time depends on the machine, memory does not: a start that loads Node's locale data takes 7 MB more.
test("a start takes at most 1.6 times the memory of a server that does nothing else", {
  timeout: 120_000,
}, async () => {
  const { missed, rows } = await measureStart(COMMAND);
  expect(
    missed.filter((it) => it.includes("memory")),
    JSON.stringify(rows),
  ).toEqual([]);
});
