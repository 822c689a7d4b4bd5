import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { record, summaryOf } from "../../helpers/figures.ts";
import type { TeamMember } from "../../helpers/team-tempo.ts";
import { postgresForFile } from "../database.ts";
import { added, batchOf, NO_OUTCOME, outcomeOf, sendUntilStored } from "./batch.ts";
import type { Reply } from "./calls.ts";
import type { Replica } from "./replica.ts";
import { isFull, startTeam, type Team } from "./team.ts";
import type { Treatment } from "./tempo-server.ts";

const postgres = postgresForFile();

const KILLS = isFull ? 100 : 1;
const PEOPLE_PER_KILL = 6;
/** The replica runs at least this long between two kills. */
const PAUSE_MS = 2000;

/** The time that users whose batches were cut waited, on both deployments, in milliseconds. */
const waited: number[] = [];

afterAll(() => {
  const check = "both deployments: how long until what was cut is stored";
  record({ row: 4, check, figures: { "batches cut": waited.length, ...summaryOf(waited) } });
});

/** A random treatment of a request that stores: late or at once, and with the client waiting or sent away. */
function late(): Treatment {
  const processAfter = Math.random() * 10_000;
  const kinds: Treatment[] = [
    {},
    { processAfter: Math.random() * 300 },
    { processAfter },
    { processAfter, atOnce: "gateway timeout" },
    { processAfter, atOnce: "connection lost" },
  ];
  // One kill may find few batches under way, unless Tempo is late with all of them.
  const possible = isFull ? kinds : kinds.filter(({ processAfter = 0 }) => processAfter > 300);
  return possible[Math.floor(Math.random() * possible.length)] ?? { processAfter: 5000 };
}

/** Sends a batch, kills its replica at a random moment, and sends the batch again to the other one until it is stored. */
async function interrupted({ call, tempo, one, other }: Team, member: TeamMember) {
  const worklogs = batchOf(member);
  const send = ({ url }: Replica) => call(url, member.headers, "bulk_post_worklogs", { worklogs });
  const first: Promise<Reply | undefined> = send(one).catch(() => undefined);
  return {
    async afterKill() {
      const killedAt = performance.now();
      const replies = await sendUntilStored(() => send(other));
      const settledAfter = performance.now() - killedAt;
      // Tempo may process a request of the killed replica up to 10 seconds late.
      await sleep(11_000);
      const reply = await first;
      const stored = await tempo.storedOf(member);
      return {
        wasInterrupted: reply === undefined,
        settledAfter,
        sends: replies.length,
        outcome: outcomeOf(worklogs, reply ? [reply, ...replies] : replies, stored),
      };
    },
  };
}

test.each(["datacenter", "cloud"] as const)(
  "%s: what a killed replica was storing is stored once, if it is sent to the other one again, however late Tempo stores",
  { timeout: 7_200_000 },
  async (kind) => {
    const size = KILLS * PEOPLE_PER_KILL;
    const env = { TEMPO_REQUESTS_PER_SECOND: "100" };
    const team = await startTeam(postgres(), { kind, size, env });
    const { tempo } = team;
    /** Tempo is late with what came from the replica that is killed, so that it is seen how long a person waits. */
    const settling = new Set<TeamMember>();
    tempo.treat(({ member, stores }) => (stores && !settling.has(member) ? late() : undefined));
    const ended: Promise<Awaited<ReturnType<Awaited<ReturnType<typeof interrupted>>["afterKill"]>>>[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const people = tempo.members.slice(kill * PEOPLE_PER_KILL, (kill + 1) * PEOPLE_PER_KILL);
      const batches = await Promise.all(people.map((member) => interrupted(team, member)));
      await sleep(Math.random() * 3000);
      await team.one.kill();
      for (const member of people) settling.add(member);
      ended.push(...batches.map((batch) => batch.afterKill()));
      await team.one.start();
      await sleep(PAUSE_MS);
    }
    const results = await Promise.all(ended);
    const cut = results.filter(({ wasInterrupted }) => wasInterrupted);
    waited.push(...cut.map(({ settledAfter }) => settledAfter));
    const total = added(results.map(({ outcome }) => outcome));
    record({
      row: 4,
      check: `${kind}: kill -9 in a batch, Tempo storing 0-10 s late, sent again at once`,
      figures: {
        kills: KILLS,
        "batches cut": cut.length,
        ...total,
        "sent more than twice": results.filter(({ sends }) => sends > 1).length,
        ...summaryOf(cut.map(({ settledAfter }) => settledAfter)),
      },
    });
    expect(total).toEqual(NO_OUTCOME);
    expect(cut.length).toBeGreaterThan(isFull ? results.length / 3 : 0);
  },
);
