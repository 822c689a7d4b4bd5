import { writeFileSync } from "node:fs";
import { worker } from "../../../src/cli/doctor/worker.ts";
import type { ProbeOptions } from "../../../src/cli/probe/probe.ts";
import { writeTestOf } from "../../../src/cli/probe/write-options.ts";
import { demoSeed } from "../../../src/sandbox/index.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import { openProbe, TODAY } from "../../helpers/probe.ts";
import { testContext } from "../../helpers/server-context.ts";
import { type Entry, failing, invalidInput, type Met } from "./entry.ts";

const WANTED = { issueKey: "DEMO-1", date: "2026-11-20", nonce: "0a1b2c3d" };

/** A run of the write test that a script asks for. */
function writing(confirmed: boolean, site = openProbe()) {
  const { connection, clock } = site;
  const timesheet = openTimesheet(connection.deployment, connection.options);
  const server = { ...testContext(timesheet, clock), today: () => TODAY };
  return site.probing({ writeTest: { ...WANTED, confirmed, server } });
}

const options = (given: Partial<Parameters<typeof writeTestOf>[0]>) =>
  failing(() => writeTestOf({ "write-test": undefined, on: undefined, "yes-write": false, ...given }, TODAY));

/** Runs it over a report that exists, whose folder varies. */
async function overFile(): Promise<Met> {
  const { probing, path } = openProbe();
  writeFileSync(path, "mine");
  const { text, ...others } = await failing(() => probing())();
  return { ...others, text: text.replace(path, "report.json") };
}

/** The sentence of a run after one that has left its worklog. It is printed, since the report is written all the same. */
async function afterLeftover(): Promise<Met> {
  const seed = demoSeed(TODAY);
  const [worklog] = seed.worklogs ?? [];
  if (!worklog) throw new Error("the sandbox has no worklog");
  const left = {
    ...worklog,
    startDate: WANTED.date,
    description: "TempoFiller probe 11112222",
    tempoWorklogId: 77,
  };
  const site = openProbe({ seed: { ...seed, worklogs: [left] } });
  const { printed } = await writing(true, site);
  return { text: /^Nothing was logged.*$/m.exec(printed)?.[0] ?? printed };
}

/** The sentence of a run where Tempo drops comments, without which no worklog is known to be the probe's. */
async function withoutComment(): Promise<Met> {
  const site = openProbe({ behaviour: { change: (worklog) => ({ ...worklog, description: "" }) } });
  const { printed } = await writing(true, site);
  return { text: /^It is not known.*$/m.exec(printed)?.[0] ?? printed };
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
  invalidInput(
    "a write test that a script starts without a yes of its own",
    failing(() => writing(false)),
    "Nothing was sent: there is no terminal to ask on. To log a minute too, a script gives --yes and --yes-write.",
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
  invalidInput(
    "options of the write test without it",
    options({ "yes-write": true }),
    "--on and --yes-write need --write-test ISSUE. See tempofiller help probe.",
  ),
  invalidInput(
    "a write test on what is no issue",
    options({ "write-test": "DEMO 1", on: "yesterday" }),
    "--write-test must be a Jira issue key such as PROJ-123, not 'DEMO 1'. See tempofiller help probe.",
  ),
  invalidInput(
    "a write test without a date",
    options({ "write-test": "DEMO-1" }),
    "--write-test needs --on too, such as --on yesterday. See tempofiller help probe.",
  ),
  invalidInput(
    "a write test on several dates",
    options({ "write-test": "DEMO-1", on: "last-week" }),
    "--on takes one date, not 'last-week'. See tempofiller help probe.",
  ),
  {
    cause: "a write test after one that has left its worklog",
    meet: afterLeftover,
    text:
      "Nothing was logged: an earlier probe has left worklog 1290000 on 2026-11-20. Delete first: tempofiller call delete_worklog " +
      "--worklogId 1290000",
  },
  {
    cause: "a write test where Tempo drops comments",
    meet: withoutComment,
    text:
      "It is not known whether the minute was logged: Tempo named worklog 1290070, which cannot be proved to be the minute that was sent, " +
      "so it was neither changed nor deleted. Look at it in Tempo. If it appears, it has the comment 'TempoFiller probe 0a1b2c3d'; running " +
      "this again names it.",
  },
  {
    cause: "a Tempo that knows the user by another id, in the doctor",
    meet: anotherUser,
    code: "unexpected_response",
    text:
      "Asked for the worklogs of ada, Tempo lists those of kim: it knows you by another account id than Jira. What you log here " +
      "would not show, and repeats would be stored twice. Log nothing with TempoFiller, and report this with Tempo's version.",
  },
];
