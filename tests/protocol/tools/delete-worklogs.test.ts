import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

const IDS = ["1290000", "1290001"];

const ROWS = [
  {
    id: "1290000",
    issueKey: "PROJ-123",
    issueSummary: "Implement user authentication",
    date: "2026-01-05",
    hours: 8,
    comment: "Login",
  },
  {
    id: "1290001",
    issueKey: "PROJ-7",
    issueSummary: "Code review",
    date: "2026-01-06",
    hours: 0.5,
    comment: "",
  },
];

const FOREIGN = {
  id: "1290002",
  deleted: false,
  error:
    "Worklog 1290002 belongs to another user, so it was not deleted. Only your own worklogs can be deleted. Check the id in " +
    "the list of your worklogs.",
};

const gone = (id: string) => ({
  id,
  deleted: false,
  error: `Worklog ${id} does not exist (any more), or you have no access to it. Nothing was deleted for it.`,
});

const open = (options: SessionOptions = {}) =>
  openSession({
    toolSets: ["edit"],
    seed: {
      worklogs: [
        worklog({ startDate: "2026-01-05", description: "Login" }),
        worklog({ startDate: "2026-01-06", timeSpentSeconds: 1800, issueId: 10007 }),
        worklog({ startDate: "2026-01-06", accountId: COLLEAGUE.accountId }),
      ],
    },
    ...options,
  });

const stored = ({ sandbox }: Awaited<ReturnType<typeof open>>) => [...sandbox.state.worklogs.keys()];

describe.each(["cloud", "datacenter"] as const)("delete_worklogs on %s", (deployment) => {
  test("lists what it would delete, deletes it with the digest, and nothing more if it is repeated", async () => {
    const session = await open({ deployment });
    const plan = await session.reply("delete_worklogs", { worklogIds: IDS });
    expect(plan).toEqual({
      deleted: false,
      worklogs: ROWS.map((row) => ({ ...row, deleted: false })),
      summary: { total: 2, deleted: 0, failed: 0, totalHours: 8.5 },
      confirm: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    expect(stored(session)).toEqual([1290000, 1290001, 1290002]);

    const confirmed = { worklogIds: IDS, confirm: plan.confirm };
    expect(await session.reply("delete_worklogs", confirmed)).toEqual({
      deleted: true,
      worklogs: IDS.map((id) => ({ id, deleted: true })),
      summary: { total: 2, deleted: 2, failed: 0, totalHours: 8.5 },
    });
    expect(stored(session)).toEqual([1290002]);

    expect(await session.failedReply("delete_worklogs", confirmed)).toEqual({
      deleted: false,
      worklogs: IDS.map(gone),
      summary: { total: 2, deleted: 0, failed: 2, totalHours: 0 },
    });
    expect(session.tempo.count("delete")).toBe(2);
  });

  test("never deletes what is another user's or does not exist, and takes an id that is given twice once", async () => {
    const session = await open({ deployment });
    const worklogIds = ["1290002", "1290001", "77", "1290001", "01290001"];
    const { confirm, ...plan } = await session.reply("delete_worklogs", { worklogIds });
    const rows = (own: object) => [FOREIGN, own, gone("77")];
    expect(plan).toEqual({
      deleted: false,
      worklogs: rows({ ...ROWS[1], deleted: false }),
      summary: { total: 3, deleted: 0, failed: 2, totalHours: 0.5 },
    });
    expect(await session.reply("delete_worklogs", { worklogIds, confirm })).toEqual({
      deleted: true,
      worklogs: rows({ id: "1290001", deleted: true }),
      summary: { total: 3, deleted: 1, failed: 2, totalHours: 0.5 },
    });
    expect(stored(session)).toEqual([1290000, 1290002]);
  });

  test.each<[what: string, change: (session: Awaited<ReturnType<typeof open>>) => void, ids: string[]]>([
    [
      "a worklog has changed",
      ({ sandbox }) => {
        for (const it of sandbox.state.worklogs.values()) it.description = "Mine after all";
      },
      IDS,
    ],
    [
      "a worklog has another attribute",
      ({ sandbox }) => {
        for (const it of sandbox.state.worklogs.values()) it.attributes = { _Account_: "OPS" };
      },
      IDS,
    ],
    ["a worklog is gone", ({ sandbox }) => sandbox.state.worklogs.delete(1290001), IDS],
    ["other ids are given", () => {}, ["1290000"]],
  ])("answers a new plan, and deletes nothing, if %s", async (_, change, worklogIds) => {
    const session = await open({ deployment });
    const { confirm } = await session.reply("delete_worklogs", { worklogIds: IDS });
    change(session);
    const plan = await session.reply("delete_worklogs", { worklogIds, confirm });
    expect(plan.deleted).toBe(false);
    expect(plan.confirm).not.toBe(confirm);
    expect(session.tempo.count("delete")).toBe(0);
    expect((await session.reply("delete_worklogs", { worklogIds, confirm: plan.confirm })).deleted).toBe(
      true,
    );
  });

  test("settles a lost response, and reports each worklog that it could not delete", async () => {
    const session = await open({ deployment });
    const { confirm } = await session.reply("delete_worklogs", { worklogIds: IDS });
    let lost = false;
    session.tempo.onDelete("all", async (request, serve) => {
      if (request.url.endsWith("1290001")) return rejected(403)(request, serve);
      if (lost) return serve(request);
      lost = true;
      await serve(request);
      throw new TypeError("fetch failed", { cause: { code: "UND_ERR_SOCKET" } });
    });
    expect(await session.reply("delete_worklogs", { worklogIds: IDS, confirm })).toEqual({
      deleted: true,
      worklogs: [
        { id: "1290000", deleted: true },
        { ...ROWS[1], deleted: false, error: expect.stringContaining("HTTP 403") },
      ],
      summary: { total: 2, deleted: 1, failed: 1, totalHours: 8 },
    });
    expect(stored(session)).toEqual([1290001, 1290002]);
  });

  test("deletes 100 in a call", async () => {
    const worklogs = Array.from({ length: 100 }, () =>
      worklog({ startDate: "2026-01-05", timeSpentSeconds: 360 }),
    );
    const session = await open({ deployment, seed: { worklogs } });
    const worklogIds = stored(session).map(String);
    const { confirm } = await session.reply("delete_worklogs", { worklogIds });
    const { summary } = await session.reply("delete_worklogs", { worklogIds, confirm });
    expect(summary).toEqual({ total: 100, deleted: 100, failed: 0, totalHours: 10 });
  });
});

test("what is sent: one read for each id, one look-up of the issues, one delete for each worklog", async () => {
  const { reply, requests } = await open();
  const { confirm } = await reply("delete_worklogs", { worklogIds: IDS });
  const reads = [
    { operation: "getWorklog", parameters: { id: "1290000" } },
    { operation: "getWorklog", parameters: { id: "1290001" } },
  ];
  const planned = [
    { operation: "getMyself", parameters: {} },
    ...reads,
    {
      operation: "bulkFetchIssues",
      parameters: {},
      body: { issueIdsOrKeys: ["10123", "10007"], fields: ["summary"] },
    },
  ];
  expect(requests).toEqual(planned);
  await reply("delete_worklogs", { worklogIds: IDS, confirm });
  expect(requests.slice(planned.length)).toEqual([
    ...reads,
    { operation: "deleteWorklog", parameters: { id: "1290000" } },
    { operation: "deleteWorklog", parameters: { id: "1290001" } },
  ]);
});
