import { expect, test } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import { worklog } from "../../helpers/seeds.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { CALM } from "../../history/kind.ts";
import type { Weather } from "../../history/scenario.ts";
import { createTempo } from "../../history/tempo.ts";

const DATE = "2026-01-05";

function open(weather: Partial<Weather> = {}) {
  const clock = virtualClock();
  const tempo = createTempo({ ...CALM, ...weather }, clock);
  const headers = { authorization: `Bearer ${SANDBOX_CREDENTIALS.personalAccessToken}` };
  const sender: { diedAt?: number } = {};
  const send = async (method: string, path: string, body?: object) => {
    const url = `https://sandbox.invalid/rest/tempo-timesheets/4/worklogs${path}`;
    const response = await tempo.serve(
      new Request(url, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
      { by: "process A", times: { sentAt: clock.now() - 100 }, sender },
    );
    const text = await response.text();
    return { status: response.status, body: response.ok && text !== "" ? JSON.parse(text) : undefined };
  };
  const post = async () => {
    const body = { worker: "JIRAUSER10001", originTaskId: 10007, started: DATE, timeSpentSeconds: 3600 };
    const [{ tempoWorklogId }] = (await send("POST", "", body)).body as [{ tempoWorklogId: number }];
    return tempoWorklogId;
  };
  const list = async () => {
    const found = (await send("POST", "/search", { from: DATE, to: DATE })).body as {
      tempoWorklogId: number;
    }[];
    return found.map(({ tempoWorklogId }) => tempoWorklogId);
  };
  const read = async (id: number) => (await send("GET", `/${id}`)).status;
  return { clock, tempo, sender, send, post, list, read };
}

test("two nodes take turns, and each list is as far behind as its node", async () => {
  const { clock, post, list } = open({ listLag: [0, 5000] });
  const id = await post();
  clock.advance(1000);
  expect([await list(), await list()]).toEqual([[], [id]]);
  clock.advance(5000);
  expect([await list(), await list()]).toEqual([[id], [id]]);
});

test("a list that is behind shows what was deleted", async () => {
  const { clock, tempo, list } = open({ listLag: [5000, 5000] });
  const { id } = tempo.log(worklog({ startDate: DATE }));
  clock.advance(6000);
  tempo.remove(id);
  clock.advance(1000);
  expect(await list()).toEqual([id]);
});

test("reads by id lag on their own", async () => {
  const { clock, post, read, list } = open({ readLag: [5000, 5000] });
  const id = await post();
  clock.advance(1000);
  expect(await list()).toEqual([id]);
  expect(await read(id)).toBe(404);
});

test("a later worklog of the other node has a smaller id", async () => {
  const { post } = open({ banks: true });
  const [first, second] = [await post(), await post()];
  expect(second).toBeLessThan(first);
});

test("after it was restored, an id is given again", async () => {
  const { clock, tempo, post, list } = open();
  clock.advance(60_000);
  const id = await post();
  clock.advance(1000);
  expect(tempo.restore(5000)).toEqual([id]);
  expect(await list()).toEqual([]);
  expect(await post()).toBe(id);
});

test("a token that is revoked is refused", async () => {
  const { tempo, read } = open();
  tempo.setRevoked(true);
  expect(await read(1)).toBe(401);
  tempo.setRevoked(false);
  expect(await read(1)).toBe(404);
});

test("each request that changes a worklog is noted, with its issues and dates before and after", async () => {
  const { tempo, sender, send, post } = open();
  const id = await post();
  await send("PUT", `/${id}/issue/10004`);
  sender.diedAt = 0;
  await send("DELETE", `/${id}`);
  await send("DELETE", `/${id}`);
  const common = { by: "process A", sentAt: -100, at: 0, deleted: [], diedAt: undefined };
  expect(tempo.writes).toEqual([
    { ...common, method: "POST", issues: [10007], dates: [DATE] },
    { ...common, method: "PUT", issues: [10007, 10004], dates: [DATE, DATE] },
    {
      ...{ ...common, method: "DELETE", issues: [10004], dates: [DATE], diedAt: 0 },
      deleted: [expect.objectContaining({ id: String(id), date: DATE })],
    },
  ]);
});
