import { systemClock } from "../../runtime/clock.ts";
import { grantsFor } from "../../team/database/migrations.ts";
import { defineCommand } from "../command.ts";
import { refuseProfileOfTeam } from "../options.ts";

export const command = defineCommand({
  summary: "set up the database of a server over HTTP",
  options: {},
  details: [
    "Reads TEMPOFILLER_DATABASE_URL or its file, and TEMPOFILLER_DATABASE_CA_FILE, as the server does. The server does the same at " +
      "its start if its user may. If its user is to have fewer rights, run this before each new version, with the URL of a user who " +
      "owns the tables and has CREATE on the database or owns the schema tempofiller. It prints what it did; a second run changes nothing.",
    "The user of the running server then needs no more than what the owner grants once, here to a user tempofiller:",
    ...grantsFor("tempofiller"),
  ],
  async run({ options }, { env, print }) {
    refuseProfileOfTeam(options.profile, "migrate");
    const { migrateDatabase } = await import("../migrate/migrate-database.ts");
    await migrateDatabase({ env, clock: systemClock, print: (line) => print(`${line}\n`) });
  },
});
