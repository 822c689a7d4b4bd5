import { expect, test } from "vitest";
import { generate } from "../../history/generate.ts";
import { CALM } from "../../history/kind.ts";
import { WITH_FILES } from "../../history/kinds.ts";
import type { Scenario } from "../../history/scenario.ts";
import { shrink } from "../../history/shrink.ts";
import { WITH_DATABASE } from "../../teams/history/kinds.ts";

test("a seed gives one scenario, and another seed another one", () => {
  expect(generate("mixed", 7, WITH_FILES)).toEqual(generate("mixed", 7, WITH_FILES));
  expect(generate("mixed", 7, WITH_FILES)).not.toEqual(generate("mixed", 8, WITH_FILES));
});

test.each(Object.keys(WITH_FILES.kinds))(
  "every tool, undo, the other machine and the user act in runs of the kind %s",
  (kind) => {
    const steps = Array.from({ length: 200 }, (_, seed) => generate(kind, seed, WITH_FILES)).flatMap(
      (it) => it.steps,
    );
    expect(new Set(steps.map(({ action }) => action.does))).toEqual(
      new Set([
        ..."post bulk fill draft update delete deleteMany undo submit recall edit move assign remove log".split(
          " ",
        ),
      ]),
    );
    expect(new Set(steps.map(({ by }) => by))).toEqual(new Set([0, 1, 2, "other machine", "person"]));
  },
);

test.each(Object.keys(WITH_DATABASE.kinds))(
  "two replicas at least and no undo act in runs of the kind %s",
  (kind) => {
    const steps = Array.from({ length: 200 }, (_, seed) => generate(kind, seed, WITH_DATABASE)).flatMap(
      (it) => it.steps,
    );
    expect(new Set(steps.map(({ action }) => action.does))).toEqual(
      new Set(
        "post bulk fill draft update delete deleteMany submit recall edit move assign remove log".split(" "),
      ),
    );
    expect(new Set(steps.map(({ by }) => by))).toEqual(new Set([0, 1, 2, "other machine", "person"]));
  },
);

test("what a failure does not need is dropped", async () => {
  const isUndo = ({ action }: Scenario["steps"][number]) => action.does === "undo";
  const seed = Array.from({ length: 100 }, (_, index) => index).find((it) =>
    generate("mixed", it, WITH_FILES).steps.some(isUndo),
  );
  const smallest = await shrink(generate("mixed", seed ?? 0, WITH_FILES), async ({ steps }) =>
    steps.some(isUndo),
  );
  expect(smallest.steps).toEqual([expect.objectContaining({ by: 0, action: { does: "undo" }, faults: [] })]);
  expect(smallest.weather).toEqual(CALM);
});
