import { describe, expect, test } from "vitest";
import { check } from "../../history/checker.ts";
import { entryName } from "../../history/content.ts";
import {
  type Call,
  type Claim,
  type FinalWorklog,
  type History,
  RESTORED,
  type Write,
} from "../../history/history.ts";
import type { Values } from "../../history/scenario.ts";

const [ID, OTHER] = ["1290000", "1290001"];

/** Calls of one process, ten seconds apart and a second long. */
function call(
  tool: string,
  claims: Claim[],
  parts: Partial<Call> = {},
): Omit<Call, "from" | "to"> & Partial<Call> {
  const quiet = { args: "", log: [], faults: [], isDisturbed: false, isProbe: false, held: [] };
  return { by: "process A", tool, reply: "{}", claims, ...quiet, ...parts };
}

function history(
  calls: ReturnType<typeof call>[],
  worklogs: FinalWorklog[],
  parts: Partial<History> = {},
): History {
  return {
    calls: calls.map((it, index) => ({ from: index * 10_000, to: index * 10_000 + 1000, ...it })),
    worklogs,
    submitted: [],
    writes: [],
    lag: 0,
    keepsHours: true,
    keepsComments: true,
    keepsContent: true,
    isDataCenter: false,
    entryOf: ({ comment }) => comment.split(" ")[0],
    attributesOf: () => ({}),
    dateOf: () => "2026-01-05",
    ...parts,
  };
}

const held = (id: string, comment: string, hours = 1, date = "2026-01-05"): FinalWorklog => ({
  id,
  issueKey: "PROJ-7",
  date,
  hours,
  comment,
});
const OPS = { attributes: { _Account_: "OPS" } };
/** Entries whose worklogs have one comment, and differ in attributes. */
const TWINS: Partial<History> = {
  entryOf: ({ comment, attributes }) => entryName(comment, attributes),
  attributesOf: (entry) => ({
    ...(entry.includes("OPS") && OPS.attributes),
    ...(entry.includes("lead") && { _Role_: "lead" }),
    ...(entry.includes("DEV") && { _Account_: "DEV" }),
    ...(entry.includes("unbilled") && { billable: "unbilled" }),
  }),
};
const stored = (
  entry: string,
  id: string,
  parts: Partial<Extract<Claim, { says: "stored" }>> = {},
): Claim => ({ says: "stored", entry, id, isNew: true, ...parts });
const post = (...claims: Claim[]) => call("bulk_post_worklogs", claims);
/** A call whose process was killed before its reply. */
const killed = (...claims: Claim[]) => {
  const { reply: _, ...rest } = call("bulk_post_worklogs", claims);
  return rest;
};
const person = (...claims: Claim[]) => call("edit", claims, { by: "person" });
const changed = (
  id: string,
  mark: string,
  hours = 1,
  date = "2026-01-05",
  parts: { entry?: string; attributes?: Values; startTime?: string } = {},
): Claim => ({ says: "changed", id, mark, hours, date, ...parts });

/** A change of an entry's attributes, by its number. */
const booked = (entry: string, number: number, attributes: Values) =>
  call("update_worklog", [changed(ID, `u${number}`, 1, "2026-01-05", { entry, attributes })]);
const DEV = { _Account_: "DEV" };

/** An entry whose attributes are changed twice, the first time perhaps in vain, and what its worklog has in the end. */
const bookedTwice = (isCertain: boolean, attributes: Values) =>
  history(
    [
      post(stored("e1#OPS", ID)),
      isCertain
        ? booked("e1#OPS", 1, DEV)
        : killed({ says: "maybe changed", id: ID, mark: "u1", entry: "e1#OPS", attributes: DEV }),
      booked("e1#OPS", 2, { _Role_: "lead" }),
    ],
    [{ ...held(ID, "e1#OPS u2"), attributes }],
    { ...TWINS, entryOf: () => "e1#OPS" },
  );

/** A move to another issue whose reply says that its outcome is unknown. */
const maybeMoved = (entry: string, id: string) =>
  call("update_worklog", [
    { says: "maybe moved", id, entry },
    { says: "maybe stored", entry },
    { says: "maybe changed", id, mark: "u1" },
    { says: "maybe deleted", id },
  ]);

/** A move that was interrupted after its first request: both worklogs are there. */
const interrupted = (heldAfter = [`${ID} e1 01-05 2 h`, `${OTHER} e1 u1 01-05 2 h`]) => [
  call("bulk_post_worklogs", [stored("e1", ID)], { held: [`${ID} e1 01-05 2 h`] }),
  { ...maybeMoved("e1", ID), args: '{"description":"e1 u1"}', held: heldAfter },
];

const planCounts = (hours: number, isLeast = false) =>
  call("fill_days", [{ says: "counted", date: "2026-01-05", hours, isLeast }], {
    from: 200_000,
    to: 201_000,
    held: [`${ID} e1 01-05 2 h`, `${OTHER} e1 u1 01-05 2 h`],
  });

/** An entry of unknown outcome that is sent again after a while, with a reply that names the first worklog. */
const unknownFor = (ms: number) =>
  history(
    [
      post({ says: "maybe stored", entry: "e1" }),
      { ...post(stored("e1", ID, { copy: OTHER })), from: ms - 1000, to: ms },
    ],
    [held(ID, "e1"), held(OTHER, "e1")],
  );

/** A request that changed a worklog of PROJ-7 on 5 January, and was under way for so long. */
const write = (sentAt: number, ms: number, parts: Partial<Write> = {}): Write => ({
  by: "process A",
  method: "POST",
  issues: [10007],
  dates: ["2026-01-05"],
  deleted: [],
  sentAt,
  at: sentAt + ms,
  ...parts,
});

const said = (of: History) => check(of).map(({ harm, what }) => `${harm}: ${what}`);

/** A draft that is confirmed again, and logs more on its date, which a delete may have freed in between. */
const toppedUp = (deletedAt: number, date: string) => {
  const draft = (id: string) => call("post_draft", [stored("f1@2026-01-05", id)]);
  const deleted = call("delete_worklog", [{ says: "deleted", id: ID }], {
    from: deletedAt,
    to: deletedAt + 1000,
  });
  return history(
    [post(stored("e1", ID)), draft(OTHER), deleted, draft("1290002")],
    [held(OTHER, "f1"), held("1290002", "f1")],
    { entryOf: () => "f1@2026-01-05", dateOf: (entry) => (entry === "e1" ? date : "2026-01-05") },
  );
};

/** A draft that is confirmed again finds its worklogs, in the order of the dates that they have then: one was changed. */
const foundAgain = (date: string) => {
  const [first, second] = ["f1@2026-01-05", "f1@2026-01-06"];
  return history(
    [
      call("post_draft", [stored(first, ID), stored(second, OTHER)]),
      call("update_worklog", [changed(OTHER, "u1", 1, date)]),
      call("post_draft", [stored(first, OTHER, { isNew: false }), stored(second, ID, { isNew: false })]),
    ],
    [held(ID, "f1"), held(OTHER, "f1 u1", 1, date)],
    {
      entryOf: (worklog) => `${worklog.comment.split(" ")[0]}@${worklog.date}`,
      dateOf: (entry) => entry.split("@")[1],
    },
  );
};

describe("a history that no reply contradicts has no finding", () => {
  test("if a draft logs on a date what was freed there between its calls, or so shortly before that its lists did not show it", () => {
    expect(said(toppedUp(20_000, "2026-01-05"))).toEqual([]);
    expect(said({ ...toppedUp(8000, "2026-01-05"), lag: 5000 })).toEqual([]);
  });

  test("if a draft logs more on a date since a user has deleted there what was stored a moment ago", () => {
    const { calls, ...others } = toppedUp(8000, "2026-01-05");
    const byUser = calls.map((it) => (it.tool === "delete_worklog" ? { ...it, by: "person" } : it));
    expect(said({ ...others, calls: byUser })).toEqual([]);
  });

  test("if a repeated draft names its worklogs in the order of the dates that they have by now", () => {
    expect(said(foundAgain("2026-01-04"))).toEqual([]);
  });

  test("if another machine takes an equal worklog for its own entry of unknown outcome", () => {
    const others = (claim: Claim) => ({ ...post(claim), by: "other machine" });
    const taken = history(
      [
        others({ says: "maybe stored", entry: "p1" }),
        post(stored("e1", ID)),
        others(stored("p1", ID, { isNew: false })),
      ],
      [held(ID, "e1")],
    );
    expect(said(taken)).toEqual([]);
  });

  test("if a user moves a worklog to another date after a repeated draft has named it", () => {
    const [first, second] = ["f1@2026-01-05", "f1@2026-01-06"];
    const found = [stored(first, ID, { isNew: false }), stored(second, OTHER, { isNew: false })];
    const moved = history(
      [call("post_draft", found), person(changed(ID, "u1", 1, "2026-01-06"))],
      [held(ID, "f1 u1", 1, "2026-01-06"), held(OTHER, "f1", 1, "2026-01-06")],
      {
        entryOf: (worklog) => `${worklog.comment.split(" ")[0]}@${worklog.date}`,
        dateOf: (entry) => entry.split("@")[1],
      },
    );
    expect(said(moved)).toEqual([]);
  });

  test.each<[string, History]>([
    [
      "a worklog has the work attribute of its plan",
      history([post(stored("f1@2026-01-05", ID))], [{ ...held(ID, "f1"), attributes: { _Team_: "blue" } }], {
        entryOf: () => "f1@2026-01-05",
        attributesOf: () => ({ _Team_: "blue" }),
      }),
    ],
    [
      "an entry without attributes counts as logged by an equal worklog with some",
      history(
        [post(stored("e1#OPS", ID)), post(stored("e1", ID, { isNew: false }))],
        [{ ...held(ID, "e1"), ...OPS }],
        TWINS,
      ),
    ],
    [
      "an entry counts as logged by a worklog that has more attributes, and another start time",
      history(
        [
          post(stored("e1#OPS+lead", ID, { startTime: "09:00" })),
          post(stored("e1#OPS", ID, { isNew: false, startTime: "09:00" })),
        ],
        [{ ...held(ID, "e1"), startTime: "09:00", attributes: { ...OPS.attributes, _Role_: "lead" } }],
        TWINS,
      ),
    ],
    [
      "a worklog has its entry's attributes with those of its changes",
      bookedTwice(true, { ...DEV, _Role_: "lead" }),
    ],
    [
      "a change of attributes that may be in vain is",
      bookedTwice(false, { ...OPS.attributes, _Role_: "lead" }),
    ],
    [
      "an entry counts as logged by a worklog to which a change has given its attribute",
      history(
        [post(stored("e1", ID)), booked("e1", 1, DEV), post(stored("e1#DEV", ID, { isNew: false }))],
        [{ ...held(ID, "e1 u1"), attributes: DEV }],
        { ...TWINS, entryOf: () => "e1" },
      ),
    ],
    [
      "entries that differ in an attribute alone are stored each",
      history(
        [post(stored("e1", ID), stored("e1#OPS", OTHER))],
        [held(ID, "e1"), { ...held(OTHER, "e1"), ...OPS }],
        TWINS,
      ),
    ],
    [
      "a draft is confirmed again, soon after a user has deleted its worklog",
      history(
        [
          call("post_draft", [stored("f1@2026-01-05", ID)]),
          person({ says: "deleted", id: ID }),
          call("post_draft", [stored("f1@2026-01-05", ID, { isNew: false })]),
        ],
        [],
      ),
    ],
    [
      "an entry is stored, and posted again",
      history([post(stored("e1", ID)), post(stored("e1", ID, { isNew: false }))], [held(ID, "e1")]),
    ],
    [
      "equal entries of one batch are all stored",
      history([post(stored("e1", ID), stored("e1", OTHER))], [held(ID, "e1"), held(OTHER, "e1")]),
    ],
    [
      "a killed call has stored its entry",
      history([killed({ says: "maybe stored", entry: "e1" })], [held(ID, "e1")]),
    ],
    ["a killed call has stored nothing", history([killed({ says: "maybe stored", entry: "e1" })], [])],
    [
      "an unknown entry is stored once more than is known",
      history(
        [post(stored("e1", ID)), post({ says: "maybe stored", entry: "e1" })],
        [held(ID, "e1"), held(OTHER, "e1")],
      ),
    ],
    [
      "an entry that was unknown for ten minutes is sent again, and the reply names what may be a copy",
      unknownFor(600_000),
    ],
    [
      "an entry is deleted, and stored again",
      history(
        [
          post(stored("e1", ID)),
          call("delete_worklog", [{ says: "deleted", id: ID }]),
          post(stored("e1", OTHER)),
        ],
        [held(OTHER, "e1")],
      ),
    ],
    [
      "a user deletes what was stored",
      history([post(stored("e1", ID)), person({ says: "deleted", id: ID })], []),
    ],
    [
      "a killed delete may have deleted what was stored before",
      history(
        [post(stored("e1", ID)), { ...killed({ says: "maybe deleted", id: ID }), tool: "delete_worklog" }],
        [],
      ),
    ],
    [
      "a change of unknown outcome was made",
      history(
        [post(stored("e1", ID)), call("update_worklog", [{ says: "maybe changed", id: ID, mark: "u1" }])],
        [held(ID, "e1 u1")],
      ),
    ],
    [
      "a user changes what was changed",
      history(
        [post(stored("e1", ID)), call("update_worklog", [changed(ID, "u1")]), person(changed(ID, "u2", 2))],
        [held(ID, "e1 u2", 2)],
      ),
    ],
    [
      "of two changes at once, either may stand",
      history(
        [
          post(stored("e1", ID)),
          call("update_worklog", [changed(ID, "u1")], { to: 15_000 }),
          call("update_worklog", [changed(ID, "u2")], { from: 12_000, to: 14_000 }),
        ],
        [held(ID, "e1 u1")],
      ),
    ],
    [
      "a change of unknown outcome is stored after a user's",
      history(
        [
          post(stored("e1", ID)),
          call("update_worklog", [{ says: "maybe changed", id: ID, mark: "u1" }]),
          person(changed(ID, "u2")),
        ],
        [held(ID, "e1 u1")],
      ),
    ],
    [
      "a user logs the same twice",
      history([person(stored("p1", ID)), person(stored("p1", OTHER))], [held(ID, "p1"), held(OTHER, "p1")]),
    ],
    [
      "an id is given again after Tempo was restored",
      history(
        [post(stored("e1", ID)), call(RESTORED, [], { by: "fault" }), post(stored("e2", ID))],
        [held(ID, "e2")],
      ),
    ],
    [
      "a list shows for its lag what a user has deleted",
      history(
        [
          post(stored("e1", ID)),
          person({ says: "deleted", id: ID }),
          post(stored("e1", ID, { isNew: false })),
        ],
        [],
        { lag: 30_000 },
      ),
    ],
    [
      "a plan follows a delete that takes effect after a change by another machine",
      history(
        [
          post(stored("e1", ID, { hours: 8 })),
          killed({ says: "maybe deleted", id: ID }),
          call("update_worklog", [changed(ID, "u1", 8)], { by: "other machine" }),
          call("fill_days", [stored("f1@2026-01-05", OTHER, { hours: 8 })]),
        ],
        [held(OTHER, "f1", 8)],
        { entryOf: () => undefined },
      ),
    ],
    [
      "a worklog whose move is unknown is on its new issue",
      history([post(stored("e1", ID)), maybeMoved("e1", ID)], [held(OTHER, "e1 u1")]),
    ],
    [
      "a worklog whose move is unknown was deleted since",
      history([post(stored("e1", ID)), maybeMoved("e1", ID), person({ says: "deleted", id: ID })], []),
    ],
    [
      "a worklog that was moved before is moved by its former id",
      history(
        [
          post(stored("e1", ID)),
          call("update_worklog", [stored("e1", OTHER), { says: "deleted", id: ID }, changed(OTHER, "u1")]),
          maybeMoved("e1", ID),
        ],
        [held("1290002", "e1 u1")],
      ),
    ],
    [
      "a list shows another machine for its lag what a user has deleted",
      history(
        [
          call("post_worklog", [stored("p1", ID)], { by: "other machine" }),
          person({ says: "deleted", id: ID }),
          call("post_worklog", [stored("p1", ID, { isNew: false })], { by: "other machine" }),
        ],
        [],
        { lag: 30_000 },
      ),
    ],
  ])("%s", (_, of) => {
    expect(check(of)).toEqual([]);
  });
});

describe("a history that refutes a reply is reported", () => {
  test.each<[string, History, string[]]>([
    ...(["blue", undefined] as const).map((team): [string, History, string[]] => [
      `a worklog has the work attribute ${team ?? "of no plan"}, and not the one of its plan`,
      history([post(stored("f1@2026-01-05", ID))], [{ ...held(ID, "f1"), attributes: { _Team_: "green" } }], {
        entryOf: () => "f1@2026-01-05",
        attributesOf: () => (team === undefined ? {} : { _Team_: team }),
      }),
      [
        `false: f1@2026-01-05 was stored as ${ID} with ${team ? `_Team_=${team}` : "no attributes"}, which has _Team_=green`,
      ],
    ]),
    [
      "an entry counts as logged by a worklog that lacks its attribute",
      history(
        [post(stored("e1", ID)), post(stored("e1#OPS", ID, { isNew: false }))],
        [held(ID, "e1")],
        TWINS,
      ),
      [`false: e1#OPS was reported as stored as ${ID}, which is e1`],
    ],
    [
      "an entry counts as logged by a worklog that has its attribute otherwise",
      history(
        [post(stored("e1#OPS", ID)), post(stored("e1#DEV", ID, { isNew: false }))],
        [{ ...held(ID, "e1"), ...OPS }],
        TWINS,
      ),
      [`false: e1#DEV was reported as stored as ${ID}, which is e1#OPS`],
    ],
    [
      "an entry with an attribute is stored twice, the second time without a word",
      history(
        [post(stored("e1#OPS", ID)), post(stored("e1#OPS", OTHER))],
        [
          { ...held(ID, "e1"), ...OPS },
          { ...held(OTHER, "e1"), ...OPS },
        ],
        TWINS,
      ),
      [`doubled: e1#OPS is stored 2 times (${ID}, ${OTHER}), wanted 1`],
    ],
    [
      "a worklog has its entry's attribute again though a change was reported",
      bookedTwice(true, { ...OPS.attributes, _Role_: "lead" }),
      [
        `false: e1#OPS was stored as ${ID} with _Account_=OPS, then _Account_=DEV, then _Role_=lead, which has _Account_=OPS,_Role_=lead`,
      ],
    ],
    [
      "a worklog has an attribute that nothing gave it",
      bookedTwice(false, { _Account_: "HR", _Role_: "lead" }),
      [
        `false: e1#OPS was stored as ${ID} with _Account_=OPS, then _Account_=DEV, then _Role_=lead, which has _Account_=HR,_Role_=lead`,
      ],
    ],
    [
      "an entry counts as logged by a worklog whose attribute was changed before",
      history(
        [
          post(stored("e1", ID)),
          booked("e1", 1, OPS.attributes),
          booked("e1", 2, DEV),
          post(stored("e1#OPS", ID, { isNew: false })),
        ],
        [{ ...held(ID, "e1 u2"), attributes: DEV }],
        { ...TWINS, entryOf: () => "e1" },
      ),
      [`false: e1#OPS was reported as stored as ${ID}, which is e1`],
    ],
    [
      "a change is reported with a start time that its worklog has not",
      history(
        [
          post(stored("e1", ID)),
          call("update_worklog", [changed(ID, "u1", 1, "2026-01-05", { startTime: "09:00" })]),
        ],
        [held(ID, "e1 u1")],
      ),
      [`false: ${ID} was reported from 09:00, and is from midnight`],
    ],
    [
      "an entry counts as logged by a worklog that is billable as it is not",
      history(
        [post(stored("e1", ID)), post(stored("e1#unbilled", ID, { isNew: false }))],
        [held(ID, "e1")],
        TWINS,
      ),
      [`false: e1#unbilled was reported as stored as ${ID}, which is e1`],
    ],
    [
      "a worklog is reported with an attribute and a start time that it has not",
      history(
        [
          post(
            stored("e1#OPS", ID, { attributes: ["_Account_=DEV"] }),
            stored("e2", OTHER, { startTime: "09:00" }),
          ),
        ],
        [{ ...held(ID, "e1"), ...OPS }, held(OTHER, "e2")],
        TWINS,
      ),
      [
        `false: ${ID} was reported with _Account_=DEV and has _Account_=OPS`,
        `false: ${OTHER} was reported from 09:00 and is from midnight`,
      ],
    ],
    [
      "a draft is confirmed again, more than a minute after a user has deleted its worklog",
      history(
        [
          call("post_draft", [stored("f1@2026-01-05", ID)]),
          person({ says: "deleted", id: ID }),
          call("post_draft", [stored("f1@2026-01-05", ID, { isNew: false })], { from: 62_000, to: 63_000 }),
        ],
        [],
      ),
      [`false: f1@2026-01-05 was reported as stored as ${ID}, which was deleted before`],
    ],
    [
      "a draft names a worklog that this machine has deleted",
      history(
        [
          call("post_draft", [stored("f1@2026-01-05", ID)]),
          call("delete_worklog", [{ says: "deleted", id: ID }]),
          call("post_draft", [stored("f1@2026-01-05", ID, { isNew: false })]),
        ],
        [],
      ),
      [`false: f1@2026-01-05 was reported as stored as ${ID}, which was deleted before`],
    ],
    [
      "a worklog whose move is unknown is nowhere",
      history([post(stored("e1", ID)), maybeMoved("e1", ID)], []),
      ["lost: e1 was to be moved, and is neither where it was nor on its new issue"],
    ],
    [
      "a worklog whose move is unknown is on both issues, twice on one",
      history(
        [post(stored("e1", ID)), maybeMoved("e1", ID)],
        [held(ID, "e1"), held(OTHER, "e1"), held("1290002", "e1")],
      ),
      [`doubled: e1 is stored 3 times (${ID}, ${OTHER}, 1290002), wanted 1`],
    ],
    [
      "an entry is stored twice",
      history([post(stored("e1", ID))], [held(ID, "e1"), held(OTHER, "e1")]),
      [`doubled: e1 is stored 2 times (${ID}, ${OTHER}), wanted 1`],
    ],
    [
      "an entry that was unknown for less time is sent again",
      unknownFor(599_999),
      [`doubled: e1 is stored 2 times (${ID}, ${OTHER}), wanted 1`],
    ],
    [
      "a killed call has stored an entry, and another one has stored it again",
      history(
        [killed({ says: "maybe stored", entry: "e1" }), post(stored("e1", OTHER))],
        [held(ID, "e1"), held(OTHER, "e1")],
      ),
      [`doubled: e1 is stored 2 times (${ID}, ${OTHER}), wanted 1`],
    ],
    [
      "an unknown entry is stored twice",
      history(
        [post({ says: "maybe stored", entry: "e1" })],
        [held(ID, "e1"), held(OTHER, "e1"), held("1290002", "e1")],
      ),
      [`doubled: e1 is stored 3 times (${ID}, ${OTHER}, 1290002), wanted 1`],
    ],
    [
      "a worklog that a user has moved is stored again",
      history(
        [post(stored("e1", ID)), person(changed(ID, "u1", 1, "2026-01-08")), post(stored("e1", OTHER))],
        [held(ID, "e1 u1", 1, "2026-01-08"), held(OTHER, "e1")],
      ),
      [`doubled: e1 is stored 2 times (${ID}, ${OTHER}), wanted 1, of which another user has moved one`],
    ],
    [
      "what was stored is gone",
      history([post(stored("e1", ID))], []),
      [`lost: e1 was reported as stored as ${ID}, which is gone though no call deleted it since`],
    ],
    [
      "an entry counts as logged by a worklog that an earlier delete of unknown outcome takes away",
      history(
        [
          post(stored("e1", ID)),
          call("delete_worklog", [{ says: "maybe deleted", id: ID }]),
          post(stored("e1", ID, { isNew: false })),
        ],
        [],
      ),
      [`lost: e1 was reported as stored as ${ID}, which is gone though no call deleted it since`],
    ],
    [
      "an entry counts as logged by a worklog that was deleted before",
      history(
        [
          post(stored("e1", ID)),
          person({ says: "deleted", id: ID }),
          post(stored("e1", ID, { isNew: false })),
        ],
        [],
      ),
      [`false: e1 was reported as stored as ${ID}, which was deleted before`],
    ],
    [
      "an entry is reported under another one's worklog",
      history([post(stored("e1", ID)), post(stored("e2", ID, { isNew: false }))], [held(ID, "e1")]),
      [`false: e2 was reported as stored as ${ID}, which is e1`],
    ],
    [
      "a reply names one worklog for two entries",
      history([post(stored("e1", ID), stored("e1", ID))], [held(ID, "e1")]),
      [`false: ${ID} was reported for e1 and e1`],
    ],
    [
      "an entry that was reported as failed is stored",
      history([post({ says: "not stored", entry: "e1" })], [held(ID, "e1")]),
      [`false: e1 was reported as not stored, and is stored as ${ID}`],
    ],
    [
      "an entry that one call stored was stored by another that reported it as failed",
      history(
        [
          post(stored("e1", ID)),
          call("delete_worklog", [{ says: "deleted", id: ID }]),
          post({ says: "not stored", entry: "e1" }),
        ],
        [held(OTHER, "e1")],
      ),
      [`false: e1 was reported as not stored, and is stored as ${OTHER}`],
    ],
    [
      "a reply shows other hours",
      history([post(stored("e1", ID, { hours: 1 }))], [held(ID, "e1", 2)]),
      [`false: ${ID} was reported with 1 h and has 2 h`],
    ],
    [
      "a reply shows another comment",
      history([post(stored("e1", ID, { comment: "e1" }))], [held(ID, "e1 and more")]),
      [`false: ${ID} was reported with the comment "e1" and has "e1 and more"`],
    ],
    [
      "what was deleted is there",
      history(
        [post(stored("e1", ID)), call("delete_worklog", [{ says: "deleted", id: ID }])],
        [held(ID, "e1")],
      ),
      [`false: ${ID} was reported as deleted, and is there`],
    ],
    [
      "what does not exist any more is there",
      history([post(stored("e1", ID)), call("delete_worklog", [{ says: "gone", id: ID }])], [held(ID, "e1")]),
      [`false: ${ID} was reported as gone, and is there`],
    ],
    [
      "what was not deleted is gone",
      history(
        [
          person(changed(ID, "u1")),
          post(stored("e1", ID, { isNew: false })),
          call("delete_worklog", [{ says: "not deleted", id: ID }]),
        ],
        [],
      ),
      [
        `lost: e1 was reported as stored as ${ID}, which is gone though no call deleted it since`,
        `false: ${ID} was reported as not deleted, and only that call can have deleted it`,
      ],
    ],
    [
      "what was not changed is changed, unless an earlier call may have made the change while it moved the worklog",
      history(
        [
          post(stored("e1", ID)),
          call("update_worklog", [{ says: "maybe changed", id: "1", mark: "u1" }]),
          call("update_worklog", [{ says: "not changed", id: ID, mark: "u1" }]),
        ],
        [held(ID, "e1 u1")],
      ),
      [],
    ],
    [
      "what was not changed is changed",
      history(
        [post(stored("e1", ID)), call("update_worklog", [{ says: "not changed", id: ID, mark: "u1" }])],
        [held(ID, "e1 u1")],
      ),
      [`false: ${ID} was reported as not changed to u1, and was`],
    ],
    [
      "a change is gone",
      history([post(stored("e1", ID)), call("update_worklog", [changed(ID, "u1")])], [held(ID, "e1")]),
      [`lost: ${ID} was reported as changed to u1, and is as before`],
    ],
    [
      "an earlier change overwrites a later one",
      history(
        [
          post(stored("e1", ID)),
          call("update_worklog", [{ says: "maybe changed", id: ID, mark: "u1" }]),
          call("update_worklog", [changed(ID, "u2")]),
        ],
        [held(ID, "e1 u1")],
      ),
      [`lost: ${ID} was reported as changed to u2, and is u1`],
    ],
    [
      "a change has other hours than was reported",
      history(
        [post(stored("e1", ID)), call("update_worklog", [changed(ID, "u1", 3)])],
        [held(ID, "e1 u1", 2)],
      ),
      [`false: ${ID} was reported with 3 h on 2026-01-05, and has 2 h on 2026-01-05`],
    ],
    [
      "a period that was submitted is open",
      history([call("submit_timesheet", [{ says: "submitted", period: "2025-12-15" }])], []),
      ["false: 2025-12-15 was reported as submitted, and is open"],
    ],
    [
      "a period that was not submitted is",
      history([call("submit_timesheet", [{ says: "not submitted", period: "2025-12-15" }])], [], {
        submitted: ["2025-12-15"],
      }),
      ["false: 2025-12-15 was reported as not submitted, and is"],
    ],
    [
      "a period that was recalled is submitted",
      history(
        [
          call("submit_timesheet", [{ says: "maybe submitted", period: "2025-12-15" }]),
          call("recall_timesheet", [{ says: "recalled", period: "2025-12-15" }]),
        ],
        [],
        { submitted: ["2025-12-15"] },
      ),
      ["false: 2025-12-15 was reported as recalled, and is submitted"],
    ],
    [
      "a period whose recall failed is open",
      history(
        [
          call("submit_timesheet", [{ says: "submitted", period: "2025-12-15" }]),
          call("recall_timesheet", [{ says: "not recalled", period: "2025-12-15" }]),
        ],
        [],
      ),
      ["false: 2025-12-15 was reported as submitted, and is open"],
    ],
    [
      "a draft logs twice what was freed before its calls",
      toppedUp(8000, "2026-01-05"),
      ["doubled: f1@2026-01-05 is stored 2 times (1290001, 1290002), wanted 1"],
    ],
    [
      "a draft logs twice what was freed on another date",
      toppedUp(20_000, "2026-01-06"),
      ["doubled: f1@2026-01-05 is stored 2 times (1290001, 1290002), wanted 1"],
    ],
    [
      "a repeated draft names its worklogs in another order than that of their dates, which nothing has changed",
      foundAgain("2026-01-06"),
      [
        `false: f1@2026-01-05 was reported as stored as ${OTHER}, which is f1@2026-01-06`,
        `false: f1@2026-01-06 was reported as stored as ${ID}, which is f1@2026-01-05`,
      ],
    ],
    [
      "a plan books more than its date lacked",
      history(
        [
          post(stored("e1", ID, { hours: 1 })),
          person(changed(ID, "u1", 8)),
          call("fill_days", [stored("f1@2026-01-05", OTHER, { hours: 5 })]),
        ],
        [held(ID, "e1 u1", 8), held(OTHER, "f1@2026-01-05", 5)],
      ),
      [`false: 2026-01-05 has 13 h of 8 by the plan that stored ${OTHER}`],
    ],
    [
      "undo passes over a batch that was sent since",
      history(
        [
          post(stored("e1", ID)),
          killed({ says: "maybe stored", entry: "e2" }),
          call("undo", [{ says: "deleted", id: ID }]),
          post(stored("e2", OTHER, { isNew: false })),
        ],
        [held(OTHER, "e2")],
      ),
      [`lost: undo deleted ${ID}, and  was sent since and stood`],
    ],
    [
      "undo deletes what a user has changed",
      history(
        [post(stored("e1", ID)), person(changed(ID, "u1")), call("undo", [{ says: "deleted", id: ID }])],
        [],
      ),
      [`lost: undo deleted ${ID}, which person had changed to u1`],
    ],
    [
      "a call ends with an internal error",
      history([call("undo", [], { code: "internal", reply: "undo failed." })], []),
      ["broken: undo: undo failed."],
    ],
    [
      "a call is never answered",
      history([call("undo", [], { code: "hangs" })], []),
      ["broken: undo does not answer"],
    ],
    [
      "a call takes too long",
      history([call("update_worklog", [], { to: 50_001 })], []),
      ["broken: update_worklog took 50001 ms"],
    ],
    [
      "a command takes longer than its two calls and a write in doubt may",
      history([call("fill_days", [], { to: 600_001, isCommand: true })], []),
      ["broken: fill_days took 600001 ms"],
    ],
    [
      "a command takes as long as its two calls and a write in doubt may",
      history([call("post_draft", [], { to: 350_000, isCommand: true })], []),
      [],
    ],
    [
      "an undo takes longer than its calls and a write in doubt may",
      history([call("undo", [], { to: 900_001 })], []),
      ["broken: undo took 900001 ms"],
    ],
    [
      "a call is blocked once everything has settled",
      history([call("update_worklog", [], { code: "not_sent", reply: "Not sent.", isProbe: true })], []),
      ["broken: update_worklog is blocked: Not sent."],
    ],
  ])("%s", (_, of, findings) => {
    expect(said(of)).toEqual(findings);
  });
});

describe("harm is said if a reply or the log names its entry or worklog as uncertain", () => {
  const twice = [held(ID, "e1"), held(OTHER, "e1"), held("1290002", "e1")];
  test.each<[string, History, boolean[]]>([
    ["nothing names it", history([post(stored("e1", ID))], twice), [false]],
    ["a reply names a copy", history([post(stored("e1", ID, { copy: OTHER }))], twice), [true]],
    [
      "the log names a copy",
      history([{ ...post(stored("e1", ID)), log: [`e1 may be logged twice: see worklog ${OTHER}`] }], twice),
      [true],
    ],
    [
      "the journal names a copy",
      history([post(stored("e1", ID)), call("journal", [], { reply: `PROJ-7  copy of ${OTHER}\n` })], twice),
      [true],
    ],
    [
      "an earlier reply has called it unknown",
      history([post({ says: "maybe stored", entry: "e1" }), post(stored("e1", ID))], twice),
      [true],
    ],
    [
      "the reply was not received",
      history([killed({ says: "maybe stored", entry: "e1" }), post(stored("e1", ID))], twice),
      [false],
    ],
    [
      "an error names one of the copies",
      history(
        [
          call("post_worklog", [stored("e1", ID)], {
            reply: `It is unknown whether worklog ${OTHER} was changed.`,
          }),
        ],
        twice,
      ),
      [true],
    ],
    [
      "the log names both worklogs of a move that stays half made",
      history(
        [
          post(stored("e1", ID)),
          call("post_worklog", [], {
            log: [
              `post_worklog: worklog ${ID} of 2026-01-05 was to be moved to PROJ-7, and it is unknown whether worklog ${OTHER} there has the same hours`,
            ],
          }),
        ],
        twice,
      ),
      [true],
    ],
    [
      "undo prints its id",
      history([call("undo", [stored("e1", ID)], { reply: `The last batch:\n${OTHER}\n` })], twice),
      [false],
    ],
  ])("%s", (_, of, isSaid) => {
    expect(check(of).map((finding) => finding.isSaid)).toEqual(isSaid);
  });
});

describe("a move that was interrupted", () => {
  const both = [held(ID, "e1", 2), held(OTHER, "e1 u1", 2)];

  test.each<[hours: number, isLeast: boolean, isLegal: boolean]>([
    [2, false, true],
    [4, false, false],
    [0, false, false],
    [2, true, true],
    [3, true, false],
  ])("may be planned with %d h (at least: %s): %s", (hours, isLeast, isLegal) => {
    const what = `false: 2026-01-05 was planned with ${hours} h logged, and has 2 h`;
    const findings = said(history([...interrupted(), planCounts(hours, isLeast)], both));
    expect(findings.filter((it) => it.includes("planned"))).toEqual(isLegal ? [] : [what]);
  });

  test("is of the entry of its plan, though it is on the date of another entry by now", () => {
    const [first, second] = ["f1@2026-01-05", "f1@2026-01-06"];
    const move = { ...maybeMoved(first, ID), args: '{"description":"f1 u1"}' };
    const left = [held(OTHER, "f1", 1, "2026-01-06"), held("1290002", "f1 u1", 1, "2026-01-06")];
    const findings = said(
      history([call("post_draft", [stored(first, ID), stored(second, OTHER)]), move], left, {
        entryOf: ({ comment, date }) => `${comment.split(" ")[0]}@${date}`,
      }),
    );
    expect(findings).toEqual([]);
  });

  test("counts once if it was asked for twice", () => {
    const again = { ...interrupted()[1], from: 20_000, to: 21_000 } as ReturnType<typeof call>;
    const findings = said(history([...interrupted(), again, planCounts(2)], both));
    expect(findings.filter((it) => it.includes("planned"))).toEqual([]);
  });

  test.each<[what: string, left: string[], isLost: boolean]>([
    ["keeps the other worklog", [`${ID} e1 01-05 2 h`], false],
    ["keeps neither", [], true],
  ])("of which one is deleted %s", (_, left, isLost) => {
    const deletion = call("delete_worklog", [{ says: "deleted", id: OTHER }], { held: left });
    const findings = said(history([...interrupted(), deletion], []));
    expect(findings.some((it) => it.includes("has deleted both"))).toBe(isLost);
  });
});

describe("writes that overlap", () => {
  const change = { method: "PUT" };
  const others: [what: string, second: Write, isData: boolean, isCloud: boolean][] = [
    ["on one issue", write(999, 100), true, false],
    ["on one issue, both changes", write(999, 100, change), true, false],
    ["once the first took effect", write(1000, 100), false, false],
    ["on another issue", write(999, 100, { issues: [10004] }), false, false],
    ["of another machine", write(999, 100, { by: "other machine" }), false, false],
    ["of another process", write(999, 100, { by: "process B" }), true, false],
  ];
  test.each(others)("are found %s", (_, second, isFound) => {
    const of = history([], [], { isDataCenter: true, writes: [write(0, 1000), second] });
    const what = `raced: a ${second.method} on issue 10007 was sent 999 ms after a POST that took 1000 ms`;
    expect(said(of)).toEqual(isFound ? [what] : []);
  });

  test.each([
    ["a POST", {}, []],
    ["a change", change, ["raced: a PUT on issue 10007 was sent 1 ms after a PUT that took 1000 ms"]],
    ["a change that a gateway has answered", { ...change, answeredAt: 1 }, []],
  ])("are found on Cloud if each is %s", (_, parts, findings) => {
    const of = history([], [], { writes: [write(0, 1000, parts), write(1, 1000, parts)] });
    expect(said(of)).toEqual(findings);
  });

  test.each<[string, Partial<History>]>([
    ["the first was given up", { writes: [write(0, 300_000), write(250_000, 100)] }],
    ["the process of the first has died", { writes: [write(0, 1000, { diedAt: 500 }), write(500, 100)] }],
    [
      "the processes do not share their state",
      { calls: [{ ...killed(), from: 0, to: 1, log: ["The state folder / cannot be used"] }] },
    ],
  ])("may do so if %s", (_, parts) => {
    const writes = [write(0, 1000), write(1, 1000)];
    expect(said({ ...history([], [], { isDataCenter: true, writes }), ...parts })).toEqual([]);
  });

  test.each([
    ["for the date", ["2026-01-06", "2026-01-05"], 1001, true],
    ["for another date", ["2026-01-06"], 1001, false],
    ["by the same call", ["2026-01-05"], 1000, false],
  ])("are found %s if the first is of an earlier call: %j at %d ms: %s", (_, dates, sentAt, isFound) => {
    const second = write(sentAt, 100, { dates, issues: [10004] });
    const what = `raced: a POST for 2026-01-05 was sent ${sentAt} ms after a POST that took 30000 ms, whose call had ended`;
    const of = history([killed()], [], { writes: [write(0, 30_000, { diedAt: 1000 }), second] });
    expect(said(of)).toEqual(isFound ? [what] : []);
  });
});

describe("a request that deletes a worklog", () => {
  const move = { args: '{"worklogId":"1290000","description":"e1 u1","issueKey":"PROJ-4"}' };
  test.each<[string, ReturnType<typeof call>, boolean]>([
    ["by its id", call("delete_worklog", [{ says: "maybe deleted", id: ID }]), true],
    ["in a batch", call("undo", [{ says: "not deleted", id: ID }]), true],
    ["by moving its entry", call("update_worklog", [], move), true],
    [
      "if it has only changed its entry",
      call("update_worklog", [], { args: '{"description":"e1 u1"}' }),
      false,
    ],
    ["if it has posted its entry", post(), false],
    ["if it has asked later", call("delete_worklog", [{ says: "deleted", id: ID }], { from: 2001 }), false],
  ])("was asked for by a call %s: %s", (_, asking, isAsked) => {
    const writes = [write(1000, 1000, { method: "DELETE", deleted: [held(ID, "e1")] })];
    const findings = said(history([asking], [], { writes }));
    expect(findings).toEqual(isAsked ? [] : [`lost: ${ID} (e1) was deleted, and no call asked for it`]);
  });
});

describe("what is in doubt", () => {
  const refused = "Not sent: Tempo has not answered a request yet. It may still take effect";
  const row = (error: string) =>
    call("bulk_post_worklogs", [], { reply: JSON.stringify({ results: [{ error }] }) });
  test.each<[string, ReturnType<typeof call>, string[]]>([
    ["a row says until when", row(`${refused} until 14:05:30.`), []],
    [
      "a row does not say until when",
      row(`${refused}.`),
      ["false: what is in doubt was refused without a time"],
    ],
    ["a call is not sent", call("undo", [], { code: "not_sent", reply: `${refused} until 14:05.` }), []],
    [
      "a call fails otherwise",
      call("undo", [], { code: "rejected", reply: `${refused} until 14:05.` }),
      ["false: what is in doubt was refused as rejected"],
    ],
    ["an unknown outcome names a time", row("It is unknown until 14:05:30."), []],
    ["an unknown outcome names a worklog", row(`It is unknown: look at ${ID}.`), []],
    ["an unknown outcome names neither", row("It is unknown."), ["false: an unknown outcome has no time"]],
  ])("%s", (_, of, findings) => {
    expect(said(history([of], []))).toEqual(findings);
  });
});
