import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCommand } from "../helpers/command.ts";
import { ROOT } from "../helpers/root.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** Makes them the files of another build, whose functions might have other names. */
async function replace(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".cjs"));
  const main = await readFile(join(folder, "main.cjs"), "utf8");
  const [, id = ""] = /tempofillerBuild\?\?=.([\da-f]{8})/.exec(main) ?? [];
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    await writeFile(join(folder, name), text.replaceAll(id, "00000000"));
  }
}

async function removeAll(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
}

test.each([
  ["replaced", replace],
  ["removed", removeAll],
])("a server whose files are %s while it runs logs nothing, and says to restart it", async (_, update) => {
  const folder = temporaryFolder();
  await cp(join(ROOT, "dist"), folder, { recursive: true });
  const { client } = await startCommand(["--sandbox"], {}, "sdk 1.x", [join(folder, "tempofiller.cjs")]);
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
  await update(folder);
  const result = await client.callTool({
    name: "post_worklog",
    arguments: { issueKey: "DEMO-1", hours: 1, startDate: "2026-01-05" },
  });
  expect(result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("have been replaced") }],
  });
});
