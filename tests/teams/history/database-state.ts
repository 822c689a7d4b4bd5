import { databaseWriters } from "../../../src/team/database/database-writers.ts";
import type { CreateState, Process, SharedState } from "../../history/shared-state.ts";
import type { DatabaseServer } from "./database-server.ts";
import { statementsOf } from "./statements-of.ts";

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
      async end() {
        await here.end();
        await elsewhere.end();
      },
    };
  };
}
