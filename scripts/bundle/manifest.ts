import { DEFAULT_MANIFEST_VERSION, type McpbManifestAny } from "@anthropic-ai/mcpb";
import type packageJson from "../../package.json";
import type registryEntry from "../../server.json";
import { descriptionOf, type Tool } from "../../src/tools/tool.ts";

/** A setting as `server.json` describes it. */
interface Variable {
  name: string;
  description: string;
  isRequired: boolean;
  isSecret?: boolean;
  format?: string;
  default?: string;
}

/**
 * The manifest of an MCPB bundle, from what is written elsewhere: what the package says of itself, the settings of
 * `server.json`, and the tools.
 */
export function bundleManifest(
  { name, version, description, author, license, keywords, engines, bin }: typeof packageJson,
  { title, packages }: typeof registryEntry,
  tools: readonly Tool[],
): McpbManifestAny {
  const variables: Variable[] = packages.flatMap(({ environmentVariables }) => environmentVariables);
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

/** Its title is the variable's name, since the server's errors name what to set. */
function option({ name, description, isRequired, isSecret, format, default: text }: Variable) {
  const common = { title: name, description, required: isRequired };
  switch (format) {
    case "boolean":
      return { ...common, type: "boolean" as const, default: text === "true" };
    case "number":
      return { ...common, type: "number" as const, default: Number(text) };
    case "filepath":
      // Hosts hand on a placeholder that has no value, and Node itself would take that for a file's name.
      return { ...common, type: "file" as const, default: "" };
    default:
      return {
        ...common,
        type: "string" as const,
        ...(isSecret && { sensitive: true }),
        ...(text !== undefined && { default: text }),
      };
  }
}
