import { writeFileSync } from "node:fs";
import { worker } from "../../../src/cli/doctor/checks.ts";
import type { ProbeOptions } from "../../../src/cli/probe/probe.ts";
import { openProbe } from "../../helpers/probe.ts";
import { type Entry, failing, invalidInput, type Met } from "./entry.ts";

/** Runs it over a report that exists, whose folder varies. */
async function overFile(): Promise<Met> {
  const { probing, path } = openProbe();
  writeFileSync(path, "mine");
  const { text, ...others } = await failing(() => probing())();
  return { ...others, text: text.replace(path, "report.json") };
}

/** The doctor's finding where Tempo lists the worklogs of another user than was asked for. */
async function anotherUser(): Promise<Met> {
  const { message, code } = await worker({
    deployment: { kind: "cloud" },
    worker: async () => ({ value: { id: "ada" } }),
    worklogs: async () => ({ value: [{ author: "kim" }] }),
  } as unknown as Parameters<typeof worker>[0]);
  return { text: message, ...(code && { code }) };
}

const started = (given: Partial<ProbeOptions>) => failing(() => openProbe().probing(given));

/** Errors of `tempofiller probe`, and the doctor's for a user whom Tempo knows by another id. */
export const PROBE: Entry[] = [
  invalidInput(
    "a probe that a script starts without a yes",
    started({ yes: false }),
    "Nothing was sent: there is no terminal to ask on. --list shows the requests, --yes sends them.",
  ),
  {
    cause: "a probe that is interrupted",
    meet: started({ signal: AbortSignal.abort() }),
    code: "cancelled",
    text: "The probe was interrupted. No report was written.",
  },
  invalidInput(
    "a report that would replace a file",
    overFile,
    "report.json exists, and a report replaces no file. Name another with -o FILE.",
  ),
  {
    cause: "a Tempo that knows the user by another id, in the doctor",
    meet: anotherUser,
    code: "unexpected_response",
    text:
      "Asked for the worklogs of ada, Tempo lists those of kim: it knows you by another account id than Jira. What you log here " +
      "would not show, and repeats would be stored twice. Log nothing with TempoFiller, and report this with Tempo's version.",
  },
];
