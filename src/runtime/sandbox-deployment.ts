import type { SandboxCredentials } from "../sandbox/state.ts";
import type { Deployment } from "../tempo/deployment.ts";

/** Leads nowhere: the embedded Tempo answers in the place of `fetch`. */
const ADDRESS = "https://sandbox.invalid";

/** The embedded Tempo as a deployment of a kind. */
export function sandboxDeployment(
  kind: Deployment["kind"],
  { personalAccessToken, ...credentials }: SandboxCredentials,
  workAttributes: Record<string, string> = {},
): Deployment {
  return kind === "cloud"
    ? { kind, tempoUrl: ADDRESS, jiraUrl: ADDRESS, ...credentials, workAttributes }
    : { kind, baseUrl: ADDRESS, token: personalAccessToken, workAttributes };
}
