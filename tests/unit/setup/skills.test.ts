import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkSkills } from "../../../src/cli/doctor/check-skills.ts";
import { findHost, type Host } from "../../../src/cli/setup/hosts.ts";
import { digestOf } from "../../../src/cli/setup/installed-skills.ts";
import { runSetup } from "../../../src/cli/setup/setup.ts";
import { skills } from "../../../src/generated/skills.ts";
import { ROOT } from "../../helpers/root.ts";

const NAMES = ["catch-up", "fill-my-month", "month-end"];

const RECORD = ".tempofiller-installed";

const OLD_TEXT = "---\nname: catch-up\ndescription: As an earlier version had it.\n---\n\n# Catch up\n";

/** An empty home folder, and `tempofiller setup` in it, without a terminal. */
function emptyHome() {
  const home = mkdtempSync(join(tmpdir(), "tempofiller-skills-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const place = { platform: process.platform, env: {}, home };
  const folder = join(home, ".claude", "skills");
  const fileOf = (name: string) => join(folder, name, "SKILL.md");
  return {
    home,
    folder,
    fileOf,
    read: (name: string) => readFileSync(fileOf(name), "utf8"),
    doctor: () => checkSkills(place),
    /** Writes what an earlier version would have installed. */
    installOld() {
      mkdirSync(join(folder, "catch-up"), { recursive: true });
      writeFileSync(fileOf("catch-up"), OLD_TEXT);
      writeFileSync(join(folder, "catch-up", RECORD), `${digestOf(OLD_TEXT)}\n`);
    },
    async run(options: { host?: string[]; remove?: boolean; yes?: boolean; skills?: boolean } = {}) {
      const printed: string[] = [];
      const logged: string[] = [];
      const context = {
        env: { TEMPO_CONFIG_FILE: join(home, "settings.env") },
        file: undefined,
        home,
        script: join(ROOT, "package.json"),
        stdin: process.stdin,
        width: 80,
        isTerminal: false,
        print: (line: string) => printed.push(line),
        log: (line: string) => logged.push(line),
      };
      const chosen = { sandbox: undefined, skills: true, yes: true, host: ["claude-code"], ...options };
      const code = await runSetup(chosen, context);
      return { code, printed: printed.join("\n"), logged };
    },
  };
}

/** Every file below a folder with its content. */
function contentOf(folder: string): Record<string, string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  return Object.fromEntries(
    found.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name), "utf8"),
    ]),
  );
}

describe("tempofiller setup --skills", () => {
  test("shows each file, installs the skills byte for byte, and changes nothing when run again", async () => {
    const { run, folder, fileOf, home } = emptyHome();
    const first = await run();
    expect(first.code).toBe(0);
    for (const name of NAMES) {
      const text = readFileSync(join(ROOT, "skills", name, "SKILL.md"), "utf8");
      const lines = text.split("\n").filter((line) => line !== "").length;
      expect(readFileSync(fileOf(name), "utf8")).toBe(text);
      expect(first.printed).toContain(`Claude Code, skill ${name}: ${fileOf(name)}\n  + ${lines} lines\n`);
      expect(first.printed.indexOf(`Created ${fileOf(name)}.`)).toBeGreaterThan(
        first.printed.lastIndexOf(" lines\n"),
      );
    }
    expect(first.printed.match(/Claude Code: A new session/g)).toHaveLength(1);
    expect(readdirSync(home)).toEqual([".claude"]);
    const installed = contentOf(folder);
    const second = await run();
    expect(second).toEqual({
      code: 0,
      printed: NAMES.map((name) => `${fileOf(name)} is up to date.`).join("\n"),
      logged: [],
    });
    expect(contentOf(folder)).toEqual(installed);
  });

  test("updates a skill that an earlier version installed, and shows the lines that change", async () => {
    const { run, installOld, read, fileOf } = emptyHome();
    installOld();
    const { code, printed } = await run();
    expect(code).toBe(0);
    expect(read("catch-up")).toBe(skills[0]?.text);
    expect(printed).toContain(
      `Claude Code, skill catch-up: ${fileOf("catch-up")}\n  - description: As an earlier version had it.\n  + description: Drafts`,
    );
    expect(printed).toContain(`Changed ${fileOf("catch-up")}.`);
  });

  test("without a host, updates the skills where they are", async () => {
    const { run, installOld, read, home } = emptyHome();
    await expect(run({ host: [] })).rejects.toThrow(
      "Name the host to install the skills for: --host claude-code,",
    );
    installOld();
    expect(await run({ host: [] })).toMatchObject({ code: 0 });
    expect(read("catch-up")).toBe(skills[0]?.text);
    expect(readdirSync(home)).toEqual([".claude"]);
  });

  test("leaves a skill alone that the user changed, whichever version it was, and says so", async () => {
    const { run, read, fileOf, installOld } = emptyHome();
    installOld();
    appendFileSync(fileOf("catch-up"), "Mine.\n");
    const { code, printed } = await run();
    expect(code).toBe(0);
    expect(printed).toContain(
      `${fileOf("catch-up")} was changed after setup installed it, so it stays as it is. Move it away to get this version's.`,
    );
    expect(read("catch-up")).toBe(`${OLD_TEXT}Mine.\n`);
    expect(read("month-end")).toBe(skills[2]?.text);
    expect((await run({ remove: true })).printed).toContain(
      `${fileOf("catch-up")} stays, since it was changed after setup installed it.`,
    );
    expect(read("catch-up")).toBe(`${OLD_TEXT}Mine.\n`);
  });

  test.each([
    ["of the same name", "SKILL.md", "---\nname: catch-up\n---\nOf another tool.\n"],
    ["that is only a folder yet", "notes.txt", "Mine."],
    ["whose text is ours, but was not installed by setup", "SKILL.md", skills[0]?.text ?? ""],
  ])("neither overwrites nor deletes a skill %s", async (_, name, text) => {
    const { run, folder } = emptyHome();
    mkdirSync(join(folder, "catch-up"), { recursive: true });
    writeFileSync(join(folder, "catch-up", name), text);
    const before = contentOf(join(folder, "catch-up"));
    const { code, printed } = await run();
    expect(code).toBe(0);
    expect(printed).toMatch(
      /catch-up was not made by setup, so it stays as it is\.|catch-up\S+ is up to date\./,
    );
    expect(contentOf(join(folder, "catch-up"))).toEqual(before);
    await run({ remove: true });
    expect(contentOf(join(folder, "catch-up"))).toEqual(before);
    expect(readdirSync(folder)).toEqual(["catch-up"]);
  });

  test.skipIf(process.platform === "win32")("leaves a folder that is a link alone", async () => {
    const { run, folder, home, installOld } = emptyHome();
    installOld();
    cpSync(join(folder, "catch-up"), join(home, "dotfiles"), { recursive: true });
    rmSync(join(folder, "catch-up"), { recursive: true });
    symlinkSync(join(home, "dotfiles"), join(folder, "catch-up"));
    await run();
    await run({ remove: true });
    expect(readFileSync(join(folder, "catch-up", "SKILL.md"), "utf8")).toBe(OLD_TEXT);
  });

  test("does not overwrite a file that changed after the change was shown", async () => {
    const { run, installOld, fileOf, read } = emptyHome();
    installOld();
    const { planSkills } = await import("../../../src/cli/setup/plan-skills.ts");
    const { home } = { home: join(fileOf("catch-up"), "../../../..") };
    const place = { platform: process.platform, env: {}, home };
    const { plans } = planSkills([findHost("claude-code") as Host], place);
    writeFileSync(fileOf("catch-up"), "Mine.\n");
    expect(() => plans[0]?.change?.apply()).toThrow("was changed by another program");
    expect(read("catch-up")).toBe("Mine.\n");
    expect((await run()).printed).toContain("was changed after setup installed it");
    expect(read("catch-up")).toBe("Mine.\n");
  });

  test("completes what was interrupted between the record and the file", async () => {
    const { run, fileOf, read } = emptyHome();
    await run();
    rmSync(fileOf("catch-up"));
    expect(await run()).toMatchObject({ code: 0 });
    expect(read("catch-up")).toBe(skills[0]?.text);
  });

  test("--remove deletes what it installed and leaves the folder of skills empty", async () => {
    const { run, folder, fileOf } = emptyHome();
    await run();
    const { code, printed } = await run({ remove: true });
    expect(code).toBe(0);
    expect(printed).toContain(`Deleted ${fileOf("month-end")}.`);
    expect(readdirSync(folder)).toEqual([]);
    expect((await run({ remove: true })).printed).toBe(
      "No host has skills that setup installed, so there is nothing to remove.",
    );
  });

  test("--remove without --skills removes server and skills", async () => {
    const { run, folder, home } = emptyHome();
    await run();
    writeFileSync(join(home, ".claude.json"), `{"mcpServers":{"tempofiller":{"command":"x"}}}`);
    await run({ remove: true, skills: false });
    expect(readdirSync(folder)).toEqual([]);
    expect(readFileSync(join(home, ".claude.json"), "utf8")).not.toContain("tempofiller");
  });

  test("needs --yes without a terminal, and shows what it would do", async () => {
    const { run, home } = emptyHome();
    await expect(run({ yes: false })).rejects.toThrow("there is no terminal to ask on. Add --yes");
    expect(readdirSync(home)).toEqual([]);
  });

  test("hosts that share a folder get the skills once; one without a folder says which hosts have one", async () => {
    const { run, home } = emptyHome();
    const { code, printed, logged } = await run({ host: ["codex", "zed", "claude-desktop"] });
    expect(code).toBe(9);
    expect(printed).toContain("Codex and Zed, skill catch-up:");
    expect(readdirSync(home)).toEqual([".agents"]);
    expect(logged).toEqual([
      "Claude Desktop keeps no skills as files, so none were installed for it. Those that do: claude-code, vscode, cursor, codex, " +
        "gemini-cli, windsurf, zed and cline.",
    ]);
  });
});

describe("the doctor", () => {
  test("says nothing of skills that setup did not install", async () => {
    const { doctor, folder } = emptyHome();
    expect(doctor()).toBeUndefined();
    mkdirSync(join(folder, "catch-up"), { recursive: true });
    writeFileSync(join(folder, "catch-up", "SKILL.md"), OLD_TEXT);
    expect(doctor()).toBeUndefined();
  });

  test("says that installed skills are up to date, also if the user has changed this version's", async () => {
    const { doctor, run, fileOf } = emptyHome();
    await run();
    const [first, second, third] = NAMES.map(fileOf);
    const finding = { status: "ok", message: `${first}, ${second} and ${third} are up to date.` };
    expect(doctor()).toEqual(finding);
    appendFileSync(fileOf("catch-up"), "Mine.\n");
    expect(doctor()).toEqual({ status: "ok", message: `${second} and ${third} are up to date.` });
  });

  test("says that an installed skill is outdated, and that a changed one hides a new text", async () => {
    const { doctor, installOld, fileOf } = emptyHome();
    installOld();
    expect(doctor()).toEqual({
      status: "unknown",
      message: `${fileOf("catch-up")} is of another version: tempofiller setup --skills updates it.`,
    });
    appendFileSync(fileOf("catch-up"), "Mine.\n");
    expect(doctor()).toEqual({
      status: "unknown",
      message:
        `${fileOf("catch-up")} was changed after setup installed it, and this version has another text: move it away and run ` +
        "tempofiller setup --skills to get that.",
    });
  });

  test("says that a skill is gone from this version", async () => {
    const { doctor, folder } = emptyHome();
    mkdirSync(join(folder, "retired"), { recursive: true });
    writeFileSync(join(folder, "retired", "SKILL.md"), "x");
    writeFileSync(join(folder, "retired", RECORD), `${digestOf("x")}\n`);
    expect(doctor()).toEqual({
      status: "unknown",
      message: `${join(folder, "retired", "SKILL.md")} is of a skill that this version no longer has: delete it.`,
    });
  });
});
