import { cloudHelp, dataCenterHelp } from "../config/service-help.ts";
import type { SandboxCredentials } from "../sandbox/state.ts";
import type { Deployment } from "../tempo/deployment.ts";

/** Resolves nowhere: the sandbox takes the place of `fetch`. */
const ADDRESS = "https://sandbox.invalid";

export function sandboxDeployment(
  kind: Deployment["kind"],
  { personalAccessToken, ...credentials }: SandboxCredentials,
  workAttributes: Record<string, string> = {},
): Deployment {
  return kind === "cloud"
    ? {
        kind,
        tempoUrl: ADDRESS,
        jiraUrl: ADDRESS,
        atlassianUrl: ADDRESS,
        ...credentials,
        workAttributes,
        help: cloudHelp(new Set()),
      }
    : { kind, baseUrl: ADDRESS, token: personalAccessToken, workAttributes, help: dataCenterHelp() };
}
