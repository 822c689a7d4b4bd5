import type { Tool } from "@modelcontextprotocol/client";
import type { McpUiHostCapabilities, McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";

const CAPABILITIES: McpUiHostCapabilities = {
  serverTools: {},
  serverResources: {},
  updateModelContext: { text: {} },
  message: { text: {} },
  openLinks: {},
  logging: {},
};

/** The host's capabilities without those that it lacks. */
export function capabilitiesWithout(lacks: readonly (keyof McpUiHostCapabilities)[]): McpUiHostCapabilities {
  return Object.fromEntries(
    Object.entries(CAPABILITIES).filter(([name]) => !lacks.some((it) => it === name)),
  );
}

/** The host's context for the view of a tool. @param width in pixels */
export function defaultContext(tool: Tool, width: number): McpUiHostContext {
  return {
    toolInfo: { tool },
    theme: "light",
    locale: "en-GB",
    timeZone: "UTC",
    displayMode: "fullscreen",
    containerDimensions: { width, maxHeight: 5000 },
    platform: "web",
  };
}
