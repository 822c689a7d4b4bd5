import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { filesOfStart } from "../../scripts/bench/package.ts";
import { coreTools } from "../../src/tools/index.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { runCommand, startCommand } from "../helpers/command.ts";
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

test("setup --skills installs the skills in a home folder, and --remove leaves none", async () => {
  const home = await emptyFolder();
  const env = { HOME: home, USERPROFILE: home, TEMPO_CONFIG_FILE: join(home, "settings.env") };
  const line = ["setup", "--skills", "--host", "claude-code"];
  const asked = await runCommand(line, { env });
  expect(asked).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Add --yes to make these changes."),
  });
  expect(await readdir(home)).toEqual([]);
  expect(await runCommand([...line, "--yes"], { env })).toMatchObject({ code: 0, stderr: "" });
  const folder = join(home, ".claude/skills");
  expect(await readdir(folder)).toEqual(NAMES);
  for (const name of NAMES)
    expect(await readFile(join(folder, name, "SKILL.md"), "utf8")).toBe(await fileOf(name));
  const { stdout } = await runCommand(["doctor", "--sandbox", "--json"], { env });
  expect(JSON.parse(stdout).checks.at(-1)).toMatchObject({ check: "skills", status: "ok" });
  expect(await runCommand(["setup", "--remove", "--yes"], { env })).toMatchObject({ code: 0, stderr: "" });
  expect(await readdir(folder)).toEqual([]);
});
