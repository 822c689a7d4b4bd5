import { expect, test } from "vitest";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { JournalRecord } from "../../../src/timesheet/journal/records.ts";
import { BatchJournal } from "../../../src/timesheet/posting/batch-journal.ts";
import { existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const A = newWorklog({ comment: "a" });
const B = newWorklog({ comment: "b" });
const OTHER = { issue: "2" };

/** The records that the journal of a batch keeps, each in a line. */
function recordsOf(act: (batch: BatchJournal, journal: Journal) => void): string[] {
  const records: JournalRecord[] = [];
  const store = {
    readNew: () => [],
    append: (record: JournalRecord) => void records.push(record),
    hash: (comment: string) => comment,
  };
  const journal = new Journal(store, { wallClock: () => 0 });
  act(new BatchJournal(journal), journal);
  return records.map(inALine);
}

function inALine(record: JournalRecord): string {
  switch (record.type) {
    case "sending":
      return record.entries
        .map(({ entry, comment, afterId, again }) =>
          [`send ${comment} as ${record.batch}/${entry} after ${afterId}`, ...(again ?? [])].join(", again "),
        )
        .join("; ")
        .concat(record.seen?.length ? `, seen ${record.seen}` : "");
    case "stored":
      return record.worklogs.map(({ entry, id }) => `${entry} is ${id}`).join("; ");
    case "deleted":
      return `delete ${record.ids}`;
    case "deleting":
    case "notDeleted":
    case "editing":
    case "edited":
    case "notEdited":
    case "submitting":
    case "submissionSettled":
      return record.type;
    default:
      return `${record.type} ${record.entries}`;
  }
}

test.each<[behaviour: string, act: (batch: BatchJournal, journal: Journal) => void, records: string[]]>([
  [
    "a request is recorded before anything is known to exist",
    (batch) => batch.sending([A, B]),
    ["send a as 1/1 after 0; send b as 1/2 after 0"],
  ],
  [
    "a request is recorded with the highest id that existed before, as a number",
    (batch) => {
      batch.saw(["9", "100", "20"].map((id) => existingWorklog(id, OTHER)));
      batch.saw([existingWorklog("99", OTHER)]);
      batch.sending([A]);
    },
    ["send a as 1/1 after 100"],
  ],
  [
    "a request is recorded with what existed on its issue and date, apart from what the journal knows",
    (batch) => {
      batch.sending([A]);
      batch.stored([[A, storedWorklog("7")]]);
      batch.saw([existingWorklog("9"), existingWorklog("7"), existingWorklog("8", OTHER)]);
      batch.saw([existingWorklog("9"), existingWorklog("6")]);
      batch.sending([B]);
    },
    ["send a as 1/1 after 0", "1 is 7", "send b as 1/2 after 9, seen 9,6"],
  ],
  [
    "an id in a response existed before the next request",
    (batch) => {
      batch.sending([A]);
      batch.stored([[A, storedWorklog("77")]]);
      batch.sending([B]);
    },
    ["send a as 1/1 after 0", "1 is 77", "send b as 1/2 after 77"],
  ],
  [
    "a request that never left is recorded as sent once more, not as another",
    (batch) => {
      batch.sending([A, B]);
      batch.sending([A, B]);
    },
    ["send a as 1/1 after 0; send b as 1/2 after 0", "retrying 1,2"],
  ],
  [
    "a worklog of unknown outcome is another entry when it is sent again, which may be stored as well",
    (batch) => {
      batch.sending([A, B]);
      batch.unknown([A]);
      batch.sending([A]);
      batch.unknown([A]);
      batch.sending([A]);
    },
    [
      "send a as 1/1 after 0; send b as 1/2 after 0",
      "unknown 1",
      "send a as 1/3 after 0, again 1",
      "unknown 3",
      "send a as 1/4 after 0, again 1, again 3",
    ],
  ],
  [
    "a worklog that was not stored is another entry when it is sent again, and the first is not open",
    (batch) => {
      batch.sending([A]);
      batch.notStored([A]);
      batch.sending([A]);
    },
    ["send a as 1/1 after 0", "notStored 1", "send a as 1/2 after 0"],
  ],
  [
    "a worklog that is found stored is the last of its entries",
    (batch) => {
      batch.sending([A]);
      batch.unknown([A]);
      batch.sending([A]);
      batch.unknown([A]);
      batch.stored([[A, storedWorklog("77")]]);
    },
    ["send a as 1/1 after 0", "unknown 1", "send a as 1/2 after 0, again 1", "unknown 2", "2 is 77"],
  ],
  [
    "a response is that of the request in progress, not of an earlier one",
    (batch) => {
      batch.sending([A]);
      batch.unknown([A]);
      batch.sending([A]);
      batch.stored([[A, storedWorklog("77")]]);
    },
    ["send a as 1/1 after 0", "unknown 1", "send a as 1/2 after 0, again 1", "2 is 77"],
  ],
  [
    "what was never sent has no entry, whatever is said of it",
    (batch) => {
      batch.unknown([A]);
      batch.notStored([A]);
      batch.stored([[A, storedWorklog("77")]]);
    },
    [],
  ],
  [
    "a request ends once",
    (batch) => {
      batch.sending([A]);
      batch.unknown([A]);
      batch.notStored([A]);
    },
    ["send a as 1/1 after 0", "unknown 1"],
  ],
])("%s", (_, act, records) => {
  expect(recordsOf(act)).toEqual(records);
});

test("an entry of an earlier call is what a worklog became, or may be stored as well", () => {
  const records = recordsOf((_, journal) => {
    new BatchJournal(journal).sending([A, B]);
    const next = new BatchJournal(journal);
    for (const worklog of [A, B])
      for (const entry of journal.entriesOf(worklog)) next.takeOver(worklog, entry);
    next.stored([[A, storedWorklog("77")]]);
    next.sending([B]);
  });
  expect(records).toEqual([
    "send a as 1/1 after 0; send b as 1/2 after 0",
    "1 is 77",
    "send b as 3/3 after 77, again 2",
  ]);
});

test("a worklog is known once it is the result of an entry", () => {
  recordsOf((batch) => {
    batch.sending([A]);
    const before = batch.belongsToEntry("77");
    batch.stored([[A, storedWorklog("77")]]);
    expect([before, batch.belongsToEntry("77"), batch.belongsToEntry("78")]).toEqual([false, true, false]);
  });
});

test("worklogs of others are recorded as seen, own entries are not", () => {
  const appended: JournalRecord[] = [];
  const store = {
    readNew: () => [],
    append: (record: JournalRecord) => void appended.push(record),
    hash: (comment: string) => comment,
  };
  const journal = new Journal(store, { wallClock: () => 0 });
  journal.refresh(5);
  const first = new BatchJournal(journal);
  first.sending([A]);
  first.stored([[A, storedWorklog("71")]]);
  const batch = new BatchJournal(journal);
  batch.saw(["70", "71", "72"].map((id) => existingWorklog(id)));
  batch.sending([A]);
  expect(appended.map(inALine).at(-1)).toBe("send a as 6/6 after 72, seen 70,72");
});
