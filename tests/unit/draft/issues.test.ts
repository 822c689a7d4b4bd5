import { describe, expect, test } from "vitest";
import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { keysOf } from "../../../src/timesheet/draft/issues.ts";
import { change, day, draft, ISSUES, issue, MONDAY, meeting, TUESDAY, work, worklog } from "./input.ts";

const main = { branch: "main" };

/** The issues of a draft with how each is known, and the names of what has none. */
function issuesOf(evidence: Evidence[], given: Partial<DraftInput> = {}): string[] {
  const { entries, unmapped } = draft(evidence, given);
  return [...entries.map((it) => `${it.issue.key} ${it.basis}`), ...unmapped.map(({ ref }) => ref)];
}

describe("an issue is named", () => {
  test.each<[what: string, evidence: Evidence, issues: string[]]>([
    ["in a branch", work("10:00", { branch: "feature/DEMO-1-login" }), ["DEMO-1 named"]],
    ["in a branch in lower case", work("10:00", { branch: "feature/demo-1_login" }), ["DEMO-1 named"]],
    ["in a branch, after an underscore", work("10:00", { branch: "kim_DEMO-1" }), ["DEMO-1 named"]],
    ["in a subject", work("10:00", { subject: "[DEMO-1] Add login" }), ["DEMO-1 named"]],
    [
      "by the branch of a session",
      work("10:00", { branch: "DEMO-1", subject: "DEMO-2", kind: "session" }),
      ["DEMO-1 named"],
    ],
    ["by the first of several keys", work("10:00", { subject: "DEMO-3, DEMO-2: Add" }), ["DEMO-3 named"]],
    ["by the first that the user can see", work("10:00", { subject: "HID-1 DEMO-2: Add" }), ["DEMO-2 named"]],
    [
      "by the subject, if the user cannot see the branch's",
      work("10:00", { branch: "HID-1", subject: "DEMO-2" }),
      ["DEMO-2 named"],
    ],
    ["in capitals first", work("10:00", { branch: "demo-2/DEMO-1" }), ["DEMO-1 named"]],
    ["not in a subject in lower case", work("10:00", { subject: "demo-1 add" }), ["g1"]],
    ["not within another word", work("10:00", { subject: "XDEMO-1, DEMO-1a, DEMO-01, ÄDEMO-2" }), ["g1"]],
    ["by Jira itself", change("10:00", "DEMO-1"), ["DEMO-1 named"]],
    ["not by Jira, if the user can see it no more", change("10:00", "HID-1"), ["j1"]],
    ["in a title", meeting("10:00", "11:00", "DEMO-4: Planning"), ["DEMO-4 named"]],
    [
      "in a description",
      meeting("10:00", "11:00", "Sync", undefined, ["Sync", "About DEMO-4"]),
      ["DEMO-4 named"],
    ],
  ])("%s", (_, evidence, issues) => {
    expect(issuesOf([evidence])).toEqual(issues);
  });

  test("and asked for once, beside those of rules and arguments", () => {
    const evidence = [
      work("10:00", { branch: "demo-1", subject: "DEMO-1: See UTF-8 and utf-16" }),
      meeting("10:00", "11:00", "DEMO-4", undefined, ["DEMO-4", "ABC_D-5"]),
    ];
    const rules = [{ pattern: "*", issueKey: "demo-9" }];
    const assign = [{ ref: "c1", issueKey: "demo-8" }];
    expect(keysOf({ evidence, rules, assign })).toEqual([
      ...["DEMO-9", "DEMO-8"],
      ...["ABC_D-5", "DEMO-1", "DEMO-4", "UTF-8"],
    ]);
  });

  test("after a long text as after a short one", () => {
    const text = `${"A_".repeat(50_000)} DEMO-1`;
    expect(keysOf({ evidence: [work("10:00", { branch: text })], rules: [], assign: [] })).toEqual([
      "DEMO-1",
    ]);
  });
});

describe("the issue of a commit on a branch is that of", () => {
  test.each<[what: string, branch: string, subject: string, issues: string[]]>([
    ["its subject", "DEMO-1-login", "DEMO-2: Add", ["DEMO-2 named"]],
    ["its subject, before a branch in lower case", "feature/demo-1", "[DEMO-2] Add", ["DEMO-2 named"]],
    ["its subject, wherever that has the key", "DEMO-1-login", "Add the rest of DEMO-2", ["DEMO-2 named"]],
    ["the commit that it is to be joined with", "DEMO-1", "fixup! DEMO-2: Add", ["DEMO-2 named"]],
    ["a scope", "DEMO-1", "feat(DEMO-2)!: Add", ["DEMO-2 named"]],
    [
      "its branch, if the subject has that among others",
      "demo-1-login",
      "DEMO-2, DEMO-1: Add",
      ["DEMO-1 named"],
    ],
    ["the first of others in its subject", "DEMO-1-login", "DEMO-3, DEMO-2: Add", ["DEMO-3 named"]],
    ["its branch without a key in its subject", "DEMO-1-login", "Add", ["DEMO-1 named"]],
    ["its branch, if the subject has a word in lower case", "DEMO-1-login", "demo-2: Add", ["DEMO-1 named"]],
    ["its branch, if it reverts another one", "DEMO-1", 'Revert "DEMO-2: Add"', ["DEMO-1 named"]],
    ["its branch, if it reverts by a usual prefix", "DEMO-1", "revert: feat(DEMO-2): add", ["DEMO-1 named"]],
    ["its branch, if it takes a revert back", "DEMO-1", 'Reapply "DEMO-2: Add"', ["DEMO-1 named"]],
    [
      "its branch, if it is to be joined with a revert",
      "DEMO-1",
      'fixup! Revert "DEMO-2: Add"',
      ["DEMO-1 named"],
    ],
    ["what it reverts, without another one", "main", 'Revert "DEMO-2: Add"', ["DEMO-2 named"]],
    ["its subject, if the revert is its own work", "DEMO-1", "DEMO-2: Revert DEMO-3", ["DEMO-2 named"]],
    ["the one in its subject that the user can see", "DEMO-1", "DEMO-404 DEMO-3: Add", ["DEMO-3 named"]],
    ["its branch, beside a key of another Jira", "DEMO-1-backport", "HID-1: Add", ["DEMO-1 named"]],
    ["its branch, beside a word", "DEMO-1-upgrade", "JAVA-21 for all", ["DEMO-1 named"]],
    [
      "none, if its subject has one of a project of the user's that is hidden",
      "DEMO-1",
      "DEMO-404: Add",
      ["g1"],
    ],
    ["its branch, if it reverts a hidden one", "DEMO-1", 'Revert "DEMO-404: Add"', ["DEMO-1 named"]],
  ])("%s", (_, branch, subject, issues) => {
    expect(issuesOf([work("10:00", { branch, subject })])).toEqual(issues);
  });

  test("its subject under a key from before it was moved, which is the branch's own", () => {
    const issues = new Map([...ISSUES, ["OLD-1", issue(1)]]);
    const evidence = [work("10:00", { branch: "DEMO-1", subject: "DEMO-2, OLD-1: Add" })];
    expect(issuesOf(evidence, { issues })).toEqual(["DEMO-1 named"]);
  });
});

const talk = (title = "Daily Standup") => meeting("10:00", "11:00", title);

describe("a rule of the user", () => {
  test.each<[what: string, pattern: string, title: string, isMatch: boolean]>([
    ["is for its title", "Daily Standup", "Daily Standup", true],
    ["is for it whatever case and spaces it has", "daily  standup", " DAILY standUp", true],
    ["is for no longer title", "Daily", "Daily Standup", false],
    ["has a star at its end", "Daily*", "Daily Standup", true],
    ["has a star for nothing", "Daily Standup*", "Daily Standup", true],
    ["has a star at its start", "*standup", "Daily Standup", true],
    ["has a star inside", "d*up", "Daily Standup", true],
    ["has several stars", "*il*an*", "Daily Standup", true],
    ["has parts in their order", "*an*il*", "Daily Standup", false],
    ["has no part twice for one text", "daily*daily", "Daily", false],
    ["has no text for two of its parts", "*ail*ily*", "Daily", false],
    ["takes other characters as they are", "D.*", "Daily", false],
  ])("%s", (_, pattern, title, isMatch) => {
    const rules = [{ pattern, issueKey: "DEMO-4" }];
    expect(issuesOf([talk(title)], { rules })).toEqual([isMatch ? "DEMO-4 rule" : "c1"]);
  });

  test.each<[what: string, keys: string[], evidence: Evidence, issues: string[]]>([
    ["goes before later ones that are alike", ["DEMO-4", "DEMO-5"], talk(), ["DEMO-4 rule"]],
    ["counts only for an issue that the user can see", ["HID-1", "DEMO-5"], talk(), ["DEMO-5 rule"]],
    ["has its key in any case", ["demo-4"], talk(), ["DEMO-4 rule"]],
    ["goes after a key", ["DEMO-4"], talk("DEMO-1: Daily"), ["DEMO-1 named"]],
    ["is for the place and branch of work", ["DEMO-4"], work("10:00", { branch: "Daily" }), ["DEMO-4 rule"]],
  ])("%s", (_, keys, evidence, issues) => {
    const rules = keys.map((issueKey) => ({ pattern: "*Daily*", issueKey }));
    expect(issuesOf([evidence], { rules })).toEqual(issues);
  });

  test.each([
    ["is the one with the most text of its own, spaces aside", ["Daily*", "Daily Stan*", "D a i l y S*"], 1],
    ["is for that title alone", ["Daily Standup*", "*Daily Standup*", "daily standup", "*"], 2],
  ])("of several that match %s", (_, patterns, index) => {
    const rules = patterns.map((pattern, at) => ({ pattern, issueKey: `DEMO-${at + 1}` }));
    expect(issuesOf([talk()], { rules })).toEqual([`DEMO-${index + 1} rule`]);
  });
});

describe("an issue is learnt", () => {
  const hidden = { ...worklog("2025-12-20", 9, "Daily Standup"), issue: { id: "9", key: "9", summary: "" } };

  test.each([
    [
      "from a worklog with the title as its comment",
      [worklog("2025-12-01", 4, "Daily Standup")],
      ["DEMO-4 learnt"],
    ],
    ["whatever case and spaces it has", [worklog("2025-12-01", 4, " daily\nSTANDUP")], ["DEMO-4 learnt"]],
    [
      "as Tempo may have stored it",
      [worklog("2025-12-01", 4, "<p>Daily&nbsp;Standup</p>")],
      ["DEMO-4 learnt"],
    ],
    [
      "from the most recent one",
      [worklog("2025-12-02", 5, "Daily Standup"), worklog("2025-12-01", 4, "Daily Standup")],
      ["DEMO-5 learnt"],
    ],
    ["not from a part of a comment", [worklog("2025-12-01", 4, "Daily Standup, prepared")], ["c1"]],
    [
      "not for an issue that the user can see no more",
      [hidden, worklog("2025-12-01", 4, "Daily Standup")],
      ["DEMO-4 learnt"],
    ],
  ])("%s", (_, learnt, issues) => {
    expect(issuesOf([talk()], { learnt })).toEqual(issues);
  });

  test("after keys and rules", () => {
    const learnt = [worklog("2025-12-01", 5, "Daily Standup"), worklog("2025-12-01", 5, "Daily DEMO-1")];
    const rules = [{ pattern: "Daily S*", issueKey: "DEMO-4" }];
    const later = meeting("12:00", "13:00", "Daily DEMO-1");
    expect(issuesOf([talk(), later], { learnt, rules })).toEqual(["DEMO-4 rule", "DEMO-1 named"]);
  });

  test("never for evidence that names an issue which the user cannot see, unless it names another one", () => {
    const learnt = [worklog("2025-12-01", 4, "HID-1: Planning"), worklog("2025-12-01", 5, "Daily Standup")];
    const evidence = [
      meeting("09:00", "10:00", "HID-1: Planning"),
      meeting("10:00", "11:00", "Daily Standup", undefined, ["Daily Standup", "About HID-1"]),
      meeting("11:00", "12:00", "Daily Standup", undefined, ["Daily Standup", "About HID-1 and DEMO-2"]),
    ];
    expect(issuesOf(evidence, { learnt })).toEqual(["DEMO-2 named", "c1", "c2"]);
    const rules = [{ pattern: "HID-1*", issueKey: "DEMO-3" }];
    expect(issuesOf(evidence.slice(0, 1), { learnt, rules })).toEqual(["DEMO-3 rule"]);
  });

  test("never from an empty comment", () => {
    expect(issuesOf([talk("")], { learnt: [worklog("2025-12-01", 4, "")] })).toEqual(["c1"]);
  });
});

describe("an issue is inferred", () => {
  const touched = (time: string, number: number, place = "web") =>
    work(time, { subject: `DEMO-${number}: Add`, place });
  const onBranch = (time: string, branch: string, subject?: string) =>
    work(time, { branch, ...(subject !== undefined && { subject }) });
  const inSession = (time: string, number: number) =>
    work(time, { subject: `DEMO-${number}: Add`, kind: "session" });
  const { detail: _, ...onDefault } = touched("2026-01-02 10:00", 1);

  test.each<[what: string, evidence: Evidence[], issues: string[]]>([
    ["from work on the same branch before", [touched("08:00", 1), work("10:00", main)], ["DEMO-1 inferred"]],
    [
      "from five working days before",
      [touched("2025-12-29 00:00", 1), work("10:00", main)],
      ["DEMO-1 inferred"],
    ],
    ["not from a day before them", [touched("2025-12-28 23:59", 1), work("10:00", main)], ["g1"]],
    ["not from later work", [work("10:00", main), touched("18:00", 1)], ["DEMO-1 named", "g1"]],
    ["not from work at the same moment", [inSession("10:00", 1), work("10:00")], ["g1"]],
    ["not from work in another place", [touched("2026-01-02 10:00", 1, "api"), work("10:00", main)], ["g1"]],
    [
      "not if there were two",
      [touched("2026-01-02 10:00", 1), touched("2026-01-01 10:00", 2), work("10:00", main)],
      ["g1"],
    ],
    [
      "if the other was long before",
      [touched("2026-01-02 10:00", 1), touched("2025-12-28 10:00", 2), work("10:00", main)],
      ["DEMO-1 inferred"],
    ],
    [
      "not from another branch of the place",
      [onBranch("2026-01-02 10:00", "DEMO-1"), onBranch("10:00", "spike"), work("12:00")],
      ["g1", "g2"],
    ],
    [
      "from its branch alone, whatever others have",
      [
        onBranch("2026-01-02 10:00", "DEMO-2"),
        onBranch("2026-01-02 11:00", "spike", "DEMO-1: Add"),
        onBranch("10:00", "spike"),
      ],
      ["DEMO-1 inferred"],
    ],
    [
      "from commits on the default branch, which have none, for a session that names it",
      [{ ...onDefault, texts: ["DEMO-1: Add"] }, work("10:00", { branch: "master", kind: "session" })],
      ["DEMO-1 inferred"],
    ],
    ["never for a meeting", [touched("2026-01-02 10:00", 1), talk()], ["c1"]],
    [
      "never for work that names an issue which the user cannot see",
      [touched("08:00", 1), work("10:00", { subject: "HID-1: Add" })],
      ["DEMO-1 named", "g2"],
    ],
    [
      "not if there was such an issue besides",
      [touched("2026-01-01 10:00", 1), work("2026-01-02 10:00", { subject: "HID-1: Add" }), work("10:00")],
      ["g1"],
    ],
    [
      "not if there was such an issue alone",
      [work("2026-01-02 10:00", { subject: "HID-1" }), work("10:00")],
      ["g1"],
    ],
    [
      "not for a branch that names such an issue",
      [onBranch("2026-01-02 10:00", "HID-1-spike", "DEMO-1: Add"), onBranch("10:00", "HID-1-spike", "Add")],
      ["g1"],
    ],
    [
      "for a branch of a word and a number",
      [onBranch("2026-01-02 10:00", "spike-2", "DEMO-1: Add"), onBranch("10:00", "spike-2", "Add")],
      ["DEMO-1 inferred"],
    ],
    ["never from Jira's own events", [change("2026-01-02 10:00", "DEMO-1"), work("10:00", main)], ["g1"]],
  ])("%s", (_, evidence, issues) => {
    expect(issuesOf(evidence)).toEqual(issues);
  });

  test.each([
    ...["Use UTF-8", "Check SHA-256 by RFC-6234", "Show COVID-19 in Q3-2026", "Use BASE-64 on B-12"],
    ...["Upgrade to JAVA-21", "Play an MP-3", "Ask GPT-6", "Say ERROR-500", "Read USB-3", "Do TODO-1"],
    ...["Begin PHASE-2", "Add STEP-3 of PART-2", "End SPRINT-12", "Prepare RELEASE-4", "Try OPTION-1"],
    ...["Comply with EN-50128", "Bump LOG4J-2", "Try GRAAL-22", "Run on NODE-22 and ARM-64", "Meet TIER-1"],
    ...["UTF-8 in names", "feat: PHASE-2", "[JAVA-21] Upgrade"],
  ])("whatever word with a number the subject has: %s", (subject) => {
    expect(issuesOf([touched("08:00", 1), work("10:00", { subject })])).toEqual(["DEMO-1 inferred"]);
  });

  test.each<[what: string, others: Evidence[]]>([
    ["at its head", [work("10:00", { subject: "HID-7 add" })]],
    ["in brackets", [work("10:00", { subject: "Add login (HID-7)" })]],
    ["behind a prefix", [work("10:00", { subject: "feat: HID-7 add" })]],
    ["in a scope", [work("10:00", { subject: "feat(HID-7): add" })]],
    ["twice", [work("10:00", { subject: "Add for HID-7" }), work("10:10", { subject: "More of HID-8" })]],
    ["of a project of the user's", [work("10:00", { subject: "See DEMO-404" })]],
  ])("never for work with a key that is hidden: %s", (_, others) => {
    expect(issuesOf([touched("08:00", 1), ...others])).toEqual(["DEMO-1 named", "g2"]);
  });

  test("never for work with a key of a project that the user has logged time on", () => {
    const learnt = [
      { ...worklog("2025-12-01", 4, ""), issue: { id: "77", key: "HID-4", summary: "Hidden" } },
    ];
    const evidence = [touched("08:00", 1), work("10:00", { subject: "See HID-7" })];
    expect(issuesOf(evidence)).toEqual(["DEMO-1 inferred"]);
    expect(issuesOf(evidence, { learnt })).toEqual(["DEMO-1 named", "g2"]);
  });

  test("never while a part of the evidence of places is missing", () => {
    const evidence = [touched("08:00", 1), work("10:00", main)];
    expect(issuesOf(evidence, { arePlacesKnown: false })).toEqual(["DEMO-1 named", "g2"]);
  });

  test("never from what was inferred itself", () => {
    const schedule = [day(MONDAY), day(TUESDAY)];
    const evidence = [touched("2025-12-29 10:00", 1), work("10:00", main), work(`${TUESDAY} 10:00`, main)];
    expect(issuesOf(evidence, { schedule })).toEqual(["DEMO-1 inferred", "g2"]);
  });

  test("from what the user has left out too, since it was done", () => {
    const evidence = [touched("08:00", 1), inSession("09:00", 2), work("10:00", main)];
    expect(draft(evidence).unmapped.map(({ ref }) => ref)).toEqual(["g2"]);
    expect(draft(evidence, { leaveOut: ["s1"] }).unmapped.map(({ ref }) => ref)).toEqual(["g2"]);
  });
});

describe("an issue that the user gives", () => {
  const assign = (ref: string, issueKey = "demo-7") => ({ assign: [{ ref, issueKey }] });

  test("is that of the whole group", () => {
    const evidence = [work("10:00", main), work("10:10", main), talk()];
    expect(issuesOf(evidence, assign("g1"))).toEqual(["DEMO-7 assigned", "c1"]);
    expect(issuesOf(evidence, assign("c1"))).toEqual(["DEMO-7 assigned", "g1"]);
  });

  test("corrects the issue of a group", () => {
    expect(issuesOf([work("10:00", { branch: "DEMO-1" })], assign("g1"))).toEqual(["DEMO-7 assigned"]);
  });

  test("leaves evidence of the same branch that has an issue alone: its name is another", () => {
    const evidence = [work("10:00", main), work("12:00", { subject: "DEMO-1: Add" })];
    expect(issuesOf(evidence)).toEqual(["DEMO-1 named", "g1"]);
    expect(issuesOf(evidence, assign("g1"))).toEqual(["DEMO-7 assigned", "DEMO-1 named"]);
    expect(issuesOf(evidence, assign("g2"))).toEqual(["DEMO-7 assigned", "g1"]);
  });

  test("leaves a group whole from which only a part of another could infer its issue", () => {
    const evidence = [work("10:00", main), work("11:00", { branch: "" }), work("12:00", main)];
    expect(issuesOf(evidence)).toEqual(["g1", "g2"]);
    expect(issuesOf(evidence, assign("g2"))).toEqual(["DEMO-7 assigned", "g1"]);
  });

  test("is one that the user touched, from which others are inferred", () => {
    const schedule = [day(MONDAY), day(TUESDAY)];
    const evidence = [work("10:00", main), work(`${TUESDAY} 10:00`, main)];
    expect(issuesOf(evidence, { schedule, ...assign("g1") })).toEqual(["DEMO-7 assigned", "DEMO-7 inferred"]);
  });

  test("must be one that the user can see", () => {
    expect(() => draft([talk()], assign("c1", "HID-1"))).toThrow("Issue HID-1 does not exist in Jira");
  });
});

test("an entry has the weakest basis of its evidence", () => {
  const rules = [{ pattern: "Daily*", issueKey: "DEMO-1" }];
  expect(issuesOf([work("09:00", { branch: "DEMO-1" }), talk()], { rules })).toEqual(["DEMO-1 rule"]);
});

test("two keys of one issue make one entry, with its present key", () => {
  const issues = new Map([...ISSUES, ["OLD-1", issue(1)]]);
  const evidence = [work("10:00", { branch: "OLD-1" }), work("10:10", { branch: "DEMO-1" })];
  expect(issuesOf(evidence, { issues })).toEqual(["DEMO-1 named"]);
});

describe("the candidates of evidence without an issue", () => {
  const candidatesOf = (evidence: Evidence[], given: Partial<DraftInput> = {}) =>
    draft(evidence, given).unmapped.map(({ candidates }) =>
      candidates.map((it) => `${it.issue.key}: ${it.reason}`),
    );
  const roadmap = meeting("10:00", "11:00", "Roadmap with Kim");

  test.each([
    ["are issues logged under a similar title", ["Roadmap"], ["DEMO-1: logged for 'Roadmap' on 1 December"]],
    [
      "are the most alike first, then the latest, and two at most",
      ["Roadmap", "With Kim: roadmap", "Roadmap talk", "Roadmap of teams and their needs"],
      ["DEMO-2: logged for 'With Kim: roadmap' on 2 December", "DEMO-1: logged for 'Roadmap' on 1 December"],
    ],
    ["are none with short words alone in common", ["Kim is in"], []],
    ["are none with words of grammar alone in common", ["Coffee with Bo", "Lunch with Bo, without talk"], []],
  ])("%s", (_, comments, expected) => {
    const learnt = comments.map((comment, index) => worklog(`2025-12-0${index + 1}`, index + 1, comment));
    expect(candidatesOf([roadmap], { learnt })).toEqual([expected]);
  });

  test("of a German title are the same, however its letters are encoded", () => {
    const learnt = [worklog("2025-12-01", 1, "Über Urlaub"), worklog("2025-12-02", 2, "Prüfung")];
    expect(candidatesOf([meeting("10:00", "11:00", "Abstimmung über Pru\u0308fung")], { learnt })).toEqual([
      ["DEMO-2: logged for 'Prüfung' on 2 December"],
    ]);
  });

  test("are issues touched in the same place, the nearest first", () => {
    const evidence = [
      work("2026-01-01 10:00", { branch: "DEMO-1" }),
      work("2026-01-02 10:00", { branch: "DEMO-2" }),
      work("2026-01-03 10:00", { branch: "DEMO-1" }),
      work("2026-01-02 11:00", { branch: "DEMO-3", place: "api" }),
      work("10:00", main),
    ];
    expect(candidatesOf(evidence)).toEqual([
      ["DEMO-1: touched there on 3 January", "DEMO-2: touched there on 2 January"],
    ]);
  });

  test("name no title and no place if titles are left out", () => {
    const evidence = [
      roadmap,
      ...[work("2026-01-01 10:00", { branch: "DEMO-1" }), work("2026-01-02 10:00", { branch: "DEMO-2" })],
      work("12:00", main),
    ];
    const learnt = [worklog("2025-12-01", 1, "Roadmap")];
    expect(candidatesOf(evidence, { learnt, hasTitles: false })).toEqual([
      ["DEMO-1: logged for a similar title on 1 December"],
      ["DEMO-2: touched there on 2 January", "DEMO-1: touched there on 1 January"],
    ]);
  });
});
