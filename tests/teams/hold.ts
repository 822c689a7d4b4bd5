import { systemClock } from "../../src/runtime/clock.ts";
import { openDatabase } from "../../src/team/database/connect.ts";
import { createLeases } from "../../src/team/database/leases.ts";
import { addressOf } from "../helpers/database-address.ts";

// A replica that acquires a lease and holds it until it is killed: hold.ts URL NAME

const [url = "", name = ""] = process.argv.slice(2);
const database = openDatabase({
  address: addressOf(url),
  clock: systemClock,
  log: (line) => process.stderr.write(`${line}\n`),
});
const leases = createLeases(database, systemClock, () => {});
await leases.acquire(name, { signal: new AbortController().signal, deadline: systemClock.now() + 10_000 });
process.stdout.write("held\n");
