import { onTestFinished } from "vitest";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import type { Postgres } from "../postgres.ts";
import { type Call, caller } from "./calls.ts";
import { createReplica, type Replica } from "./replica.ts";
import { startTempo, type TempoServer } from "./tempo-server.ts";

export interface Team {
  tempo: TempoServer;
  one: Replica;
  other: Replica;
  /** Sends each call on a connection of its own. */
  call: Call;
}

export interface TeamOptions {
  kind: Deployment["kind"];
  size: number;
  /** Settings of both replicas. */
  env?: Record<string, string>;
  /** Settings of the other replica alone. */
  envOfOther?: Record<string, string>;
}

/** Whether everything runs that the acceptance asks for, which takes hours; otherwise a part of it. */
export const isFull = process.env.TEAMS_SIZE === "full";

/** Two replicas on one new database, and the embedded Tempo of a team, until the running test ends. */
export async function startTeam(
  postgres: Pick<Postgres, "createDatabase">,
  options: TeamOptions,
): Promise<Team> {
  const { kind, size, env = {}, envOfOther = {} } = options;
  const tempo = await startTempo(kind, size);
  onTestFinished(() => tempo.close());
  const common = { ...tempo.env, TEMPOFILLER_DATABASE_URL: await postgres.createDatabase(), ...env };
  const one = await createReplica(common);
  const other = await createReplica({ ...common, ...envOfOther });
  for (const replica of [one, other]) {
    onTestFinished(() => replica.kill());
    await replica.start();
  }
  const call = caller({ keepAlive: false });
  onTestFinished(() => call.close());
  return { tempo, one, other, call };
}
