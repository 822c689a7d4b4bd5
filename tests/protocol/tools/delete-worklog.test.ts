import { describe, expect, test } from "vitest";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

describe("delete_worklog", () => {
  test("deletes one's own worklog after reading it", async () => {
    const { reply, requests, sandbox } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    expect(await reply("delete_worklog", { worklogId: "1290000" })).toEqual({
      success: true,
      deletedWorklogId: "1290000",
    });
    expect(requests).toEqual([
      { operation: "getMyself", parameters: {} },
      { operation: "getWorklog", parameters: { id: "1290000" } },
      { operation: "deleteWorklog", parameters: { id: "1290000" } },
    ]);
    expect(sandbox.state.worklogs.size).toBe(0);
  });

  test("leaves somebody else's worklog alone", async () => {
    const { refusal, requests, sandbox } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId })] },
    });
    expect(await refusal("delete_worklog", { worklogId: "1290000" })).toBe(
      "Worklog 1290000 belongs to another user, so it was not deleted. Only your own worklogs can be deleted; " +
        "get_worklogs lists them with their ids.",
    );
    expect(requests.map(({ operation }) => operation)).toEqual(["getMyself", "getWorklog"]);
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test("says so where there is no such worklog, the second time too", async () => {
    const { reply, refusal } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    await reply("delete_worklog", { worklogId: "1290000" });
    expect(await refusal("delete_worklog", { worklogId: "1290000" })).toBe(
      "There is no worklog 1290000 in Tempo, or you may not see it. Nothing was deleted. " +
        "get_worklogs lists your worklogs with their ids.",
    );
  });
});
