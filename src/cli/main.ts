#!/usr/bin/env node
import { parseArgs } from "node:util";
import { HELP } from "./help.ts";
import { serve } from "./serve.ts";
import { readSettings } from "./settings.ts";
import { VERSION } from "./version.ts";

/** Exit code for a command line that makes no sense. */
const USAGE_ERROR = 2;

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sandbox: { type: "boolean", default: false },
      debug: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", short: "V", default: false },
    },
  });
  if (values.help) return print(HELP);
  if (values.version) return print(`${VERSION}\n`);

  const [command, ...rest] = positionals;
  if (rest.length > 0) throw new TypeError(`Unexpected argument '${rest[0]}'`);
  if (command === undefined) {
    const settings = readSettings(process.env);
    return serve({ ...settings, debug: settings.debug || values.debug }, { sandbox: values.sandbox });
  }
  if (command !== "demo") throw new TypeError(`Unknown command '${command}'`);
  const { runDemo } = await import("./demo.ts");
  const colour = process.stdout.isTTY === true && !process.env.NO_COLOR;
  process.exitCode = await runDemo(process.argv[1] ?? "", (line) => print(`${line}\n`), colour);
}

function print(text: string): void {
  process.stdout.write(text);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // parseArgs and the checks above throw a TypeError for a wrong command line; anything else is a bug.
  const isUsage = error instanceof TypeError;
  const text = isUsage
    ? `${error.message}. See tempofiller --help.`
    : `failed unexpectedly: ${String(error)}`;
  process.stderr.write(`tempofiller: ${text}\n`);
  process.exitCode = isUsage ? USAGE_ERROR : 1;
});
