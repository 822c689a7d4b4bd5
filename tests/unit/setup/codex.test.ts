import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { planRegistration, planRemoval } from "../../../src/cli/hosts/changes.ts";
import { findHost } from "../../../src/cli/hosts/hosts.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** Adds and removes a table as `codex mcp` does, with a blank line more. */
const CODEX = `#!${process.execPath}
const { appendFileSync, readFileSync, writeFileSync } = require("node:fs");
const [, , , verb, name, ...rest] = process.argv;
const path = process.env.CODEX_HOME + "/config.toml";
const [command, ...args] = rest.slice(rest.indexOf("--") + 1);
const table = "\\n[mcp_servers." + name + "]\\ncommand = " + JSON.stringify(command) + "\\nargs = " + JSON.stringify(args) + "\\n";
if (verb === "add") appendFileSync(path, table);
else writeFileSync(path, readFileSync(path, "utf8").replace(/\\[mcp_servers\\.tempofiller\\][^]*/, ""));
`;

describe.skipIf(process.platform === "win32")("Codex", () => {
  test.each([
    ["with a file", 'model = "x" # mine\n'],
    ["without one", undefined],
  ])("is changed by its own command, and back, %s", (_, original) => {
    const home = temporaryFolder();
    mkdirSync(join(home, "bin"));
    writeFileSync(join(home, "bin/codex"), CODEX);
    chmodSync(join(home, "bin/codex"), 0o700);
    const path = join(home, "config.toml");
    if (original !== undefined) writeFileSync(path, original);
    const host = findHost("codex");
    if (!host) throw new Error("no such host");
    const place = { platform: "linux", env: { CODEX_HOME: home, PATH: join(home, "bin") }, home } as const;
    const command = { name: "tempofiller", command: "/node", args: ["/tempofiller.cjs", "--sandbox"] };

    planRegistration(host, place, command)?.apply();
    expect(readFileSync(path, "utf8")).toContain('args = ["/tempofiller.cjs","--sandbox"]');
    expect(planRegistration(host, place, command)).toBeUndefined();

    planRemoval(host, place, "tempofiller")?.apply();
    expect(existsSync(path) ? readFileSync(path, "utf8") : undefined).toBe(original);
    expect(existsSync(`${path}.tempofiller-backup`)).toBe(false);
    expect(planRemoval(host, place, "tempofiller")).toBeUndefined();
  });
});
