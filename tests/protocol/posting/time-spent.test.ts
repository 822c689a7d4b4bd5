import { describe, expect, test } from "vitest";
import { isWrite } from "../../helpers/faults.ts";
import { dates, entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const HOUR = 3600;
const ISSUE = 10123;

/** The ten working days of two weeks. */
const DAYS = dates(16).filter((date) => date >= "2026-01-05" && !["2026-01-10", "2026-01-11"].includes(date));
const ISSUES = Array.from({ length: 10 }, (_, index) => ({
  id: 20_000 + index,
  key: `MANY-${index + 1}`,
  summary: "",
}));

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

/** The most requests that create worklogs at a time, in all and on one issue, as a batch is posted to Data Center. */
async function atATime(worklogs: ReturnType<typeof entry>[]) {
  const clock = virtualClock();
  const inProgress: string[] = [];
  const most = { inAll: 0, onOneIssue: 0 };
  const { reply } = await openSession({
    deployment: "datacenter",
    seed: { issues: ISSUES },
    clock,
    behaviour: { clock, secondsToStore: 1 },
    upstream: (fetch) => async (request) => {
      if (!isWrite(request)) return fetch(request);
      const { originTaskId } = (await request.clone().json()) as { originTaskId: string };
      inProgress.push(originTaskId);
      most.inAll = Math.max(most.inAll, inProgress.length);
      most.onOneIssue = Math.max(most.onOneIssue, inProgress.filter((it) => it === originTaskId).length);
      const response = await fetch(request);
      inProgress.splice(inProgress.indexOf(originTaskId), 1);
      return response;
    },
  });
  const { summary } = await reply("bulk_post_worklogs", { worklogs });
  return { ...most, succeeded: summary.succeeded };
}

describe("requests at a time on Data Center", () => {
  test("are four for a batch over ten issues", async () => {
    const worklogs = ISSUES.map(({ key }) => entry("2026-01-05", { issueKey: key, hours: 1 }));
    expect(await atATime(worklogs)).toEqual({ inAll: 4, onOneIssue: 1, succeeded: 10 });
  });

  test("are four for a batch over ten issues on two dates each, and never two on one issue", async () => {
    const worklogs = ISSUES.flatMap(({ key }) =>
      ["2026-01-05", "2026-01-06"].map((date) => entry(date, { issueKey: key, hours: 1 })),
    );
    expect(await atATime(worklogs)).toEqual({ inAll: 4, onOneIssue: 1, succeeded: 20 });
  });
});
