import { describe, expect, test } from "vitest";
import { sendChange } from "../../../src/timesheet/editing/send-change.ts";
import { OutcomeUnknownError } from "../../../src/timesheet/errors.ts";
import type { CallScope, FullWorklog } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, TIME_TO_SETTLE_EDIT_MS } from "../../../src/timesheet/timeline.ts";
import { writer } from "../../helpers/writer.ts";
import { runOf } from "../posting/run.ts";
import { OLD, play, WANTED } from "./play-change.ts";

const unknown = () => new OutcomeUnknownError("No response.", 504);

describe("a change of unknown outcome", () => {
  const tempo = { answers: [unknown()], shown: [OLD] };

  test.each([
    [
      "is not sent again if it could not be settled then",
      1000 + TIME_TO_SETTLE_EDIT_MS,
      ["send 0", "read 0", "read 11000"],
    ],
    [
      "is sent again if it can",
      1001 + TIME_TO_SETTLE_EDIT_MS,
      ["send 0", "send 1000", "read 1000", "read 12000"],
    ],
    ["is not waited for beyond the call's time", LATEST_COMMIT_MS, ["send 0", "read 0"]],
    ["is waited for up to the call's time", LATEST_COMMIT_MS + 1, ["send 0", "read 0", "read 11000"]],
  ])("%s", async (_, deadline, at) => {
    expect((await play(tempo, { deadline })).at).toEqual(at);
  });

  test("is not waited for in a call that is cancelled", async () => {
    const { at, result } = await play(tempo, { signal: AbortSignal.abort() });
    expect(at).toEqual(["send 0", "read 1000"]);
    expect(result).toMatch(/the worklog cannot be read to the end/);
  });
});

describe("a process that lost the lease", () => {
  test.each([
    ["before it records anything", 0],
    ["while it records", 1],
  ])("sends no change: %s", async (_, allowed) => {
    let asked = 0;
    const updateWorklog = async (_worklog: FullWorklog, scope: CallScope) => {
      await scope.beforeWrite?.();
      return WANTED;
    };
    const { run, journal } = runOf([], { updateWorklog });
    const lost = writer(journal, () => asked++ < allowed);
    const { context } = run;
    const send = (scope: CallScope) => context.timesheet.updateWorklog(WANTED, scope);
    const change = { old: OLD, wanted: WANTED, issueKey: "PROJ-1", send, context, writer: lost };
    await expect(sendChange(change)).rejects.toThrow("Not sent: this process was paused");
    expect(journal.edits.has("7")).toBe(allowed > 0);
    expect(run.context.changes.byKind()).toEqual([]);
  });
});

test("what is no failure of Tempo is passed on, and the change stays open", async () => {
  const bug = new Error("A bug.");
  for (const tempo of [
    { answers: [bug], shown: [WANTED] },
    { answers: [unknown()], shown: [bug] },
  ]) {
    const { result, edited, possiblyEdited } = await play(tempo);
    expect({ result, edited, possiblyEdited }).toEqual({
      result: "Error: A bug.",
      edited: [],
      possiblyEdited: ["7"],
    });
  }
});
