import { describe, expect, test } from "vitest";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

describe("delete_worklog", () => {
  test("succeeds if the response was lost and the worklog is not found when the delete is retried", async () => {
    const { reply, sandbox, tempo } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    tempo.onDelete(1, "gateway error, processed");
    expect(await reply("delete_worklog", { worklogId: "1290000" })).toEqual({
      success: true,
      deletedWorklogId: "1290000",
    });
    expect({ deletes: tempo.count("delete"), stored: sandbox.state.worklogs.size }).toEqual({
      deletes: 2,
      stored: 0,
    });
  });

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

  test("does not delete another user's worklog", async () => {
    const { refusal, requests, sandbox } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId })] },
    });
    expect(await refusal("delete_worklog", { worklogId: "1290000" })).toBe(
      "Worklog 1290000 belongs to another user, so it was not deleted. Only your own worklogs can be deleted; " +
        "check the id in the list of your worklogs.",
    );
    expect(requests.map(({ operation }) => operation)).toEqual(["getMyself", "getWorklog"]);
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test("is an error when the worklog is deleted already", async () => {
    const { reply, refusal } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    await reply("delete_worklog", { worklogId: "1290000" });
    expect(await refusal("delete_worklog", { worklogId: "1290000" })).toBe(
      "Worklog 1290000 was not found, or you have no access to it. Nothing was deleted. " +
        "Check the id in the list of your worklogs.",
    );
  });
});
