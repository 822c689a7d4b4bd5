import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planSettings } from "../../../src/cli/setup/settings-change.ts";
import { KeychainError } from "../../../src/keychain/keychain.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

test("a keychain gets new tokens once the file alone has them, so a kill in between loses none", () => {
  const path = join(temporaryFolder(), "settings.env");
  const former = "TEMPO_BASE_URL=https://a.example.com\nTEMPO_PAT=keychain:\n";
  writeFileSync(path, former);
  const given = { TEMPO_BASE_URL: "https://b.example.com", TEMPO_PAT: "token-of-b" };
  const seen: string[] = [];
  const kept = (stores: boolean) => ({
    keychain: {
      name: "secret-service" as const,
      title: "the Secret Service",
      program: "secret-tool",
      advice: { absent: "", locked: "", unreachable: "", missing: "" },
      isThere: () => true,
      read: () => new Map([["default:TEMPO_PAT", "token-of-b"]]),
      store: () => {
        seen.push(readFileSync(path, "utf8"));
        if (!stores) throw new KeychainError("failed");
      },
      remove: () => {},
    },
    secrets: new Map([["default:TEMPO_PAT", "token-of-b"]]),
    values: { TEMPO_PAT: "keychain:" },
    say: () => {},
  });
  const inFile = "TEMPO_BASE_URL=https://b.example.com\nTEMPO_PAT=token-of-b\n";
  planSettings(path, given, kept(false))?.apply();
  expect([seen, readFileSync(path, "utf8")]).toEqual([[inFile], inFile]);
  planSettings(path, given, kept(true))?.apply();
  expect([seen.at(-1), readFileSync(path, "utf8")]).toEqual([
    inFile,
    inFile.replace("token-of-b", "keychain:"),
  ]);
  expect(readFileSync(`${path}.tempofiller-backup`, "utf8")).not.toContain("token-of-b");
});
