import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../scripts/sizes/size.ts";
import type { SandboxJiraWorklog, SandboxSeed } from "../../../src/sandbox/state.ts";
import { example } from "../../helpers/examples.ts";
import { withoutTimes } from "../../helpers/in-doubt.ts";
import { ME, seed, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { type VirtualClock, virtualClock } from "../../helpers/virtual-clock.ts";

const HOUR = 3600;
const MONDAY = "2026-01-05";
const WEEK = { startDate: MONDAY, endDate: "2026-01-11" };

const HOLIDAYS = [
  { date: "2026-01-06", name: "Epiphany", durationSeconds: 8 * HOUR },
  { date: "2026-01-08", name: "Company afternoon", durationSeconds: 4 * HOUR },
];

const PATTERN = [
  { issueKey: "PROJ-4", hours: 1, weekdays: ["Monday"], description: "Sprint planning" },
  { issueKey: "PROJ-123" },
];

const open = (options: SessionOptions = {}) => openSession({ toolSets: ["fill"], ...options });

/** Plans, confirms the plan, and returns both replies. */
async function fill(
  { reply }: Pick<Awaited<ReturnType<typeof open>>, "reply">,
  args: Record<string, unknown>,
) {
  const plan = await reply("fill_days", args);
  return { plan, result: await reply("fill_days", { ...args, confirm: plan.confirm }) };
}

/** The stored worklogs as date, issue, hours and comment. */
function stored({ sandbox }: Awaited<ReturnType<typeof open>>): unknown[] {
  return [...sandbox.state.worklogs.values()]
    .map((it) => [
      it.startDate,
      it.issueId,
      it.timeSpentSeconds / HOUR,
      it.billableSeconds / HOUR,
      it.description,
    ])
    .sort();
}

describe("a plan", () => {
  test("gives each day its rows and the rest, a half day its half, and leaves days off and holidays alone", async () => {
    const session = await open({ seed: { holidays: HOLIDAYS } });
    const plan = await session.reply("fill_days", { ...WEEK, rows: PATTERN });
    expect(plan).toEqual({ ...(await example("FillDaysResponse/plan")), confirm: plan.confirm });
    expect(plan.confirm).toMatch(/^[0-9a-f]{24}$/);
    expect(stored(session)).toEqual([]);
    expect(session.requests.map(({ operation }) => operation).sort()).toEqual([
      "bulkFetchIssues",
      "getMyself",
      "getUserSchedule",
      "getWorklogsByUser",
      "searchIssues",
    ]);
  });

  test("counts what an issue has on a day as part of its row, and cuts what does not fit", async () => {
    const { reply } = await open({
      seed: {
        worklogs: [
          worklog({ startDate: MONDAY, timeSpentSeconds: HOUR, issueId: 10004 }),
          worklog({
            startDate: "2026-01-06",
            timeSpentSeconds: 0.5 * HOUR,
            issueId: 10004,
            description: "Retro",
          }),
          worklog({ startDate: "2026-01-07", timeSpentSeconds: 7.5 * HOUR }),
          worklog({ startDate: "2026-01-08", timeSpentSeconds: 8 * HOUR }),
        ],
      },
    });
    const rows = [{ issueKey: "PROJ-4", hours: 1 }];
    const { entries, skipped, summary } = await reply("fill_days", { ...WEEK, rows });
    const entry = { issueKey: "PROJ-4", issueSummary: "Sprint ceremonies" };
    expect({ entries, skipped, summary }).toEqual({
      entries: [
        { ...entry, hours: 0.5, dates: ["2026-01-06", "2026-01-07"] },
        { ...entry, hours: 1, dates: ["2026-01-09"] },
      ],
      skipped: [
        { date: MONDAY, issueKey: "PROJ-4", reason: "1 h are logged on it already" },
        { date: "2026-01-07", issueKey: "PROJ-4", reason: "0.5 of 1 h do not fit" },
      ],
      summary: { totalEntries: 3, days: 3, totalHours: 2, missingHoursAfter: 21 },
    });
  });

  test("of full days is empty and has nothing to confirm", async () => {
    const { reply } = await open({ seed: { worklogs: [worklog({ startDate: MONDAY })] } });
    expect(await reply("fill_days", { startDate: MONDAY, rows: [{ issueKey: "PROJ-7" }] })).toEqual(
      await example("FillDaysResponse/nothing-missing"),
    );
  });
});

describe("hours that were logged through Jira and that Tempo does not list yet", () => {
  const inJira = (id: number, started: string, parts: Partial<SandboxJiraWorklog> = {}) => ({
    ...{ id, issueId: 10007, accountId: ME.accountId, timeSpentSeconds: 0.5 * HOUR },
    ...{ started: `${started}T09:00:00`, ...parts },
  });
  const jiraWorklogs = [
    inJira(1, MONDAY),
    inJira(2, MONDAY, { tempoWorklogId: 1_290_000 }),
    inJira(3, "2026-01-10"),
  ];
  const args = { startDate: MONDAY, rows: [{ issueKey: "PROJ-123" }] };
  const sentOf = ({ requests }: Awaited<ReturnType<typeof open>>) =>
    requests.filter(({ body }) => JSON.stringify(body ?? "").includes("worklogAuthor")).length;

  test("are named in the plan, and again in one that is made instead of another; a result asks for nothing", async () => {
    const session = await open({ seed: { jiraWorklogs } });
    const { confirm: _, ...planned } = await session.reply("fill_days", args);
    const { confirm: __, ...expected } = await example("FillDaysResponse/hours-only-in-jira");
    expect(planned).toEqual(expected);
    const { confirm, ...instead } = await session.reply("fill_days", { ...args, confirm: "0" });
    expect([instead, sentOf(session)]).toEqual([expected, 2]);
    expect(await session.reply("fill_days", { ...args, confirm })).not.toHaveProperty("warnings");
    expect(sentOf(session)).toBe(2);
  });

  test.each<[string, SessionOptions, object, number]>([
    ["on Data Center, where Tempo keeps its worklogs in Jira", { deployment: "datacenter" }, args, 0],
    [
      "on dates that the plan leaves alone",
      {},
      { ...args, endDate: "2026-01-13", rows: [{ issueKey: "PROJ-123", weekdays: ["Tuesday"] }] },
      1,
    ],
    ["without anything to log", {}, { ...args, startDate: "2026-01-10" }, 0],
  ])("are not named %s", async (_, options, asked, sent) => {
    const session = await open({ seed: { jiraWorklogs }, ...options });
    expect(await session.reply("fill_days", { ...args, ...asked })).not.toHaveProperty("warnings");
    expect(sentOf(session)).toBe(sent);
  });

  test.each<[string, (clock: VirtualClock) => Promise<Response>]>([
    ["refuses the search", async () => Response.json({}, { status: 403 })],
    ["does not answer", (clock) => clock.sleep(600_000).then(() => Response.json({}))],
  ])("are said not to be known if Jira %s, and the plan is there", async (_, answer) => {
    const clock = virtualClock();
    const upstream: SessionOptions["upstream"] = (fetch) => async (request) =>
      (await request.clone().text()).includes("worklogAuthor") ? answer(clock) : fetch(request);
    const { reply } = await open({ seed: { jiraWorklogs }, upstream, clock });
    const before = clock.now();
    const { warnings, summary } = await reply("fill_days", args);
    expect([warnings, summary.totalHours]).toEqual([
      [
        expect.stringMatching(
          /^It is not known whether you logged hours through Jira that are not in Tempo yet\. ./,
        ),
      ],
      8,
    ]);
    expect(clock.now() - before).toBeLessThanOrEqual(10_000);
  });
});

describe("a confirmed plan", () => {
  test("is logged, each worklog with its id", async () => {
    const session = await open({ seed: { holidays: HOLIDAYS } });
    const { result } = await fill(session, { ...WEEK, rows: PATTERN });
    expect(result).toEqual(await example("FillDaysResponse/posted"));
    expect(stored(session)).toEqual([
      [MONDAY, 10004, 1, 1, "Sprint planning"],
      [MONDAY, 10123, 7, 7, ""],
      ["2026-01-07", 10123, 8, 8, ""],
      ["2026-01-08", 10123, 4, 4, ""],
      ["2026-01-09", 10123, 8, 8, ""],
    ]);
  });

  test.each([
    ["one issue", [{ issueKey: "PROJ-123" }], 500],
    [
      "an hour of another on Mondays",
      [{ issueKey: "PROJ-4", hours: 1, weekdays: ["Monday"] }, { issueKey: "PROJ-123" }],
      550,
    ],
  ])(
    "of a month with 12 missing days costs few tokens and at most 9 requests: %s",
    async (_, rows, tokens) => {
      const days = Array.from({ length: 22 }, (_, index) => index + 1);
      const missing = new Set(days.filter((day) => day > 10));
      const session = await open({
        seed: {
          worklogs: seedDays("2026-01").flatMap((startDate, index) =>
            missing.has(index + 1) ? [] : [worklog({ startDate })],
          ),
        },
      });
      const month = { startDate: "2026-01-01", endDate: "2026-01-31" };
      const { plan, result } = await fill(session, { ...month, rows });
      expect(result.summary).toMatchObject({ days: 12, missingHoursAfter: 0 });
      const used = sizeOf(JSON.stringify(plan)).tokens + sizeOf(JSON.stringify(result)).tokens;
      expect(used).toBeLessThanOrEqual(tokens);
      expect(session.requests.length).toBeLessThanOrEqual(9);
    },
  );

  test.each(["cloud", "datacenter"] as const)("logs exact times on %s", async (deployment) => {
    const rows = [{ issueKey: "PROJ-4", timeSpent: "1h 20m" }, { issueKey: "PROJ-123" }];
    const session = await open({ deployment });
    const { result } = await fill(session, { startDate: MONDAY, endDate: MONDAY, rows });
    expect(result).toEqual(await example("FillDaysResponse/exact-time"));
    expect([...session.sandbox.state.worklogs.values()].map((it) => it.timeSpentSeconds)).toEqual([
      4800, 24_000,
    ]);
  });

  test.each([
    [{ timeSpent: "80 minutes" }, "must be a time from 1m to 24h, such as 1h 20m"],
    [{ timeSpent: "0m" }, "must be a time from 1m to 24h, such as 1h 20m"],
    [{ timeSpent: "1h 20m", hours: 1 }, "must be left out if `hours` is given"],
  ])("refuses a row with %j", async (row, rule) => {
    const { refusal } = await open();
    const text = await refusal("fill_days", { ...WEEK, rows: [{ issueKey: "PROJ-4", ...row }] });
    expect(text).toContain("`rows[0].timeSpent` ");
    expect(text).toContain(rule);
  });

  test("that is confirmed again logs nothing more, and says that nothing is missing", async () => {
    const session = await open();
    const args = { ...WEEK, rows: PATTERN };
    const { plan } = await fill(session, args);
    const before = stored(session);
    const repeated = await session.reply("fill_days", { ...args, confirm: plan.confirm });
    expect(repeated).toEqual({
      ...WEEK,
      logged: false,
      entries: [],
      reduced: [{ reason: "8 h logged", when: "2026-01-05 to 2026-01-09" }],
      summary: { totalEntries: 0, days: 0, totalHours: 0, missingHoursAfter: 0 },
    });
    expect(stored(session)).toEqual(before);
  });

  test("logs nothing if the digest is another, and returns the plan with its own", async () => {
    const session = await open();
    const args = { ...WEEK, rows: PATTERN };
    const plan = await session.reply("fill_days", args);
    expect(await session.reply("fill_days", { ...args, confirm: "ffffffff" })).toEqual(plan);
    expect(stored(session)).toEqual([]);
  });

  test("returns the new plan if hours were logged in between", async () => {
    const session = await open();
    const args = { startDate: MONDAY, rows: [{ issueKey: "PROJ-123" }] };
    const plan = await session.reply("fill_days", args);
    await session.reply("post_worklog", { issueKey: "PROJ-7", hours: 2, startDate: MONDAY });
    const answered = await session.reply("fill_days", { ...args, confirm: plan.confirm });
    expect(answered).toMatchObject({ logged: false, summary: { totalHours: 6 } });
    const { logged } = await session.reply("fill_days", { ...args, confirm: answered.confirm });
    expect([logged, stored(session)]).toEqual([
      true,
      [
        [MONDAY, 10007, 2, 2, ""],
        [MONDAY, 10123, 6, 6, ""],
      ],
    ]);
  });

  test("fills a day that is half full on the same issue: the equal hours are no duplicate", async () => {
    const session = await open({
      seed: { worklogs: [worklog({ startDate: MONDAY, timeSpentSeconds: 4 * HOUR })] },
    });
    await fill(session, { startDate: MONDAY, rows: [{ issueKey: "PROJ-123" }] });
    expect(stored(session)).toEqual([
      [MONDAY, 10123, 4, 4, ""],
      [MONDAY, 10123, 4, 4, ""],
    ]);
  });

  test("counts what was logged a moment ago although the list does not show it", async () => {
    const hidden = new Set<number>();
    const session = await open({ behaviour: { listed: (all) => all.filter(({ id }) => !hidden.has(id)) } });
    const args = { startDate: MONDAY, rows: [{ issueKey: "PROJ-123" }] };
    const { plan, result } = await fill(session, args);
    hidden.add(Number(result.entries[0]?.worklogIds?.[0]));
    expect(await session.reply("fill_days", { ...args, confirm: plan.confirm })).toMatchObject({
      logged: false,
      entries: [],
    });
    expect(stored(session).length).toBe(1);
  });

  test.each(["cloud", "datacenter"] as const)(
    "counts what was changed a moment ago, as its plan did, though lists still show what was before, on %s",
    async (deployment) => {
      const session = await open({
        deployment,
        toolSets: ["edit", "fill"],
        seed: { worklogs: [worklog({ startDate: MONDAY, timeSpentSeconds: 2 * HOUR })] },
      });
      const before = [...session.sandbox.state.worklogs.values()];
      await session.reply("update_worklog", { worklogId: "1290000", hours: 5 });
      session.sandbox.state.behaviour.listed = () => before;
      const { plan, result } = await fill(session, { startDate: MONDAY, rows: [{ issueKey: "PROJ-7" }] });
      expect(
        [plan, result].map(({ logged, entries }) => [logged, entries.map(({ hours }) => hours)]),
      ).toEqual([
        [false, [3]],
        [true, [3]],
      ]);
    },
  );

  test("leaves a day alone for which an earlier call has sent hours of unknown outcome", async () => {
    const session = await open({ budget: 8000 });
    const other = { startDate: MONDAY, issueKey: "PROJ-7", hours: 3 };
    session.tempo.onWrite("all", "gateway error, not processed");
    expect(await session.refusal("post_worklog", other)).toContain("unknown");
    const args = { startDate: MONDAY, rows: [{ issueKey: "PROJ-123" }] };
    const { confirm } = await session.reply("fill_days", args);
    expect(withoutTimes(await session.reply("fill_days", { ...args, confirm }))).toEqual(
      withoutTimes(await example("FillDaysResponse/outcome-unknown")),
    );
    expect(session.tempo.count("write")).toBe(1);
  });

  test("returns what failed beside what was logged", async () => {
    const session = await open({
      behaviour: { reject: ({ startDate }) => (startDate === "2026-01-07" ? ["Period is closed"] : []) },
    });
    const { result } = await fill(session, { ...WEEK, rows: [{ issueKey: "PROJ-123" }] });
    expect(result).toEqual(await example("FillDaysResponse/failures"));
  });

  test.each<[what: string, failing: (worklog: { billableSeconds: number; description: string }) => boolean]>([
    ["what is billable", ({ billableSeconds }) => billableSeconds > 0],
    ["what is not billable", ({ billableSeconds }) => billableSeconds === 0],
  ])("of a copy that failed in part, %s, is completed as it was", async (_, failing) => {
    let isClosed = true;
    const session = await open({
      seed: {
        worklogs: [
          worklog({ startDate: MONDAY, timeSpentSeconds: 2 * HOUR, description: "Login" }),
          worklog({
            startDate: MONDAY,
            timeSpentSeconds: 3 * HOUR,
            billableSeconds: 0,
            description: "Login",
          }),
        ],
      },
      behaviour: { reject: (it) => (isClosed && failing(it) ? ["Period is closed"] : []) },
    });
    const args = { startDate: "2026-01-06", copyFrom: { startDate: MONDAY } };
    await fill(session, args);
    isClosed = false;
    await fill(session, args);
    expect(stored(session).slice(2)).toEqual([
      ["2026-01-06", 10123, 2, 2, "Login"],
      ["2026-01-06", 10123, 3, 0, "Login"],
    ]);
  });

  test("with two rows of an issue that failed in part is completed as it was", async () => {
    let isClosed = true;
    const session = await open({
      behaviour: {
        reject: ({ description }) => (isClosed && description === "Daily" ? ["Period is closed"] : []),
      },
    });
    const rows = [
      { issueKey: "PROJ-123", hours: 1, description: "Daily" },
      { issueKey: "PROJ-123", description: "Login" },
    ];
    await fill(session, { startDate: MONDAY, rows });
    isClosed = false;
    await fill(session, { startDate: MONDAY, rows });
    expect(stored(session)).toEqual([
      [MONDAY, 10123, 1, 1, "Daily"],
      [MONDAY, 10123, 7, 7, "Login"],
    ]);
  });

  test("that fails as a whole is an error with its reply", async () => {
    const { reply, failedReply } = await open({ behaviour: { reject: () => ["Period is closed"] } });
    const args = { startDate: MONDAY, rows: [{ issueKey: "PROJ-123" }] };
    const { confirm } = await reply("fill_days", args);
    expect(await failedReply("fill_days", { ...args, confirm })).toMatchObject({
      logged: false,
      entries: [],
      failures: [{ date: MONDAY, issueKey: "PROJ-123", error: expect.stringContaining("Period is closed") }],
      summary: { missingHoursAfter: 8 },
    });
  });
});

function seedDays(month: string): string[] {
  return Array.from({ length: 31 }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`).filter(
    (date) => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay()),
  );
}

describe("a copy", () => {
  const source: Partial<SandboxSeed> = {
    worklogs: [
      worklog({ startDate: MONDAY, timeSpentSeconds: 6 * HOUR, description: "Login" }),
      worklog({ startDate: MONDAY, timeSpentSeconds: 2 * HOUR, issueId: 10007, billableSeconds: 0 }),
      worklog({ startDate: "2026-01-06", timeSpentSeconds: 9 * HOUR, issueId: 10004 }),
      worklog({ startDate: "2026-01-07", timeSpentSeconds: 5 * HOUR, issueId: 10050 }),
      worklog({ startDate: "2026-01-07", timeSpentSeconds: 3 * HOUR, issueId: 10099 }),
    ],
  };

  test("of a week maps weekday to weekday, and skips closed and invisible issues", async () => {
    const issues = seed().issues.map((issue) =>
      issue.key === "NEW-50" ? { ...issue, closed: true } : issue,
    );
    const session = await open({ seed: { ...source, issues } });
    const plan = await session.reply("fill_days", {
      startDate: "2026-01-12",
      endDate: "2026-01-18",
      copyFrom: WEEK,
    });
    expect(plan).toEqual({ ...(await example("FillDaysResponse/copy")), confirm: plan.confirm });
  });

  test("of one day goes to each open day", async () => {
    const { reply } = await open({ seed: source });
    const { entries, summary } = await reply("fill_days", {
      startDate: "2026-01-12",
      endDate: "2026-01-16",
      copyFrom: { startDate: MONDAY },
    });
    expect(entries.map(({ issueKey, dates }) => [issueKey, dates.length])).toEqual([
      ["PROJ-123", 5],
      ["PROJ-7", 5],
    ]);
    expect(summary.missingHoursAfter).toBe(0);
  });
});
