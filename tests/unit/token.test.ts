import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runToken } from "../../src/cli/token/token.ts";
import { keychainAccount } from "../../src/config/keychain-account.ts";
import { readSettingsFile } from "../../src/config/settings-file.ts";
import { fakeKeychains, WORKING } from "../helpers/fake-keychains.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** A settings file and a keychain of recorded programs, with items by the variable that each has. */
function setUp(
  content: string,
  items: Record<string, string> = {},
  also: (path: string) => string = () => "",
) {
  const path = join(temporaryFolder(), "settings.env");
  writeFileSync(path, content);
  const fake = fakeKeychains({ "secret-tool": `${WORKING["secret-tool"]}${also(path)}` });
  const env = { ...fake.env, TEMPO_CONFIG_FILE: path, TEMPO_KEYCHAIN: "secret-service" };
  const accountOf = (variable: string) => keychainAccount(variable, env);
  fake.put(Object.fromEntries(Object.entries(items).map(([variable, text]) => [accountOf(variable), text])));
  const printed: string[] = [];
  return {
    path,
    printed,
    accountOf,
    read: () => readFileSync(path, "utf8"),
    items: fake.items,
    move: (to: "keychain" | "file") =>
      runToken(to, { env, file: readSettingsFile(env), print: (line) => printed.push(line) }),
  };
}

describe.skipIf(process.platform === "win32")("tokens that are moved", () => {
  test("leave a file that begins with a byte order mark too", () => {
    const { move, read, items, accountOf } = setUp("\ufeffTEMPO_PAT=token-a\n");
    expect(move("keychain")).toBe(0);
    expect(read()).toBe("TEMPO_PAT=keychain:\nTEMPO_KEYCHAIN=secret-service\n");
    expect(items()).toEqual({ [accountOf("TEMPO_PAT")]: "token-a" });
  });

  test("stay in the file until its backup is without them, so that a move that failed is made again in full", () => {
    const first = setUp(
      "TEMPO_PAT=token-a\n",
      {},
      (path) => `
if (args[0] === "lookup" && !fs.existsSync("${path}.met")) {
  fs.writeFileSync("${path}.met", "");
  fs.appendFileSync("${path}.tempofiller-backup", "# of another program\\n");
}`,
    );
    const backup = `${first.path}.tempofiller-backup`;
    writeFileSync(backup, "TEMPO_PAT=token-a\n");
    expect(() => first.move("keychain")).toThrow("was changed by another program");
    expect(first.read()).toBe("TEMPO_PAT=token-a\n");
    expect(first.move("keychain")).toBe(0);
    expect([first.read(), readFileSync(backup, "utf8")].join()).not.toContain("token-a");
  });

  test("that other lines of the file or its backup have too are named by line, and so is a setting that was there twice", () => {
    const { move, path, printed, read, items, accountOf } = setUp(
      "# TEMPO_PAT=token-a\nTEMPO_PAT=token-old\n\nTEMPO_PAT=token-a\nMY_COPY=token-a\n",
    );
    const backup = `${path}.tempofiller-backup`;
    writeFileSync(backup, "TEMPO_PAT=token-a\n#token-a\n");
    expect(move("keychain")).toBe(0);
    expect(printed).toEqual([
      "TEMPO_PAT is in the keyring of your desktop (Secret Service) now.",
      `${path} has a token still, in lines 1 and 4. Remove it there.`,
      `${backup} has a token still, in line 2. Remove it there.`,
      `${path} set TEMPO_PAT in lines 2 and 4. Line 4 counted, and the others are gone.`,
    ]);
    expect(read()).toBe(
      "# TEMPO_PAT=token-a\nTEMPO_PAT=keychain:\n\nMY_COPY=token-a\nTEMPO_KEYCHAIN=secret-service\n",
    );
    expect(readFileSync(backup, "utf8")).toBe("TEMPO_PAT=keychain:\n#token-a\n");
    expect(items()).toEqual({ [accountOf("TEMPO_PAT")]: "token-a" });
  });

  test("that the file has nowhere else are said to be in it no longer", () => {
    const { move, path, printed } = setUp("TEMPO_PAT=token-a\n# of Ada\n");
    expect(move("keychain")).toBe(0);
    expect(printed).toEqual([
      `TEMPO_PAT is in the keyring of your desktop (Secret Service) now, and no longer in ${path}.`,
    ]);
  });

  test.each([
    ["another token for the same setting", { TEMPO_PAT: "token-old" }, "TEMPO_PAT"],
    ["a token that the file has no more", { TEMPO_API_TOKEN: "token-cloud" }, "TEMPO_API_TOKEN"],
  ])("to the file leave %s in the keychain, and name it", (_, items, variable) => {
    const { move, printed, accountOf, ...state } = setUp(
      "TEMPO_PAT=token-new\nTEMPO_KEYCHAIN=secret-service\n",
      items,
    );
    expect(move("file")).toBe(0);
    expect(printed).toEqual([
      `The keyring of your desktop (Secret Service) has another token, which stays: item tempofiller with the account ${accountOf(variable)}. ` +
        "Delete it there if you do not need it.",
    ]);
    expect(Object.values(state.items())).toEqual(Object.values(items));
  });
});

test("a settings file names no other settings file, and a line that does is a fault", () => {
  const { path } = setUp("TEMPO_PROFILE=client-b\nTEMPO_PAT=token-a\n");
  const file = readSettingsFile({ TEMPO_CONFIG_FILE: path });
  expect(file?.values).toEqual({ TEMPO_PAT: "token-a" });
  expect(file?.faults).toEqual([
    `The settings file ${path} sets TEMPO_PROFILE, which has no effect there: it says which settings file is read. Remove it.`,
  ]);
});
