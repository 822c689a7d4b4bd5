import { databaseWriters } from "../../../src/team/database/database-writers.ts";
import { recordOf } from "../../history/other-version.ts";
import type { CreateState, Process, SharedState } from "../../history/shared-state.ts";
import type { DatabaseServer } from "./database-server.ts";
import { statementsOf } from "./statements-of.ts";

/** A wait that is longer than any lease is held by a process that is gone. */
const LONGEST_WAIT_MS = 120_000;

const POLL_MS = 500;

/** The statement of a replica of another version, for a journal whose lease is free. */
const ADD_RECORDS = `
  WITH held AS (
    UPDATE tempofiller.lease SET addition = gen_random_uuid(), addition_before = addition
    WHERE holder IS NULL AND name IN (SELECT owner FROM tempofiller.journal)
    RETURNING name
  )
  INSERT INTO tempofiller.journal (owner, holder, number, age, record)
  SELECT held.name, gen_random_uuid(), added.number, 0, added.record
  FROM held, jsonb_array_elements($1::jsonb) WITH ORDINALITY AS added (record, number)
  RETURNING record`;

/** One database for the replicas of a server, and one for the other machine's. */
export function databaseState(here: DatabaseServer, elsewhere: DatabaseServer): CreateState {
  return async (trueTime): Promise<SharedState> => {
    await here.begin(trueTime);
    await elsewhere.begin(trueTime);
    return {
      open(process: Process) {
        const { actor, clock, log } = process;
        const server = actor === "other machine" ? elsewhere : here;
        return {
          writers: databaseWriters({ database: statementsOf(process, server, trueTime), clock, log }),
          forget() {},
        };
      },
      setClock: (milliseconds) => here.setClock(milliseconds),
      setAway: (isAway) => here.setAway(isAway),
      async addRecords({ clock }, shapes) {
        const until = clock.now() + LONGEST_WAIT_MS;
        const time = { at: clock.wallClock() };
        const records = JSON.stringify(shapes.map((shape) => recordOf(shape, time)));
        while (clock.now() < until) {
          const added = await here.query<{ record: unknown }>(trueTime, ADD_RECORDS, [records]);
          if (added.length > 0) return records;
          await clock.sleep(POLL_MS);
        }
        return "";
      },
      async end() {
        await here.end();
        await elsewhere.end();
      },
    };
  };
}
