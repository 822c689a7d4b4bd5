import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { planSettings } from "../../../src/cli/setup/changes.ts";
import type { SetupContext } from "../../../src/cli/setup/context.ts";
import { chooseKeychain, keychainAccount } from "../../../src/cli/setup/keychain.ts";
import type { Environment } from "../../../src/config/env.ts";
import { readSettingsFile } from "../../../src/config/settings-file.ts";
import { settingsFileOf } from "../../../src/config/user-folders.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** Programs of keychains that record how they were started, and keep one secret. */
function keychain({ stores = true } = {}) {
  const folder = temporaryFolder();
  const program = (name: string, body: string) => {
    const script = `#!${process.execPath}
const fs = require("fs");
const [args, env, stdin] = [process.argv.slice(2), process.env, fs.readFileSync(0, "utf8")];
fs.appendFileSync(${JSON.stringify(join(folder, "log"))}, JSON.stringify({ program: "${name}", args, stdin, pat: env.TEMPO_PAT, file: fs.readFileSync(env.FILE_SEEN, "utf8") }) + "\\n");
const kept = ${JSON.stringify(join(folder, "kept"))};
${stores ? body : 'if (args[0] === "lookup") process.exitCode = 1'}`;
    writeFileSync(join(folder, name), script);
    chmodSync(join(folder, name), 0o755);
  };
  program(
    "secret-tool",
    'if (args[0] === "store") fs.writeFileSync(kept, stdin); if (args[0] === "lookup") process.stdout.write(fs.readFileSync(kept));',
  );
  program(
    "security",
    'if (args[0] === "-i") fs.writeFileSync(kept, stdin.trim().split(" ").at(-1)); if (args[0] === "find-generic-password") console.log(fs.readFileSync(kept, "utf8"));',
  );
  const started = () =>
    readFileSync(join(folder, "log"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  return { folder, started };
}

const LINES = {
  linux: (account: string) => `secret-tool lookup service tempofiller account ${account}`,
  darwin: (account: string) => `security find-generic-password -s tempofiller -a ${account} -w`,
};

/** A settings file whose token a script replaces. */
async function setUp(
  platform: "linux" | "darwin",
  content: (account: string) => string,
  stores?: boolean,
  pathOf = (folder: string) => folder,
) {
  const { folder, started } = keychain({ ...(stores !== undefined && { stores }) });
  const path = join(folder, "settings.env");
  const env = {
    PATH: pathOf(folder),
    FILE_SEEN: path,
    TEMPO_CONFIG_FILE: path,
    TEMPO_PAT: "token-of-shell",
    DBUS_SESSION_BUS_ADDRESS: "unix:path=/none",
  };
  const account = keychainAccount("TEMPO_PAT", env);
  const former = content(account);
  writeFileSync(path, former);
  const said: string[] = [];
  const given = { TEMPO_BASE_URL: "https://b.example.com", TEMPO_PAT: "token-of-b" };
  const log = (line: string) => said.push(line);
  const context = { env, file: readSettingsFile(env), isTerminal: false, log };
  const kept = await chooseKeychain(given, context as unknown as SetupContext, platform);
  const change = planSettings(path, { ...given, TEMPO_PAT_COMMAND: undefined }, kept);
  const read = () => [path, `${path}.tempofiller-backup`].map((each) => readFileSync(each, "utf8"));
  return { account, former, kept, change, said, started, read };
}

describe.skipIf(process.platform === "win32")("a keychain that setup has chosen before", () => {
  test.each(["linux", "darwin"] as const)(
    "gets new tokens on %s once the file alone has them, so a kill in between loses none",
    async (platform) => {
      const line = LINES[platform];
      const before = (account: string) =>
        `TEMPO_BASE_URL=https://a.example.com\nTEMPO_PAT_COMMAND='${line(account)}'\n`;
      const { account, former, change, said, started, read } = await setUp(platform, before);
      expect(change?.lines).toEqual([
        "- TEMPO_BASE_URL=…",
        "+ TEMPO_BASE_URL=https://b.example.com",
        "- TEMPO_PAT_COMMAND=…",
        `+ TEMPO_PAT_COMMAND=${line(account)}`,
      ]);
      change?.apply();
      const withToken = "TEMPO_BASE_URL=https://b.example.com\nTEMPO_PAT=token-of-b\n";
      const [program, of] =
        platform === "linux"
          ? ["secret-tool", ["service", "tempofiller", "account", account]]
          : ["security", ["-s", "tempofiller", "-a", account, "-w"]];
      const encoded = `add-generic-password -U -s tempofiller -a ${account} -w base64:${Buffer.from("token-of-b").toString("base64")}\n`;
      const [trial, store, lookup] = {
        linux: [
          ["search", "service", "tempofiller-none"],
          ["store", `--label=TempoFiller ${account}`, ...of],
          ["lookup", ...of],
        ],
        darwin: [["default-keychain"], ["-i"], ["find-generic-password", ...of]],
      }[platform];
      expect(started()).toEqual([
        { program, args: trial, stdin: "", file: former },
        { program, args: store, stdin: platform === "linux" ? "token-of-b" : encoded, file: withToken },
        { program, args: lookup, stdin: "", file: withToken },
      ]);
      expect([read(), said]).toEqual([
        [`TEMPO_BASE_URL=https://b.example.com\nTEMPO_PAT_COMMAND='${line(account)}'\n`, former],
        [],
      ]);
    },
  );

  test("and that does not take the tokens leaves them in the file, and setup says so", async () => {
    const { change, said, read } = await setUp(
      "linux",
      (account) => `TEMPO_PAT_COMMAND='${LINES.linux(account)}'\n`,
      false,
    );
    change?.apply();
    expect([read()[0], said]).toEqual([
      "TEMPO_BASE_URL=https://b.example.com\nTEMPO_PAT=token-of-b\n",
      [
        "The tokens go to the settings file, which only you can read: the keyring of your desktop (Secret Service) does not take them. It may be locked.",
      ],
    ]);
  });

  test("is not used if its program is only in a relative folder of PATH, which may be a stranger's", async () => {
    const line = (account: string) => `TEMPO_PAT_COMMAND='${LINES.linux(account)}'\n`;
    expect((await setUp("linux", line, true, (folder) => relative(process.cwd(), folder))).kept).toBe(
      undefined,
    );
  });

  test("leaves no copy of a token in the backup of the file", async () => {
    const { account, change, read } = await setUp(
      "linux",
      (owner) => `TEMPO_PAT=token-of-b\nTEMPO_PAT_COMMAND='${LINES.linux(owner)}'\nMINE=1\n`,
    );
    change?.apply();
    expect(read()[1]).toBe(`TEMPO_PAT_COMMAND='${LINES.linux(account)}'\nMINE=1\n`);
  });

  test("is not chosen by a script for settings that have their tokens in the file", async () => {
    const { kept, change, read } = await setUp("darwin", () => "TEMPO_PAT=token-of-a\n");
    change?.apply();
    expect([kept, read()]).toEqual([
      undefined,
      ["TEMPO_PAT=token-of-b\nTEMPO_BASE_URL=https://b.example.com\n", "TEMPO_PAT=token-of-a\n"],
    ]);
  });
});

test("each profile, and each settings file elsewhere, has accounts of its own", () => {
  const account = (given: Environment) => keychainAccount("TEMPO_PAT", given);
  const inFolder = { XDG_CONFIG_HOME: "/c", APPDATA: "/c" };
  expect(
    [
      {},
      { TEMPO_PROFILE: "Client-B" },
      { TEMPO_CONFIG_FILE: "off" },
      { TEMPO_CONFIG_FILE: settingsFileOf(undefined, {}) },
      { TEMPO_CONFIG_FILE: settingsFileOf("client-b", {}) },
    ].map(account),
  ).toEqual([
    "default:TEMPO_PAT",
    "client-b:TEMPO_PAT",
    "default:TEMPO_PAT",
    "default:TEMPO_PAT",
    "client-b:TEMPO_PAT",
  ]);
  if (process.platform === "linux")
    expect([inFolder, { ...inFolder, TEMPO_PROFILE: "client-b" }].map(account)).toEqual([
      "/c/tempofiller/settings.env:TEMPO_PAT",
      "/c/tempofiller/client-b.env:TEMPO_PAT",
    ]);
  expect(account({ TEMPO_CONFIG_FILE: "/srv/a 'b\"ö/x.env" })).toMatch(/%20%27b%22%C3%B6\/x\.env:TEMPO_PAT$/);
});
