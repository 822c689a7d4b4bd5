import { describe, expect, test } from "vitest";
import { silence } from "../../helpers/faults.ts";
import { dates, entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

describe("the call's budget", () => {
  test("ends sending in time to reply, and the entries that were not sent say so", async () => {
    const { reply, sandbox, clock } = await openSession({
      deployment: "datacenter",
      upstream: (fetch) => async (request) => {
        await clock.sleep(3000);
        return fetch(request);
      },
    });
    // Data Center takes one worklog of an issue at a time.
    const worklogs = Array.from({ length: 40 }, (_, index) => [
      entry(dates(28)[index % 28], { hours: 0.1 * (1 + Math.floor(index / 28)) }),
      entry(dates(28)[index % 28], { hours: 0.1 * (1 + Math.floor(index / 28)), issueKey: "PROJ-7" }),
    ]).flat();
    const { results, summary } = await reply("bulk_post_worklogs", { worklogs });
    expect(clock.now()).toBeLessThan(50_000);
    expect(summary.succeeded).toBe(sandbox.state.worklogs.size);
    expect(summary.succeeded).toBeGreaterThan(15);
    expect(new Set(results.flatMap(({ error }) => error ?? []))).toEqual(
      new Set(["Not sent: the call's time ran out before this was sent. Send the same call again."]),
    );
    const again = await reply("bulk_post_worklogs", { worklogs });
    expect(again.results.filter(({ alreadyLogged }) => alreadyLogged).length).toBe(summary.succeeded);
  });

  test("holds if nothing responds at all", async () => {
    const { refusal, clock } = await openSession({ upstream: () => silence });
    expect(await refusal("post_worklog", POST)).toMatch(
      /^Jira could not be reached at https:\/\/sandbox\.invalid \(no response in time\)/,
    );
    expect(clock.now()).toBeLessThan(50_000);
  });
});

describe("the log of a cancelled call", () => {
  test("lists what was stored by then, and little more is sent", async () => {
    const cancelling = new AbortController();
    const { call, log, sandbox, clock } = await openSession({
      deployment: "datacenter",
      upstream: (fetch) => async (request) => {
        await clock.sleep(100);
        const response = await fetch(request);
        if (sandbox.state.worklogs.size >= 4) cancelling.abort();
        return response;
      },
    });
    const worklogs = dates(28).map((date) => entry(date));
    await expect(call("bulk_post_worklogs", { worklogs }, { signal: cancelling.signal })).rejects.toThrow();
    await expect.poll(() => log.length).toBe(1);
    const ids = [...sandbox.state.worklogs.keys()];
    expect(ids.length).toBeLessThan(9);
    expect(log[0]?.match(/\d{7}/g)?.map(Number).sort()).toEqual(ids);
    expect(log[0]).toMatch(/^bulk_post_worklogs: cancelled; before that it had stored worklog /);
  });

  test("lists what was found stored, and what is unknown, if it was cancelled while that is decided", async () => {
    const cancelling = new AbortController();
    const { call, log, tempo, clock } = await openSession({
      upstream: (fetch) => (request) => {
        if (request.method === "POST" && request.url.includes("/4/worklogs"))
          void clock.sleep(2000).then(() => cancelling.abort());
        return fetch(request);
      },
    });
    tempo.onWrite(1, "group rejected, partly stored");
    tempo.onWrite("all", "connection lost, not processed");
    const worklogs = [entry(), entry("2026-01-06")];
    await expect(call("bulk_post_worklogs", { worklogs }, { signal: cancelling.signal })).rejects.toThrow();
    await expect
      .poll(() => log)
      .toEqual([
        "bulk_post_worklogs: cancelled; before that it had stored worklog 1290000 and possibly stored 8 h on PROJ-123 for 2026-01-06",
      ]);
  });

  test.each([
    ["stored worklog 1290000", 1900],
    ["possibly stored 8 h on PROJ-123 for 2026-01-05", 2100],
  ])("says that it had %s, if the answer comes %i ms after it was cancelled", async (what, milliseconds) => {
    const cancelling = new AbortController();
    const { call, log, tempo, clock } = await openSession();
    tempo.onWrite(1, async (request, serve) => {
      cancelling.abort();
      await clock.sleep(milliseconds);
      return serve(request);
    });
    await expect(call("post_worklog", POST, { signal: cancelling.signal })).rejects.toThrow();
    await clock.sleep(milliseconds);
    await expect.poll(() => log).toEqual([`post_worklog: cancelled; before that it had ${what}`]);
  });

  test("says that a worklog is possibly deleted, if the response to the delete was lost", async () => {
    const cancelling = new AbortController();
    const { call, log, tempo } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    });
    tempo.onDelete("all", async (request, serve) => {
      await serve(request);
      cancelling.abort();
      return new Response("", { status: 504 });
    });
    const args = { worklogId: "1290000" };
    await expect(call("delete_worklog", args, { signal: cancelling.signal })).rejects.toThrow();
    await expect
      .poll(() => log)
      .toEqual(["delete_worklog: cancelled; before that it had possibly deleted worklog 1290000"]);
  });
});
