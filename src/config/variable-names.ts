import type { Deployment } from "../tempo/deployment.ts";
import { listed } from "./lists.ts";
import type { Variable } from "./variables.ts";
import { VARIABLES } from "./variables.ts";

type DeclaredName = keyof typeof VARIABLES;

export const DEPLOYMENT_NAMES: Record<Deployment["kind"], string> = {
  cloud: "Tempo Cloud",
  datacenter: "Tempo on Jira Data Center",
};

export type NameOfKind<Kind extends Variable["kind"]> = {
  [Name in DeclaredName]: (typeof VARIABLES)[Name]["kind"] extends Kind ? Name : never;
}[DeclaredName];

/** Every name that TempoFiller may read from the environment. */
export type VariableName =
  | DeclaredName
  | `${NameOfKind<"token">}_${"FILE" | "COMMAND"}`
  | Lowercase<NameOfKind<"proxy">>;

export type NamedVariable = Variable & { name: string; deployment: Deployment["kind"] | "both" };

const declarations: Record<DeclaredName, Variable> = VARIABLES;
const names = Object.keys(VARIABLES) as DeclaredName[];

/** Each name as a constant, for texts: what is not declared does not compile. */
export const NAMES = Object.fromEntries(names.map((name) => [name, name])) as {
  [Name in DeclaredName]: Name;
};

export function namesOfKind<Kind extends Variable["kind"]>(kind: Kind): NameOfKind<Kind>[] {
  return names.filter((name): name is NameOfKind<Kind> => declarations[name].kind === kind);
}

/** Settings of this deployment only; those for both are left out. */
export function namesOfDeployment(deployment: Deployment["kind"]): DeclaredName[] {
  return names.filter((name) => declarations[name].deployment === deployment);
}

export function isRequired(name: DeclaredName): boolean {
  return declarations[name].required === true;
}

export function isSecret(name: DeclaredName): boolean {
  const declaration = declarations[name];
  return "secret" in declaration && declaration.secret === true;
}

/** Docker and Kubernetes mount secrets as files. */
export function fileVariable<Name extends NameOfKind<"token">>(name: Name): `${Name}_FILE` {
  return `${name}_FILE`;
}

/** The setting of a program that prints the token: a keychain's, or that of a password manager. */
export function commandVariable<Name extends NameOfKind<"token">>(name: Name): `${Name}_COMMAND` {
  return `${name}_COMMAND`;
}

/** The ways to set a token, of which only one may be used. */
export function spellingsOf(name: NameOfKind<"token">) {
  return [name, fileVariable(name), commandVariable(name)] as const;
}

/** Other programs read the lower-case spelling too. */
export function lowerCase<Name extends NameOfKind<"proxy">>(name: Name): Lowercase<Name> {
  return name.toLowerCase() as Lowercase<Name>;
}

/** Every spelling of every setting. */
const SETTING_NAMES: ReadonlySet<string> = new Set([
  ...names,
  ...namesOfKind("token").flatMap(spellingsOf),
  ...namesOfKind("proxy").map(lowerCase),
]);

/** Whether a setting says which settings file is read: in such a file it has no effect. */
export function choosesSettingsFile(name: string): boolean {
  return name === NAMES.TEMPO_CONFIG_FILE || name === NAMES.TEMPO_PROFILE;
}

/** Whether a name is a setting, in any of its spellings. */
export function isSettingName(name: string): name is VariableName {
  return SETTING_NAMES.has(name);
}

/** The settings as texts and forms list them: by deployment, then the files and commands of tokens, then the rest. Each description ends with values and default. */
export function listVariables(): NamedVariable[] {
  const declared = names.map((name): NamedVariable => {
    const variable = declarations[name];
    const description = [variable.description, ...valuesOf(variable)].join(" ");
    return { name, deployment: "both", ...variable, description };
  });
  const files = namesOfKind("token").map((name): NamedVariable => {
    const { deployment, title } = VARIABLES[name];
    const description = `File that contains the token, instead of ${name}; relative to the working directory.`;
    return { name: fileVariable(name), deployment, kind: "file", title: `${title} file`, description };
  });
  const commands = namesOfKind("token").map((name): NamedVariable => {
    const { deployment, title: token } = VARIABLES[name];
    const description = `Command that prints the token, instead of ${name}; it runs without a shell.`;
    const [title, placeholder] = [`${token} command`, "pass show tempo"];
    return { name: commandVariable(name), deployment, kind: "command", title, description, placeholder };
  });
  const common = declared.filter(({ deployment }) => deployment === "both");
  return [...declared.filter((variable) => !common.includes(variable)), ...files, ...commands, ...common];
}

/** The settings of a deployment, each in all its spellings; those of both are left out. */
export function deploymentVariables() {
  return listVariables().flatMap((variable) =>
    variable.deployment === "both" ? [] : [{ ...variable, deployment: variable.deployment }],
  );
}

function valuesOf(variable: Variable): string[] {
  switch (variable.kind) {
    case "choice": {
      const values = variable.values.map((value) =>
        value === variable.default ? `${value} (default)` : value,
      );
      return [`Values: ${listed(values, "or")}.`];
    }
    case "list":
      return [`Values: ${[...variable.values, "all"].join(", ")}.`];
    case "milliseconds":
      return [`From ${variable.min} to ${variable.max}; default ${variable.default}.`];
    case "url":
      return variable.default === undefined ? [] : [`Default: ${variable.default}.`];
    default:
      return [];
  }
}
