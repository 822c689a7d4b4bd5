import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { runCommand } from "../helpers/command.ts";
import { HIDDEN, HIDDEN_TEXT, LONG_TEXT, withHostileTexts } from "../helpers/hostile-text.ts";
import { spawnOnTerminal } from "../helpers/pseudo-terminal.ts";
import { COLLEAGUE, seed, worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

/** The lines of each command that are run; none may change the list of commands unnoticed. */
const LINES: Record<keyof typeof COMMANDS, string[][]> = {
  "": [[]],
  serve: [["serve"]],
  setup: [
    ["setup", "--print"],
    ["setup", "--yes", "--host", "cursor"],
  ],
  profiles: [["profiles"]],
  log: [["log", "PROJ-7", "1h", "2026-01-12", "--start", "9:00"]],
  fill: [["fill", "2026-W02", "PROJ-7=2h"]],
  day: [
    ["day", "2026-01-05"],
    ["day", "2026-W02"],
  ],
  change: [["change", "1290000", "--message", "Changed"]],
  delete: [["delete", "1290000", "--yes"]],
  month: [["month", "2026-01"]],
  week: [["week", "2026-W02"]],
  status: [
    ["status", "2026-01"],
    ["status", "2026-01", "--json"],
    ["status", "2026-01", "--missing"],
  ],
  draft: [
    ["draft", "2026-01-05"],
    ["draft", "2026-W02", "--json"],
  ],
  export: ["csv", "json", "ics"].map((format) => ["export", "2026-01", "--format", format]),
  import: [
    ["import", "~/times.csv"],
    ["import", "~/times.csv", "--yes"],
    ["import", "~/times.csv", "--json"],
  ],
  compare: [["compare", "--sandbox"]],
  call: [
    ["call", "get_worklogs", '{"startDate":"2026-01-05","endDate":"2026-01-09"}'],
    ["call", "get_schedule", '{"startDate":"2026-01-05","endDate":"2026-01-09"}'],
    ["call", "get_timesheets", '{"startDate":"2025-12-01"}'],
    ["call", "search_issues", '{"words":"code"}', "--fields", "issues.issueSummary"],
    ["call", "get_work_attributes"],
    ["call", "post_worklog", '{"issueKey":"PROJ-7","hours":1,"startDate":"2026-01-12"}'],
    ["call", "delete_worklog", '{"worklogId":"12345"}'],
    ["call", "--list"],
  ],
  doctor: [["doctor"], ["doctor", "--json"]],
  probe: [
    ["probe", "--list"],
    ["probe", "--yes", "--output", "~/report.json"],
  ],
  journal: [["journal"], ["journal", "--json"]],
  map: [
    ["map", "Daily*", "PROJ-7"],
    ["map", "--list"],
    ["map", "--remove", "Daily*"],
  ],
  undo: [["undo", "--yes"]],
  "access-key": [["access-key", "anna"]],
  migrate: [["migrate"]],
  demo: [["demo", "--sandbox"]],
  sandbox: [["sandbox"]],
  completion: [["completion", "bash"]],
  help: [["help"], ["help", "settings"]],
  version: [["version"]],
};

/** These run until they are interrupted. */
const ENDLESS: readonly string[] = ["", "sandbox"];

/** Control characters that a command may write: colours, and the line ends that a terminal makes of its lines. */
const OWN = [new RegExp(`${String.fromCharCode(27)}\\[\\d{1,2}m`, "g"), /\r(?=\r?\n)/g];

/** A line of its own that a text of others would add; a table in CSV has them within quotes. */
const ADDED = /^long /;

const SEED = seed({
  holidays: [{ date: "2026-01-06", name: "Epiphany", durationSeconds: 4 * 3600 }],
  workAttributes: [
    { id: 2, key: "_Kind_", name: "Kind", required: false, values: [{ value: "new", name: "New" }] },
  ],
  approvals: { "2025-12-01": { status: "approved", comment: "Fine", reviewer: COLLEAGUE.accountId } },
  worklogs: [
    worklog({ startDate: "2026-01-05", description: "First", attributes: { _Kind_: "new" } }),
    worklog({ startDate: "2026-01-08", description: "Second" }),
  ],
});

/** Settings for an embedded Tempo that is full of hostile texts, with folders of their own. */
async function hostileSettings(deployment: Deployment["kind"]): Promise<Record<string, string>> {
  const { env, stateFolder } = await serveTempo(deployment, { seed: SEED, through: withHostileTexts });
  writeFileSync(
    join(stateFolder, "times.csv"),
    [
      "date,hours,issue,comment",
      ...[1, 2].map((day) => `2026-01-1${day},1,PROJ-7,"${HIDDEN_TEXT.replaceAll("\0", "")}${LONG_TEXT}"`),
      `2026-01-13,${JSON.stringify(HIDDEN_TEXT.replaceAll("\0", ""))},PROJ-7,`,
    ].join("\n"),
  );
  return { ...env, TEMPO_TOOLSETS: "all", HOME: stateFolder };
}

/** Runs a command on a pseudo-terminal and returns its output; a question gets a no, and an endless one is interrupted after its first line. */
async function onTerminal(line: readonly string[], env: Record<string, string>): Promise<string> {
  const child = spawnOnTerminal(
    line.map((word) => word.replace("~", env.HOME ?? "")),
    env,
  );
  const parts: Buffer[] = [];
  const isEndless = ENDLESS.includes(line[0] ?? "");
  if (!isEndless) child.stdin.write("n\n");
  child.stdout.on("data", (part: Buffer) => {
    parts.push(part);
    if (isEndless && String(part).includes("\n")) child.stdin.write("\u0003\u0003");
  });
  await once(child, "close");
  // A C1 control or half a character is no UTF-8, and would be decoded to a mark of its own.
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts));
}

describe.skipIf(process.platform !== "linux").each(["cloud", "datacenter"] as const)(
  "on a terminal, of an upstream on %s full of hostile texts,",
  (deployment) => {
    test.each(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])(
      "tempofiller %s writes nothing that is hidden or drives the terminal, and no line that a text adds",
      async (command) => {
        const env = await hostileSettings(deployment);
        if (command === "journal" || command === "undo") {
          const post = '{"issueKey":"PROJ-7","hours":1,"startDate":"2026-01-12"}';
          expect(await runCommand(["call", "post_worklog", post], { env })).toMatchObject({ code: 0 });
        }
        const written = await Promise.all(LINES[command].map((line) => onTerminal(line, env)));
        for (const text of written) {
          const shown = OWN.reduce((rest, own) => rest.replaceAll(own, ""), text);
          expect(shown.trim()).not.toBe("");
          expect(shown.split("\n").filter((line) => HIDDEN.test(line) || line.includes("\r"))).toEqual([]);
          if (command !== "export") expect(shown.split("\n").filter((line) => ADDED.test(line))).toEqual([]);
        }
      },
      120_000,
    );
  },
);

test.each(["cloud", "datacenter"] as const)(
  "of an upstream on %s full of hostile texts, a call prints the JSON that a client gets",
  async (deployment) => {
    const env = await hostileSettings(deployment);
    const line = ["call", "get_worklogs", '{"startDate":"2026-01-05"}'];
    const { code, stdout, stderr } = await runCommand(line, { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toMatch(/[^\P{C}\n]/u);
    const [logged] = JSON.parse(stdout).worklogs;
    expect(logged.comment).toMatch(/^First/);
    expect(logged.comment).toMatch(/… \(18,\d{3} more characters\)$/);
    expect(logged.comment.length).toBeLessThanOrEqual(2000);
  },
);
