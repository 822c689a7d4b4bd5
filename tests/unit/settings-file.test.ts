import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cacheFolder } from "../../src/config/cache-folder.ts";
import type { Environment } from "../../src/config/env.ts";
import { homeFolder } from "../../src/config/path-list.ts";
import { readSettings } from "../../src/config/settings.ts";
import { readSettingsFile, WITHOUT_FAULTS } from "../../src/config/settings-file.ts";
import { settingsFileOf } from "../../src/config/user-folders.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { CLOUD, DATA_CENTER } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** A file in a folder with a blank in its name, as that of settings is on macOS. */
function fileWith(content: string | Uint8Array): { folder: string; path: string } {
  const folder = join(temporaryFolder(), "Application Support");
  mkdirSync(folder);
  const path = join(folder, "settings.env");
  writeFileSync(path, content, { mode: 0o600 });
  return { folder, path };
}

const linesOf = (env: Environment) =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");

/** The settings of an environment and a file, as a command reads them; the rules for drafts as if the file were in its usual place. */
function settingsOf(content: string | Uint8Array, env: Environment = {}) {
  const { path, folder } = fileWith(content);
  const TEMPO_CONFIG_FILE = path;
  const settings = readSettings(env, readSettingsFile({ ...env, TEMPO_CONFIG_FILE }));
  expect(settings.rulesFile).toBe(join(folder, "settings.rules.json"));
  return { ...settings, rulesFile: readSettings({}).rulesFile };
}

describe("the settings file", () => {
  test("names no other settings file, and a line that does is a fault", () => {
    const { path } = fileWith("TEMPO_PROFILE=client-b\nTEMPO_PAT=token-a\n");
    const file = readSettingsFile({ TEMPO_CONFIG_FILE: path });
    expect([file?.values, file?.faults]).toEqual([
      { TEMPO_PAT: "token-a" },
      [
        `The settings file ${path} sets TEMPO_PROFILE, which has no effect there: it says which settings file is read. Remove it.`,
      ],
    ]);
  });

  test.each([
    ["plain", linesOf(CLOUD)],
    [
      "with comments, quotes, exports and blank lines",
      `# Tempo\n\nexport TEMPO_API_TOKEN='tempo-token' # mine\n${linesOf(CLOUD).slice(linesOf(CLOUD).indexOf("JIRA"))}`,
    ],
    ["with the line ends of Windows", linesOf(CLOUD).replaceAll("\n", "\r\n")],
    ["with a byte order mark", `\uFEFF${linesOf(CLOUD)}`],
    ["in UTF-16, as Windows PowerShell writes it", Buffer.from(`\uFEFF${linesOf(CLOUD)}`, "utf16le")],
  ])("counts like the environment: %s", (_, content) => {
    expect(settingsOf(content)).toEqual(readSettings(CLOUD));
  });

  test("gives way to the environment, setting by setting", () => {
    const settings = settingsOf(linesOf({ ...CLOUD, TEMPO_READ_ONLY: "1", TEMPO_DUPLICATES: "allow" }), {
      JIRA_EMAIL: "bob@example.com",
      TEMPO_READ_ONLY: "0",
    });
    expect(settings).toEqual(
      readSettings({ ...CLOUD, JIRA_EMAIL: "bob@example.com", TEMPO_DUPLICATES: "allow" }),
    );
  });

  test("is not overridden by what a host leaves open", () => {
    const open = Object.fromEntries(Object.keys(CLOUD).map((name) => [name, `\${user_config.${name}}`]));
    expect(settingsOf(linesOf(CLOUD), open)).toEqual(readSettings(CLOUD));
  });

  test("gives way to a token's file, and to a proxy in lower case", () => {
    const { path } = fileWith("other-token\n");
    const settings = settingsOf(linesOf({ ...DATA_CENTER, HTTPS_PROXY: "http://a:8080" }), {
      TEMPO_PAT_FILE: path,
      https_proxy: "http://b:8080",
    });
    expect(settings).toMatchObject({
      deployment: { token: "other-token" },
      proxy: { httpsProxy: "http://b:8080" },
    });
  });

  test("may name files relative to its own folder", () => {
    const { folder } = fileWith("");
    writeFileSync(join(folder, "pat"), "pat-token", { mode: 0o600 });
    const path = join(folder, "settings.env");
    const { TEMPO_BASE_URL } = DATA_CENTER;
    writeFileSync(path, linesOf({ TEMPO_BASE_URL, TEMPO_PAT_FILE: "pat", TEMPO_STATE_DIR: "state" }));
    chmodSync(path, 0o600);
    const settings = readSettings({}, readSettingsFile({ TEMPO_CONFIG_FILE: path }));
    expect(settings).toEqual({
      ...readSettings(DATA_CENTER),
      stateFolder: join(folder, "state"),
      rulesFile: join(folder, "settings.rules.json"),
    });
  });

  test("names certificates that Node does not read itself", () => {
    const NODE_EXTRA_CA_CERTS = join(tmpdir(), "ca.pem");
    const content = linesOf({ ...CLOUD, NODE_EXTRA_CA_CERTS });
    expect(settingsOf(content).certificatesFile).toBe(NODE_EXTRA_CA_CERTS);
    expect(settingsOf(content, { NODE_EXTRA_CA_CERTS }).certificatesFile).toBeUndefined();
    expect(settingsOf(content, { NODE_EXTRA_CA_CERTS: "/shell.pem" })).toMatchObject({
      certificatesFile: NODE_EXTRA_CA_CERTS,
      nodeCertificatesFile: "/shell.pem",
    });
  });

  test("keeps its tokens secret", () => {
    expect(settingsOf(linesOf(DATA_CENTER)).secrets).toEqual(["pat-token"]);
  });

  test("lists the names in it that are no settings", () => {
    const { path } = fileWith("JIRA_URL=x\nTEMPO_PAT=y\nhttps_proxy=z\n");
    expect(readSettingsFile({ TEMPO_CONFIG_FILE: path })?.unknown).toEqual(["JIRA_URL"]);
  });

  test.skipIf(process.platform === "win32")(
    "is reported if others can read it, with what to type in a shell",
    () => {
      const { path } = fileWith(linesOf(CLOUD));
      const warningsOf = () => readSettings({}, readSettingsFile({ TEMPO_CONFIG_FILE: path })).warnings;
      expect(warningsOf()).toEqual([]);
      chmodSync(path, 0o644);
      expect(warningsOf()).toEqual([
        {
          check: "settings_file",
          message: `Other users of this machine can read the settings file. Restrict it: chmod 600 '${path}'`,
        },
      ]);
    },
  );

  test.skipIf(process.platform === "win32").each([
    ["its group", 0o660],
    ["others than its group", 0o602],
    ["everybody", 0o666],
  ])("is not used if %s can write to it, and the error says what to type in a shell", (_, mode) => {
    const { path } = fileWith(linesOf(CLOUD));
    chmodSync(path, mode);
    const file = readSettingsFile({ TEMPO_CONFIG_FILE: path });
    const message =
      `The settings file ${path} is not used, since other users can write to it. Look at what it contains, then run: ` +
      `chmod go-w '${path}'`;
    const error = new SettingsError(message);
    expect(file).toEqual({ path, exists: true, values: {}, ...WITHOUT_FAULTS, error });
    expect(readSettings({}, file).deployment).toEqual(error);
    chmodSync(path, 0o644);
    expect(readSettingsFile({ TEMPO_CONFIG_FILE: path })?.error).toBeUndefined();
  });

  test("is not read if TEMPO_CONFIG_FILE is off", () => {
    expect(readSettingsFile({ TEMPO_CONFIG_FILE: "off" })).toBeUndefined();
  });

  test("need not exist where it is by default", () => {
    const { folder } = fileWith("");
    const homes = { XDG_CONFIG_HOME: folder, APPDATA: folder };
    expect(readSettingsFile(homes)).toMatchObject(
      process.platform === "darwin" ? {} : { exists: false, values: {}, unknown: [] },
    );
  });
});

describe("the default settings file", () => {
  test.each([
    ["linux", {}, join(homedir(), ".config", "tempofiller", "settings.env")],
    ["linux", { XDG_CONFIG_HOME: "/xdg" }, join("/xdg", "tempofiller", "settings.env")],
    ["darwin", {}, join(homedir(), "Library", "Application Support", "tempofiller", "settings.env")],
    ["win32", { APPDATA: "C:\\Roaming" }, join("C:\\Roaming", "tempofiller", "settings.env")],
    ["win32", {}, join(homedir(), "AppData", "Roaming", "tempofiller", "settings.env")],
  ] as const)("on %s with %j", (platform, env, path) => {
    expect(settingsFileOf(undefined, env, platform)).toBe(path);
  });
});

test.each([
  ["linux", { HOME: "/home/me" }, join("/home/me", ".cache", "tempofiller")],
  ["linux", { HOME: "/home/me", XDG_CACHE_HOME: "/xdg" }, join("/xdg", "tempofiller")],
  ["darwin", { HOME: "/Users/me" }, join("/Users/me", "Library", "Caches", "tempofiller")],
  ["win32", { LOCALAPPDATA: "C:\\Local" }, join("C:\\Local", "tempofiller", "cache")],
  ["linux", {}, undefined],
  ["darwin", {}, undefined],
  ["win32", { HOME: "/home/me" }, undefined],
] as const)("the folder of the cache on %s with %j is %j", (platform, env, path) => {
  expect(cacheFolder({ env, platform })).toBe(path);
});

test("a user without a home, as in a container, has the root folder", () => {
  const unknown = () => {
    throw new Error("uv_os_homedir returned ENOENT");
  };
  expect(homeFolder(unknown)).toBe("/");
});
