import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { ShapeFile } from "../../scripts/generate/read-contracts.ts";
import type { COMMANDS } from "../../src/cli/commands.ts";
import { type ReplyName, replyErrors } from "../../src/contract/index.ts";
import type { Outputs } from "../../src/generated/outputs.ts";
import { runCommand } from "../helpers/command.ts";
import { loadedCommands, optionNamesOf } from "../helpers/commands.ts";
import { keysWithoutExample } from "../helpers/examples.ts";
import { ROOT } from "../helpers/root.ts";
import { worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

const CONTRACTS = join(ROOT, "contracts");
const file: ShapeFile = JSON.parse(await readFile(join(CONTRACTS, "outputs.schema.json"), "utf8"));
const ajv = new Ajv2020({ strict: true, allErrors: true }).addVocabulary(["x-contract-version"]);
ajv.addSchema(file);

function outputErrors(shape: string, value: unknown): string[] {
  const validate = ajv.compile({ $ref: `${file.$id}#/$defs/${shape}` });
  return validate(value) ? [] : [ajv.errorsText(validate.errors)];
}

const isOutput = (shape: string): shape is keyof Outputs => shape.endsWith("Output");
const shapes = Object.keys(file.$defs).filter(isOutput);
const examples = await Promise.all(
  shapes.map(async (shape) => {
    const folder = join(CONTRACTS, "examples", shape);
    const names = (await readdir(folder)).sort();
    return Promise.all(
      names.map(async (name) => ({
        name: `${shape}/${name}`,
        shape,
        value: JSON.parse(await readFile(join(folder, name), "utf8")) as Record<string, unknown>,
      })),
    );
  }),
);

describe("the examples of outputs", () => {
  test.each(examples.flat())(
    "$name is accepted, and not with a key too many or too few",
    ({ shape, value }) => {
      expect(outputErrors(shape, value)).toEqual([]);
      expect(outputErrors(shape, { ...value, more: 1 })).not.toEqual([]);
      const { required = [] } = file.$defs[shape] as { required?: string[] };
      for (const key of required) {
        const { [key]: _, ...less } = value;
        expect(outputErrors(shape, less)).not.toEqual([]);
      }
    },
  );

  test.each(shapes)("have every key of %s", (shape) => {
    const values = examples.flat().flatMap((it) => (it.shape === shape ? [it.value] : []));
    expect(keysWithoutExample(file, shape, values)).toEqual([]);
  });
});

/** The lines that print JSON, each with the shape that it keeps to: an output's, or the reply of a tool. */
const LINES: [line: string, shape: keyof Outputs | ReplyName, command: keyof typeof COMMANDS][] = [
  ["month 2026-01 --json", "CalendarOutput", "month"],
  ["week 2026-W02 --json", "CalendarOutput", "week"],
  ["status 2026-01 --json", "find_missing_days", "status"],
  ["status 2999-01 --json", "find_missing_days", "status"],
  ["draft 2026-01-05 --json", "draft_timesheet", "draft"],
  ["export 2026-01 --format json", "ExportOutput", "export"],
  ...["issue", "project", "account", "day", "week"].map((by): [string, keyof Outputs, "export"] => [
    `export 2026-01 --by ${by} --format json`,
    "ExportOutput",
    "export",
  ]),
  ["log PROJ-7 1h 2026-01-09 --json", "post_worklog", "log"],
  ["fill 2026-01-05..2026-01-06 PROJ-7 --json", "fill_days", "fill"],
  ["fill 2026-01-05..2026-01-06 PROJ-7 --json --yes", "fill_days", "fill"],
  ["import - --json", "ImportOutput", "import"],
  ["import - --json --yes", "ImportOutput", "import"],
  ["compare --sandbox --json", "CompareOutput", "compare"],
  ["day 2026-01-05 --json", "get_worklogs", "day"],
  ["change 1290001 --hours 2h --json", "update_worklog", "change"],
  ["delete 1290001 77 --json", "delete_worklogs", "delete"],
  ["delete 1290001 77 --json --yes", "delete_worklogs", "delete"],
  ["call get_schedule --startDate 2026-01-05 --json", "get_schedule", "call"],
  ["call --list --json", "ToolListOutput", "call"],
  ["journal --json", "JournalOutput", "journal"],
  ["map Daily* PROJ-4 --json", "MapOutput", "map"],
  ["doctor --json", "DoctorOutput", "doctor"],
  ["doctor --json --http 127.0.0.1:0", "DoctorOutput", "doctor"],
  ["access-key laptops --json", "AccessKeyOutput", "access-key"],
];

/** The input of a line that reads stdin. */
const TIMES = "date,hours,issue\n2026-01-12,1,PROJ-7\n2026-01-12,1,NONE\n2026-01-08,8,PROJ-123\n";

test("every command that prints JSON is among the lines", () => {
  const printing = [...loadedCommands.keys()].filter((name) =>
    optionNamesOf(name).some((option) => option === "json" || option === "format"),
  );
  expect(printing.sort()).toEqual([...new Set(LINES.map(([, , command]) => command))].sort());
});

test.each(["cloud", "datacenter"] as const)(
  "on %s each line prints what the contract says",
  async (kind) => {
    const { env: settings, stateFolder } = await serveTempo(kind, {
      seed: {
        holidays: [{ date: "2026-01-06", name: "Epiphany", durationSeconds: 4 * 3600 }],
        worklogs: [
          worklog({ startDate: "2026-01-05", startTime: "09:00:00", timeSpentSeconds: 3600 }),
          worklog({ startDate: "2026-01-08" }),
        ],
      },
    });
    const file = join(stateFolder, "settings.env");
    await writeFile(file, "");
    const env = { ...settings, TEMPO_CONFIG_FILE: file, TEMPO_TOOLSETS: "all", HOME: stateFolder };
    const wrong: unknown[] = [];
    for (const [line, shape] of LINES) {
      const { stdout, stderr } = await runCommand(line.split(" "), { env, input: TIMES });
      try {
        const output: unknown = JSON.parse(stdout);
        const errors = isOutput(shape) ? outputErrors(shape, output) : replyErrors(shape, output);
        if (errors.length > 0) wrong.push({ line, errors });
      } catch (error) {
        wrong.push({ line, error, stderr });
      }
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);
