import { expect, test } from "vitest";
import { anotherWriter } from "../../src/timesheet/not-sent.ts";
import type { NewWorklog } from "../../src/timesheet/port.ts";
import type { Writer } from "../../src/timesheet/writers.ts";
import { migratedDatabase, postgresForFile } from "./database.ts";
import { twoReplicas } from "./replicas.ts";

const postgres = postgresForFile();
const replicas = async () => twoReplicas(await migratedDatabase(postgres()));

/** The site as this version names it; the other replica is of an earlier version, which knows the settings alone. */
const SITE = { site: "https://jira.example.com", formerSite: "https://example.atlassian.net" };

const WORKLOG: NewWorklog = {
  issue: { id: "10", key: "PROJ-1", summary: "Work" },
  date: "2026-01-15",
  seconds: 3600,
  billableSeconds: 3600,
  comment: "",
};

async function send(writer: Writer): Promise<number> {
  const { journal } = writer;
  const sent = journal.sending([WORKLOG], { batch: journal.newBatch(), afterId: "0", again: () => [] });
  await writer.confirm();
  return sent.get(WORKLOG) ?? 0;
}

/** The signs of their numbers, and what became of them: those of the earlier journal are negative. */
const entries = async ({ journal }: Writer) =>
  journal.entries().map(({ entry, batch, state }) => [Math.sign(entry), Math.sign(batch), state]);

test("what an earlier version has sent, by the name of the settings, is remembered", async () => {
  const { url, clock, one, other } = await replicas();
  await other.write(async (writer) => writer.journal.unknown([await send(writer)]));
  expect(await one.write(entries, undefined, SITE)).toEqual([[-1, -1, "open"]]);
  await one.write(
    async (writer) => {
      const [former] = writer.journal.entries();
      await send(writer);
      writer.journal.stored([{ entry: former?.entry ?? 0, stored: { id: "7", ...WORKLOG } }]);
    },
    undefined,
    SITE,
  );
  await other.write(send);
  const known = [
    [-1, -1, "stored"],
    [1, 1, "open"],
    [-1, -1, "open"],
  ];
  expect(await one.write(entries, undefined, SITE)).toEqual(known);
  const { one: later } = twoReplicas(url, clock);
  expect((await later.write(entries, undefined, SITE)).sort()).toEqual(known.sort());
});

test("an earlier version and this one take turns", async () => {
  const { clock, one, other } = await replicas();
  await other.write(send);
  const failure = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
  const wait = () => clock.sleep(10_000);
  const first = other.write(wait);
  await clock.sleep(100);
  expect(await failure(one.write(entries, 1000, SITE))).toEqual(anotherWriter());
  await first;
  const second = one.write(wait, undefined, SITE);
  await clock.sleep(100);
  expect(await failure(other.write(entries, 1000))).toEqual(anotherWriter());
  await second;
});
