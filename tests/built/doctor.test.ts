import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { generate } from "selfsigned";
import { describe, expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { type DiagnosisOptions, diagnose, LONGEST_MS } from "../../src/cli/doctor/diagnose.ts";
import { REGIONS } from "../../src/cli/doctor/region.ts";
import { type Check, type DoctorReport, ok } from "../../src/cli/doctor/report.ts";
import { table } from "../../src/cli/doctor/table.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { sandboxDeployment } from "../../src/runtime/sandbox-deployment.ts";
import { today } from "../../src/runtime/today.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import type { CloudDeployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { runCommand } from "../helpers/command.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { ME, seed } from "../helpers/seeds.ts";
import { checkedFetch } from "../helpers/slice-check.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const CREDENTIALS = {
  personalAccessToken: "pat-S3CRET-token-4d5e6f",
  tempoToken: "tempo-S3CRET-token-9f8e7d",
  jiraEmail: "ada@example.com",
  jiraToken: "jira-S3CRET-token-1a2b3c",
};

const WRONG = "wrong-S3CRET-token";

const SETTINGS = {
  cloud: (address: string): Record<string, string> => ({
    TEMPO_API_URL: address,
    TEMPO_API_TOKEN: CREDENTIALS.tempoToken,
    JIRA_BASE_URL: address,
    JIRA_EMAIL: CREDENTIALS.jiraEmail,
    JIRA_API_TOKEN: CREDENTIALS.jiraToken,
  }),
  datacenter: (address: string): Record<string, string> => ({
    TEMPO_BASE_URL: address,
    TEMPO_PAT: CREDENTIALS.personalAccessToken,
  }),
};

type Kind = keyof typeof SETTINGS;

/** Serves an embedded Tempo on loopback, behind whatever `upstream` puts before it, and answers its address. */
async function serveSandbox(upstream = (fetch: Fetch): Fetch => fetch, parts: Partial<SandboxSeed> = {}) {
  const sandbox = createSandbox(seed(parts), { credentials: CREDENTIALS });
  const { fetch, traffic } = checkedFetch(sandbox.fetch);
  return { address: await serveOnLoopback(upstream(fetch)), traffic, sandbox };
}

/** Runs the built command's doctor for programs, and fails the test where a secret is printed. */
async function examine(env: Record<string, string>, args: string[] = []) {
  const { code, stdout, stderr } = await runCommand(["doctor", "--json", ...args], { env });
  const basic = Buffer.from(`${env.JIRA_EMAIL}:${env.JIRA_API_TOKEN}`).toString("base64");
  for (const secret of [...Object.values(CREDENTIALS), WRONG, basic]) {
    if (secret !== CREDENTIALS.jiraEmail) expect(stdout + stderr).not.toContain(secret);
  }
  return { code, report: JSON.parse(stdout) as DoctorReport, stderr };
}

/** The report in short: the status of every check, and the words of the one that failed, of which there must be one only. */
function inShort({ checks }: DoctorReport) {
  const statuses = checks.map(({ check, status }) => [check, status]);
  const failures = checks.filter(({ status }) => status === "failed");
  expect(failures.length).toBe(1);
  return { ...Object.fromEntries(statuses), words: failures[0]?.message, code: failures[0]?.code };
}

/** Answers requests whose address fits a pattern in upstream's place. */
const answering =
  (pattern: RegExp, answer: () => Response) =>
  (fetch: Fetch): Fetch =>
  async (request) =>
    pattern.test(request.url) ? answer() : fetch(request);

const page = (status: number) => () =>
  new Response("<!doctype html>", { status, headers: { "content-type": "text/html" } });

const SOUND = { settings: "ok", jira_connection: "ok", jira_token: "ok", tempo_connection: "ok" };
const SOUND_CLOUD = { ...SOUND, tempo_token: "ok", region: "ok" };
const READABLE = { worklogs: "ok", schedule: "ok", work_attributes: "ok", expiry: "unknown" };
const WITHOUT_SETTINGS = {
  settings: "failed",
  jira_connection: "skipped",
  jira_token: "skipped",
  tempo_connection: "skipped",
  worklogs: "skipped",
  schedule: "skipped",
  work_attributes: "skipped",
  expiry: "skipped",
};

describe("where all is well, the doctor", () => {
  test("says so of Tempo Cloud, names whose token it is, and has read only", async () => {
    const { address, traffic, sandbox } = await serveSandbox();
    const { code, report, stderr } = await examine(SETTINGS.cloud(address));
    const required = [0, 6].includes(new Date(`${today()}T12:00Z`).getUTCDay()) ? 0 : 8;
    expect({ code, report, stderr }).toEqual({
      code: 0,
      stderr: "",
      report: {
        ok: true,
        version: packageJson.version,
        deployment: "cloud",
        checks: [
          { check: "settings", status: "ok", message: "Tempo Cloud is set up." },
          { check: "jira_connection", status: "ok", message: `Jira answers at ${address}.` },
          { check: "jira_token", status: "ok", message: `Hours are booked for Ada (${ME.accountId}).` },
          { check: "tempo_connection", status: "ok", message: `Tempo answers at ${address}.` },
          { check: "tempo_token", status: "ok", message: "Tempo accepts the token of TEMPO_API_TOKEN." },
          { check: "region", status: "ok", message: `The token belongs to ${new URL(address).host}.` },
          {
            check: "worklogs",
            status: "ok",
            message:
              "Your worklogs can be read: 0 today. Nothing was stored to try it. To store one, the token needs the scope " +
              "Worklogs (manage) too.",
          },
          {
            check: "schedule",
            status: "ok",
            message: `Your schedule can be read: ${required} h are required today.`,
          },
          { check: "work_attributes", status: "ok", message: "This Tempo requires none." },
          {
            check: "expiry",
            status: "unknown",
            message:
              "Neither Tempo nor Jira tells when a token expires. Look in Tempo, Settings, API integration, and among the " +
              "API tokens of your Atlassian account.",
          },
        ],
      },
    });
    expect([...traffic.operations].sort()).toEqual([
      "jira.getMyself",
      "tempo.getUserSchedule",
      "tempo.getWorkAttributes",
      "tempo.getWorklogsByUser",
    ]);
    expect({ deviations: traffic.deviations, stored: sandbox.state.worklogs.size }).toEqual({
      deviations: [],
      stored: 0,
    });
  });

  test("says so of Data Center, and has read only", async () => {
    const { address, traffic, sandbox } = await serveSandbox();
    const { code, report } = await examine(SETTINGS.datacenter(address));
    expect({
      code,
      ok: report.ok,
      deployment: report.deployment,
      ...Object.fromEntries(report.checks.map(({ check, status }) => [check, status])),
    }).toEqual({ code: 0, ok: true, deployment: "datacenter", ...SOUND, ...READABLE });
    expect(report.checks[2]?.message).toBe(`Hours are booked for Ada (${ME.key}).`);
    expect([...traffic.operations].sort()).toEqual([
      "jira.getMyselfDataCenter",
      "tempo-data-center.getWorkAttributes",
      "tempo-data-center.searchSchedules",
      "tempo-data-center.searchWorklogs",
    ]);
    expect({ deviations: traffic.deviations, stored: sandbox.state.worklogs.size }).toEqual({
      deviations: [],
      stored: 0,
    });
  });

  test.each([
    ["--sandbox", "cloud", { ...SOUND_CLOUD, ...READABLE }],
    ["--sandbox=datacenter", "datacenter", { ...SOUND, ...READABLE }],
  ])("says so of %s too, without a setting", async (option, deployment, statuses) => {
    const { code, report } = await examine({}, [option]);
    expect({
      code,
      deployment: report.deployment,
      statuses: Object.fromEntries(report.checks.map(({ check, status }) => [check, status])),
    }).toEqual({ code: 0, deployment, statuses });
  });
});

describe("the doctor of Tempo Cloud names what mends", () => {
  const TEMPO_REFUSED = { ...SOUND, tempo_token: "failed", region: "skipped", expiry: "unknown" };
  const UNREAD = { worklogs: "skipped", schedule: "skipped" };
  const NEW_TOKEN =
    "A token's scopes cannot be changed: make a new one in Tempo, Settings, API integration, with Worklogs (manage) and " +
    "Schemes (view), and set TEMPO_API_TOKEN to it.";

  test("a wrong token of Tempo, which is shown to no region where it was not meant for one", async () => {
    const { address } = await serveSandbox();
    const { code, report } = await examine({ ...SETTINGS.cloud(address), TEMPO_API_TOKEN: WRONG });
    expect({ exitCode: code, ...inShort(report) }).toEqual({
      exitCode: 1,
      ...TEMPO_REFUSED,
      ...UNREAD,
      work_attributes: "skipped",
      words:
        "Tempo refused the token (HTTP 401). Set TEMPO_API_TOKEN to a valid token (Tempo, Settings, API integration). " +
        "Tokens expire, and each works in one region only: check TEMPO_API_URL too.",
      code: "unauthorized",
    });
  });

  test("a wrong token of Jira, and has looked at Tempo all the same", async () => {
    const { address } = await serveSandbox();
    const { code, report } = await examine({ ...SETTINGS.cloud(address), JIRA_API_TOKEN: WRONG });
    expect({ exitCode: code, ...inShort(report) }).toEqual({
      exitCode: 1,
      ...SOUND_CLOUD,
      jira_token: "failed",
      ...READABLE,
      ...UNREAD,
      words:
        "Jira refused the token (HTTP 401). Set JIRA_EMAIL and JIRA_API_TOKEN to the e-mail address of your Atlassian " +
        "account and a valid API token of it. Check JIRA_BASE_URL too.",
      code: "unauthorized",
    });
    expect(report.checks.find(({ check }) => check === "schedule")?.message).toBe(
      "Needs what failed above: Jira token.",
    );
  });

  test("a missing scope for the schedule", async () => {
    const { address } = await serveSandbox(answering(/user-schedule/, page(403)));
    const { code, report } = await examine(SETTINGS.cloud(address));
    expect({ exitCode: code, ...inShort(report) }).toEqual({
      exitCode: 1,
      ...SOUND_CLOUD,
      ...READABLE,
      schedule: "failed",
      words: `Tempo denies this to the token of TEMPO_API_TOKEN (HTTP 403): it lacks the scope Schemes (view). ${NEW_TOKEN}`,
      code: "forbidden",
    });
  });

  test("a missing scope for worklogs, of whose group the work attributes are", async () => {
    const { address } = await serveSandbox(answering(/worklogs|work-attributes/, page(403)));
    const { code, report } = await examine(SETTINGS.cloud(address));
    expect({ exitCode: code, ...inShort(report) }).toEqual({
      exitCode: 1,
      ...SOUND_CLOUD,
      ...READABLE,
      worklogs: "failed",
      work_attributes: "unknown",
      words: `Tempo denies this to the token of TEMPO_API_TOKEN (HTTP 403): it lacks the scope Worklogs (manage). ${NEW_TOKEN}`,
      code: "forbidden",
    });
  });

  test("an address at which no Jira is", async () => {
    const { address } = await serveSandbox(answering(/\/rest\//, page(404)));
    const { report } = await examine(SETTINGS.cloud(address));
    expect(inShort(report)).toEqual({
      ...SOUND_CLOUD,
      jira_connection: "failed",
      jira_token: "skipped",
      ...READABLE,
      ...UNREAD,
      words: "No Jira API at this URL (HTTP 404). Check JIRA_BASE_URL, and that Jira runs there.",
      code: "unexpected_response",
    });
  });

  test("work attributes that are set and do not exist", async () => {
    const { address } = await serveSandbox();
    const { report } = await examine({ ...SETTINGS.cloud(address), TEMPO_WORK_ATTRIBUTES: '{"_A_":"x"}' });
    expect(inShort(report)).toEqual({
      ...SOUND_CLOUD,
      ...READABLE,
      work_attributes: "failed",
      words:
        "TEMPO_WORK_ATTRIBUTES names _A_, which this Tempo does not have. It has: none. Correct or remove it.",
      code: "invalid_settings",
    });
  });
});

describe("the doctor of Data Center names what mends", () => {
  const UNREAD = { worklogs: "skipped", schedule: "skipped", work_attributes: "skipped", expiry: "unknown" };

  test("a wrong token", async () => {
    const { address } = await serveSandbox();
    const { code, report } = await examine({ ...SETTINGS.datacenter(address), TEMPO_PAT: WRONG });
    expect({ exitCode: code, ...inShort(report) }).toEqual({
      exitCode: 1,
      ...SOUND,
      jira_token: "failed",
      tempo_connection: "skipped",
      ...UNREAD,
      words:
        "Jira refused the token (HTTP 401). Set TEMPO_PAT to a valid personal access token (Jira, Profile, Personal " +
        "Access Tokens). Check TEMPO_BASE_URL too.",
      code: "unauthorized",
    });
  });

  test("a Jira without Tempo", async () => {
    const { address } = await serveSandbox(answering(/\/rest\/tempo/, page(404)));
    const { report } = await examine(SETTINGS.datacenter(address));
    expect(inShort(report)).toEqual({
      ...SOUND,
      tempo_connection: "failed",
      ...UNREAD,
      words: "No Tempo API at this URL (HTTP 404). Check TEMPO_BASE_URL, and that Tempo runs there.",
      code: "unexpected_response",
    });
  });

  test("a missing permission, with Tempo's own words and without a token that they repeat", async () => {
    const says = () =>
      Response.json({ message: `No access: ${CREDENTIALS.personalAccessToken}` }, { status: 403 });
    const { address } = await serveSandbox(answering(/schedule\/search/, says));
    const { report } = await examine(SETTINGS.datacenter(address));
    expect(inShort(report)).toEqual({
      ...SOUND,
      ...READABLE,
      schedule: "failed",
      words:
        "The token's owner lacks permission for this in Tempo (HTTP 403). " +
        'It says: "No access: [secret]". Check in Jira that the ' +
        "owner of TEMPO_PAT may use Tempo and log work.",
      code: "forbidden",
    });
  });

  test("a required work attribute that is not set, which it does not call a failure", async () => {
    const required = {
      id: 1,
      key: "_Activity_",
      name: "Activity",
      required: true,
      values: [{ value: "dev", name: "Dev" }],
    };
    const { address } = await serveSandbox(undefined, { workAttributes: [required] });
    const { code, report } = await examine(SETTINGS.datacenter(address));
    expect({ code, found: report.checks.find(({ check }) => check === "work_attributes") }).toEqual({
      code: 0,
      found: {
        check: "work_attributes",
        status: "unknown",
        message:
          "This Tempo requires Activity (_Activity_: dev), and may refuse worklogs without it. If it does, set " +
          'TEMPO_WORK_ATTRIBUTES, for example to {"_Activity_":"dev"}.',
      },
    });
  });
});

describe("the doctor names what mends a connection", () => {
  const UNREACHED = {
    settings: "ok",
    jira_connection: "failed",
    jira_token: "skipped",
    tempo_connection: "skipped",
    worklogs: "skipped",
    schedule: "skipped",
    work_attributes: "skipped",
    expiry: "unknown",
  };

  /** Puts TLS before a server on loopback, with a certificate that nobody signed, until the running test ends. */
  async function behindTls(upstream: string): Promise<{ address: string; certificate: string }> {
    const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
    });
    const server = createTlsServer({ cert, key }, (socket) => {
      const plain = connect(Number(new URL(upstream).port), "127.0.0.1");
      socket.pipe(plain).pipe(socket);
      for (const end of [socket, plain]) end.on("error", () => end.destroy());
    });
    return { address: `https://127.0.0.1:${await listening(server)}`, certificate: cert };
  }

  /** The port on loopback at which a server listens until the running test ends. */
  async function listening(server: ReturnType<typeof createTcpServer>): Promise<number> {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  test.each<[Kind, object]>([
    ["cloud", { ...SOUND_CLOUD, ...READABLE }],
    ["datacenter", { ...SOUND, ...READABLE }],
  ])("to a server with a certificate of its own: %s", async (kind, statuses) => {
    const { address, certificate } = await behindTls((await serveSandbox()).address);
    const env = SETTINGS[kind](address);
    const { code, report } = await examine(env);
    const words = (name: string) =>
      `This machine does not trust ${name}'s TLS certificate at ${address} (DEPTH_ZERO_SELF_SIGNED_CERT). Company networks ` +
      "often use their own certificate authority. Set NODE_EXTRA_CA_CERTS to the path of a PEM file with its certificate; " +
      "your IT department has it.";
    const failures = report.checks.filter(({ status }) => status === "failed");
    const failure = (check: string, name: string) => ({
      check,
      status: "failed",
      message: words(name),
      code: "unavailable",
    });
    expect({ code, failures }).toEqual({
      code: 1,
      failures: [
        failure("jira_connection", "Jira"),
        ...(kind === "cloud" ? [failure("tempo_connection", "Tempo")] : []),
      ],
    });

    const folder = await mkdtemp(join(tmpdir(), "tempofiller-doctor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "certificate.pem");
    await writeFile(file, certificate);
    const mended = await examine({ ...env, NODE_EXTRA_CA_CERTS: file });
    expect({
      code: mended.code,
      statuses: Object.fromEntries(mended.report.checks.map(({ check, status }) => [check, status])),
    }).toEqual({ code: 0, statuses });
  });

  test("to a server that speaks no TLS", async () => {
    const { address } = await serveSandbox();
    const { report } = await examine(SETTINGS.datacenter(address.replace("http:", "https:")));
    expect(inShort(report)).toEqual({
      ...UNREACHED,
      words: expect.stringMatching(
        /^The TLS handshake with Jira at https:\/\/127\.0\.0\.1:\d+ failed \((ERR_SSL_\w+|EPROTO)\)\. Check the port in TEMPO_BASE_URL and that the server uses HTTPS; a proxy may interfere\.$/,
      ),
      code: "unavailable",
    });
  });

  test("to a port at which nobody listens", async () => {
    const server = createTcpServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    const { code, report } = await examine(SETTINGS.datacenter(`http://127.0.0.1:${port}`));
    expect({ exitCode: code, ...inShort(report) }).toEqual({
      exitCode: 1,
      ...UNREACHED,
      words: `Jira could not be reached at http://127.0.0.1:${port} (ECONNREFUSED). Check the network and TEMPO_BASE_URL, then try again.`,
      code: "unavailable",
    });
  });

  test("to a host whose name nobody knows", async () => {
    const { report } = await examine(SETTINGS.datacenter("https://jira.invalid"));
    expect(inShort(report)).toEqual({
      ...UNREACHED,
      words: expect.stringMatching(
        /^Jira could not be reached at https:\/\/jira\.invalid \((ENOTFOUND|EAI_AGAIN)\)\. Check the network and TEMPO_BASE_URL, then try again\. A company's network may want a VPN, or a proxy in HTTPS_PROXY\.$/,
      ),
      code: "unavailable",
    });
  });

  test("through a proxy that does not let it pass", async () => {
    const proxy = createHttpServer();
    proxy.on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    const HTTPS_PROXY = `http://ada:pr0xy-S3CRET@127.0.0.1:${await listening(proxy)}`;
    const { report } = await examine({ ...SETTINGS.datacenter("https://jira.invalid"), HTTPS_PROXY });
    expect(JSON.stringify(report)).not.toContain("pr0xy-S3CRET");
    expect(inShort(report)).toEqual({
      ...UNREACHED,
      words:
        "Jira could not be reached at https://jira.invalid: the proxy in HTTPS_PROXY or HTTP_PROXY refused the connection (HTTP 407). Check the proxy's " +
        "address, user name and password, or add the host to NO_PROXY.",
      code: "unavailable",
    });
  });

  test("through a proxy whose address is none", async () => {
    const { code, report } = await examine({
      ...SETTINGS.datacenter("https://jira.invalid"),
      HTTPS_PROXY: "proxy:8080",
    });
    expect({ exitCode: code, ...inShort(report) }).toEqual({
      exitCode: 1,
      ...WITHOUT_SETTINGS,
      words:
        "The proxy of HTTPS_PROXY or HTTP_PROXY cannot be used: it must be an address such as http://proxy.example.com:8080.",
      code: "invalid_settings",
    });
  });

  test("to a server that never answers, and ends by itself", async () => {
    const port = await listening(createTcpServer((socket) => socket.on("error", () => {})));
    const env = { ...SETTINGS.datacenter(`http://127.0.0.1:${port}`), TEMPO_TIMEOUT_MS: "1000" };
    const start = performance.now();
    const { report } = await examine(env);
    expect(performance.now() - start).toBeLessThan(LONGEST_MS);
    expect(inShort(report)).toEqual({
      ...UNREACHED,
      words: `Jira could not be reached at http://127.0.0.1:${port} (no response in time). Check the network and TEMPO_BASE_URL, then try again.`,
      code: "unavailable",
    });
  });
});

describe("the doctor without usable settings", () => {
  test.each<[string, Record<string, string>, string]>([
    ["nothing is set", {}, "Tempo is not configured. For Tempo Cloud, set TEMPO_API_TOKEN,"],
    [
      "half a deployment is set",
      { TEMPO_PAT: CREDENTIALS.personalAccessToken },
      "Tempo on Jira Data Center is only partly configured. Also set TEMPO_BASE_URL.",
    ],
    [
      "two are set",
      { ...SETTINGS.cloud("https://jira.invalid"), ...SETTINGS.datacenter("https://jira.invalid") },
      "Both Cloud and Data Center are configured.",
    ],
  ])("says what to set where %s, and asks nobody", async (_, env, words) => {
    const { code, report } = await examine(env);
    expect({ exitCode: code, deployment: report.deployment, ...inShort(report) }).toEqual({
      exitCode: 1,
      deployment: undefined,
      ...WITHOUT_SETTINGS,
      words: expect.stringContaining(words),
      code: "invalid_settings",
    });
  });
});

describe("the doctor's table", () => {
  test("is for people to read", async () => {
    const { address } = await serveSandbox();
    const env = { ...SETTINGS.datacenter(address), TEMPO_PAT: WRONG };
    const { code, stdout, stderr } = await runCommand(["doctor"], { env });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout.replaceAll(address, "<address>")).toBe(`TempoFiller ${packageJson.version}

ok       Settings          Tempo on Jira Data Center is set up.
ok       Jira connection   Jira answers at <address>.
FAILED   Jira token        Jira refused the token (HTTP 401). Set TEMPO_PAT to a valid personal access
                           token (Jira, Profile, Personal Access Tokens). Check TEMPO_BASE_URL too.
skipped  Tempo connection  Needs what failed above: Jira token.
skipped  Worklogs          Needs what failed above: Jira token.
skipped  Schedule          Needs what failed above: Jira token.
skipped  Work attributes   Needs what failed above: Jira token.
?        Expiry of tokens  Jira does not tell of the token it is shown when it expires. Look in Jira,
                           Profile, Personal Access Tokens.

One check failed. Mend Jira token first, then run tempofiller doctor again.
`);
  });

  test("lets nothing of upstream's control the terminal", async () => {
    const says = () => Response.json({ message: "No \u001b[2J access" }, { status: 403 });
    const { address } = await serveSandbox(answering(/schedule\/search/, says));
    const { stdout } = await runCommand(["doctor"], { env: SETTINGS.datacenter(address) });
    expect(stdout).not.toContain("\u001b");
    expect(stdout.replaceAll(/\s+/g, " ")).toContain('It says: "No [2J access"');
  });
});

describe("a token of another region", () => {
  const REFUSED = "Tempo refused the token of TEMPO_API_TOKEN at";

  /** Regions on loopback, of which some know the token, and the checks of a deployment on the first. */
  async function diagnoseIn(knows: boolean[], upstream?: (fetch: Fetch) => Fetch) {
    const regions = await Promise.all(
      knows.map(async (known, index) => {
        const credentials = { ...CREDENTIALS, ...(!known && { tempoToken: `of region ${index}` }) };
        const { fetch } = createSandbox(seed(), { credentials });
        return serveOnLoopback(index > 0 && upstream ? upstream(fetch) : fetch);
      }),
    );
    const [home = ""] = regions;
    const deployment = sandboxDeployment("cloud", CREDENTIALS) as CloudDeployment;
    const checks = await diagnose(
      {
        deployment: { ...deployment, tempoUrl: home, jiraUrl: home },
        options: { fetch, clock: systemClock, timeout: 30_000 },
      },
      { regions, isProxied: false, today: "2026-01-15" },
    );
    const hosts = regions.map((region) => new URL(region).host);
    return { regions, hosts, found: inShort({ ok: false, version: "", checks }) };
  }

  const REST = {
    jira_connection: "ok",
    jira_token: "ok",
    tempo_connection: "ok",
    worklogs: "skipped",
    schedule: "skipped",
    work_attributes: "skipped",
    expiry: "unknown",
  };

  test.each([1, 2])("is known there: the doctor names the address to set (%i)", async (home) => {
    const { regions, hosts, found } = await diagnoseIn([false, home === 1, home === 2]);
    expect(found).toEqual({
      ...REST,
      tempo_token: "ok",
      region: "failed",
      words: `${REFUSED} ${hosts[0]}, and ${hosts[home]} knows it: set TEMPO_API_URL to ${regions[home]}.`,
      code: "unauthorized",
    });
  });

  test("is known there though it lacks a scope", async () => {
    const { regions, hosts, found } = await diagnoseIn(
      [false, true, false],
      answering(/work-attr/, page(403)),
    );
    expect(found).toMatchObject({
      words: `${REFUSED} ${hosts[0]}, and ${hosts[1]} knows it: set TEMPO_API_URL to ${regions[1]}.`,
    });
  });

  const NEW_TOKEN =
    "it is not a whole one, expired or revoked. Make a new one in Tempo, Settings, API integration, with the scopes " +
    "Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.";

  test("that none knows is wrong itself", async () => {
    const { hosts, found } = await diagnoseIn([false, false, false]);
    expect(found).toEqual({
      ...REST,
      tempo_token: "failed",
      region: "skipped",
      words: `${REFUSED} ${hosts[0]} (HTTP 401), and neither ${hosts[1]} nor ${hosts[2]} knows it: ${NEW_TOKEN}`,
      code: "unauthorized",
    });
  });

  test("is not judged by regions that do not answer", async () => {
    const { hosts, found } = await diagnoseIn([false, false, false], answering(/./, page(404)));
    expect(found).toMatchObject({
      words: `${REFUSED} ${hosts[0]} (HTTP 401), and no region that answers knows it (${hosts[1]} and ${hosts[2]} did not answer): ${NEW_TOKEN}`,
    });
  });
});

test("docs/cli.md shows what the doctor prints for a token of another region", async () => {
  const document = await readFile(join(import.meta.dirname, "../../docs/cli.md"), "utf8");
  const sample = /```text\n(TempoFiller .*?)```/s.exec(document)?.[1] ?? "";
  const { fetch: answerAtHome } = createSandbox(seed(), { credentials: CREDENTIALS });
  const checks = await diagnose(
    {
      deployment: {
        ...(sandboxDeployment("cloud", CREDENTIALS) as CloudDeployment),
        tempoUrl: "https://api.tempo.io",
        jiraUrl: "https://acme.atlassian.net",
      },
      options: {
        clock: systemClock,
        timeout: 30_000,
        fetch: async (request) =>
          /^https:\/\/(acme\.atlassian\.net|api\.eu\.tempo\.io)\//.test(request.url)
            ? answerAtHome(request)
            : page(401)(),
      },
    },
    { regions: REGIONS, isProxied: false, today: "2026-01-15" },
  );
  const report = { ok: false, version: "", checks: [ok("settings", "Tempo Cloud is set up."), ...checks] };
  expect(sample.trimEnd().split("\n").slice(1)).toEqual(table(report, false).slice(1));
});

describe("whatever is silent", () => {
  const circumstances: DiagnosisOptions = { regions: [], isProxied: false, today: "2026-01-15" };

  test.each<[string, Kind, RegExp, string[]]>([
    ["Jira Cloud", "cloud", /\/rest\//, ["jira_connection"]],
    ["Tempo Cloud", "cloud", /\/4\//, ["tempo_connection"]],
    ["both", "cloud", /./, ["jira_connection", "tempo_connection"]],
    ["the reads of Tempo Cloud", "cloud", /user/, ["worklogs", "schedule"]],
    ["Jira Data Center", "datacenter", /myself/, ["jira_connection"]],
    ["Tempo on Data Center", "datacenter", /tempo-/, ["tempo_connection"]],
  ])("does not keep the doctor for longer than 30 seconds: %s", async (_, kind, pattern, failures) => {
    const clock = virtualClock();
    const sandbox = createSandbox(seed(), { credentials: CREDENTIALS });
    const checks: Check[] = await diagnose(
      {
        deployment: sandboxDeployment(kind === "cloud" ? "cloud" : "datacenter", CREDENTIALS),
        options: {
          clock,
          timeout: 600_000,
          rateLimiter: (send) => send(),
          fetch: (request) =>
            pattern.test(request.url) ? new Promise(() => {}) : clock.work(() => sandbox.fetch(request)),
        },
      },
      circumstances,
    );
    expect(checks.filter(({ status }) => status === "failed").map(({ check }) => check)).toEqual(failures);
    expect(clock.now()).toBeLessThanOrEqual(LONGEST_MS);
  });
});
