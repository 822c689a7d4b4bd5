import { DEFAULT_MANIFEST_VERSION, type McpbManifestAny } from "@anthropic-ai/mcpb";
import type packageJson from "../../package.json";
import type registryEntry from "../../server.json";
import { listVariables, type NamedVariable } from "../../src/config/variable-names.ts";
import { descriptionOf, type Tool } from "../../src/tools/tool.ts";
import { formDefault, formDescription } from "../generate/render-settings.ts";

/** The manifest of an MCPB bundle, from the package's own description, the declared settings and the tools. */
export function bundleManifest(
  { name, version, description, author, license, keywords, engines, bin }: typeof packageJson,
  { title }: typeof registryEntry,
  tools: readonly Tool[],
): McpbManifestAny {
  const variables = listVariables();
  return {
    manifest_version: DEFAULT_MANIFEST_VERSION,
    name,
    display_name: title,
    version,
    description,
    author: { name: author },
    license,
    keywords,
    server: {
      type: "node",
      entry_point: bin.tempofiller,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${bin.tempofiller}`],
        env: Object.fromEntries(variables.map(({ name }) => [name, `\${user_config.${keyOf(name)}}`])),
      },
    },
    tools: tools.map((tool) => ({ name: tool.name, description: descriptionOf(tool, "skip") })),
    compatibility: { runtimes: { node: engines.node } },
    user_config: Object.fromEntries(variables.map((variable) => [keyOf(variable.name), option(variable)])),
  };
}

function keyOf(variable: string): string {
  return variable.toLowerCase();
}

/** The server's errors name the variable, so the description does too. */
function option(variable: NamedVariable) {
  const { name, title, kind } = variable;
  const description = `${formDescription(variable)} (${name})`;
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
