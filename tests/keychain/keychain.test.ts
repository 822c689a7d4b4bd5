import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import type { DoctorReport } from "../../src/cli/doctor/report.ts";
import { keychainAccount } from "../../src/cli/setup/keychain.ts";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { runCommand, startCommand } from "../helpers/command.ts";
import { type } from "../helpers/pseudo-terminal.ts";
import { twoServices } from "../helpers/setup.ts";
import { loggedIn, secretTool } from "./session.ts";

const isMac = process.platform === "darwin";

const TITLE = isMac ? "the macOS keychain" : "the keyring of your desktop (Secret Service)";

const TOKEN = SANDBOX_CREDENTIALS.personalAccessToken;

const CALL = { name: "get_schedule", arguments: { startDate: "2026-01-05" } };

/** The command that reads an item, as setup writes it. */
const readerOf = (account: string) =>
  isMac
    ? `security find-generic-password -s tempofiller -a ${account} -w`
    : `secret-tool lookup service tempofiller account ${account}`;

/** Answers setup's questions on a terminal. */
async function setUp(jira: string, env: Record<string, string>, ...options: string[]) {
  const asked: [string, string][] = [
    ["Where is your Jira?", `${jira}\r`],
    ["Personal access token", `${TOKEN}\r`],
    ["draft your timesheet", "\r"],
    [`Keep the tokens in ${TITLE}?`, "y"],
    ["Which hosts", "\r"],
    ["Make this change?", "\r"],
  ];
  const { text, code, left } = await type(asked, ["setup", ...options], env);
  expect({ code, left }, text).toEqual({ code: 0, left: 0 });
  return text;
}

/** Removes an item of the test's own from this machine's keychain. */
function removeAfterTest(account: string, env: Record<string, string>) {
  if (!isMac) return;
  const args = ["delete-generic-password", "-s", "tempofiller", "-a", account];
  onTestFinished(() => void spawnSync("security", args, { env: commandEnvironment(env) }));
}

test("setup stores a token, which server, doctor and commands then read by the command that it writes", async () => {
  const { env } = await loggedIn();
  const { jira } = await twoServices("Server");
  const path = env.TEMPO_CONFIG_FILE ?? "";
  const account = keychainAccount("TEMPO_PAT", env);
  removeAfterTest(account, env);
  expect(await setUp(jira, env)).toContain(`+ TEMPO_PAT_COMMAND=${readerOf(account)}`);
  const settings = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT_COMMAND='${readerOf(account)}'\n`;
  expect(readFileSync(path, "utf8")).toBe(settings);

  const report = JSON.parse((await runCommand(["doctor", "--json"], { env })).stdout) as DoctorReport;
  expect(report.ok).toBe(true);
  expect(report.settings).toContainEqual({ name: "TEMPO_PAT_COMMAND", from: "file" });
  expect(report.checks).toContainEqual({
    check: "token_command",
    status: "ok",
    message: "The command in TEMPO_PAT_COMMAND gave its token.",
  });
  const { client } = await startCommand([], env);
  expect((await client.callTool(CALL)).structuredContent).toMatchObject({
    summary: { totalRequiredHours: 8 },
  });

  // Settings that are for the keychain stay so in a script.
  const input = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${TOKEN}\n`;
  const script = ["setup", "--yes", "--tokens", "-", "--host", "cursor"];
  expect(await runCommand(script, { env, input })).toMatchObject({ code: 0, stderr: "" });
  expect([path, `${path}.tempofiller-backup`].map((each) => readFileSync(each, "utf8"))).toEqual([
    settings,
    settings,
  ]);

  writeFileSync(path, settings.replace(account, "default:NONE"));
  const { code, stderr } = await runCommand(["status"], { env });
  expect([code, stderr]).toEqual([
    3,
    `tempofiller: TEMPO_PAT_COMMAND gave no token: it ended with exit code ${isMac ? 44 : 1}. Run its command in a terminal to see why, ` +
      "then start TempoFiller again.\n",
  ]);
});

describe.skipIf(process.platform !== "linux")("with a keyring on Linux", () => {
  test("setup stores the tokens of each profile apart; with --yes they go to the file", async () => {
    const { env: given } = await loggedIn();
    const env: Record<string, string> = { ...given, TEMPO_CONFIG_FILE: "" };
    const folder = join(env.XDG_CONFIG_HOME ?? "", "tempofiller");
    const { jira } = await twoServices("Server");
    for (const options of [[], ["--name", "client-b"]]) await setUp(jira, env, ...options);
    const lookup = (owner: string) =>
      secretTool(env, "lookup", "service", "tempofiller", "account", `${owner}:TEMPO_PAT`).stdout;
    const owners = ["default", "client-b"];
    const fileOf = (name: string) => readFileSync(join(folder, `${name}.env`), "utf8");
    expect([fileOf("settings"), fileOf("client-b"), ...owners.map(lookup)]).toEqual([
      ...owners.map(
        (owner) => `TEMPO_BASE_URL=${jira}\nTEMPO_PAT_COMMAND='${readerOf(`${owner}:TEMPO_PAT`)}'\n`,
      ),
      TOKEN,
      TOKEN,
    ]);
    const input = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${TOKEN}\n`;
    const script = ["setup", "--yes", "--tokens", "-", "--name", "client-c", "--host", "cursor"];
    await runCommand(script, { env, input });
    expect([fileOf("client-c"), lookup("client-c")]).toEqual([input, ""]);
  });

  test("a keyring that is locked gives no token and takes none, so setup keeps it in the file and says so", async () => {
    const { env } = await loggedIn();
    const { jira } = await twoServices("Server");
    const path = env.TEMPO_CONFIG_FILE ?? "";
    await setUp(jira, env);
    // A screen that is locked may do so.
    secretTool(env, "lock", "--collection=login");
    const { code, stderr } = await runCommand(["status"], { env });
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("TEMPO_PAT_COMMAND gave no token: it ended with exit code 1."),
    ]);
    const input = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${TOKEN}\n`;
    const line = ["setup", "--yes", "--tokens", "-", "--host", "cursor"];
    expect(await runCommand(line, { env, input })).toMatchObject({
      code: 0,
      stderr:
        "tempofiller: The tokens go to the settings file, which only you can read: the keyring of your desktop (Secret Service) does not take them. It may be locked.\n",
    });
    expect(readFileSync(path, "utf8")).toBe(input);
  });
});
