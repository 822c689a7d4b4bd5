import { describe, expect, test } from "vitest";
import type { GetScheduleResponse } from "../../src/generated/responses.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { bulkPostWorklogs } from "../../src/tools/bulk-post-worklogs.ts";
import { deleteWorklog } from "../../src/tools/delete-worklog.ts";
import { getSchedule } from "../../src/tools/get-schedule.ts";
import { postWorklog } from "../../src/tools/post-worklog.ts";
import { defineTool } from "../../src/tools/tool.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { deferred } from "../helpers/deferred.ts";
import { POST } from "../helpers/inputs.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

/** The schedule's tool with a reply that breaks the contract. */
const brokenSchedule = defineTool({
  ...getSchedule,
  async handle(...call) {
    const { summary, ...rest } = await getSchedule.handle(...call);
    return { ...rest, summary: { ...summary, totalDays: "five" as never } };
  },
});

describe("a reply that breaks the contract", () => {
  test.each(CLIENT_KINDS)("is caught if replies are checked, through %s", async (client) => {
    const { call, log } = await openSession({ client, tools: [brokenSchedule] });
    const { isError, content, structuredContent, _meta } = await call("get_schedule", WEEK);
    expect({ isError, content, structuredContent }).toEqual({
      isError: true,
      structuredContent: undefined,
      content: [
        {
          type: "text",
          text:
            "get_schedule failed: the reply does not match the contract. " +
            "This is a bug; please report it with the lines on stderr.",
        },
      ],
    });
    expect(_meta?.["tempofiller/error"]).toEqual({ code: "contract_violation", retryable: false });
    expect(log).toEqual([
      "get_schedule: GetScheduleResponse does not match contracts/responses.schema.json",
      'get_schedule: `summary.totalDays` must be an integer, not "five"',
    ]);
  });

  test("is caught for an added key and for a key left out", async () => {
    for (const spoil of [
      (reply: object) => ({ ...reply, note: "" }),
      ({ days: _, ...reply }: { days: unknown }) => reply,
    ]) {
      const tool = defineTool({
        ...getSchedule,
        handle: async (...call) => spoil(await getSchedule.handle(...call)) as GetScheduleResponse,
      });
      const { refusal } = await openSession({ tools: [tool] });
      expect(await refusal("get_schedule", WEEK)).toContain("does not match the contract");
    }
  });

  test("is sent unchanged if replies are not checked", async () => {
    const { call } = await openSession({
      tools: [brokenSchedule],
      checkReplies: false,
      // Unlike the 1.x client, this one leaves a reply alone until it has listed the tools.
      client: "sdk 2.x, 2026-07-28 protocol",
    });
    const { isError, structuredContent } = await call("get_schedule", WEEK);
    expect(isError).toBeFalsy();
    expect(structuredContent).toMatchObject({ summary: { totalDays: "five" } });
  });

  test("after a write says what is stored, with the ids", async () => {
    const brokenPost = defineTool({
      ...postWorklog,
      handle: async (...call) => ({
        ...(await postWorklog.handle(...call)),
        success: "yes" as never,
      }),
    });
    const { refusal, sandbox } = await openSession({ tools: [brokenPost] });
    expect(await refusal("post_worklog", { issueKey: "PROJ-7", hours: 1, ...WEEK })).toBe(
      "post_worklog failed: the reply does not match the contract. This is a bug; please report it with the " +
        "lines on stderr. The hours are stored in Tempo as worklog 1290000, 1290001, 1290002, 1290003, 1290004: " +
        "do not post them again.",
    );
    expect(sandbox.state.worklogs.size).toBe(5);
  });
});

describe("a handler that throws", () => {
  test("becomes an error without its message and stack, which go to the log", async () => {
    const tool = defineTool({
      ...getSchedule,
      handle: () => Promise.reject(new TypeError("undefined is not a function")),
    });
    const { refusal, log } = await openSession({ tools: [tool] });
    expect(await refusal("get_schedule", WEEK)).toBe(
      "get_schedule failed: internal error. This is a bug; please report it with the lines on stderr.",
    );
    expect(log.join("\n")).toMatch(/^get_schedule: TypeError: undefined is not a function\n\s+at /);
  });

  test("after a write still says what was stored or deleted", async () => {
    const tools = [
      defineTool({
        ...bulkPostWorklogs,
        async handle(...call) {
          await bulkPostWorklogs.handle(...call);
          throw new Error("late");
        },
      }),
      defineTool({
        ...deleteWorklog,
        async handle(...call) {
          await deleteWorklog.handle(...call);
          throw new Error("late");
        },
      }),
    ];
    const { refusal } = await openSession({
      tools,
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    const row = { issueKey: "PROJ-7", hours: 1, date: "2026-01-05" };
    expect(await refusal("bulk_post_worklogs", { worklogs: [row, row] })).toContain(
      "The hours are stored in Tempo as worklog 1290001, 1290002: do not post them again.",
    );
    expect(await refusal("delete_worklog", { worklogId: "1290000" })).toContain(
      "Worklog 1290000 is deleted.",
    );
  });
});

test("without settings, every tool says what to set, whatever its arguments", async () => {
  const session = await openSession({
    openTimesheet: () => Promise.reject(new SettingsError("Set TEMPO_API_TOKEN.")),
  });
  const { tools } = await session.client.listTools();
  expect(tools.length).toBeGreaterThan(0);
  for (const { name } of tools) expect(await session.refusal(name, {})).toBe("Set TEMPO_API_TOKEN.");
});

test("a cancelled batch sends nothing more, and waits for the requests in flight", async () => {
  const controller = new AbortController();
  const { promise: held, resolve: release } = deferred();
  const { call, reply, sandbox, requests } = await openSession({
    upstream: (fetch) => async (request) => {
      if (!request.url.includes("/bulk") || !request.url.includes("/issue/10")) return fetch(request);
      const response = await fetch(request);
      controller.abort();
      await held;
      return response;
    },
  });
  const worklogs = Array.from({ length: 400 }, () => ({
    issueKey: "PROJ-4",
    hours: 0.1,
    date: "2026-01-05",
  }));
  await expect(call("bulk_post_worklogs", { worklogs }, { signal: controller.signal })).rejects.toThrow();
  release();
  // Waits in line until the batch has ended.
  await reply("post_worklog", POST);
  const sent = requests.filter(({ operation }) => operation === "createWorklogsForIssue").length;
  expect(sent).toBeLessThanOrEqual(3);
  expect(sandbox.state.worklogs.size).toBe(sent * 50 + 1);
});
