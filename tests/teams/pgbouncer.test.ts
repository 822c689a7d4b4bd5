import { expect, test } from "vitest";
import { added, batchOf, NO_OUTCOME, outcomeOf } from "./acceptance/batch.ts";
import { inParallel } from "./acceptance/pool.ts";
import { startTeam } from "./acceptance/team.ts";
import { postgresForFile } from "./database.ts";
import { startPooler } from "./pooler.ts";

const postgres = postgresForFile();

test("behind PgBouncer in transaction mode, the same batch to both replicas is stored once, and nothing is sent while it is away", {
  timeout: 120_000,
}, async () => {
  const pooler = await startPooler(await postgres().createDatabase());
  const team = await startTeam(
    { createDatabase: async () => pooler.url },
    { kind: "datacenter", size: 21, env: { TEMPO_REQUESTS_PER_SECOND: "100" } },
  );
  const { tempo, one, other, call } = team;
  const [last, ...members] = tempo.members;
  if (!last) throw new Error("Nobody is in the team");
  const outcomes = await inParallel(members, 10, async (member) => {
    const worklogs = batchOf(member);
    const replies = await Promise.all(
      [one, other].map(({ url }) => call(url, member.headers, "bulk_post_worklogs", { worklogs })),
    );
    const stored = await tempo.storedOf(member);
    return replies.map((reply) => outcomeOf(worklogs, [reply], stored));
  });
  expect(added(outcomes.flat())).toEqual(NO_OUTCOME);

  await pooler.stop();
  const worklogs = batchOf(last);
  const refused = await call(one.url, last.headers, "bulk_post_worklogs", { worklogs });
  expect({ isError: refused.isError, stored: await tempo.storedOf(last) }).toEqual({
    isError: true,
    stored: [],
  });
  expect(refused.message).toMatch(/^Not sent: the server's database does/);

  await pooler.start();
  const reply = await call(one.url, last.headers, "bulk_post_worklogs", { worklogs });
  expect(outcomeOf(worklogs, [reply], await tempo.storedOf(last))).toEqual(NO_OUTCOME);
});
