#!/usr/bin/env node
import "./zod-config.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { readSettingsFile, type SettingsFile } from "../config/settings-file.ts";
import { systemClock } from "../runtime/clock.ts";
import { createServerContext } from "../runtime/context.ts";
import { createLog, createRedactor } from "../runtime/log.ts";
import type { ServerContext } from "../server/context.ts";
import { deleteOwnWorklog } from "../timesheet/delete-worklog.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { call } from "./call/call.ts";
import { toolList } from "./call/tool-list.ts";
import { entryCount, type Options, readCommandLine, sandboxKind } from "./command-line.ts";
import { EXIT_CODE_BY_ERROR } from "./exit-codes.ts";
import { HELP } from "./help.ts";
import { serve } from "./serve.ts";
import { watchStdout } from "./shutdown.ts";
import { VERSION } from "./version.ts";

async function main(line: string[]): Promise<void> {
  const { command, args, options } = readCommandLine(line);
  if (options.help) return print(HELP);
  if (options.version) return print(`${VERSION}\n`);
  switch (command) {
    case "call":
      return runCall(args, options);
    case "demo": {
      const { runDemo } = await import("./demo/demo.ts");
      process.exitCode = await runDemo(process.argv[1] ?? "", {
        kind: options.datacenter ? "datacenter" : (sandboxKind(options) ?? "cloud"),
        debug: options.debug,
        print: (text) => print(`${text}\n`),
        colour: isColourful(),
      });
      return;
    }
    case "doctor": {
      const { runDoctor } = await import("./doctor/doctor.ts");
      process.exitCode = await runDoctor(withDebug(options), {
        sandbox: sandboxKind(options),
        json: options.json === true,
        print: (text) => print(`${text}\n`),
        colour: isColourful(),
      });
      return;
    }
    case "journal": {
      const last = entryCount(options);
      const { showJournal } = await import("./journal/journal.ts");
      const { stateFolder, secrets } = settings();
      const redact = createRedactor(secrets);
      return showJournal({
        stateFolder,
        clock: systemClock,
        last,
        json: options.json === true,
        print: (line) => print(`${redact(line)}\n`),
      });
    }
    case "undo": {
      const { undo } = await import("./undo/undo.ts");
      const { stateFolder, readOnly } = settings();
      const terminal = process.stdin.isTTY ? process.stdin : undefined;
      process.exitCode = await undo(
        {
          stateFolder,
          readOnly,
          yes: options.yes === true,
          terminal,
          print,
          deleteWorklog: deleteOwnWorklog,
        },
        createContext(options),
      );
      return;
    }
    case "sandbox": {
      const { serveSandbox } = await import("./sandbox/serve-sandbox.ts");
      const debug = withDebug(options).debug ? createLog((text) => text) : undefined;
      return serveSandbox({ port: options.port ?? "0", print, debug });
    }
    default:
      return serve(createContext(options), settings());
  }
}

async function runCall([toolName = "", args = "{}"]: string[], options: Options): Promise<void> {
  if (options.list) return print(toolList(settings()));
  const context = createContext(options);
  const { readOnly } = settings();
  const outcome = await call(
    { toolName, args, fields: options.fields?.join(), stdin: process.stdin, readOnly },
    context,
  );
  process.exitCode = outcome.exitCode;
  if (outcome.error !== undefined) context.log(outcome.error);
  if (outcome.reply !== undefined) print(`${JSON.stringify(outcome.reply)}\n`);
}

function createContext(options: Options): ServerContext {
  const sandbox = sandboxKind(options);
  const context = createServerContext(withDebug(options), sandbox);
  if (!sandbox) for (const { message } of settings().warnings) context.log(message);
  // Logged only: hours may be on their way.
  process.on("unhandledRejection", (reason) => {
    context.log(`unexpected error: ${reason instanceof Error ? reason.stack : reason}`);
  });
  // Node's own report would not be redacted.
  process.on("uncaughtException", (error) => {
    context.log(`unexpected error, exiting: ${error instanceof Error ? error.stack : error}`);
    process.exit(1);
  });
  return context;
}

function isColourful(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

function withDebug(options: Options): Settings {
  const { debug, ...others } = settings();
  return { ...others, debug: debug || options.debug };
}

let settingsRead: Settings | undefined;

/** The settings, read once: a token's file may be a pipe. */
function settings(): Settings {
  settingsRead ??= readSettings(process.env, settingsFile());
  return settingsRead;
}

let file: { read: SettingsFile | undefined } | undefined;

function settingsFile(): SettingsFile | undefined {
  file ??= { read: readSettingsFile(process.env) };
  return file.read;
}

function logOf({ secrets }: Settings): (line: string) => void {
  return createLog(createRedactor(secrets));
}

function print(text: string): void {
  process.stdout.write(text);
}

watchStdout();
// A host may close stderr: the log is lost, and the work goes on.
process.stderr.on("error", () => {});
// Node would print its warnings unredacted.
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => {
  // The settings' own warnings say it, with what to do.
  if (message.includes("NODE_TLS_REJECT_UNAUTHORIZED")) return;
  if (name !== "ExperimentalWarning" || settings().debug) logOf(settings())(`${name}: ${message}`);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof TimesheetError;
  logOf(settings())(isExpected ? error.message : `internal error: ${error}`);
  process.exitCode = EXIT_CODE_BY_ERROR[isExpected ? error.code : "internal"];
});
