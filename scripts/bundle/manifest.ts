import type { McpbManifestAny } from "@anthropic-ai/mcpb";
import type packageJson from "../../package.json";
import type registryEntry from "../../server.json";
import { DEPLOYMENT_NAMES, listVariables, type NamedVariable } from "../../src/config/variable-names.ts";
import { descriptionOf, type Tool } from "../../src/tools/tool.ts";
import { formDefault } from "../generate/render-settings.ts";

/** The first version of the format that has icons for light and dark pages. */
const MANIFEST_VERSION = "0.3";

/** The files in `assets/` that the manifest names, and their paths in the bundle. */
export const ASSETS = {
  icon: "icon.png",
  darkIcon: "icon-dark.png",
  screenshots: [
    "view-month-light.png",
    "view-receipt-light.png",
    "view-draft-light.png",
    "view-month-dark.png",
  ],
};

/** The side of an icon, in pixels. */
const ICON_SIZE = "512x512";

type Deployment = keyof typeof DEPLOYMENT_NAMES;

/** Its option that starts the sandbox instead. */
const SANDBOX = {
  type: "boolean" as const,
  title: "Try it without an account",
  description: "Use built-in sample data (the sandbox): nothing else is needed, and nothing is kept.",
  required: false,
  default: false,
};

/**
 * The manifest of the MCPB bundle for one deployment, from the package's own description, the declared settings and the tools.
 * A form cannot depend on an answer, so each deployment has a bundle, which asks for what that deployment needs.
 */
export function bundleManifest(
  {
    name,
    version,
    description,
    author,
    license,
    keywords,
    engines,
    bin,
    homepage,
    repository,
    bugs,
  }: typeof packageJson,
  { title }: typeof registryEntry,
  tools: readonly Tool[],
  deployment: Deployment,
): McpbManifestAny {
  const variables = formVariables(deployment);
  return {
    manifest_version: MANIFEST_VERSION,
    name,
    display_name: `${title} for ${DEPLOYMENT_NAMES[deployment]}`,
    version,
    description,
    long_description:
      "Reads your work schedule and worklogs and logs hours: one entry, a day range, or a month at once. An entry is never logged " +
      "twice, whatever the network does. Other settings go into the settings file, which docs/reference.md describes.",
    author: { name: author },
    repository,
    homepage,
    documentation: homepage,
    support: bugs.url,
    icon: ASSETS.icon,
    icons: [
      { src: ASSETS.icon, size: ICON_SIZE, theme: "light" },
      { src: ASSETS.darkIcon, size: ICON_SIZE, theme: "dark" },
    ],
    screenshots: ASSETS.screenshots,
    privacy_policies: [privacyPolicy(homepage)],
    license,
    keywords,
    server: {
      type: "node",
      entry_point: bin.tempofiller,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${bin.tempofiller}`, `--sandbox=\${user_config.sandbox}`],
        env: Object.fromEntries(variables.map(({ name }) => [name, `\${user_config.${keyOf(name)}}`])),
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: descriptionOf(tool, "skip") })),
    compatibility: { runtimes: { node: engines.node } },
    user_config: {
      ...Object.fromEntries(variables.map((variable) => [keyOf(variable.name), option(variable)])),
      sandbox: SANDBOX,
    },
  };
}

/** The page of this repository that is the privacy policy. */
function privacyPolicy(homepage: string): string {
  return `${homepage.replace(/#.*/, "")}/blob/main/docs/privacy.md`;
}

/** The settings in the form of a deployment's bundle. */
export function formVariables(deployment: Deployment): NamedVariable[] {
  return listVariables().filter(
    (variable) => variable.inForm && (variable.deployment === deployment || variable.deployment === "both"),
  );
}

function keyOf(variable: string): string {
  return variable.toLowerCase();
}

/** The server's errors name the variable, so the description does too. */
function option(variable: NamedVariable) {
  const { name, title, kind } = variable;
  const description = `${variable.description} (${name})`;
  const common = { title, description, required: false };
  switch (kind) {
    case "flag":
      return { ...common, type: "boolean" as const, default: variable.default };
    case "milliseconds":
      return { ...common, type: "number" as const, default: variable.default };
    case "file":
      // Hosts pass the placeholder of an option without a value, and Node would take that for a file's name.
      return { ...common, type: "file" as const, default: "" };
    default: {
      const preset = formDefault(variable);
      return {
        ...common,
        type: "string" as const,
        ...("secret" in variable && variable.secret && { sensitive: true }),
        ...(preset !== undefined && { default: String(preset) }),
      };
    }
  }
}
