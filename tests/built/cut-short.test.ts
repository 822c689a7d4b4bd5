import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { COMMAND } from "../helpers/command.ts";
import { deferred } from "../helpers/deferred.ts";
import { silence } from "../helpers/faults.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** The settings of a command whose Tempo answers so. */
async function settingsFor(answer: Fetch): Promise<Record<string, string>> {
  return commandEnvironment({
    TEMPO_BASE_URL: await serveOnLoopback(answer),
    TEMPO_PAT: SANDBOX_CREDENTIALS.personalAccessToken,
    TEMPO_STATE_DIR: temporaryFolder(),
  });
}

// Windows has no signals to send, and macOS no device that is full.
test
  .skipIf(process.platform === "win32")
  .each([
    ["month"],
    ["week"],
    ["status"],
    ["export"],
    ["draft"],
    ["undo"],
    ["fill", "PROJ-7"],
    ["log", "PROJ-7", "1h"],
    ["call", "get_schedule", '{"startDate":"2026-01-05"}'],
  ])("ends at once after Ctrl-C while Jira is silent: %s %s", async (...line) => {
  const { promise: asked, resolve } = deferred();
  const env = await settingsFor((request) => {
    resolve();
    return silence(request);
  });
  const child = spawn(process.execPath, [COMMAND, ...line], { env, timeout: 20_000 });
  let shown = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      shown += String(chunk);
    });
  }
  await asked;
  const interrupted = performance.now();
  child.kill("SIGINT");
  const [code] = await once(child, "close");
  expect({ code, shown }).toEqual({ code: 130, shown: expect.stringContaining("Nothing was changed.") });
  expect(performance.now() - interrupted).toBeLessThan(5000);
});

const CHECK =
  " What was logged or changed before stays so: check it with tempofiller week before you repeat the command.";

test.skipIf(process.platform === "win32")(
  "after a second Ctrl-C, warns of no request if the call only reads",
  async () => {
    const { promise: asked, resolve } = deferred();
    const env = await settingsFor((request) => {
      resolve();
      return silence(request);
    });
    const line = ["call", "get_schedule", "--startDate", "2026-01-05"];
    const child = spawn(process.execPath, [COMMAND, ...line], { env, timeout: 20_000 });
    let shown = "";
    child.stderr.on("data", (chunk) => {
      shown += String(chunk);
    });
    await asked;
    for (const signal of ["SIGINT", "SIGTERM"] as const) child.kill(signal);
    const [code] = await once(child, "close");
    expect({ code, last: shown.trimEnd().split("\n").at(-1) }).toEqual({
      code: 130,
      last: "tempofiller: ended at once",
    });
  },
);

test.skipIf(process.platform !== "linux").each([
  ["and that what it logged stays", ["log", "PROJ-7", "2h", "2026-01-05"], 1, CHECK],
  ["and no more if it only reads", ["week"], 0, ""],
])("says on a full disk that its output is lost, %s", async (_, line, stored, check) => {
  const sandbox = createSandbox(seed({}));
  const env = await settingsFor(sandbox.fetch);
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const child = spawn(process.execPath, [COMMAND, ...line], {
    env,
    timeout: 20_000,
    stdio: ["ignore", full, "pipe"],
  });
  let shown = "";
  child.stderr?.on("data", (chunk) => {
    shown += String(chunk);
  });
  const [code] = await once(child, "close");
  expect({ code, shown, stored: sandbox.state.worklogs.size }).toEqual({
    code: 1,
    shown: `tempofiller: The output cannot be written (ENOSPC).${check}\n`,
    stored,
  });
});
