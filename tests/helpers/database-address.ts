import { type DatabaseAddress, readDatabase } from "../../src/team/config/database.ts";

/** The address as the server reads it from its settings. */
export function addressOf(url: string): DatabaseAddress {
  const address = readDatabase({ TEMPOFILLER_DATABASE_URL: url });
  if (!address) throw new Error("No URL of a database");
  return address;
}
