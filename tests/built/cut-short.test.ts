import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "../helpers/command.ts";
import { deferred } from "../helpers/deferred.ts";
import { silence } from "../helpers/faults.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

/** A command on a Tempo that never answers, and what it has shown. Resolves once it has asked. */
async function startUnanswered(line: readonly string[]) {
  const { promise: asked, resolve } = deferred();
  const { env } = await serveTempo("datacenter", {
    through: () => (request) => {
      resolve();
      return silence(request);
    },
  });
  const child = spawn(process.execPath, [COMMAND, ...line], {
    env: commandEnvironment(env),
    timeout: 20_000,
  });
  let shown = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      shown += String(chunk);
    });
  await asked;
  return { child, shown: () => shown };
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
  const { child, shown } = await startUnanswered(line);
  const interrupted = performance.now();
  child.kill("SIGINT");
  const [code] = await once(child, "close");
  expect({ code, shown: shown() }).toEqual({
    code: 130,
    shown: expect.stringContaining("Nothing was changed."),
  });
  expect(performance.now() - interrupted).toBeLessThan(5000);
});

const CHECK =
  " What was logged or changed before stays so: check it with tempofiller week before you repeat the command.";

test.skipIf(process.platform === "win32")(
  "after a second Ctrl-C, warns of no request if the call only reads",
  async () => {
    const { child, shown } = await startUnanswered(["call", "get_schedule", "--startDate", "2026-01-05"]);
    for (const signal of ["SIGINT", "SIGTERM"] as const) child.kill(signal);
    const [code] = await once(child, "close");
    expect({ code, last: shown().trimEnd().split("\n").at(-1) }).toEqual({
      code: 130,
      last: "tempofiller: ended at once",
    });
  },
);

test.skipIf(process.platform !== "linux").each([
  ["and that what it logged stays", ["log", "PROJ-7", "2h", "2026-01-05"], 1, CHECK],
  ["and no more if it only reads", ["week"], 0, ""],
])("says on a full disk that its output is lost, %s", async (_, line, stored, check) => {
  const { sandbox, env } = await serveTempo("datacenter");
  const full = openSync("/dev/full", "w");
  onTestFinished(() => closeSync(full));
  const child = spawn(process.execPath, [COMMAND, ...line], {
    env: commandEnvironment(env),
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
