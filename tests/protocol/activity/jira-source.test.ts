import { describe, expect, test } from "vitest";
import type { SandboxJiraWorklog } from "../../../src/sandbox/state.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { EvidenceError, type ReadEvidence } from "../../../src/timesheet/draft/evidence.ts";
import { CancelledError } from "../../../src/timesheet/errors.ts";
import { DEPLOYMENTS, others, own, readWeek as read } from "../../helpers/activity.ts";
import { oneCommentEach, smallPagesOfJira, withoutUpdatedBy } from "../../helpers/other-tempos.ts";
import { COLLEAGUE, ME } from "../../helpers/seeds.ts";

const at = (moment: string) => Date.parse(`${moment}Z`);

type Json = Record<string, unknown>;

/** Changes every object with a key in the responses of Jira. */
function edited(key: string, edit: (value: Json) => Json): (fetch: Fetch) => Fetch {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, part]) => [name, visit(part)] as const);
    const object = Object.fromEntries(entries);
    return Object.hasOwn(object, key) ? edit(object) : object;
  };
  return (fetch) => async (request) => {
    const response = await fetch(request);
    if (!response.ok) return response;
    return Response.json(visit(await response.json()));
  };
}

/** Answers the requests whose address or body matches. */
function answered(pattern: RegExp, answer: (count: number) => Response | undefined): (fetch: Fetch) => Fetch {
  let count = 0;
  return (fetch) => async (request) => {
    const text = `${request.url} ${await request.clone().text()}`;
    if (!pattern.test(text)) return fetch(request);
    count += 1;
    return answer(count) ?? fetch(request);
  };
}

function tooLarge(): Response {
  return new Response(`[${"0,".repeat(600_000)}0]`, { headers: { "content-type": "application/json" } });
}

const SOME = [
  own(10123, "2026-01-05T09:00:00", { status: "In Review" }),
  own(10123, "2026-01-05T09:20:00"),
  own(10007, "2026-01-06T10:00:00", { labels: "a" }),
  others(10004, "2026-01-06T10:00:00"),
];

const SOME_EVIDENCE: ReadEvidence = {
  evidence: [
    {
      kind: "status",
      source: "jira",
      at: at("2026-01-05T09:00:00"),
      texts: ["PROJ-123"],
      detail: "In Review",
    },
    { kind: "comment", source: "jira", at: at("2026-01-05T09:20:00"), texts: ["PROJ-123"] },
    { kind: "edit", source: "jira", at: at("2026-01-06T10:00:00"), texts: ["PROJ-7"] },
  ],
  leftOut: {},
  found: "3 changes in 2 issues",
  problems: [],
};

describe.each(DEPLOYMENTS)("on %s, Jira as a source of evidence", (kind) => {
  test("has the user's activity with the keys of issues, and says how much it is", async () => {
    expect(await read(kind, { seed: { activity: SOME } }).reading).toEqual(SOME_EVIDENCE);
  });

  test.each([
    [[], "no changes"],
    [[own(10123, "2026-01-05T09:00:00")], "1 change in 1 issue"],
  ])("counts what it found", async (activity, found) => {
    expect(await read(kind, { seed: { activity } }).reading).toMatchObject({ found, problems: [] });
  });

  test("says that it looked at fewer issues where Jira refuses the function", async () => {
    const { reading } = read(kind, { seed: { activity: SOME }, upstream: withoutUpdatedBy });
    expect(await reading).toEqual({
      evidence: [],
      leftOut: {},
      found: "no changes",
      problems: [
        "Jira refused the search for issues that you changed (updatedBy), so only issues that you are assignee, reporter or watcher " +
          "of were read. Your comments and changes elsewhere are missing.",
      ],
    });
  });

  test("keeps no text of a comment", async () => {
    const upstream = edited("created", (entry) => ({ ...entry, body: "A private remark" }));
    const result = await read(kind, { seed: { activity: SOME }, upstream }).reading;
    expect(result).toEqual(SOME_EVIDENCE);
    expect(JSON.stringify(result)).not.toContain("private");
  });

  test("shows a hostile status as one short line", async () => {
    const status = `\u001b[31mDone\u202e\n\u0000now ${"x".repeat(10_000)}`;
    const activity = [own(10123, "2026-01-05T09:00:00", { status })];
    const { evidence } = await read(kind, { seed: { activity } }).reading;
    const [{ detail = "" } = {}] = evidence as { detail?: string }[];
    expect(detail).toMatch(/^\[31mDone now x+… \(9,\d{3} more characters\)$/);
    expect(detail.length).toBeLessThanOrEqual(200);
  });

  test("takes a change without an author, a field without a new value and a field of an app for what they are", async () => {
    const activity = [
      own(10123, "2026-01-05T09:00:00", { status: "Done" }),
      own(10123, "2026-01-05T10:00:00", { status: "Custom" }),
      own(10123, "2026-01-05T11:00:00", { status: "Nameless" }),
    ];
    const upstream = (fetch: Fetch) =>
      edited("author", (history) => {
        const [item] = (history.items ?? []) as Json[];
        const values = Object.values(item ?? {});
        if (values.includes("Done")) return { ...history, author: undefined };
        if (values.includes("Custom"))
          return { ...history, items: [{ ...item, fieldtype: "custom", fieldId: "customfield_1" }] };
        return { ...history, items: [{ field: "status", fieldtype: "jira" }] };
      })(fetch);
    expect(await read(kind, { seed: { activity }, upstream }).reading).toMatchObject({
      evidence: [
        { kind: "edit", at: at("2026-01-05T10:00:00") },
        { kind: "status", at: at("2026-01-05T11:00:00"), texts: ["PROJ-123"] },
      ],
      found: "2 changes in 1 issue",
    });
  });

  test.each([["soon"], [1e300]])(
    "says that a response is invalid if the time of a change is %j",
    async (created) => {
      const upstream = edited("created", (entry) => (entry.items ? { ...entry, created } : entry));
      const { reading } = read(kind, { seed: { activity: SOME }, upstream });
      await expect(reading).rejects.toThrow(EvidenceError);
      await expect(reading).rejects.toThrow(
        /^Your activity in Jira cannot be read\. Jira's response is invalid: the time of a change is not valid\./,
      );
    },
  );

  test("waits as long as Jira asks for", async () => {
    const busy = () => new Response("", { status: 429, headers: { "retry-after": "7" } });
    const upstream = answered(/updatedBy/, (count) => (count <= 2 ? busy() : undefined));
    const { reading, clock } = read(kind, { seed: { activity: SOME }, upstream });
    const start = clock.now();
    expect(await reading).toEqual(SOME_EVIDENCE);
    expect(clock.now() - start).toBeGreaterThanOrEqual(14_000);
  });

  test("fails with a sentence that says why if Jira does not let the user search", async () => {
    const upstream = answered(/search/, () =>
      Response.json({ errorMessages: ["No access"] }, { status: 403 }),
    );
    const { reading } = read(kind, { upstream });
    await expect(reading).rejects.toThrow(EvidenceError);
    await expect(reading).rejects.toThrow(
      /^Your activity in Jira cannot be read\. The token's owner lacks permission for this in Jira \(HTTP 403\)\. It says: "No access"\./,
    );
  });

  test("is cancelled with its call", async () => {
    await expect(read(kind, {}, AbortSignal.abort()).reading).rejects.toThrow(CancelledError);
  });

  test("asks for fewer issues at once if their histories are too large, and names an issue that alone is", async () => {
    // Sorted by key, PROJ-123 is the second of two.
    const upstream =
      kind === "cloud"
        ? answered(/changelog\/bulkfetch.*"10123"/, tooLarge)
        : answered(/"changelog".*("startAt":1|"maxResults":2)/, tooLarge);
    const { reading } = read(kind, { seed: { activity: SOME }, upstream });
    expect(await reading).toEqual({
      evidence: SOME_EVIDENCE.evidence.slice(2),
      leftOut: {},
      found: "1 change in 1 issue",
      problems: [
        "Jira did not return all of the history of PROJ-123, so some of your changes may be missing.",
      ],
    });
  });

  test("names some of the issues whose comments cannot be read", async () => {
    const ids = [1, 2, 3, 4, 5, 6, 7];
    const issues = ids.map((id) => ({ id, key: `A-${id}`, summary: "" }));
    const activity = ids.flatMap((id) => [own(id, "2026-01-05T09:00:00"), own(id, "2026-01-05T10:00:00")]);
    const gone = () => Response.json({ errorMessages: ["Gone"], errors: {} }, { status: 404 });
    const upstream = (fetch: Fetch) => answered(/\/comment\?/, gone)(oneCommentEach(fetch));
    expect(await read(kind, { seed: { issues, activity }, upstream }).reading).toMatchObject({
      found: "7 changes in 7 issues",
      problems: [
        "Jira did not return all of the history of A-1, A-2, A-3, A-4, A-5 and 2 other issues, so some of your changes may be missing.",
      ],
    });
  });
});

test("pages that never end are read no further than the first that comes again", async () => {
  const upstream = edited("isLast", (page) => ({ ...page, isLast: false, nextPageToken: "page-from-0" }));
  const endless = edited("issueChangeLogs", (page) => ({ ...page, nextPageToken: "0" }));
  const { reading, traffic } = read("cloud", {
    seed: { activity: SOME },
    upstream: (fetch) => endless(upstream(fetch)),
  });
  expect(await reading).toEqual({
    ...SOME_EVIDENCE,
    problems: [
      "Jira did not return all of the history of PROJ-7, PROJ-123, so some of your changes may be missing.",
    ],
  });
  const sent = traffic.requests.map(({ operation }) => operation);
  // The third is for hours that were logged through Jira.
  expect(sent.filter((operation) => operation === "searchIssues")).toHaveLength(3);
  expect(sent.filter((operation) => operation === "bulkFetchChangelogs")).toHaveLength(2);
});

describe("hours that were logged through Jira", () => {
  const logged = (id: number, started: string, parts: Partial<SandboxJiraWorklog> = {}) => ({
    ...{ id, issueId: 10123, accountId: ME.accountId, timeSpentSeconds: 3600 },
    ...{ started: `2026-01-${started}:00`, ...parts },
  });
  const jiraWorklogs = [
    logged(1, "06T09:00", { issueId: 10007, timeSpentSeconds: 1800 }),
    logged(2, "05T09:00"),
    logged(3, "05T23:59"),
    logged(4, "06T11:00", { tempoWorklogId: 1290000 }),
    logged(5, "06T12:00", { accountId: COLLEAGUE.accountId }),
    logged(6, "04T23:59"),
    logged(7, "10T00:00"),
  ];
  const NOT_YET =
    "Hours that you logged through Jira are not in Tempo yet: 2 h on PROJ-123 on 2026-01-05, 0.5 h on PROJ-7 on 2026-01-06. They do " +
    "not count here, so a draft of these dates may log them again. Wait until Tempo shows them, then draft again.";
  const UNKNOWN = "It is not known whether you logged hours through Jira that are not in Tempo yet. ";

  test.each([
    ["cloud", "are named", [NOT_YET]],
    ["datacenter", "are in Tempo at once", []],
  ] as const)("and that Tempo on %s does not have %s", async (kind, _, problems) => {
    const { reading, traffic } = read(kind, { seed: { jiraWorklogs } });
    expect(await reading).toEqual({ evidence: [], leftOut: {}, found: "no changes", problems });
    const sent = traffic.requests.filter(({ operation }) => /worklog/i.test(operation));
    expect(sent).toHaveLength(kind === "cloud" ? 3 : 0);
    expect(traffic.deviations).toEqual([]);
  });

  test("are named up to a few", async () => {
    const issues = [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, key: `A-${id}`, summary: "" }));
    const many = issues.map(({ id }) => logged(id, "05T09:00", { issueId: id }));
    const { problems } = await read("cloud", { seed: { issues, jiraWorklogs: many } }).reading;
    expect(problems.join()).toContain(" 1 h on A-5 on 2026-01-05 and 2 others. They");
  });

  test("are looked for in 100 issues, and it is said if there are more", async () => {
    const issues = Array.from({ length: 101 }, (_, index) => ({
      id: index + 1,
      key: `A-${index + 1}`,
      summary: "",
    }));
    const inTempo = issues.map(({ id }) => logged(id, "05T09:00", { issueId: id, tempoWorklogId: id }));
    const upstream = smallPagesOfJira(60);
    const { reading, traffic } = read("cloud", { seed: { issues, jiraWorklogs: inTempo }, upstream });
    expect(await reading).toEqual({
      evidence: [],
      leftOut: {},
      found: "no changes",
      problems: [
        "You logged hours through Jira on more than 100 issues on these dates, of which 100 were read, so hours of the others may not be in " +
          "Tempo yet. Ask for a shorter range.",
      ],
    });
    const sent = traffic.requests.filter(({ operation }) => operation === "getIssueWorklogs");
    expect(sent).toHaveLength(100);
    const few = { issues: issues.slice(1), jiraWorklogs: inTempo };
    expect(await read("cloud", { seed: few, upstream }).reading).toMatchObject({ problems: [] });
  });

  test("are read from all pages of an issue's worklogs", async () => {
    const upstream = smallPagesOfJira(1);
    expect(await read("cloud", { seed: { jiraWorklogs }, upstream }).reading).toMatchObject({
      problems: [NOT_YET],
    });
  });

  test.each([
    ["are not looked for in an issue that is gone", /\/worklog\?/, 404, []],
    ["may be unknown to Tempo", /jira-to-tempo/, 403, [expect.stringContaining(UNKNOWN)]],
    ["may be unknown to Jira", /worklogAuthor/, 403, [expect.stringContaining(UNKNOWN)]],
  ])("%s, which costs no evidence", async (_, pattern, status, problems) => {
    const upstream = answered(pattern, () => Response.json({ errorMessages: [], errors: [] }, { status }));
    const { reading } = read("cloud", { seed: { activity: SOME, jiraWorklogs }, upstream });
    expect(await reading).toEqual({ ...SOME_EVIDENCE, problems });
  });
});
