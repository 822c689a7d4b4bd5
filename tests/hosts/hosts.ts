import { arch, platform } from "node:process";

/** A program from npm that speaks MCP: an assistant, or a library with a script of `clients/` that uses it. */
export interface Host {
  id: string;
  title: string;
  /** The packages to install: first the host, whose version is in docs/hosts.md. */
  packages: readonly string[];
  /** The `--host` of setup that writes the file which it reads. */
  setup: string;
  /** That file, below the home folder. */
  file: string;
  /** The text of that file before setup. */
  before(model: string): string;
  /** The script that Node runs, below the folder of its packages, or a program of its platform. */
  script?: string;
  program?: string;
  /** It does not run on Node 20. */
  needsNewerNode?: true;
  args(file: string, model: string): string[];
  /** Its variables, which also keep it from the network. */
  env(model: string): Record<string, string>;
}

const SAY = "Log one hour.";
const KEY = "stub-key";

const ASSISTANTS: readonly Host[] = [
  {
    id: "claude-code",
    title: "Claude Code",
    packages: ["@anthropic-ai/claude-code@2.1.332"],
    setup: "claude-code",
    file: ".claude.json",
    before: () => '{\n\t"numStartups": 7 }',
    // The command itself is a stub until the install script of the package has run.
    script: "@anthropic-ai/claude-code/cli-wrapper.cjs",
    args: () => ["-p", SAY, "--allowedTools", "mcp__tempofiller__post_worklog"],
    env: (model) => ({
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Otherwise it sends names, and what a search for tools finds.
      ENABLE_TOOL_SEARCH: "false",
    }),
  },
  {
    id: "codex",
    title: "Codex",
    packages: ["@openai/codex@0.171.0"],
    setup: "codex",
    file: ".codex/config.toml",
    before: (model) => `# Mine.
model = "gpt-5"
model_provider = "stub"
check_for_update_on_startup = false
analytics.enabled = false

[model_providers.stub]
name = "Stub"
base_url = "${model}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
`,
    script: "@openai/codex/bin/codex.js",
    args: () => ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", SAY],
    env: () => ({ OPENAI_API_KEY: KEY }),
  },
  {
    id: "gemini-cli",
    title: "Gemini CLI",
    packages: ["@google/gemini-cli@0.61.0"],
    setup: "gemini-cli",
    file: ".gemini/settings.json",
    before: () => `{ // Mine.
  "general": { "enableAutoUpdate": false }, "privacy": {"usageStatisticsEnabled": false},
  "security": { "auth": { "selectedType": "gemini-api-key" } }
}`,
    script: "@google/gemini-cli/bundle/gemini.js",
    args: () => ["-p", SAY, "--yolo", "-m", "gemini-2.5-flash"],
    env: (model) => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: KEY,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
  },
  {
    id: "opencode",
    title: "OpenCode",
    packages: ["opencode-ai@1.18.33"],
    setup: "opencode",
    file: ".config/opencode/opencode.json",
    before: (model) => `{
  "$schema": "https://opencode.ai/config.json", "autoupdate": false, "share": "disabled",
  "provider": { "stub": {
    "npm": "@ai-sdk/openai-compatible", "models": { "stub": {} },
    "options": { "baseURL": "${model}/v1", "apiKey": "${KEY}" }
  } }
}`,
    // Its install script would copy this.
    program: `opencode-${platform}-${arch}/bin/opencode`,
    args: () => ["run", "-m", "stub/stub", SAY],
    env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: "1", npm_config_fetch_retries: "0" }),
  },
  {
    id: "qwen-code",
    title: "Qwen Code",
    packages: ["@qwen-code/qwen-code@0.24.4"],
    setup: "qwen-code",
    file: ".qwen/settings.json",
    // Its search for tools would send their names and shortened descriptions alone.
    before: () => `{
  "general": { "enableAutoUpdate": false }, "privacy": { "usageStatisticsEnabled": false }, "$version": 4,
  "security": { "auth": { "selectedType": "openai" } }, "tools": { "toolSearch": { "enabled": false } }
}`,
    script: "@qwen-code/qwen-code/cli.js",
    needsNewerNode: true,
    args: () => ["-p", SAY, "--yolo"],
    env: (model) => ({ OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: "stub" }),
  },
];

const CLIENTS: readonly Host[] = [
  client("inspector", "MCP Inspector", "@modelcontextprotocol/inspector@2.12.0"),
  client("vercel-ai", "Vercel AI", "@ai-sdk/mcp@2.0.99", "ai@7.0.173", "@ai-sdk/openai-compatible@3.0.92"),
  client(
    "langchain",
    "LangChain",
    "@langchain/mcp-adapters@1.1.4",
    "langchain@1.5.14",
    "@langchain/openai@1.6.0",
  ),
  client("openai-agents", "OpenAI Agents", "@openai/agents@0.20.0"),
  client("mastra", "Mastra", "@mastra/mcp@2.0.0", "@mastra/core@1.71.0"),
  client("google-genai", "Google GenAI", "@google/genai@3.3.0", "@modelcontextprotocol/sdk@1.32.2"),
];

export const HOSTS = [...ASSISTANTS, ...CLIENTS];

/** A library, which reads the file that setup writes for Cursor. */
function client(id: string, title: string, ...packages: string[]): Host {
  return {
    ...{ id, title, packages, setup: "cursor", file: ".cursor/mcp.json", needsNewerNode: true },
    before: () => '{"mcpServers":{}, "mine": [1,2] }\n',
    script: `../${id}.mjs`,
    args: (file, model) => [file, model, SAY],
    env: (model) => ({
      OPENAI_BASE_URL: `${model}/v1`,
      OPENAI_API_KEY: KEY,
      OPENAI_AGENTS_DISABLE_TRACING: "1",
      LANGSMITH_TRACING: "false",
      MASTRA_TELEMETRY_DISABLED: "1",
      MCP_INSPECTOR_SECRET_STORE: "memory",
    }),
  };
}
