import { describe, expect, test } from "vitest";
import { CLIENT_KINDS, type ToolResult } from "../helpers/clients.ts";
import { protocolError } from "../helpers/protocol-error.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, replyOf } from "../helpers/session.ts";

const RANGE = { startDate: "2026-01-05", endDate: "2026-01-06" };

const ROW = { issueKey: "PROJ-7", hours: 1, date: "2026-01-05" };

/** A call of every tool, in the order in which they stand on an embedded Tempo with one worklog. */
const CALLS: [tool: string, args: Record<string, unknown>][] = [
  ["get_schedule", RANGE],
  ["get_worklogs", { ...RANGE, issueKey: "PROJ-123" }],
  ["post_worklog", { issueKey: "PROJ-4", hours: 2, ...RANGE }],
  ["bulk_post_worklogs", { worklogs: [ROW, { ...ROW, hours: 25 }] }],
  ["delete_worklog", { worklogId: "1290000" }],
];

const SEED = { worklogs: [worklog({ startDate: "2026-01-05" })] };

/** What every tool answers, by its name. */
async function answers(options: Parameters<typeof openSession>[0]): Promise<[string, ToolResult][]> {
  const { call } = await openSession({ seed: SEED, ...options });
  const results: [string, ToolResult][] = [];
  for (const [tool, args] of CALLS) results.push([tool, await call(tool, args)]);
  return results;
}

const textOf = ({ content }: ToolResult) => content[0]?.text ?? "";

describe.each(CLIENT_KINDS)("through %s", (client) => {
  test("without structured content, neither a schema of a reply nor the reply's second copy goes out", async () => {
    const { client: listing } = await openSession({ client, structuredContent: false });
    const { tools } = await listing.listTools();
    expect(tools.map(({ name, outputSchema }) => [name, outputSchema])).toEqual(
      CALLS.map(([name]) => [name, undefined]),
    );
    const plain = await answers({ client, structuredContent: false });
    const whole = await answers({ client });
    expect(plain.map(([tool, { structuredContent }]) => [tool, structuredContent])).toEqual(
      CALLS.map(([name]) => [name, undefined]),
    );
    expect(plain.map(([tool, result]) => [tool, result.content])).toEqual(
      whole.map(([tool, result]) => [tool, result.content]),
    );
  });

  test("with the summary first, it stands ahead of the lists in the text and in the structured content", async () => {
    const results = await answers({ client, summaryFirst: true });
    for (const [, { content, structuredContent }] of results)
      expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
    expect(results.map(([tool, result]) => [tool, Object.keys(JSON.parse(textOf(result)))])).toEqual([
      ["get_schedule", ["startDate", "endDate", "summary", "days"]],
      ["get_worklogs", ["startDate", "endDate", "issueFilter", "summary", "worklogs", "byIssue"]],
      ["post_worklog", ["success", "worklog", "additionalWorklogs"]],
      ["bulk_post_worklogs", ["summary", "results", "byIssue"]],
      ["delete_worklog", ["success", "deletedWorklogId"]],
    ]);
    const usual = await answers({ client });
    expect(results.map(([, { structuredContent }]) => structuredContent)).toEqual(
      usual.map(([, { structuredContent }]) => structuredContent),
    );
  });

  test("for reading alone, only what reads is offered, and the instructions do not speak of booking", async () => {
    const session = await openSession({ client, readOnly: true });
    const { tools } = await session.client.listTools();
    const { prompts } = await session.client.listPrompts();
    const { resources } = await session.client.listResources();
    expect(tools.map(({ name }) => name)).toEqual(["get_schedule", "get_worklogs"]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(prompts.map(({ name }) => name)).toEqual(["worklog_summary"]);
    expect(resources.length).toBe(2);
    expect(session.client.getInstructions()).toBe(
      "Dates are YYYY-MM-DD, ranges include both ends, hours are decimal. Ask for a whole range in one call. " +
        "get_schedule shows which days need hours, get_worklogs what is logged; both cover the user's own time only.",
    );
    expect(session.client.getInstructions()).not.toMatch(/book(?!ed)|post|delete|alreadyLogged/i);

    for (const [name, args] of CALLS.slice(2))
      await expect(session.call(name, args)).rejects.toThrow(new RegExp(`Tool ${name} not found`));
    expect(
      await protocolError(session.client.getPrompt({ name: "schedule_aware_bulk_entry", arguments: {} })),
    ).toMatchObject({ code: -32602, message: expect.stringContaining("not found") });
    expect(session.requests).toEqual([]);
    replyOf(await session.call("get_schedule", RANGE));
  });

  test("every tool asks hosts to hand on long replies whole", async () => {
    const session = await openSession({ client });
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name, _meta }) => [name, _meta?.["anthropic/maxResultSizeChars"]])).toEqual(
      CALLS.map(([name]) => [name, 500_000]),
    );
  });
});

test("all options together leave errors and batches that failed whole as they are", async () => {
  const { call, refusal } = await openSession({ summaryFirst: true, structuredContent: false });
  expect(await refusal("delete_worklog", { worklogId: "1" })).toContain("Worklog 1 was not found");
  const failed = await call("bulk_post_worklogs", { worklogs: [{ ...ROW, issueKey: "x" }] });
  expect([failed.isError, failed.structuredContent]).toEqual([true, undefined]);
  expect(Object.keys(JSON.parse(textOf(failed)))).toEqual(["summary", "results"]);
});

test("the longest range is answered whole", async () => {
  const { reply } = await openSession();
  const { days, summary } = (await reply("get_schedule", {
    startDate: "2024-01-01",
    endDate: "2027-01-04",
  })) as {
    days: unknown[];
    summary: object;
  };
  expect(days.length).toBe(1100);
  expect(summary).toMatchObject({ totalDays: 1100 });
});
