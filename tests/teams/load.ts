import { systemClock } from "../../src/runtime/clock.ts";
import { openDatabase } from "../../src/team/database/connect.ts";
import { databaseWriters } from "../../src/team/database/database-writers.ts";
import { addressOf } from "../helpers/database-address.ts";

// A replica in which persons write again and again: load.ts URL PERSONS SHARED SECONDS PAUSE. So many of the persons write on
// other replicas too; each pauses for so many seconds in between. Prints how long each step took, in milliseconds.

const [url = "", persons = "", shared = "", seconds = "", pause = ""] = process.argv.slice(2);
const database = openDatabase({
  address: addressOf(url),
  clock: systemClock,
  log: (line) => process.stderr.write(`${line}\n`),
});
const writers = databaseWriters({ database, clock: systemClock, log: () => {} });
const took = { acquire: [] as number[], confirm: [] as number[], release: [] as number[] };
const end = performance.now() + Number(seconds) * 1000;
const now = () => performance.now();

async function writeOnce(worker: string): Promise<void> {
  const owner = { site: "https://example.atlassian.net", worker };
  const scope = { signal: new AbortController().signal, deadline: now() + 45_000 };
  let since = now();
  await writers.run(owner, scope, async (writer) => {
    took.acquire.push(now() - since);
    for (let request = 0; request < 2; request += 1) {
      const period = { period: "2026-01-01", from: "open", effect: "submitted" } as const;
      const sent = writer.ledger.intend([{ op: "status", ...period }]);
      since = now();
      await writer.confirm();
      took.confirm.push(now() - since);
      writer.ledger.void(sent);
    }
    since = now();
  });
  took.release.push(now() - since);
}

await Promise.all(
  Array.from({ length: Number(persons) }, async (_, person) => {
    await systemClock.sleep(Math.random() * Number(pause) * 1000);
    const name = person < Number(shared) ? `person ${person}` : `person ${person} of ${process.pid}`;
    while (now() < end) {
      await writeOnce(name);
      await systemClock.sleep(Number(pause) * 1000 * (0.5 + Math.random()));
    }
  }),
);
await writers.close();
await database.close();
process.stdout.write(JSON.stringify(took));
