import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOfStart } from "../../scripts/bench/package.ts";
import { coreTools } from "../../src/tools/index.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { startCommand } from "../helpers/command.ts";
import { ROOT } from "../helpers/root.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const NAMES = ["catch-up", "fill-my-month", "month-end"];

test.each(CLIENT_KINDS)(
  "the built command lists and serves the skills without settings for Tempo, to %s",
  async (kind) => {
    const { client, stderr } = await startCommand([], { TEMPO_TOOLSETS: "all" }, kind);
    const { skills } = (await client.request("skills/list")) as { skills: { uri: string }[] };
    expect(skills.map(({ uri }) => uri)).toEqual(NAMES.map((name) => `skill://${name}/SKILL.md`));
    for (const name of NAMES) {
      const uri = `skill://${name}/SKILL.md`;
      const text = await readFile(join(ROOT, "skills", name, "SKILL.md"), "utf8");
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/markdown", text }]);
    }
    expect(stderr()).toBe("");
  },
);

test("the start loads nothing of the skills: without their file, only listing them fails", async () => {
  expect([...(await filesOfStart(join(ROOT, "dist")))]).not.toContainEqual(expect.stringMatching(/skills/));
  const folder = temporaryFolder();
  await cp(join(ROOT, "dist"), folder, { recursive: true, filter: (path) => !path.endsWith("skills.cjs") });
  const { client } = await startCommand([], {}, "sdk 1.x", [join(folder, "tempofiller.cjs")]);
  expect((await client.listTools()).tools.length).toBe(coreTools.length);
  await expect(client.request("skills/list")).rejects.toThrow();
});
