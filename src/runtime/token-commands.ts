import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { withTokens } from "../config/deployment.ts";
import type { Environment } from "../config/environment.ts";
import { secretsWith } from "../config/secrets.ts";
import type { TokenCommands } from "../config/settings.ts";
import type { Token } from "../config/tokens.ts";
import { namesOfKind } from "../config/variable-names.ts";
import type { Deployment } from "../tempo/deployment.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { findProgram } from "./find-program.ts";

/** The most time that a command may take, a question for a password or a fingerprint included. */
const LIMIT_MS = 10_000;

/** More than any token has. */
const MAX_CHARACTERS = 64 * 1024;

/** Marks what is encoded: `security` of macOS takes no blanks and quotes, and prints other signs in hexadecimal digits. */
export const ENCODED = "base64:";

const TOKENS: readonly string[] = namesOfKind("token");

/** Each command that this process has run, which is once. */
const printed = new Map<string, Promise<string>>();

/**
 * The deployment with the tokens that commands print, one after another: the first may unlock what the next one reads.
 *
 * @param secrets gets the tokens
 * @throws SettingsError for the first command that prints none
 */
export async function withPrintedTokens(
  deployment: Deployment,
  { tokens: given, env }: TokenCommands,
  secrets: string[],
): Promise<Deployment> {
  const email = deployment.kind === "cloud" ? deployment.jiraEmail : "";
  const tokens = new Map<string, Token>([...given, ["JIRA_EMAIL", { variable: "JIRA_EMAIL", text: email }]]);
  for (const [name, { variable, command }] of given) {
    if (!command) continue;
    const key = JSON.stringify(command);
    const running = printed.get(key) ?? runTokenCommand(variable, command, env);
    printed.set(key, running);
    tokens.set(name, { variable, text: await running, isPrinted: true });
  }
  secrets.push(...secretsWith([], tokens).filter((secret) => !secrets.includes(secret)));
  return withTokens(deployment, tokens);
}

/**
 * Runs a command to get the token in the first line of what it prints. It may ask its user in a window or on the terminal, but not on
 * stdin, which is the host's. Its other output goes nowhere: it may be secret.
 *
 * @throws SettingsError that shows nothing of the command
 */
export async function runTokenCommand(
  variable: string,
  command: readonly string[],
  env: Environment,
): Promise<string> {
  try {
    return decodedToken(await firstLine(command, environmentOfCommand(env)));
  } catch (error) {
    const why = error instanceof NoToken ? error.message : `its program does not start (${codeOf(error)})`;
    throw new SettingsError(
      `${variable} gave no token: ${why}. Run its command in a terminal to see why, then start TempoFiller again.`,
    );
  }
}

/** A token that a user has put into a keychain is not encoded. */
export function decodedToken(text: string): string {
  return text.startsWith(ENCODED) ? Buffer.from(text.slice(ENCODED.length), "base64").toString() : text;
}

/** Its message is a clause. */
class NoToken extends Error {}

/** @throws NoToken, or the system's error for a program that does not start */
function firstLine([name = "", ...args]: readonly string[], env: Environment): Promise<string> {
  const program = findProgram(name, env);
  if (program === undefined) throw new NoToken("its program was not found; write the full path");
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "ignore"], windowsHide: true });
    // A system that has no more file handles gives none.
    const stdout: typeof child.stdout | undefined = child.stdout;
    let text = "";
    let isOver = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      // A program that may not be ended emits an error, too.
      child.off("error", fail).on("error", () => {});
      child.kill("SIGKILL");
      child.unref();
      // A program that it has started may go on, and hold the pipe.
      stdout?.destroy();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new NoToken(`it did not end within ${LIMIT_MS / 1000} s, as if it waited for an answer`)),
      LIMIT_MS,
    );
    const finish = () => {
      if (child.exitCode !== 0 || !(isOver || text.includes("\n"))) return;
      const line = text.replace(/\n.*/s, "").trim();
      if (line === "") return fail(new NoToken("the first line of its output is empty"));
      if (line.includes("\ufffd")) return fail(new NoToken("the first line of its output is not UTF-8"));
      clearTimeout(timer);
      stdout?.destroy();
      resolve(line);
    };
    child.on("error", fail);
    stdout?.setEncoding("utf8");
    stdout?.on("data", (chunk: string) => {
      text += chunk;
      if (text.length > MAX_CHARACTERS) fail(new NoToken("it printed far more than a token"));
      finish();
    });
    stdout?.on("end", () => {
      isOver = true;
      finish();
    });
    child.on("exit", (code, signal) => {
      if (code === 0) finish();
      else fail(new NoToken(signal ? `it was ended by ${signal}` : `it ended with exit code ${code}`));
    });
  });
}

/**
 * Everything but tokens. Many hosts start the server without the variables that lead to the bus of the login, on which a keyring is; its
 * folder has a fixed path.
 */
function environmentOfCommand(env: Environment): Environment {
  const others = Object.entries(env).filter(([name]) => !TOKENS.includes(name.toUpperCase()));
  const folder = `/run/user/${process.getuid?.()}`;
  return { ...(existsSync(folder) && { XDG_RUNTIME_DIR: folder }), ...Object.fromEntries(others) };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
