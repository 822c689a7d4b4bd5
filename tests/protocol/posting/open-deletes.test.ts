import { describe, expect, test } from "vitest";
import { LEASE_EXPIRY_MS } from "../../../src/timesheet/timeline.ts";
import { lockedUntil, mayTakeEffectUntil } from "../../helpers/in-doubt.ts";
import { POST } from "../../helpers/inputs.ts";
import { laggingLists } from "../../helpers/lagging-lists.ts";
import { processes } from "../../helpers/processes.ts";
import { openSession, type Session, type SessionOptions } from "../../helpers/session.ts";

const DATE = POST.startDate;

const MINUTE_MS = 60_000;

/** The process that holds the lease does not end here, so the next one waits until it has expired. */
const LONGER_THAN_A_LEASE_MS = LEASE_EXPIRY_MS + 10_000;

/** A session in which an entry is stored. */
async function openPosted(options: SessionOptions) {
  const session = await openSession({ toolSets: ["edit", "fill"], ...options });
  const { worklog } = await session.reply("post_worklog", POST);
  return { session, id: worklog.id };
}

const hoursOf = ({ sandbox }: Session) =>
  [...sandbox.state.worklogs.values()].map(({ timeSpentSeconds }) => timeSpentSeconds / 3600);

describe.each(["cloud", "datacenter"] as const)("after a delete of unknown outcome on %s", (deployment) => {
  test.each([
    [503, 21, "is carried out a moment later"],
    [503, 21, "is never carried out"],
    [504, 250, "is carried out a moment later"],
    [504, 250, "is never carried out"],
  ] as const)(
    "its date is locked after HTTP %d for %d s, and the same entry logged once, if the delete %s",
    async (status, seconds, what) => {
      const { session, id } = await openPosted({ deployment, budget: 5000 });
      const { refusal, reply, clock, tempo } = session;
      const isLate = what === "is carried out a moment later";
      tempo.onDelete(1, isLate ? "gateway timeout, processed late" : "gateway error, not processed", {
        status,
        processedAfter: 20_000,
      });
      expect(await refusal("delete_worklog", { worklogId: id })).toBe(
        `It is unknown whether worklog ${id} was deleted: Tempo returned HTTP ${status}. ` +
          `${mayTakeEffectUntil(seconds, clock)} Send the same call again then.`,
      );
      expect(await refusal("post_worklog", POST)).toBe(lockedUntil(seconds, clock));
      expect(await refusal("delete_worklog", { worklogId: id })).toBe(lockedUntil(seconds, clock));
      await clock.sleep(seconds * 1000);
      const { worklog } = await reply("post_worklog", POST);
      expect(worklog.alreadyLogged).toBe(isLate ? undefined : true);
      expect({ hours: hoursOf(session), deletes: tempo.count("delete") }).toEqual({ hours: [8], deletes: 1 });
    },
  );

  test("the delete is decided within the call if there is time, and can be sent again", async () => {
    const { session, id } = await openPosted({ deployment });
    session.tempo.onDelete(1, "connection lost, not processed");
    expect(await session.refusal("delete_worklog", { worklogId: id })).toBe(
      `Worklog ${id} was not deleted: Tempo gave no usable answer, and still shows it. Send the same call again.`,
    );
    expect(session.clock.now()).toBe(21_000);
    await session.reply("delete_worklog", { worklogId: id });
    expect(hoursOf(session)).toEqual([]);
  });

  test("the same entry is logged again, though lists still show the deleted worklog", async () => {
    let session: Session | undefined;
    let lists: ReturnType<typeof laggingLists> | undefined;
    let lag = 0;
    const opened = await openPosted({
      deployment,
      upstream: (fetch) => (request) => {
        if (!session) return fetch(request);
        lists ??= laggingLists(session.sandbox, session.clock, () => lag, fetch);
        return lists(request);
      },
    });
    ({ session } = opened);
    lag = 30_000;
    session.tempo.onDelete(1, "gateway timeout, processed late", { status: 503, processedAfter: 8000 });
    await session.reply("delete_worklog", { worklogId: opened.id });
    expect((await session.reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    expect(hoursOf(session)).toEqual([8]);
  });

  test("the entry that it came from is logged again, though the worklog was on another date by then", async () => {
    const { session, id } = await openPosted({ deployment });
    await session.reply("update_worklog", { worklogId: id, date: "2026-01-12" });
    session.tempo.onDelete(1, "gateway timeout, processed late", { processedAfter: 100_000 });
    await session.refusal("delete_worklog", { worklogId: id });
    expect(await session.refusal("post_worklog", POST)).toBe(lockedUntil(250, session.clock));
    await session.clock.sleep(250_000);
    expect((await session.reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    expect(hoursOf(session)).toEqual([8]);
  });

  test("fill_days leaves the day out until it is decided, and update_worklog finds nothing to change then", async () => {
    const { session, id } = await openPosted({ deployment });
    const { reply, refusal, clock, tempo, sandbox } = session;
    tempo.onDelete(1, "gateway error, not processed");
    await refusal("delete_worklog", { worklogId: id });
    const days = { startDate: DATE, rows: [{ issueKey: POST.issueKey }] };
    const early = await reply("fill_days", days);
    expect({ entries: early.entries, skipped: early.skipped }).toEqual({
      entries: [],
      skipped: [{ date: DATE, reason: expect.stringContaining(mayTakeEffectUntil(250, clock)) }],
    });
    sandbox.state.worklogs.delete(Number(id));
    const { confirm, entries } = await reply("fill_days", days);
    expect(entries.map(({ hours }) => hours)).toEqual([8]);
    expect((await reply("fill_days", { ...days, confirm })).logged).toBe(true);
    expect(hoursOf(session)).toEqual([8]);
    expect(await refusal("update_worklog", { worklogId: id, hours: 1 })).toMatch(/was not found/);
  });

  test("a worklog that was never deleted is named in the log, if a read by id that lagged did not show it", async () => {
    let isBehind = false;
    const { session, id } = await openPosted({
      deployment,
      upstream: (fetch) => async (request) =>
        isBehind && /\/worklogs\/\d+$/.test(request.url)
          ? new Response("{}", { status: 404 })
          : fetch(request),
    });
    session.tempo.onDelete("all", "gateway error, not processed");
    expect(await session.refusal("delete_worklog", { worklogId: id })).toMatch(/unknown/);
    isBehind = true;
    await session.reply("post_worklog", POST);
    session.clock.advance(MINUTE_MS + 1);
    await session.reply("post_worklog", POST);
    expect(session.log.filter((line) => line.includes(`worklog ${id}`))).toEqual([
      `post_worklog: worklog ${id}, 8 h for ${DATE}, is in Tempo, although it counted as deleted; look at it there, and delete it if its hours are logged twice`,
    ]);
  });

  test.each([
    ["carried out", undefined],
    ["not carried out", true],
  ] as const)(
    "the same entry is logged once, if the process was killed, its delete was %s and lists lag",
    async (request, alreadyLogged) => {
      const machine = processes({ deployment }, (fetch, sandbox) =>
        laggingLists(sandbox, machine.clock, () => LONGER_THAN_A_LEASE_MS, fetch),
      );
      const first = await machine.open();
      const { worklog } = await first.reply("post_worklog", POST);
      await machine.clock.sleep(MINUTE_MS);
      const isDead = first.killAtNextChange(request);
      void first.call("delete_worklog", { worklogId: worklog.id }).catch(() => {});
      await isDead;
      if (request === "not carried out") await machine.clock.sleep(250_000);
      const again = await (await machine.open()).reply("post_worklog", POST);
      expect(again.worklog.alreadyLogged).toBe(alreadyLogged);
      expect(hoursOf(first)).toEqual([8]);
    },
  );
});
