import { describe, expect, test } from "vitest";
import { datesOf, dayOfWeek } from "../../../src/timesheet/dates.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { detach, page } from "../../helpers/faults.ts";
import { mayTakeEffectUntil } from "../../helpers/in-doubt.ts";
import { hidesNames } from "../../helpers/other-tempos.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

const DECEMBER = datesOf({ startDate: "2025-12-01", endDate: "2025-12-31" }).filter(
  (date) => !["Saturday", "Sunday"].includes(dayOfWeek(date)),
);

const FULL = DECEMBER.map((startDate) => worklog({ startDate }));

const PERIOD = { startDate: "2025-12-01", endDate: "2025-12-31" };

const HOURS = { requiredHours: 184, loggedHours: 184, missingHours: 0 };

const REQUEST = { startDate: "2025-12-01", reviewer: "Bo", comment: "Complete." };

const SUBMITTED = {
  submitted: true,
  timesheet: { ...PERIOD, status: "in_review", ...HOURS, reviewer: "Bo", comment: "Complete." },
};

async function open(options: SessionOptions = {}) {
  const session = await openSession({
    toolSets: ["approvals"],
    ...options,
    seed: { worklogs: FULL, ...options.seed },
  });
  const plan = async (request: object = REQUEST) =>
    (await session.reply("submit_timesheet", request as typeof REQUEST)).confirm ?? "";
  return { ...session, plan };
}

describe.each(["cloud", "datacenter"] as const)("submit_timesheet on %s", (deployment) => {
  test("plans, submits with the digest, and sends nothing more if it is repeated", async () => {
    const { reply, plan, sandbox, tempo } = await open({ deployment });
    const planned = await reply("submit_timesheet", REQUEST);
    expect(planned).toEqual({
      submitted: false,
      timesheet: { ...PERIOD, status: "open", ...HOURS, reviewer: "Bo", comment: "Complete." },
      confirm: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    expect(sandbox.state.submissions).toEqual([]);

    const request = { ...REQUEST, confirm: await plan() };
    expect(await reply("submit_timesheet", request)).toEqual(SUBMITTED);
    expect(await reply("submit_timesheet", request)).toEqual({
      ...SUBMITTED,
      submitted: false,
      alreadySubmitted: true,
    });
    expect(sandbox.state.submissions).toEqual([{ startDate: "2025-12-01", comment: "Complete." }]);
    expect(tempo.count("submit")).toBe(1);
  });

  test("refuses while hours are missing, and lists the days; with evenIfMissing it submits", async () => {
    const { failedReply, reply, sandbox } = await open({
      deployment,
      seed: {
        worklogs: FULL.slice(0, -2).concat(worklog({ startDate: "2025-12-31", timeSpentSeconds: 32_400 })),
      },
    });
    const short = { ...PERIOD, status: "open", requiredHours: 184, loggedHours: 177, missingHours: 8 };
    const days = {
      days: [{ date: "2025-12-30", requiredHours: 8, loggedHours: 0, missingHours: 8 }],
      overbooked: [{ date: "2025-12-31", requiredHours: 8, loggedHours: 9 }],
    };
    const timesheet = { ...short, reviewer: "Bo", comment: "Complete." };
    expect(await failedReply("submit_timesheet", REQUEST)).toEqual({ submitted: false, timesheet, ...days });

    const request = { ...REQUEST, evenIfMissing: true };
    const { confirm, ...plan } = await reply("submit_timesheet", request);
    expect(plan).toEqual({ submitted: false, timesheet, ...days });
    expect(await reply("submit_timesheet", { ...request, confirm: confirm ?? "" })).toEqual({
      submitted: true,
      timesheet: { ...timesheet, status: "in_review" },
      ...days,
    });
    expect(sandbox.state.submissions).toHaveLength(1);
  });

  test("submits nothing for a digest of other hours, another reviewer or comment, or none", async () => {
    const { reply, plan, sandbox, call } = await open({ deployment });
    const confirm = await plan();
    const [first] = sandbox.state.worklogs.keys();
    sandbox.state.worklogs.delete(first ?? 0);
    const again = { ...REQUEST, evenIfMissing: true };
    expect(await reply("submit_timesheet", { ...again, confirm })).toMatchObject({ submitted: false });
    expect(await reply("submit_timesheet", { ...again, confirm: "" })).toMatchObject({ submitted: false });
    const other = await plan(again);
    await call("submit_timesheet", { ...again, comment: "Another.", confirm: other });
    expect(sandbox.state.submissions).toEqual([]);
  });

  test("while the status cannot be read, it is unknown; repeated calls send nothing until it is certain", async () => {
    const { refusal, reply, plan, sandbox, tempo, clock } = await open({ deployment, budget: 10_000 });
    const request = { ...REQUEST, confirm: await plan() };
    let isBroken = false;
    tempo.onSubmit(1, (sent, serve) => {
      isBroken = true;
      const late = detach(sent);
      void clock.sleep(10_500).then(() => serve(late));
      return page(504);
    });
    tempo.onRead(() => isBroken, rejected(403));
    expect(await refusal("submit_timesheet", request)).toBe(
      `It is unknown whether the timesheet of December 2025 was submitted: Tempo returned HTTP 504. ${mayTakeEffectUntil(270, clock)} ` +
        "Sending the same call again is safe: it reads the status first.",
    );
    isBroken = false;
    expect(await refusal("submit_timesheet", request)).toBe(
      `Not sent: Tempo has not said what became of an earlier request about this timesheet. ${mayTakeEffectUntil(270, clock)} ` +
        "Send the same call again then: what exists by then is not stored again.",
    );
    await clock.sleep(15_000);
    expect(await reply("submit_timesheet", request)).toMatchObject({
      submitted: false,
      alreadySubmitted: true,
    });
    expect(sandbox.state.submissions).toHaveLength(1);
    expect(tempo.count("submit")).toBe(1);
  });

  test("a response that calls it open is no answer: its status is read for as long as Tempo may carry it out, once", async () => {
    const { refusal, plan, tempo, clock } = await open({ deployment });
    const request = { ...REQUEST, confirm: await plan() };
    let isBroken = false;
    tempo.onSubmit(1, () => {
      isBroken = true;
      return Response.json(
        deployment === "cloud"
          ? { period: { from: "2025-12-01", to: "2025-12-31" }, status: { key: "OPEN" } }
          : { period: { dateFrom: "2025-12-01", dateTo: "2025-12-31" }, status: "open" },
      );
    });
    tempo.onRead(() => isBroken, rejected(403));
    const start = clock.now();
    expect(await refusal("submit_timesheet", request)).toBe(
      "It is unknown whether the timesheet of December 2025 was submitted: Tempo gave no usable answer. Its status cannot be read. " +
        "Sending the same call again is safe: it reads the status first.",
    );
    expect(clock.now() - start).toBe(41_000);
  });

  test("an approved timesheet is not submitted again, nor is one that was approved after the plan", async () => {
    const { reply, plan, sandbox, tempo } = await open({ deployment });
    const confirm = await plan();
    sandbox.state.approvals.set("2025-12-01", { status: "approved", updatedOn: "2026-01-03" });
    const approved = {
      submitted: false,
      alreadySubmitted: true,
      timesheet: { ...PERIOD, status: "approved", ...HOURS },
    };
    expect(await reply("submit_timesheet", { ...REQUEST, confirm })).toEqual(approved);
    expect(await reply("submit_timesheet", REQUEST)).toEqual(approved);
    expect(tempo.count("submit")).toBe(0);
  });

  test("one of two calls at the same moment submits it", async () => {
    const { reply, plan, sandbox, tempo } = await open({ deployment });
    const request = { ...REQUEST, confirm: await plan() };
    const replies = await Promise.all([
      reply("submit_timesheet", request),
      reply("submit_timesheet", request),
    ]);
    expect(replies.map(({ submitted }) => submitted).sort()).toEqual([false, true]);
    expect(sandbox.state.submissions).toHaveLength(1);
    expect(tempo.count("submit")).toBe(1);
  });

  test("weeks are periods too", async () => {
    const { reply } = await open({ deployment, seed: { worklogs: FULL, approvalPeriod: "WEEK" } });
    expect(await reply("submit_timesheet", { startDate: "2025-12-08", reviewer: "bo" })).toEqual({
      submitted: false,
      timesheet: {
        startDate: "2025-12-08",
        endDate: "2025-12-14",
        status: "open",
        requiredHours: 40,
        loggedHours: 40,
        missingHours: 0,
        reviewer: "Bo",
      },
      confirm: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
  });
});

const CAREN = {
  accountId: "712020:00000000-0000-4000-8000-00000000000c",
  key: "JIRAUSER10003",
  name: "caren",
  displayName: "Caren Bo",
};
const BO = {
  accountId: "712020:00000000-0000-4000-8000-00000000000b",
  key: "JIRAUSER10002",
  name: "bo",
  displayName: "Bo",
};

test("on Tempo Cloud the only reviewer is taken, and of several one must be named", async () => {
  const one = await open();
  expect(await one.reply("submit_timesheet", { startDate: "2025-12-01" })).toMatchObject({
    timesheet: { reviewer: "Bo" },
  });
  const several = await open({ seed: { worklogs: FULL, colleagues: [BO, CAREN] } });
  expect(await several.refusal("submit_timesheet", { startDate: "2025-12-01" })).toContain("Bo, Caren Bo");
  expect(await several.reply("submit_timesheet", REQUEST)).toMatchObject({ timesheet: { reviewer: "Bo" } });
  const twins = await open({ seed: { worklogs: FULL, colleagues: [BO, { ...CAREN, displayName: "Bo" }] } });
  expect(await twins.refusal("submit_timesheet", REQUEST)).toBe(
    `\`reviewer\`: "Bo" is the name of several people. Nothing was sent. Choose one of: Bo (${BO.accountId}), Bo (${CAREN.accountId}).`,
  );
  const nobody = await open({ seed: { worklogs: FULL, reviewers: [] } });
  const { confirm, ...plan } = await nobody.reply("submit_timesheet", { startDate: "2025-12-01" });
  expect(plan.timesheet.reviewer).toBeUndefined();
  expect(
    await nobody.reply("submit_timesheet", { startDate: "2025-12-01", confirm: confirm ?? "" }),
  ).toMatchObject({
    submitted: true,
  });
});

test("a reviewer whose name cannot be read is named by the id", async () => {
  const { reply } = await open({ upstream: hidesNames });
  expect(await reply("submit_timesheet", { startDate: "2025-12-01" })).toMatchObject({
    timesheet: { reviewer: BO.accountId },
  });
});

test("on Data Center a reviewer must be named, by display name or login name", async () => {
  const { reply, refusal } = await open({
    deployment: "datacenter",
    seed: { worklogs: FULL, colleagues: [CAREN] },
  });
  expect(await reply("submit_timesheet", { startDate: "2025-12-01", reviewer: "caren" })).toMatchObject({
    timesheet: { reviewer: "Caren Bo" },
  });
  expect(await refusal("submit_timesheet", { startDate: "2025-12-01", reviewer: "ada" })).toBe(
    '`reviewer`: "ada" is not the name of a reviewer. Nothing was sent. Ask the user for the name as Jira shows it, or the login name.',
  );
});
