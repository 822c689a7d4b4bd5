import { describe, expect, test } from "vitest";
import {
  ForbiddenError,
  NoAnswerError,
  OutcomeUnknownError,
  RejectedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import type { Approval } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, STATUS_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { failed, notStored, type Step, unanswered } from "../posting/steps.ts";
import { asked, made, OPEN, type Parts, play, SENT, type Tempo } from "./play-submission.ts";

const DECIDED_MS = LATEST_COMMIT_MS + STATUS_LAG_MS;

const lost = () => new OutcomeUnknownError("No response.", 503);
const silent = () => new NoAnswerError("No answer.", 504);

const [PLAN, SEND] = ["plan 0", "send 0"];
const reads = (...times: number[]) => times.map((time) => `read ${time}`);
/** A look every two seconds, until it is decided. */
const LOOKS = reads(...Array.from({ length: 21 }, (_, index) => index * 2000), DECIDED_MS);

/** A look every two seconds, as long as the call has time. */
const LOOKS_ON = reads(...Array.from({ length: 24 }, (_, index) => index * 2000));

describe("a submission", () => {
  test.each<[what: string, tempo: Tempo, at: string[], found: "submitted" | "found", approval: Approval]>([
    ["is as Tempo confirms it", { answer: SENT }, [], "submitted", SENT],
    [
      "may be approved at once",
      { answer: { ...SENT, status: "approved" } },
      [],
      "submitted",
      { ...SENT, status: "approved" },
    ],
    [
      "that fails is what Tempo shows as it was sent",
      { answer: lost(), statuses: [OPEN, "none", SENT] },
      reads(0, 2000, 4000, 4000),
      "submitted",
      SENT,
    ],
    [
      "that is not answered is what Tempo shows at once",
      { answer: silent(), statuses: [SENT] },
      reads(0, 0),
      "submitted",
      SENT,
    ],
    [
      "is as it was sent, with space around its comment",
      { answer: lost(), statuses: [{ ...SENT, comment: " Complete.\n" }] },
      reads(0, 0),
      "submitted",
      { ...SENT, comment: " Complete.\n" },
    ],
    [
      "whose response calls it open is what Tempo shows then",
      { answer: OPEN, statuses: [SENT] },
      reads(0, 0),
      "submitted",
      SENT,
    ],
    [
      "that is rejected is what Tempo shows, if it was carried out all the same",
      { answer: new RejectedError("Not allowed.", 403), statuses: [SENT] },
      reads(0, 0),
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
      `that fails is not known to be a timesheet ${what}`,
      { answer: lost(), statuses: [it] },
      reads(0, 0),
      "found",
      it,
    ]),
  ])("%s", async (_, tempo, at, found, approval) => {
    const { sent, outcome, ...seen } = await play(tempo);
    expect(sent).toEqual([{ period: OPEN, reviewer: { id: "b", name: "Bo" }, comment: " Complete. " }]);
    expect(outcome).toEqual({ submitted: undefined, found: undefined, [found]: approval });
    const submitted = found === "submitted" ? ["2025-12-01"] : [];
    expect(seen).toEqual({ at: [PLAN, SEND, ...at], submitted, possiblySubmitted: [], fate: "done" });
  });

  test.each<[what: string, tempo: Tempo, at: string[], error: RegExp, fate: string]>([
    [
      "that never left this machine is not read back",
      { answer: new UnavailableError("No connection.") },
      [],
      /^UnavailableError: No connection\.$/,
      "void",
    ],
    [
      "that is rejected failed",
      { answer: new RejectedError("Not allowed.", 403), statuses: [OPEN] },
      reads(0),
      /^RejectedError: Not allowed\.$/,
      "void",
    ],
    [
      "that fails was not made if it is open once it can take effect no more",
      { answer: lost(), statuses: [OPEN] },
      LOOKS,
      /^UnavailableError: The timesheet of December 2025 was not submitted: Tempo returned HTTP 503, and still shows it as open\. Send the same call again\.$/,
      "void",
    ],
    [
      "that fails is unknown if its status cannot be read",
      { answer: lost(), statuses: [new ForbiddenError("No access.", 403)] },
      LOOKS,
      /^OutcomeUnknownError: .* December 2025 was submitted: Tempo returned HTTP 503\. Its status cannot be read\. Sending the same call again is safe: it reads the status first\.$/,
      "unsure",
    ],
    [
      "that is not answered is unknown, with the time until when",
      { answer: silent(), statuses: [OPEN] },
      LOOKS_ON,
      /^OutcomeUnknownError: .* December 2025 was submitted: Tempo returned HTTP 504\. It may still take effect until \d\d:\d\d:\d\d, 224 seconds from now\. Sending the same call again is safe/,
      "lost",
    ],
  ])("%s", async (_, tempo, at, error, fate) => {
    const { sent, outcome, ...seen } = await play(tempo);
    expect(sent).toHaveLength(1);
    expect(outcome).toMatch(error);
    const possiblySubmitted = fate === "void" ? [] : ["2025-12-01"];
    expect(seen).toEqual({ at: [PLAN, SEND, ...at], submitted: [], possiblySubmitted, fate });
  });

  test("is as it was sent with any reviewer, if Tempo chooses the reviewer", async () => {
    const { outcome } = await play({ answer: lost(), statuses: [SENT] }, { hasReviewer: false });
    expect(outcome).toEqual({ submitted: SENT, found: undefined });
  });

  test("passes on a bug of what reads it back", async () => {
    const { outcome } = await play({ answer: lost(), statuses: [new TypeError("A bug.")] });
    expect(outcome).toBe("TypeError: A bug.");
  });

  test("is not sent by a process that lost the lease, which records nothing", async () => {
    const { outcome, ...seen } = await play({ answer: SENT }, { mayWrite: () => false });
    expect(outcome).toMatch(/^NotSentError: Not sent: this process was paused/);
    expect(seen).toEqual({ at: [PLAN], sent: [], submitted: [], possiblySubmitted: [], fate: undefined });
  });
});

describe("after a request of a second ago, a submission", () => {
  const submission = asked("submitted");
  const WAIT_MS = DECIDED_MS - 1000;
  /** Looks at the request in doubt, and the plan that is made then. */
  const decided = (looks: number) => [
    PLAN,
    ...Array.from({ length: looks }, (_, index) => `plan ${index * 2000}`),
    `plan ${WAIT_MS}`,
  ];

  test.each<[what: string, steps: Step[], parts: Parts, at: string[], error?: RegExp]>([
    [
      "waits until that is decided, and makes the plan anew",
      [submission, failed(1)],
      {},
      [...decided(20), `plan ${WAIT_MS}`, `send ${WAIT_MS}`],
    ],
    [
      "has no time to wait, and is not sent",
      [submission, failed(1)],
      { deadline: WAIT_MS },
      [PLAN, PLAN],
      /^NotSentError: Not sent: Tempo has not said what became of an earlier request about this timesheet\. It may still take effect until .*, 40 seconds from now\./,
    ],
    [
      "is not sent after silence",
      [submission, unanswered(1)],
      {},
      [PLAN, PLAN],
      /^NotSentError: Not sent: .* 269 seconds from now\./,
    ],
    ["is sent at once if that took no effect", [submission, notStored(1)], {}, [PLAN, SEND]],
    [
      "waits until Tempo shows that it was submitted, and does not show it open",
      [submission, made(1)],
      {},
      [PLAN, `plan ${STATUS_LAG_MS - 1000}`, `send ${STATUS_LAG_MS - 1000}`],
    ],
    [
      "has no time to wait until Tempo shows that it was submitted",
      [submission, made(1)],
      { deadline: STATUS_LAG_MS - 1000 },
      [PLAN],
      /^NotSentError: Not sent: an earlier call has asked Tempo for another status .* of December 2025 /,
    ],
    ["is sent at once if that has opened it", [asked("recalled"), made(1)], {}, [PLAN, SEND]],
  ])("%s", async (_, steps, parts, at, error) => {
    const seen = await play({ answer: SENT }, { steps, ...parts });
    expect(seen.at).toEqual(at);
    if (error) expect(seen.outcome).toMatch(error);
    expect(seen.sent).toHaveLength(error ? 0 : 1);
  });

  test("is not sent if the plan is another one after the wait, which the reply shows", async () => {
    const { at, outcome } = await play(
      { answer: SENT },
      { steps: [submission, failed(1)], loggedAt: WAIT_MS },
    );
    expect(at.at(-1)).toBe(`plan ${WAIT_MS}`);
    expect(outcome).toMatchObject({
      plan: { days: [{ loggedSeconds: 3600 }, ...Array(30).fill({ loggedSeconds: 0 })] },
    });
  });
});
