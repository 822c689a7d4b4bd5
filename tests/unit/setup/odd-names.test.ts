import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import { planRegistration, planRemoval } from "../../../src/cli/hosts/changes.ts";
import { HOSTS } from "../../../src/cli/hosts/hosts.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const ODD = [
  "__proto__",
  "constructor",
  "toString",
  "my.server",
  "a b",
  'a"b',
  "a'b",
  "a\\b",
  "[x]",
  "a#b",
  "",
  "ü",
  "日本",
];

describe("an entry is registered, found again and removed in a file whose other names are odd", () => {
  test.each(HOSTS)("of $title", (host) => {
    const place = { platform: "linux", env: {}, home: temporaryFolder() } as const;
    const path = host.file(place);
    mkdirSync(dirname(path), { recursive: true });
    const others = ODD.map(
      (name) => `${JSON.stringify(name)}: {"command": "x", "env": {${JSON.stringify(name)}: "1"}}`,
    );
    const json = `{"${host.serversKey}": {${others.join(", ")}}}`;
    const text = host.format === "toml" ? `${stringify(JSON.parse(json))}\n` : json;
    writeFileSync(path, text);
    for (const profile of ["x", "constructor", "tostring", "1"]) {
      const name = `tempofiller-${profile}`;
      const command = { name, command: "/node", args: ["/tempofiller.cjs"], env: { TEMPO_PROFILE: profile } };
      planRegistration(host, place, command)?.apply();
      expect(planRegistration(host, place, command)).toBeUndefined();
      planRegistration(host, place, { ...command, args: ["/tempofiller.cjs", "--sandbox"] })?.apply();
      planRemoval(host, place, name)?.apply();
      expect(readFileSync(path, "utf8")).toBe(text);
      expect(planRemoval(host, place, name)).toBeUndefined();
    }
  });
});
