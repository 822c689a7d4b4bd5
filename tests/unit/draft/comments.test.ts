import { describe, expect, test } from "vitest";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { change, draft, ISSUES, issue, meeting, work } from "./input.ts";

const commits = (...subjects: string[]) =>
  subjects.map((subject, index) => work(`10:0${index}`, { branch: "DEMO-1", subject }));

describe("the comment of an entry", () => {
  test.each<[what: string, evidence: Evidence[], comment: string]>([
    ["is a commit's subject", commits("Add login"), "Add login"],
    [
      "is the subject with the most words that say something",
      commits("Fix typo", "Add OAuth login", "wip"),
      "Add OAuth login",
    ],
    ["counts each word once", commits("Login login login", "OAuth login"), "OAuth login"],
    [
      "is the longer one of two with as many words",
      commits("OAuth login", "OAuth registration"),
      "OAuth registration",
    ],
    ["is a vague one if there is no other", commits("wip"), "wip"],
    ["has no key at its start", commits("DEMO-1: Add login"), "Add login"],
    ["has no key in brackets", commits("[DEMO-1] Add login"), "Add login"],
    ["has no key after a mark", commits("#DEMO-1 - Add login"), "Add login"],
    ["has no key in a scope", commits("feat(DEMO-1): Add login"), "feat: Add login"],
    ["has no key at its end", commits("Add login (DEMO-1)"), "Add login"],
    ["has no key in lower case", commits("demo-1: Add login"), "Add login"],
    ["keeps all keys, its own among others", commits("DEMO-1 DEMO-2: Add login"), "DEMO-1 DEMO-2: Add login"],
    ["keeps them with a longer key", commits("See DEMO-12 with DEMO-1"), "See DEMO-12 with DEMO-1"],
    ["keeps words with a number", commits("DEMO-1: Read UTF-8 with GRAAL-22"), "Read UTF-8 with GRAAL-22"],
    ["names no other issue alone", commits('Revert "DEMO-2: Add login"'), 'Revert "\u2026: Add login"'],
    ["names no issue of another Jira", commits("[HID-1] Backport the login"), "Backport the login"],
    ["names no other issue in lower case", commits("demo-2: add login"), "add login"],
    [
      "is a subject without keys before one with those of others",
      commits('Revert "DEMO-2: Add the OAuth login"', "Tidy"),
      "Tidy",
    ],
    [
      "is a meeting's title before a subject with keys of others",
      [meeting("09:00", "10:00", "Sync of DEMO-1"), ...commits("HID-1: Backport the login")],
      "Sync of DEMO-1",
    ],
    ["is no subject that is a key alone", commits("DEMO-1", "[DEMO-1]"), ""],
    [
      "is one line without characters that are not seen",
      commits("Add\u0007 \u202elogin\n\n now\u200b"),
      "Add login now",
    ],
    ["is no longer than comments are shown", commits(`Add ${"x".repeat(3000)}`), `Add ${"x".repeat(1995)}…`],
    [
      "is a subject before a meeting's title",
      [meeting("09:00", "10:00", "Sync of DEMO-1"), ...commits("Add login")],
      "Add login",
    ],
    [
      "is the whole title of the longest meeting without a commit",
      [
        meeting("09:00", "09:30", "DEMO-1 daily"),
        meeting("10:00", "11:00", "Planning of DEMO-1"),
        change("12:00", "DEMO-1", "Done"),
      ],
      "Planning of DEMO-1",
    ],
    ["is no subject that could not be decoded", commits("Gr\ufffd\ufffde", "wip"), "wip"],
    [
      "is no title that could not be decoded",
      [meeting("09:00", "11:00", "Pr\ufffdfung DEMO-1"), meeting("12:00", "13:00", "DEMO-1 daily")],
      "DEMO-1 daily",
    ],
    ["is empty without either", [change("12:00", "DEMO-1", "Done"), work("13:00", { branch: "DEMO-1" })], ""],
  ])("%s", (_, evidence, comment) => {
    expect(draft(evidence).entries.map((it) => it.comment)).toEqual([comment]);
  });

  test("is of the entry's own evidence", () => {
    const evidence = [
      work("10:00", { branch: "main", subject: "DEMO-1: Add login" }),
      work("10:10", { branch: "main", subject: "DEMO-2: Remove the old registration" }),
    ];
    expect(draft(evidence).entries.map((it) => it.comment)).toEqual([
      "Add login",
      "Remove the old registration",
    ]);
  });

  test.each<[what: string, title: string, comment: string]>([
    ["is without the keys of others in a title", "DEMO-2: Review with Kim", "Review with Kim"],
    ["has a gap for one inside a title", "Talk on DEMO-2 and more", "Talk on \u2026 and more"],
    ["is a title that names its issue too", "DEMO-2, DEMO-7: Review", "DEMO-2, DEMO-7: Review"],
    ["is without keys that are hidden", "HID-1/DEMO-404 Planning", "Planning"],
    ["is empty for a title that is such a key alone", "[DEMO-2]", ""],
  ])("of a meeting that the user has given it %s", (_, title, comment) => {
    const assign = [{ ref: "c1", issueKey: "DEMO-7" }];
    const { entries } = draft([meeting("10:00", "11:00", title)], { assign });
    expect(entries.map((it) => [it.issue.key, it.comment])).toEqual([["DEMO-7", comment]]);
  });

  test("of commits that the user has given it names it by no other key, though its issue was moved", () => {
    const issues = new Map([...ISSUES, ["OLD-7", issue(7)]]);
    const evidence = [
      work("10:00", { branch: "main", subject: "DEMO-2: Add login" }),
      work("10:10", { branch: "main", subject: "DEMO-2: Add login for OLD-7" }),
    ];
    const commentsFor = (...given: Evidence[]) =>
      draft(given, { issues, assign: [{ ref: "g1", issueKey: "DEMO-7" }] }).entries.map((it) => it.comment);
    expect(commentsFor(...evidence.slice(0, 1))).toEqual(["Add login"]);
    expect(commentsFor(...evidence)).toEqual(["DEMO-2: Add login for OLD-7"]);
  });

  test("is empty if titles are left out", () => {
    const evidence = [...commits("Add login"), meeting("12:00", "13:00", "DEMO-2: Planning")];
    expect(draft(evidence, { hasTitles: false }).entries.map((it) => it.comment)).toEqual(["", ""]);
  });
});

describe("the phrase for evidence", () => {
  const branch = "feature/DEMO-1-login";
  const rows: [what: string, evidence: Evidence[], phrase: string, withoutTitles: string][] = [
    ["one commit", [work("10:00", { branch })], "1 commit, 10:00", "1 commit, 10:00"],
    [
      "several commits",
      [work("09:10", { branch }), work("10:00", { branch }), work("12:05", { branch })],
      "3 commits, 09:10-12:05",
      "3 commits, 09:10-12:05",
    ],
    [
      "the branch of work whose issue it does not name",
      [work("10:00", { branch: "spike", subject: "DEMO-1: Add" })],
      "1 commit on spike, 10:00",
      "1 commit, 10:00",
    ],
    [
      "commits without a branch",
      [work("10:00", { branch: "", subject: "DEMO-1: Add" })],
      "1 commit in web, 10:00",
      "1 commit, 10:00",
    ],
    [
      "a checkout",
      [work("10:00", { branch: "spike", kind: "checkout", subject: "DEMO-1" })],
      "1 checkout from spike, 10:00",
      "1 checkout, 10:00",
    ],
    [
      "sessions",
      [work("10:00", { branch, kind: "session" }), work("10:20", { branch, kind: "session" })],
      "coding session, 10:00-10:20",
      "coding session, 10:00-10:20",
    ],
    [
      "a long branch",
      [work("10:00", { branch: "x".repeat(100), subject: "DEMO-1" })],
      `1 commit on ${"x".repeat(59)}…, 10:00`,
      "1 commit, 10:00",
    ],
    ["a status", [change("15:20", "DEMO-1", "In Review")], "moved to In Review, 15:20", "moved, 15:20"],
    [
      "several changes",
      [
        change("09:00", "DEMO-1", "A"),
        change("09:10", "DEMO-1"),
        change("09:20", "DEMO-1", "B"),
        change("09:30", "DEMO-1"),
        change("09:40", "DEMO-1", "A"),
      ],
      "moved to A, B, commented 2 times, 09:00-09:40",
      "moved 3 times, commented 2 times, 09:00-09:40",
    ],
    [
      "many statuses",
      ["A", "B", "C", "D", "E"].map((status, index) => change(`09:0${index}`, "DEMO-1", status)),
      "moved to A, B, C and 2 more, 09:00-09:04",
      "moved 5 times, 09:00-09:04",
    ],
    [
      "a meeting whose title is the comment",
      [meeting("10:00", "11:00", "DEMO-1: Daily")],
      "meeting, 10:00-11:00",
      "meeting, 10:00-11:00",
    ],
    [
      "a meeting without a title",
      [meeting("10:00", "11:00", "", undefined, ["DEMO-1"])],
      "meeting, 10:00-11:00",
      "meeting, 10:00-11:00",
    ],
  ];

  test.each(rows)("says %s", (_, evidence, phrase, withoutTitles) => {
    const phrases = (hasTitles: boolean) => draft(evidence, { hasTitles }).entries.map((it) => it.evidence);
    expect([phrases(true), phrases(false)]).toEqual([[[phrase]], [[withoutTitles]]]);
  });

  test("says the title of a meeting that is not the comment", () => {
    const evidence = [work("09:00", { branch, subject: "Add" }), meeting("10:00", "11:00", "DEMO-1: Daily")];
    expect(draft(evidence).entries[0]?.evidence).toEqual([
      "1 commit, 09:00",
      "meeting 'DEMO-1: Daily', 10:00-11:00",
    ]);
  });

  test("has the times of the user's zone", () => {
    const given = { zone: "America/New_York" };
    expect(draft([work("18:30", { branch })], given).entries[0]?.evidence).toEqual(["1 commit, 13:30"]);
  });
});
