import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DATE_FORMS } from "../../src/cli/dates/period.ts";
import { EXIT_CODE_BY_ERROR, EXIT_CODES } from "../../src/cli/exit-codes.ts";
import { HOUR_FORMS } from "../../src/cli/hours.ts";
import { SCOPES_TO_TICK } from "../../src/config/variables.ts";
import { ERROR_CODES } from "../../src/contract/error-codes.ts";
import { grantsFor } from "../../src/team/database/migrations.ts";
import { NOT_DRAFTED } from "../../src/timesheet/draft/draft-day.ts";
import { LEFT_OUT_REASONS } from "../../src/timesheet/draft/evidence.ts";
import { STILL_TO_COME } from "../../src/timesheet/draft/gather.ts";
import { coreTools, tools } from "../../src/tools/index.ts";
import { descriptionOf, type Tool } from "../../src/tools/tool.ts";
import { replaceGenerated } from "./generated-block.ts";
import { type Field, fieldsOf } from "./list-fields.ts";
import { publishedNames } from "./publish-shapes.ts";
import type { Contracts } from "./read-contracts.ts";
import { serverSettingTable, settingTable } from "./render-settings.ts";
import { type ReadSkill, skillSizes } from "./render-skills.ts";
import { table } from "./table.ts";
import { toolHintTable } from "./tool-hints.ts";

/** Everything that documents are rendered from, apart from the code. */
type Sources = Contracts & { skills: readonly ReadSkill[] };

/** The generated blocks of each document, by the names of their markers. */
const BLOCKS: Record<string, Record<string, (sources: Sources) => string>> = {
  "docs/reference.md": {
    "tool-sets": toolSetTable,
    settings: settingTable,
    "server-settings": serverSettingTable,
    errors: errorTable,
  },
  "contracts/tables.md": {
    "tools-in-detail": toolDetails,
    "draft-reasons": draftReasons,
    outputs: outputTables,
  },
  "docs/deployments.md": { scopes: scopeList },
  "docs/teams.md": { "database-grants": databaseGrants },
  "docs/directories.md": { "tool-hints": toolHintTable },
  "docs/cli.md": {
    dates: () => formTable("dates", DATE_FORMS),
    hours: () => formTable("hours", HOUR_FORMS),
    "exit-codes": exitCodeTable,
  },
  "docs/skills.md": { "skill-sizes": ({ skills }) => skillSizes(skills) },
};

/** The documents below `root` with their generated blocks rendered anew, by path. */
export async function renderDocuments(root: string, sources: Sources): Promise<[string, string][]> {
  return Promise.all(
    Object.entries(BLOCKS).map(async ([path, blocks]): Promise<[string, string]> => {
      const document = await readFile(join(root, path), "utf8");
      const rendered = Object.entries(blocks).reduce(
        (text, [name, render]) => replaceGenerated(text, name, "generate", render(sources)),
        document,
      );
      return [path, rendered];
    }),
  );
}

function scopeList(): string {
  return SCOPES_TO_TICK.map(({ scope, use }) => `- ${scope}${use === undefined ? "" : `: ${use}`}`).join(
    "\n",
  );
}

/** Their arguments are in contracts/tables.md. */
function toolSetTable({ inputs }: Contracts): string {
  const always = coreTools.map((tool) => toolRow("always", tool));
  const ofSets = tools.flatMap((tool) => (tool.set === undefined ? [] : [toolRow(`\`${tool.set}\``, tool)]));
  const detailed = tools.filter((tool) => tool.detailed);
  return table(
    ["set", "tool", "what it does"],
    [
      ...always,
      ...ofSets,
      ...detailed.map((tool) => {
        const labels = detailFields(tool, inputs).map(({ label }) => label.replace("?", ""));
        return ["`details`", `\`${tool.name}\``, `Also takes ${labels.join(", ")}.`];
      }),
    ],
  );
}

/** The arguments that a tool has with the set `details` alone. */
function detailFields({ input, detailed }: Tool, inputs: Contracts["inputs"]): Field[] {
  const labels = new Set(fieldsOf(inputs, input).map(({ label }) => label));
  return detailed
    ? fieldsOf(inputs, detailed).filter(({ label }) => !labels.has(label) && !label.includes("attributes."))
    : [];
}

function toolRow(set: string, { name, description }: Tool): string[] {
  return [set, `\`${name}\``, `${description.split(". ")[0]}.`];
}

function toolDetails({ inputs, responses }: Contracts): string {
  const sections = tools.map((tool) => [
    `### ${tool.name}`,
    ...(tool.set === undefined ? [] : [`Of the tool set \`${tool.set}\`.`]),
    descriptionOf(tool, "skip"),
    fieldTable("argument", fieldsOf(inputs, tool.input)),
    ...(tool.detailed
      ? ["With the tool set `details` also:", fieldTable("argument", detailFields(tool, inputs))]
      : []),
    fieldTable("reply", fieldsOf(responses, tool.reply)),
  ]);
  return sections.flat().join("\n\n");
}

/** The values of `leftOut[].reason`. */
function draftReasons(): string {
  return `${[...LEFT_OUT_REASONS, STILL_TO_COME, ...Object.values(NOT_DRAFTED)].map((reason) => `\`${reason}\``).join(", ")}.`;
}

/** The description of an output names the commands that print it. */
function outputTables({ outputs }: Contracts): string {
  const sections = publishedNames(outputs).map((name) => [
    `### ${name}`,
    String(outputs.$defs[name]?.description),
    fieldTable("key", fieldsOf(outputs, name)),
  ]);
  return sections.flat().join("\n\n");
}

function fieldTable(header: string, fields: Field[]): string {
  return table(
    [header, "type", "meaning"],
    fields.map(({ label, type, description }) => [label, type, description]),
  );
}

function errorTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { cause, next }]) => [`\`${code}\``, cause, next]);
  return table(["code", "cause", "what to do"], rows);
}

function databaseGrants(): string {
  return ["```sql", ...grantsFor("tempofiller"), "```"].join("\n");
}

function formTable(header: string, forms: readonly { written: readonly string[]; means: string }[]): string {
  const rows = forms.map(({ written, means }) => [inCode(written), means]);
  return table(["written", header], rows);
}

function inCode(texts: readonly string[]): string {
  return texts.map((text) => `\`${text}\``).join(", ");
}

function exitCodeTable(): string {
  const rows = Object.entries(EXIT_CODES).map(([exitCode, meaning]) => {
    const causes = Object.entries(EXIT_CODE_BY_ERROR).filter(([, ofCause]) => ofCause === Number(exitCode));
    return [exitCode, meaning, causes.map(([cause]) => `\`${cause}\``).join(", ")];
  });
  return table(["exit code", "meaning", "`code` of the error"], rows);
}
