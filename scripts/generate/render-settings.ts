import type registryEntry from "../../server.json";
import { listServerVariables } from "../../src/config/server-variables.ts";
import {
  commandVariable,
  DEPLOYMENT_NAMES,
  fileVariable,
  listVariables,
  type NamedVariable,
  namesOfKind,
} from "../../src/config/variable-names.ts";
import { table } from "./table.ts";

const SERVER_JSON_FORMATS: Partial<Record<NamedVariable["kind"], string>> = {
  flag: "boolean",
  milliseconds: "number",
  file: "filepath",
};

/** The table of settings for the documents; the files and the commands of all tokens share a row each. */
export function settingTable(): string {
  const tokens = namesOfKind("token");
  const files = tokens.map(fileVariable);
  const commands = tokens.map(commandVariable);
  const others = listVariables().filter(({ name }) => ![...files, ...commands].some((it) => it === name));
  const rows = others.map(({ name, kind, deployment, required, description, placeholder }) => {
    const scope = { cloud: "Cloud", datacenter: "Data Center", both: "" }[deployment];
    const example = kind === "flag" ? "1" : placeholder;
    return [
      `\`${name}\``,
      required ? `${scope}, required` : scope,
      description,
      example === undefined ? "" : `\`${example}\``,
    ];
  });
  const ofTokens = [
    [inCode(files), "", "File that contains that token; relative to the working directory.", ""],
    [inCode(commands), "", "Command that prints that token; it runs without a shell.", "`pass show tempo`"],
  ];
  const firstOfBoth = others.findIndex(({ deployment }) => deployment === "both");
  return table(["variable", "only for", "meaning", "example"], rows.toSpliced(firstOfBoth, 0, ...ofTokens));
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}

/** The table of the settings of the server over HTTP. */
export function serverSettingTable(): string {
  const rows = listServerVariables().map(({ name, description, example }) => [
    `\`${name}\``,
    description,
    `\`${example}\``,
  ]);
  return table(["variable", "meaning", "example"], rows);
}

/** `server.json` with its settings rendered anew. */
export function renderServerJson(entry: typeof registryEntry): string {
  const environmentVariables = listVariables().map(serverJsonVariable);
  const packages = entry.packages.map((it) => ({ ...it, environmentVariables }));
  return `${JSON.stringify({ ...entry, packages }, null, 2)}\n`;
}

function serverJsonVariable(variable: NamedVariable) {
  const { name, kind, placeholder } = variable;
  const format = SERVER_JSON_FORMATS[kind];
  const preset = formDefault(variable);
  return {
    name,
    description: formDescription(variable),
    isRequired: false,
    ...("secret" in variable && variable.secret && { isSecret: true }),
    ...(format && { format }),
    ...(preset !== undefined && { default: String(preset) }),
    ...(placeholder !== undefined && { placeholder }),
    ...(kind === "choice" && { choices: variable.values }),
  };
}

/** A description for a form with the settings of both deployments. */
export function formDescription({ deployment, description }: NamedVariable): string {
  return deployment === "both" ? description : `${DEPLOYMENT_NAMES[deployment]}: ${description}`;
}

/** The default that a form may fill in. One of a single deployment would configure that deployment by itself. */
export function formDefault(variable: NamedVariable): string | number | boolean | undefined {
  return variable.deployment === "both" && "default" in variable ? variable.default : undefined;
}
