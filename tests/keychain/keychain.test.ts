import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DoctorReport } from "../../src/cli/doctor/report.ts";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { runCommand, startCommand } from "../helpers/command.ts";
import { type } from "../helpers/pseudo-terminal.ts";
import { callThrough, twoServices } from "../helpers/setup.ts";
import { settingsOf, twoSites } from "../helpers/two-sites.ts";
import { loggedIn, secretTool } from "./session.ts";

const TITLE = {
  darwin: "the macOS keychain",
  linux: "the keyring of your desktop (Secret Service)",
  win32: "the Windows Credential Manager",
}[process.platform as "darwin" | "linux" | "win32"];

const TOKEN = SANDBOX_CREDENTIALS.personalAccessToken;

/** A user with a settings file, whose token is in it. */
async function withFile() {
  const { jira } = await twoServices("Server");
  const { home, env } = await loggedIn();
  const path = env.TEMPO_CONFIG_FILE ?? "";
  const original = `# mine\nTEMPO_BASE_URL=${jira}\nTEMPO_PAT=${TOKEN}\n`;
  writeFileSync(path, original, { mode: 0o600 });
  const run = (line: string[], more: Record<string, string> = {}) =>
    runCommand(line, { env: { ...env, ...more } });
  const content = () => readFileSync(path, "utf8");
  const works = async () => (await run(["call", "get_schedule", '{"startDate":"2026-01-05"}'])).code === 0;
  return { home, env, jira, path, original, run, content, works };
}

test("a token moves to the keychain, from which server, doctor and commands read it, and back", async () => {
  const { env, path, original, run, content } = await withFile();
  writeFileSync(`${path}.tempofiller-backup`, `TEMPO_PAT=${TOKEN}\n`);
  expect(await run(["token", "--move", "keychain"])).toMatchObject({
    code: 0,
    stdout: `TEMPO_PAT is in ${TITLE} now, and no longer in ${path}.\n`,
    stderr: "",
  });
  const name = { darwin: "macos", linux: "secret-service", win32: "windows" }[process.platform as "linux"];
  expect(content()).toBe(`${original.replace(TOKEN, "keychain:")}TEMPO_KEYCHAIN=${name}\n`);
  expect(readFileSync(`${path}.tempofiller-backup`, "utf8")).toBe("TEMPO_PAT=keychain:\n");
  expect((await run(["token"])).stdout).toBe(`TEMPO_PAT: ${TITLE}\n`);
  expect((await run(["token", "--move", "keychain"])).stdout).toBe(`TEMPO_PAT is in ${TITLE} already.\n`);

  const report = JSON.parse((await run(["doctor", "--json"])).stdout) as DoctorReport;
  expect(report.ok).toBe(true);
  expect(report.settings).toContainEqual({ name: "TEMPO_PAT", from: "file", value: "keychain:" });
  expect(report.checks).toContainEqual({
    check: "keychain",
    status: "ok",
    message: `TEMPO_PAT was read from ${TITLE}.`,
  });
  const { client } = await startCommand([], env);
  const call = { name: "get_schedule", arguments: { startDate: "2026-01-05" } };
  expect((await client.callTool(call)).structuredContent).toMatchObject({
    summary: { totalRequiredHours: 8 },
  });

  const back = await run(["token", "--move", "file"]);
  expect({ ...back, milliseconds: 0 }).toMatchObject({ code: 0, stderr: "" });
  expect(back.stdout).toBe(
    `TEMPO_PAT is in ${path} now, which only you can read.\n${TITLE?.replace(/^t/, "T")} has them no longer.\n`,
  );
  expect(content()).toBe(original);
  expect((await run(["token", "--move", "file"])).stdout).toBe(`TEMPO_PAT is in ${path} already.\n`);
  writeFileSync(path, original.replace(TOKEN, "keychain:"));
  const { code, stderr } = await run(["status"]);
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /TEMPO_PAT is in .*, by the settings, but there is no item tempofiller with the account \S+:TEMPO_PAT\. .* Enter the token again: tempofiller setup/,
  );
});

describe.skipIf(process.platform !== "linux")("with a keyring on Linux", () => {
  test("setup stores tokens if the user agrees, of each profile apart; with --yes they go to the file", async () => {
    const { env: given } = await loggedIn();
    const env: Record<string, string> = { ...given, TEMPO_CONFIG_FILE: "" };
    const folder = join(env.XDG_CONFIG_HOME ?? "", "tempofiller");
    const { jira } = await twoServices("Server");
    const asked: [string, string][] = [
      ["Where is your Jira?", `${jira}\r`],
      ["Personal access token", `${TOKEN}\r`],
      ["draft your timesheet", "\r"],
      [`Keep the tokens in ${TITLE}?`, "y"],
      ["Which hosts", "\r"],
      ["Make this change?", "\r"],
    ];
    for (const options of [[], ["--name", "client-b"]]) {
      const { text, code, left } = await type([...asked], ["setup", ...options], env);
      expect({ code, left }, text).toEqual({ code: 0, left: 0 });
      expect(text).toContain("+ TEMPO_PAT=keychain:");
    }
    const lookup = (owner: string) =>
      secretTool(env, "lookup", "service", "tempofiller", "account", `${owner}:TEMPO_PAT`).stdout;
    expect(["default", "client-b"].map(lookup)).toEqual([TOKEN, TOKEN]);
    const fileOf = (name: string) => readFileSync(join(folder, `${name}.env`), "utf8");
    expect([fileOf("settings"), fileOf("client-b")]).toEqual(
      Array(2).fill(`TEMPO_BASE_URL=${jira}\nTEMPO_PAT=keychain:\nTEMPO_KEYCHAIN=secret-service\n`),
    );
    const before = fileOf("settings");
    await runCommand(["token", "--move", "file", "--profile", "client-b"], { env });
    expect(["default", "client-b"].map(lookup)).toEqual([TOKEN, ""]);
    expect(fileOf("settings")).toBe(before);
    const input = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${TOKEN}\n`;
    await runCommand(["setup", "--yes", "--tokens", "-", "--name", "client-c", "--host", "cursor"], {
      env,
      input,
    });
    expect([fileOf("client-c"), lookup("client-c")]).toEqual([input, ""]);
  });

  test("two sites in three hosts have keychain items of their own, and removing one leaves the other as it is", async () => {
    const { home, env, files, first, second, setUp, content, remove } = await twoSites(await loggedIn());
    const items = () =>
      ["default", "client-b"].map(
        (owner) =>
          secretTool(env, "lookup", "service", "tempofiller", "account", `${owner}:TEMPO_PAT`).stdout,
      );
    await setUp(first.jira);
    await runCommand(["token", "--move", "keychain"], { env });
    const [withFirst, settings] = [content(), readFileSync(settingsOf(env, "settings"), "utf8")];
    await setUp(second.jira, "--name", "client-b");
    await runCommand(["token", "--move", "keychain", "--profile", "client-b"], { env });
    expect(items()).toEqual([TOKEN, TOKEN]);
    for (const [index, name] of ["tempofiller", "tempofiller-client-b", "tempofiller-client-b"].entries())
      expect(await callThrough(join(home, files[index] ?? ""), name, env)).toMatchObject({
        summary: { totalRequiredHours: 8 },
      });
    await remove("--name", "client-b");
    expect([content(), readFileSync(settingsOf(env, "settings"), "utf8")]).toEqual([withFirst, settings]);
    // The settings of the profile stay, and with them the token that they name.
    expect(items()).toEqual([TOKEN, TOKEN]);
    await runCommand(["token", "--move", "file", "--profile", "client-b"], { env });
    expect(items()).toEqual([TOKEN, ""]);
    expect(await callThrough(join(home, files[0] ?? ""), "tempofiller", env)).toMatchObject({
      summary: { totalRequiredHours: 8 },
    });
  }, 60_000);

  test("a move that is killed at any step leaves the token in a place that works, and can be completed", async () => {
    const { home, original, run, content, works } = await withFile();
    const bin = join(home, "bin");
    mkdirSync(bin);
    // Does its work, and then ends the command that started it, at the given call.
    writeFileSync(
      join(bin, "secret-tool"),
      `#!/bin/sh
PATH="\${PATH#*:}" secret-tool "$@"
code=$?
echo >> ${home}/calls
[ "$(wc -l < ${home}/calls)" -lt "$(cat ${home}/last)" ] || kill -KILL $PPID
exit $code
`,
    );
    chmodSync(join(bin, "secret-tool"), 0o755);
    const PATH = `${bin}${delimiter}${process.env.PATH}`;
    const moves = [
      ["keychain", 1],
      ["keychain", 2],
      ["keychain", Number.POSITIVE_INFINITY],
      ["file", 1],
      ["file", 2],
      // The file has the token already, so one call less is made.
      ["file", 2],
      ["file", Number.POSITIVE_INFINITY],
    ] as const;
    for (const [to, last] of moves) {
      writeFileSync(join(home, "calls"), "");
      writeFileSync(join(home, "last"), String(Math.min(last, 99)));
      const { code } = await run(["token", "--move", to], { PATH });
      expect([code, await works()], `${to}, call ${last}`).toEqual([last > 2 ? 0 : null, true]);
    }
    expect(content()).toBe(original);
  }, 120_000);

  test("a keyring that is locked has an error that says so, and no token is moved or lost", async () => {
    const { env, path, original, run, content } = await withFile();
    await run(["token", "--move", "keychain"]);
    const kept = content();
    lock(env);
    const locked =
      /TEMPO_PAT is in the keyring of your desktop \(Secret Service\), which cannot be used: it is locked\. Unlock it/;
    for (const line of [["status"], ["token", "--move", "file"]]) {
      const { code, stderr } = await run(line);
      expect([code, stderr]).toEqual([3, expect.stringMatching(locked)]);
    }
    expect(content()).toBe(kept);
    writeFileSync(path, original);
    const refused = await run(["token", "--move", "keychain"]);
    expect([refused.code, refused.stderr]).toEqual([
      3,
      expect.stringContaining(
        "The tokens stay where they are: the keyring of your desktop (Secret Service) cannot be used, since it is locked.",
      ),
    ]);
    expect(content()).toBe(original);
  });

  test("setup says once that a keyring cannot be used, and keeps the tokens in a file of the user alone", async () => {
    const { env } = await loggedIn();
    const { jira } = await twoServices("Server");
    secretTool(env, "store", "--label=x", "a", "b");
    lock(env);
    const input = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${TOKEN}\n`;
    const path = env.TEMPO_CONFIG_FILE ?? "";
    writeFileSync(path, "TEMPO_KEYCHAIN=secret-service\n");
    const line = ["setup", "--yes", "--tokens", "-", "--host", "cursor"];
    const { code, stderr } = await runCommand(line, { env, input });
    expect([code, stderr]).toEqual([
      0,
      "tempofiller: The tokens go to the settings file, which only you can read: the keyring of your desktop (Secret Service) cannot be used, since it is locked.\n",
    ]);
    expect(readFileSync(path, "utf8")).toBe(`TEMPO_KEYCHAIN=secret-service\n${input}`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("a keyring that does not answer delays a server by 3 s, and calls say what to do", async () => {
    const { home, env, path, original } = await withFile();
    writeFileSync(path, original.replace(TOKEN, "keychain:"));
    const bin = join(home, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "secret-tool"), "#!/bin/sh\nsleep 40 &\nexec sleep 40\n", { mode: 0o755 });
    const start = performance.now();
    const { client } = await startCommand([], { ...env, PATH: `${bin}:${process.env.PATH}` });
    const call = { name: "get_schedule", arguments: { startDate: "2026-01-05" } };
    const { content } = await client.callTool(call);
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(JSON.stringify(content)).toContain("secret-tool did not answer within 3 s");
  });
});

/** Locks the keyring, as a screen that is locked may. */
function lock(env: Record<string, string>): void {
  secretTool(env, "lock", "--collection=login");
}
