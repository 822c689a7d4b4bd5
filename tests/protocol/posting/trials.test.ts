import { describe, expect, test } from "vitest";
import { dates, entry } from "../../helpers/inputs.ts";
import { laggingLists } from "../../helpers/lagging-lists.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type Session, type SessionOptions } from "../../helpers/session.ts";
import { STORED_CHANGES, type StoredChange } from "../../helpers/stored-changes.ts";

/** Nine entries whose hours are no whole minutes, with comments that an instance may change. */
const NINE = dates(9).map((date, index) =>
  entry(date, {
    hours: 1.01 + index / 50,
    description:
      ["", "A <b>bold</b>  “claim” & more than 20 characters é 🎉", "Two\n lines"][index % 3] ?? "",
  }),
);

const post = (session: Session, worklogs: readonly object[] = NINE) =>
  session.reply("bulk_post_worklogs", { worklogs });

/** A session whose lists of worklogs are behind. */
async function openLagging(lag: number, options: SessionOptions = {}): Promise<Session> {
  let lists: ReturnType<typeof laggingLists> | undefined;
  const session: Session = await openSession({
    ...options,
    upstream: (fetch) => (request) => {
      lists ??= laggingLists(session.sandbox, session.clock, () => lag, fetch);
      return lists(request);
    },
  });
  return session;
}

/** The outcome of a batch that was posted twice: how many worklogs exist, and a summary of the second reply. */
async function summaryOf({ sandbox }: Session, reply: Awaited<ReturnType<typeof post>>) {
  const { results } = reply;
  return {
    stored: sandbox.state.worklogs.size,
    alreadyLogged: results.filter(({ alreadyLogged }) => alreadyLogged).length,
    new: results.filter(({ success, alreadyLogged }) => success && !alreadyLogged).length,
    unknown: results.filter(({ error }) => error?.includes("unknown")).length,
    failed: results.filter(({ error }) => error && !error.includes("unknown")).length,
  };
}

const ONCE = { stored: 9, alreadyLogged: 9, new: 0, unknown: 0, failed: 0 };
const NEW = { stored: 9, alreadyLogged: 0, new: 9, unknown: 0, failed: 0 };

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const open = (options: SessionOptions = {}) => openSession({ deployment, ...options });

  describe("a batch that is posted again is recognised", () => {
    test.each(Object.keys(STORED_CHANGES) as StoredChange[])("if Tempo %s", async (name) => {
      const session = await open({ behaviour: { change: STORED_CHANGES[name] } });
      await post(session);
      expect(await summaryOf(session, await post(session))).toEqual(ONCE);
    });

    test.each([500, 2000, 5000, 15_000, 30_000])("at once, though lists are %i ms behind", async (lag) => {
      const session = await openLagging(lag, { deployment });
      await post(session);
      expect(await summaryOf(session, await post(session))).toEqual(ONCE);
    });

    test.each([2000, 9000])(
      "after it was cancelled, though it is stored %i ms after a failure",
      async (processedAfter) => {
        const session = await open();
        session.tempo.onWrite(({ at }) => at < 500, "gateway timeout, processed late", {
          status: 503,
          processedAfter,
        });
        const cancellation = new AbortController();
        const first = session.call("bulk_post_worklogs", { worklogs: NINE }, { signal: cancellation.signal });
        await session.clock.sleep(500);
        cancellation.abort();
        await first.catch(() => undefined);
        const again = await post(session);
        expect(await summaryOf(session, again)).toMatchObject({ stored: 9, unknown: 0, failed: 0 });
      },
    );

    test.each([5000, 10_000])("after it was unknown in a call of %i ms", async (budget) => {
      const session = await open({ budget });
      session.tempo.onWrite(({ at }) => at < 500, "gateway timeout, processed late", {
        status: 503,
        processedAfter: 9000,
      });
      await session.failedReply("bulk_post_worklogs", { worklogs: NINE });
      await session.clock.sleep(30_000);
      await post(session);
      expect(await summaryOf(session, await post(session))).toEqual(ONCE);
    });
  });

  test.each<[cached: StoredChange, stored: number]>([
    ["fills in an empty comment", 3],
    ["sets billable time to 0", 3],
    ["escapes the comment as HTML", 3],
    ["strips tags", 3],
    ["decomposes Unicode", 3],
    ["collapses whitespace", 3],
    ["puts the comment on one line", 3],
    ["straightens quotation marks", 3],
    // Nothing but the journal of the process that posted them can know these.
    ["rounds up to 15 minutes", 6],
    ["replaces emoji", 4],
    ["cuts the comment at 20 characters", 4],
    ["drops the comment", 5],
  ])(
    "what another machine has logged is recognised without a journal if Tempo %s, as far as that can be",
    async (name, stored) => {
      const three = NINE.slice(0, 3);
      const existing = three.map(({ date, hours, description = "" }) =>
        STORED_CHANGES[name](
          worklog({ startDate: date, timeSpentSeconds: Math.round(hours * 3600), description }),
        ),
      );
      const session = await open({ seed: { worklogs: existing } });
      await post(session, three);
      expect(session.sandbox.state.worklogs.size).toBe(stored);
    },
  );

  test("an entry that was never stored does not take the worklog of another one that a lagging list shows late", async () => {
    const session = await openLagging(5000, { deployment });
    const [first, second] = ["Review", "Call"].map((description) => entry("2026-01-05", { description }));
    await post(session, [first as object]);
    await session.clock.sleep(1000);
    session.tempo.onWrite(2, "connection lost, not processed");
    await session.failedReply("bulk_post_worklogs", { worklogs: [second] });
    const { results } = await post(session, [second as object]);
    const stored = [...session.sandbox.state.worklogs.values()];
    expect(stored.map(({ description }) => description)).toEqual(["Review", "Call"]);
    expect(results.map(({ worklogId }) => worklogId)).toEqual([String(stored[1]?.id)]);
  });

  test("a worklog that was just deleted does not count as existing, though a lagging list still shows it", async () => {
    const session = await openLagging(5000, { deployment });
    const { results } = await post(session, NINE.slice(0, 1));
    await session.clock.sleep(6000);
    await session.reply("delete_worklog", { worklogId: results[0]?.worklogId });
    const again = await post(session, NINE.slice(0, 1));
    expect(again.results[0]?.alreadyLogged).toBeUndefined();
    expect(session.sandbox.state.worklogs.size).toBe(1);
  });

  test("what is stored is reported as stored if the connection is lost while the response is read", async () => {
    const session = await open();
    session.tempo.onWrite("all", "connection lost while reading, processed");
    expect(await summaryOf(session, await post(session))).toEqual(NEW);
    expect(session.tempo.count("write")).toBe(deployment === "cloud" ? 1 : 9);
  });

  test.each([
    [500, 10_900, 11_500],
    [1000, 10_900, 11_500],
    [3000, 10_000, 12_000],
    [5000, 10_900, 15_000],
    [10_000, 10_900, 21_500],
  ])(
    "what a cancelled call lost is stored once, though lists are %i ms behind, Tempo stores it after %i ms, and it is sent again after %i ms",
    async (lag, processedAfter, again) => {
      const session = await open();
      // A worklog that Tempo stores late is listed late as well.
      const { fetch } = session.sandbox;
      session.sandbox.fetch = laggingLists(session.sandbox, session.clock, () => lag, fetch);
      session.tempo.onWrite(1, "gateway timeout, processed late", { status: 503, processedAfter });
      const batch = { worklogs: NINE.slice(0, 1) };
      const cancellation = new AbortController();
      const first = session.call("bulk_post_worklogs", batch, { signal: cancellation.signal });
      await session.clock.sleep(500);
      cancellation.abort();
      await first.catch(() => undefined);
      await session.clock.sleep(again - 500);
      const { results } = await post(session, batch.worklogs);
      await session.clock.sleep(60_000);
      expect(results).toMatchObject([{ success: true, alreadyLogged: true }]);
      expect(session.sandbox.state.worklogs.size).toBe(1);
    },
  );
});
