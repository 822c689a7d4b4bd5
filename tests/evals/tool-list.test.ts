import { beforeAll, describe, expect, test } from "vitest";
import { renderDocument } from "../../evals/report/update-document.ts";
import { foreignTools, requestsOfModels, search } from "../../evals/retrieval/retrieval.ts";
import { offerOfCommand } from "../../evals/run/offer.ts";
import type { Offer } from "../../evals/run/run-task.ts";
import { readTasks } from "../../evals/task/read-tasks.ts";
import { lintTools } from "../../evals/tools/lint-tools.ts";

let offer: Offer;

beforeAll(async () => {
  offer = await offerOfCommand();
});

describe("the list of tools", () => {
  test("describes every argument, claims nothing twice, and is not too long", () => {
    expect(lintTools(offer.tools)).toEqual([]);
    expect(offer.tools.length).toBeGreaterThan(10);
  });

  test("and all else that is measured is as docs/evals.md says", () => {
    const { now, is } = renderDocument(readTasks(), offer);
    expect(now).toBe(is);
  });

  test.each([
    [
      "an argument without a description",
      { inputSchema: { properties: { date: {} } } },
      "log_it.date has no description",
    ],
    ["a tool without one", { description: "" }, "log_it has no description"],
    [
      "a sentence of another tool",
      { description: "Delete one of them. Log it at once." },
      'read_it and log_it both say "Log it at once."',
    ],
    ["too long a text", { description: "x".repeat(601) }, "log_it has a description of 601 characters"],
  ])("is refused with %s", (_, change, problem) => {
    const tool = { name: "log_it", description: "Log it.", inputSchema: {}, ...change };
    const other = { name: "read_it", description: "Read it. Log it at once.", inputSchema: {} };
    expect(lintTools([other, tool])).toEqual([problem]);
  });
});

describe("a search for a tool", () => {
  test("is made among two hundred tools of other servers", () => {
    expect(foreignTools()).toHaveLength(200);
  });

  /** Measured; the aim is 95 %, and no change of a description may lose what is found. */
  test("finds no fewer tools among the first three than it did", () => {
    const found = search(requestsOfModels());
    expect(found).toHaveLength(90);
    expect(found.filter(({ isFound }) => isFound).length).toBeGreaterThanOrEqual(60);
  });
});
