import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hostSource } from "../../../src/cli/doctor/host.ts";
import { checkCommand } from "../../../src/cli/doctor/host-command.ts";
import { entriesIn } from "../../../src/cli/doctor/host-entry.ts";
import { findHost, type Host } from "../../../src/cli/setup/hosts.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { type Entry, failing, invalidSettings } from "./entry.ts";

const CURSOR = findHost("cursor") as Host;
const PLACE = { platform: "linux" as const, env: { TEMPO_CONFIG_FILE: "off" }, home: "/home/ada" };

const starting = (entry: { command?: string; args?: string[]; isDisabled?: boolean }) =>
  failing(() =>
    checkCommand(
      { path: "/mcp.json", name: "tempofiller", args: [], env: {}, isDisabled: false, ...entry },
      PLACE,
    ),
  );

/** A program called node that answers so to `--version`. */
const startingNode = (answer: string) => async () => {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-node-"));
  const command = join(folder, "node");
  writeFileSync(command, `#!/bin/sh\necho ${answer}\n`);
  chmodSync(command, 0o755);
  const { text, ...others } = await starting({ command })();
  rmSync(folder, { recursive: true });
  return { text: text.replace(command, "/bin/node"), ...others };
};

/** Problems that `tempofiller doctor --host` finds in a host's configuration. */
export const HOSTS: Entry[] = [
  invalidSettings(
    "a host without the server",
    failing(() => {
      const { finding } = hostSource("windsurf", PLACE.env, "/", PLACE).host ?? {};
      throw new SettingsError(finding?.message ?? "");
    }),
    "Windsurf has no server tempofiller in /home/ada/.codeium/windsurf/mcp_config.json. Add it with tempofiller setup --host windsurf. " +
      "If you installed the MCPB bundle instead, only the host knows its settings.",
  ),
  invalidSettings(
    "a host's file that cannot be read",
    failing(() => entriesIn(CURSOR, tmpdir(), "/")),
    `${tmpdir()} cannot be read (EISDIR). Correct its permissions.`,
  ),
  invalidSettings(
    "a host's file that cannot be parsed",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "tempofiller-host-"));
      const path = join(folder, "mcp.json");
      writeFileSync(path, "{,}");
      const { text, ...others } = await failing(() => entriesIn(CURSOR, path, "/"))();
      rmSync(folder, { recursive: true });
      return { text: text.replace(path, "/mcp.json"), ...others };
    },
    "/mcp.json is not valid JSON (line 1), so the host ignores it. Correct it.",
  ),
  invalidSettings(
    "a host's entry that starts nothing",
    starting({}),
    "/mcp.json has an entry for TempoFiller without a command. If it is for your team's server, run tempofiller setup --team URL to try it; " +
      "else add a command: see docs/hosts.md.",
  ),
  invalidSettings(
    "a host's entry that is switched off",
    starting({ command: "node", isDisabled: true }),
    "/mcp.json has TempoFiller switched off (`disabled`). Switch it on.",
  ),
  invalidSettings(
    "a host's command that does not exist",
    starting({ command: "node" }),
    "/mcp.json starts node, which was not found. Set `command` to the full path of the program.",
  ),
  invalidSettings(
    "a host's script that does not exist",
    starting({ command: process.execPath, args: ["/path/to/tempofiller.cjs"] }),
    "/mcp.json starts /path/to/tempofiller.cjs, which does not exist. Set the path in `args` to that of tempofiller.cjs.",
  ),
  invalidSettings(
    "a host's Node.js that is too old",
    startingNode("v18.20.1"),
    "/mcp.json starts Node.js 18.20.1 (/bin/node), and TempoFiller needs 20.19.0 or newer. Set `command` to a newer one.",
  ),
  invalidSettings(
    "a host's Node.js that is something else",
    startingNode("hello"),
    "/mcp.json starts /bin/node, which does not run as Node.js. Install Node.js 20.19.0 or newer.",
  ),
];
