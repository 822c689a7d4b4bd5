import { describe, expect, test } from "vitest";
import { chosenQuirks } from "../../src/cli/sandbox/quirks.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { authorizationFor } from "../helpers/every-operation.ts";
import { COLLEAGUE, ME, seed, worklog } from "../helpers/seeds.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const HOUR = 3600;
const DATE = "2026-01-05";
const ISSUE = 10123;
const OTHER_ISSUE = 10007;

/** A Tempo with quirks on a clock of its own, where a colleague has logged an hour. */
function open(...quirks: string[]) {
  const clock = virtualClock();
  const logged = worklog({ startDate: DATE, accountId: COLLEAGUE.accountId, timeSpentSeconds: HOUR });
  const sandbox = createSandbox(seed({ worklogs: [logged] }), {
    behaviour: { clock, ...chosenQuirks(quirks).behaviour },
  });
  async function send(method: string, path: string, body?: object, signal?: AbortSignal) {
    const response = await sandbox.fetch(
      new Request(`https://sandbox.invalid${path}`, {
        method,
        headers: { authorization: authorizationFor(path) },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    );
    return { status: response.status, text: await response.text() };
  }
  return { sandbox, clock, send, stored: () => sandbox.state.worklogs.size - 1 };
}

const onCloud = (hours: number) => ({
  authorAccountId: ME.accountId,
  startDate: DATE,
  timeSpentSeconds: hours * HOUR,
});
const onDataCenter = (hours: number) => ({
  worker: ME.key,
  originTaskId: String(ISSUE),
  started: DATE,
  timeSpentSeconds: hours * HOUR,
  comment: "",
});

/** The requests that log hours on the issue, change them, and take them off it, and the hours that it has after each. */
const CLOUD: [method: string, path: string, body: object | undefined, hours: number][] = [
  ["POST", "/4/worklogs", { ...onCloud(2), issueId: ISSUE }, 3],
  ["POST", `/4/worklogs/issue/${ISSUE}/bulk`, [onCloud(3), onCloud(4)], 10],
  ["PUT", "/4/worklogs/1290001", onCloud(5), 13],
  ["DELETE", "/4/worklogs/1290002", undefined, 10],
  ["POST", "/4/worklogs", { ...onCloud(0), issueId: ISSUE }, 10],
];
const DATA_CENTER: typeof CLOUD = [
  ["POST", "/rest/tempo-timesheets/4/worklogs", onDataCenter(2), 3],
  ["POST", "/rest/tempo-timesheets/4/worklogs", onDataCenter(3), 6],
  ["PUT", "/rest/tempo-timesheets/4/worklogs/1290001", onDataCenter(5), 9],
  ["DELETE", "/rest/tempo-timesheets/4/worklogs/1290002", undefined, 6],
  ["PUT", `/rest/tempo-timesheets/4/worklogs/1290001/issue/${OTHER_ISSUE}`, undefined, 1],
];

describe("the time spent on an issue", () => {
  test.each([
    { deployment: "Cloud", requests: CLOUD, api: 3, quirks: [] },
    { deployment: "Cloud, where updates may be lost", requests: CLOUD, api: 3, quirks: ["loses-updates"] },
    { deployment: "Data Center", requests: DATA_CENTER, api: 2, quirks: [] },
    {
      deployment: "Data Center, where updates may be lost",
      requests: DATA_CENTER,
      api: 2,
      quirks: ["loses-updates"],
    },
  ])(
    "is the sum of all users' worklogs after each write alone: $deployment",
    async ({ requests, api, quirks }) => {
      const { send, sandbox } = open(...quirks);
      const found: unknown[] = [];
      for (const [method, path, body] of requests) {
        await send(method, path, body);
        const { text } = await send("GET", `/rest/api/${api}/issue/${ISSUE}?fields=timespent`);
        found.push(JSON.parse(text).fields.timespent / HOUR);
      }
      expect(found).toEqual(requests.map(([, , , hours]) => hours));
      const moved = api === 2 ? 5 * HOUR : undefined;
      expect(sandbox.state.timeSpent.get(OTHER_ISSUE)).toBe(moved);
    },
  );

  test("lacks what writes add at the same time, where updates may be lost", async () => {
    const { send, sandbox, clock, stored } = open("loses-updates");
    const post = (parts = {}) =>
      send("POST", "/rest/tempo-timesheets/4/worklogs", { ...onDataCenter(2), ...parts });
    await Promise.all([post(), post(), post({ originTaskId: String(OTHER_ISSUE) })]);
    expect({ stored: stored(), timeSpent: [...sandbox.state.timeSpent], now: clock.now() }).toEqual({
      stored: 3,
      timeSpent: [
        [ISSUE, 3 * HOUR],
        [OTHER_ISSUE, 2 * HOUR],
      ],
      now: 120,
    });
  });
});

describe("a write that takes long", () => {
  const post = [...(CLOUD[0] ?? [])].slice(0, 3) as [string, string, object];

  test("is stored as it is answered, and all else is as fast as ever", async () => {
    const { send, clock, stored } = open("slow-writes=75");
    const answer = send(...post);
    await send("GET", "/4/worklogs/1290000");
    expect({ stored: stored(), now: clock.now() }).toEqual({ stored: 0, now: 0 });
    expect(await answer).toMatchObject({ status: 200 });
    expect({ stored: stored(), now: clock.now() }).toEqual({ stored: 1, now: 75_000 });
  });

  test("is stored at its time though the client has gone", async () => {
    const { send, clock, stored } = open("slow-writes");
    const client = new AbortController();
    const answer = send(...post, client.signal);
    await clock.sleep(8000);
    client.abort();
    await expect(answer).rejects.toThrow("aborted");
    await clock.sleep(31_999);
    expect(stored()).toBe(0);
    await clock.sleep(1);
    expect(stored()).toBe(1);
  });

  test("is stored at its time though a gateway has answered with 504 at once", async () => {
    const { send, clock, stored } = open("late-writes");
    expect(await send(...post)).toMatchObject({ status: 504 });
    expect({ stored: stored(), now: clock.now() }).toEqual({ stored: 0, now: 0 });
    await clock.sleep(20_000);
    expect(stored()).toBe(1);
  });
});
