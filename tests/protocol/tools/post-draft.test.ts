import { describe, expect, test } from "vitest";
import { createRedactor } from "../../../src/runtime/redaction.ts";
import { EvidenceError, type EvidenceSource } from "../../../src/timesheet/draft/evidence.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { WEEK, WEEK_SOURCES } from "../../helpers/drafted-week.ts";
import { entriesOf } from "../../helpers/drafts.ts";
import { commit, evidenceOf, failingSource, jiraEvent, meeting, source } from "../../helpers/evidence.ts";
import { example } from "../../helpers/examples.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type Session, type SessionOptions } from "../../helpers/session.ts";

const HOUR = 3600;
const FRIDAY = { startDate: "2026-01-09" };
const ASSIGNED = { ...FRIDAY, assign: [{ ref: "c1", issueKey: "PROJ-4" }] };

const open = (options: SessionOptions = {}) =>
  openSession({ toolSets: ["draft"], evidence: evidenceOf(WEEK_SOURCES), ...options });

/** Drafts, confirms the draft, and returns both replies. */
async function post({ reply }: Pick<Session, "reply">, args: Record<string, unknown> = WEEK) {
  const { remember: _, ...asked } = args;
  const draft = await reply("draft_timesheet", asked);
  return { draft, result: await reply("post_draft", { ...args, confirm: draft.confirm }) };
}

/** The stored worklogs as date, issue, hours, billable hours and comment. */
function stored({ sandbox }: Session): unknown[] {
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

describe.each(["cloud", "datacenter"] as const)("a confirmed draft on %s", (deployment) => {
  test("is logged exactly as it was shown", async () => {
    const session = await open({ deployment });
    const { draft, result } = await post(session);
    const posted = await example("PostDraftResponse/posted");
    // Data Center takes one worklog of an issue at a time, so the ids come in another order.
    const worklogIds = deployment === "cloud" ? posted.worklogIds : expect.any(Array);
    expect(result).toEqual({ ...posted, worklogIds });
    expect([...result.worklogIds].sort()).toEqual([...(posted.worklogIds as string[])].sort());
    const ids: Record<string, number> = { "PROJ-123": 10123, "PROJ-4": 10004, "PROJ-7": 10007 };
    const drafted = entriesOf(draft).map(({ date, issueKey, hours, comment = "" }) => [
      date,
      ids[issueKey],
      hours,
      hours,
      comment,
    ]);
    expect(stored(session)).toEqual(drafted.sort());
  });

  test("that is confirmed again logs nothing more, and has the ids of what is logged", async () => {
    const session = await open({ deployment });
    const { draft, result } = await post(session);
    const before = stored(session);
    const repeated = await session.reply("post_draft", { ...WEEK, confirm: draft.confirm });
    expect(repeated).toEqual({
      logged: true,
      summary: result.summary,
      worklogIds: expect.any(Array),
      alreadyLoggedIds: repeated.worklogIds,
    });
    expect([...repeated.worklogIds].sort()).toEqual([...result.worklogIds].sort());
    expect(stored(session)).toEqual(before);
  });

  test("of which the response is lost is logged once, and has its ids when it is confirmed again", async () => {
    const session = await open({ deployment });
    const { confirm } = await session.reply("draft_timesheet", WEEK);
    const lost = new AbortController();
    session.tempo.onWrite(1, "gateway error, processed");
    await session.call("post_draft", { ...WEEK, confirm }, { signal: lost.signal });
    const repeated = await session.reply("post_draft", { ...WEEK, confirm });
    const ids = [...session.sandbox.state.worklogs.keys()].map(String).sort();
    expect([...repeated.worklogIds].sort()).toEqual(ids);
    expect(repeated.alreadyLoggedIds).toEqual(repeated.worklogIds);
    const rows = stored(session).map(String);
    expect(rows).toHaveLength(7);
    expect(new Set(rows).size).toBe(rows.length);
  });

  test("of which a part is rejected has the ids of the others when it is confirmed again, and a draft of the rest", async () => {
    let isClosed = true;
    const reject = ({ startDate }: { startDate: string }) =>
      isClosed && startDate === "2026-01-06" ? ["Period is closed"] : [];
    const session = await open({ deployment, behaviour: { reject } });
    const { draft, result } = await post(session);
    isClosed = false;
    const repeated = await session.reply("post_draft", { ...WEEK, confirm: draft.confirm });
    expect([...(repeated.alreadyLoggedIds ?? [])].sort()).toEqual([...result.worklogIds].sort());
    expect(repeated.draft?.summary.totalEntries).toBe(2);
    expect(stored(session)).toHaveLength(result.worklogIds.length);
    const rest = await session.reply("post_draft", { ...WEEK, confirm: repeated.draft?.confirm });
    expect(rest).toMatchObject({ logged: true, summary: { totalHours: repeated.draft?.summary.totalHours } });
  });

  test("that is confirmed again after one of its worklogs was deleted does not log that one again", async () => {
    const session = await open({ deployment });
    const { draft, result } = await post(session);
    const [worklogId] = result.worklogIds;
    await session.reply("delete_worklog", { worklogId });
    const repeated = await session.reply("post_draft", { ...WEEK, confirm: draft.confirm });
    expect([...(repeated.alreadyLoggedIds ?? [])].sort()).toEqual(result.worklogIds.slice(1).sort());
    expect(repeated.draft?.summary.totalEntries).toBe(1);
    expect(stored(session)).toHaveLength(result.worklogIds.length - 1);
  });

  test("that is confirmed again after all of its worklogs were deleted is logged again, and names the new ones", async () => {
    const session = await open({ deployment });
    const { draft, result } = await post(session);
    const before = stored(session);
    for (const worklogId of result.worklogIds) await session.reply("delete_worklog", { worklogId });
    const repeated = await session.reply("post_draft", { ...WEEK, confirm: draft.confirm });
    expect(repeated).toEqual({ ...result, worklogIds: expect.any(Array) });
    const ids = [...session.sandbox.state.worklogs.keys()].map(String);
    expect([...repeated.worklogIds].sort()).toEqual(ids.sort());
    expect(ids.filter((id) => result.worklogIds.includes(id))).toEqual([]);
    expect(stored(session)).toEqual(before);
  });
});

test.each(["cloud", "datacenter"] as const)(
  "on %s, secrets in titles, subjects and branches are in neither what is shown, nor what is stored, nor the rules",
  async (deployment) => {
    const secret = "Xa7-q9LmT4vB2nR8kWz3";
    const upTo = (length: number) => `${"b".repeat(length - secret.length)} ${secret} and more`;
    const sources = [
      source("git", [
        commit("2026-01-05 10:00", "PROJ-7-review", `Send ${secret} to the gateway`),
        commit("2026-01-06 11:00", `spike/${secret}`, "Try it"),
      ]),
      source("calendar", [
        meeting("2026-01-05 12:00", "2026-01-05 13:00", `PROJ-4 with ${secret} in it`),
        meeting("2026-01-06 12:00", "2026-01-06 13:00", upTo(200)),
        meeting("2026-01-06 13:00", "2026-01-06 13:30", `PROJ-4 ${upTo(53)}`),
        meeting("2026-01-06 14:00", "2026-01-06 14:45", `PROJ-4 meets longer than ${secret}`),
        meeting("2026-01-07 12:00", "2026-01-07 13:00", `Roadmap ${upTo(52)}`),
      ]),
    ];
    const evidence = evidenceOf(sources);
    const worklogs = [worklog({ startDate: "2025-12-15", description: `Roadmap ${upTo(52)} again` })];
    const redact = createRedactor([secret]);
    const session = await open({ deployment, evidence, redact, seed: { worklogs } });
    const asked = { ...WEEK, assign: [{ ref: "c2", issueKey: "PROJ-7" }] };
    const replies = [await session.reply("draft_timesheet", WEEK)];
    const { draft, result } = await post(session, { ...asked, remember: true });

    const comments = entriesOf(draft).map(({ comment }) => comment ?? "");
    expect(comments.sort()).toEqual([
      "PROJ-4 meets longer than [secret]",
      "PROJ-4 with [secret] in it",
      "Send [secret] to the gateway",
      expect.stringMatching(/^b+ \[secret\] and more$/),
    ]);
    const added = [...session.sandbox.state.worklogs.values()].filter(({ startDate }) => startDate > "2026");
    expect(added.map(({ description }) => description).sort()).toEqual(comments);
    expect(result).toMatchObject({ logged: true, remembered: [{ issueKey: "PROJ-7" }] });
    expect(result.changed).toBeUndefined();
    const written = JSON.stringify([replies, draft, result, added, evidence.kept, session.requests.slice()]);
    expect(written).not.toContain(secret.slice(0, 8));
  },
);

describe("a draft is not logged, but returned as it is now,", () => {
  test("if the digest is another", async () => {
    const session = await open();
    const draft = await session.reply("draft_timesheet", WEEK);
    expect(await session.reply("post_draft", { ...WEEK, confirm: "ffffffff" })).toEqual({
      logged: false,
      summary: { totalEntries: 0, totalHours: 0, missingHoursAfter: 40 },
      worklogIds: [],
      draft,
    });
    expect(stored(session)).toEqual([]);
  });

  test("if there is new evidence", async () => {
    const later = [commit("2026-01-08 15:00", "PROJ-7-review", "Review the form")];
    let sources: readonly EvidenceSource[] = WEEK_SOURCES;
    const evidence = { ...evidenceOf([]), sources: async () => [...sources] };
    const session = await open({ evidence });
    const { confirm } = await session.reply("draft_timesheet", WEEK);
    sources = [
      ...WEEK_SOURCES,
      source(
        "sessions",
        later.map((it) => ({ ...it, kind: "session", source: "sessions" })),
      ),
    ];
    const answered = await session.reply("post_draft", { ...WEEK, confirm });
    expect(answered).toMatchObject({
      logged: false,
      draft: { confirm: expect.not.stringMatching(String(confirm)) },
    });
    expect(stored(session)).toEqual([]);
  });

  test("if a source fails by now", async () => {
    let sources: readonly EvidenceSource[] = WEEK_SOURCES;
    const evidence = { ...evidenceOf([]), sources: async () => [...sources] };
    const session = await open({ evidence });
    const { confirm } = await session.reply("draft_timesheet", WEEK);
    sources = [failingSource("git", new EvidenceError("git is not installed.")), ...WEEK_SOURCES.slice(2)];
    const answered = await session.reply("post_draft", { ...WEEK, confirm });
    expect(answered).toMatchObject({
      logged: false,
      draft: { sources: [{ source: "git", problem: "git is not installed." }, { source: "calendar" }] },
    });
    expect(stored(session)).toEqual([]);
  });

  test("if hours were logged in between", async () => {
    const session = await open();
    const { confirm } = await session.reply("draft_timesheet", WEEK);
    await session.reply("post_worklog", { issueKey: "PROJ-7", hours: 6, startDate: WEEK.startDate });
    const answered = await session.reply("post_draft", { ...WEEK, confirm });
    expect(answered).toMatchObject({
      logged: false,
      draft: { confirm: expect.not.stringMatching(String(confirm)) },
    });
    expect(stored(session)).toHaveLength(1);
  });

  test.each<[what: string, other: Record<string, unknown>]>([
    ["without filling", { fill: false }],
    ["without a part of the evidence", { leaveOut: ["g1"] }],
    ["with an issue that was not shown", { assign: [{ ref: "c3", issueKey: "PROJ-7" }] }],
    ["of other dates", { endDate: "2026-01-06" }],
  ])("%s", async (_, other) => {
    const session = await open();
    const { confirm } = await session.reply("draft_timesheet", WEEK);
    const answered = await session.reply("post_draft", { ...WEEK, ...other, confirm });
    expect(answered).toMatchObject({ logged: false, worklogIds: [] });
    expect(stored(session)).toEqual([]);
  });
});

describe("what Tempo rejects", () => {
  test("is named beside what is stored", async () => {
    const session = await open({
      behaviour: { reject: ({ startDate }) => (startDate === "2026-01-06" ? ["Period is closed"] : []) },
    });
    const { draft, result } = await post(session);
    const failed = entriesOf(draft).filter(({ date }) => date === "2026-01-06");
    expect(failed.length).toBeGreaterThan(0);
    expect(result.logged).toBe(true);
    expect(result.failures).toEqual(
      failed.map(({ date, issueKey }) => ({
        date,
        issueKey,
        error: expect.stringContaining("Period is closed"),
      })),
    );
    expect(result.worklogIds).toHaveLength(entriesOf(draft).length - failed.length);
  });

  test("is a failure of the call if nothing is stored", async () => {
    const session = await open({ behaviour: { reject: () => ["Period is closed"] } });
    const { confirm } = await session.reply("draft_timesheet", FRIDAY);
    const result = await session.failedReply("post_draft", { ...FRIDAY, confirm });
    expect(result).toMatchObject({ logged: false, worklogIds: [], failures: [{ date: "2026-01-09" }] });
  });
});

describe("an issue that the user gave to evidence", () => {
  test("is remembered for its title if that is asked for, and gives the next draft its issue", async () => {
    const evidence = evidenceOf(WEEK_SOURCES);
    const session = await open({ evidence });
    const { result } = await post(session, { ...ASSIGNED, remember: true });
    const rules = [{ pattern: "Roadmap with Kim", issueKey: "PROJ-4" }];
    expect(result).toMatchObject({ logged: true, remembered: rules });
    expect(evidence.kept).toEqual(rules);
    session.sandbox.state.worklogs.clear();
    session.clock.advance(120_000);
    const draft = await session.reply("draft_timesheet", FRIDAY);
    expect(entriesOf(draft)).toContainEqual(expect.objectContaining({ issueKey: "PROJ-4", basis: "rule" }));
  });

  test("is remembered for the title alone, and goes before a rule for others too", async () => {
    const evidence = evidenceOf(WEEK_SOURCES);
    evidence.kept.push({ pattern: "Road*", issueKey: "PROJ-7" });
    const session = await open({ evidence });
    await post(session, { ...ASSIGNED, remember: true });
    session.sandbox.state.worklogs.clear();
    session.clock.advance(120_000);
    const draft = await session.reply("draft_timesheet", FRIDAY);
    expect(entriesOf(draft)).toContainEqual(expect.objectContaining({ issueKey: "PROJ-4", basis: "rule" }));
  });

  test.each(["*", "＊", "﹡", "Ask me *", "＊ Daily", "**"])(
    "is remembered for the title alone where others have written it with an asterisk: %s",
    async (title) => {
      const calendar = [
        meeting("2026-01-09 10:00", "2026-01-09 11:00", title),
        meeting("2026-01-09 11:00", "2026-01-09 12:00", "Ask me anything, Daily"),
      ];
      const evidence = evidenceOf([source("calendar", calendar)]);
      const session = await open({ evidence });
      const assigned = { ...FRIDAY, assign: [{ ref: "c1", issueKey: "PROJ-4" }] };
      const { result } = await post(session, { ...assigned, remember: true });
      const rules = [{ pattern: title.replaceAll("*", "＊"), issueKey: "PROJ-4" }];
      expect([result.logged, result.remembered, evidence.kept]).toEqual([true, rules, rules]);
      session.sandbox.state.worklogs.clear();
      session.clock.advance(120_000);
      const draft = await session.reply("draft_timesheet", FRIDAY);
      expect(entriesOf(draft)).toMatchObject([{ issueKey: "PROJ-4", basis: "rule", hours: 1 }]);
    },
  );

  test("is remembered without its title in the reply where titles are kept back", async () => {
    const one = [source("calendar", [meeting("2026-01-09 10:00", "2026-01-09 11:00", "Roadmap with Kim")])];
    const evidence = { ...evidenceOf(one), hasTitles: false };
    const assigned = { ...FRIDAY, assign: [{ ref: "c1", issueKey: "PROJ-4" }] };
    const { result } = await post(await open({ evidence }), { ...assigned, remember: true });
    const { logged, remembered, notRemembered } = result;
    expect([logged, remembered, notRemembered]).toEqual([
      true,
      [{ pattern: "c1", issueKey: "PROJ-4" }],
      undefined,
    ]);
  });

  test("is not remembered for the beginning of a title that is too long for a rule", async () => {
    const branch = `spike/${"x".repeat(250)}`;
    const evidence = evidenceOf([source("git", [commit("2026-01-09 10:00", branch, "Try it")])]);
    const assigned = { ...FRIDAY, assign: [{ ref: "g1", issueKey: "PROJ-4" }] };
    const { result } = await post(await open({ evidence }), { ...assigned, remember: true });
    expect([result.logged, result.remembered, evidence.kept]).toEqual([true, undefined, []]);
    expect(result.notRemembered).toBe(
      "A title of more than 255 characters was not kept. Make a rule with a pattern of your own.",
    );
  });

  const OF_ANY = /^Work on a shared branch, such as main, or without a branch, was not kept/;
  test.each([
    ...["main", "develop", "release/2.1", "staging"].map((branch) => [branch, undefined, OF_ANY] as const),
    ["spike/cache", [{ pattern: "login spike/cache", issueKey: "PROJ-4" }], undefined],
  ] as const)(
    "is remembered for a branch of its own, and not for that of a whole repository: %s",
    async (branch, remembered, why) => {
      const evidence = evidenceOf([source("git", [commit("2026-01-09 10:00", branch, "Try it")])]);
      const session = await open({ evidence });
      const { result } = await post(session, {
        ...FRIDAY,
        assign: [{ ref: "g1", issueKey: "PROJ-4" }],
        remember: true,
      });
      expect([result.logged, result.remembered]).toEqual([true, remembered]);
      expect(result.notRemembered).toEqual(why && expect.stringMatching(why));
      expect(evidence.kept).toEqual(remembered ?? []);
    },
  );

  test.each([
    ["a branch", "g1", commit("2026-01-09 10:00", "feature/PROJ-123-login", "PROJ-4: Try it")],
    [
      "a commit on a branch that names none",
      "g1",
      commit("2026-01-09 10:00", "spike/cache", "PROJ-7: Try it"),
    ],
    ["a title", "c1", meeting("2026-01-09 10:00", "2026-01-09 11:00", "PROJ-7 review")],
    [
      "a description",
      "c1",
      meeting("2026-01-09 10:00", "2026-01-09 11:00", "Review", { texts: ["Review", "PROJ-7"] }),
    ],
    ["an event of Jira", "j1", jiraEvent("2026-01-09 10:00", "PROJ-7")],
  ])(
    "is not remembered for what names an issue, which goes before any rule: %s",
    async (_, ref, evidence) => {
      const given = evidenceOf([source(evidence.source, [evidence])]);
      const assigned = { ...FRIDAY, assign: [{ ref, issueKey: "PROJ-4" }] };
      const { result } = await post(await open({ evidence: given }), { ...assigned, remember: true });
      expect([result.logged, result.remembered, given.kept]).toEqual([true, undefined, []]);
      expect(result.notRemembered).toMatch(/^What names an issue itself was not kept/);
    },
  );

  test("is not remembered unless that is asked for", async () => {
    const evidence = evidenceOf(WEEK_SOURCES);
    const { result } = await post(await open({ evidence }), ASSIGNED);
    expect([result.logged, result.remembered, evidence.kept]).toEqual([true, undefined, []]);
  });

  test("is not remembered if nothing is logged", async () => {
    const evidence = evidenceOf(WEEK_SOURCES);
    const { reply } = await open({ evidence });
    const result = await reply("post_draft", { ...ASSIGNED, remember: true, confirm: "ffffffff" });
    expect([result.logged, result.remembered, evidence.kept]).toEqual([false, undefined, []]);
  });

  test("that cannot be remembered is logged all the same, and the reply says why", async () => {
    const evidence = evidenceOf(WEEK_SOURCES, {
      remember: async () => Promise.reject(new SettingsError("There is no place to keep rules.")),
    });
    const { result } = await post(await open({ evidence }), { ...ASSIGNED, remember: true });
    expect(result).toMatchObject({ logged: true, notRemembered: "There is no place to keep rules." });
    expect(result.remembered).toBeUndefined();
  });
});

test("the tools say that one reads and the other creates", async () => {
  const { client } = await open();
  const { tools } = await client.listTools();
  expect(
    tools
      .filter(({ name }) => name.includes("draft"))
      .map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
  ).toEqual([
    ["draft_timesheet", true],
    ["post_draft", false],
  ]);
  const readOnly = await open({ readOnly: true });
  const names = (await readOnly.client.listTools()).tools.map(({ name }) => name);
  expect([names.includes("draft_timesheet"), names.includes("post_draft")]).toEqual([true, false]);
});
