import type { Environment } from "../../config/env.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { row } from "../doctor/report.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { findCodex } from "../hosts/changes.ts";
import { HOSTS, type Host, type Place } from "../hosts/hosts.ts";
import { cancelled, type SetupContext, type SetupOptions, withHiddenInput } from "./context.ts";
import { check, connect, siteOf, type Values } from "./draft.ts";
import { handedOver } from "./given-settings.ts";
import { type ChosenKeychain, chooseKeychain } from "./keychain.ts";
import { checkCanBeChanged } from "./settings-change.ts";

/** The answers to all questions, from whichever source: the terminal, stdin, or the environment and the options. */
export interface Answers {
  /** The hosts that shall start the server. */
  hosts: readonly Host[];
  /** The settings to write; not set for the sandbox, which needs none. */
  settings?: { values: Values; kept: ChosenKeychain | undefined };
  /** The environment that says which settings file: that of a profile, if the user added one. */
  env: Environment;
  /** The site that the settings are for; undefined for the sandbox. */
  site?: string | undefined;
}

/**
 * Reads the answers, and checks the settings as the doctor does. Returns the exit code instead if a check failed, which has been printed.
 *
 * @throws TimesheetError if the settings cannot be used
 */
export async function readAnswers(
  named: readonly Host[],
  options: SetupOptions,
  context: SetupContext,
): Promise<Answers | ExitCode> {
  const hasTerminal = context.isTerminal && !options.yes;
  if (options.sandbox && named.length === 0 && !hasTerminal) throw hostMissing();
  const settings = options.sandbox
    ? { env: context.env }
    : await readSettingsAnswers({ ...options, hasTerminal }, context);
  if (typeof settings === "number") return settings;
  const hosts = named.length === 0 && hasTerminal ? await askStarting(context) : named;
  return { hosts, ...settings };
}

function hostMissing(): InvalidInputError {
  return new InvalidInputError(
    `Name the host to register with: --host ${HOSTS.map(({ name }) => name).join(", ")}.`,
  );
}

async function askStarting({ env, home }: SetupContext): Promise<Host[]> {
  const place: Place = { platform: process.platform, env, home };
  const { askHosts } = await import("./ask.ts");
  // Codex changes its file itself.
  const usable = HOSTS.filter(({ format }) => format === "json" || findCodex(place) !== undefined);
  return askHosts("Which hosts should start the server?", usable, place);
}

/** Characters in a line for a script. */
const SCRIPT_WIDTH = 100;

async function readSettingsAnswers(
  options: SetupOptions & { hasTerminal: boolean },
  given: SetupContext,
): Promise<Omit<Answers, "hosts"> | ExitCode> {
  const { hasTerminal } = options;
  // Before any question: without it, the answers would lead nowhere.
  checkCanBeChanged(given);
  const { settings, values, context } = hasTerminal
    ? await (await import("./ask-settings.ts")).askedFor(options, given)
    : await handedOver(options, given);
  const { env, print } = context;
  // A token's command may ask on the terminal.
  const connection = await connect(settings);
  const checks = await withHiddenInput(context.stdin, () => check(settings, connection, env));
  const redact = createRedactor(settings.secrets);
  const layout = { colour: false, width: hasTerminal ? context.width : SCRIPT_WIDTH };
  for (const each of checks) print(redact(row(each, layout).join("\n")));
  const failed = checks.find(({ status }) => status === "failed");
  if (failed && !(hasTerminal && (await isWantedAnyway()))) {
    print("Nothing was changed.");
    return EXIT_CODE_BY_ERROR[failed.code ?? "internal"];
  }
  const kept = await chooseKeychain(values, options, context);
  return { settings: { values, kept }, env, site: siteOf(settings) };
}

async function isWantedAnyway(): Promise<boolean> {
  const { ask } = await import("./ask.ts");
  if (await ask.yes("A check failed. Write the settings all the same?", false)) return true;
  throw cancelled();
}
