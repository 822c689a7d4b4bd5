#!/usr/bin/env node
import { parseArgs } from "node:util";
import type { Deployment } from "../tempo/deployment.ts";
import { HELP } from "./help.ts";
import { createRedaction } from "./log.ts";
import { serve } from "./serve.ts";
import { readSettings } from "./settings.ts";
import { VERSION } from "./version.ts";

/** A command line that makes no sense. */
class UsageError extends Error {}

const USAGE_EXIT_CODE = 2;

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parse(args);
  if (values.help) return print(HELP);
  if (values.version) return print(`${VERSION}\n`);

  const [command, ...rest] = positionals;
  if (values.json && command !== "doctor") throw new UsageError("--json goes with doctor");
  if (rest.length > 0) throw new UsageError(`Unexpected argument '${rest[0]}'`);
  if (values.datacenter && command !== "demo") {
    throw new UsageError("--datacenter goes with demo; otherwise use --sandbox=datacenter");
  }
  if (command === undefined) {
    const settings = readSettings(process.env);
    return serve({ ...settings, debug: settings.debug || values.debug }, sandboxKind(values.sandbox));
  }
  if (command === "doctor") {
    const settings = readSettings(process.env);
    const { runDoctor } = await import("./doctor.ts");
    process.exitCode = await runDoctor(
      { ...settings, debug: settings.debug || values.debug },
      {
        sandbox: sandboxKind(values.sandbox),
        json: values.json,
        print: (line) => print(`${line}\n`),
        colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
      },
    );
    return;
  }
  if (command !== "demo") throw new UsageError(`Unknown command '${command}'`);
  const { runDemo } = await import("./demo.ts");
  process.exitCode = await runDemo(process.argv[1] ?? "", {
    kind: values.datacenter ? "data center" : (sandboxKind(values.sandbox) ?? "cloud"),
    debug: values.debug,
    print: (line) => print(`${line}\n`),
    colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
  });
}

function parse(args: string[]) {
  try {
    return parseArgs({
      // An option with an optional value is more than parseArgs knows.
      args: args.map((arg) => (arg === "--sandbox" ? "--sandbox=cloud" : arg)),
      allowPositionals: true,
      options: {
        sandbox: { type: "string" },
        datacenter: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        debug: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
        version: { type: "boolean", short: "V", default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The kind of embedded Tempo that `--sandbox` asks for. */
function sandboxKind(text: string | undefined): Deployment["kind"] | undefined {
  if (text === undefined || text === "cloud") return text;
  if (text === "datacenter") return "data center";
  throw new UsageError(`--sandbox takes cloud or datacenter, not '${text}'`);
}

function print(text: string): void {
  process.stdout.write(text);
}

// Whoever reads our output may stop reading, as head does; there is nobody left to tell then.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

main(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage = error instanceof UsageError;
  const text = isUsage
    ? `${error.message.split("\n")[0]}. See tempofiller --help.`
    : `failed unexpectedly: ${createRedaction(readSettings(process.env).secrets)(String(error))}`;
  process.stderr.write(`tempofiller: ${text}\n`);
  process.exitCode = isUsage ? USAGE_EXIT_CODE : 1;
});
