import { expect, test } from "vitest";
import { RejectedError, type TimesheetError } from "../../../src/timesheet/errors.ts";
import {
  ambiguousMatch,
  describe,
  disappeared,
  interruptedByBug,
  issueNotFound,
  missingFromResponse,
  sentEarlier,
  stoppedAfterWrongAuthor,
  storedUnderAnotherUser,
  tooManyHours,
  unknownAfterRejection,
} from "../../../src/timesheet/posting/errors.ts";
import { existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const WORKLOG = newWorklog({ hours: 1.5 });

test("a worklog is described by its hours, issue and date", () => {
  expect(describe(WORKLOG)).toBe("1.5 h on PROJ-1 for 2026-01-05");
});

test.each<[text: string, create: () => TimesheetError]>([
  [
    "Not sent: with these 1.5 h, 2026-01-05 would have 24.5 h, and a day has 24. Check the date, the hours and your worklogs of that date.",
    () => tooManyHours(WORKLOG, 24.5 * 3600, 0),
  ],
  [
    "Not sent: with these 1.5 h, 2026-01-05 would have 24.01 h, and a day has 24. Check the date, the hours and your worklogs of that date. 2 h of them were sent a moment ago and are not in Tempo's list yet; if you have deleted them, try again in a minute.",
    () => tooManyHours(WORKLOG, 24 * 3600 + 1, 2 * 3600),
  ],
  [
    "Issue PROJ-9 does not exist in Jira, or you have no access to it. Nothing was logged for it. Check the key, and that you can open the issue in Jira.",
    () => issueNotFound("PROJ-9"),
  ],
  [
    "Tempo accepted the request, but its response does not list 1.5 h on PROJ-1 for 2026-01-05, so it is unknown whether it is stored. Check your worklogs of 2026-01-05 before posting it again.",
    () => missingFromResponse(WORKLOG, new Set()),
  ],
  [
    "Tempo accepted the request, but its response does not list 1.5 h on PROJ-1 for 2026-01-05 (it lists others: worklog 7, 8), so it is unknown whether it is stored. Check your worklogs of 2026-01-05 before posting it again.",
    () => missingFromResponse(WORKLOG, new Set([storedWorklog("7"), storedWorklog("8")])),
  ],
  [
    "Tempo stored this as worklog 7 under another user, so posting stopped. Both tokens must belong to the same person. Check or delete worklog 7 in Tempo.",
    () => storedUnderAnotherUser(storedWorklog("7")),
  ],
  [
    "Not sent: Tempo stored another entry under another user, so posting stopped. Both tokens must belong to the same person.",
    () => stoppedAfterWrongAuthor(),
  ],
  [
    "Tempo rejected this request (HTTP 400), and your worklogs cannot be read, so it is unknown whether it is stored. Check your worklogs before posting it again.",
    () => unknownAfterRejection(new RejectedError("The period is closed.", 400)),
  ],
  [
    "The outcome of 1.5 h on PROJ-1 for 2026-01-05 is unknown, and another worklog has appeared there since (worklog 7, 2 h; worklog 8, 1 h). It may be the same entry: check your worklogs of 2026-01-05 before posting it again.",
    () => ambiguousMatch(WORKLOG, [existingWorklog("7", { hours: 2 }), existingWorklog("8")]),
  ],
  [
    "An internal error interrupted this request, so it is unknown whether it is stored. Check your worklogs before posting it again, and report the bug.",
    () => interruptedByBug(undefined),
  ],
  [
    "An earlier call has sent 1.5 h on PROJ-1 for 2026-01-05 and got no response, so it is unknown whether it is stored. Check your worklogs of 2026-01-05 before posting it again.",
    () => sentEarlier(WORKLOG),
  ],
  [
    "1.5 h on PROJ-1 for 2026-01-05 was stored as worklog 7, which does not exist any more: something else has deleted it. Check your worklogs of 2026-01-05 before posting it again.",
    () => disappeared(WORKLOG, "7"),
  ],
])("%s", (text, create) => {
  expect(create().message).toBe(text);
});

test("an internal error keeps its cause, and a rejection its HTTP status", () => {
  const bug = new Error("bug");
  expect(interruptedByBug(bug).cause).toBe(bug);
  expect(unknownAfterRejection(new RejectedError("", 400)).httpStatus).toBe(400);
});
