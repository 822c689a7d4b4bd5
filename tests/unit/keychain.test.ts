import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Environment } from "../../src/config/env.ts";
import { keychainAccount } from "../../src/config/keychain-account.ts";
import { readSettings } from "../../src/config/settings.ts";
import { settingsFileOf } from "../../src/config/user-folders.ts";
import { keychainOfPlatform, openKeychain } from "../../src/keychain/index.ts";
import { KEYCHAIN_NAMES, KeychainError, storeChecked } from "../../src/keychain/keychain.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { fakeKeychains } from "../helpers/fake-keychains.ts";

const SITE = { JIRA_BASE_URL: "https://acme.atlassian.net", JIRA_EMAIL: "ada@example.com" };
const KEPT = { ...SITE, TEMPO_API_TOKEN: "keychain:", JIRA_API_TOKEN: "KEYCHAIN:" };

/** A program of each keychain that ends with a message or a code, or does not end. */
const failing = (body: string) =>
  fakeKeychains({ security: body, "secret-tool": body, "powershell.exe": body });

const errorOf = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

const oddToken = fc.oneof(
  fc.string({ minLength: 1, unit: "grapheme" }),
  fc.string({
    minLength: 1,
    unit: fc.constantFrom("'", '"', "$", "\\", "`", "%", " ", "a", "é", "日", "🔑"),
  }),
  fc.constantFrom("$HOME", "$(id)", '"; id; "', "-w", "base64:eA==", "\\n", "a".repeat(2000)),
);

describe.skipIf(process.platform === "win32")("a keychain, by recorded programs", () => {
  test.each(KEYCHAIN_NAMES)("%s gives back any token, which is in no argument and no variable", (name) => {
    const fake = fakeKeychains();
    const tokens = fc
      .sample(oddToken, { numRuns: 4, seed: 20261124 })
      .map((token) => `${token}#S3CRET`.slice(-2000));
    const secrets = new Map(tokens.map((token, index) => [`default:T${index}`, token]));
    const env = {
      ...fake.env,
      TEMPO_API_TOKEN: "S3CRET",
      HTTPS_PROXY: "http://ada:S3CRET@proxy",
      TERM: "x",
    };
    const keychain = openKeychain(name, env);
    for (const secret of secrets) storeChecked(keychain, new Map([secret]));
    expect(keychain.read(["default:none", "default:T0"])).toEqual(new Map([["default:T0", tokens[0]]]));
    for (const account of secrets.keys()) keychain.remove([account]);
    keychain.remove(["default:none"]);
    expect(fake.items()).toEqual({});
    const started = fake.started();
    const seen = JSON.stringify(started.map(({ args, env: given }) => ({ args, given })));
    for (const token of tokens) {
      const forms = [token, "S3CRET", Buffer.from(token).toString("base64")];
      for (const form of forms) expect(seen).not.toContain(form);
      expect(started.map(({ stdin }) => stdin).join("\n")).toContain(
        forms[name === "secret-service" ? 0 : 2],
      );
    }
    expect(started.map(({ env: given }) => Object.keys(given).sort())).toEqual(
      started.map(() => expect.not.arrayContaining(["TEMPO_API_TOKEN", "HTTPS_PROXY", "TERM"])),
    );
  });

  test("starts the programs of each system with these arguments", () => {
    const fake = fakeKeychains();
    for (const name of KEYCHAIN_NAMES) {
      const keychain = openKeychain(name, fake.env);
      keychain.store(new Map([["default:TEMPO_PAT", "t"]]));
      keychain.read(["default:TEMPO_PAT"]);
      keychain.remove(["default:TEMPO_PAT"]);
    }
    const of = ["service", "tempofiller", "account", "default:TEMPO_PAT"];
    const item = ["-s", "tempofiller", "-a", "default:TEMPO_PAT"];
    const fixed = [..."-NoLogo -NoProfile -NonInteractive -InputFormat Text -OutputFormat Text".split(" ")];
    const script = ["powershell.exe", [...fixed, "-EncodedCommand", expect.stringMatching(/^[\w+/=]+$/)]];
    expect(fake.started().map(({ program, args }) => [program, args])).toEqual([
      ["security", ["-i"]],
      ["security", ["find-generic-password", ...item, "-w"]],
      ["security", ["delete-generic-password", ...item]],
      ["secret-tool", ["store", "--label=TempoFiller default:TEMPO_PAT", ...of]],
      ["secret-tool", ["lookup", ...of]],
      ["secret-tool", ["clear", ...of]],
      ...[script, script, script],
    ]);
    const stdin = fake.started().map((each) => each.stdin);
    expect(stdin[0]).toBe("add-generic-password -U -s tempofiller -a default:TEMPO_PAT -w base64:dA==\n");
    expect(stdin[6]).toBe("store dGVtcG9maWxsZXI6ZGVmYXVsdDpURU1QT19QQVQ= ZGVmYXVsdDpURU1QT19QQVQ= =dA==\n");
    expect(new Set(fake.started().flatMap(({ args }) => args.filter((arg) => arg.length > 1000))).size).toBe(
      1,
    );
  });

  test("that does not answer costs 3 s in all, once in a process, and each token says what to do", () => {
    const fake = failing("setTimeout(() => {}, 20_000);");
    const env = { ...fake.env, ...KEPT, TEMPO_KEYCHAIN: "secret-service" };
    const start = performance.now();
    const settings = [readSettings(env), readSettings(env)];
    expect(performance.now() - start).toBeLessThan(5000);
    expect(performance.now() - start).toBeGreaterThan(2900);
    expect(fake.started().length).toBeLessThanOrEqual(1);
    const sentence = (variable: string) =>
      `${variable} is in the keyring of your desktop (Secret Service), which cannot be used: secret-tool did not answer within 3 s, as if ` +
      "it was locked and asked for its password. Unlock it on your desktop, with Passwords and Keys for example. Then start TempoFiller " +
      "again; or move the tokens to the settings file, on a login that has the keychain: tempofiller token --move file.";
    expect(settings.map(({ deployment }) => (deployment as SettingsError).problems)).toEqual(
      Array(2).fill([sentence("TEMPO_API_TOKEN"), sentence("JIRA_API_TOKEN")]),
    );
  });

  test.each([
    ["macos", "process.exit(36)", "locked"],
    ["macos", "process.exit(1)", "failed"],
    ["secret-service", 'console.error("Cannot get secret of a locked object"); process.exit(1)', "locked"],
    ["secret-service", 'console.error("secret-tool: Could not connect: x"); process.exit(1)', "unreachable"],
    [
      "secret-service",
      'if (args[0] === "lookup") process.exit(1); console.error("a locked object")',
      "locked",
    ],
    ["windows", 'console.log("error 1312"); process.exit(1)', "unreachable"],
    ["windows", 'console.log("error 5"); process.exit(1)', "failed"],
  ] as const)("%s, %s: %s", (name, body, problem) => {
    const read = () => openKeychain(name, failing(body).env).read(["default:TEMPO_PAT"]);
    expect(errorOf(read)).toEqual(new KeychainError(problem));
  });

  test("of macOS names what its commands on stdin reported", () => {
    const fake = failing('console.error("add-generic-password: returned -25308");');
    const store = () => openKeychain("macos", fake.env).store(new Map([["default:TEMPO_PAT", "t"]]));
    expect(errorOf(store)).toEqual(new KeychainError("locked"));
  });

  test.each(KEYCHAIN_NAMES)("%s that takes another token than it was given is not trusted", (name) => {
    const keychain = openKeychain(name, failing("").env);
    expect(errorOf(() => storeChecked(keychain, new Map([["default:TEMPO_PAT", "t"]])))).toEqual(
      new KeychainError("failed"),
    );
  });

  test("gives settings their tokens, which no output shows", () => {
    const fake = fakeKeychains();
    const env = { ...fake.env, ...KEPT, TEMPO_KEYCHAIN: "macos" };
    openKeychain("macos", env).store(
      new Map([
        ["default:TEMPO_API_TOKEN", "tempo-S3CRET"],
        ["default:JIRA_API_TOKEN", "jira-S3CRET"],
      ]),
    );
    expect(readSettings(env)).toMatchObject({
      deployment: { kind: "cloud", tempoToken: "tempo-S3CRET", jiraToken: "jira-S3CRET" },
      kept: { title: "the macOS keychain", variables: ["TEMPO_API_TOKEN", "JIRA_API_TOKEN"] },
      secrets: expect.arrayContaining(["tempo-S3CRET", "jira-S3CRET"]),
    });
  });

  test("starts no program if no setting names it", () => {
    const fake = fakeKeychains();
    readSettings({ ...fake.env, ...SITE, TEMPO_API_TOKEN: "t", JIRA_API_TOKEN: "u" });
    expect(fake.started()).toEqual([]);
  });
});

test.each([
  [
    { TEMPO_KEYCHAIN: "off" },
    /^TEMPO_PAT is in the keychain, by the settings, but TEMPO_KEYCHAIN is off\. Remove/,
  ],
  [{ TEMPO_KEYCHAIN: "kwallet" }, /^TEMPO_KEYCHAIN must be system, macos, secret-service, windows or off\b/],
  [{ TEMPO_KEYCHAIN: "macos" }, /the program security is not on the PATH\. macOS has it in \/usr\/bin/],
  [{ TEMPO_PROFILE: "settings" }, /^A profile's name has letters/],
])("a token in the keychain with %j has an error that says what to do", (given, message) => {
  const env = { TEMPO_BASE_URL: "https://jira.example.com", TEMPO_PAT: "keychain:", PATH: "", ...given };
  expect(readSettings(env).deployment).toBeInstanceOf(SettingsError);
  expect((readSettings(env).deployment as SettingsError).message).toMatch(message);
});

test("a token that is too long for a keychain is refused before a program is started", () => {
  for (const name of KEYCHAIN_NAMES) {
    const store = () => openKeychain(name, {}).store(new Map([["default:TEMPO_PAT", "é".repeat(1001)]]));
    expect(errorOf(store)).toEqual(new KeychainError("large"));
  }
});

test("each system has its keychain", () => {
  expect((["darwin", "win32", "linux", "freebsd"] as const).map(keychainOfPlatform)).toEqual([
    "macos",
    "windows",
    "secret-service",
    "secret-service",
  ]);
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
