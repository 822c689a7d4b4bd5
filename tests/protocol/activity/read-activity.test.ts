import { describe, expect, test } from "vitest";
import type { SandboxSeed } from "../../../src/sandbox/state.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import type { IssueActivity, ReadActivity } from "../../../src/timesheet/port.ts";
import { DEPLOYMENTS, openJira, others, own } from "../../helpers/activity.ts";
import { numericTimes, smallPagesOfJira, withoutUpdatedBy } from "../../helpers/other-tempos.ts";
import { COLLEAGUE, ME } from "../../helpers/seeds.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };

/** The state of Jira, the question, and the reply of both deployments, of which `parts` are other than usual. */
interface Case {
  seed: Partial<SandboxSeed>;
  upstream?: (fetch: Fetch) => Fetch;
  zone?: string;
  activity: IssueActivity[];
  parts?: Partial<ReadActivity>;
}

const event = (
  kind: IssueActivity["kind"],
  issueKey: string,
  at: string,
  status?: string,
): IssueActivity => ({
  kind,
  issueKey,
  at: Date.parse(`${at}Z`),
  ...(status !== undefined && { status }),
});

const MANY_COMMENTS = Array.from({ length: 250 }, (_, index) =>
  own(10123, `2026-01-0${1 + Math.floor(index / 50)}T10:${String(index % 50).padStart(2, "0")}:00`),
);

const MANY_ISSUES = Array.from({ length: 120 }, (_, index) => ({
  id: 11_000 + index,
  key: `BIG-${index + 1}`,
  summary: "",
}));

const AT_ONCE = { resolution: "Done", status: "Closed", assignee: "Ada" };

const CASES: Record<string, Case> = {
  nothing: { seed: {}, activity: [] },
  "statuses, comments and other changes, but those of others": {
    seed: {
      activity: [
        own(10123, "2026-01-05T09:00:00", { status: "In Progress" }),
        others(10123, "2026-01-05T10:00:00", { status: "In Review" }),
        own(10007, "2026-01-05T09:30:00"),
        others(10007, "2026-01-05T09:31:00"),
        own(10004, "2026-01-06T11:00:00", { priority: "High" }),
        others(10050, "2026-01-06T11:00:00"),
      ],
    },
    activity: [
      event("status", "PROJ-123", "2026-01-05T09:00:00", "In Progress"),
      event("comment", "PROJ-7", "2026-01-05T09:30:00"),
      event("edit", "PROJ-4", "2026-01-06T11:00:00"),
    ],
  },
  "new issues": {
    seed: {
      issues: [
        {
          id: 1,
          key: "NEW-1",
          summary: "",
          created: { accountId: ME.accountId, at: "2026-01-07T08:00:00" },
        },
        {
          id: 2,
          key: "NEW-2",
          summary: "",
          created: { accountId: COLLEAGUE.accountId, at: "2026-01-07T08:00:00" },
        },
      ],
      activity: [own(2, "2026-01-07T08:00:05", { status: "Open" })],
    },
    activity: [
      event("create", "NEW-1", "2026-01-07T08:00:00"),
      event("status", "NEW-2", "2026-01-07T08:00:05", "Open"),
    ],
  },
  "fields that are changed at once, which are one event, and a status counts": {
    seed: {
      activity: [
        own(10123, "2026-01-05T09:00:00", AT_ONCE),
        own(10123, "2026-01-05T09:30:00", { labels: "a", "Story Points": "3" }),
      ],
    },
    activity: [
      event("status", "PROJ-123", "2026-01-05T09:00:00", "Closed"),
      event("edit", "PROJ-123", "2026-01-05T09:30:00"),
    ],
  },
  "several events of an issue at one moment, of which the strongest counts": {
    seed: {
      activity: [
        own(10123, "2026-01-05T09:00:00", { status: "Done" }),
        own(10123, "2026-01-05T09:00:00"),
        own(10123, "2026-01-05T09:00:00", { labels: "a" }),
        own(10007, "2026-01-05T09:00:00"),
      ],
    },
    activity: [
      event("status", "PROJ-123", "2026-01-05T09:00:00", "Done"),
      event("comment", "PROJ-7", "2026-01-05T09:00:00"),
    ],
  },
  "hours that are logged, which are no work on the issue": {
    seed: {
      activity: [
        own(10123, "2026-01-05T17:00:00", { timespent: "3600", WorklogId: "77", timeestimate: "0" }),
        own(10123, "2026-01-05T17:01:00", { timeestimate: "0" }),
      ],
    },
    activity: [event("edit", "PROJ-123", "2026-01-05T17:01:00")],
  },
  "an issue that was moved, and one that is hidden": {
    seed: { activity: [own(10050, "2026-01-05T09:00:00"), own(10099, "2026-01-05T09:00:00")] },
    activity: [event("comment", "NEW-50", "2026-01-05T09:00:00")],
  },
  "the first and the last moment of the dates, in a zone far from that of the profile": {
    zone: "Pacific/Auckland",
    seed: {
      me: { ...ME, timeZone: "America/Los_Angeles" },
      activity: [
        own(10123, "2026-01-04T10:59:59"),
        own(10123, "2026-01-04T11:00:00"),
        own(10123, "2026-01-09T10:59:59"),
        own(10123, "2026-01-09T11:00:00"),
      ],
    },
    activity: [
      event("comment", "PROJ-123", "2026-01-04T11:00:00"),
      event("comment", "PROJ-123", "2026-01-09T10:59:59"),
    ],
  },
  "more comments than Jira returns with an issue": {
    seed: { activity: MANY_COMMENTS },
    activity: MANY_COMMENTS.slice(200).map(({ at }) => event("comment", "PROJ-123", at)),
  },
  "more issues and changes than fit on a page, those of an issue on two": {
    seed: {
      issues: MANY_ISSUES,
      activity: [
        ...MANY_ISSUES.map(({ id }) => own(id, "2026-01-06T09:00:00", { status: "Done" })),
        own(11_000, "2026-01-08T09:00:00", { labels: "a" }),
      ],
    },
    upstream: smallPagesOfJira(7),
    activity: [
      ...MANY_ISSUES.map(({ key }) => event("status", key, "2026-01-06T09:00:00", "Done")).sort((a, b) =>
        a.issueKey < b.issueKey ? -1 : 1,
      ),
      event("edit", "BIG-1", "2026-01-08T09:00:00"),
    ],
  },
  "times in milliseconds": {
    seed: { activity: [own(10123, "2026-01-05T09:00:00", { status: "Done" })] },
    upstream: numericTimes(1),
    activity: [event("status", "PROJ-123", "2026-01-05T09:00:00", "Done")],
  },
  "times in seconds": {
    seed: { activity: [own(10123, "2026-01-05T09:00:00", { status: "Done" })] },
    upstream: numericTimes(1000),
    activity: [event("status", "PROJ-123", "2026-01-05T09:00:00", "Done")],
  },
  "a Jira without the function, where the user's roles in issues decide what is looked at": {
    seed: {
      issues: [
        { id: 1, key: "A-1", summary: "", isAssigned: true },
        { id: 2, key: "A-2", summary: "", isReported: true },
        { id: 3, key: "A-3", summary: "", isWatched: true },
        { id: 4, key: "A-4", summary: "" },
        { id: 5, key: "A-5", summary: "", isAssigned: true },
      ],
      activity: [
        own(1, "2026-01-05T09:00:00"),
        others(1, "2026-01-14T09:00:00"),
        own(2, "2026-01-05T09:01:00"),
        own(3, "2026-01-05T09:02:00"),
        own(4, "2026-01-05T09:03:00"),
        own(5, "2025-12-05T09:03:00"),
      ],
    },
    upstream: withoutUpdatedBy,
    activity: [
      event("comment", "A-1", "2026-01-05T09:00:00"),
      event("comment", "A-2", "2026-01-05T09:01:00"),
      event("comment", "A-3", "2026-01-05T09:02:00"),
    ],
    parts: { isNarrow: true },
  },
};

describe.each(DEPLOYMENTS)("on %s, the user's activity is read:", (kind) => {
  test.each(Object.entries(CASES))("%s", async (_, { zone = "UTC", activity, parts, ...options }) => {
    const { timesheet, scope, traffic } = openJira(kind, options);
    const found = await timesheet.readActivity(WEEK, zone, scope);
    expect(found).toEqual({ activity, isNarrow: false, incomplete: [], ...parts });
    expect(traffic.deviations).toEqual([]);
  });
});

describe("the requests", () => {
  const busy = {
    issues: MANY_ISSUES.slice(0, 100),
    activity: MANY_ISSUES.slice(0, 100).flatMap(({ id }, index) =>
      [9, 11, 13, 15].map((hour, step) => {
        const at = `2026-01-${String(5 + (index % 5)).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00`;
        return own(id, at, step % 2 === 0 ? { status: "Done" } : undefined);
      }),
    ),
  };

  test.each([
    ["cloud", ["bulkFetchChangelogs", "bulkFetchIssues", "getMyself", "searchIssues"], 6],
    ["datacenter", ["getMyselfDataCenter", "searchIssuesDataCenter"], 6],
  ] as const)("on %s are few for 400 events in 100 issues", async (kind, operations, count) => {
    const { timesheet, scope, traffic } = openJira(kind, { seed: busy });
    const { activity } = await timesheet.readActivity(WEEK, "UTC", scope);
    expect(activity).toHaveLength(400);
    const sent = traffic.requests.map(({ operation }) => operation);
    expect([...new Set(sent)].sort()).toEqual(operations);
    expect(sent).toHaveLength(count);
  });

  test.each(DEPLOYMENTS)("on %s for comments end with the page before the dates", async (kind) => {
    const { timesheet, scope, traffic } = openJira(kind, { seed: { activity: MANY_COMMENTS } });
    await timesheet.readActivity(WEEK, "UTC", scope);
    const pages = traffic.requests.filter(({ operation }) => operation.startsWith("getComments"));
    expect(pages.map(({ parameters }) => parameters.startAt)).toEqual([0, 100]);
  });

  const AND_ORDER = "ORDER BY key ASC";

  test.each([
    ["cloud", "Europe/Berlin", "Europe/Berlin", `updatedBy("${ME.accountId}", "2026/01/05", "2026/01/10")`],
    ["datacenter", "Europe/Berlin", "Europe/Berlin", 'updatedBy("ada", "2026/01/05", "2026/01/10")'],
    ["datacenter", "Asia/Tokyo", "Europe/Berlin", 'updatedBy("ada", "2026/01/03", "2026/01/12")'],
    ["datacenter", undefined, "Europe/Berlin", 'updatedBy("ada", "2026/01/03", "2026/01/12")'],
  ] as const)(
    "on %s ask in Jira's dates, for a profile in %s and a draft in %s",
    async (kind, timeZone, zone, clause) => {
      const { timeZone: _, ...without } = ME;
      const me = { ...without, ...(timeZone && { timeZone }) };
      const { timesheet, scope, traffic } = openJira(kind, { seed: { me } });
      await timesheet.readActivity(WEEK, zone, scope);
      const queries = traffic.requests.flatMap(
        ({ body }) => (body as { jql?: string } | undefined)?.jql ?? [],
      );
      expect(queries).toEqual([`issuekey in ${clause} ${AND_ORDER}`]);
    },
  );

  test.each(DEPLOYMENTS)("on %s name a user of any login as one text", async (kind) => {
    const me = { ...ME, name: 'o"neil\\x' };
    const { timesheet, scope, traffic } = openJira(kind, { seed: { me } });
    await timesheet.readActivity(WEEK, "UTC", scope);
    const jql = traffic.requests.map(({ body }) => JSON.stringify(body ?? "")).join("\n");
    expect(jql.includes("neil")).toBe(kind === "datacenter");
    if (kind === "datacenter")
      expect(jql).toContain(JSON.stringify('updatedBy("o\\"neil\\\\x", ').slice(1, -1));
  });
});

describe.each(DEPLOYMENTS)("on %s, the profile", (kind) => {
  test("has Jira's time zone and e-mail address, by the request that finds the owner", async () => {
    const me = { ...ME, timeZone: "Europe/Berlin", email: "ada@example.org" };
    const { timesheet, scope, traffic } = openJira(kind, { seed: { me } });
    await timesheet.getOwner(scope);
    expect(await timesheet.readProfile(scope)).toEqual({
      timeZone: "Europe/Berlin",
      email: "ada@example.org",
    });
    expect(traffic.requests).toHaveLength(1);
  });

  test.each([undefined, "Mars/Olympus"])("has no time zone where Jira's is %s", async (timeZone) => {
    const { timeZone: _, ...without } = ME;
    const me = { ...without, ...(timeZone && { timeZone }) };
    const { timesheet, scope } = openJira(kind, { seed: { me } });
    // Cloud takes a token with the e-mail address of its owner only, which the settings have.
    const email = kind === "cloud" ? { email: "sam@example.com" } : {};
    const unknownZone = timeZone === undefined ? {} : { unknownZone: timeZone };
    expect(await timesheet.readProfile(scope)).toEqual({ ...email, ...unknownZone });
  });
});
