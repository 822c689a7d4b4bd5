import { savedProfiles } from "../config/profile.ts";
import { readSettings, type Settings } from "../config/settings.ts";
import { readSettingsFile, type SettingsFile } from "../config/settings-file.ts";
import { createServerContext } from "../runtime/context.ts";
import { createLog } from "../runtime/log.ts";
import { createRedactor } from "../runtime/redaction.ts";
import type { FinishedCall } from "../server/context.ts";
import type { Deployment } from "../tempo/deployment.ts";
import { printable } from "../text/characters.ts";
import { fitted } from "../text/width.ts";
import type { Cli, Commands } from "./command.ts";
import { rememberAttributes } from "./completion/remembered.ts";
import { sandboxKind, siteWords } from "./options.ts";
import { cancellation, logUnexpectedErrors } from "./shutdown.ts";

/**
 * The process as commands see it. Settings are read when they are needed.
 *
 * @param settings what options replace in the environment
 * @param debug whether the command line asks for it
 * @param isOneOfSeveral whether the process uses the settings of other profiles too
 */
export function createCli(
  process: NodeJS.Process,
  commands: Commands,
  {
    settings: replaced = {},
    debug = false,
    isOneOfSeveral = false,
  }: { settings?: Cli["env"]; debug?: boolean; isOneOfSeveral?: boolean } = {},
): Cli {
  const { argv, stdout, stderr } = process;
  const env = Object.keys(replaced).length === 0 ? process.env : { ...process.env, ...replaced };
  let file: { read: SettingsFile | undefined } | undefined;
  let read: Settings | undefined;
  const write = (text: string) => void stdout.write(text);
  const fold = ({ columns }: { columns?: number }, text: string) => {
    const width = knownWidth(columns, env.COLUMNS);
    return width === undefined ? text : fitted(text, width);
  };

  function settingsFile(): SettingsFile | undefined {
    file ??= { read: readSettingsFile(env) };
    return file.read;
  }

  function settings(): Settings {
    if (!read) {
      const given = readSettings(env, settingsFile());
      read = { ...given, debug: given.debug || debug, ...(isOneOfSeveral && { isOneOfSeveral }) };
    }
    return read;
  }

  return {
    commands,
    env,
    words: argv.slice(2),
    script: argv[1] ?? "",
    // Made by its first use, which starts to watch it.
    get stdin() {
      return process.stdin;
    },
    stdout,
    width: lineWidth(stdout.columns, env.COLUMNS),
    colour: stdout.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb",
    settings,
    settingsFile,
    ofProfile: (name) =>
      createCli(process, commands, {
        settings: { ...replaced, TEMPO_PROFILE: name },
        debug,
        isOneOfSeveral: true,
      }),
    openServer(sandbox) {
      const context = createServerContext(settings(), sandbox, undefined, env);
      if (!sandbox) for (const { message } of settings().warnings) context.log(message);
      logUnexpectedErrors(context.log);
      return context;
    },
    log(line) {
      const redact = createRedactor(settings().secrets);
      // The last message of a command may have several lines, such as one to copy.
      createLog(
        (text) => printable(redact(text)),
        (text) => fold(stderr, text),
      )(line);
    },
    print: (text) => write(fold(stdout, printable(text))),
    write,
    writeError: (text) => void stderr.write(text),
  };
}

const DEFAULT_WIDTH = 80;

/** Characters in a line: what the terminal says, else `COLUMNS`, else 80. */
export function lineWidth(terminal: number | undefined, columns: string | undefined): number {
  return knownWidth(terminal, columns) ?? DEFAULT_WIDTH;
}

function knownWidth(terminal: number | undefined, columns: string | undefined): number | undefined {
  if (terminal !== undefined && terminal > 0) return terminal;
  return /^[1-9]\d{0,3}$/.test(columns ?? "") ? Number(columns) : undefined;
}

/** A server for one command. `isForgotten`: whether it has changed a sandbox, which keeps nothing. */
export function openShellServer(cli: Pick<Cli, "openServer">, sandbox: Deployment["kind"] | undefined) {
  let isForgotten = false;
  return {
    ...cli.openServer(sandbox),
    finished({ changes }: FinishedCall) {
      isForgotten ||= sandbox !== undefined && (changes?.byKind().length ?? 0) > 0;
    },
    isForgotten: () => isForgotten,
  };
}

/**
 * Opens the server of a command on a timesheet, and says who runs the command, where and how.
 *
 * @param onlyReads whether the command changes nothing in Tempo, and so asks nothing
 */
export function openShell(
  cli: Cli,
  options: { sandbox: string | undefined; datacenter: boolean; profile: string | undefined },
  { onlyReads = false } = {},
) {
  const kind = sandboxKind(options);
  const server = openShellServer(cli, kind);
  const { width, print } = cli;
  const shell = {
    readOnly: cli.settings().readOnly,
    width,
    // The line that says to which site hours go; none unless there are settings for several.
    where: server.site === undefined || savedProfiles(cli.env).length < 2 ? [] : [`On ${server.site}:`],
    site: siteWords(kind, options),
    terminal: !onlyReads && cli.stdin.isTTY ? cli.stdin : undefined,
    signal: cancellation(server.log, { onlyReads }),
    print,
    // Keeps nothing of sample data, or where the settings say so.
    remember: (attributes: Parameters<typeof rememberAttributes>[0]) => {
      if (!kind && cli.settings().stateFolder !== undefined) rememberAttributes(attributes, cli.env);
    },
  };
  return { server, shell };
}
