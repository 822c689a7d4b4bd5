import { describe, expect, test } from "vitest";
import type { BulkPostWorklogsResponse, PostWorklogResponse } from "../../src/generated/responses.ts";
import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import type { RateLimiter } from "../../src/tempo/http/rate-limit.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession, replyOf, type Session, type SessionOptions } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const row = (date = "2026-01-05", parts: object = {}) => ({ issueKey: "PROJ-123", hours: 8, date, ...parts });
const POST = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };

const isWrite = ({ method, url }: Request) =>
  method === "POST" && /\/4\/worklogs(\/issue\/\d+\/bulk)?$/.test(url);
const gone = () => new Response("<html>", { status: 504 });

/** Counts writes, and lets a test answer some of them. */
function writes(answer: (write: number, request: Request, fetch: Fetch) => Promise<Response>) {
  let count = 0;
  const upstream =
    (fetch: Fetch): Fetch =>
    async (request) => {
      if (!isWrite(request)) return fetch(request);
      count += 1;
      return answer(count, request, fetch);
    };
  return { upstream, count: () => count };
}

describe.each(["cloud", "datacenter"] as const)("what stands already, on %s:", (deployment) => {
  const open = (options: SessionOptions = {}) => openSession({ deployment, ...options });

  test("the same batch twice stores once and says so", async () => {
    const { reply, sandbox } = await open();
    const batch = { worklogs: [row(), row(), row("2026-01-06", { description: "Review" })] };
    const first = (await reply("bulk_post_worklogs", batch)) as BulkPostWorklogsResponse;
    const second = (await reply("bulk_post_worklogs", batch)) as BulkPostWorklogsResponse;
    expect(second).toEqual({
      ...first,
      results: first.results.map(({ comment, ...result }) => ({
        ...result,
        alreadyLogged: true,
        ...(comment !== undefined && { comment }),
      })),
    });
    expect(sandbox.state.worklogs.size).toBe(3);
  });

  test("where three are meant and one stands, two are stored", async () => {
    const { reply, sandbox } = await open({ seed: { worklogs: [worklog({ startDate: "2026-01-05" })] } });
    const { results } = (await reply("bulk_post_worklogs", {
      worklogs: [row(), row(), row()],
    })) as BulkPostWorklogsResponse;
    expect(results.map(({ alreadyLogged }) => alreadyLogged)).toEqual([true, undefined, undefined]);
    expect(sandbox.state.worklogs.size).toBe(3);
  });

  test("a post of what stands answers the standing worklog", async () => {
    const standing = worklog({
      startDate: "2026-01-05",
      billableSeconds: 0,
      description: "Review\r\nof it ",
    });
    const { reply, sandbox } = await open({ seed: { worklogs: [standing] } });
    const again = { ...POST, billable: false, description: " Review\nof it" };
    const { worklog: posted } = (await reply("post_worklog", again)) as PostWorklogResponse;
    expect(posted).toMatchObject({
      id: "1290000",
      billableHours: 0,
      alreadyLogged: true,
      comment: "Review\r\nof it ",
    });
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test.each([
    ["another issue", { issueId: 10007 }],
    ["another date", { startDate: "2026-01-06" }],
    ["other hours", { timeSpentSeconds: 7 * 3600 }],
    ["no billable time", { billableSeconds: 0 }],
    ["another comment", { description: "else" }],
    ["another author", { accountId: "712020:00000000-0000-4000-8000-00000000000b" }],
  ])("a worklog of %s is another one", async (_, parts) => {
    const { reply, sandbox } = await open({
      seed: { worklogs: [worklog({ startDate: "2026-01-05", ...parts })] },
    });
    const { worklog: posted } = (await reply("post_worklog", POST)) as PostWorklogResponse;
    expect(posted.alreadyLogged).toBeUndefined();
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("TEMPO_DUPLICATES=allow stores twice, and still finds out what is in doubt", async () => {
    let lost = false;
    const { reply, sandbox } = await open({
      duplicates: "allow",
      upstream: (fetch) => async (request) => {
        const response = await fetch(request);
        if (!isWrite(request) || lost) return response;
        lost = true;
        return gone();
      },
    });
    await reply("bulk_post_worklogs", { worklogs: [row()] });
    await reply("bulk_post_worklogs", { worklogs: [row()] });
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("the same batch twice at the same time stores once", async () => {
    const { call, sandbox } = await open();
    const batch = { worklogs: [row(), row("2026-01-06")] };
    const answers = await Promise.all([call("bulk_post_worklogs", batch), call("bulk_post_worklogs", batch)]);
    expect(answers.map((answer) => (replyOf(answer) as BulkPostWorklogsResponse).summary.succeeded)).toEqual([
      2, 2,
    ]);
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("a range twice stores once", async () => {
    const { reply, sandbox } = await open();
    const range = { ...POST, endDate: "2026-01-09" };
    await reply("post_worklog", range);
    expect(await reply("post_worklog", range)).toMatchObject({
      worklog: { alreadyLogged: true },
      additionalWorklogs: Array(4).fill({ alreadyLogged: true }),
    });
    expect(sandbox.state.worklogs.size).toBe(5);
  });

  test("where what stands cannot be read, nothing is sent", async () => {
    const { refusal, sandbox } = await open({
      upstream: (fetch) => async (request) =>
        /worklogs\/(user|search)/.test(request.url) ? gone() : fetch(request),
    });
    expect(await refusal("post_worklog", POST)).toBe(
      "Tempo is temporarily unavailable (HTTP 504). Try again in a minute.",
    );
    expect(sandbox.state.worklogs.size).toBe(0);
  });
});

describe("after an outcome that leaves doubt", () => {
  test("what was stored is found and not sent again", async () => {
    const { upstream, count } = writes(async (_, request, fetch) => {
      await fetch(request);
      return gone();
    });
    const { reply, sandbox } = await openSession({ upstream });
    const worklogs = [row(), row(), row("2026-01-06")];
    const { summary, results } = (await reply("bulk_post_worklogs", {
      worklogs,
    })) as BulkPostWorklogsResponse;
    expect(summary).toEqual({ total: 3, succeeded: 3, failed: 0, totalHours: 24 });
    expect(new Set(results.map(({ worklogId }) => worklogId)).size).toBe(3);
    expect({ writes: count(), stored: sandbox.state.worklogs.size }).toEqual({ writes: 1, stored: 3 });
  });

  test("what was not stored is sent again", async () => {
    const { upstream, count } = writes(async (write, request, fetch) =>
      write === 1 ? gone() : fetch(request),
    );
    const { reply, sandbox } = await openSession({ upstream });
    expect(await reply("post_worklog", POST)).toMatchObject({ success: true, worklog: { id: "1290000" } });
    expect({ writes: count(), stored: sandbox.state.worklogs.size }).toEqual({ writes: 2, stored: 1 });
  });

  test.each([5, 10])("what is stored %d seconds after the time-out is waited for", async (seconds) => {
    const clock = virtualClock();
    const { upstream, count } = writes(async (_, request, fetch) => {
      const later = request.clone();
      void clock
        .sleep(seconds * 1000)
        .then(() => fetch(new Request(later, { signal: new AbortController().signal })));
      return gone();
    });
    const { reply, sandbox } = await openSession({ clock, upstream });
    expect(await reply("post_worklog", POST)).toMatchObject({ worklog: { id: "1290000" } });
    expect({ writes: count(), stored: sandbox.state.worklogs.size }).toEqual({ writes: 1, stored: 1 });
  });

  test("what is stored after it was sent again is taken back, and logged", async () => {
    const clock = virtualClock();
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 1) return fetch(request);
      const later = request.clone();
      // Past the looks, which come after 1, 3, 7 and 11 seconds, and before the last ones.
      void clock
        .sleep(11_500)
        .then(() => fetch(new Request(later, { signal: new AbortController().signal })));
      return gone();
    });
    const { reply, sandbox, log } = await openSession({ clock, upstream });
    expect(await reply("post_worklog", POST)).toMatchObject({ worklog: { id: "1290000" } });
    expect([...sandbox.state.worklogs.keys()]).toEqual([1290000]);
    expect(log).toEqual([
      "post_worklog: 8 h on PROJ-123 for 2026-01-05 was logged twice after a lost response; deleted the duplicate, worklog 1290001",
    ]);
  });

  test("what somebody booked by hand meanwhile is left alone, though it has the same hours", async () => {
    const { upstream } = writes(async (write, request, fetch) => (write === 1 ? gone() : fetch(request)));
    const { reply, sandbox, clock } = await openSession({ upstream });
    void clock.sleep(11_500).then(() => {
      sandbox.state.worklogs.set(77, {
        id: 77,
        ...worklog({ startDate: "2026-01-05", description: "By hand: customer call" }),
      });
    });
    await reply("post_worklog", POST);
    expect([...sandbox.state.worklogs.keys()].sort()).toEqual([1290000, 77]);
  });

  test("what is stored late twice is taken back twice, also where a delete fails at first", async () => {
    const clock = virtualClock();
    let deletes = 0;
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 2) return fetch(request);
      const later = request.clone();
      const commit = () => fetch(new Request(later, { signal: new AbortController().signal }));
      void clock.sleep(write === 1 ? 22_500 : 11_500).then(commit);
      return gone();
    });
    const { reply, sandbox, log } = await openSession({
      clock,
      upstream: (fetch) =>
        upstream(async (request) => {
          const response = await fetch(request);
          if (request.method !== "DELETE") return response;
          deletes += 1;
          return deletes === 1 ? gone() : response;
        }),
    });
    await reply("post_worklog", POST);
    expect({ stored: sandbox.state.worklogs.size, deletes, logged: log.length }).toEqual({
      stored: 1,
      deletes: 3,
      logged: 2,
    });
  });

  test.each(["cloud", "datacenter"] as const)(
    "what Tempo lists otherwise than it was sent is unknown with its id, and not sent again, on %s",
    async (deployment) => {
      const { upstream, count } = writes(async (_, request, fetch) => {
        const text = await (await fetch(request)).text();
        return new Response(text.replaceAll("2026-01-05", "2026-01-04"));
      });
      const { refusal, sandbox } = await openSession({ deployment, upstream });
      expect(await refusal("post_worklog", POST)).toContain(
        "(it lists others: worklog 1290000). Whether they are stored is unknown",
      );
      expect({ writes: count(), stored: sandbox.state.worklogs.size }).toEqual({ writes: 1, stored: 1 });
    },
  );

  test("what a bulk stored before it was refused for another reason is not reported as failed", async () => {
    const { upstream } = writes(async (_, request, fetch) => {
      const [first] = (await request.json()) as object[];
      const { url, headers } = request;
      await fetch(new Request(url, { method: "POST", headers, body: JSON.stringify([first]) }));
      return Response.json({ errors: [{ message: "Not found" }] }, { status: 404 });
    });
    const { reply } = await openSession({ upstream });
    const { results } = (await reply("bulk_post_worklogs", {
      worklogs: [row(), row("2026-01-06")],
    })) as BulkPostWorklogsResponse;
    expect(results.map(({ success }) => success)).toEqual([true, false]);
  });

  test("what cannot be looked up is unknown, and not sent again", async () => {
    let isDown = false;
    const { upstream, count } = writes(async () => {
      isDown = true;
      return gone();
    });
    const { call, sandbox } = await openSession({
      upstream: (fetch) =>
        upstream(async (request) => (isDown && request.url.includes("/4/") ? gone() : fetch(request))),
    });
    const result = await call("bulk_post_worklogs", { worklogs: [row(), row("2026-01-06")] });
    const { results } = replyOf(result) as BulkPostWorklogsResponse;
    for (const { success, error } of results) {
      expect(success).toBe(false);
      expect(error).toBe(
        "Tempo returned HTTP 504, so it is unknown whether the request took effect. Check your worklogs before retrying.",
      );
    }
    expect({ writes: count(), stored: sandbox.state.worklogs.size }).toEqual({ writes: 1, stored: 0 });
  });

  test("what a refused bulk stored all the same is not stored again one by one", async () => {
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 1) return fetch(request);
      const [first] = (await request.json()) as object[];
      const { url, headers } = request;
      await fetch(new Request(url, { method: "POST", headers, body: JSON.stringify([first]) }));
      return Response.json({ errors: [{ message: "The second one is wrong" }] }, { status: 400 });
    });
    const { reply, sandbox } = await openSession({ upstream });
    const { summary } = (await reply("bulk_post_worklogs", {
      worklogs: [row(), row("2026-01-06")],
    })) as BulkPostWorklogsResponse;
    expect(summary.succeeded).toBe(2);
    expect([...sandbox.state.worklogs.values()].map(({ startDate }) => startDate)).toEqual([
      "2026-01-05",
      "2026-01-06",
    ]);
  });

  /** A request of its own, that nobody can cut. */
  const uncut = (request: Request) => new Request(request, { signal: new AbortController().signal });
  const comments = (session: Session) =>
    [...session.sandbox.state.worklogs.values()].map(({ description }) => description).sort();

  test("a late second of one entry is not taken for another of the same hours", async () => {
    const clock = virtualClock();
    let sentA = 0;
    const { upstream } = writes(async (_, request, fetch) => {
      const { comment } = (await request.clone().json()) as { comment: string };
      if (comment === "B") return gone();
      sentA += 1;
      if (sentA > 1) return fetch(request);
      const later = uncut(request.clone());
      void clock.sleep(13_000).then(() => fetch(later));
      return gone();
    });
    const session = await openSession({ clock, deployment: "datacenter", upstream });
    const worklogs = ["A", "B"].map((description) => row("2026-01-05", { hours: 1, description }));
    const { results } = replyOf(
      await session.call("bulk_post_worklogs", { worklogs }),
    ) as BulkPostWorklogsResponse;
    expect(results.map(({ success }) => success)).toEqual([true, false]);
    expect(results[1]?.error).toContain("is unknown");
    expect(comments(session)).toEqual(["A"]);
  });

  test("a refused bulk does not take for its own what an earlier one of the issue stored", async () => {
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 2) return fetch(request);
      if (write === 2) return Response.json({ errors: [{ message: "One is wrong" }] }, { status: 400 });
      await fetch(request);
      return gone();
    });
    const session = await openSession({ upstream });
    const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
    const worklogs = [
      ...Array.from({ length: 50 }, (_, index) => row(day(index), { hours: 1, description: "A" })),
      ...[0, 1, 2].map((index) => row(day(index), { hours: 1, description: "B" })),
    ];
    const { summary } = (await session.reply("bulk_post_worklogs", {
      worklogs,
    })) as BulkPostWorklogsResponse;
    expect(summary.succeeded).toBe(53);
    expect(comments(session).join("")).toBe(`${"A".repeat(50)}BBB`);
  });

  test.each(["cloud", "datacenter"] as const)(
    "what may have been stored with its duration rounded is unknown with its id, and not sent again, on %s",
    async (deployment) => {
      const { upstream, count } = writes(async (_, request, fetch) => {
        await fetch(request);
        for (const stored of session.sandbox.state.worklogs.values())
          stored.timeSpentSeconds = Math.floor(stored.timeSpentSeconds / 60) * 60;
        return gone();
      });
      const session = await openSession({ deployment, upstream });
      expect(await session.refusal("post_worklog", { ...POST, hours: 0.33 })).toBe(
        "The answer about 0.33 h on PROJ-123 for 2026-01-05 was lost, and meanwhile other time came to stand there " +
          "(worklog 1290000 of 0.32 h). Whether this is it is unknown: check with get_worklogs for 2026-01-05 before posting " +
          "it again.",
      );
      expect({ writes: count(), stored: session.sandbox.state.worklogs.size }).toEqual({
        writes: 1,
        stored: 1,
      });
    },
  );

  test.each([
    ["cloud", 17],
    ["cloud", 20],
    ["cloud", 24],
    ["datacenter", 17],
    ["datacenter", 19],
  ] as const)(
    "a Tempo that takes its time (%s, %d seconds) does not store twice",
    async (deployment, seconds) => {
      const clock = virtualClock();
      const { upstream } = writes(async (_, request, fetch) => {
        const slow = uncut(request.clone());
        const stored = clock.sleep(seconds * 1000).then(() => fetch(slow));
        await clock.sleep(seconds * 1000, request.signal);
        request.signal.throwIfAborted();
        return stored;
      });
      const session = await openSession({ clock, deployment, upstream });
      const worklogs = ["05", "06", "07", "08"].map((day) => row(`2026-01-${day}`));
      await session.reply("bulk_post_worklogs", { worklogs });
      await clock.sleep(60_000);
      expect(session.sandbox.state.worklogs.size).toBe(4);
    },
  );

  test("nothing is sent again before all that failed had eleven seconds", async () => {
    const clock = virtualClock();
    const sentAt: number[] = [];
    const { upstream } = writes(async (write, request, fetch) => {
      sentAt.push(clock.now());
      if (write === 2) await clock.sleep(4000);
      return write <= 2 ? gone() : fetch(request);
    });
    const session = await openSession({ clock, deployment: "datacenter", upstream });
    await session.reply("bulk_post_worklogs", { worklogs: [row(), row("2026-01-06")] });
    expect(sentAt).toEqual([0, 0, 15_000, 15_000]);
    expect(session.sandbox.state.worklogs.size).toBe(2);
  });

  test("what stays in doubt is not sent again once the token is refused, and not waited for", async () => {
    const clock = virtualClock();
    const { upstream, count } = writes(async () => gone());
    const session = await openSession({
      clock,
      upstream: (fetch) =>
        upstream(async (request) =>
          count() > 0 && request.url.includes("/4/") ? new Response(null, { status: 401 }) : fetch(request),
        ),
    });
    expect(await session.refusal("post_worklog", POST)).toContain("is unknown");
    expect({ writes: count(), milliseconds: clock.now() }).toEqual({ writes: 1, milliseconds: 1000 });
  });

  test("a token that is refused for one of two does not make the other's doubt last", async () => {
    const clock = virtualClock();
    const { upstream, count } = writes(async (write) =>
      write === 1 ? gone() : new Response(null, { status: 401 }),
    );
    const session = await openSession({ clock, deployment: "datacenter", upstream });
    const result = await session.call("bulk_post_worklogs", { worklogs: [row(), row("2026-01-06")] });
    const { results } = replyOf(result) as BulkPostWorklogsResponse;
    expect(results.map(({ error }) => /is unknown|refused/i.exec(error ?? "")?.[0])).toEqual([
      "is unknown",
      "refused",
    ]);
    // The looks that tell the doubt, and no more.
    expect({ writes: count(), milliseconds: clock.now() }).toEqual({ writes: 2, milliseconds: 11_000 });
  });

  test("a refusal of the second send tells nothing of the first", async () => {
    const { upstream } = writes(async (write) =>
      write === 1 ? gone() : Response.json({ errors: [{ message: "Closed" }] }, { status: 400 }),
    );
    const session = await openSession({ upstream });
    expect(await session.refusal("post_worklog", POST)).toContain("is unknown");
  });

  test("one late second is taken back, and an equal worklog booked by hand after it is not", async () => {
    const clock = virtualClock();
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 1) return fetch(request);
      const later = uncut(request.clone());
      void clock.sleep(11_500).then(() => fetch(later));
      return gone();
    });
    const session = await openSession({ clock, upstream });
    void clock.sleep(13_000).then(() => {
      session.sandbox.state.worklogs.set(77, { id: 77, ...worklog({ startDate: "2026-01-05" }) });
    });
    await session.reply("post_worklog", POST);
    expect([...session.sandbox.state.worklogs.keys()].sort()).toEqual([1290000, 77]);
  });

  test("a second one that may not be deleted is told, and not taken for the second of an equal entry", async () => {
    const clock = virtualClock();
    let deletes = 0;
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 2) return fetch(request);
      const later = uncut(request.clone());
      if (write === 1) void clock.sleep(11_500).then(() => fetch(later));
      return gone();
    });
    const session = await openSession({
      clock,
      deployment: "datacenter",
      upstream: (fetch) =>
        upstream(async (request) => {
          if (request.method !== "DELETE") return fetch(request);
          deletes += 1;
          return new Response(null, { status: 403 });
        }),
    });
    await session.reply("bulk_post_worklogs", { worklogs: [row(), row()] });
    expect({ deletes, log: session.log.map((line) => line.slice(0, 118)) }).toEqual({
      deletes: 1,
      log: [
        "bulk_post_worklogs: 8 h on PROJ-123 for 2026-01-05 is logged twice after a lost response: delete worklog 1290002 in Tempo. ",
      ],
    });
  });

  test("what stands is asked for until Tempo answers, before anything is sent again", async () => {
    const clock = virtualClock();
    const { upstream, count } = writes(async (write, request, fetch) =>
      write === 1 ? gone() : fetch(request),
    );
    const session = await openSession({
      clock,
      upstream: (fetch) =>
        upstream(async (request) =>
          request.method === "GET" && clock.now() > 8000 && clock.now() < 22_000 ? gone() : fetch(request),
        ),
    });
    await session.reply("post_worklog", POST);
    expect({ writes: count(), stored: session.sandbox.state.worklogs.size }).toEqual({
      writes: 2,
      stored: 1,
    });
  });

  test("a call cancelled while it finds out tells what it found, and what it did not", async () => {
    const clock = virtualClock();
    const cancelling = new AbortController();
    const { upstream } = writes(async (write, request, fetch) => {
      if (write === 1) await fetch(request);
      return gone();
    });
    const session = await openSession({ clock, deployment: "datacenter", upstream });
    void clock.sleep(2000).then(() => cancelling.abort());
    const worklogs = [row(), row("2026-01-06")];
    const cancelled = session.call("bulk_post_worklogs", { worklogs }, { signal: cancelling.signal });
    await expect(cancelled).rejects.toThrow();
    await expect
      .poll(() => session.log)
      .toEqual([
        "bulk_post_worklogs: cancelled; before that it had stored worklog 1290000 and possibly stored 8 h on PROJ-123 for 2026-01-06",
      ]);
  });

  test("no more is sent again than the call's time allows to take back", async () => {
    const clock = virtualClock();
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 5) return fetch(request);
      const later = uncut(request.clone());
      void clock.sleep(13_500).then(() => fetch(later));
      return gone();
    });
    // Five requests a second.
    let next = 0;
    const rateLimiter: RateLimiter = async (send) => {
      next = Math.max(next, clock.now()) + 220;
      await clock.sleep(next - clock.now());
      return send();
    };
    const session = await openSession({ clock, upstream, rateLimiter });
    const worklogs = Array.from({ length: 250 }, () => row("2026-01-05", { hours: 0.1 }));
    const { summary } = (await session.reply("bulk_post_worklogs", {
      worklogs,
    })) as BulkPostWorklogsResponse;
    await clock.sleep(60_000);
    expect({ stored: session.sandbox.state.worklogs.size, succeeded: summary.succeeded }).toEqual({
      stored: 250,
      succeeded: 250,
    });
  });

  test("a late second is taken back after an answer that listed nothing, too", async () => {
    const clock = virtualClock();
    // A process that has run for a while.
    clock.advance(600_000);
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 1) return fetch(request);
      const later = uncut(request.clone());
      void clock.sleep(14_500).then(() => fetch(later));
      return Response.json([]);
    });
    const session = await openSession({ clock, upstream });
    await session.reply("bulk_post_worklogs", { worklogs: [row(), row("2026-01-06")] });
    await clock.sleep(10_000);
    expect(session.sandbox.state.worklogs.size).toBe(2);
    expect(session.log).toHaveLength(2);
  });

  test.each([
    ["ten seconds later is waited for, and not sent again", 10_500, 0],
    ["even later is taken back, though every delete takes a second", 13_500, 50],
  ])("a whole bulk that is stored %s", async (_, late, deleted) => {
    const clock = virtualClock();
    const { upstream } = writes(async (write, request, fetch) => {
      if (write > 1) return fetch(request);
      const later = uncut(request.clone());
      void clock.sleep(late).then(() => fetch(later));
      return gone();
    });
    const slow: (fetch: Fetch) => Fetch = (fetch) => async (request) => {
      await clock.sleep(1000);
      return fetch(request);
    };
    const session = await openSession({ clock, upstream: (fetch) => slow(upstream(fetch)) });
    const worklogs = Array.from({ length: 50 }, () => row());
    const { summary } = (await session.reply("bulk_post_worklogs", {
      worklogs,
    })) as BulkPostWorklogsResponse;
    expect({
      succeeded: summary.succeeded,
      stored: session.sandbox.state.worklogs.size,
      deleted: session.requests.filter(({ operation }) => operation === "deleteWorklog").length,
    }).toEqual({ succeeded: 50, stored: 50, deleted });
  });

  test.each<[what: string, tidy: (stored: SandboxWorklog) => void]>([
    ["its comment tidied", (stored) => (stored.description = stored.description.replaceAll(/\s+/g, " "))],
    ["its billable time set", (stored) => (stored.billableSeconds = 0)],
  ])("a late second is taken back where Tempo stores both with %s", async (_, tidy) => {
    const clock = virtualClock();
    const { upstream } = writes(async (write, request, fetch) => {
      const store = async (sent: Request) => {
        const response = await fetch(sent);
        session.sandbox.state.worklogs.forEach(tidy);
        return response;
      };
      if (write > 1) return store(request);
      const later = uncut(request.clone());
      void clock.sleep(11_500).then(() => store(later));
      return gone();
    });
    const session = await openSession({ clock, upstream });
    await session.reply("post_worklog", { ...POST, description: "Two  blanks" });
    await clock.sleep(10_000);
    expect(session.sandbox.state.worklogs.size).toBe(1);
    expect(session.log).toHaveLength(1);
  });

  test("of two entries in doubt that only their comments tell apart, none is taken for what may be the other", async () => {
    const { upstream } = writes(async (_, request, fetch) => {
      const { comment } = (await request.clone().json()) as { comment: string };
      if (comment === "second") {
        await fetch(request);
        for (const stored of session.sandbox.state.worklogs.values()) stored.description = "tidied";
      }
      return gone();
    });
    const session = await openSession({ deployment: "datacenter", upstream });
    const worklogs = ["first", "second"].map((description) => row("2026-01-05", { description }));
    const result = await session.call("bulk_post_worklogs", { worklogs });
    const { results } = replyOf(result) as BulkPostWorklogsResponse;
    for (const { success, error } of results)
      expect({
        success,
        isUnknown: error?.includes("(worklog 1290000 of 8 h). Whether this is it is unknown"),
      }).toEqual({
        success: false,
        isUnknown: true,
      });
    expect(session.sandbox.state.worklogs.size).toBe(1);
  });

  test("a bulk that certainly was not sent is not reported as possibly stored", async () => {
    let isAway = false;
    const { call } = await openSession({
      upstream: (fetch) => async (request) => {
        isAway ||= request.url.endsWith("/bulk");
        if (isAway) throw new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } });
        return fetch(request);
      },
    });
    const result = await call("bulk_post_worklogs", { worklogs: [row(), row("2026-01-06")] });
    const { results } = replyOf(result) as BulkPostWorklogsResponse;
    expect(new Set(results.map(({ error }) => error))).toEqual(
      new Set([
        "Tempo could not be reached at https://sandbox.invalid (ECONNREFUSED). Nothing was changed by this request. Check the network and TEMPO_API_URL, " +
          "then try again.",
      ]),
    );
  });

  test("a bulk that is denied for one of it stores the others", async () => {
    const closed = { errors: [{ message: "Period of 2026-01-05 is closed" }] };
    const { upstream } = writes(async (_, request, fetch) =>
      (await request.clone().text()).includes("2026-01-05")
        ? Response.json(closed, { status: 403 })
        : fetch(request),
    );
    const { reply } = await openSession({ upstream });
    const { results } = (await reply("bulk_post_worklogs", {
      worklogs: [row(), row("2026-01-06")],
    })) as BulkPostWorklogsResponse;
    expect(results.map(({ success }) => success)).toEqual([false, true]);
  });

  test("a refused bulk after which nothing can be read is unknown, and nothing else", async () => {
    let isDown = false;
    const { upstream } = writes(async () => {
      isDown = true;
      return Response.json({ errors: [{ message: "One is wrong" }] }, { status: 400 });
    });
    const { call } = await openSession({
      upstream: (fetch) =>
        upstream(async (request) => (isDown && request.url.includes("/4/") ? gone() : fetch(request))),
    });
    const result = await call("bulk_post_worklogs", { worklogs: [row(), row("2026-01-06")] });
    const { results } = replyOf(result) as BulkPostWorklogsResponse;
    expect(new Set(results.map(({ error }) => error))).toEqual(
      new Set([
        "This was sent with others that Tempo refused (HTTP 400), and what stands now cannot be read: whether it is stored is " +
          "unknown. Check with get_worklogs before posting it again.",
      ]),
    );
  });

  test("a delete whose answer was lost is a success", async () => {
    let deletes = 0;
    const { reply, sandbox } = await openSession({
      seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
      upstream: (fetch) => async (request) => {
        const response = await fetch(request);
        if (request.method !== "DELETE") return response;
        deletes += 1;
        return deletes === 1 ? gone() : response;
      },
    });
    expect(await reply("delete_worklog", { worklogId: "1290000" })).toEqual({
      success: true,
      deletedWorklogId: "1290000",
    });
    expect({ deletes, stored: sandbox.state.worklogs.size }).toEqual({ deletes: 2, stored: 0 });
  });
});

describe("the call's budget", () => {
  test("ends the sending in time to answer; what was not sent says so", async () => {
    const clock = virtualClock();
    const { call, sandbox } = await openSession({
      clock,
      deployment: "datacenter",
      upstream: (fetch) => async (request) => {
        await clock.sleep(3000);
        return fetch(request);
      },
    });
    const worklogs = Array.from({ length: 100 }, (_, index) =>
      row(`2026-01-${String(1 + (index % 28)).padStart(2, "0")}`, {
        hours: 0.1 * (1 + Math.floor(index / 28)),
      }),
    );
    const { results, summary } = replyOf(
      await call("bulk_post_worklogs", { worklogs }),
    ) as BulkPostWorklogsResponse;
    expect(clock.now()).toBeLessThan(50_000);
    expect(summary.succeeded).toBe(sandbox.state.worklogs.size);
    expect(summary.succeeded).toBeGreaterThan(20);
    expect(new Set(results.flatMap(({ error }) => error ?? []))).toEqual(
      new Set([
        "Not sent: the call's time ran out before this was sent. Nothing of it was stored; send the same call again.",
      ]),
    );
    const again = replyOf(await call("bulk_post_worklogs", { worklogs })) as BulkPostWorklogsResponse;
    expect(again.results.filter(({ alreadyLogged }) => alreadyLogged).length).toBe(summary.succeeded);
  });

  test("that leaves no time to find out about a second send allows none", async () => {
    const { upstream, count } = writes(async (write, request, fetch) =>
      write === 1 ? gone() : fetch(request),
    );
    const { refusal, sandbox } = await openSession({ budget: 20_000, upstream });
    expect(await refusal("post_worklog", POST)).toMatch(/unknown whether the request took effect/);
    expect({ writes: count(), stored: sandbox.state.worklogs.size }).toEqual({ writes: 1, stored: 0 });
  });

  test("holds where nothing answers at all", async () => {
    const clock = virtualClock();
    const { refusal } = await openSession({
      clock,
      upstream: () => (request) =>
        new Promise((_, reject) => {
          const end = () => reject(request.signal.reason);
          request.signal.addEventListener("abort", end, { once: true });
        }),
    });
    expect(await refusal("post_worklog", POST)).toMatch(
      /^Jira could not be reached at https:\/\/sandbox\.invalid \(no response in time\)/,
    );
    expect(clock.now()).toBeLessThan(50_000);
  });
});

describe("what upstream asks to wait for", () => {
  test.each([
    ["seconds", { "retry-after": "7" }, 7000, 7250],
    ["a date", { "retry-after": new Date(Date.UTC(2026, 0, 15, 0, 0, 9)).toUTCString() }, 8000, 9250],
    [
      "an interval of Data Center's",
      { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "5" },
      5000,
      5250,
    ],
    ["nothing in particular", {}, 250, 500],
  ])("is waited for: %s", async (_, headers, least, most) => {
    const clock = virtualClock();
    let refusedAt = -1;
    let servedAt = -1;
    const { reply, sandbox } = await openSession({
      clock,
      upstream: (fetch) => async (request) => {
        if (!isWrite(request)) return fetch(request);
        if (refusedAt < 0) {
          refusedAt = clock.now();
          return new Response("", { status: 429, headers: headers as Record<string, string> });
        }
        servedAt = clock.now();
        return fetch(request);
      },
    });
    await reply("post_worklog", POST);
    expect(servedAt - refusedAt).toBeGreaterThanOrEqual(least);
    expect(servedAt - refusedAt).toBeLessThanOrEqual(most);
    expect(sandbox.state.worklogs.size).toBe(1);
  });

  test("a bulk that Tempo is busy with (409) is waited out, and sent whole", async () => {
    let refused = 0;
    const { reply, requests } = await openSession({
      upstream: (fetch) => async (request) => {
        if (!request.url.endsWith("/bulk") || refused >= 2) return fetch(request);
        refused += 1;
        return Response.json(
          { errors: [{ message: "There is already a bulk action in progress" }] },
          { status: 409 },
        );
      },
    });
    await reply("bulk_post_worklogs", { worklogs: [row(), row("2026-01-06")] });
    expect(requests.map(({ operation }) => operation).filter((id) => id.startsWith("create"))).toEqual([
      "createWorklogsForIssue",
    ]);
  });

  test("a token that is refused is not tried again", async () => {
    let asked = 0;
    const { refusal } = await openSession({
      upstream: (fetch) => async (request) => {
        if (!request.url.includes("/4/")) return fetch(request);
        asked += 1;
        return new Response("", { status: 401 });
      },
    });
    await refusal("get_schedule", { startDate: "2026-01-05" });
    expect(asked).toBe(1);
  });
});

test("a cancelled call tells in the log what it had stored by then", async () => {
  const clock = virtualClock();
  const controller = new AbortController();
  const { call, log, sandbox } = await openSession({
    clock,
    deployment: "datacenter",
    upstream: (fetch) => async (request) => {
      await clock.sleep(100);
      const response = await fetch(request);
      if (sandbox.state.worklogs.size >= 4) controller.abort();
      return response;
    },
  });
  const worklogs = Array.from({ length: 28 }, (_, index) =>
    row(`2026-01-${String(1 + index).padStart(2, "0")}`),
  );
  await expect(call("bulk_post_worklogs", { worklogs }, { signal: controller.signal })).rejects.toThrow();
  await expect.poll(() => log.length).toBe(1);
  const ids = [...sandbox.state.worklogs.keys()];
  expect(ids.length).toBeLessThan(9);
  expect(log[0]?.match(/\d{7}/g)?.map(Number).sort()).toEqual(ids);
  expect(log[0]).toMatch(/^bulk_post_worklogs: cancelled; before that it had stored worklog /);
});

test("a cancelled delete whose answer was lost tells in the log that it may have been done", async () => {
  const cancelling = new AbortController();
  const { call, log } = await openSession({
    seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    upstream: (fetch) => async (request) => {
      const response = await fetch(request);
      if (request.method !== "DELETE") return response;
      cancelling.abort();
      return gone();
    },
  });
  const args = { worklogId: "1290000" };
  await expect(call("delete_worklog", args, { signal: cancelling.signal })).rejects.toThrow();
  await expect
    .poll(() => log)
    .toEqual(["delete_worklog: cancelled; before that it had possibly deleted worklog 1290000"]);
});

test("nothing more is sent to a Data Center that says it has no request left to give, until it has", async () => {
  const clock = virtualClock();
  const sentAt: number[] = [];
  const { reply } = await openSession({
    clock,
    deployment: "datacenter",
    upstream: (fetch) => async (request) => {
      sentAt.push(clock.now());
      const response = await fetch(request);
      if (sentAt.length > 1) return response;
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "5" };
      return Response.json(await response.json(), { headers });
    },
  });
  await reply("get_schedule", { startDate: "2026-01-05" });
  expect(sentAt[0]).toBeLessThan(5000);
  expect(sentAt[1]).toBeGreaterThanOrEqual(5000);
});

test("a cancelled delete whose answer was lost at first, and which is found done, is told as done", async () => {
  const cancelling = new AbortController();
  let deletes = 0;
  const { call, log } = await openSession({
    seed: { worklogs: [worklog({ startDate: "2026-01-05" })] },
    upstream: (fetch) => async (request) => {
      const response = await fetch(request);
      if (request.method !== "DELETE") return response;
      deletes += 1;
      if (deletes === 1) return gone();
      cancelling.abort();
      return response;
    },
  });
  const args = { worklogId: "1290000" };
  await expect(call("delete_worklog", args, { signal: cancelling.signal })).rejects.toThrow();
  await expect
    .poll(() => log)
    .toEqual(["delete_worklog: cancelled; before that it had deleted worklog 1290000"]);
});
