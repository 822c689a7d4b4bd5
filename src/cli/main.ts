#!/usr/bin/env node
import "./zod-config.ts";
import type { Environment } from "../config/environment.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { readSettingsFile, type SettingsFile } from "../config/settings-file.ts";
import { systemClock } from "../runtime/clock.ts";
import { createServerContext } from "../runtime/context.ts";
import { createLog, createStderrLog } from "../runtime/log.ts";
import { createRedactor } from "../runtime/redaction/redactor.ts";
import type { ServerContext } from "../server/context.ts";
import { printable } from "../text/characters.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { call } from "./call/call.ts";
import { type CommandLine, entryCount, hostName, readCommandLine, sandboxKind } from "./command-line.ts";
import { EXIT_CODE_BY_ERROR, exitCodeOf } from "./exit-codes.ts";
import type { Options } from "./parse-line.ts";
import { serve } from "./serve.ts";
import { cancellation, watchStdout } from "./shutdown.ts";
import { lineWidth } from "./terminal.ts";
import { logUnexpectedErrors } from "./unexpected-errors.ts";
import { VERSION } from "./version.ts";

/** The environment, with what options of the command line replace in it. */
let env: Environment = process.env;

async function main(line: string[]): Promise<void> {
  const commandLine = readCommandLine(line);
  const { command, args, options } = commandLine;
  if (options.toolsets !== undefined) env = { ...env, TEMPO_TOOLSETS: options.toolsets };
  switch (command) {
    case "help": {
      const { help } = await import("./help/help.ts");
      return print(help(args, { width: width(), duplicates: () => settings().duplicates }));
    }
    case "version":
      return print(`${VERSION}\n`);
    case "completion": {
      const { completionScript } = await import("./completion/completion.ts");
      return print(completionScript(args[0] ?? ""));
    }
    case "call":
      return runCall(commandLine);
    case "month": {
      const { showMonth } = await import("./month/month.ts");
      const server = createContext(options);
      const drawing = { width: width(), colour: isColourful(), signal: cancellation(server.log) };
      return showMonth(
        { month: args[0], ...drawing, print: (line) => print(`${server.redact(line)}\n`) },
        server,
      );
    }
    case "status": {
      const { showStatus } = await import("./status/status.ts");
      const server = createContext(options);
      const { missing = false, json = false } = options;
      process.exitCode = await showStatus(
        {
          month: args[0],
          missing,
          json,
          signal: cancellation(server.log),
          print: (line) => print(`${server.redact(line)}\n`),
        },
        server,
      );
      return;
    }
    case "export": {
      const { exportMonth } = await import("./export/export.ts");
      const server = createContext(options);
      const { format, by } = options;
      const isTerminal = process.stdout.isTTY === true;
      const output = { isTerminal, signal: cancellation(server.log), print: isTerminal ? print : write };
      return exportMonth({ month: args[0], format, by, ...output }, server);
    }
    case "demo": {
      const { runDemo } = await import("./demo/demo.ts");
      process.exitCode = await runDemo(process.argv[1] ?? "", {
        kind: sandboxKind(options) ?? "cloud",
        debug: options.debug,
        wholeMonth: options["whole-month"] === true,
        toolsets: options.toolsets,
        print: (text) => print(`${text}\n`),
        colour: isColourful(),
      });
      return;
    }
    case "doctor": {
      if (options.http !== undefined) {
        const { runServerDoctor } = await import("./doctor/server-doctor.ts");
        const layout = { json: options.json === true, colour: isColourful(), width: width() };
        process.exitCode = await runServerDoctor(options.http, env, { ...layout, print });
        return;
      }
      const { runDoctor } = await import("./doctor/doctor.ts");
      const host = hostName(options);
      const source =
        host === undefined
          ? { settings: withDebug(options), env, file: settingsFile() }
          : (await import("./doctor/host.ts")).hostSource(host, env);
      process.exitCode = await runDoctor(source, {
        sandbox: sandboxKind(options),
        json: options.json === true,
        print: (text) => print(`${text}\n`),
        colour: isColourful(),
        width: width(),
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
    case "serve": {
      const { serveTeam } = await import("./serve-team.ts");
      const write = (line: string) => process.stderr.write(line);
      return serveTeam({ http: options.http, sandbox: sandboxKind(options), env, write });
    }
    case "setup": {
      const { setUp } = await import("./setup/setup.ts");
      const { env, stdin, stdout } = process;
      const chosen = { ...options, sandbox: sandboxKind(options) };
      const log = (line: string) => logOf(settings())(line);
      process.exitCode = await setUp(chosen, { env, stdin, stdout, log, file: settingsFile() });
      return;
    }
    case "undo": {
      const { undo } = await import("./undo/undo.ts");
      const { stateFolder, readOnly } = settings();
      const server = createContext(options);
      process.exitCode = await undo(
        {
          stateFolder,
          readOnly,
          batch: options.batch,
          yes: options.yes === true,
          terminal: process.stdin.isTTY ? process.stdin : undefined,
          signal: cancellation(server.log),
          print,
        },
        server,
      );
      return;
    }
    case "access-key": {
      const { printAccessKey } = await import("./access-key/access-key.ts");
      return printAccessKey({
        name: args[0] ?? "",
        json: options.json === true,
        print: (line) => print(`${line}\n`),
      });
    }
    case "migrate": {
      const { migrateDatabase } = await import("./migrate/migrate-database.ts");
      return migrateDatabase({ env, clock: systemClock, print: (line) => print(`${line}\n`) });
    }
    case "sandbox": {
      const { serveSandbox } = await import("./sandbox/serve-sandbox.ts");
      const debug = withDebug(options).debug ? createStderrLog((text) => text) : undefined;
      return serveSandbox({ port: options.port ?? "0", print, debug });
    }
    default:
      return serve(createContext(options), settings());
  }
}

async function runCall({ args, options, toolArguments: given }: CommandLine): Promise<void> {
  const [toolName, json = "{}"] = args;
  if (options.list || toolName === undefined) {
    const { toolList } = await import("./call/tool-list.ts");
    return print(toolList(toolName, options.json === true, settings()));
  }
  const context = createContext(options);
  const { readOnly } = settings();
  const [fields, { stdin }] = [options.fields?.join(), process];
  const outcome = await call({ toolName, args: json, given, fields, stdin, readOnly }, context);
  process.exitCode = outcome.exitCode;
  if (outcome.error !== undefined) context.log(outcome.error);
  if (outcome.warning !== undefined) context.log(outcome.warning);
  if (outcome.reply !== undefined) print(`${JSON.stringify(outcome.reply)}\n`);
}

function createContext(options: Options): ServerContext {
  const sandbox = sandboxKind(options);
  const context = createServerContext(withDebug(options), sandbox);
  if (!sandbox) for (const { message } of settings().warnings) context.log(message);
  logUnexpectedErrors(context.log);
  return context;
}

function width(): number {
  return lineWidth(process.stdout.columns, process.env.COLUMNS);
}

function isColourful(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

function withDebug(options: Options): Settings {
  const { debug, ...others } = settings();
  return { ...others, debug: debug || options.debug };
}

let settingsRead: Settings | undefined;

function settings(): Settings {
  settingsRead ??= readSettings(env, settingsFile());
  return settingsRead;
}

let file: { read: SettingsFile | undefined } | undefined;

function settingsFile(): SettingsFile | undefined {
  file ??= { read: readSettingsFile(env) };
  return file.read;
}

function logOf({ secrets }: Settings): (line: string) => void {
  const redact = createRedactor(secrets);
  // The last message of a command may have several lines, such as one to copy.
  return createLog((text) => printable(redact(text)));
}

/** Whatever reaches a terminal is seen and does not drive it. */
function print(text: string): void {
  write(printable(text));
}

function write(text: string): void {
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
  process.exitCode = isExpected ? exitCodeOf(error) : EXIT_CODE_BY_ERROR.internal;
});
