import { describe, expect, test } from "vitest";
import { CORPUS_SEED } from "../../../scripts/sizes/corpus.ts";
import { CORPUS_SOURCES, RICH_WEEK } from "../../../scripts/sizes/evidence.ts";
import { sizeOf } from "../../../scripts/sizes/size.ts";
import type { EvidenceAccess } from "../../../src/timesheet/draft/draft.ts";
import { EvidenceError, type EvidenceSource } from "../../../src/timesheet/draft/evidence.ts";
import { UnavailableError } from "../../../src/timesheet/errors.ts";
import { CROWDED_SEED, CROWDED_SOURCES, CROWDED_WEEK } from "../../helpers/crowded-week.ts";
import { WEEK, WEEK_SOURCES } from "../../helpers/drafted-week.ts";
import { entriesOf, refsOf, unmappedOf } from "../../helpers/drafts.ts";
import { commit, evidenceOf, failingSource, jiraEvent, meeting, source } from "../../helpers/evidence.ts";
import { example } from "../../helpers/examples.ts";
import { ME, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

const MONDAY = WEEK.startDate;
const HOUR = 3600;

/** A time after which the weeks of the corpus are over. */
const YEAR_MS = 365 * 86_400_000;

const open = (
  sources: readonly EvidenceSource[] = WEEK_SOURCES,
  { access, ...options }: SessionOptions & { access?: Partial<EvidenceAccess> } = {},
) => openSession({ toolSets: ["draft"], evidence: evidenceOf(sources, access), ...options });

const NAMED = "times are in Asia/Kolkata, your time zone in Jira";
const HERE = "this machine is in Europe/Berlin";

describe.each(["cloud", "datacenter"] as const)("a draft on %s", (deployment) => {
  test("has each entry with its reasons, what is unmapped, each day, and what became of the sources", async () => {
    const session = await open(WEEK_SOURCES, { deployment });
    const draft = await session.reply("draft_timesheet", WEEK);
    expect(draft).toEqual({ ...(await example("DraftTimesheetResponse/week")), confirm: draft.confirm });
    expect(draft.confirm).toMatch(/^[0-9a-f]{24}$/);
  });

  test.each<[what: string, zones: { jira?: string; machine?: string }, found: string]>([
    [
      "the machine has another one",
      { jira: "Asia/Kolkata", machine: "Europe/Berlin" },
      `0 found (${NAMED}; ${HERE})`,
    ],
    ["the machine's is not known", { jira: "Asia/Kolkata" }, `0 found (${NAMED})`],
    ["it is the machine's by another name", { jira: "UTC", machine: "Etc/UTC" }, "0 found"],
    ["Jira names none", {}, "0 found"],
  ])("names the zone of its times once, unless there is no need: %s", async (_, { jira, machine }, found) => {
    const { timeZone: __, ...me } = ME;
    const seed = { me: { ...me, ...(jira !== undefined && { timeZone: jira }) } };
    const sources = [
      failingSource("jira", new EvidenceError("Jira cannot be read.")),
      source("git", []),
      source("calendar", []),
    ];
    const session = await open(sources, { deployment, seed, access: { machineZone: () => machine } });
    const draft = await session.reply("draft_timesheet", { startDate: MONDAY });
    expect(draft.sources.slice(1)).toEqual([
      { source: "git", found },
      { source: "calendar", found: "0 found" },
    ]);
  });

  test("sends nothing that changes anything", async () => {
    const session = await open(WEEK_SOURCES, { deployment });
    await session.reply("draft_timesheet", WEEK);
    expect(session.tempo.count("write")).toBe(0);
    expect(session.sandbox.state.worklogs.size).toBe(0);
  });

  test("shows the branch of commits that name another issue than it, so that they can be given to that", async () => {
    const commits = [
      commit(`${MONDAY} 09:00`, "PROJ-7-export", "PROJ-4: Sprint board"),
      commit(`${MONDAY} 09:10`, "PROJ-7-export", "Tidy up"),
    ];
    const session = await open([source("git", commits)], { deployment });
    const shown = async (args: Record<string, unknown>) =>
      entriesOf(await session.reply("draft_timesheet", { startDate: MONDAY, ...args })).map(
        ({ issueKey, evidence }) => [issueKey, evidence],
      );
    expect(await shown({})).toEqual([
      ["PROJ-4", ["g1: 1 commit on PROJ-7-export, 09:00"]],
      ["PROJ-7", ["g2: 1 commit, 09:10"]],
    ]);
    expect(await shown({ assign: [{ ref: "g1", issueKey: "PROJ-7" }] })).toEqual([
      ["PROJ-7", ["g1: 1 commit, 09:00", "g2: 1 commit, 09:10"]],
    ]);
  });

  test("infers no issue for a commit that names one which the user cannot see, nor from then on", async () => {
    const commits = [
      commit(`${MONDAY} 09:00`, "tidy-up", "PROJ-7: Tidy up"),
      commit(`${MONDAY} 09:10`, "tidy-up", "Use UTF-8"),
      commit(`${MONDAY} 09:20`, "tidy-up", "SECRET-9: Plans of another client"),
      commit(`${MONDAY} 09:30`, "tidy-up", "More of it"),
    ];
    const session = await open([source("git", commits)], { deployment });
    const draft = await session.reply("draft_timesheet", { startDate: MONDAY });
    expect([entriesOf(draft), unmappedOf(draft)]).toEqual([
      [
        expect.objectContaining({
          ...{ issueKey: "PROJ-7", comment: "Use UTF-8", basis: "inferred" },
          evidence: ["g1: 2 commits on tidy-up, 09:00-09:10"],
        }),
      ],
      [expect.objectContaining({ ref: "g2", start: "09:10", hours: 0.33 })],
    ]);
  });

  test("of an issue that the user cannot see is unmapped, and one that is assigned must be visible", async () => {
    const sources = [source("git", [commit(`${MONDAY} 09:00`, "SECRET-9-plans", "Plan")])];
    const session = await open(sources, { deployment });
    const draft = await session.reply("draft_timesheet", { startDate: MONDAY });
    expect([entriesOf(draft), unmappedOf(draft).map(({ ref }) => ref)]).toEqual([[], ["g1"]]);
    const assign = [{ ref: "g1", issueKey: "SECRET-9" }];
    expect(await session.refusal("draft_timesheet", { startDate: MONDAY, assign })).toBe(
      "Issue SECRET-9 does not exist in Jira, or you have no access to it. Nothing was logged for it. Check the key, and that you " +
        "can open the issue in Jira.",
    );
  });
});

test("a draft is the same, byte for byte, in whatever order sources and their evidence come", async () => {
  const texts = [];
  for (const reversed of [false, true]) {
    const sources = reversed
      ? WEEK_SOURCES.toReversed().map((it) => ({
          ...it,
          read: async (...args: Parameters<EvidenceSource["read"]>) => {
            const read = await it.read(...args);
            return { ...read, evidence: read.evidence.toReversed() };
          },
        }))
      : WEEK_SOURCES;
    const { call } = await open(sources);
    texts.push((await call("draft_timesheet", WEEK)).content[0]?.text);
  }
  expect(texts[1]).toBe(texts[0]);
});

const RICH = { range: RICH_WEEK, sources: CORPUS_SOURCES, seed: CORPUS_SEED, rows: [12, 6], most: 1200 };

/**
 * Its entries, its rows without their candidates and its posting are 1,187 tokens; each candidate is 28, about as much as its row.
 * Two for each row were 1,835.
 */
const CROWDED = {
  range: CROWDED_WEEK,
  sources: CROWDED_SOURCES,
  seed: CROWDED_SEED,
  rows: [11, 11],
  most: 1520,
};

test.each([
  ["of a full week and its posting cost at most 1,200 tokens", RICH],
  ["in which each of 11 rows may be another issue's, and its posting, cost at most 1,520 tokens", CROWDED],
])("the draft %s", async (_, { range, sources, seed, rows, most }) => {
  const { call, clock } = await open(sources, { seed });
  clock.advance(YEAR_MS);
  const drafted = await call("draft_timesheet", range);
  const draft = JSON.parse(drafted.content[0]?.text ?? "");
  const unmapped = unmappedOf(draft);
  expect([entriesOf(draft).length, unmapped.length]).toEqual(rows);
  const posted = await call("post_draft", { ...range, confirm: draft.confirm });
  expect(posted.structuredContent).toMatchObject({ logged: true });
  const tokens = [drafted, posted].map(({ content }) => sizeOf(content[0]?.text ?? "").tokens);
  expect(tokens.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(most);
});

test("all evidence without an issue of one date is listed, however much that is", async () => {
  const commits = Array.from({ length: 501 }, (_, minute) => {
    const [hour, rest] = [6 + Math.floor(minute / 60), minute % 60].map((part) =>
      String(part).padStart(2, "0"),
    );
    return commit(`${MONDAY} ${hour}:${rest}`, `topic-${minute}`, "Work");
  });
  const { reply } = await open([source("git", commits)]);
  expect(unmappedOf(await reply("draft_timesheet", { startDate: MONDAY }))).toHaveLength(501);
});

test("both tools cost at most 3,900 tokens in tools/list", async () => {
  const { client } = await open();
  const { tools } = await client.listTools();
  const both = tools.filter(({ name }) => ["draft_timesheet", "post_draft"].includes(name));
  expect(both).toHaveLength(2);
  // No model reads icons.
  const read = both.map(({ icons: _, ...tool }) => tool);
  expect(sizeOf(JSON.stringify(read)).tokens).toBeLessThanOrEqual(3900);
});

describe("what the user says about the evidence", () => {
  test("gives it an issue, or leaves it out", async () => {
    const { reply } = await open();
    const friday = { startDate: "2026-01-09" };
    const assigned = await reply("draft_timesheet", {
      ...friday,
      assign: [{ ref: "c1", issueKey: "proj-4" }],
    });
    expect(unmappedOf(assigned)).toEqual([]);
    expect(entriesOf(assigned)).toContainEqual({
      date: "2026-01-09",
      issueKey: "PROJ-4",
      issueSummary: "Sprint ceremonies",
      hours: 1,
      comment: "Roadmap with Kim",
      basis: "assigned",
      evidence: ["c1: meeting, 13:00-14:00"],
    });
    const without = await reply("draft_timesheet", { ...friday, leaveOut: ["c1"] });
    expect(unmappedOf(without)).toEqual([]);
    expect(entriesOf(without).map(({ issueKey }) => issueKey)).toEqual(["PROJ-123"]);
  });

  test("may leave hours missing instead of stretching work", async () => {
    const { reply } = await open();
    const draft = await reply("draft_timesheet", { startDate: MONDAY, fill: false });
    for (const { hours, evidenceHours = hours } of entriesOf(draft))
      expect(Math.abs(hours - evidenceHours)).toBeLessThan(0.25);
    expect(draft.days).toEqual([expect.objectContaining({ missingHoursAfter: expect.any(Number) })]);
  });
});

describe("a source that fails", () => {
  const failing = (error: unknown) => [
    failingSource("calendar", error),
    ...WEEK_SOURCES.filter(({ name }) => name !== "calendar"),
  ];

  test.each([
    [
      "an error of its own",
      new EvidenceError("team.ics cannot be read: it is no calendar. Export it again."),
    ],
    [
      "an error of ours",
      new UnavailableError("team.ics cannot be read: it is no calendar. Export it again."),
    ],
  ])("with %s costs its own evidence only, and says why", async (_, error) => {
    const { reply } = await open(failing(error));
    const draft = await reply("draft_timesheet", WEEK);
    expect(draft.sources).toEqual([
      { source: "jira", found: "3 changes in 2 issues" },
      { source: "git", found: "1 repository, 20 commits" },
      { source: "calendar", problem: "team.ics cannot be read: it is no calendar. Export it again." },
    ]);
    const all = await (await open()).reply("draft_timesheet", WEEK);
    expect(refsOf(draft)).toEqual(refsOf(all).filter((ref) => !ref.startsWith("c")));
  });

  test("with a bug says so, and puts nothing of what it has read into reply or log", async () => {
    const { call, log } = await open(failing(new TypeError("cannot read 'Secret meeting' of team.ics")));
    const { content, isError } = await call("draft_timesheet", WEEK);
    expect(isError).toBeFalsy();
    expect(JSON.parse(content[0]?.text ?? "").sources.at(-1)).toEqual({
      source: "calendar",
      problem:
        "The evidence of calendar cannot be read because of an internal error. This is a bug; please report it with the lines on " +
        "stderr.",
    });
    expect(log.join("\n")).toMatch(/^draft_timesheet: the source calendar failed: TypeError\n +at /);
    expect(log.join("\n")).not.toMatch(/Secret|team/);
  });

  test("in a part tells the part, and no more than five sentences", async () => {
    const problems = Array.from({ length: 7 }, (_, index) => `${index}.ics cannot be read.`);
    const { reply } = await open([source("calendar", [], { problems })]);
    expect((await reply("draft_timesheet", WEEK)).sources).toEqual([
      { source: "calendar", found: "0 found", problem: `${problems.slice(0, 5).join(" ")} And 2 more.` },
    ]);
  });
});

test("nothing private is in the reply or in the log", async () => {
  const session = await open([
    source("git", [commit(`${MONDAY} 09:00`, "main", "Add a page")]),
    source("calendar", [
      meeting(`${MONDAY} 10:00`, `${MONDAY} 11:00`, "Interview", {
        texts: ["Interview", "Candidate: Robin Secret, PROJ-7"],
      }),
    ]),
  ]);
  const { content } = await session.call("draft_timesheet", { startDate: MONDAY });
  const texts = [content[0]?.text, ...session.log, ...session.debugLog].join("\n");
  expect(texts).toContain("PROJ-7");
  expect(texts).not.toMatch(/Robin|\/home|secret-folder/);
});

test("with titles kept back, a reply has keys and hours only", async () => {
  const { call } = await open(WEEK_SOURCES, { access: { hasTitles: false } });
  const { content } = await call("draft_timesheet", WEEK);
  expect(content[0]?.text).not.toMatch(
    /OAuth|login|Roadmap|Refinement|planning|typo|tokens|flow|attempts|Review/,
  );
  expect(unmappedOf(JSON.parse(content[0]?.text ?? ""))).toEqual([
    { date: "2026-01-09", ref: "c3", start: "13:00", hours: 1 },
  ]);
});

describe("the dates of a draft", () => {
  test("end today: what is still to come is no evidence", async () => {
    const meetings = [14, 15, 16].map((day) =>
      meeting(`2026-01-${day} 10:00`, `2026-01-${day} 11:00`, "PROJ-4 Planning"),
    );
    const { reply } = await open([source("calendar", meetings)]);
    const { endDate, days, leftOut } = await reply("draft_timesheet", {
      startDate: "2026-01-14",
      endDate: "2026-01-20",
    });
    expect([endDate, days.map(({ date }) => date), entriesOf({ days }).map(({ date }) => date)]).toEqual([
      "2026-01-15",
      ["2026-01-14", "2026-01-15"],
      ["2026-01-14"],
    ]);
    // It is midnight: today's meeting may still be moved.
    expect(leftOut).toEqual([{ reason: "still to come", count: 1 }]);
  });

  test("have no work later than now, as of a commit that is dated ahead", async () => {
    const { reply } = await open([
      source("jira", [jiraEvent("2026-01-15 16:00", "PROJ-4")]),
      source("git", [
        commit("2026-01-15 15:00", "PROJ-7", "Ahead"),
        commit("2026-01-14 15:00", "PROJ-7", "Done"),
      ]),
    ]);
    const { days, leftOut } = await reply("draft_timesheet", {
      startDate: "2026-01-14",
      endDate: "2026-01-15",
    });
    expect([entriesOf({ days }).map(({ date }) => date), leftOut]).toEqual([
      ["2026-01-14"],
      [{ reason: "still to come", count: 2 }],
    ]);
  });
});

test("the week before tells issues, and is neither drafted nor counted", async () => {
  const ranges: Record<string, string[]> = {};
  const watched = (inner: EvidenceSource): EvidenceSource => ({
    ...inner,
    read(range, scope) {
      ranges[inner.name] = [...(ranges[inner.name] ?? []), `${range.startDate}..${range.endDate}`];
      return inner.read(range, scope);
    },
  });
  const { reply } = await open([
    watched(
      source("git", [
        commit("2026-01-07 16:00", "main", "PROJ-7: Review"),
        commit("2026-01-09 09:00", "main", "Tidy up"),
      ]),
    ),
    watched(source("calendar", [])),
  ]);
  const draft = await reply("draft_timesheet", { startDate: "2026-01-09" });
  expect(ranges).toEqual({
    git: ["2026-01-09..2026-01-09", "2026-01-02..2026-01-08"],
    calendar: ["2026-01-09..2026-01-09"],
  });
  expect(entriesOf(draft)).toEqual([
    expect.objectContaining({
      issueKey: "PROJ-7",
      basis: "inferred",
      evidence: ["g1: 1 commit on main, 09:00"],
    }),
  ]);
  expect(draft.sources[0]).toEqual({ source: "git", found: "1 found" });
});

test("no issue is inferred while a source of places cannot be read in full", async () => {
  const read = [
    source("git", [
      commit("2026-01-07 16:00", "main", "PROJ-7: Review"),
      commit("2026-01-09 09:00", "main", "Tidy up"),
    ]),
    failingSource("sessions", new EvidenceError("The sessions cannot be read.")),
  ];
  const { reply } = await open(read);
  const draft = await reply("draft_timesheet", { startDate: "2026-01-09" });
  expect({ entries: entriesOf(draft), refs: unmappedOf(draft).map(({ ref }) => ref) }).toEqual({
    entries: [],
    refs: ["g1"],
  });
});

test("times are those of the user's zone in Jira; where it names none, those of this machine, and the draft says so", async () => {
  const sources = [
    source("jira", []),
    source("calendar", [meeting(`${MONDAY} 10:00`, `${MONDAY} 11:00`, "Roadmap")]),
  ];
  const timesOf = async (seed: NonNullable<SessionOptions["seed"]>) => {
    const { reply } = await open(sources, { seed });
    const draft = await reply("draft_timesheet", { startDate: MONDAY });
    return { times: unmappedOf(draft).map(({ start }) => start), problem: draft.sources[0]?.problem };
  };
  expect(await timesOf({ me: { ...ME, timeZone: "Asia/Kolkata" } })).toEqual({
    times: ["15:30"],
    problem: undefined,
  });
  const { timeZone: _, ...me } = ME;
  expect((await timesOf({ me })).problem).toMatch(
    /^Jira names no time zone of yours that is known here, so all times are in that of this machine, [A-Z]/,
  );
});

test("what the user logged under a title before tells its issue", async () => {
  const { reply } = await open(
    [source("calendar", [meeting(`${MONDAY} 10:00`, `${MONDAY} 11:00`, "Roadmap")])],
    {
      seed: {
        worklogs: [
          worklog({
            startDate: "2025-12-01",
            issueId: 10004,
            description: "roadmap",
            timeSpentSeconds: HOUR,
          }),
        ],
      },
    },
  );
  const draft = await reply("draft_timesheet", { startDate: MONDAY });
  expect(entriesOf(draft)).toEqual([expect.objectContaining({ issueKey: "PROJ-4", basis: "learnt" })]);
});

test("a date in a submitted period is not drafted, and says why", async () => {
  const { reply } = await open(WEEK_SOURCES, {
    toolSets: ["draft", "approvals"],
    seed: { approvals: { "2026-01-01": { status: "approved", updatedOn: "2026-01-10" } } },
  });
  const { days, confirm } = await reply("draft_timesheet", { startDate: MONDAY });
  expect(confirm).toBeUndefined();
  expect(days).toEqual([
    {
      date: MONDAY,
      requiredHours: 8,
      draftedHours: 0,
      missingHoursAfter: 8,
      reason: expect.stringContaining("January 2026 was approved"),
    },
  ]);
});

describe("a long event without an issue in which the user worked", () => {
  const commits = ["09:20", "09:40", "10:00"].map((time) =>
    commit(`2026-01-05 ${time}`, "PROJ-123-login", "Add"),
  );
  const home = meeting("2026-01-05 07:00", "2026-01-05 16:00", "Home office");
  const sources = [
    source("git", commits),
    source("calendar", [home], { problems: ["a.ics cannot be read."] }),
  ];

  test("does not take the day, and is named beside its source, after what cannot be read", async () => {
    const { reply } = await open(sources);
    const draft = await reply("draft_timesheet", { startDate: MONDAY, fill: false });
    expect(entriesOf(draft)).toEqual([expect.objectContaining({ issueKey: "PROJ-123", hours: 1 })]);
    expect(unmappedOf(draft)).toEqual([]);
    expect(draft.sources).toContainEqual({
      source: "calendar",
      found: "1 found",
      problem:
        "a.ics cannot be read. c1 (meeting 'Home office', 07:00-16:00 on 5 January) is no meeting here, since it has 3 of your commits or prompts in it. " +
        "If it was one, give it its issue.",
    });
  });

  test("is a meeting once it has an issue", async () => {
    const { reply } = await open(sources);
    const assign = [{ ref: "c1", issueKey: "PROJ-7" }];
    const draft = await reply("draft_timesheet", { startDate: MONDAY, assign });
    expect(entriesOf(draft)).toEqual([expect.objectContaining({ issueKey: "PROJ-7", hours: 8 })]);
  });
});

describe("a commit that somebody else made with the user as its author is said to be in", () => {
  const own = (subject: string, branch: string) => commit("2026-01-05 11:00", branch, subject);
  const byAnother = (subject: string, branch: string) =>
    commit("2026-01-05 10:00", branch, subject, { isByAnother: true });

  test.each([
    [
      "an entry of it alone",
      [byAnother("PROJ-123 Theirs", "main")],
      true,
      "g1: 1 commit on main, committed by another, 10:00",
    ],
    [
      "an entry with others",
      [byAnother("PROJ-123 Theirs", "main"), own("PROJ-123 Own", "main")],
      true,
      "g1: 2 commits on main, 1 of them committed by another, 10:00-11:00",
    ],
    [
      "an entry without titles",
      [byAnother("PROJ-123 Theirs", "main")],
      false,
      "g1: 1 commit, committed by another, 10:00",
    ],
  ])("%s", async (_, commits, hasTitles, phrase) => {
    const session = await open([source("git", commits)], { access: { hasTitles } });
    const draft = await session.reply("draft_timesheet", { startDate: MONDAY });
    expect(entriesOf(draft).map(({ evidence }) => evidence)).toEqual([[phrase]]);
  });

  test.each([
    ["a row without an issue", true, "login spike (committed by another)"],
    ["a row without an issue and without titles", false, "(committed by another)"],
  ])("%s", async (_, hasTitles, title) => {
    const session = await open([source("git", [byAnother("Theirs", "spike")])], { access: { hasTitles } });
    const draft = await session.reply("draft_timesheet", { startDate: MONDAY });
    expect(unmappedOf(draft).map((row) => row.title)).toEqual([title]);
  });
});
