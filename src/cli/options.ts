import type { VariableName } from "../config/variable-names.ts";
import type { Deployment } from "../tempo/deployment.ts";
import { UsageError } from "./usage-error.ts";

/** One of the words that an argument or an option takes, and what it means. */
export interface Choice {
  name: string;
  title: string;
}

/** An option as `parseArgs` of node:util reads it, and as help and completion show it. */
export interface OptionDeclaration {
  type: "string" | "boolean";
  short?: string;
  multiple?: true;
  /** Its value if it is given without one. A value is then given after an equals sign. */
  implied?: string;
  /** The values of an option that works without one too. */
  values?: readonly string[];
  /** The values that it takes, or some of them if its description says so. */
  choices?: readonly Choice[];
  /** The setting that it replaces. */
  setting?: VariableName;
  /** Its form in the help, if not its name alone. */
  usage?: string;
  description: string;
}

export type OptionDeclarations = Readonly<Record<string, OptionDeclaration>>;

type OptionValue<Option> = Option extends { type: "boolean" }
  ? boolean
  : (Option extends { multiple: true } ? readonly string[] : string) | undefined;

/** The values of declared options: a flag is true or false, another is undefined unless it is given. */
export type OptionValues<Options> = { readonly [Name in keyof Options]: OptionValue<Options[Name]> };

/** The options of every command. */
export const COMMON_OPTIONS = {
  profile: {
    type: "string",
    setting: "TEMPO_PROFILE",
    usage: "--profile NAME",
    description: "use the settings of a profile: TEMPO_PROFILE",
  },
  debug: {
    type: "boolean",
    description: "check replies by the contract, log requests",
  },
  help: { type: "boolean", short: "h", description: "print help; with a command, its own" },
  version: { type: "boolean", short: "v", description: "print the version" },
} as const satisfies OptionDeclarations;

// The options of several commands follow.

export const SANDBOX = {
  type: "string",
  implied: "cloud",
  values: ["cloud", "datacenter"],
  usage: "--sandbox[=datacenter]",
  description: "use built-in sample data (the sandbox): no account",
} as const satisfies OptionDeclaration;

/** The options of a command that works on a timesheet. */
export const SITE = {
  sandbox: SANDBOX,
  datacenter: { type: "boolean", description: "use the sandbox of Jira Data Center" },
} as const satisfies OptionDeclarations;

export const TOOLSETS = {
  type: "string",
  setting: "TEMPO_TOOLSETS",
  usage: "--toolsets LIST",
  description: "offer these sets of tools too: TEMPO_TOOLSETS",
} as const satisfies OptionDeclaration;

export const JSON_OUTPUT = {
  type: "boolean",
  description: "print one JSON object, for programs",
} as const satisfies OptionDeclaration;

export const YES = {
  type: "boolean",
  short: "y",
  description: "do it without asking",
} as const satisfies OptionDeclaration;

/** The path by which -o names stdout. */
export const STDOUT = "-";

export const MESSAGE = {
  type: "string",
  short: "m",
  usage: "--message TEXT",
  description: "the comment",
} as const satisfies OptionDeclaration;

export const ACCOUNT = {
  type: "string",
  usage: "--account ACCOUNT",
  description: "its account, by key or name",
} as const satisfies OptionDeclaration;

export const ATTRIBUTE = {
  type: "string",
  multiple: true,
  usage: "--attribute NAME=VALUE",
  description: "its work attribute, by key or name; may be repeated",
} as const satisfies OptionDeclaration;

export const BILLABLE = {
  type: "boolean",
  description: "log billable hours, as without this option",
} as const satisfies OptionDeclaration;

export const NO_BILLABLE = {
  type: "boolean",
  description: "log hours that are not billable",
} as const satisfies OptionDeclaration;

const LASTING_SANDBOX = "tempofiller sandbox serves one that keeps it until you end it.";

/** Why a command has no sandbox that looks back. */
export const SANDBOX_FORGETS = `Each of them forgets what it has logged there as it ends; ${LASTING_SANDBOX}`;

/** The last line of a command that has changed its sandbox. */
export const FORGOTTEN = `The sandbox forgets this as the command ends; ${LASTING_SANDBOX}`;

/** Whether the hours are billable. @throws UsageError */
export function isBillable(given: { billable: boolean; "no-billable": boolean }, command: string): boolean {
  if (given.billable && given["no-billable"])
    throw new UsageError("--billable and --no-billable exclude each other.", command);
  return !given["no-billable"];
}

export const HTTP = {
  type: "string",
  usage: "--http HOST:PORT",
  description: "the address of a server for a team, such as 127.0.0.1:8080",
} as const satisfies OptionDeclaration;

/**
 * The embedded Tempo that is asked for. The form of an MCPB bundle gives true or false, or leaves its placeholder.
 *
 * @throws UsageError
 */
export function sandboxKind({
  sandbox,
  datacenter = false,
  profile,
}: {
  sandbox: string | undefined;
  datacenter?: boolean;
  /** The profile that is asked for too; left out where the sandbox may have one. */
  profile?: string | undefined;
}): Deployment["kind"] | undefined {
  const kind = datacenter ? "datacenter" : kindNamed(sandbox);
  if (kind !== undefined && profile !== undefined)
    throw new UsageError(
      `${usesSampleData(datacenter ? "--datacenter" : "--sandbox")} Leave one of them out.`,
    );
  return kind;
}

/** The options that lead to the same Tempo, for a line to type. */
export function siteWords(
  kind: Deployment["kind"] | undefined,
  { profile }: { profile: string | undefined },
): string[] {
  return [
    ...(kind === undefined ? [] : [kind === "cloud" ? "--sandbox" : "--sandbox=datacenter"]),
    ...(profile === undefined ? [] : ["--profile", profile]),
  ];
}

/** @throws UsageError if a profile is given to a command that works on sample data alone */
export function refuseProfile(profile: string | undefined, command: string): void {
  if (profile !== undefined) throw new UsageError(`${usesSampleData(command)} Leave --profile out.`, command);
}

/** @throws UsageError if a profile is given to a command for the server of a team, which reads none */
export function refuseProfileOfTeam(profile: string | undefined, command: string): void {
  if (profile === undefined) return;
  throw new UsageError(
    "A server for a team reads its settings from the environment alone. Leave --profile out.",
    command,
  );
}

const usesSampleData = (what: string) => `${what} uses sample data, --profile the settings of a site.`;

function kindNamed(sandbox: string | undefined): Deployment["kind"] | undefined {
  if (sandbox === "true") return "cloud";
  if (sandbox === "false" || sandbox?.startsWith("${")) return undefined;
  if (sandbox === undefined || sandbox === "cloud" || sandbox === "datacenter") return sandbox;
  throw new UsageError(`--sandbox takes cloud or datacenter, not '${sandbox}'.`);
}
