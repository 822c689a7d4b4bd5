import { existsSync } from "node:fs";
import type { ProbeOutput } from "../../generated/outputs.ts";
import type { Connection } from "../../runtime/connection.ts";
import { createFile } from "../../state/files.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { CancelledError, InvalidInputError } from "../../timesheet/errors.ts";
import { confirm, type Shell } from "../confirm.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { counted } from "../lines.ts";
import { writeOutput } from "../streams.ts";
import { behaviourShown, differences, probeSandbox } from "./compare.ts";
import { makeReport } from "./report.ts";
import { datesAsked, requestsOf, sendRequests } from "./requests.ts";

/** `print` prints what is not the report: to stdout, unless that gets the report. */
export interface ProbeOptions extends Shell {
  /** The path of the report; undefined for stdout. */
  path: string | undefined;
  /** Prints the requests, and sends none. */
  list: boolean;
  /** Sends without asking. */
  yes: boolean;
  upstream: ProbeOutput["upstream"];
  today: string;
  /** Writes to stdout. */
  write(text: string): void;
}

/**
 * Asks, sends the requests to the user's own Tempo and Jira, writes the report and prints how it differs from the embedded Tempo's.
 *
 * @throws TimesheetError; no report is written then
 */
export async function probe(connection: Connection, options: ProbeOptions): Promise<ExitCode> {
  const { path, list, yes, upstream, today, terminal, signal, print, write } = options;
  const { deployment } = connection;
  const { clock } = connection.options;
  if (list) {
    print(`${describe(deployment, today)}\n`);
    return 0;
  }
  if (path !== undefined && existsSync(path)) throw exists(path);
  if (!yes) {
    if (!terminal) {
      throw new InvalidInputError(
        "Nothing was sent: there is no terminal to ask on. --list shows the requests, --yes sends them.",
      );
    }
    print(`${describe(deployment, today)}\n`);
    if (!(await confirm(question(deployment, path), options))) {
      print("Nothing was sent.\n");
      return EXIT_CODE_BY_ERROR.cancelled;
    }
  }
  const exchanges = await sendRequests(connection, today, signal).catch((error: unknown) => {
    throw signal.aborted ? new CancelledError("The probe was interrupted. No report was written.") : error;
  });
  const report = makeReport({ deployment: deployment.kind, upstream, exchanges });
  if (path === undefined) write(asText(report));
  else writeOutput(path, () => createFile(path, asText(report)), exists(path));
  const usual = await probeSandbox(deployment.kind, { clock, today, behaviour: behaviourShown(report) });
  const answered = report.requests.filter(({ outcome }) => outcome === "answered").length;
  for (const line of summary(report, answered, differences(report, usual))) print(`${line}\n`);
  print(
    `The report is ${path ?? "on stdout"}, for you alone to read and to send. It has no text, name, key, id or figure of yours, and moved dates, which the day of the report gives away: look at it first.\n`,
  );
  return answered > 0 ? 0 : EXIT_CODE_BY_ERROR.unavailable;
}

function question(deployment: Deployment, path = "the report to stdout"): string {
  const addresses =
    deployment.kind === "cloud" ? [deployment.tempoUrl, deployment.jiraUrl] : [deployment.baseUrl];
  const where = [...new Set(addresses)].join(" and ");
  return `Send these, at most ${requestsOf(deployment.kind).length}, to ${where}, and write ${path}?`;
}

/** The requests as they would be sent, one on a line. */
function describe(deployment: Deployment, today: string): string {
  const { from, to } = datesAsked(today);
  return requestsOf(deployment.kind)
    .map(({ method, path, body, unless }) =>
      [
        `${method} ${path}`,
        ...(body ? [JSON.stringify(body)] : []),
        ...(unless ? ["(if Jira refuses the token at its own address)"] : []),
      ].join(" "),
    )
    .join("\n")
    .replaceAll("{from}", from)
    .replaceAll("{to}", to);
}

/** JSON with a request or a field on each line, for readers. */
export function asText({ requests, ...report }: ProbeOutput): string {
  const lines = requests.map(({ fields, ...request }) => {
    if (!fields) return JSON.stringify(request);
    const rows = fields.map((field) => `    ${JSON.stringify(field)}`).join(",\n");
    return `${JSON.stringify(request).slice(0, -1)},"fields":[\n${rows}]}`;
  });
  return `${JSON.stringify(report).slice(0, -1)},"requests":[\n  ${lines.join(",\n  ")}\n]}\n`;
}

function exists(path: string): InvalidInputError {
  return new InvalidInputError(`${path} exists, and a report replaces no file. Name another with -o FILE.`);
}

/** The most differences that are printed; the report has what they are made from. */
const MAX_LINES = 40;

const REFUSED =
  "A token was refused (401), so the report says little: run tempofiller doctor first, then this again.";

function summary({ requests }: ProbeOutput, answered: number, found: readonly string[]): string[] {
  if (answered === 0) return ["There was no answer to any request. tempofiller doctor says more."];
  return [
    `${answered} of ${requests.length} requests were answered.`,
    ...(requests.some(({ status }) => status === 401) ? [REFUSED] : []),
    found.length === 0
      ? "The answers have the form that the sandbox expects."
      : `${counted(found.length, "difference")} from the sandbox:`,
    ...found.slice(0, MAX_LINES).map((line) => `  ${line}`),
    ...(found.length > MAX_LINES ? [`  … and ${found.length - MAX_LINES} more`] : []),
  ];
}
