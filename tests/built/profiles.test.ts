import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../helpers/command.ts";
import { callThrough } from "../helpers/setup.ts";
import { settingsOf, twoSites } from "../helpers/two-sites.ts";

const ONE_DAY = { summary: { totalRequiredHours: 8 } };

test("two sites work in three hosts at once, and removing one leaves the other as it is, byte for byte", async () => {
  const { home, env, files, first, second, setUp, content, remove } = await twoSites();
  const cursor = () => readFileSync(join(home, ".cursor/mcp.json"), "utf8");
  const original = cursor();
  await setUp(first.jira);
  const [withFirst, settings] = [content(), readFileSync(settingsOf(env, "settings"))];
  await setUp(second.jira, "--name", "client-b");
  const seen = [first, second].map(({ received }) => received().jira.length);
  expect(seen).toEqual([1, 1]);
  for (const file of files)
    expect(await callThrough(join(home, file), "tempofiller-client-b", env)).toMatchObject(ONE_DAY);
  expect(await callThrough(join(home, files[0] ?? ""), "tempofiller", env)).toMatchObject(ONE_DAY);
  const listed = await runCommand(["profiles"], { env });
  expect(listed.stdout.split("\n").map((line) => line.split(/ {2,}/))).toEqual([
    ["Profile", "Site", "Deployment", "Hosts"],
    ["default", first.jira, "Tempo on Jira Data Center", expect.stringContaining("Claude Code, ")],
    ["client-b", second.jira, "Tempo on Jira Data Center", expect.stringContaining("Claude Code, ")],
    [""],
  ]);
  const checked = await runCommand(["doctor", "--host", "claude-code", "--profile", "client-b"], { env });
  expect(checked.stdout.replaceAll(/\s+/g, " ")).toContain("as tempofiller-client-b, according to");
  expect(checked.stdout).toContain(`Jira responds at ${second.jira}.`);
  const exported = { ...env, TEMPO_PROFILE: "client-b" };
  const ofFirst = await runCommand(["doctor", "--profile", "default"], { env: exported });
  expect(ofFirst.stdout).toContain(`Jira responds at ${first.jira}.`);
  const named = (stdout: string) => /TEMPO_PROFILE +(.+)/.exec(stdout)?.[1]?.split(/ {2,}/);
  expect(named(ofFirst.stdout)).toEqual(["default", "--profile"]);
  expect(named((await runCommand(["doctor"], { env: exported })).stdout)).toEqual([
    "client-b",
    "environment",
  ]);

  const removed = await remove("--name", "client-b");
  expect(removed).toMatchObject({ code: 0, stderr: "" });
  expect(removed.stdout).toContain(
    "Claude Code keeps its entry tempofiller: tempofiller setup --remove removes it.",
  );
  expect(removed.stdout).toContain(`The settings stay in ${settingsOf(env, "client-b")}.`);
  expect(content()).toEqual(withFirst);
  expect(readFileSync(settingsOf(env, "settings"))).toEqual(settings);

  await setUp(second.jira, "--name", "client-b");
  const entries = () =>
    Object.values(content()).map((text) => /"tempofiller-client-b": \{[^}]*\}[^}]*\}/.exec(text)?.[0]);
  const kept = entries();
  await remove();
  expect(entries()).toEqual(kept);
  expect(Object.values(content()).join()).not.toContain('"tempofiller":');
  await remove("--name", "client-b");
  expect(cursor()).toBe(original);
  expect(readdirSync(home).filter((name) => name.startsWith(".claude"))).toEqual([]);
}, 120_000);
