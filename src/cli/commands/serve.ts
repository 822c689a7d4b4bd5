import { defineCommand } from "../command.ts";
import { HTTP, refuseProfileOfTeam, SANDBOX, sandboxKind, TOOLSETS } from "../options.ts";

export const command = defineCommand({
  summary: "serve MCP over HTTP, for a team",
  options: { sandbox: SANDBOX, toolsets: TOOLSETS, http: HTTP },
  details: [
    "Each user's own tokens come with each request, and none is stored. Off loopback it needs TLS, a public URL and access keys or " +
      "your identity provider: docs/teams.md. It reads its settings from the environment alone: tempofiller help settings lists them.",
  ],
  async run({ options }, { env, writeError }) {
    const sandbox = sandboxKind(options);
    refuseProfileOfTeam(options.profile, "serve");
    const { serveTeam } = await import("../serve-team.ts");
    await serveTeam({ http: options.http, sandbox, env, write: writeError });
  },
});
