import { ChildProcess, execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Environment } from "../../src/config/env.ts";
import { readSettings } from "../../src/config/settings.ts";
import { resolveConnection } from "../../src/runtime/connection.ts";
import { createRedactor } from "../../src/runtime/redaction.ts";
import { shellWord, shellWords } from "../../src/text/shell-word.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { CLOUD, DATA_CENTER } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const { TEMPO_PAT: _, ...SITE } = DATA_CENTER;

/** A command that runs a script. */
function commandOf(script: string): string {
  const path = join(temporaryFolder(), "print a token.cjs");
  writeFileSync(path, script);
  return [process.execPath, path, "one word"].map(shellWord).join(" ");
}

const connect = async (env: Environment) =>
  (await resolveConnection(readSettings(env), undefined, () => {})).deployment;

const whyNone = async (command: string, env: Environment = {}) => {
  const error = await connect({ ...SITE, ...env, TEMPO_PAT_COMMAND: command }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(SettingsError);
  return error.message as string;
};

const noToken = (why: string) =>
  `TEMPO_PAT_COMMAND gave no token: ${why}. Run its command in a terminal to see why, then start TempoFiller again.`;

/** A process that is ended on Windows has an exit code. */
const ENDED = process.platform === "win32" ? "it ended with exit code 1" : "it was ended by SIGTERM";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a command that prints a token", () => {
  test.each([
    ["its first line", "pat-S3CRET", "pat-S3CRET\n# made in May\n"],
    ["a line that has no end", "pat-S3CRET", "pat-S3CRET"],
    ["what blanks and a byte order mark are around", "pat-S3CRET", "\ufeffpat-S3CRET \t\r\n"],
    ["what setup has encoded for macOS", "pat-S3CRET", "base64:cGF0LVMzQ1JFVA==\n"],
  ])("gives %s, which no text shows from then on", async (_what, token, output) => {
    const settings = readSettings({
      ...SITE,
      TEMPO_PAT_COMMAND: commandOf(`process.stdout.write(${JSON.stringify(output)})`),
    });
    const redact = createRedactor(settings.secrets);
    expect([settings.deployment, redact(token)]).toMatchObject([{ kind: "datacenter", token: "" }, token]);
    const { deployment } = await resolveConnection(settings, undefined, () => {});
    expect([deployment, redact(`Bearer ${token}`)]).toMatchObject([{ token }, "Bearer [secret]"]);
  });

  test("runs once a process, when the deployment is first used, and not for the sandbox", async () => {
    const log = join(temporaryFolder(), "log");
    const TEMPO_PAT_COMMAND = commandOf(
      `require("fs").appendFileSync(${JSON.stringify(log)}, "x"); console.log("pat")`,
    );
    const settings = [1, 2].map(() => readSettings({ ...SITE, TEMPO_PAT_COMMAND }));
    await Promise.all(settings.map((each) => resolveConnection(each, "datacenter", () => {})));
    expect(existsSync(log)).toBe(false);
    await Promise.all(settings.map((each) => resolveConnection(each, undefined, () => {})));
    expect(readFileSync(log, "utf8")).toBe("x");
  });

  test("gives each token of Cloud, and the first may unlock what the second reads", async () => {
    const door = join(temporaryFolder(), "open");
    const { TEMPO_API_TOKEN, JIRA_API_TOKEN, ...site } = CLOUD;
    const settings = readSettings({
      ...site,
      TEMPO_API_TOKEN_COMMAND: commandOf(
        `setTimeout(() => { require("fs").writeFileSync(${JSON.stringify(door)}, ""); console.log("tempo-S3CRET") }, 200)`,
      ),
      JIRA_API_TOKEN_COMMAND: commandOf(
        `require("fs").readFileSync(${JSON.stringify(door)}); console.log("jira-S3CRET")`,
      ),
    });
    const { deployment } = await resolveConnection(settings, undefined, () => {});
    expect(deployment).toMatchObject({ tempoToken: "tempo-S3CRET", jiraToken: "jira-S3CRET" });
    expect(settings.secrets).toEqual([
      "tempo-S3CRET",
      "jira-S3CRET",
      Buffer.from(`${CLOUD.JIRA_EMAIL}:jira-S3CRET`).toString("base64"),
    ]);
  });

  test("gets the environment without tokens, its words as they are, and nothing on stdin", async () => {
    const script = `console.log(JSON.stringify([process.argv[2], process.env.PASSWORD_STORE_DIR, process.env.TEMPO_API_TOKEN,
      require("fs").readFileSync(0, "utf8")]).replaceAll(" ", "_"))`;
    const env = {
      ...SITE,
      PASSWORD_STORE_DIR: "~/store",
      TEMPO_API_TOKEN: "",
      SYSTEMROOT: process.env.SYSTEMROOT,
    };
    expect(await whyNone(commandOf(script), env)).toBe(
      "The token that TEMPO_PAT_COMMAND prints is JSON. Set it to the token alone.",
    );
    const { token } = (await connect({
      ...env,
      TEMPO_PAT_COMMAND: commandOf(script.replace("console.log(", 'console.log("t" + ')),
    })) as { token: string };
    expect(token).toBe('t["one_word","~/store",null,""]');
  });

  test("whose program another one outlives does not wait for that one", async () => {
    const script = `console.log("pat"); require("child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 5000)"], { stdio: "inherit" }).unref()`;
    const start = performance.now();
    expect(await connect({ ...SITE, TEMPO_PAT_COMMAND: commandOf(script) })).toMatchObject({ token: "pat" });
    expect(performance.now() - start).toBeLessThan(4000);
  });
});

describe("a command that prints no token is named by its setting, and nothing of it is shown", () => {
  test.each<[script: string, why: string]>([
    ['console.log("S3CRET"); console.error("S3CRET"); process.exitCode = 3', "it ended with exit code 3"],
    ['console.log("\\nS3CRET")', "the first line of its output is empty"],
    ["", "the first line of its output is empty"],
    [
      'process.stdout.write(Buffer.from("S3CR\\xe9T\\n", "latin1"))',
      "the first line of its output is not UTF-8",
    ],
    ['console.log("S3CRET".repeat(20_000))', "it printed far more than a token"],
    ['process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 9000)', ENDED],
  ])("%j", async (script, why) => {
    expect(await whyNone(commandOf(script))).toBe(noToken(why));
  });

  test.each([
    ["a name that is on no PATH", "S3CRET show", "its program was not found; write the full path"],
    ["a relative path", "./S3CRET", "its program was not found; write the full path"],
    ["a folder", shellWord(join(import.meta.dirname)), "its program was not found; write the full path"],
  ])("%s", async (_what, command, why) => {
    expect(
      await whyNone(command, { PATH: `.${process.platform === "win32" ? ";" : ":"}${import.meta.dirname}` }),
    ).toBe(noToken(why));
  });

  test("after 10 s, though a program that it has started goes on", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const script = `const { spawn } = require("child_process");
      spawn(process.execPath, ["-e", "setTimeout(() => {}, 8000)"], { stdio: "inherit" }); setTimeout(() => {}, 8000)`;
    const why = whyNone(commandOf(script));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersByTime(10_000);
    expect(await why).toBe(noToken("it did not end within 10 s, as if it waited for an answer"));
  });
});

describe("a system that refuses", () => {
  const emit = (code: string) =>
    function (this: ChildProcess) {
      return this.emit("error", Object.assign(new Error(code), { code }));
    };

  test("to end a program does not take the place of why it is ended", async () => {
    const kill = vi.spyOn(ChildProcess.prototype, "kill").mockImplementation(emit("EPERM"));
    const script = 'console.log("S3CRET".repeat(20_000)); setTimeout(() => {}, 500)';
    expect(await whyNone(commandOf(script))).toBe(noToken("it printed far more than a token"));
    expect(kill).toHaveBeenCalled();
  });

  test("to start a program, without any output of it, is named by its code", async () => {
    const later = function (this: ChildProcess) {
      process.nextTick(() => emit("EMFILE").call(this));
    };
    vi.spyOn(ChildProcess.prototype as ChildProcess & { spawn(): void }, "spawn").mockImplementation(later);
    expect(await whyNone(commandOf(""))).toBe(noToken("its program does not start (EMFILE)"));
  });
});

describe("the words of a command", () => {
  test.each([
    ["pass show tempo/pat", ["pass", "show", "tempo/pat"]],
    [
      `"C:\\Program Files\\op.exe" read 'a "b"' c\\ d""`,
      ["C:\\Program Files\\op.exe", "read", 'a "b"', "c d"],
    ],
    [`x "\\"\\$\\\`\\\\\\n" ''`, ["x", '"$`\\\\n', ""]],
    ["pass show x | head -1", undefined],
    ["op $ITEM", undefined],
    ["echo `id`", undefined],
    ["'no end", undefined],
    ["ends with \\", undefined],
    ["pass show *", undefined],
    ["pass show a?", undefined],
    ["pass show [ab]", undefined],
    ["pass show {a,b}", undefined],
    ["pass show a!b", undefined],
    ["~/bin/pat", undefined],
    ["pass # show", undefined],
    ["A=b pass show", undefined],
    ["A+='b c' pass show", undefined],
    ['op "$ITEM"', undefined],
    ['op "`id`"', undefined],
    [`'*?[{!' "*?[{!~#" \\*\\~ a~ b# c=d '~' ''#`, ["*?[{!", "*?[{!~#", "*~", "a~", "b#", "c=d", "~", "#"]],
    ["'A=b' show", ["A=b", "show"]],
  ])("of %j are %j", (line, words) => {
    expect(shellWords(line)).toEqual(words);
  });

  test.each([
    ["C:\\tools\\op.exe read", undefined],
    ["C:\\.op\\op.exe", undefined],
    ["'C:\\tools\\op.exe' \"C:\\a b\" c\\ d \\'", ["C:\\tools\\op.exe", "C:\\a b", "c d", "'"]],
    [
      `powershell -Command "[Net.NetworkCredential]::new('', (Get-Content ~/tempo.txt | ConvertTo-SecureString)).Password"`,
      [
        "powershell",
        "-Command",
        "[Net.NetworkCredential]::new('', (Get-Content ~/tempo.txt | ConvertTo-SecureString)).Password",
      ],
    ],
  ])("of %j are %j on Windows, where a path keeps its backslashes only in quotes", (line, words) => {
    expect(shellWords(line, "win32")).toEqual(words);
  });

  test("are those that were written", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" })), (words) => {
        for (const platform of ["linux", "win32"] as const)
          expect(shellWords(words.map(shellWord).join(" "), platform)).toEqual(words);
      }),
    );
  });

  test.skipIf(process.platform === "win32")("are those of a shell", () => {
    const characters = fc.constantFrom(..."aé- \t'\"\\~#*=!$");
    const lines = fc
      .sample(fc.string({ unit: characters, maxLength: 12 }), { numRuns: 3000, seed: 20261128 })
      .filter((line) => shellWords(line) !== undefined);
    const script = lines.map((line) => `printf '%s\\1' x ${line}\nprintf '\\2'`).join("\n");
    const output = execFileSync("sh", ["-c", script], { encoding: "utf8" });
    expect(output.split("\u0002").slice(0, -1)).toEqual(
      lines.map((line) => ["x", ...(shellWords(line) ?? [])].map((word) => `${word}\u0001`).join("")),
    );
    expect(lines.length).toBeGreaterThan(500);
  });
});
