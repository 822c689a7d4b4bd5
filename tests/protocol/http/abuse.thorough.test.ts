import { expect, test } from "vitest";
import { PING, READ, sendRaw } from "../../helpers/raw-requests.ts";
import { startTeamServer, type TeamServerOptions } from "../../helpers/team-server.ts";

const slowly: TeamServerOptions["upstream"] = (tempo) => async (request) => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return tempo(request);
};

test("of 1,000 wrong tokens from one address, 20 are looked up in a minute, and the others are refused at once", async () => {
  const team = await startTeamServer({ kind: "datacenter" });
  const statuses: Record<number, number> = {};
  const tries = 1000;
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let number = worker; number < tries; number += 8) {
        const { status } = await sendRaw(team.url, {
          headers: { "tempofiller-jira-pat": `S3CRET-${number}` },
          body: JSON.stringify(READ),
        });
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  expect(team.upstreamRequests()).toBe(20);
  expect(statuses[429]).toBeGreaterThanOrEqual(tries - 28);
  const [member] = team.tempo.members;
  const blocked = await team.post(READ, member?.headers);
  expect(blocked.headers.get("retry-after")).toMatch(/^\d\d?$/);
});

test("a known user goes on, however many made-up tokens come between the calls", async () => {
  const team = await startTeamServer({ kind: "datacenter" });
  const [member] = team.tempo.members;
  expect((await team.post(READ, member?.headers)).status).toBe(200);
  const tokens = 2005;
  await Promise.all(
    Array.from({ length: 8 }, async (_, worker) => {
      for (let number = worker; number < tokens; number += 8) {
        const headers = { "tempofiller-jira-pat": `S3CRET-${number}` };
        await sendRaw(team.url, { headers, body: JSON.stringify(PING) });
      }
    }),
  );
  await Promise.all(
    Array.from({ length: 22 }, (_, number) =>
      team.post(READ, { "tempofiller-jira-pat": `S3CRET-bad-${number}` }).then((it) => it.text()),
    ),
  );
  const known = await team.post(READ, member?.headers);
  expect(await known.text()).toContain('"worklogs":[]');
}, 60_000);

test("of 200 wrong tokens at the same moment, 20 are looked up, and a known user goes on", async () => {
  const team = await startTeamServer({ kind: "datacenter", upstream: slowly });
  const [member] = team.tempo.members;
  expect((await team.post(READ, member?.headers)).status).toBe(200);
  const before = team.upstreamRequests();
  const texts = await Promise.all(
    Array.from({ length: 200 }, async (_, number) => {
      const response = await team.post(READ, { "tempofiller-jira-pat": `S3CRET-${number}` });
      return response.text();
    }),
  );
  expect(team.upstreamRequests() - before).toBe(20);
  expect(texts.filter((text) => text.includes("Too many credentials from your address")).length).toBe(180);
  const known = await team.post(READ, member?.headers);
  expect(await known.text()).toContain('"worklogs":[]');
});

test("60 users of one office who begin at the same moment all get their replies", async () => {
  const team = await startTeamServer({ kind: "datacenter", size: 60, upstream: slowly });
  const texts = await Promise.all(
    team.tempo.members.map(async ({ headers }) => (await team.post(READ, headers)).text()),
  );
  expect(texts.filter((text) => !text.includes('"worklogs":[]'))).toEqual([]);
});

test("users share the rate, however many tokens one of them sends", async () => {
  const team = await startTeamServer({
    size: 2,
    env: { TEMPO_REQUESTS_PER_SECOND: "10" },
    // All of them are good.
    upstream: (tempo) => (request) => {
      if (/^Bearer S3CRET-\d+$/.test(request.headers.get("authorization") ?? ""))
        request.headers.set("authorization", `Bearer ${greedy?.credentials.tempoToken}`);
      return tempo(request);
    },
  });
  const [greedy, other] = team.tempo.members;
  await team.post(READ, greedy?.headers);
  await team.post(READ, other?.headers);
  let answered = 0;
  const flood = Array.from({ length: 40 }, async (_, number) => {
    await team.post(READ, { ...greedy?.headers, "tempofiller-tempo-token": `S3CRET-${number}` });
    answered += 1;
  });
  // All of them wait for their turn by now.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = answered;
  const reply = await team.post(READ, other?.headers);
  expect(await reply.text()).toContain('"worklogs":[]');
  expect(answered - before).toBeLessThan(10);
  await Promise.all(flood);
}, 60_000);
