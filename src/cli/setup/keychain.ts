import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, parse } from "node:path";
import { type Environment, envString } from "../../config/env.ts";
import { withoutSettings } from "../../config/environment.ts";
import { DEFAULT_PROFILE, isProfileName, readProfile } from "../../config/profile.ts";
import { settingsFilePath } from "../../config/settings-file.ts";
import { editSettings, readSettingsLines } from "../../config/settings-lines.ts";
import { settingsFileOf } from "../../config/user-folders.ts";
import { commandVariable, namesOfKind } from "../../config/variable-names.ts";
import { findProgram } from "../../runtime/find-program.ts";
import { decodedToken, ENCODED } from "../../runtime/token-commands.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { SetupContext } from "./context.ts";
import type { Values } from "./draft.ts";

/** The name under which a keychain lists what is TempoFiller's. */
const SERVICE = "tempofiller";

const LIMIT_MS = 10_000;

/** The place in which a system keeps secrets for its user, by a program of the system. */
interface Keychain {
  /** Its name in texts, with the article. */
  title: string;
  /** Whether its users expect a token to be in it. */
  isUsual: boolean;
  /** Ends without an error if this login has one. */
  trial: readonly string[];
  /** The secret is on stdin: the arguments of a program are no secret. */
  store(account: string, token: string): { command: readonly string[]; input: string };
  read(account: string): readonly string[];
}

const MACOS: Keychain = {
  title: "the macOS keychain",
  isUsual: true,
  trial: ["security", "default-keychain"],
  store: (account, token) => ({
    command: ["security", "-i"],
    input: `add-generic-password -U -s ${SERVICE} -a ${account} -w ${ENCODED}${Buffer.from(token).toString("base64")}\n`,
  }),
  read: (account) => ["security", "find-generic-password", "-s", SERVICE, "-a", account, "-w"],
};

/** GNOME Keyring, KWallet and others; ssh and cron do not reach them. */
const SECRET_SERVICE: Keychain = {
  title: "the keyring of your desktop (Secret Service)",
  isUsual: false,
  trial: ["secret-tool", "search", "service", `${SERVICE}-none`],
  store: (account, token) => ({
    command: ["secret-tool", "store", `--label=TempoFiller ${account}`, ...attributesOf(account)],
    input: token,
  }),
  read: (account) => ["secret-tool", "lookup", ...attributesOf(account)],
};

const attributesOf = (account: string) => ["service", SERVICE, "account", account];

/** The tokens for a keychain, and the settings in their place. */
export interface ChosenKeychain {
  /** Keys are the accounts under which it stores them. */
  tokens: ReadonlyMap<string, string>;
  /** The settings in their place: the commands that read them. */
  values: Values;
  keychain: Keychain;
  env: Environment;
  /** Gets a sentence for the user. */
  say(line: string): void;
}

/**
 * Chooses whether a keychain gets the new tokens; undefined if the settings file does. What was chosen before is the default, and else what
 * users of the system expect, if there is one to ask.
 */
export async function chooseKeychain(
  given: Values,
  { env, file, isTerminal, log }: SetupContext,
  platform = process.platform,
): Promise<ChosenKeychain | undefined> {
  const keychain = keychainOf(env, platform);
  const names = tokensIn(given);
  if (names.length === 0 || !keychain) return undefined;
  const lines = names.map((name) => {
    const line = keychain.read(keychainAccount(name, env)).map(shellWord).join(" ");
    return [commandVariable(name), line] as const;
  });
  const isChosen = lines.some(([variable, line]) => file?.values[variable] === line);
  const question = `Keep the tokens in ${keychain.title}? Otherwise they are in the settings file, which only you can read.`;
  const isWanted =
    (isChosen || isTerminal) &&
    runs(keychain.trial, env) &&
    (!isTerminal || (await (await import("./ask.ts")).ask.yes(question, isChosen || keychain.isUsual)));
  if (!isWanted) return undefined;
  return {
    tokens: new Map(names.map((name) => [keychainAccount(name, env), given[name] ?? ""])),
    values: { ...Object.fromEntries(names.map((name) => [name, undefined])), ...Object.fromEntries(lines) },
    keychain,
    env,
    say: log,
  };
}

/** Whether the keychain has the tokens now, as its command reads them. Says so if it has not. */
export function storeTokens({ tokens, keychain, env, say }: ChosenKeychain): boolean {
  const isStored = [...tokens].every(([account, token]) => {
    const { command, input } = keychain.store(account, token);
    run(command, env, input);
    return decodedToken(run(keychain.read(account), env).stdout.trim()) === token;
  });
  if (!isStored) {
    const where = "The tokens go to the settings file, which only you can read";
    say(`${where}: ${keychain.title} does not take them. It may be locked.`);
  }
  return isStored;
}

/** The text of a settings file with commands in place of the tokens that a keychain has now. Others stay: there may be no other copy. */
export function withoutStored(text: string, { tokens, values }: ChosenKeychain): string {
  const stored = new Set(tokens.values());
  const { values: before } = readSettingsLines(text);
  const names = tokensIn(before).filter((name) => stored.has(envString(before, name)));
  const replaced = names.flatMap((name) => [name, commandVariable(name)]);
  return editSettings(
    text.replace(/^\ufeff/, ""),
    Object.fromEntries(replaced.map((name) => [name, values[name]])),
  );
}

function tokensIn(values: Values) {
  return namesOfKind("token").filter((name) => envString(values, name) !== "");
}

/** The account under which a keychain has a token: `PROFILE:VARIABLE`. A settings file that is not where the platform has it, by
 * TEMPO_CONFIG_FILE or by a folder of its own such as XDG_CONFIG_HOME, goes by its path, so that two of them share no account. */
export function keychainAccount(variable: string, env: Environment): string {
  return `${ownerIn(env)}:${variable}`;
}

function ownerIn(env: Environment): string {
  const profile = readProfile(env);
  const path = settingsFilePath(env);
  const usual = (name: string | undefined) => settingsFileOf(name, {});
  if (path === undefined || path === usual(undefined)) return DEFAULT_PROFILE;
  const name = profile ?? parse(path).name;
  if (isProfileName(name) && path === usual(name)) return name;
  // `security` reads commands, in which blanks and quotes mean something.
  return path.replaceAll(/[^\w./-]/gu, (character) => encodeURIComponent(character).replaceAll("'", "%27"));
}

/** The keychain that a login on this system may have. */
function keychainOf({ DBUS_SESSION_BUS_ADDRESS, XDG_RUNTIME_DIR }: Environment, platform: NodeJS.Platform) {
  if (platform === "darwin") return MACOS;
  // The program would start a bus of its own if there was none.
  const hasBus = DBUS_SESSION_BUS_ADDRESS || (XDG_RUNTIME_DIR && existsSync(join(XDG_RUNTIME_DIR, "bus")));
  return platform !== "win32" && hasBus ? SECRET_SERVICE : undefined;
}

function runs(command: readonly string[], env: Environment): boolean {
  return run(command, env).status === 0;
}

function run([name = "", ...args]: readonly string[], env: Environment, input = "") {
  const program = findProgram(name, env);
  if (program === undefined) return { status: null, stdout: "" };
  const { status, stdout } = spawnSync(program, args, {
    env: withoutSettings(env),
    input,
    encoding: "utf8",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  return { status, stdout: stdout ?? "" };
}
