import { describe, expect, test } from "vitest";
import { entry, POST } from "../../helpers/inputs.ts";
import { openSession, type Session } from "../../helpers/session.ts";

interface Situation {
  what: string;
  /** Posts with `post`, which fails at first, until the reply of another call can name a copy. */
  prepare(session: Session, post: () => Promise<unknown>): Promise<void>;
  /** The reply then. */
  named: { id: string; alreadyLogged?: true; possibleDuplicateId: string };
}

const SITUATIONS: Situation[] = [
  {
    what: "a worklog that Tempo has stored long after its failure, when the entry was sent again",
    async prepare({ tempo, clock }, post) {
      tempo.onWrite(1, "gateway timeout, processed late", { status: 503, processedAfter: 25_000 });
      await post();
      await post();
      await clock.sleep(25_000);
    },
    named: { id: "1290000", alreadyLogged: true, possibleDuplicateId: "1290001" },
  },
  {
    what: "a worklog of other hours, of which nothing has told for ten minutes whether it is the entry",
    async prepare({ tempo, clock, sandbox }, post) {
      sandbox.state.behaviour.change = (stored) => ({ ...stored, timeSpentSeconds: 7.5 * 3600 });
      tempo.onWrite(1, "gateway error, processed", { status: 503 });
      await post();
      sandbox.state.behaviour.change = (stored) => stored;
      await clock.sleep(600_000);
    },
    named: { id: "1290001", possibleDuplicateId: "1290000" },
  },
];

const ISSUE = { issueKey: "PROJ-123", issueSummary: "Implement user authentication" };

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  test.each(SITUATIONS)("post_worklog names $what", async ({ prepare, named }) => {
    const session = await openSession({ deployment });
    await prepare(session, () => session.call("post_worklog", POST));
    expect((await session.reply("post_worklog", POST)).worklog).toEqual({
      ...ISSUE,
      ...named,
      date: "2026-01-05",
      hours: 8,
      comment: "",
    });
    expect({ stored: session.sandbox.state.worklogs.size, deletes: session.tempo.count("delete") }).toEqual({
      stored: 2,
      deletes: 0,
    });
  });

  test.each(SITUATIONS)("bulk_post_worklogs names $what", async ({ prepare, named }) => {
    const session = await openSession({ deployment });
    const worklogs = [entry("2026-01-05", { description: "Login" })];
    await prepare(session, () => session.call("bulk_post_worklogs", { worklogs }));
    const { id, ...names } = named;
    const { overbooked, ...reply } = await session.reply("bulk_post_worklogs", { worklogs });
    expect(reply).toEqual({
      results: [
        {
          date: "2026-01-05",
          issueKey: "PROJ-123",
          hours: 8,
          success: true,
          worklogId: id,
          ...names,
          comment: "Login",
        },
      ],
      byIssue: [{ ...ISSUE, totalHours: 8, entryCount: 1 }],
      summary: { total: 1, succeeded: 1, failed: 0, totalHours: 8 },
    });
    expect(overbooked).toHaveLength(1);
  });
});

test("post_worklog of a range names the copy of each day of a group", async () => {
  const { call, reply, tempo, clock, log } = await openSession();
  const range = { ...POST, startDate: "2026-01-02", endDate: "2026-01-05" };
  tempo.onWrite(1, "gateway timeout, processed late", {
    status: 503,
    processedAfter: 30_000,
  });
  await call("post_worklog", range);
  await call("post_worklog", range);
  await clock.sleep(30_000);
  const { worklog, additionalWorklogs = [] } = await reply("post_worklog", range);
  expect([worklog, ...additionalWorklogs]).toMatchObject([
    { id: "1290000", date: "2026-01-02", alreadyLogged: true, possibleDuplicateId: "1290002" },
    { id: "1290001", date: "2026-01-05", alreadyLogged: true, possibleDuplicateId: "1290003" },
  ]);
  expect(log.map((line) => line.match(/worklog \d+/)?.[0]).sort()).toEqual([
    "worklog 1290002",
    "worklog 1290003",
  ]);
});
