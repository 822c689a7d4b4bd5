import type { Database } from "../../../src/team/database/connect.ts";
import { DatabaseError } from "../../../src/team/database/database-error.ts";
import type { VirtualClock } from "../../helpers/virtual-clock.ts";
import { never } from "../../history/life.ts";
import type { Process } from "../../history/shared-state.ts";
import type { DatabaseServer } from "./database-server.ts";

/** The time that the driver waits for a response. */
const TIMEOUT_MS = 2000;

/** The longest way to the database, or back. */
const LONGEST_WAY_MS = 5;

type Rows = object[];

/** A process's connection to the database, on which its statements meet faults. @param clock the true time */
export function statementsOf(
  { life, log }: Pick<Process, "life" | "log">,
  server: DatabaseServer,
  clock: VirtualClock,
): Database {
  let isAway = false;
  const way = () => clock.sleep(LONGEST_WAY_MS * (0.2 + 0.8 * clock.random()));

  async function ask(text: string, values: readonly unknown[]): Promise<Rows> {
    const askedAt = clock.now();
    const run = () => server.query(clock, text, values);
    const runLate = async (late: number) => {
      if (late === 0) await run();
      else void clock.sleep(late).then(run);
    };
    const faults = life.next(["statement"]);
    const where = text.trim().split(/\s+/).slice(0, 3).join(" ");
    for (const fault of faults) if (fault.does !== "kill" || fault.when === "before") life.meet(fault, where);
    const kill = faults.find((it) => it.does === "kill");
    if (kill?.when === "before") {
      life.kill(kill.isGone);
      return never();
    }
    await way();
    if (kill) {
      await runLate("late" in kill ? kill.late : 0);
      life.meet(kill, where);
      life.kill(kill.isGone);
      return never();
    }
    const slow = faults.find((it) => it.does === "slow");
    if (slow) await clock.sleep(slow.ms);
    if (server.isAway || faults.some(({ does }) => does === "break")) throw new DatabaseError("ECONNRESET");
    const lost = faults.find((it) => it.does === "lose response");
    if (lost) {
      await runLate(lost.late);
      if (lost.late > 0) await clock.sleep(TIMEOUT_MS);
      throw new DatabaseError(lost.late > 0 ? "timeout" : "ECONNRESET");
    }
    const rows = await run();
    await way();
    await life.awake();
    // The driver's timer comes first in a process that was paused, before responses that have arrived meanwhile.
    if (clock.now() - askedAt > TIMEOUT_MS) throw new DatabaseError("timeout");
    return rows;
  }

  return {
    async query(text, values = []) {
      if (!life.isAlive) return never();
      try {
        const rows = await ask(text, values);
        isAway = false;
        return rows as never;
      } catch (error) {
        await life.awake();
        if (error instanceof DatabaseError && !isAway) log(error.message, "warn");
        isAway = true;
        throw error;
      }
    },
    state: () => (isAway ? "away" : "ready"),
    transaction: () => Promise.reject(new Error("Writers have no transactions")),
    check: async () => {},
    describeConnection: async () => "virtual",
    close: async () => {},
  };
}
