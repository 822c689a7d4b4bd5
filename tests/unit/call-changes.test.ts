import { describe, expect, test } from "vitest";
import type { FinishedCall } from "../../src/server/context.ts";
import { cancellationReport, failureOf } from "../../src/server/errors.ts";
import { logCall } from "../../src/team/http/serve-message.ts";
import { createServerMetrics } from "../../src/team/observability/metrics.ts";
import { CallChanges } from "../../src/timesheet/call-changes.ts";
import { RejectedError } from "../../src/timesheet/errors.ts";

/** Two changes of each kind; of those that are possible, another two have become certain, or have not been made. */
function ofEachKind(): CallChanges {
  const changes = new CallChanges();
  changes.possiblyMade("stored", ["1 h on PROJ-1", "1 h on PROJ-1"]);
  changes.possiblyMade("submitted", ["2026-01-01", "2026-02-01"]);
  changes.possiblyMade("changed", ["5", "7", "8"]);
  for (const id of ["3", "4", "9"]) changes.possiblyMade("deleted", [id]);
  changes.possiblyMade("deleted", ["3"]);
  changes.notMade("deleted", "9");
  changes.made("submitted", ["2026-03-01", "2026-04-01"]);
  changes.possiblyMade("recalled", ["2026-05-01", "2026-06-01"]);
  changes.made("recalled", ["2026-07-01", "2026-08-01"]);
  changes.made("changed", ["6", "5"]);
  changes.made("deleted", ["10", "11"]);
  changes.made("stored", ["1"]);
  changes.made("stored", ["2"]);
  return changes;
}

const FINISHED: FinishedCall = {
  tool: "delete_worklogs",
  milliseconds: 5,
  isError: false,
  hasFailures: false,
  isCancelled: false,
  changes: undefined,
};

describe("what a call has changed", () => {
  test("is in the text of an error that is a bug", () => {
    const { text } = failureOf(new Error("Oh"), "delete_worklogs", ofEachKind());
    expect(text.assistant).toBe(
      "delete_worklogs failed: internal error. This is a bug; please report it with the lines on stderr. " +
        "The hours are stored in Tempo as worklog 1, 2: do not post them again. " +
        "Worklog 10, 11 is deleted. It is unknown whether worklog 3, 4 is deleted. " +
        "Worklog 6, 5 is changed. It is unknown whether worklog 7, 8 is changed. " +
        "The timesheet from 2026-03-01, 2026-04-01 is submitted. " +
        "It is unknown whether the timesheet from 2026-01-01, 2026-02-01 is submitted. " +
        "The timesheet from 2026-07-01, 2026-08-01 is recalled, so that it is open again. " +
        "It is unknown whether the timesheet from 2026-05-01, 2026-06-01 is recalled. " +
        "It is unknown whether these are stored: 1 h on PROJ-1, 1 h on PROJ-1.",
    );
  });

  test("is not repeated by an error that says it itself", () => {
    const { text } = failureOf(new RejectedError("No."), "delete_worklogs", ofEachKind());
    expect(text).toEqual({ assistant: "No.", shell: "No." });
  });

  test("is in the log, if the call is cancelled", () => {
    expect(cancellationReport(ofEachKind())).toBe(
      "cancelled; before that it had stored worklog 1, 2 and deleted worklog 10, 11 and possibly deleted worklog 3, 4 and " +
        "changed worklog 6, 5 and possibly changed worklog 7, 8 and " +
        "submitted the timesheet from 2026-03-01, 2026-04-01 and possibly submitted the timesheet from 2026-01-01, 2026-02-01 and " +
        "recalled the timesheet from 2026-07-01, 2026-08-01 and possibly recalled the timesheet from 2026-05-01, 2026-06-01 and " +
        "possibly stored 1 h on PROJ-1, 1 h on PROJ-1",
    );
    expect(cancellationReport(new CallChanges())).toBe("cancelled; before that it had changed nothing");
  });

  test("is a line of the audit log, by id", () => {
    const lines: string[] = [];
    const log = (changes: CallChanges) => {
      lines.splice(0);
      const ids = { requestId: "r", traceId: undefined, person: undefined, caller: undefined };
      logCall((_, __, line) => lines.push(JSON.stringify(line)), { ...FINISHED, changes }, ids);
      return lines.slice(1);
    };
    expect(log(ofEachKind())).toEqual([
      '{"event":"audit","requestId":"r","tool":"delete_worklogs","stored":["1","2"],"possiblyStored":2,' +
        '"deleted":["10","11"],"possiblyDeleted":["3","4"],"changed":["6","5"],"possiblyChanged":["7","8"],' +
        '"submitted":["2026-03-01","2026-04-01"],"possiblySubmitted":["2026-01-01","2026-02-01"],' +
        '"recalled":["2026-07-01","2026-08-01"],"possiblyRecalled":["2026-05-01","2026-06-01"]}',
    ]);
    expect(log(new CallChanges())).toEqual([]);
  });

  test("is counted", () => {
    const metrics = createServerMetrics();
    metrics.call({ ...FINISHED, changes: ofEachKind() });
    metrics.call(FINISHED);
    const outcomes = ["stored", "deleted", "changed", "submitted", "recalled"].flatMap((it) => [
      it,
      `possibly_${it}`,
    ]);
    const counted = metrics.text().match(/^tempofiller_changes_total\{.*$/gm);
    expect(counted).toEqual(outcomes.map((outcome) => `tempofiller_changes_total{outcome="${outcome}"} 2`));
  });
});
