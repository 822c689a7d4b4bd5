import type packageJson from "../../package.json";

/** The parts of package.json that the plugin repeats. */
type Package = Pick<
  typeof packageJson,
  "name" | "version" | "description" | "keywords" | "license" | "author" | "homepage"
>;

/**
 * The plugin for Claude Code that the repository and the package are: the server, and the skills, which it finds in `skills/`; and the
 * list of plugins by which `claude plugin install` finds it. The settings come from the settings file.
 */
export function renderPlugin(from: Package): [path: string, text: string][] {
  const { name, version, description, keywords, license, homepage } = from;
  const author = { name: from.author };
  const server = { command: "node", args: [`\${CLAUDE_PLUGIN_ROOT}/dist/${name}.cjs`] };
  const plugin = { name, version, description, author, homepage, license, keywords };
  const files = {
    plugin: { ...plugin, mcpServers: { [name]: server } },
    marketplace: { name, description, owner: author, plugins: [{ name, description, source: "./" }] },
  };
  return Object.entries(files).map(([file, content]) => [
    `.claude-plugin/${file}.json`,
    `${JSON.stringify(content, null, 2)}\n`,
  ]);
}
