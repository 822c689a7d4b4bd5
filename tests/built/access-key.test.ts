import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AccessKeyOutput } from "../../src/generated/outputs.ts";
import { openAccessKeys } from "../../src/team/auth/access-keys.ts";
import { runCommand } from "../helpers/command.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

/** Finds the name that a server gives a key if its access keys file has this line. */
async function nameOf(key: string, line: string): Promise<string | undefined> {
  const folder = temporaryFolder();
  const path = join(folder, "keys");
  await writeFile(path, `${line}\n`, { mode: 0o644 });
  return openAccessKeys(path, { clock: virtualClock(), log: () => {} }).find(key)?.name;
}

test("access-key prints a key, then the line with which a server knows it, and needs no settings", async () => {
  const { code, stdout, stderr } = await runCommand(["access-key", "ada@laptop-1"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const [key = "", line = "", ...rest] = stdout.split("\n");
  expect(rest).toEqual([""]);
  expect(line).not.toContain(key);
  expect(await nameOf(key, line)).toBe("ada@laptop-1");
});

test("access-key --expires and --note are in the line, which the server reads", async () => {
  const args = ["access-key", "ada", "--expires", "2099-06-30", "--note", "Ada's laptop"];
  const [key = "", line = ""] = (await runCommand(args)).stdout.split("\n");
  expect(line).toMatch(/ expires=2099-06-30 # Ada's laptop$/);
  expect(await nameOf(key, line)).toBe("ada");
});

test("access-key --json prints the same for programs, and each key is new", async () => {
  const first: AccessKeyOutput = JSON.parse((await runCommand(["access-key", "ci", "--json"])).stdout);
  const second: AccessKeyOutput = JSON.parse((await runCommand(["access-key", "ci", "--json"])).stdout);
  expect(Object.keys(first)).toEqual(["name", "key", "line"]);
  expect(await nameOf(first.key, first.line)).toBe("ci");
  expect(await nameOf(second.key, first.line)).toBeUndefined();
});

test.each([[""], ["two words"], ["a:b"], ["a".repeat(65)], ["# ada"]])(
  "access-key refuses the name %j",
  async (name) => {
    const { code, stdout, stderr } = await runCommand(["access-key", name]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("The name of an access key has 1 to 64 letters, digits and the signs . _ - @");
    expect(stderr).not.toContain("a".repeat(65));
  },
);
