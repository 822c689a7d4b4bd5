import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../helpers/command.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

test("rules that processes keep at the same time are all kept", async () => {
  const folder = temporaryFolder();
  const env = { TEMPO_CONFIG_FILE: join(folder, "settings.env") };
  const rules = Array.from({ length: 8 }, (_, index) => ({
    pattern: `Title ${index}`,
    issueKey: `DEMO-${index + 1}`,
  }));
  const ended = await Promise.all(
    rules.map(({ pattern, issueKey }) => runCommand(["map", pattern, issueKey], { env })),
  );
  expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    rules.map(() => ({ code: 0, stderr: "" })),
  );
  const kept = JSON.parse(readFileSync(join(folder, "settings.rules.json"), "utf8"));
  kept.rules.sort((one: { issueKey: string }, other: { issueKey: string }) =>
    one.issueKey.localeCompare(other.issueKey),
  );
  expect(kept).toEqual({ version: 1, rules });
});
