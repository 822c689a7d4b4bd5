import { existsSync } from "node:fs";
import type { Readable } from "node:stream";
import { whyUnreadable } from "../../config/text-file.ts";
import type { ProbeOutput } from "../../generated/outputs.ts";
import type { Connection } from "../../runtime/connection.ts";
import type { ServerContext } from "../../server/context.ts";
import { createFile, isCode } from "../../state/files.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import { CancelledError, InvalidInputError, TimesheetError } from "../../timesheet/errors.ts";
import { onAbort } from "../../timesheet/on-abort.ts";
import { confirm } from "../confirm.ts";
import { counted } from "../counted.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { inShell } from "../in-shell.ts";
import { behaviourShown, differences } from "./compare.ts";
import { makeReport } from "./make-report.ts";
import { probeSandbox } from "./probe-sandbox.ts";
import { recordWrites } from "./record-writes.ts";
import { datesAsked, type Facts, requestsOf } from "./requests.ts";
import { createSender, sendRequests } from "./send-requests.ts";
import { testWriting, type WriteTest, type Written } from "./write-test.ts";

export interface ProbeOptions {
  /** The path of the report; undefined for stdout. */
  path: string | undefined;
  /** Prints the requests, and sends none. */
  list: boolean;
  /** Sends without asking. */
  yes: boolean;
  upstream: ProbeOutput["upstream"];
  today: string;
  /** Undefined if stdin is no terminal. */
  terminal: Readable | undefined;
  signal: AbortSignal;
  /** Prints what is not the report: to stdout, unless that gets the report. */
  print(text: string): void;
  /** Writes to stdout. */
  write(text: string): void;
  /** Writes too, after a second question unless it is `confirmed`. */
  writeTest?: (WriteTest & { confirmed: boolean; server: ServerContext }) | undefined;
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
  const { writeTest } = options;
  const isAsked = writeTest !== undefined && !writeTest.confirmed;
  const [first, ...others] = [
    ...(yes ? [] : [readingQuestion(deployment, path)]),
    ...(isAsked ? [writingQuestion(writeTest)] : []),
  ];
  if (first !== undefined) {
    if (!terminal) {
      const how = yes
        ? "To log a minute too, a script gives --yes and --yes-write."
        : "--list shows the requests, --yes sends them.";
      throw new InvalidInputError(`Nothing was sent: there is no terminal to ask on. ${how}`);
    }
    if (!yes) print(`${describe(deployment, today)}\n`);
    if (!(await confirm([first, ...others], { stdin: terminal, print, signal }))) {
      print("Nothing was sent.\n");
      return EXIT_CODE_BY_ERROR.cancelled;
    }
  }
  const sender = createSender(connection, today, signal);
  const exchanges = await sendRequests(sender, connection).catch((error: unknown) => {
    throw signal.aborted ? new CancelledError(INTERRUPTED) : error;
  });
  const written = writeTest && (await logMinute(writeTest, connection, options));
  if (written && signal.aborted) {
    // A reader of stdout may have gone.
    writeTest.server.log(`${INTERRUPTED} ${inShell(written.left)}`);
    return written.exitCode;
  }
  // Said first, whatever becomes of the report.
  if (written) print(`${inShell(written.left)}\n`);
  const report = makeReport({
    deployment: deployment.kind,
    upstream,
    exchanges: [...exchanges, ...(written?.exchanges ?? [])],
    writeTest: written?.writing,
  });
  if (path === undefined) write(asText(report));
  else writeReport(path, report);
  const usual = await probeSandbox(deployment.kind, { clock, today, behaviour: behaviourShown(report) });
  const answered = report.requests.filter(({ outcome }) => outcome === "answered").length;
  const lines = answered === 0 ? [NO_ANSWER] : summary(report, answered, differences(report, usual));
  for (const line of [...lines, whereIs(path)]) print(`${line}\n`);
  return written?.exitCode ?? (answered > 0 ? 0 : EXIT_CODE_BY_ERROR.unavailable);
}

const INTERRUPTED = "The probe was interrupted. No report was written.";

function readingQuestion(deployment: Deployment, path = "the report to stdout"): string {
  const addresses = [...new Set(addressesOf(deployment))].join(" and ");
  return `Send these, at most ${requestsOf(deployment.kind).length}, to ${addresses}, and write ${path}?`;
}

function writingQuestion({ issueKey, date }: WriteTest): string {
  return `Log one minute on ${issueKey} on ${date}, change it and delete it again, which takes more requests? Others can see it meanwhile.`;
}

/** The time that an interrupted run has for deleting what it has logged, in milliseconds; a request that writes may take longer. */
const DELETION_MS = 60_000;

/** A failure is said, and the report is written all the same. */
async function logMinute(
  { server, ...wanted }: WriteTest & { server: ServerContext },
  connection: Connection,
  { today, signal, print }: ProbeOptions,
): Promise<Pick<Written, "exchanges" | "exitCode" | "left"> & Partial<Pick<Written, "writing">>> {
  const { deployment, options } = connection;
  const writes = recordWrites(options.fetch, options.clock);
  const timesheet = openTimesheet(deployment, { ...options, fetch: writes.fetch });
  const sender = createSender(connection, today, signal);
  const [deletion, end] = [new AbortController(), new AbortController()];
  const stopListening = onAbort(signal, () => {
    server.log("interrupted: deleting the minute, if it was logged. Interrupt again to end at once.");
    void options.clock.sleep(DELETION_MS, end.signal).then(() => deletion.abort());
  });
  try {
    const parts = { server, timesheet, writes, sender, signal, deletion: deletion.signal, print };
    const written = await testWriting(wanted, parts);
    const { exitCode, writing } = written;
    const isCancelled = signal.aborted && writing.left === "nothing";
    return {
      ...written,
      exitCode: isCancelled ? EXIT_CODE_BY_ERROR.cancelled : exitCode,
      exchanges: [...written.exchanges, ...writes.exchanges],
    };
  } catch (error) {
    if (signal.aborted && writes.mostStored() === 0)
      return { exchanges: [], exitCode: EXIT_CODE_BY_ERROR.cancelled, left: "Nothing was logged." };
    if (!(error instanceof TimesheetError)) throw error;
    return { exchanges: [], exitCode: EXIT_CODE_BY_ERROR[error.code], left: error.message };
  } finally {
    stopListening();
    end.abort();
  }
}

/** The requests as they would be sent, one on a line. */
function describe(deployment: Deployment, today: string): string {
  const facts: Facts = new Map(datesAsked(today));
  const known = (text: string) => {
    const { from = "", to = "" } = Object.fromEntries(facts);
    return text.replaceAll("{from}", from).replaceAll("{to}", to);
  };
  return requestsOf(deployment.kind)
    .map(({ method, path, body, unless }) =>
      [
        `${method} ${known(path)}`,
        ...(body ? [known(JSON.stringify(body))] : []),
        ...(unless ? ["(if Jira refuses the token at its own address)"] : []),
      ].join(" "),
    )
    .join("\n");
}

function addressesOf(deployment: Deployment): string[] {
  return deployment.kind === "cloud" ? [deployment.tempoUrl, deployment.jiraUrl] : [deployment.baseUrl];
}

/** @throws InvalidInputError if there is a file by now, or none can be written */
function writeReport(path: string, report: ProbeOutput): void {
  try {
    if (createFile(path, asText(report))) return;
  } catch (error) {
    const reason = isCode(error, "ENOENT") ? "its folder does not exist" : whyUnreadable(error);
    throw new InvalidInputError(`${path} cannot be written: ${reason}. Nothing was written.`);
  }
  throw exists(path);
}

/** JSON with a request or a field on each line, for readers. */
export function asText({ requests, ...report }: ProbeOutput): string {
  const lines = requests.map(({ fields, ...request }) =>
    fields
      ? `${JSON.stringify(request).slice(0, -1)},"fields":${listed(fields, "    ")}}`
      : JSON.stringify(request),
  );
  return `${JSON.stringify(report).slice(0, -1)},"requests":[\n  ${lines.join(",\n  ")}\n]}\n`;
}

function listed(items: readonly object[], indent: string): string {
  return `[\n${items.map((item) => indent + JSON.stringify(item)).join(",\n")}]`;
}

function exists(path: string): InvalidInputError {
  return new InvalidInputError(`${path} exists, and a report replaces no file. Name another with -o FILE.`);
}

/** The most differences that are printed; the report has what they are made from. */
const MAX_LINES = 40;

const NO_ANSWER = "There was no answer to any request. tempofiller doctor says more.";

function summary(report: ProbeOutput, answered: number, found: readonly string[]): string[] {
  return [
    `${answered} of ${report.requests.length} requests were answered.`,
    ...(report.requests.some(({ status }) => status === 401)
      ? [
          "A token was refused (401), so the report says little: run tempofiller doctor first, then this again.",
        ]
      : []),
    found.length === 0
      ? "The answers have the form that the sandbox expects."
      : `${counted(found.length, "difference")} from the sandbox:`,
    ...found.slice(0, MAX_LINES).map((line) => `  ${line}`),
    ...(found.length > MAX_LINES ? [`  … and ${found.length - MAX_LINES} more`] : []),
  ];
}

function whereIs(path = "on stdout"): string {
  return `The report is ${path}, for you alone to read and to send. It has no text, name, key, id or figure of yours, and moved dates, which the day of the report gives away: look at it first.`;
}
