import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { parse } from "jsonc-parser";
import { generate } from "selfsigned";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAccessKey } from "../../src/team/auth/access-keys.ts";
import { runCommand } from "../helpers/command.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { type } from "../helpers/pseudo-terminal.ts";
import { READ } from "../helpers/raw-requests.ts";
import { emptyHome } from "../helpers/setup.ts";
import { startTeamServer } from "../helpers/team-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const KEY = createAccessKey("ada");
const NEXT_KEY = createAccessKey("ada-2");

/** A server for a team that asks for an access key, and a user with an empty home folder. */
async function team(kind: "cloud" | "datacenter" = "cloud") {
  const path = join(temporaryFolder(), "keys");
  writeFileSync(path, `${KEY.line}\n${NEXT_KEY.line}\n`, { mode: 0o600 });
  const { url, tempo } = await startTeamServer({ kind, env: { TEMPOFILLER_ACCESS_KEYS_FILE: path } });
  const [member] = tempo.members;
  if (!member) throw new Error("the team has no member");
  const { jiraEmail, jiraToken, tempoToken, personalAccessToken } = member.credentials;
  const secrets =
    kind === "cloud"
      ? { JIRA_EMAIL: jiraEmail, JIRA_API_TOKEN: jiraToken, TEMPO_API_TOKEN: tempoToken }
      : { TEMPO_PAT: personalAccessToken };
  const values: Record<string, string> = { TEMPOFILLER_ACCESS_KEY: KEY.key, ...secrets };
  const headers = { Authorization: `Bearer ${KEY.key}`, ...member.headers };
  return { ...emptyHome(), url: url.href, values, headers, input: lines(values) };
}

const lines = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

const entryIn = (path: string, key = "mcpServers") =>
  (parse(readFileSync(path, "utf8")) as Record<string, Record<string, unknown>>)[key]?.tempofiller;

/** Sends a call as a host would that has this entry. */
async function readThrough(entry: unknown): Promise<unknown> {
  const { url = "", headers } = entry as { url: string; headers: Record<string, string> };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(READ),
  });
  return [response.status, (await response.text()).includes('"worklogs":[]')];
}

const said = (hosts: string) =>
  `Then say in ${hosts}: "How many hours are missing in my timesheet this week?"\n`;

const lowered = (headers: object) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

test.each(["cloud", "datacenter"] as const)(
  "setup --team for %s writes entries that the server admits, private; a second run changes nothing, --remove leaves nothing",
  async (kind) => {
    const { home, env, url, headers, input, values } = await team(kind);
    const line = [
      "setup",
      "--team",
      url,
      "--yes",
      "--tokens",
      "-",
      "--host",
      "claude-code",
      "--host",
      "cursor",
    ];
    const first = await runCommand(line, { env, input });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    for (const [name, secret] of Object.entries(values))
      if (name !== "JIRA_EMAIL") expect(first.stdout).not.toContain(secret);
    expect(first.stdout).toContain(`"url": "${url}"`);
    const paths = [join(home, ".claude.json"), join(home, ".cursor/mcp.json")];
    for (const path of paths) {
      const entry = entryIn(path) as { headers: object };
      expect(lowered(entry.headers)).toEqual(lowered(headers));
      expect(await readThrough(entry)).toEqual([200, true]);
      if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    const second = await runCommand(line, { env, input });
    expect(second.stdout).toBe(
      `Claude Code uses the server this way already: ${paths[0]} stays as it is.\n` +
        `Cursor uses the server this way already: ${paths[1]} stays as it is.\n${said("Claude Code or Cursor")}`,
    );
    expect(await runCommand(["setup", "--remove", "--yes"], { env })).toMatchObject({ code: 0 });
    expect(readdirSync(home)).toEqual([".cursor"]);
  },
);

test("an entry that starts a server becomes one for the team and back, what the user added stays, and --remove restores the file", async () => {
  const { home, env, url, input } = await team();
  const path = join(home, ".cursor/mcp.json");
  const original = '{ "mcpServers": { "other": { "url": "https://example.com/mcp" } } } // mine\n';
  mkdirSync(join(home, ".cursor"));
  writeFileSync(path, original);
  const local = ["setup", "--sandbox", "--host", "cursor", "--yes"];
  await runCommand(local, { env });
  const before = entryIn(path);
  const remote = ["setup", "--team", url, "--yes", "--tokens", "-", "--host", "cursor"];
  await runCommand(remote, { env, input });
  expect(Object.keys(entryIn(path) as object)).toEqual(["url", "headers"]);
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"url": "http://127', '"disabled": false, "url": "http://127'),
  );
  await runCommand(remote, { env, input });
  expect(entryIn(path)).toMatchObject({ disabled: false, url });
  expect(await runCommand(local, { env })).toMatchObject({
    code: 2,
    stderr: wouldReplace(url, "the sandbox"),
  });
  expect(entryIn(path)).toMatchObject({ disabled: false, url });
  await runCommand([...local, "--replace"], { env });
  expect(entryIn(path)).toEqual({ ...(before as object) });
  await runCommand(["setup", "--remove", "--yes"], { env });
  expect(readFileSync(path, "utf8")).toBe(original);
});

test.skipIf(process.platform === "win32")(
  "setup --team makes the file of an unchanged entry private again, and says so",
  async () => {
    const { home, env, url, input } = await team();
    const path = join(home, ".cursor/mcp.json");
    const line = ["setup", "--team", url, "--yes", "--tokens", "-", "--host", "cursor"];
    await runCommand(line, { env, input });
    const written = readFileSync(path, "utf8");
    chmodSync(path, 0o644);
    expect(await runCommand(line, { env, input })).toMatchObject({
      code: 0,
      stdout: `Cursor: ${path}\n  Other users can read it. Its mode becomes 600.\n\nChanged ${path}.\nCursor: Restart it.\n${said("Cursor")}`,
    });
    expect({ text: readFileSync(path, "utf8"), mode: statSync(path).mode & 0o777 }).toEqual({
      text: written,
      mode: 0o600,
    });
    expect(readdirSync(join(home, ".cursor"))).toEqual(["mcp.json"]);
  },
);

describe("behind a company's certificate authority, setup --team says what the hosts need", () => {
  const HOSTS = ["claude-code", "cursor", "zed"];

  async function run(hosts: string[], trust: (caFile: string) => Record<string, string>) {
    const { env, url, input } = await team();
    const { address, caFile } = await withTls(url);
    const line = ["setup", "--team", `${address}/mcp`, "--yes", "--tokens", "-"];
    const result = await runCommand([...line, ...hosts.flatMap((host) => ["--host", host])], {
      env: { ...env, ...trust(caFile) },
      input,
    });
    const notes = result.stdout.split("\n").filter((each) => each.includes("certificate authority"));
    return { ...result, address, caFile, notes };
  }

  test.skipIf(process.platform === "win32")("where NODE_EXTRA_CA_CERTS makes it pass", async () => {
    const { code, address, caFile, notes, stdout } = await run(HOSTS, (file) => ({
      NODE_EXTRA_CA_CERTS: file,
    }));
    const all =
      process.platform === "darwin"
        ? `export it in your shell's profile, and for applications that no terminal starts run launchctl setenv NODE_EXTRA_CA_CERTS ${caFile} after each login`
        : "export it in ~/.profile and log in again";
    expect({ code, notes }).toEqual({
      code: 0,
      notes: [
        `Claude Code and Cursor cannot reach ${address} without your company's certificate authority, which only this terminal is sure to ` +
          `trust: start them with NODE_EXTRA_CA_CERTS=${caFile}. To set that for all programs, ${all}.`,
        `Zed cannot reach ${address} unless your company's certificate authority is in the system's store of certificates.`,
      ],
    });
    expect(stdout.trimEnd().split("\n").slice(-3)).toEqual([
      ...notes,
      said("Claude Code, Cursor or Zed").trim(),
    ]);
  });

  test.skipIf(process.platform === "win32")(
    "where it passes by something else, with the hosts that need more alone",
    async () => {
      const { code, address, notes } = await run(HOSTS, () => ({ NODE_TLS_REJECT_UNAUTHORIZED: "0" }));
      expect({ code, notes }).toEqual({
        code: 0,
        notes: [
          expect.stringContaining(
            `Cursor cannot reach ${address} without your company's certificate authority, which only this terminal is sure to trust: ` +
              "start it with NODE_EXTRA_CA_CERTS=/path/to/company-ca.pem. To set that for all programs, ",
          ),
        ],
      });
    },
  );

  test("and nothing where the server needs none", async () => {
    const { env, url, input } = await team();
    const { stdout } = await runCommand(
      ["setup", "--team", url, "--yes", "--tokens", "-", "--host", "cursor"],
      {
        env: { ...env, NODE_EXTRA_CA_CERTS: (await withTls(url)).caFile },
        input,
      },
    );
    expect(stdout).not.toContain("certificate authority");
  });
});

/** An address with TLS in front of a server, by a certificate that no machine trusts. */
async function withTls(url: string): Promise<{ address: string; caFile: string }> {
  const names = [{ type: 2, value: "localhost" } as const];
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames: names }],
  });
  const listener = createRequestListener((request) =>
    fetch(new Request(new URL(new URL(request.url).pathname, url), request)),
  );
  const server = createTlsServer({ cert, key }, listener).listen(0, "localhost");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const caFile = join(temporaryFolder(), "company-ca.pem");
  writeFileSync(caFile, cert);
  return { address: `https://localhost:${(server.address() as AddressInfo).port}`, caFile };
}

const OTHER_SERVER = '{ "mcpServers": { "other": { "url": "https://example.com/mcp" } } }\n';

test.each([
  ["that setup created", undefined, (text: string) => text, undefined],
  ["that had another server", OTHER_SERVER, (text: string) => text, OTHER_SERVER],
  [
    "that another program changed since",
    OTHER_SERVER,
    (text: string) => `${text}// mine\n`,
    `${OTHER_SERVER}// mine\n`,
  ],
])("a new access key in a file %s leaves no copy of the old one", async (_, original, change, restored) => {
  const { home, env, url, values } = await team();
  const folder = join(home, ".cursor");
  const path = join(folder, "mcp.json");
  mkdirSync(folder);
  if (original !== undefined) writeFileSync(path, original);
  const line = ["setup", "--team", url, "--yes", "--tokens", "-", "--host", "cursor"];
  const setUpWith = (key: string) =>
    runCommand(line, { env, input: lines({ ...values, TEMPOFILLER_ACCESS_KEY: key }) });
  await setUpWith(KEY.key);
  writeFileSync(path, change(readFileSync(path, "utf8")));
  expect(await setUpWith(NEXT_KEY.key)).toMatchObject({ code: 0 });
  const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(texts.filter((text) => text.includes(KEY.key))).toEqual([]);
  expect(await readThrough(entryIn(path))).toEqual([200, true]);
  await runCommand(["setup", "--remove", "--yes"], { env });
  expect(readdirSync(folder)).toEqual(restored === undefined ? [] : ["mcp.json"]);
  if (restored !== undefined) expect(readFileSync(path, "utf8")).toBe(restored);
});

const wouldReplace = (site: string, other: string) =>
  expect.stringContaining(`Cursor starts the server for ${site}, which ${other} would replace.`);

test("setup --team leaves the entry of a user's own site, unless --replace is given", async () => {
  const { home, env, url, input } = await team();
  const path = join(home, ".cursor/mcp.json");
  const own = {
    command: "tempofiller",
    env: { TEMPO_BASE_URL: "https://jira.example.com", TEMPO_PAT: "pat" },
  };
  const text = JSON.stringify({ mcpServers: { tempofiller: own } });
  mkdirSync(join(home, ".cursor"));
  writeFileSync(path, text);
  const line = ["setup", "--team", url, "--yes", "--tokens", "-", "--host", "cursor"];
  const stderr = wouldReplace("https://jira.example.com", url);
  expect(await runCommand(line, { env, input })).toMatchObject({ code: 2, stderr });
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(await runCommand([...line, "--replace"], { env, input })).toMatchObject({ code: 0 });
  expect(entryIn(path)).toMatchObject({ url });
});

const REFUSED: [name: string, change: Record<string, string>, code: number, text: string][] = [
  [
    "a key that the server does not know",
    { TEMPOFILLER_ACCESS_KEY: createAccessKey("eve").key },
    4,
    "The server refuses the access key (HTTP 401): The access key is not one of this server's, or was revoked. Ask your administrator for a new one.",
  ],
  [
    "a token that Tempo refuses",
    { TEMPO_API_TOKEN: "S3CRET-of-nobody" },
    4,
    "The server could not read your schedule: ",
  ],
  [
    "no token of Tempo",
    { TEMPO_API_TOKEN: "" },
    2,
    "/mcp needs TEMPO_API_TOKEN of you. Set them in the environment or, with --tokens -, on stdin, one NAME=value a line.",
  ],
];

test.each(REFUSED)("setup --team writes nothing with %s", async (_, change, code, text) => {
  const { home, env, url, values } = await team();
  const line = ["setup", "--team", url, "--yes", "--host", "cursor"];
  const finished = await runCommand(line, { env: { ...env, ...values, ...change } });
  expect(finished).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(text) });
  expect(finished.stderr).not.toContain("S3CRET");
  expect(readdirSync(home)).toEqual([]);
});

test("setup --team writes what it can, and says what is left for Codex and Claude Desktop", async () => {
  const { home, env, url, input, values } = await team();
  const hosts = ["codex", "claude-desktop", "cursor"].flatMap((host) => ["--host", host]);
  const line = ["setup", "--team", url, "--yes", "--tokens", "-", ...hosts];
  const { code, stderr } = await runCommand(line, { env, input });
  expect(code).toBe(9);
  expect(stderr).toBe(
    "tempofiller: Codex's file was left as it is: no command of it writes headers. Export these variables, and add this to the file yourself:\n\n" +
      `[mcp_servers.tempofiller]\nurl = "${url}"\nbearer_token_env_var = "TEMPOFILLER_ACCESS_KEY"\n` +
      'env_http_headers = { "Tempofiller-Jira-Email" = "JIRA_EMAIL", "Tempofiller-Jira-Token" = "JIRA_API_TOKEN", "Tempofiller-Tempo-Token" = "TEMPO_API_TOKEN" }\n' +
      "tool_timeout_sec = 60\n" +
      "tempofiller: Claude Desktop's file only starts programs, so it cannot lead to a server by its URL. Use another host, or tempofiller setup without --team.\n",
  );
  for (const value of Object.values(values)) expect(stderr).not.toContain(value);
  expect(readdirSync(home)).toEqual([".cursor"]);
});

test("setup --team shows for Codex what this team's server takes, on Data Center a personal access token", async () => {
  const { env, url, input } = await team("datacenter");
  const line = ["setup", "--team", url, "--yes", "--tokens", "-", "--host", "codex"];
  const { stderr } = await runCommand(line, { env, input });
  expect(stderr).toContain('\nenv_http_headers = { "Tempofiller-Jira-Pat" = "TEMPO_PAT" }\n');
});

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: these are placeholders of the host.
test("setup --team --print prints placeholders, for the file that a device management installs, and reaches no server", async () => {
  const line = ["setup", "--team", "https://tempo.example.com/mcp", "--print"];
  const { stdout } = await runCommand([...line, "--host", "vscode", "--datacenter"], {
    env: emptyHome().env,
  });
  expect(JSON.parse(stdout)).toEqual({
    inputs: [
      {
        type: "promptString",
        id: "tempofiller-access-key",
        description: "TempoFiller access key",
        password: true,
      },
      { type: "promptString", id: "tempo-pat", description: "Jira personal access token", password: true },
    ],
    servers: {
      tempofiller: {
        type: "http",
        url: "https://tempo.example.com/mcp",
        headers: {
          Authorization: "Bearer ${input:tempofiller-access-key}",
          "Tempofiller-Jira-Pat": "${input:tempo-pat}",
        },
      },
    },
  });
});

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: as above.
test("setup --team refuses a URL without TLS, and another server than TempoFiller", async () => {
  const { env } = emptyHome();
  const setUp = (url: string) => runCommand(["setup", "--team", url, "--yes", "--host", "cursor"], { env });
  expect((await setUp("http://tempo.example.com/mcp")).stderr).toBe(
    "tempofiller: http://tempo.example.com/mcp has no TLS, so your tokens could be read on the way. Use https.\n",
  );
  const other = await serveOnLoopback(async () => new Response("hello"));
  expect((await setUp(other)).stderr).toBe(
    `tempofiller: ${other}/mcp responds (HTTP 200), but not as a server of TempoFiller. Correct the URL: it ends with /mcp.\n`,
  );
});

test("setup --team shows no key and no token that what is before the server repeats, in part neither", async () => {
  const { env, values, input } = await team();
  const responses: Record<string, (said: string) => Response> = {
    "a refusal": (message) => Response.json({ error: { message } }, { status: 401 }),
    "an error": (message) => Response.json({ error: { message } }),
    // A part of the key is within what is shown.
    "a long refusal": (message) =>
      Response.json({ error: { message: `${"x".repeat(460)} ${message}` } }, { status: 401 }),
    "a server that refuses the tokens": (message) =>
      Response.json({ error: { message: `Tempofiller-Tempo-Token: ${message}` } }),
  };
  const shown: Record<string, unknown> = {};
  for (const [name, response] of Object.entries(responses)) {
    const url = await serveOnLoopback(async ({ headers }) =>
      response(`It refused ${headers.get("authorization")} of ${[...headers.values()].join(" ")}`),
    );
    const line = ["setup", "--team", url, "--yes", "--host", "cursor"];
    const runs = [
      await runCommand([...line, "--tokens", "-"], { env, input }),
      await runCommand(line, { env: { ...env, ...values } }),
    ];
    shown[name] = runs.map(({ code, stdout, stderr }) => {
      for (const [setting, value] of Object.entries(values))
        if (setting !== "JIRA_EMAIL") expect(stdout + stderr).not.toContain(value.slice(0, 12));
      return { code, hides: stderr.includes("[secret]") };
    });
  }
  const refused = { code: 4, hides: true };
  const failed = { code: 7, hides: true };
  expect(shown).toEqual({
    "a refusal": [refused, refused],
    "an error": [failed, failed],
    "a long refusal": [refused, refused],
    "a server that refuses the tokens": [refused, refused],
  });
});

test.skipIf(process.platform === "win32")(
  "on a terminal, setup --team asks for the key and the tokens, again for what is refused, and shows none",
  async () => {
    const { home, env, url, values } = await team();
    const wrong = createAccessKey("eve").key;
    const { text, code, left } = await type(
      [
        ["TempoFiller access key", `${wrong}\r`],
        ["was revoked", ""],
        ["TempoFiller access key", `${KEY.key}\r`],
        ["E-mail address", `${values.JIRA_EMAIL}\r`],
        ["Jira API token", `${values.JIRA_API_TOKEN}\r`],
        ["Tempo API token", `${values.TEMPO_API_TOKEN}\r`],
        ["Make this change?", "\r"],
      ],
      ["setup", "--team", url, "--host", "cursor"],
      env,
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    for (const secret of [wrong, KEY.key, values.JIRA_API_TOKEN, values.TEMPO_API_TOKEN])
      expect(text).not.toContain(secret);
    expect(await readThrough(entryIn(join(home, ".cursor/mcp.json")))).toEqual([200, true]);
  },
);
