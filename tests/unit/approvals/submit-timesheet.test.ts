import { describe, expect, test } from "vitest";
import {
  ForbiddenError,
  OutcomeUnknownError,
  RejectedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import type { Approval } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../../../src/timesheet/timeline.ts";
import { OPEN, play, SENT, type Tempo } from "./play-submission.ts";

const unknown = () => new OutcomeUnknownError("No response.", 504);
const rejection = () => new RejectedError("Not allowed.", 403);

const SETTLED = { possiblySubmitted: [], mayTakeEffect: false };
const UNSETTLED = { possiblySubmitted: ["2025-12-01"], mayTakeEffect: true };

const [PLAN, SEND] = ["plan 0", "send 0"];
const SENT_AND_READ = (...times: number[]) => [PLAN, SEND, ...times.map((time) => `read ${time}`)];

describe("a submission", () => {
  test.each<[what: string, tempo: Tempo, at: string[], found: "submitted" | "found", approval: Approval]>([
    ["is as Tempo confirms it", { answer: SENT }, [PLAN, SEND], "submitted", SENT],
    [
      "may be approved at once",
      { answer: { ...SENT, status: "approved" } },
      [PLAN, SEND],
      "submitted",
      { ...SENT, status: "approved" },
    ],
    [
      "without a usable response is what Tempo shows as it was sent",
      { answer: unknown(), statuses: [OPEN, "none", SENT] },
      SENT_AND_READ(500, 2000, 5000),
      "submitted",
      SENT,
    ],
    [
      "is as it was sent, with space around its comment",
      { answer: unknown(), statuses: [{ ...SENT, comment: " Complete.\n" }] },
      SENT_AND_READ(500),
      "submitted",
      { ...SENT, comment: " Complete.\n" },
    ],
    [
      "whose response calls it open is what Tempo shows then",
      { answer: OPEN, statuses: [SENT] },
      SENT_AND_READ(500),
      "submitted",
      SENT,
    ],
    [
      "is found up to the moment at which Tempo can no longer carry it out",
      { answer: unknown(), statuses: [OPEN, OPEN, new ForbiddenError("No access.", 403), SENT] },
      SENT_AND_READ(500, 2000, 5000, LATEST_COMMIT_MS),
      "submitted",
      SENT,
    ],
    ...(
      [
        ["that is approved", { ...SENT, status: "approved" }],
        ["with another comment", { ...SENT, comment: "Done." }],
        ["without a comment", { ...OPEN, status: "in_review", reviewer: "Bo" }],
        ["with another reviewer", { ...SENT, reviewer: "Caren" }],
      ] as [string, Approval][]
    ).map(([what, it]): [string, Tempo, string[], "found", Approval] => [
      `without a usable response is not known to be a timesheet ${what}`,
      { answer: unknown(), statuses: [it] },
      SENT_AND_READ(500),
      "found",
      it,
    ]),
    [
      "that is rejected is not known to be a timesheet that is submitted then",
      { answer: rejection(), statuses: [SENT] },
      SENT_AND_READ(500),
      "found",
      SENT,
    ],
  ])("%s", async (_, tempo, at, found, approval) => {
    const { sent, outcome, ...seen } = await play(tempo);
    expect(sent).toEqual([{ period: OPEN, reviewer: { id: "b", name: "Bo" }, comment: " Complete. " }]);
    expect(outcome).toEqual({ submitted: undefined, found: undefined, [found]: approval });
    // One that was not refused may still take effect if another client has submitted the timesheet.
    const mayTakeEffect = found === "found" && tempo.answer instanceof OutcomeUnknownError;
    const submitted = found === "submitted" ? ["2025-12-01"] : [];
    expect(seen).toEqual({ at, submitted, ...SETTLED, mayTakeEffect });
  });

  test.each<[what: string, tempo: Tempo, at: string[], error: RegExp, isKnown: boolean]>([
    [
      "that never left this machine is not read back",
      { answer: new UnavailableError("No connection.") },
      [PLAN, SEND],
      /^UnavailableError: No connection/,
      true,
    ],
    [
      "that is rejected and still open failed",
      { answer: rejection(), statuses: [OPEN] },
      SENT_AND_READ(500),
      /^RejectedError: Not allowed/,
      true,
    ],
    [
      "that is rejected is unknown if its status cannot be read",
      { answer: rejection(), statuses: [new ForbiddenError("No access.", 403)] },
      SENT_AND_READ(500),
      /^OutcomeUnknownError: .* of December 2025 was submitted: Tempo refused it, and its status cannot be read to the end\. Not allowed\. Sending the same call again is safe: it reads the status first\.$/,
      false,
    ],
    [
      "without a usable response is unknown if it still is open",
      { answer: unknown(), statuses: [OPEN] },
      SENT_AND_READ(500, 2000, 5000, LATEST_COMMIT_MS),
      /^OutcomeUnknownError: .* gave no usable response\. It still shows it as open/,
      false,
    ],
    [
      "without a usable response is unknown if its status cannot be read",
      { answer: unknown(), statuses: [OPEN, "none"] },
      SENT_AND_READ(500, 2000, 5000, LATEST_COMMIT_MS),
      /^OutcomeUnknownError: .* gave no usable response, and its status cannot be read to the end\. [^.]*\.$/,
      false,
    ],
  ])("%s", async (_, tempo, at, error, isKnown) => {
    const { sent, outcome, ...seen } = await play(tempo);
    expect(sent).toHaveLength(1);
    expect(outcome).toMatch(error);
    expect(seen).toEqual({ at, submitted: [], ...(isKnown ? SETTLED : UNSETTLED) });
  });

  test("is as it was sent with any reviewer, if Tempo chooses the reviewer", async () => {
    const { outcome } = await play({ answer: unknown(), statuses: [SENT] }, { hasReviewer: false });
    expect(outcome).toEqual({ submitted: SENT, found: undefined });
  });

  test("passes on what is no failure of Tempo", async () => {
    expect((await play({ answer: new Error("A bug.") })).outcome).toBe("Error: A bug.");
    const { outcome } = await play({ answer: unknown(), statuses: [new Error("A bug.")] });
    expect(outcome).toBe("Error: A bug.");
  });

  test("is not sent by a process that lost the lease, which records nothing", async () => {
    const { outcome, ...seen } = await play({ answer: SENT }, { mayWrite: () => false });
    expect(outcome).toMatch(/^NotSentError: Not sent: this process was paused/);
    expect(seen).toEqual({ at: [PLAN], sent: [], submitted: [], ...SETTLED });
  });
});

describe("the status of a submission", () => {
  const tempo = { answer: unknown(), statuses: [OPEN] };

  test.each([
    ["is not waited for beyond the call's time", 2000, SENT_AND_READ(500)],
    ["is waited for up to the call's time", 2001, SENT_AND_READ(500, 2000)],
  ])("%s", async (_, deadline, at) => {
    const seen = await play(tempo, { deadline });
    expect(seen.at).toEqual(at);
    expect(seen.outcome).toMatch(/its status cannot be read to the end/);
  });

  test("is not read in a call that is cancelled", async () => {
    const seen = await play(tempo, { signal: AbortSignal.abort() });
    expect(seen.at).toEqual([PLAN, SEND]);
    expect(seen.outcome).toMatch(/its status cannot be read to the end/);
  });
});

describe("a submission of an earlier call without an outcome", () => {
  const OPEN_FOR_MS = LONGEST_WRITE_MS + LATEST_COMMIT_MS;

  test("is waited for, and the plan is made anew", async () => {
    const { at } = await play({ answer: SENT }, { sentBefore: 1000 });
    expect(at).toEqual(["plan 1000", `plan ${OPEN_FOR_MS}`, `send ${OPEN_FOR_MS}`]);
  });

  test("is waited for, and nothing is sent if the plan is another one then, which the reply shows", async () => {
    const { at, outcome } = await play({ answer: SENT }, { sentBefore: 1000, loggedAt: OPEN_FOR_MS });
    expect(at).toEqual(["plan 1000", `plan ${OPEN_FOR_MS}`]);
    expect(outcome).toMatchObject({
      plan: { days: [{ bookedSeconds: 3600 }, ...Array(30).fill({ bookedSeconds: 0 })] },
    });
  });

  test("is not waited for once it is over", async () => {
    const { at } = await play({ answer: SENT }, { sentBefore: OPEN_FOR_MS });
    expect(at).toEqual([`plan ${OPEN_FOR_MS}`, `send ${OPEN_FOR_MS}`]);
  });

  test.each([
    ["keeps the next one from being sent in a call without the time", 0, ["plan 1000"]],
    ["is waited for up to the call's time", 1, ["plan 1000", `plan ${OPEN_FOR_MS}`, `send ${OPEN_FOR_MS}`]],
  ])("%s", async (_, more, at) => {
    const seen = await play({ answer: SENT }, { sentBefore: 1000, deadline: OPEN_FOR_MS + more });
    expect(seen.at).toEqual(at);
    if (more === 0)
      expect(seen.outcome).toMatch(
        /^NotSentError: Not sent: an earlier call has submitted .* of December 2025/,
      );
  });
});
