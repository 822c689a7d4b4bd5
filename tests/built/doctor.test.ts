import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import type { DoctorReport } from "../../src/cli/doctor/report.ts";
import { today } from "../../src/runtime/clock.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { deferred } from "../helpers/deferred.ts";
import { CREDENTIALS, intercept, SETTINGS, statuses, WRONG_TOKEN, withoutTempo } from "../helpers/doctor.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { byLoginName } from "../helpers/other-tempos.ts";
import { ME, seed, worklog } from "../helpers/seeds.ts";
import { checkedFetch } from "../helpers/slice-check.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

// tests/unit/doctor tests the findings of each check; here the built command runs, over HTTP.

/** Serves an embedded Tempo on loopback, behind `upstream`, until the running test ends. */
async function serveSandbox(
  upstream = (fetch: Fetch): Fetch => fetch,
  { behaviour = {}, ...parts }: Partial<SandboxSeed> & { behaviour?: Partial<SandboxBehaviour> } = {},
) {
  const sandbox = createSandbox(seed(parts), { credentials: CREDENTIALS, behaviour });
  const { fetch, traffic } = checkedFetch(sandbox.fetch);
  return { url: await serveOnLoopback(upstream(fetch)), traffic, sandbox };
}

/** Runs the built command's doctor, and fails the test if it prints a secret. */
async function runDoctor(env: Record<string, string>, args: string[] = []) {
  const { code, stdout, stderr } = await runCommand(["doctor", ...args], { env });
  const { jiraEmail, jiraToken, personalAccessToken, tempoToken } = CREDENTIALS;
  const basic = Buffer.from(`${jiraEmail}:${jiraToken}`).toString("base64");
  for (const secret of [jiraToken, personalAccessToken, tempoToken, WRONG_TOKEN, basic]) {
    expect(stdout + stderr).not.toContain(secret);
  }
  return { code, stdout, stderr };
}

test("doctor --json reports that every check passed, and has only read", async () => {
  const { url, traffic, sandbox } = await serveSandbox();
  const { code, stdout, stderr } = await runDoctor(SETTINGS.cloud(url), ["--json"]);
  const isWeekend = [0, 6].includes(new Date(`${today()}T12:00Z`).getUTCDay());
  expect({ code, stderr, report: JSON.parse(stdout) }).toEqual({
    code: 0,
    stderr: "",
    report: {
      ok: true,
      version: packageJson.version,
      deployment: "cloud",
      settings: [
        { name: "TEMPO_API_TOKEN", from: "environment" },
        { name: "JIRA_BASE_URL", from: "environment", value: url },
        { name: "JIRA_EMAIL", from: "environment", value: CREDENTIALS.jiraEmail },
        { name: "JIRA_API_TOKEN", from: "environment" },
        { name: "TEMPO_API_URL", from: "environment", value: url },
        { name: "ATLASSIAN_API_URL", from: "environment", value: url },
        { name: "TEMPO_CONFIG_FILE", from: "environment", value: "off" },
        { name: "TEMPO_STATE_DIR", from: "environment", value: "off" },
      ],
      checks: [
        { check: "settings", status: "ok", message: "Tempo Cloud is configured." },
        { check: "jira_connection", status: "ok", message: `Jira responds at ${url}.` },
        {
          check: "jira_token",
          status: "ok",
          message: `Hours are logged for Ada (${ME.accountId}). JIRA_API_TOKEN is a token without scopes.`,
          tokenKind: "unscoped",
        },
        { check: "tempo_connection", status: "ok", message: `Tempo responds at ${url}.` },
        { check: "tempo_token", status: "ok", message: "Tempo accepts TEMPO_API_TOKEN." },
        { check: "region", status: "ok", message: `TEMPO_API_TOKEN belongs to ${new URL(url).host}.` },
        {
          check: "worklogs",
          status: "ok",
          message:
            "Worklogs can be read (0 today). Writing was not tried; it needs the token scope Worklogs (manage).",
        },
        {
          check: "worker",
          status: "unknown",
          message:
            `Tempo lists no worklog of yours in the last 30 days whose account id could be compared with that in Jira, ${ME.accountId}. ` +
            "Once you have logged hours, run this again.",
        },
        {
          check: "schedule",
          status: "ok",
          message: `The schedule can be read (${isWeekend ? 0 : 8} h required today).`,
        },
        { check: "work_attributes", status: "ok", message: "This Tempo requires no work attributes." },
        {
          check: "expiry",
          status: "unknown",
          message:
            "Tempo and Jira do not report when tokens expire. Look in Tempo, Settings, API integration, and among the API " +
            "tokens of your Atlassian account.",
        },
        {
          check: "state",
          status: "ok",
          message: "TEMPO_STATE_DIR is off: what other processes log is not seen, and nothing is remembered.",
        },
      ],
    },
  });
  expect({
    operations: [...traffic.operations].sort(),
    deviations: traffic.deviations,
    stored: sandbox.state.worklogs.size,
  }).toEqual({
    operations: [
      "jira.getMyself",
      "tempo.getUserSchedule",
      "tempo.getWorkAttributes",
      "tempo.getWorklogsByUser",
    ],
    deviations: [],
    stored: 0,
  });
});

test.each<[string, Parameters<typeof serveSandbox>[1], [string, string][], ((fetch: Fetch) => Fetch)?]>([
  ["knows you by Jira's user key", {}, [["worker", "ok"]]],
  ["has an empty list, since it knows you by another", {}, [["worker", "failed"]], byLoginName],
  [
    "is not installed",
    {},
    [
      ["tempo_connection", "failed"],
      ["worker", "skipped"],
    ],
    withoutTempo,
  ],
  [
    "has no valid licence",
    { behaviour: { licenceStatus: 404 } },
    [
      ["tempo_connection", "ok"],
      ["worker", "skipped"],
    ],
  ],
])("the doctor says in JSON that Tempo on Data Center %s", async (_, parts, expected, upstream) => {
  const worklogs = [worklog({ startDate: today() })];
  const { url } = await serveSandbox(upstream, { worklogs, ...parts });
  const { code, stdout } = await runDoctor(SETTINGS.datacenter(url), ["--json"]);
  const found = Object.fromEntries(statuses((JSON.parse(stdout) as DoctorReport).checks));
  expect({ code, ...found }).toMatchObject({
    code: found.worker === "ok" ? 0 : 1,
    ...Object.fromEntries(expected),
  });
});

test("the doctor prints a table, and exits with 1 if a check failed", async () => {
  const { url } = await serveSandbox();
  const { code, stdout, stderr } = await runDoctor({
    ...SETTINGS.datacenter(url),
    TEMPO_PAT: WRONG_TOKEN,
    COLUMNS: "120",
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.replaceAll(url, "http://127.0.0.1:12345")).toBe(`TempoFiller ${packageJson.version}

Settings file: none (TEMPO_CONFIG_FILE is off)
  TEMPO_BASE_URL     http://127.0.0.1:12345  environment
  TEMPO_PAT          (set)                   environment
  TEMPO_CONFIG_FILE  off                     environment
  TEMPO_STATE_DIR    off                     environment

ok       Settings          Tempo on Jira Data Center is configured.
ok       Jira connection   Jira responds at http://127.0.0.1:12345.
FAILED   Jira token        Jira refused the token (HTTP 401). Set TEMPO_PAT to a valid personal access
                           token (Jira, Profile, Personal Access Tokens). Check TEMPO_BASE_URL too.
?        Token expiry      Tempo and Jira do not report when tokens expire. Look in Jira, Profile, Personal
                           Access Tokens.
ok       State folder      TEMPO_STATE_DIR is off: what other processes log is not seen, and nothing is
                           remembered.
skipped  Tempo connection, Worklogs, Worker, Schedule and Work attributes, which depend on "Jira token".

One check failed. Fix "Jira token" first, then run the doctor again.
`);
});

test("the doctor prints each line as soon as its check has finished, within the width of COLUMNS", async () => {
  const { promise: asked, resolve: respond } = deferred();
  const { url } = await serveSandbox((fetch) => async (request) => {
    if (request.url.includes("schedule")) await asked;
    return fetch(request);
  });
  const env = commandEnvironment({ ...SETTINGS.cloud(url), COLUMNS: "60" });
  const child = spawn(process.execPath, [COMMAND, "doctor"], { env });
  onTestFinished(() => {
    child.kill();
  });
  let stdout = "";
  for await (const chunk of child.stdout) {
    stdout += String(chunk);
    // The schedule is read only after the lines of the checks before it are there.
    if (/^ok +Worklogs/m.test(stdout)) respond();
  }
  expect(stdout).toMatch(/^ok +Schedule/m);
  expect(stdout.split("\n").filter((line) => line.length > 60 && !line.startsWith("  "))).toEqual([]);
});

test("the table quotes Tempo without the token that Tempo repeats, and without control characters", async () => {
  const message = `No \u001b[2J access: ${CREDENTIALS.personalAccessToken}`;
  const { url } = await serveSandbox(
    intercept(/schedule\/search/, () => Response.json({ message }, { status: 403 })),
  );
  const { stdout } = await runDoctor(SETTINGS.datacenter(url));
  expect(stdout).not.toContain("\u001b");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain('It says: "No [2J access: [secret]"');
});

test("the doctor trusts the certificate in NODE_EXTRA_CA_CERTS", async () => {
  const { url } = await serveSandbox();
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  const server = createTlsServer({ cert, key }, (socket) => {
    const plain = connect(Number(new URL(url).port), "127.0.0.1");
    socket.pipe(plain).pipe(socket);
    for (const end of [socket, plain]) end.on("error", () => end.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-doctor-"));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const path = join(folder, "certificate.pem");
  await writeFile(path, cert);
  const env = SETTINGS.cloud(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { code, stdout } = await runDoctor({ ...env, NODE_EXTRA_CA_CERTS: path }, ["--json"]);
  const { checks } = JSON.parse(stdout) as DoctorReport;
  expect({ code, failed: statuses(checks).filter(([, status]) => status === "failed") }).toEqual({
    code: 0,
    failed: [],
  });
});

test("doctor fails if certificates are not checked, and points out a token file that others can read", async () => {
  const { url } = await serveSandbox();
  const folder = temporaryFolder();
  const TEMPO_PAT_FILE = join(folder, "token");
  await writeFile(TEMPO_PAT_FILE, CREDENTIALS.personalAccessToken);
  await chmod(TEMPO_PAT_FILE, 0o644);
  const env = { TEMPO_BASE_URL: url, TEMPO_PAT_FILE, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const { code, stdout, stderr } = await runDoctor(env, ["--json"]);
  const report = JSON.parse(stdout) as DoctorReport;
  const ofRisks = report.checks.filter(({ check }) => ["certificates", "token_file"].includes(check));
  expect({ code, stderr, checks: ofRisks.map(({ check, status }) => [check, status]) }).toEqual({
    code: 1,
    stderr: "",
    checks: [
      ["certificates", "failed"],
      ...(process.platform === "win32" ? [] : [["token_file", "unknown"]]),
    ],
  });
});

test("doctor --host checks the server that a host starts, with the settings that it gives to it", async () => {
  const { url } = await serveSandbox();
  const CLAUDE_CONFIG_DIR = temporaryFolder();
  const path = join(CLAUDE_CONFIG_DIR, ".claude.json");
  const tempofiller = { command: process.execPath, args: [COMMAND], env: SETTINGS.datacenter(url) };
  await writeFile(path, `// Claude's\n${JSON.stringify({ mcpServers: { tempofiller } })}`);
  const { code, stdout, stderr } = await runDoctor({ CLAUDE_CONFIG_DIR }, [
    "--host",
    "claude-code",
    "--json",
  ]);
  const report = JSON.parse(stdout) as DoctorReport;
  expect({ code, stderr, host: report.checks[0], settings: report.settings }).toEqual({
    code: 0,
    stderr: "",
    host: {
      check: "host",
      status: "ok",
      message: `Claude Code starts ${process.execPath} ${COMMAND} (Node.js ${process.version.slice(1)}), according to ${path}.`,
    },
    settings: [
      { name: "TEMPO_BASE_URL", from: "host", value: url },
      { name: "TEMPO_PAT", from: "host" },
      { name: "TEMPO_CONFIG_FILE", from: "environment", value: "off" },
      { name: "TEMPO_STATE_DIR", from: "environment", value: "off" },
    ],
  });
});
