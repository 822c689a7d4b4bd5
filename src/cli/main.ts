import "./zod-config.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { createCli } from "./cli.ts";
import { loadCommands } from "./command.ts";
import { readCommandLine } from "./command-line.ts";
import { COMMANDS } from "./commands.ts";
import { EXIT_CODE_BY_ERROR, exitCodeOf } from "./exit-codes.ts";
import { endIfInterrupted, watchStdout } from "./shutdown.ts";

let cli = createCli(process, COMMANDS);

async function main(words: string[]): Promise<void> {
  const [first, shell = "", ...typed] = words;
  if (first === "__complete") {
    const { complete, takesFile } = await import("./completion/complete.ts");
    const commands = await loadCommands(COMMANDS);
    const lines = complete(shell, typed, commands, cli.env);
    cli.write(lines.map((line) => `${line}\n`).join(""));
    // Scripts then offer files.
    if (takesFile(typed, commands)) process.exitCode = 1;
    return;
  }
  const { command, settings, ...line } = await readCommandLine(words, COMMANDS);
  cli = createCli(process, COMMANDS, { settings, debug: line.options.debug });
  const exitCode = await command.run(line, cli);
  if (typeof exitCode === "number") process.exitCode = exitCode;
}

watchStdout((line) => cli.log(line));
// A host may close stderr: the log is lost, and the work goes on.
process.stderr.on("error", () => {});
// Node would print its warnings unredacted.
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => {
  // The settings' own warnings say it, with what to do.
  if (message.includes("NODE_TLS_REJECT_UNAUTHORIZED")) return;
  if (name !== "ExperimentalWarning" || cli.settings().debug) cli.log(`${name}: ${message}`);
});

main(process.argv.slice(2))
  .catch((error: unknown) => {
    const isExpected = error instanceof TimesheetError;
    cli.log(isExpected ? error.text.shell : `internal error: ${error}`);
    process.exitCode = isExpected ? exitCodeOf(error) : EXIT_CODE_BY_ERROR.internal;
  })
  .finally(endIfInterrupted);
