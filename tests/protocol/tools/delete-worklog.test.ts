import { describe, expect, test } from "vitest";
import { worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

describe("delete_worklog", () => {
  test("succeeds if the response was lost and the worklog is gone", async () => {
    const { reply, sandbox, tempo } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    tempo.onDelete(1, "gateway error, processed");
    expect(await reply("delete_worklog", { worklogId: "1290000" })).toEqual({
      success: true,
      deletedWorklogId: "1290000",
    });
    expect({ deletes: tempo.count("delete"), stored: sandbox.state.worklogs.size }).toEqual({
      deletes: 1,
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
});
