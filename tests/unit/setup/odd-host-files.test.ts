import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { planEach, planRegistration, planRemoval } from "../../../src/cli/hosts/changes.ts";
import { entriesIn, registeredIn } from "../../../src/cli/hosts/entries.ts";
import { findHost } from "../../../src/cli/hosts/hosts.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const COMMAND = { name: "tempofiller", command: "/node", args: ["/tempofiller.cjs"] };

/** The file of a host, in a home folder of its own. */
function hostWith(name: string, text: string) {
  const host = findHost(name);
  if (!host) throw new Error("no such host");
  const place = { platform: "linux", env: { PATH: "" }, home: temporaryFolder() } as const;
  const path = host.file(place);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return { host, place, path };
}

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const dotted = (levels: number) => Array(levels).fill("a").join(".");

describe("a host's file that is nested too deep is left as it is, with a sentence", () => {
  test.each<[what: string, host: string, text: string]>([
    ["lists in JSON", "cursor", nested("[", "]", 200_000)],
    ["objects in JSON", "vscode", `{"servers":${nested('{"a":', "}", 200_000).replace(":}", ":1}")}}`],
    [
      "lists in our entry",
      "cursor",
      `{"mcpServers":{"tempofiller":{"command":"x","args":${nested("[", "]", 50_000)}}}}`,
    ],
    ["lists that are not closed", "cursor", "[".repeat(200_000)],
  ])("%s", (_, name, text) => {
    const { host, place, path } = hostWith(name, text);
    const error = new SettingsError(
      `The file of ${host.title} is nested too deep, so it was left as it is. Remove what no host writes.`,
    );
    expect(planEach([host], () => planRegistration(host, place, COMMAND))).toEqual([{ host, error }]);
    expect(planEach([host], () => planRemoval(host, place, "tempofiller"))).toEqual([{ host, error }]);
    expect(registeredIn([host], place)).toEqual([]);
    expect(() => entriesIn(host, path, "")).toThrow(
      `${path} is nested too deep. Remove what no host writes.`,
    );
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test.each<[what: string, text: string]>([
    ["lists in TOML", `a = ${nested("[", "]", 200_000)}`],
    ["tables in TOML", `[${dotted(200_000)}]`],
    ["a doubled table in TOML", "[mcp_servers.tempofiller]\n[mcp_servers.tempofiller]"],
    ["a doubled key in TOML", "[mcp_servers.tempofiller]\nargs = []\nargs = []"],
    ["doubled servers in TOML", "mcp_servers = {}\n[mcp_servers.tempofiller]"],
    ["tables in our entry in TOML", `[mcp_servers.tempofiller.env.${dotted(50_000)}]`],
  ])("%s", (_, text) => {
    const { host, place, path } = hostWith("codex", text);
    const plans = [
      ...planEach([host], () => planRegistration(host, place, COMMAND)),
      ...planEach([host], () => planRemoval(host, place, "tempofiller")),
    ];
    // Nothing can be changed in any case, since there is no command codex.
    for (const { change, error } of plans)
      expect([change, error === undefined || error.code]).toEqual([undefined, expect.anything()]);
    expect(() => registeredIn([host], place)).not.toThrow();
    expect(readFileSync(path, "utf8")).toBe(text);
  });
});
