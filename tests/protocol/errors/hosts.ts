import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkCommand, hostSource } from "../../../src/cli/doctor/host.ts";
import { planEach, planRegistration } from "../../../src/cli/hosts/changes.ts";
import { entriesIn } from "../../../src/cli/hosts/entries.ts";
import { findHost, type Host } from "../../../src/cli/hosts/hosts.ts";
import { SettingsError } from "../../../src/timesheet/errors.ts";
import { type Entry, failing, invalidSettings } from "./entry.ts";

const CURSOR = findHost("cursor") as Host;
const PLACE = { platform: "linux" as const, env: { TEMPO_CONFIG_FILE: "off" }, home: "/home/ada" };

const SERVER = { name: "tempofiller", command: "/node", args: ["/tempofiller.cjs"] };

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

/** Does something with a host's file of this text, and returns what was met. */
const withFile = (text: string, use: (path: string) => unknown) => async () => {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-host-"));
  const path = join(folder, "mcp.json");
  writeFileSync(path, text);
  const met = await failing(() => use(path))();
  rmSync(folder, { recursive: true });
  return { ...met, text: met.text.replace(path, "/mcp.json") };
};

const NESTED = "[".repeat(200_000) + "]".repeat(200_000);

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
    withFile("{,}", (path) => entriesIn(CURSOR, path, "/")),
    "/mcp.json is not valid JSON (line 1, column 2), so its host ignores it, and setup leaves it as it is. Correct it.",
  ),
  invalidSettings(
    "a host's file that is nested too deep",
    withFile(NESTED, (path) => entriesIn(CURSOR, path, "/")),
    "/mcp.json is nested too deep. Remove what no host writes.",
  ),
  invalidSettings(
    "a host's file that is nested too deep to be changed",
    withFile(NESTED, (path) => {
      const [plan] = planEach([{ ...CURSOR, file: () => path }], (host) =>
        planRegistration(host, PLACE, SERVER),
      );
      throw plan?.error;
    }),
    "The file of Cursor is nested too deep, so it was left as it is. Remove what no host writes.",
  ),
  invalidSettings(
    "a host's file with two objects of servers",
    withFile('{"mcpServers":{},"mcpServers":{}}', (path) =>
      planRegistration({ ...CURSOR, file: () => path }, PLACE, SERVER),
    ),
    '/mcp.json has "mcpServers" twice in one place, so it was left as it is. Remove one of the two, then run tempofiller setup again.',
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
    "/mcp.json has TempoFiller switched off. Switch it on.",
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
