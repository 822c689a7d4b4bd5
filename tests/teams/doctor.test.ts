import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { createAccessKey } from "../../src/team/auth/access-keys.ts";
import { migrate } from "../../src/team/database/migrate.ts";
import { COMMAND } from "../helpers/command.ts";
import { freePort } from "../helpers/free-port.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { opened, postgresForFile } from "./database.ts";
import { startIdentityProvider } from "./identity-provider.ts";

const postgres = postgresForFile();

interface Finding {
  check: string;
  status: string;
  message: string;
}

/** Runs `doctor --http` with all settings of a server for a team, and those of `env` on top. */
async function diagnosed(env: Record<string, string>) {
  const folder = temporaryFolder();
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const { cert, private: key } = await generate([{ name: "commonName", value: "tempo.example.com" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "tempo.example.com" }] }],
  });
  const jira = await serveOnLoopback(async ({ url }) => {
    if (url.endsWith("/rest/api/2/serverInfo")) return Response.json({ deploymentType: "Server" });
    return new Response(null, { status: url.endsWith("/rest/tempo-core/1/work-attribute") ? 401 : 404 });
  });
  const address = `127.0.0.1:${await freePort()}`;
  const settings = commandEnvironment({
    TEMPO_BASE_URL: jira,
    TEMPOFILLER_PUBLIC_URL: "https://tempo.example.com/mcp",
    TEMPOFILLER_TLS_CERT_FILE: await file("tls.crt", cert),
    TEMPOFILLER_TLS_KEY_FILE: await file("tls.key", key),
    TEMPOFILLER_ACCESS_KEYS_FILE: await file("keys", createAccessKey("ada").line),
    ...env,
  });
  return new Promise<{ code: number; findings: Finding[]; text: string }>((resolve) => {
    const args = [COMMAND, "doctor", "--http", address, "--json"];
    execFile(process.execPath, args, { env: settings }, (error, stdout) =>
      resolve({
        code: Number(error?.code ?? 0),
        findings: (JSON.parse(stdout) as { checks: Finding[] }).checks,
        text: stdout,
      }),
    );
  });
}

const messageOf = (findings: Finding[], name: string) =>
  findings.find(({ check }) => check === name)?.message;

test("a server that has everything passes every check of the doctor", async () => {
  const provider = await startIdentityProvider();
  const url = await postgres().createDatabase();
  await migrate(opened(url));
  const { code, findings, text } = await diagnosed({
    TEMPOFILLER_DATABASE_URL: url,
    TEMPOFILLER_ISSUER: provider.issuer,
    TEMPOFILLER_INTERNAL: `127.0.0.1:${await freePort()}`,
  });
  expect(findings.map(({ check, status }) => [check, status])).toEqual(
    [
      "settings",
      "address",
      "tls",
      "access_keys",
      "identity_provider",
      "database",
      "jira_connection",
      "tempo_connection",
      "clock",
    ].map((check) => [check, "ok"]),
  );
  expect(messageOf(findings, "database")).toMatch(
    /^PostgreSQL \d+\.\d+.* answers\. The connection is unencrypted, on this machine\. Its tables are up to date \(version 1\)\.$/,
  );
  expect(code).toBe(0);
  expect(text).not.toContain(url);
});

test("the doctor says what the server would do with its database, and makes nothing there", async () => {
  const url = await postgres().createDatabase();
  const { findings, code } = await diagnosed({ TEMPOFILLER_DATABASE_URL: url });
  const found = messageOf(findings, "database")?.replace(/^PostgreSQL .* on this machine\. /, "");
  expect([code, found]).toEqual([0, "The server makes its tables at its first start."]);
  const database = opened(url);
  expect(await database.query("SELECT 1 FROM pg_namespace WHERE nspname = 'tempofiller'")).toEqual([]);
});
