import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { generate } from "selfsigned";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { runCommand, startCommand } from "../helpers/command.ts";
import { seed } from "../helpers/seeds.ts";
import { replyOf } from "../helpers/session.ts";

/** A folder with a settings file for an embedded Data Center behind TLS, whose certificate only that file makes known. */
async function setUp(path = "settings.env"): Promise<{ folder: string; file: string }> {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-settings-"));
  const { cert, private: key } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] }],
  });
  const { fetch } = createSandbox(seed({}));
  const server = createServer({ cert, key }, createRequestListener(fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(join(file, "..", "ca.pem"), cert);
  writeFileSync(
    file,
    `TEMPO_BASE_URL=https://127.0.0.1:${(server.address() as AddressInfo).port}\n` +
      `TEMPO_PAT='${SANDBOX_CREDENTIALS.personalAccessToken}'\nNODE_EXTRA_CA_CERTS=ca.pem\n`,
    { mode: 0o600 },
  );
  return { folder, file };
}

const SCHEDULE = { startDate: "2026-01-05" };

test("the certificates of the settings file count beside those of the shell, whichever the site needs", async () => {
  const { folder, file } = await setUp();
  const other = join(folder, "other.pem");
  writeFileSync(other, (await generate([{ name: "commonName", value: "other.invalid" }])).cert);
  const line = ["call", "get_schedule", JSON.stringify(SCHEDULE)];
  const codeWith = async (NODE_EXTRA_CA_CERTS: string) =>
    (await runCommand(line, { env: { TEMPO_CONFIG_FILE: file, NODE_EXTRA_CA_CERTS } })).code;
  const codes = [await codeWith(other)];
  writeFileSync(file, readFileSync(file, "utf8").replace("ca.pem", "other.pem"));
  codes.push(await codeWith(join(folder, "ca.pem")), await codeWith(other));
  expect(codes).toEqual([0, 0, 7]);
});

test("the server, call and the doctor use the settings file, its certificates included", async () => {
  const env = { TEMPO_CONFIG_FILE: (await setUp()).file };
  const { client } = await startCommand([], env);
  const reply = replyOf(await client.callTool({ name: "get_schedule", arguments: SCHEDULE }));
  expect(reply).toMatchObject({ summary: { totalRequiredHours: 8 } });
  const called = await runCommand(["call", "get_schedule", JSON.stringify(SCHEDULE)], { env });
  expect({ ...called, stdout: JSON.parse(called.stdout) }).toMatchObject({
    code: 0,
    stdout: reply,
    stderr: "",
  });
  const doctor = await runCommand(["doctor", "--json"], { env });
  expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true, deployment: "datacenter" });
});

test.skipIf(process.platform === "win32" || process.platform === "darwin")(
  "the settings file is found where it is by default",
  async () => {
    const { folder } = await setUp(join("tempofiller", "settings.env"));
    const env = { TEMPO_CONFIG_FILE: "", XDG_CONFIG_HOME: folder };
    const called = await runCommand(["call", "get_schedule", JSON.stringify(SCHEDULE)], { env });
    expect({ code: called.code, stderr: called.stderr }).toEqual({ code: 0, stderr: "" });
  },
);

test("a settings file that cannot be read fails each call, not the start", async () => {
  const path = join(tmpdir(), "none", "settings.env");
  const { client } = await startCommand([], { TEMPO_CONFIG_FILE: path });
  const { content, isError } = await client.callTool({ name: "get_schedule", arguments: SCHEDULE });
  expect({ isError, content }).toEqual({
    isError: true,
    content: [
      {
        type: "text",
        text: expect.stringContaining(`The settings file ${path} cannot be read (ENOENT).`),
      },
    ],
  });
});
