import { describe, expect, test } from "vitest";
import type { EvidenceSource } from "../../src/timesheet/draft/evidence.ts";
import { tools } from "../../src/tools/index.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import type { ToolResult } from "../helpers/clients.ts";
import { WEEK_SOURCES } from "../helpers/drafted-week.ts";
import { evidenceOf } from "../helpers/evidence.ts";
import { HIDDEN, HIDDEN_TEXT, LONG_TEXT, textsIn, withHostileTexts } from "../helpers/hostile-text.ts";
import { protocolError } from "../helpers/protocol-error.ts";
import { COLLEAGUE, ME, worklog } from "../helpers/seeds.ts";
import { openSession, type Replies, type SessionOptions } from "../helpers/session.ts";
import { CY } from "../helpers/teams.ts";

/** The most characters of a text, by its field; of any other field, 200. */
const LENGTHS: Record<string, number> = {
  issueSummary: 255,
  comment: 2000,
  sent: 2000,
  stored: 2000,
  // Our own sentences, which quote at most 1,000 characters of a response, and names.
  error: 5000,
  reason: 5000,
};

const RANGE = { startDate: "2026-01-05", endDate: "2026-01-09" };
/** Half of a pair is refused on its way to Tempo, so texts that are written have none. */
const WRITTEN = HIDDEN_TEXT.replaceAll(/\p{Cs}/gu, "");
const HOSTILE = `Told${WRITTEN}${LONG_TEXT}`;

/** Calls of each tool that succeed; those without a plan of their own are called once. */
const CALLS: Record<keyof Replies, Record<string, unknown>[]> = {
  get_schedule: [RANGE],
  get_worklogs: [RANGE, { ...RANGE, issueKey: "PROJ-123" }],
  post_worklog: [{ issueKey: "PROJ-7", hours: 1, ...RANGE, description: "Posted" }],
  bulk_post_worklogs: [
    {
      worklogs: [
        { issueKey: "PROJ-7", hours: 1, date: "2026-01-12", description: HOSTILE },
        { issueKey: `NONE-1${HIDDEN_TEXT}${LONG_TEXT}`, hours: 1, date: HOSTILE },
      ],
    },
  ],
  find_missing_days: [RANGE],
  fill_days: [
    { ...RANGE, copyFrom: { startDate: "2025-12-29", endDate: "2026-01-02" } },
    { ...RANGE, rows: [{ issueKey: "PROJ-123", description: HOSTILE }] },
  ],
  update_worklog: [{ worklogId: "1290001", hours: 3, description: "Corrected" }],
  delete_worklogs: [{ worklogIds: ["1290000", "1290001", "77"] }],
  delete_worklog: [{ worklogId: "1290002" }],
  get_timesheets: [{ startDate: "2025-11-01", endDate: "2026-01-31" }],
  submit_timesheet: [
    { startDate: "2026-01-01", reviewer: COLLEAGUE.displayName, comment: HOSTILE, evenIfMissing: true },
  ],
  recall_timesheet: [{ startDate: "2026-01-01", comment: HOSTILE }],
  draft_timesheet: [RANGE],
  post_draft: [{ ...RANGE, confirm: "00000000" }],
  search_issues: [{ words: "code" }],
  get_totals: [{ ...RANGE, groupBy: "project", then: "issue" }],
  get_team_timesheets: [{}, { team: "7", days: true }],
  get_team_totals: [{ ...RANGE, team: "7", groupBy: "person", then: "project" }],
  get_work_attributes: [{}, { issueKey: "PROJ-123" }],
};

/** A source whose users, or those who invite them, have put such texts into every title, branch and subject. */
function withHostileEvidence(inner: EvidenceSource): EvidenceSource {
  const hostile = (text: string) => `${text}${HIDDEN_TEXT}${LONG_TEXT}`;
  return {
    ...inner,
    async read(...args) {
      const read = await inner.read(...args);
      const evidence = read.evidence.map((it) =>
        it.kind === "meeting"
          ? { ...it, title: hostile(it.title), texts: it.texts.map(hostile) }
          : {
              ...it,
              ...(it.source !== "jira" && { texts: it.texts.map(hostile) }),
              ...(it.detail !== undefined && { detail: hostile(it.detail) }),
              ...(it.subject !== undefined && { subject: hostile(it.subject) }),
              ...(it.placeName !== undefined && { placeName: hostile(it.placeName) }),
            },
      );
      return { ...read, evidence };
    },
  };
}

const OPTIONS: SessionOptions = {
  toolSets: TOOL_SETS,
  evidence: evidenceOf(WEEK_SOURCES.map(withHostileEvidence)),
  upstream: withHostileTexts,
  seed: {
    holidays: [
      { date: "2026-01-06", name: "Epiphany", durationSeconds: 4 * 3600 },
      { date: "2026-01-07", name: "Founders' Day", durationSeconds: 8 * 3600 },
    ],
    workAttributes: [
      { id: 1, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" },
      { id: 2, key: "_Kind_", name: "Kind", required: false, values: [{ value: "new", name: "New" }] },
    ],
    colleagues: [COLLEAGUE, CY],
    teams: [{ id: 7, name: HOSTILE, members: [ME, COLLEAGUE, CY].map(({ accountId }) => ({ accountId })) }],
    accounts: [{ id: 1, key: "DEV", name: "Development", projects: ["PROJ"] }],
    approvals: {
      "2025-12-01": { status: "approved", comment: "Fine", reviewer: COLLEAGUE.accountId },
    },
    worklogs: [
      worklog({ startDate: "2026-01-05", description: "First", attributes: { _Kind_: "new" } }),
      worklog({ startDate: "2026-01-05", description: "Second", timeSpentSeconds: 3600 }),
      worklog({ startDate: "2026-01-08", description: "Third", timeSpentSeconds: 3600 }),
      worklog({ startDate: "2025-12-30", description: "Last year" }),
      ...[COLLEAGUE, CY].map(({ accountId }) => worklog({ startDate: "2026-01-08", accountId })),
    ],
  },
};

function expectShown(result: ToolResult): void {
  const [block] = result.content;
  const texts = result.structuredContent
    ? [...textsIn(result.structuredContent), ...textsIn(JSON.parse(block?.text ?? ""))]
    : result.content.map(({ text }) => ({ field: "error", text }));
  const bad = texts.filter(({ field, text }) => HIDDEN.test(text) || text.length > (LENGTHS[field] ?? 200));
  expect(bad).toEqual([]);
  expect(texts.length).toBeGreaterThan(0);
}

describe.each(["cloud", "datacenter"] as const)(
  "on %s, of an upstream full of hostile texts",
  (deployment) => {
    test.each(tools.map(({ name }) => name as keyof Replies))(
      "every text in the replies of %s is clean and cut",
      async (tool) => {
        const { call } = await openSession({ ...OPTIONS, deployment });
        for (const args of CALLS[tool]) {
          const result = await call(tool, args);
          expect(result.structuredContent, result.content[0]?.text).toBeDefined();
          expectShown(result);
          const { draft = result.structuredContent } = result.structuredContent ?? {};
          const { confirm } = draft as { confirm?: string };
          if (confirm !== undefined) expectShown(await call(tool, { ...args, confirm }));
        }
      },
    );

    test("every text that a form asks about is clean, on one line, and cut", async () => {
      const asked: string[] = [];
      const { call } = await openSession({
        ...OPTIONS,
        deployment,
        confirmation: "form",
        onForm: async ({ message }) => {
          asked.push(message);
          return { action: "decline" };
        },
      });
      for (const tool of ["fill_days", "delete_worklogs", "submit_timesheet"] as const)
        for (const args of CALLS[tool]) await call(tool, args);
      expect(asked.length).toBe(4);
      for (const message of asked) {
        expect(message).not.toMatch(HIDDEN);
        // Text after a line end in a text of another user must not begin a line.
        expect(message).not.toMatch(/^long|[\r\t]/m);
        for (const line of message.split("\n")) expect(line.length).toBeLessThan(3000);
      }
    });

    test("every text in resources and prompts is clean and cut", async () => {
      const { client } = await openSession({ ...OPTIONS, deployment });
      for (const uri of [
        "tempo://issues/recent",
        "tempo://schedule/2026-01/summary",
        "tempo://worklogs/2026-01/summary",
      ]) {
        const [content] = (await client.readResource({ uri })).contents;
        const structuredContent = JSON.parse(content?.text ?? "");
        expectShown({ structuredContent, content: [{ type: "text", text: content?.text ?? "" }] });
      }
      const username = "Ada\u202e\u{e0041}\u200b";
      const { messages } = await client.getPrompt({
        name: "worklog_summary",
        arguments: { month: "2026-01", username },
      });
      expect(messages[0]?.content.text).toContain("the hours that Ada logged");
      const refused = await protocolError(
        client.getPrompt({ name: "worklog_summary", arguments: { month: HOSTILE, [HIDDEN_TEXT]: "1" } }),
      );
      expect(refused.message).not.toMatch(HIDDEN);
      expect(refused.message.length).toBeLessThan(5000);
    });

    test("an error of the SDK repeats neither hidden characters nor a secret that a caller sent", async () => {
      const redact = (text: string) => text.replaceAll("the-token", "[secret]");
      const { client } = await openSession({ ...OPTIONS, deployment, redact });
      const name = `the-token${HIDDEN_TEXT}`;
      for (const refused of [
        await protocolError(client.callTool({ name, arguments: {} })),
        await protocolError(client.getPrompt({ name, arguments: {} })),
        await protocolError(client.readResource({ uri: `tempo://${encodeURI("the-token")}/x\u202e` })),
      ]) {
        const text = JSON.stringify(refused);
        expect(text).toContain("[secret]");
        expect(text).not.toContain("the-token");
        expect(text).not.toMatch(HIDDEN);
      }
    });

    test("every text in an error is clean and bounded", async () => {
      const rejecting = await openSession({
        ...OPTIONS,
        deployment,
        behaviour: { reject: () => ["The period is closed"] },
      });
      const misconfigured = await openSession({ ...OPTIONS, deployment, workAttributes: { _Kind_: "old" } });
      const post = { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-12" };
      for (const result of [
        await rejecting.call("post_worklog", post),
        await misconfigured.call("post_worklog", post),
        await rejecting.call("get_worklogs", { ...RANGE, [HIDDEN_TEXT]: HOSTILE }),
        await rejecting.call("get_worklogs", { startDate: HOSTILE }),
        await rejecting.call("submit_timesheet", { startDate: "2026-01-01", reviewer: "Nobody" }),
      ]) {
        expect(result.isError).toBe(true);
        expectShown(result);
      }
      const failed = await rejecting.call("bulk_post_worklogs", {
        worklogs: [{ issueKey: "PROJ-7", hours: 1, date: "2026-01-12" }],
      });
      expectShown(failed);
    });
  },
);

describe.each(["cloud", "datacenter"] as const)(
  "on %s, the engine works with the whole text",
  (deployment) => {
    const stored = `Told${WRITTEN}${LONG_TEXT}`.trim();
    const options: SessionOptions = {
      deployment,
      toolSets: ["edit", "fill"],
      seed: { worklogs: [worklog({ startDate: "2026-01-05", description: stored })] },
    };

    test("a change of the hours leaves a comment as it was, hidden characters and all", async () => {
      const { reply, sandbox } = await openSession(options);
      const { worklog: shown } = await reply("update_worklog", { worklogId: "1290000", hours: 7 });
      expect(shown.comment).toMatch(/more characters\)$/);
      expect(sandbox.state.worklogs.get(1_290_000)?.description).toBe(stored);
    });

    test("an entry is recognised by the whole comment", async () => {
      const { reply, sandbox } = await openSession(options);
      const post = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05", description: stored };
      expect((await reply("post_worklog", post)).worklog.alreadyLogged).toBe(true);
      expect(sandbox.state.worklogs.size).toBe(1);
    });

    test("days are copied with the whole comment", async () => {
      const { reply, sandbox } = await openSession(options);
      const copy = { startDate: "2026-01-12", copyFrom: { startDate: "2026-01-05" } };
      const { confirm } = await reply("fill_days", copy);
      await reply("fill_days", { ...copy, confirm });
      expect([...sandbox.state.worklogs.values()].map(({ description }) => description)).toEqual([
        stored,
        stored,
      ]);
    });
  },
);
