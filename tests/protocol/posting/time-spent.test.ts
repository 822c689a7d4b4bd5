import { describe, expect, test } from "vitest";
import { dates, entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const HOUR = 3600;
const ISSUE = 10123;

/** The ten working days of two weeks. */
const DAYS = dates(16).filter((date) => date >= "2026-01-05" && !["2026-01-10", "2026-01-11"].includes(date));
const BOTH = ["cloud", "datacenter"] as const;

/** A session on a Tempo where overlapping writes on an issue lose updates of its time spent. */
function openLosing(options: SessionOptions = {}) {
  const clock = virtualClock();
  return openSession({ ...options, clock, behaviour: { clock, losesUpdates: true } });
}

describe.each(BOTH)("where Jira may lose updates of an issue's time spent, on %s", (deployment) => {
  test.each([
    ["post_worklog", { ...POST, endDate: "2026-01-16" }],
    ["bulk_post_worklogs", { worklogs: DAYS.map((date) => entry(date)) }],
  ])("80 h over ten days on one issue make it 80 h: %s", async (tool, args) => {
    const { call, sandbox } = await openLosing({ deployment });
    expect((await call(tool, args)).isError).toBeFalsy();
    const { worklogs, timeSpent } = sandbox.state;
    expect({ stored: worklogs.size, hours: (timeSpent.get(ISSUE) ?? 0) / HOUR }).toEqual({
      stored: 10,
      hours: 80,
    });
  });

  test("deleting 80 h of an issue makes it none", async () => {
    const worklogs = DAYS.map((startDate) => worklog({ startDate }));
    const { reply, sandbox } = await openLosing({ deployment, toolSets: ["edit"], seed: { worklogs } });
    const worklogIds = [...sandbox.state.worklogs.keys()].map(String);
    const { confirm } = await reply("delete_worklogs", { worklogIds });
    await reply("delete_worklogs", { worklogIds, confirm });
    const { worklogs: left, timeSpent } = sandbox.state;
    expect({ left: left.size, hours: (timeSpent.get(ISSUE) ?? 0) / HOUR }).toEqual({ left: 0, hours: 0 });
  });
});
