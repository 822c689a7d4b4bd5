import { describe, expect, test } from "vitest";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { EXAMPLE_SEED, exampleCalls } from "../helpers/examples.ts";
import { openSession, type SessionOptions } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const CALLS = await exampleCalls();

const CLOUD: SessionOptions = { deployment: "cloud" };
const DATA_CENTER: SessionOptions = { deployment: "datacenter" };

/** A site whose requests take time. */
function onClock(deployment: SessionOptions, behaviour: SessionOptions["behaviour"]): SessionOptions {
  const clock = virtualClock();
  return { ...deployment, clock, behaviour: { clock, ...behaviour } };
}

/** Behaviour that real ones have or may have, and the embedded Tempo usually has not. */
const SITES: Record<string, SessionOptions> = {
  "Cloud that stores eight o'clock if no start time is sent": {
    ...CLOUD,
    behaviour: { startTimes: "at eight" },
  },
  "Cloud that stores start times one after another": {
    ...CLOUD,
    behaviour: { startTimes: "one after another" },
  },
  "Cloud whose last page has an empty address of the next": {
    ...CLOUD,
    behaviour: { nextOfLastPage: "empty" },
  },
  "Cloud with ids in banks": { ...CLOUD, behaviour: { idBanks: 2 } },
  "Data Center with the old schedule": { ...DATA_CENTER, behaviour: { schedules: "of one user" } },
  "Data Center with a T before times": { ...DATA_CENTER, behaviour: { timeSeparator: "T" } },
  "Data Center with ids in banks": { ...DATA_CENTER, behaviour: { idBanks: 2 } },
  "Data Center that loses updates of issues": onClock(DATA_CENTER, { losesUpdates: true }),
  "Cloud that takes five seconds to store": onClock(CLOUD, { secondsToStore: 5 }),
  "Data Center that takes five seconds to store": onClock(DATA_CENTER, { secondsToStore: 5 }),
  "Cloud behind a gateway that gives up": onClock(CLOUD, { secondsToStore: 2, gatewayGivesUp: true }),
  "Data Center behind a gateway that gives up": onClock(DATA_CENTER, {
    secondsToStore: 2,
    gatewayGivesUp: true,
  }),
};

const openSite = (options: SessionOptions) =>
  openSession({ toolSets: TOOL_SETS, seed: EXAMPLE_SEED, ...options });

/** The id of a worklog in the order in which they are stored, where two nodes number them by turns. */
const inBanks = (id: number) => 1_190_000 + (id % 2 === 0 ? 100_000 : 0) + Math.floor((id - 1_290_000) / 2);

/** The replies to all example calls, without what differs: ids have their order's number, and start times and digests are left out. */
async function repliesOn(site: SessionOptions) {
  const { call, sandbox } = await openSite(site);
  const ids = Array.from({ length: 200 }, (_, index) => 1_290_000 + index);
  const hasBanks = site.behaviour?.idBanks === 2;
  const stored = new Map(ids.map((id) => [String(id), String(hasBanks ? inBanks(id) : id)]));
  const order = new Map([...stored].map(([id, real]) => [real, id]));
  const replies: unknown[] = [];
  for (const { name, tool, arguments: args } of CALLS) {
    const sent = JSON.stringify(args).replaceAll(/(?<=")\d{7}(?=")/g, (id) => stored.get(id) ?? id);
    const { isError = false, content } = await call(tool, JSON.parse(sent));
    const reply = JSON.parse(content[0]?.text ?? "", (key, value) => {
      if (key === "startTime" || key === "confirm") return undefined;
      // Worklogs of a date are sorted by start time and id.
      const texts = Array.isArray(value) && value[0]?.id ? value.map((it) => JSON.stringify(it)) : undefined;
      return texts?.toSorted() ?? order.get(value) ?? value;
    });
    replies.push({ name, isError, reply });
  }
  return { replies, stored: sandbox.state.worklogs.size };
}

/** The replies of the usual sites, which each site's are compared with. */
const usualReplies = new Map<unknown, ReturnType<typeof repliesOn>>();
function repliesOnUsual({ deployment }: SessionOptions) {
  const replies = usualReplies.get(deployment) ?? repliesOn({ ...(deployment && { deployment }) });
  usualReplies.set(deployment, replies);
  return replies;
}

describe.each(Object.entries(SITES))("on %s", (_, site) => {
  test("every tool replies to the contract's examples as on the usual one", async () => {
    const found = await repliesOn(site);
    expect(found).toEqual(await repliesOnUsual(site));
    expect(found.replies).toEqual(CALLS.map(({ name }) => expect.objectContaining({ name, isError: false })));
  });

  test("a batch that is sent again stores nothing", async () => {
    const { reply, sandbox } = await openSite(site);
    const worklogs = ["2026-01-05", "2026-01-06"].flatMap((date) =>
      ["", "Review", "Review"].map((description) => ({ issueKey: "DEMO-1", hours: 1.25, date, description })),
    );
    for (const alreadyLogged of [undefined, true]) {
      const { results } = await reply("bulk_post_worklogs", { worklogs });
      expect(results.map((it) => ("alreadyLogged" in it ? it.alreadyLogged : undefined))).toEqual(
        worklogs.map(() => alreadyLogged),
      );
    }
    expect(sandbox.state.worklogs.size).toBe(6);
  });
});

describe.each([403, 404] as const)(
  "on Data Center that answers with %i since Tempo's licence has expired",
  (status) => {
    test("every tool that needs Tempo names the licence", async () => {
      const { call } = await openSite({ ...DATA_CENTER, behaviour: { licenceStatus: status } });
      const silent: string[] = [];
      for (const { name, tool, arguments: args } of CALLS) {
        const result = await call(tool, args);
        if (!/licence/.test(JSON.stringify(result.content)))
          silent.push(`${name}: ${result.content[0]?.text}`);
      }
      expect(silent).toEqual([]);
    });
  },
);
