import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type Session } from "../../helpers/session.ts";

interface Situation {
  what: string;
  prepare(session: Session): void;
  /** The id of the copy that was not deleted. */
  possibleDuplicateId: string;
  /** The ids of the final worklogs in Tempo. */
  stored: number[];
}

/** After the second request, before the final checks, in milliseconds. */
const LATE = 11_500;

const SITUATIONS: Situation[] = [
  {
    what: "a late duplicate that may not be deleted",
    prepare({ tempo }) {
      tempo.onWrite(1, "gateway timeout, processed late", { processedAfter: LATE });
      tempo.onDelete("all", rejected(403));
    },
    possibleDuplicateId: "1290001",
    stored: [1290000, 1290001],
  },
  {
    what: "a worklog of the same hours that was logged by hand meanwhile",
    prepare({ tempo, clock, sandbox }) {
      tempo.onWrite(1, "gateway error, not processed");
      const byHand = worklog({ startDate: "2026-01-05", description: "By hand: customer call" });
      void clock.sleep(LATE).then(() => sandbox.state.worklogs.set(77, { id: 77, ...byHand }));
    },
    possibleDuplicateId: "77",
    stored: [77, 1290000],
  },
];

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  async function openWith({ prepare }: Situation): Promise<Session> {
    const session = await openSession({ deployment });
    prepare(session);
    return session;
  }

  const storedIds = ({ sandbox }: Session) => [...sandbox.state.worklogs.keys()].sort((a, b) => a - b);

  test.each(SITUATIONS)("post_worklog names $what", async (situation) => {
    const session = await openWith(situation);
    expect(await session.reply("post_worklog", POST)).toEqual({
      success: true,
      worklog: {
        id: "1290000",
        issueKey: "PROJ-123",
        issueSummary: "Implement user authentication",
        date: "2026-01-05",
        hours: 8,
        comment: "",
        possibleDuplicateId: situation.possibleDuplicateId,
      },
    });
    expect(storedIds(session)).toEqual(situation.stored);
  });

  test("post_worklog of a range names the copy of each day", async () => {
    const { reply, tempo } = await openSession({ deployment });
    tempo.onWrite(({ at }) => at < 1000, "gateway timeout, processed late", { processedAfter: LATE });
    tempo.onDelete("all", rejected(403));
    const day = {
      issueKey: "PROJ-123",
      issueSummary: "Implement user authentication",
      hours: 8,
      comment: "",
    };
    expect(await reply("post_worklog", { ...POST, startDate: "2026-01-02", endDate: "2026-01-05" })).toEqual({
      success: true,
      worklog: { id: "1290000", ...day, date: "2026-01-02", possibleDuplicateId: "1290002" },
      additionalWorklogs: [{ id: "1290001", ...day, date: "2026-01-05", possibleDuplicateId: "1290003" }],
    });
  });

  test.each(SITUATIONS)("bulk_post_worklogs names $what", async (situation) => {
    const session = await openWith(situation);
    const worklogs = [entry("2026-01-05", { description: "Login" })];
    expect(await session.reply("bulk_post_worklogs", { worklogs })).toEqual({
      results: [
        {
          date: "2026-01-05",
          issueKey: "PROJ-123",
          hours: 8,
          success: true,
          worklogId: "1290000",
          possibleDuplicateId: situation.possibleDuplicateId,
          comment: "Login",
        },
      ],
      byIssue: [
        {
          issueKey: "PROJ-123",
          issueSummary: "Implement user authentication",
          totalHours: 8,
          entryCount: 1,
        },
      ],
      summary: { total: 1, succeeded: 1, failed: 0, totalHours: 8 },
    });
    expect(storedIds(session)).toEqual(situation.stored);
  });
});
