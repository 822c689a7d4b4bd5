import { describe, expect, test } from "vitest";
import { believe, type Decision, type Observed } from "../../../src/timesheet/ledger/believe.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import type { Approval, FullWorklog } from "../../../src/timesheet/port.ts";
import { CLOCK_DIFFERENCE_MS, SILENCE_MS, UNKNOWN_LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { changed, type Step, sent, stored } from "../posting/steps.ts";
import { build, type Content, existingWorklog, type Named } from "../posting/worklogs.ts";

const SENT_AT = 1_000_000;
const DECIDABLE_MS = SILENCE_MS + UNKNOWN_LIST_LAG_MS;
const NOTHING: Observed = { listed: [], isBehind: false, read: new Map(), statuses: new Map() };

/** The decisions just before intents can be decided, and from then on: "1 done w7", for example. */
function decide(steps: readonly Step[], observed: Partial<Observed>) {
  const ledger = new Ledger(journalInMemory(), { wallClock: () => SENT_AT });
  for (const step of steps) step(ledger);
  const at = (now: number) =>
    believe(ledger.inDoubt(), { ...NOTHING, ...observed }, ledger, now).map(wordsOf);
  const decidableAt = Math.max(...ledger.inDoubt().map((sent) => ledger.decidableAt(sent)));
  return { before: at(decidableAt - 1), from: at(decidableAt) };
}

function wordsOf(decision: Decision): string {
  const words = [decision.sent.number, decision.is];
  if (decision.is === "unsure") return [...words, ...decision.may].join(" ");
  if (decision.is === "void") return words.join(" ");
  const { number, row, unproven } = decision.done;
  if (number !== decision.sent.number) return "another intent";
  return [...words, ...(row ? [row.id] : []), ...(unproven ? ["unproven"] : [])].join(" ");
}

const A = { comment: "a" };
const B = { comment: "b" };
const X = { comment: "x" };
const OPS = { attributes: { account: "OPS" } };
const DEV = { attributes: { account: "DEV" } };

describe("a create", () => {
  interface Row {
    /** The creates; one of A unless given. */
    steps?: Step[];
    listed: Named;
    isBehind?: true;
    before?: string[];
    from: string[];
  }

  test.each<[observed: string, row: Row]>([
    [
      "is a worklog that appeared and is as it was sent",
      { listed: { w1: A }, before: ["1 done w1"], from: ["1 done w1"] },
    ],
    [
      "is one with the comment and billable time that Tempo makes of it",
      {
        listed: { w1: { comment: "<p>a</p>", billable: false } },
        before: ["1 done w1"],
        from: ["1 done w1"],
      },
    ],
    [
      "is the one that is as it was sent, of several",
      { listed: { w1: X, w2: A, w3: X }, before: ["1 done w2"], from: ["1 done w2"] },
    ],
    [
      "is the only one of its seconds, whatever its comment, once nothing else can appear",
      { listed: { w1: X }, from: ["1 done w1 unproven"] },
    ],
    ["may be the only one, of other seconds", { listed: { w1: { ...A, hours: 2 } }, from: ["1 unsure w1"] }],
    ["may be any of several", { listed: { w1: X, w2: X }, from: ["1 unsure w1 w2"] }],
    ["is not stored if nothing appeared", { listed: {}, from: ["1 void"] }],
    [
      "is the one that has the attributes that it gave, of creates that differ in them alone",
      {
        steps: [sent({}), sent(OPS), sent(DEV)],
        listed: { w1: OPS, w2: DEV, w3: { attributes: {} } },
        before: ["2 done w1", "3 done w2", "1 done w3"],
        from: ["2 done w1", "3 done w2", "1 done w3"],
      },
    ],
    [
      "is no one's that gave nothing before one's that gave what it has",
      {
        steps: [sent({}), sent(OPS)],
        listed: { w1: OPS },
        before: ["2 done w1"],
        from: ["2 done w1", "1 void"],
      },
    ],
    [
      "is one of which Tempo does not say what it has",
      { steps: [sent(OPS)], listed: { w1: {} }, before: ["1 done w1"], from: ["1 done w1"] },
    ],
    [
      "is not proven to be one with another attribute than it gave",
      { steps: [sent(OPS)], listed: { w1: DEV }, from: ["1 done w1 unproven"] },
    ],
    ["is in doubt while the list is behind", { listed: {}, isBehind: true, from: [] }],
    ["is no worklog on another date", { listed: { w1: { ...A, date: "2026-01-06" } }, from: ["1 void"] }],
    ["is no worklog on another issue", { listed: { w1: { ...A, issue: "2" } }, from: ["1 void"] }],
    [
      "is none that was there before",
      { steps: [sent(A, { seen: ["w1"] })], listed: { w1: A }, from: ["1 void"] },
    ],
    [
      "is not the result of another create",
      { steps: [sent(A), stored(1, "w1", A), sent(A)], listed: { w1: A }, from: ["2 void"] },
    ],
    [
      "is one that has the id of a result, and was created at another time",
      {
        steps: [sent(A), stored(1, "w1", { ...A, createdAt: 1000 }), sent(A)],
        listed: { w1: { ...A, createdAt: 3000 } },
        before: ["2 done w1"],
        from: ["2 done w1"],
      },
    ],
    [
      "is none that an own change has brought to its place",
      {
        steps: [sent(A), changed("w1", { ...A, date: "2026-01-06" }, A)],
        listed: { w1: A },
        from: ["1 void"],
      },
    ],
  ])("%s", (_, { steps = [sent(A)], listed, isBehind = false, before = [], from }) => {
    const worklogs = [...build(listed, (content, id) => existingWorklog(id, content)).values()];
    expect(decide(steps, { listed: worklogs, isBehind })).toEqual({ before, from });
  });
});

describe("several creates at one place", () => {
  test.each<[what: string, sent: Content[], listed: Named, before: string[], from: string[]]>([
    ["have a worklog each", [A, A], { w1: A, w2: A }, ["1 done w1", "2 done w2"], ["1 done w1", "2 done w2"]],
    ["have one worklog once", [A, A], { w1: A }, ["1 done w1"], ["1 done w1", "2 void"]],
    ["may both be one that is neither", [A, B], { w1: X }, [], ["1 unsure w1", "2 unsure w1"]],
    [
      "leave the only other one to the only other create",
      [A, B],
      { w1: X, w2: A },
      ["1 done w2"],
      ["1 done w2", "2 done w1 unproven"],
    ],
    [
      "are alone on dates and issues of their own",
      [A, { ...B, date: "2026-01-06" }, { ...B, issue: "2" }],
      { w1: X },
      [],
      ["1 done w1 unproven", "2 void", "3 void"],
    ],
  ])("%s", (_, contents, listed, before, from) => {
    const worklogs = [...build(listed, (content, id) => existingWorklog(id, content)).values()];
    const steps = contents.map((content) => sent(content));
    expect(decide(steps, { listed: worklogs })).toEqual({ before, from });
  });

  test("are not alone while one of them can still be decided later", () => {
    const late: Step = (ledger) => ledger.lost([{ number: 2 }], false);
    const { from } = decide([sent(A), sent(B), late], { listed: [existingWorklog("w1", X)] });
    expect(from).toEqual(["1 unsure w1", "2 unsure w1"]);
    const sooner = decide([sent(A), sent(B), late], { listed: [existingWorklog("w1", X)] }).before;
    expect(sooner).toEqual(["2 unsure w1"]);
  });
});

describe("on Cloud, which says when a worklog was created", () => {
  /** An hour ahead of this machine. */
  const SERVER = SENT_AT + 3_600_000;
  const LAST = SERVER + DECIDABLE_MS + CLOCK_DIFFERENCE_MS;

  test.each<[what: string, serverTime: number | undefined, createdAt: number | undefined, isIt: boolean]>([
    ["just before it was sent, as far as clocks differ", SERVER, SERVER - CLOCK_DIFFERENCE_MS, true],
    ["before that", SERVER, SERVER - CLOCK_DIFFERENCE_MS - 1, false],
    ["when it could just take effect", SERVER, LAST, true],
    ["after that", SERVER, LAST + 1, false],
    ["at a time that it does not say", SERVER, undefined, true],
    ["long before, while the time of Tempo is not known", undefined, 0, true],
  ])("a create is one that was created %s: %s", (_, serverTime, createdAt, isIt) => {
    const step: Step = (ledger) => {
      const { id, ...content } = existingWorklog("", A);
      ledger.intend([{ op: "create", wanted: ledger.wanted(content, "PROJ-1") }], { seen: [], serverTime });
    };
    const listed = [existingWorklog("w1", { ...A, ...(createdAt !== undefined && { createdAt }) })];
    expect(decide([step], { listed }).from).toEqual([isIt ? "1 done w1" : "1 void"]);
  });
});

type Read = FullWorklog | "gone" | "hidden" | undefined;

const OLD: FullWorklog = {
  ...existingWorklog("w1", { ...A, createdAt: 5000 }),
  startTime: "09:00:00",
  attributes: [{ key: "_Team_", value: "blue" }],
};
const NEW: FullWorklog = { ...OLD, seconds: 7200, billableSeconds: 7200, comment: "b" };

const change: Step = (ledger) => {
  ledger.intend([{ op: "change", before: ledger.known(OLD), wanted: ledger.wanted(NEW, "PROJ-1") }]);
};

describe("a change", () => {
  const DONE = ["1 done w1"];
  const VOID = ["1 void"];

  test.each<[found: string, read: Read, before: string[], from: string[]]>([
    ["is done if the worklog is as wanted", NEW, DONE, DONE],
    [
      "is done if it is as Tempo makes that",
      { ...NEW, comment: " <b>b</b>", billableSeconds: 0 },
      DONE,
      DONE,
    ],
    ["is not made if the worklog is as before", OLD, [], VOID],
    ["is not made if it is otherwise", { ...NEW, comment: "c" }, [], VOID],
    ["is not made if it has another start time", { ...NEW, startTime: "10:00:00" }, [], VOID],
    ["is not made if it has another attribute", { ...NEW, attributes: [] }, [], VOID],
    ["is not made if it is gone", "gone", [], VOID],
    ["is not made if another one has its id", { ...NEW, createdAt: 9000 }, [], VOID],
    ["is unsure if the user may not see it any more", "hidden", ["1 unsure w1"], ["1 unsure w1"]],
    ["stays in doubt if it was not read", undefined, [], []],
  ])("%s", (_, read, before, from) => {
    expect(decide([change], readAs(read))).toEqual({ before, from });
  });
});

describe("a delete", () => {
  const DONE = ["1 done"];

  test.each<[found: string, read: Read, before: string[], from: string[]]>([
    ["is done if the worklog is gone", "gone", DONE, DONE],
    ["is done if another one has its id", { ...OLD, createdAt: 9000 }, DONE, DONE],
    ["is not made if it is there", OLD, [], ["1 void"]],
    ["is not made if it is there, and changed", NEW, [], ["1 void"]],
    ["is unsure if the user may not see it any more", "hidden", ["1 unsure w1"], ["1 unsure w1"]],
    ["stays in doubt if it was not read", undefined, [], []],
  ])("%s", (_, read, before, from) => {
    const remove: Step = (ledger) => ledger.intend([{ op: "delete", before: ledger.known(OLD) }]);
    expect(decide([remove], readAs(read))).toEqual({ before, from });
  });
});

function readAs(read: Read): Pick<Observed, "read"> {
  return { read: new Map(read === undefined ? [] : [["w1", read]]) };
}

describe("a request about a timesheet", () => {
  const PERIOD = "2026-01-01";
  const DONE = ["1 done"];

  test.each<
    [
      effect: "submitted" | "recalled",
      status: Approval["status"] | undefined,
      before: string[],
      from: string[],
    ]
  >([
    ["submitted", "in_review", DONE, DONE],
    ["submitted", "approved", DONE, DONE],
    ["submitted", "open", [], ["1 void"]],
    ["submitted", undefined, [], ["1 unsure"]],
    ["recalled", "open", DONE, DONE],
    ["recalled", "in_review", [], ["1 void"]],
    ["recalled", "approved", [], ["1 void"]],
    ["recalled", undefined, [], ["1 unsure"]],
  ])("that is to be %s and is shown as %s", (effect, status, before, from) => {
    const request: Step = (ledger) =>
      ledger.intend([
        { op: "status", period: PERIOD, from: effect === "submitted" ? "open" : "in_review", effect },
      ]);
    const statuses = new Map(status ? [[PERIOD, status]] : []);
    expect(decide([request], { statuses })).toEqual({ before, from });
  });
});
