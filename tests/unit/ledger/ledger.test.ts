import { describe, expect, test } from "vitest";
import { isLater, Ledger, type Shown } from "../../../src/timesheet/ledger/ledger.ts";
import {
  type JournalRecord,
  journalInMemory,
  type NewIntent,
} from "../../../src/timesheet/ledger/records.ts";
import {
  LATEST_COMMIT_MS,
  LIST_LAG_MS,
  SILENCE_MS,
  UNKNOWN_LIST_LAG_MS,
} from "../../../src/timesheet/timeline.ts";
import { type Content, existingWorklog, newWorklog } from "../posting/worklogs.ts";
import {
  A,
  again,
  change,
  create,
  done,
  gone,
  knownAs,
  ledgerOf,
  lost,
  move,
  type Part,
  records,
  remove,
  sent,
  THEN,
  unsure,
  voided,
} from "./records.ts";

const X = { comment: "x" };

describe("the fate of an intent", () => {
  const W1 = knownAs("w1");

  test.each<[what: string, parts: Part<JournalRecord["type"]>[], fate: object, isInDoubt?: boolean]>([
    ["is in doubt once it is sent", [sent(1)], { is: "sent" }, true],
    ["is lost after a failure", [sent(1), lost(1)], { is: "lost", at: 2000, isSilent: false }, true],
    ["is lost after silence", [sent(1), lost(1, true)], { is: "lost", at: 2000, isSilent: true }, true],
    ["is done", [sent(1), done(1, W1)], { is: "done", at: 2000, row: W1, isProven: true }],
    [
      "is done, and not proven",
      [sent(1), done(1, W1, true)],
      { is: "done", at: 2000, row: W1, isProven: false },
    ],
    ["is void", [sent(1), voided(1)], { is: "void", at: 2000 }],
    ["is unsure", [sent(1), unsure(1, "w1", "w2")], { is: "unsure", at: 2000, may: ["w1", "w2"] }],
    [
      "is done by an answer that comes after it was lost",
      [sent(1), lost(1), done(1, W1)],
      { is: "done", at: 3000, row: W1, isProven: true },
    ],
    [
      "is done by an answer that comes after it was void",
      [sent(1), voided(1), done(1, W1)],
      { is: "done", at: 3000, row: W1, isProven: true },
    ],
    [
      "is done by an answer that comes after it was unsure",
      [sent(1), unsure(1, "w2"), done(1, W1)],
      { is: "done", at: 3000, row: W1, isProven: true },
    ],
    [
      "is proven by an answer that comes after it was done, and not proven",
      [sent(1), done(1, knownAs("w2"), true), done(1, W1)],
      { is: "done", at: 3000, row: W1, isProven: true },
    ],
    [
      "stays done",
      [sent(1), done(1, W1), voided(1), unsure(1, "w2"), lost(1)],
      { is: "done", at: 2000, row: W1, isProven: true },
    ],
    ["stays void after a failure", [sent(1), voided(1), lost(1)], { is: "void", at: 2000 }],
    [
      "stays unsure after a failure",
      [sent(1), unsure(1, "w2"), lost(1)],
      { is: "unsure", at: 2000, may: ["w2"] },
    ],
    ["is void by a refusal after it was unsure", [sent(1), unsure(1), voided(1)], { is: "void", at: 3000 }],
    ["is in doubt again once it is sent again", [sent(1), voided(1), again(1)], { is: "sent" }, true],
    [
      "stays done if it is sent again",
      [sent(1), done(1, W1), again(1)],
      { is: "done", at: 2000, row: W1, isProven: true },
    ],
    [
      "stays as it is if a store shows its record again",
      [sent(1), voided(1), sent(1)],
      { is: "void", at: 2000 },
    ],
  ])("%s", (_, parts, fate, isInDoubt = false) => {
    const ledger = ledgerOf(records(...parts));
    expect(ledger.find(1)?.fate).toEqual(fate);
    expect(ledger.inDoubt().map(({ number }) => number)).toEqual(isInDoubt ? [1] : []);
  });

  test("of an intent that is not known is passed over", () => {
    const ledger = ledgerOf(records(done(7, W1), voided(8), lost(9), unsure(10)));
    expect([ledger.all(), ledger.inDoubt(), ledger.row("w1")]).toEqual([[], [], undefined]);
  });
});

test.each<[after: string, parts: Part<JournalRecord["type"]>[], from: number]>([
  ["sending", [sent(1)], 1000 + SILENCE_MS],
  ["sending, whatever silence says later", [sent(1), lost(1, true)], 1000 + SILENCE_MS],
  ["a failure", [sent(1), lost(1)], 2000 + LATEST_COMMIT_MS],
  ["sending again", [sent(1), again(1)], 2000 + SILENCE_MS],
])("it can be decided some time after %s", (_, parts, over) => {
  const ledger = ledgerOf(records(...parts));
  const [intent] = ledger.inDoubt();
  expect(intent && ledger.decidableAt(intent)).toBe(over + UNKNOWN_LIST_LAG_MS);
});

describe("what a process records", () => {
  test("it knows itself, under the numbers that it was given, and another one reads the same", () => {
    const kept: JournalRecord[] = [];
    const store = { ...journalInMemory(), append: (record: JournalRecord) => void kept.push(record) };
    let now = 1000;
    const ledger = new Ledger(store, { wallClock: () => now });
    ledger.numberFrom(7);
    const details = { seen: ["w0"], plan: "digest", serverTime: 5000.4 };
    const [first, second] = ledger.intend([create(), create(X)], details);
    expect([first, second].map((it) => [it?.number, it?.batch, it?.at])).toEqual([
      [7, 7, 1000],
      [8, 7, 1000],
    ]);
    ledger.intend([remove("w9")], { batch: 7 });
    ledger.done([{ number: 7, row: knownAs("w1") }]);
    now = 2000;
    ledger.void([{ number: 8 }]);
    ledger.again(ledger.all().filter(({ number }) => number === 8));
    ledger.lost([{ number: 8 }], true);
    ledger.unsure({ number: 9 }, ["w9"]);
    ledger.gone(["w5"]);
    expect([ledger.copy("w2", { number: 7 }), ledger.copy("w2", { number: 7 })]).toEqual([true, false]);
    const another = new Ledger(journalInMemory(structuredClone(kept)), { wallClock: () => now });
    expect(another.all()).toEqual(ledger.all());
    expect(ledger.all().map(({ number, at, fate, ...it }) => [number, it.batch, at, fate.is])).toEqual([
      [7, 7, 1000, "done"],
      [8, 7, 2000, "lost"],
      [9, 7, 1000, "unsure"],
    ]);
    expect(ledger.find(7)).toMatchObject({ plan: "digest", seen: new Set(["w0"]), serverAhead: 4000 });
    expect(another.copiesOf({ number: 7 })).toEqual(["w2"]);
    expect([another.isGone("w5"), ledger.nextNumber()]).toEqual([true, 10]);
  });

  test("it records nothing about nothing", () => {
    const kept: JournalRecord[] = [];
    const store = { ...journalInMemory(), append: (record: JournalRecord) => void kept.push(record) };
    const ledger = new Ledger(store, { wallClock: () => 0 });
    ledger.done([]);
    ledger.void([]);
    ledger.lost([], false);
    ledger.gone([]);
    expect(kept).toEqual([]);
  });
});

describe("a worklog", () => {
  test("is the result of its create, also once calls have changed it", () => {
    const ledger = ledgerOf(
      records(sent(1), done(1, knownAs("w1")), sent(2, change("w1", A, X)), done(2, knownAs("w1", X))),
    );
    expect(ledger.ownerOf({ id: "w1" })?.number).toBe(1);
    expect(ledger.row("w1")).toMatchObject({
      known: knownAs("w1", X),
      at: 4000,
      earlier: [{ known: knownAs("w1"), at: 4000 }],
    });
  });

  test.each([
    ["is a result if it was created in the same second", THEN + 1000, 1],
    ["is none if it was created at another time", THEN + 1001, undefined],
    ["is a result if the time of its creation is not shown", undefined, 1],
  ])("%s", (_, createdAt, number) => {
    const ledger = ledgerOf(records(sent(1), done(1, knownAs("w1"))));
    const shown = { id: "w1", ...(createdAt !== undefined && { createdAt }) };
    expect(ledger.ownerOf(shown)?.number).toBe(number);
  });

  test("that was logged elsewhere has no create, also once a call has changed it", () => {
    const ledger = ledgerOf(records(sent(1, change("w1", A, X)), done(1, knownAs("w1", X))));
    expect(ledger.row("w1")?.known).toEqual(knownAs("w1", X));
    expect(ledger.ownerOf({ id: "w1" })).toBe(undefined);
  });

  test("keeps the looks of its last minute, which lists that lag may show", () => {
    const kept = records(sent(1, change("w1", A, X)), done(1, knownAs("w1", X)));
    const [B, C] = [{ comment: "b" }, { comment: "c" }];
    const at = 2000 + LIST_LAG_MS;
    const later = [sent(2, change("w1", X, B)), done(2, knownAs("w1", B))].map((it) => ({ ...it, at }));
    const last = [sent(3, change("w1", B, C)), done(3, knownAs("w1", C))].map((it) => ({
      ...it,
      at: at + 1,
    }));
    const comments = (list: object[]) =>
      ledgerOf([...kept, ...(list as JournalRecord[])])
        .row("w1")
        ?.earlier.map(({ known }) => known.comment);
    expect([comments([]), comments(later), comments([...later, ...last])]).toEqual([
      ["a"],
      ["a", "x"],
      ["x", "b"],
    ]);
  });

  test("counts as recent for as long as a list may lack it, unless it is gone or has changed since", () => {
    const kept = records(
      ...[sent(1), done(1, knownAs("w1")), sent(2), done(2, knownAs("w2"))],
      ...[
        gone("w2"),
        sent(3, change("w1", A, X)),
        done(3, knownAs("w1", X)),
        sent(4),
        done(4, knownAs("w4")),
      ],
    );
    const recent = (since: number) =>
      ledgerOf(kept, since + LIST_LAG_MS)
        .recentRows()
        .map(({ known }) => [known.id, known.comment]);
    expect(recent(0)).toEqual([
      ["w1", "x"],
      ["w4", "a"],
    ]);
    expect([recent(7000).length, recent(7001)]).toEqual([2, [["w4", "a"]]]);
  });
});

describe("a worklog that is gone", () => {
  const GONE = [sent(1), done(1, knownAs("w1")), gone("w1")];

  test("is so unless another one has its id, which was created at another time", () => {
    const ledger = ledgerOf(records(...GONE));
    const times = [undefined, THEN, THEN + 1000, THEN + 1001];
    expect(times.map((createdAt) => ledger.isGone("w1", createdAt))).toEqual([true, true, true, false]);
    expect([ledger.goneSince("w1", 3000), ledger.goneSince("w1", 3001)]).toEqual([true, false]);
  });

  test("is so once a delete of it is done", () => {
    const ledger = ledgerOf(records(sent(1, remove("w1")), done(1)));
    expect([ledger.isGone("w1"), ledger.isGone("w2")]).toEqual([true, false]);
  });

  test("exists again if its id is given to the result of another create", () => {
    const ledger = ledgerOf(records(...GONE, sent(2), done(2, knownAs("w1", { ...A, createdAt: 9000 }))));
    expect(ledger.isGone("w1", 9000)).toBe(false);
    expect(ledger.ownerOf({ id: "w1", createdAt: 9000 })?.number).toBe(2);
  });

  test.each<[what: string, more: Part<JournalRecord["type"]>]>([
    ["the record of its create comes again", done(1, knownAs("w1"))],
    ["a change of it is answered late", done(2, knownAs("w1", X))],
  ])("stays so if %s", (_, more) => {
    const ledger = ledgerOf(
      records(sent(1), sent(2, change("w1", A, X)), done(1, knownAs("w1")), gone("w1"), more),
    );
    expect(ledger.isGone("w1")).toBe(true);
  });

  test("is no copy any more", () => {
    const copy = (id: string) => ({ type: "copy", id, of: 1 }) as Part<"copy">;
    const ledger = ledgerOf(records(sent(1), done(1, knownAs("w1")), copy("w2"), copy("w3"), gone("w2")));
    expect(ledger.copiesOf({ number: 1 })).toEqual(["w3"]);
  });
});

describe("a worklog that was moved", () => {
  const MOVED = [sent(1), done(1, knownAs("w1")), sent(2, move("w1")), done(2, knownAs("w2"))];
  const AGAIN = [gone("w1"), sent(3, move("w2")), done(3, knownAs("w3"))];

  test.each<[what: string, parts: Part<JournalRecord["type"]>[], id: string]>([
    ["has the id of the new one once the old one is gone", [...MOVED, gone("w1")], "w2"],
    ["has its own while the old one may exist", MOVED, "w1"],
    ["has its own while the new one is in doubt", [...MOVED.slice(0, 3), gone("w1")], "w1"],
    ["has the last of several", [...MOVED, ...AGAIN, gone("w2")], "w3"],
    ["has the last but one while that exists", [...MOVED, ...AGAIN], "w2"],
    [
      "has any of them if they are moved in a circle",
      [...MOVED, gone("w1"), sent(3, move("w2")), done(3, knownAs("w1")), gone("w1", "w2")],
      "w2",
    ],
  ])("%s", (_, parts, id) => {
    expect(ledgerOf(records(...parts)).idNow("w1")).toBe(id);
  });

  test.each<[what: string, parts: Part<JournalRecord["type"]>[], isOpen: boolean]>([
    ["is open once the new one is stored", MOVED, true],
    ["is not open before", MOVED.slice(0, 3), false],
    ["is over once the old one is gone", [...MOVED, gone("w1")], false],
    ["is over once the new one is gone", [...MOVED, gone("w2")], false],
    ["is left if nothing tells which one is too many", [...MOVED, unsure(2, "w1", "w2")], false],
    ["is void if the new one is not stored", [...MOVED.slice(0, 3), voided(2)], false],
  ])("the move %s", (_, parts, isOpen) => {
    const open = ledgerOf(records(...parts)).openMoves();
    expect(open.map(({ number }) => number)).toEqual(isOpen ? [2] : []);
  });
});

describe("the creates of an entry", () => {
  test.each<[what: string, content: Content, numbers: number[]]>([
    ["are those of equal ones, in the order in which they were sent", A, [1, 3]],
    ["are those of an equal comment as Tempo may make it", { comment: "<p>a</p> " }, [1, 3]],
    ["are those of hours that replies show alike", { ...A, hours: 1.001 }, [1, 3]],
    ["are none of another comment", X, [2]],
    ["are none of other hours", { ...A, hours: 2 }, []],
    ["are none of another date", { ...A, date: "2026-01-06" }, []],
    ["are none of another issue", { ...A, issue: "2" }, []],
    ["are none that are billed otherwise", { ...A, billable: false }, []],
  ])("%s", (_, content, numbers) => {
    const ledger = ledgerOf(records(sent(1), sent(2, create(X)), sent(3)));
    expect(ledger.createsOf(newWorklog(content)).map(({ number }) => number)).toEqual(numbers);
  });

  test.each<[what: string, given: Record<string, string>, numbers: number[]]>([
    ["are all of them, first those that gave no attributes", {}, [4, 1, 2, 3]],
    ["are those that gave the same attributes, then those that gave others too", { a: "1" }, [1, 3]],
    ["are those that gave the same attributes in another order", { b: "2", a: "1" }, [3]],
    ["are those that gave a value with space around", { a: " 1" }, [1, 3]],
    ["are none that gave another value", { a: "2" }, [2]],
    ["are none that gave no value", { c: "1" }, []],
    ["are none that gave a value if it is to have none", { a: "" }, []],
  ])("%s", (_, attributes, numbers) => {
    const ledger = ledgerOf([]);
    for (const given of [{ a: "1" }, { a: "2" }, { a: "1", b: "2" }, {}]) {
      const { issue, ...entry } = newWorklog({ ...A, attributes: given });
      const wanted = ledger.wanted({ ...entry, issueId: issue.id }, issue.key, entry.attributes);
      ledger.intend([{ op: "create", wanted }]);
    }
    const found = ledger.createsOf(newWorklog({ ...A, attributes }));
    const [first = 0] = ledger.all().map(({ number }) => number);
    expect(found.map(({ number }) => number - first + 1)).toEqual(numbers);
  });
});

test("the last request about a timesheet is that of its period", () => {
  const status = (period: string, effect: "submitted" | "recalled"): NewIntent => ({
    ...{ op: "status", period, from: "open", effect },
  });
  const ledger = ledgerOf(
    records(
      sent(1, status("2026-01-01", "submitted")),
      sent(2, status("2026-01-01", "recalled")),
      sent(3, status("2026-02-01", "submitted")),
    ),
  );
  const periods = ["2026-01-01", "2026-02-01", "2026-03-01"];
  expect(periods.map((period) => ledger.lastStatus(period)?.number)).toEqual([2, 3, undefined]);
});

test("of two intents of leases the one with the greater number is later; of others the one with the later time", () => {
  const RANDOM = 2 ** 52 + 8;
  const sentAt = (at: number, number: number) => {
    const [record] = records(sent(number));
    const found = ledgerOf([{ ...(record as JournalRecord), at }]).find(number);
    if (!found) throw new Error("It is not known");
    return found;
  };
  expect([
    isLater(sentAt(10, 2_000_001), sentAt(9000, 1_000_001)),
    isLater(sentAt(9000, 1_000_001), sentAt(10, 2_000_001)),
    isLater(sentAt(10, RANDOM), sentAt(9, 7)),
    isLater(sentAt(9, RANDOM), sentAt(10, 7)),
  ]).toEqual([true, false, true, false]);
});

describe("a comparison", () => {
  const SHOWN = {
    ...existingWorklog("w1", { ...A, createdAt: THEN }),
    startTime: "09:00:00",
    attributes: [
      { key: "_Team_", value: "blue" },
      { key: "_Account_", value: "ACME" },
    ],
  } satisfies Shown;
  const [other, reordered] = [[{ key: "_Team_", value: "red" }], SHOWN.attributes.toReversed()];
  const { attributes: _, ...asListed } = SHOWN;
  const asMap = (attributes: { key: string; value: string }[]) => ({
    ...SHOWN,
    attributes: new Map(attributes.map(({ key, value }) => [key, value])),
  });
  const spaced = SHOWN.attributes.map(({ key, value }) => ({ key, value: ` ${value}\r\n` }));
  const fewer = SHOWN.attributes.slice(1);
  const { billableSeconds: __, ...asTotals } = SHOWN;

  test.each<[what: string, shown: Shown, isAs: boolean, looksAs: boolean, identity: string]>([
    ["the same", SHOWN, true, true, "same"],
    ["a list that says nothing of attributes", asListed, true, true, "same"],
    ["a list, which has a map of attributes", asMap(reordered), true, true, "same"],
    ["a list with another attribute", asMap(other), false, false, "same"],
    ["a list with one attribute fewer", asMap(fewer), false, false, "same"],
    ["a list without an attribute", asMap([]), false, false, "same"],
    ["attributes with space around", { ...SHOWN, attributes: spaced }, true, true, "same"],
    [
      "an empty attribute more",
      { ...SHOWN, attributes: [...SHOWN.attributes, { key: "_Role_", value: " " }] },
      ...([true, true, "same"] as const),
    ],
    ["a reply without billable time", asTotals, true, true, "same"],
    ["attributes in another order", { ...SHOWN, attributes: reordered }, true, true, "same"],
    ["the seconds of its start time", { ...SHOWN, startTime: "09:00:30" }, true, true, "same"],
    ["another start time", { ...SHOWN, startTime: "10:00:00" }, false, true, "same"],
    ["another attribute", { ...SHOWN, attributes: other }, false, false, "same"],
    ["a comment as Tempo may make it", { ...SHOWN, comment: "<i>a</i>" }, true, false, "same"],
    ["another comment", { ...SHOWN, comment: "x" }, false, false, "same"],
    ["a comment with space around", { ...SHOWN, comment: " a\r\n" }, true, true, "same"],
    ["seconds that replies do not show", { ...SHOWN, seconds: 3601 }, true, false, "same"],
    ["another duration", { ...SHOWN, seconds: 7200 }, false, false, "same"],
    ["no billable time", { ...SHOWN, billableSeconds: 0 }, true, false, "same"],
    ["another date", { ...SHOWN, date: "2026-01-06" }, false, false, "same"],
    ["another issue", { ...SHOWN, issueId: "2" }, false, false, "moved"],
    ["another time of creation", { ...SHOWN, createdAt: THEN + 1001 }, true, true, "another"],
    ["another id", { ...SHOWN, id: "w2" }, true, true, "another"],
  ])("%s", (what, shown, isAs, looksAs, identity) => {
    const ledger = ledgerOf([]);
    const { issueId, ...content } = SHOWN;
    const wanted = ledger.wanted({ ...content, issueId }, "PROJ-1");
    const known = ledger.known(SHOWN);
    expect([
      ledger.isAs(wanted, shown),
      ledger.looksAs(known, shown),
      ledger.isUnchanged(known, shown),
      ledger.identityOf(known, shown),
      what,
    ]).toEqual([isAs, looksAs, looksAs && what !== "another start time", identity, what]);
  });

  test("on another issue, without the time of creation, it is another one", () => {
    const { createdAt: _created, ...shown } = SHOWN;
    const ledger = ledgerOf([]);
    expect(ledger.identityOf(ledger.known(SHOWN), { ...shown, issueId: "2" })).toBe("another");
  });

  test("what is to be not billable is not as wanted if Tempo bills it", () => {
    const ledger = ledgerOf([]);
    const wanted = ledger.wanted({ ...SHOWN, billableSeconds: 0 }, "PROJ-1");
    expect([ledger.isAs(wanted, SHOWN), ledger.isAs(wanted, { ...SHOWN, billableSeconds: 0 })]).toEqual([
      ...[false, true],
    ]);
  });

  test("a worklog without a start time is one that Data Center shows at midnight", () => {
    const ledger = ledgerOf([]);
    const { startTime: _start, ...without } = SHOWN;
    const atMidnight = { ...SHOWN, startTime: "00:00:00" };
    expect([atMidnight, SHOWN].map((it) => ledger.isUnchanged(ledger.known(without), it))).toEqual([
      true,
      false,
    ]);
  });
});

test("what is known of a worklog keeps the marks in its comment, and what an entry wants does not", () => {
  const ledger = ledgerOf([]);
  const shown = { ...existingWorklog("7"), comment: "<b>Fix</b> R&amp;D" };
  const plain = { ...shown, comment: "Fix R&D" };
  expect([shown, plain].map((it) => ledger.looksAs(ledger.known(shown), it))).toEqual([true, false]);
  expect([shown, plain].map((it) => ledger.isAs(ledger.wanted(shown, "PROJ-1"), it))).toEqual([true, true]);
});
