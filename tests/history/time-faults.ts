import { RESTORED } from "./history.ts";
import type { Recorder } from "./recorder.ts";
import type { Actor, Fault } from "./scenario.ts";
import { nameOf, type World } from "./world.ts";

/** Longer than times of creation are alike: no id is given again at once. */
const RESTORING_MS = 3000;

/** Lets happen what happens at a time, whatever is being done then. */
export async function meetAtTime(
  fault: Extract<Fault, { at: "time" }>,
  by: Actor,
  world: World,
  recorder: Recorder,
): Promise<void> {
  const { clock, tempo, state } = world;
  await clock.sleep(fault.after);
  const note = (name: string, details: string) => recorder.keepFault(clock.now(), name, details);
  switch (fault.does) {
    case "clock": {
      const whose = fault.ofAll || by === "person" ? "all" : by;
      world.setClock(whose, fault.ms);
      return note("clock set", `${whose === "all" ? "all" : nameOf(whose)} by ${fault.ms / 1000} s`);
    }
    case "database clock":
      state.setClock(fault.ms);
      return note("clock of the database set", `by ${fault.ms / 1000} s`);
    case "database away":
      state.setAway(true);
      note("database away", `for ${fault.ms / 1000} s`);
      await clock.sleep(fault.ms);
      return state.setAway(false);
    case "restore": {
      tempo.setDown(true);
      await clock.sleep(RESTORING_MS);
      tempo.setDown(false);
      tempo.restore(fault.ms);
      return note(RESTORED, `to ${fault.ms / 1000} s ago`);
    }
    case "move issue":
      tempo.moveIssue(fault.issueKey);
      return note("issue moved", fault.issueKey);
    case "revoke":
      tempo.setRevoked(true);
      note("token revoked", `for ${fault.ms / 1000} s`);
      await clock.sleep(fault.ms);
      tempo.setRevoked(false);
  }
}
