import { describe, expect, test } from "vitest";
import { LEASE_EXPIRY_MS } from "../../../src/timesheet/timeline.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { POST } from "../../helpers/inputs.ts";
import { laggingLists } from "../../helpers/lagging-lists.ts";
import { processes } from "../../helpers/processes.ts";
import { readsBehind } from "../../helpers/reads-behind.ts";
import { openSession, type Session, type SessionOptions } from "../../helpers/session.ts";

const DATE = POST.startDate;

/** Longer than anything Tempo still has to process. */
const SETTLED_MS = 60_000;

/** The process that holds the lease does not end here, so the next one waits until it has expired. */
const LONGER_THAN_A_LEASE_MS = LEASE_EXPIRY_MS + 10_000;

/** A session in which an entry is stored. */
async function openPosted(options: SessionOptions) {
  const session = await openSession({ toolSets: ["edit", "fill"], ...options });
  const { worklog } = await session.reply("post_worklog", POST);
  return { session, id: worklog.id };
}

/** Tempo carries the first delete out after so many milliseconds, and answers none. */
function loseDeletes({ tempo }: Session, processedAfter: number): void {
  tempo.onDelete(1, "gateway timeout, processed late", { processedAfter });
  tempo.onDelete("all", "gateway error, not processed");
}

const hoursOf = ({ sandbox }: Session) =>
  [...sandbox.state.worklogs.values()].map(({ timeSpentSeconds }) => timeSpentSeconds / 3600);

describe.each(["cloud", "datacenter"] as const)("after a delete of unknown outcome on %s", (deployment) => {
  test.each([
    ["is carried out a moment later", 8000],
    ["is never carried out", Number.POSITIVE_INFINITY],
  ])("the same entry is logged once, if the delete %s", async (_, processedAfter) => {
    const { session, id } = await openPosted({ deployment });
    loseDeletes(session, Math.min(processedAfter, 2 ** 30));
    expect(await session.refusal("delete_worklog", { worklogId: id })).toMatch(/unknown/);
    const { worklog } = await session.reply("post_worklog", POST);
    expect(worklog.alreadyLogged).toBe(processedAfter === 8000 ? undefined : true);
    session.clock.advance(SETTLED_MS);
    await session.reply("get_worklogs", { startDate: DATE });
    expect(hoursOf(session)).toEqual([8]);
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
    const { id } = opened;
    lag = 30_000;
    loseDeletes(session, 8000);
    await session.refusal("delete_worklog", { worklogId: id });
    expect((await session.reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    expect(hoursOf(session)).toEqual([8]);
  });

  test("the entry that it came from is logged again, though the worklog was on another date by then", async () => {
    const { session, id } = await openPosted({ deployment });
    await session.reply("update_worklog", { worklogId: id, date: "2026-01-12" });
    loseDeletes(session, 8000);
    await session.refusal("delete_worklog", { worklogId: id });
    expect((await session.reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    session.clock.advance(SETTLED_MS);
    await session.reply("get_worklogs", { startDate: DATE });
    expect(hoursOf(session)).toEqual([8]);
  });

  test("fill_days fills the day, and update_worklog finds nothing to change", async () => {
    const { session, id } = await openPosted({ deployment });
    loseDeletes(session, 8000);
    await session.refusal("delete_worklog", { worklogId: id });
    const days = { startDate: DATE, rows: [{ issueKey: POST.issueKey }] };
    const { confirm, entries } = await session.reply("fill_days", days);
    expect(entries.map(({ hours }) => hours)).toEqual([8]);
    expect((await session.reply("fill_days", { ...days, confirm })).posted).toBe(true);
    expect(hoursOf(session)).toEqual([8]);
    expect(await session.refusal("update_worklog", { worklogId: id, hours: 1 })).toMatch(/was not found/);
  });

  test("the same entry is logged once, if the delete is sent again and rejected before the first is carried out", async () => {
    const { session, id } = await openPosted({ deployment });
    session.tempo.onDelete(({ number }) => number === 5, rejected(403));
    loseDeletes(session, 10_000);
    await session.refusal("delete_worklog", { worklogId: id });
    expect(await session.refusal("delete_worklog", { worklogId: id })).toMatch(/HTTP 403/);
    expect((await session.reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    session.clock.advance(SETTLED_MS);
    await session.reply("get_worklogs", { startDate: DATE });
    expect(hoursOf(session)).toEqual([8]);
  });

  test("the same entry is unknown as long as only reads by id still show its worklog, and is then logged again", async () => {
    const reads = readsBehind();
    const { session, id } = await openPosted({ deployment, upstream: reads.upstream });
    session.tempo.onDelete("all", "gateway error, processed");
    expect(await session.refusal("delete_worklog", { worklogId: id })).toMatch(/unknown/);
    expect(await session.refusal("post_worklog", POST)).toMatch(/may have been deleted/);
    expect(hoursOf(session)).toEqual([]);
    reads.catchUp();
    session.clock.advance(SETTLED_MS);
    expect((await session.reply("post_worklog", POST)).worklog.alreadyLogged).toBeUndefined();
    expect(hoursOf(session)).toEqual([8]);
  });

  test("a worklog that was never deleted is named as a copy, if a read by id that lagged did not show it", async () => {
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
    session.clock.advance(SETTLED_MS);
    const { worklog } = await session.reply("post_worklog", POST);
    session.clock.advance(SETTLED_MS + 1);
    expect((await session.reply("post_worklog", POST)).worklog).toEqual({
      ...worklog,
      alreadyLogged: true,
      possibleDuplicateId: id,
    });
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
      await machine.clock.sleep(SETTLED_MS);
      const isDead = first.killAtNextChange(request);
      void first.call("delete_worklog", { worklogId: worklog.id }).catch(() => {});
      await isDead;
      const again = await (await machine.open()).reply("post_worklog", POST);
      expect(again.worklog.alreadyLogged).toBe(alreadyLogged);
      expect(hoursOf(first)).toEqual([8]);
    },
  );

  test("nothing is sent within a time in which the delete may still be carried out", async () => {
    const { session, id } = await openPosted({ deployment, budget: 12_000 });
    loseDeletes(session, 8000);
    await session.refusal("delete_worklog", { worklogId: id });
    expect(await session.refusal("post_worklog", POST)).toMatch(
      /^Not sent: an earlier call has sent the delete/,
    );
    expect(session.tempo.count("write")).toBe(1);
  });
});
