import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { filesOfStart } from "../../scripts/bench/package.ts";
import { coreTools } from "../../src/tools/index.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { startCommand } from "../helpers/command.ts";
import { ROOT } from "../helpers/root.ts";

const NAMES = ["catch-up", "fill-my-month", "month-end"];

const fileOf = (name: string) => readFile(join(ROOT, "skills", name, "SKILL.md"), "utf8");

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-skills-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe.each(CLIENT_KINDS)("the built command, through %s", (kind) => {
  test.each([
    ["without settings for Tempo", []],
    ["with the sandbox", ["--sandbox"]],
    ["with the sandbox of Data Center", ["--sandbox=datacenter"]],
  ])("lists and serves the skills %s", async (_, args) => {
    const { client, stderr } = await startCommand(args, { TEMPO_TOOLSETS: "all" }, kind);
    const { skills } = (await client.request("skills/list")) as { skills: { uri: string }[] };
    expect(skills.map(({ uri }) => uri)).toEqual(NAMES.map((name) => `skill://${name}/SKILL.md`));
    for (const name of NAMES) {
      const uri = `skill://${name}/SKILL.md`;
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType: "text/markdown", text: await fileOf(name) }]);
    }
    expect(stderr()).toBe("");
  });
});

test("the start loads nothing of the skills: without their file, only listing them fails", async () => {
  expect([...(await filesOfStart(join(ROOT, "dist")))]).not.toContainEqual(expect.stringMatching(/skills/));
  const folder = await emptyFolder();
  await cp(join(ROOT, "dist"), folder, { recursive: true, filter: (path) => !path.endsWith("skills.cjs") });
  const { client } = await startCommand([], {}, "sdk 1.x", [join(folder, "tempofiller.cjs")]);
  expect((await client.listTools()).tools.length).toBe(coreTools.length);
  await expect(client.request("skills/list")).rejects.toThrow();
});
