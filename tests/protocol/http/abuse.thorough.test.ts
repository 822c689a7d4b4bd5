import { expect, test } from "vitest";
import { PING, READ, sendRaw } from "../../helpers/raw-requests.ts";
import { startTeamServer } from "../../helpers/team-server.ts";

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
