import { expect, test } from "vitest";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { Life } from "../../history/life.ts";

/** A write of a process that gives up after ten seconds, unless given; returns what it saw, and when Tempo carried it out. */
async function send(fault: "slow" | "slow answer", givesUpAfter = 10_000) {
  const clock = virtualClock(() => 0);
  const carriedOut: { sentAt: number; at: number }[] = [];
  const serve = async (_: Request, { sentAt }: { sentAt: number }) => {
    carriedOut.push({ sentAt, at: clock.now() });
    return new Response("stored");
  };
  const life = new Life({ clock, random: clock.random, serve, forget() {} });
  life.arm([{ at: "write", n: 1, does: "answer", fault, times: 1, details: { processedAfter: 30_000 } }]);
  const giveUp = new AbortController();
  void clock.sleep(givesUpAfter).then(() => giveUp.abort());
  const request = new Request("https://tempo.example/4/worklogs", {
    method: "POST",
    body: "{}",
    signal: giveUp.signal,
  });
  const saw = await life.fetch(request).then(
    () => ({ answeredAt: clock.now() }),
    () => ({ gaveUpAt: clock.now() }),
  );
  await clock.sleep(60_000);
  return { ...saw, carriedOut };
}

test("a slow write is carried out in the end, and answered then", async () => {
  expect(await send("slow", 40_000)).toEqual({ answeredAt: 30_030, carriedOut: [{ sentAt: 0, at: 30_030 }] });
});

test("a slow write is carried out in the end, though its process gives up", async () => {
  expect(await send("slow")).toEqual({ gaveUpAt: 10_000, carriedOut: [{ sentAt: 0, at: 30_030 }] });
});

test("a write with a slow answer is carried out at once", async () => {
  expect(await send("slow answer", 40_000)).toEqual({
    answeredAt: 30_030,
    carriedOut: [{ sentAt: 0, at: 30 }],
  });
  expect(await send("slow answer")).toEqual({ gaveUpAt: 10_000, carriedOut: [{ sentAt: 0, at: 30 }] });
});
