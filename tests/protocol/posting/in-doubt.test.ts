import { describe, expect, test } from "vitest";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import type { Reaction } from "../../helpers/fault-script.ts";
import { detach } from "../../helpers/faults.ts";
import { lockedUntil, mayTakeEffectUntil } from "../../helpers/in-doubt.ts";
import { dates, entry, POST } from "../../helpers/inputs.ts";
import { processes } from "../../helpers/processes.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, replyOf, type Session } from "../../helpers/session.ts";
import { type VirtualClock, virtualClock } from "../../helpers/virtual-clock.ts";

const TUESDAY = "2026-01-06";

/** A call's time, after which it replies. */
const CALL_MS = 47_500;

/** Tempo takes so many seconds for a request, and carries it out whether or not its client still waits. */
const taking =
  (seconds: number, clock: VirtualClock): Reaction =>
  async (request, serve) => {
    const kept = detach(request);
    await clock.sleep(seconds * 1000);
    return serve(kept);
  };

const sent = ({ sandbox, tempo }: Session) => ({
  stored: sandbox.state.worklogs.size,
  writes: tempo.count("write"),
  deletes: tempo.count("delete"),
});

const ONCE = { stored: 1, writes: 1, deletes: 0 };

const notAnswered = (clock: VirtualClock) =>
  `Tempo has not answered in time, so it is unknown whether the request took effect. ${mayTakeEffectUntil(250, clock)} ` +
  "Check your worklogs of that date before posting it again.";

/** The most requests of an issue that were under way at the same time, and of all. */
function countUnderWay(clock: VirtualClock) {
  const underWay = new Map<string, number>();
  let total = 0;
  const most = { ofAnIssue: 0, ofAll: 0 };
  const upstream = (fetch: Fetch) => async (request: Request) => {
    const issue = await issueOf(request);
    if (issue === undefined) return fetch(request);
    underWay.set(issue, (underWay.get(issue) ?? 0) + 1);
    total += 1;
    most.ofAnIssue = Math.max(most.ofAnIssue, ...underWay.values());
    most.ofAll = Math.max(most.ofAll, total);
    try {
      await clock.sleep(2000);
      return await fetch(request);
    } finally {
      underWay.set(issue, (underWay.get(issue) ?? 0) - 1);
      total -= 1;
    }
  };
  return { most, upstream };
}

/** The issue of a request that stores a worklog. */
async function issueOf(request: Request): Promise<string | undefined> {
  if (request.method !== "POST") return undefined;
  const text = await request.clone().text();
  return (
    /\/worklogs\/issue\/(\d+)\/bulk$/.exec(request.url)?.[1] ??
    /"(?:issueId|originTaskId)":"?(\d+)/.exec(text)?.[1]
  );
}

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const isCloud = deployment === "cloud";

  test.each([60, 100, 200])(
    "a worklog for which Tempo takes %d seconds is stored once, and its answer recorded when it comes",
    async (seconds) => {
      const session = await openSession({ deployment });
      const { refusal, reply, clock, sandbox, tempo } = session;
      tempo.onWrite(1, taking(seconds, clock));
      expect(await refusal("post_worklog", POST)).toBe(notAnswered(clock));
      expect(clock.now()).toBe(CALL_MS);
      expect(await refusal("post_worklog", POST)).toBe(lockedUntil(250, clock));
      await clock.sleep(seconds * 1000 - clock.now() + 1000);
      // Lists show nothing of it, so only the answer can have said that it is stored.
      sandbox.state.behaviour.listed = () => [];
      expect((await reply("post_worklog", POST)).worklog).toMatchObject({
        id: "1290000",
        alreadyLogged: true,
      });
      expect(sent(session)).toEqual(ONCE);
    },
  );

  test("a worklog that is stored 20 seconds after a gateway's 504 is seen by the same call", async () => {
    const session = await openSession({ deployment });
    session.tempo.onWrite(1, "gateway timeout, processed late", { processedAfter: 20_000 });
    const { worklog: stored } = await session.reply("post_worklog", POST);
    expect([stored.id, stored.alreadyLogged]).toEqual(["1290000", undefined]);
    expect(session.clock.now()).toBeLessThan(23_000);
    expect(sent(session)).toEqual(ONCE);
  });

  test("a worklog that is stored 100 seconds after a gateway's 504 is seen by the first call after that", async () => {
    const session = await openSession({ deployment });
    const { refusal, reply, clock, tempo } = session;
    tempo.onWrite(1, "gateway timeout, processed late", { processedAfter: 100_000 });
    expect(await refusal("post_worklog", POST)).toContain(mayTakeEffectUntil(250, clock));
    await clock.sleep(99_000 - clock.now());
    expect(await refusal("post_worklog", POST)).toBe(lockedUntil(250, clock));
    await clock.sleep(100_000 - clock.now());
    expect((await reply("post_worklog", POST)).worklog).toMatchObject({ id: "1290000", alreadyLogged: true });
    expect(sent(session)).toEqual(ONCE);
  });

  test("a worklog that Tempo never stores is sent again by the first call that can wait until 250 seconds are over", async () => {
    const { refusal, reply, clock, tempo } = await openSession({ deployment });
    tempo.onWrite(1, "gateway error, not processed");
    await refusal("post_worklog", POST);
    await clock.sleep(200_000 - clock.now());
    expect(await refusal("post_worklog", POST)).toBe(lockedUntil(250, clock));
    await clock.sleep(5000);
    expect((await reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    expect(tempo.writeTimes).toEqual([0, 250_000]);
  });

  test("the other rows of a batch go ahead while Tempo does not answer to one of them", async () => {
    const { reply, clock, tempo } = await openSession({ deployment });
    tempo.onWrite(({ body }) => body.includes(TUESDAY), taking(100, clock));
    const worklogs = [entry(TUESDAY), entry("2026-01-07", { issueKey: "PROJ-7" })];
    const { results, summary } = await reply("bulk_post_worklogs", { worklogs });
    expect(results.map(({ success, error }) => error ?? success)).toEqual([notAnswered(clock), true]);
    expect(summary).toEqual({ total: 2, succeeded: 1, failed: 1, totalHours: 8 });
    expect(clock.now()).toBeLessThan(50_000);
  });

  test(`rows on a date in doubt are refused with the time, and rows on other dates go ahead${isCloud ? "" : ", apart from those on its issue"}`, async () => {
    const { call, reply, refusal, clock, tempo } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [worklog({ startDate: "2026-01-12", timeSpentSeconds: 3600 })] },
    });
    tempo.onWrite(1, "gateway error, not processed");
    await refusal("post_worklog", POST);
    const since = clock.now();
    const { results } = await reply("bulk_post_worklogs", {
      worklogs: [
        entry(POST.startDate, { issueKey: "PROJ-4", hours: 1 }),
        entry(TUESDAY, { issueKey: "PROJ-7" }),
        entry("2026-01-07"),
      ],
    });
    const refused = lockedUntil(250, clock);
    expect(results.map(({ success, error }) => error ?? success)).toEqual([
      refused,
      true,
      isCloud ? true : refused,
    ]);
    const change = { worklogId: "1290000", hours: 2 };
    if (isCloud) await reply("update_worklog", change);
    else expect(await refusal("update_worklog", change)).toBe(refused);
    const read = await call("get_worklogs", { startDate: POST.startDate });
    expect(read.isError).toBeFalsy();
    expect(clock.now()).toBe(since);
  });

  test("a plan leaves a date in doubt out, and says until when", async () => {
    const { reply, refusal, clock, tempo } = await openSession({ deployment, toolSets: ["fill"] });
    tempo.onWrite(1, "gateway error, not processed");
    await refusal("post_worklog", POST);
    const days = { startDate: POST.startDate, endDate: TUESDAY, rows: [{ issueKey: "PROJ-7" }] };
    const { entries, skipped, confirm } = await reply("fill_days", days);
    expect({ dates: entries.flatMap((it) => it.dates), skipped }).toEqual({
      dates: [TUESDAY],
      skipped: [
        {
          date: POST.startDate,
          reason:
            "An earlier call has sent a request for this date and got no answer, so it is unknown what is logged on it. " +
            `${mayTakeEffectUntil(250, clock)} Plan it again then`,
        },
      ],
    });
    expect(await reply("fill_days", { ...days, confirm })).toMatchObject({
      logged: true,
      summary: { totalEntries: 1 },
    });
    await clock.sleep(250_000);
    const later = await reply("fill_days", days);
    expect({ dates: later.entries.flatMap((it) => it.dates), skipped: later.skipped }).toEqual({
      dates: [POST.startDate],
      skipped: undefined,
    });
  });

  test.each(["gateway timeout, processed late", "a slow answer"] as const)(
    "another process knows of a date in doubt, and of what becomes of it: %s",
    async (what) => {
      const machine = processes({ deployment });
      const { clock } = machine;
      const first = await machine.open();
      const second = await machine.open();
      if (what === "a slow answer") first.tempo.onWrite(1, taking(100, clock));
      else first.tempo.onWrite(1, what, { processedAfter: 100_000 });
      await first.refusal("post_worklog", POST);
      const worklogs = [entry(), entry(TUESDAY, { issueKey: "PROJ-7" })];
      const { results } = await second.reply("bulk_post_worklogs", { worklogs });
      expect(results.map(({ success, error }) => error ?? success)).toEqual([lockedUntil(250, clock), true]);
      await clock.sleep(101_000 - clock.now());
      const { results: again } = await second.reply("bulk_post_worklogs", { worklogs });
      expect(again.map(({ alreadyLogged }) => alreadyLogged)).toEqual([true, true]);
      expect({ stored: first.sandbox.state.worklogs.size, writes: first.tempo.count("write") }).toEqual({
        stored: 2,
        writes: 2,
      });
    },
  );

  test("a change and a delete for which Tempo takes 100 seconds are made once, and lock their date until then", async () => {
    const { refusal, reply, sandbox, clock, tempo } = await openSession({
      deployment,
      toolSets: ["edit"],
      seed: { worklogs: [worklog({ startDate: POST.startDate })] },
    });
    const change = { worklogId: "1290000", hours: 2 };
    tempo.onUpdate(1, taking(100, clock));
    expect(await refusal("update_worklog", change)).toBe(
      `It is unknown whether worklog 1290000 was changed: Tempo gave no usable answer. ${mayTakeEffectUntil(250, clock)} ` +
        "Send the same call again then.",
    );
    expect(await refusal("post_worklog", POST)).toBe(lockedUntil(250, clock));
    await clock.sleep(101_000 - clock.now());
    expect((await reply("update_worklog", change)).unchanged).toBe(true);

    tempo.onDelete(1, taking(100, clock));
    const over = clock.now() / 1000 + 250;
    expect(await refusal("delete_worklog", { worklogId: "1290000" })).toBe(
      `It is unknown whether worklog 1290000 was deleted: Tempo gave no usable answer. ${mayTakeEffectUntil(over, clock)} ` +
        "Send the same call again then.",
    );
    expect(await refusal("post_worklog", POST)).toBe(lockedUntil(over, clock));
    await clock.sleep(101_000);
    expect(sandbox.state.worklogs.size).toBe(0);
    await reply("post_worklog", POST);
    expect([tempo.count("update"), tempo.count("delete"), tempo.count("write")]).toEqual([1, 1, 1]);
  });
});

describe("requests of one issue", () => {
  const worklogs = dates(4).flatMap((date) =>
    ["PROJ-123", "PROJ-7"].map((issueKey) => entry(date, { issueKey, hours: 1 })),
  );

  test.each([
    ["cloud", 2],
    ["datacenter", 2],
  ] as const)("never overlap on %s, while other issues go on beside them", async (deployment, ofAll) => {
    const clock = virtualClock();
    const { most, upstream } = countUnderWay(clock);
    const { reply } = await openSession({ deployment, clock, upstream });
    const { summary } = await reply("bulk_post_worklogs", { worklogs });
    expect({ succeeded: summary.succeeded, ...most }).toEqual({ succeeded: 8, ofAnIssue: 1, ofAll });
  });

  test("leave an issue's time spent right on a Data Center that loses updates, whatever writes to it", async () => {
    const clock = virtualClock();
    const { reply, sandbox, call } = await openSession({
      deployment: "datacenter",
      toolSets: ["edit"],
      clock,
      behaviour: { clock, secondsToStore: 1, losesUpdates: true },
    });
    const { results } = await reply("bulk_post_worklogs", { worklogs });
    const ids = results.map(({ worklogId }) => worklogId ?? "");
    const { confirm } = await reply("delete_worklogs", { worklogIds: ids.slice(0, 4) });
    await Promise.all([
      call("delete_worklogs", { worklogIds: ids.slice(0, 4), confirm }),
      call("update_worklog", { worklogId: ids[4], hours: 3 }),
      call("post_worklog", POST),
    ]);
    const { timeSpent, worklogs: stored } = sandbox.state;
    const sum = (issueId: number) =>
      [...stored.values()].reduce(
        (total, it) => total + (it.issueId === issueId ? it.timeSpentSeconds : 0),
        0,
      );
    expect([timeSpent.get(10123), timeSpent.get(10007)]).toEqual([sum(10123), sum(10007)]);
    expect([sum(10123) / 3600, sum(10007) / 3600]).toEqual([12, 2]);
  });

  test("that one has no answer of keep the rest of a batch on it from being sent on Data Center", async () => {
    const session = await openSession({ deployment: "datacenter" });
    const { reply, clock, tempo } = session;
    tempo.onWrite(1, "gateway timeout, processed late", { processedAfter: 100_000 });
    const { results } = await reply("bulk_post_worklogs", {
      worklogs: [entry(), entry(TUESDAY), entry("2026-01-07", { issueKey: "PROJ-7" })],
    });
    expect(results.map(({ success, error }) => error ?? success)).toEqual([
      expect.stringContaining(mayTakeEffectUntil(250, clock)),
      lockedUntil(250, clock),
      true,
    ]);
    await clock.sleep(100_000);
    const again = replyOf(
      await session.call("bulk_post_worklogs", { worklogs: [entry(), entry(TUESDAY)] }),
      "bulk_post_worklogs",
    );
    expect(again.results.map(({ success, alreadyLogged }) => [success, alreadyLogged])).toEqual([
      [true, true],
      [true, undefined],
    ]);
    expect(sent(session)).toEqual({ stored: 3, writes: 3, deletes: 0 });
  });
});
