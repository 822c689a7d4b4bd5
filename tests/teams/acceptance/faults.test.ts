import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { record, summaryOf } from "../../helpers/figures.ts";
import type { TeamMember } from "../../helpers/team-tempo.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { postgresForFile } from "../database.ts";
import { added, batchOf, isStored, NO_OUTCOME, type Outcome, outcomeOf, sendUntilStored } from "./batch.ts";
import type { Reply } from "./calls.ts";
import type { Replica } from "./replica.ts";
import { startTcpProxy } from "./tcp-proxy.ts";
import { isFull, startTeam, type Team } from "./team.ts";

const postgres = postgresForFile();

const PEOPLE = 6;
const HOUR = { issueKey: "PROJ-123", hours: 1 };
const TIMEOUT = { timeout: 3_600_000 };

function send({ call }: Team, { url }: Replica, member: TeamMember): Promise<Reply | undefined> {
  return call(url, member.headers, "bulk_post_worklogs", { worklogs: batchOf(member) }).catch(
    () => undefined,
  );
}

/** Sends batches again until all is stored, waits for what Tempo stores late, and adds up what came of them. @param earlier replies to all */
async function settled(
  team: Team,
  members: readonly TeamMember[],
  replica: Replica,
  ...earlier: (Reply | undefined)[][]
): Promise<Outcome> {
  const outcomes = members.map(async (member, index) => {
    const replies = earlier.flatMap((group) => group[index] ?? []);
    if (!isStored(replies.at(-1)))
      replies.push(...(await sendUntilStored(() => send(team, replica, member))));
    await sleep(11_000);
    return outcomeOf(batchOf(member), replies, await team.tempo.storedOf(member));
  });
  return added(await Promise.all(outcomes));
}

/** Tempo takes a while for each worklog, so that faults hit batches in the middle. */
function slowly({ tempo }: Team): void {
  tempo.treat(({ stores }) => (stores ? { processAfter: 200 + Math.random() * 800 } : undefined));
}

const freezes = isFull ? [5, 10, 14, 15, 16, 20, 30, 45, 60] : [20];

test.each(freezes)(
  "a replica that is stopped for %d s in a batch stores nothing twice afterwards",
  TIMEOUT,
  async (seconds) => {
    const team = await startTeam(postgres(), { kind: "datacenter", size: PEOPLE });
    const { tempo, one, other } = team;
    slowly(team);
    const first = tempo.members.map((member) => send(team, one, member));
    await sleep(300 + Math.random() * 700);
    one.signal("SIGSTOP");
    const again = tempo.members.map((member) => send(team, other, member));
    await sleep(seconds * 1000);
    one.signal("SIGCONT");
    const [fromFirst, fromAgain] = await Promise.all([Promise.all(first), Promise.all(again)]);
    const outcome = await settled(team, tempo.members, one, fromFirst, fromAgain);
    record({ row: 5, check: `SIGSTOP of ${seconds} s in batches`, figures: { batches: PEOPLE, ...outcome } });
    expect(outcome).toEqual(NO_OUTCOME);
  },
);

/** The outcome of a write and a read on a replica without its database, and its readiness. */
async function withoutDatabase({ call, tempo }: Team, replica: Replica, member: TeamMember | undefined) {
  if (!member) throw new Error("The team is too small");
  const day = { startDate: "2026-02-02" };
  const before = member.sandbox.state.worklogs.size;
  const write = await call(replica.url, member.headers, "post_worklog", { ...HOUR, ...day });
  const read = await call(replica.url, member.headers, "get_worklogs", day);
  let ready: unknown;
  await expect
    .poll(async () => (ready = JSON.parse((await replica.internal("/readyz")).text)), { timeout: 10_000 })
    .toMatchObject({ database: "away" });
  return {
    write: write.message,
    stored: (await tempo.storedOf(member)).length - before,
    read: read.isError,
    ready,
  };
}

const FAILS_CLOSED = {
  write:
    "Not sent: the server's database does not answer, and without it hours could be logged twice. Try again in a minute; what " +
    "exists by then is not stored again.",
  stored: 0,
  read: false,
  ready: { ready: true, draining: false, database: "away" },
};

/** The time until `replica` writes again. */
async function untilItWrites(
  { call }: Team,
  replica: Replica,
  member: TeamMember | undefined,
): Promise<number> {
  const since = performance.now();
  for (;;) {
    const args = { ...HOUR, startDate: "2026-02-03" };
    const reply = await call(replica.url, member?.headers ?? {}, "post_worklog", args);
    if (!reply.isError) return performance.now() - since;
    if (performance.now() - since > 30_000) throw new Error(`It does not write again: ${reply.message}`);
    await sleep(100);
  }
}

/** Runs rounds of batches with a fault of the database, each on a team of its own. */
async function inRounds(
  check: string,
  round: () => Promise<{ team: Team; outcome: Outcome; untilWritten: number[] }>,
): Promise<void> {
  const rounds = isFull ? 20 : 1;
  const outcomes: Outcome[] = [];
  const back: number[] = [];
  while (outcomes.length < rounds) {
    const { team, outcome, untilWritten } = await round();
    outcomes.push(outcome);
    back.push(...untilWritten);
    await team.one.kill();
    await team.other.kill();
  }
  const total = added(outcomes);
  record({ row: 5, check, figures: { rounds, ...total, ...summaryOf(back) } });
  expect(total).toEqual(NO_OUTCOME);
  expect(Math.max(...back)).toBeLessThan(5000);
}

test(
  "while the database crashes and starts in batches, writes fail closed, reads go on, and nothing is stored twice",
  TIMEOUT,
  () =>
    inRounds("database stopped at once and started in batches; until writes work again", async () => {
      const team = await startTeam(postgres(), { kind: "datacenter", size: PEOPLE + 2 });
      const { tempo, one, other } = team;
      slowly(team);
      const members = tempo.members.slice(0, PEOPLE);
      const first = members.map((member, index) => send(team, index % 2 === 0 ? one : other, member));
      await sleep(300 + Math.random() * 1500);
      await postgres().stop("immediate");
      try {
        const found = await Promise.all(
          [one, other].map((it, index) => withoutDatabase(team, it, tempo.members[PEOPLE + index])),
        );
        expect(found).toEqual([FAILS_CLOSED, FAILS_CLOSED]);
      } finally {
        await postgres().start();
      }
      const untilWritten = await Promise.all(
        [one, other].map((it, index) => untilItWrites(team, it, tempo.members[PEOPLE + index])),
      );
      return { team, outcome: await settled(team, members, other, await Promise.all(first)), untilWritten };
    }),
);

test(
  "a replica that is cut off from the database fails closed, the other one goes on, and nothing is stored twice",
  TIMEOUT,
  () =>
    inRounds("database cut from one replica in batches; until its writes work again", async () => {
      const database = await postgres().createDatabase();
      const proxy = await startTcpProxy(database);
      const team = await startTeam(postgres(), {
        kind: "datacenter",
        size: PEOPLE + 2,
        env: { TEMPOFILLER_DATABASE_URL: database },
        envOfOther: { TEMPOFILLER_DATABASE_URL: proxy.url },
      });
      const { tempo, one, other } = team;
      slowly(team);
      const members = tempo.members.slice(0, PEOPLE);
      const first = members.map((member) => send(team, other, member));
      await sleep(300 + Math.random() * 1500);
      proxy.cut();
      const again = members.map((member) => send(team, one, member));
      expect(await withoutDatabase(team, other, tempo.members[PEOPLE])).toEqual(FAILS_CLOSED);
      await untilItWrites(team, one, tempo.members[PEOPLE + 1]);
      const replies = [await Promise.all(first), await Promise.all(again)];
      proxy.restore();
      const untilWritten = [await untilItWrites(team, other, tempo.members[PEOPLE])];
      return { team, outcome: await settled(team, members, other, ...replies), untilWritten };
    }),
);

/** Debian's package libfaketime. */
const FAKETIME = `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketimeMT.so.1`;

/** Runs in the full size alone; otherwise only the tests of leases and journals set clocks. */
test.skipIf(!existsSync(FAKETIME)).each(isFull ? ["+1h", "-1h"] : [])(
  "the wall clock of a replica may be set by %s in batches, and nothing is stored twice",
  TIMEOUT,
  async (step) => {
    const folder = temporaryFolder();
    const file = join(folder, "step");
    const set = (offset: string) => writeFileSync(file, `${offset}\n`);
    set("+0");
    const team = await startTeam(postgres(), {
      kind: "datacenter",
      size: PEOPLE,
      envOfOther: {
        LD_PRELOAD: FAKETIME,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      },
    });
    const { tempo, one, other } = team;
    tempo.treat(({ stores }) =>
      stores
        ? { processAfter: Math.random() * 4000, ...(Math.random() < 0.3 && { atOnce: "gateway timeout" }) }
        : undefined,
    );
    const first = tempo.members.map((member) => send(team, other, member));
    await sleep(300 + Math.random() * 1500);
    set(step);
    const again = tempo.members.map((member) => send(team, one, member));
    const replies = [await Promise.all(first), await Promise.all(again)];
    const outcome = await settled(team, tempo.members, other, ...replies);
    record({
      row: 5,
      check: `wall clock of one replica set by ${step} in batches`,
      figures: { batches: PEOPLE, ...outcome },
    });
    expect(outcome).toEqual(NO_OUTCOME);
    // The step has reached the process.
    const times = [...other.log().matchAll(/"time":"([^"]+)"/g)].map(([, time]) => Date.parse(time ?? ""));
    expect(Math.abs((times.at(-1) ?? 0) - Date.now())).toBeGreaterThan(3_000_000);
  },
);
