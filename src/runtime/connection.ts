import { setImmediate } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { cloudHelp, dataCenterHelp } from "../config/service-help.ts";
import type { Settings } from "../config/settings.ts";
import type { SandboxCredentials, SandboxSeed } from "../sandbox/state.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { ApiClientOptions } from "../tempo/http/client.ts";
import type { RateLimiter } from "../tempo/http/rate-limit.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { machineZone } from "../timesheet/zones.ts";
import { systemClock, today } from "./clock.ts";
import { createRedactor } from "./redaction.ts";

export interface Connection {
  deployment: Deployment;
  options: Omit<ApiClientOptions, "rateLimiter"> & { rateLimiter?: RateLimiter };
}

/**
 * @param seed the data of the sandbox; the demo's if left out
 * @throws SettingsError if no sandbox is asked for and the settings name no deployment
 */
export async function resolveConnection(
  settings: Settings,
  sandbox: Deployment["kind"] | undefined,
  log: (line: string) => void,
  seed?: SandboxSeed,
): Promise<Connection> {
  const options = {
    fetch: sendRequest,
    clock: systemClock,
    timeout: settings.timeout,
    redact: createRedactor(settings.secrets),
    ...(settings.debug && { debug: log }),
  };
  const { proxy, certificatesFile, optionsError, isOneOfSeveral = false } = settings;
  if (sandbox) {
    if (optionsError) throw optionsError;
    return sandboxConnection(sandbox, options, seed);
  }
  if (settings.deployment instanceof SettingsError) throw settings.deployment;
  const deployment = settings.commands
    ? await (await import("./token-commands.ts")).withPrintedTokens(
        settings.deployment,
        settings.commands,
        settings.secrets,
      )
    : settings.deployment;
  if (!proxy && !certificatesFile && !isOneOfSeveral) return { deployment, options };
  const { useNetwork } = await import("./network.ts");
  const dispatcher = useNetwork(settings, deployment);
  // Setup checks whether a connection works without what its shell trusts, by another network of the process.
  if (!isOneOfSeveral) return { deployment, options };
  return { deployment, options: { ...options, fetch: (request) => sendRequest(request, dispatcher) } };
}

/** Loaded only by `--sandbox`. */
async function sandboxConnection(
  kind: Deployment["kind"],
  options: Omit<ApiClientOptions, "rateLimiter">,
  seed?: SandboxSeed,
): Promise<Connection> {
  const { createSandbox, demoSeed, SANDBOX_CREDENTIALS } = await import("../sandbox/index.ts");
  const sandbox = createSandbox(seed ?? demoSeed(today(), machineZone()));
  return {
    deployment: sandboxDeployment(kind, SANDBOX_CREDENTIALS),
    options: {
      ...options,
      // The sandbox has no other users, so it needs no rate limit.
      rateLimiter: (send) => send(),
      async fetch(request) {
        // Lets other messages through first, above all a cancellation, as a network would.
        await setImmediate();
        return sandbox.fetch(request);
      },
    },
  };
}

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

/**
 * Sends a request by `fetch`, its body as text: Node would copy the body of a `Request` through further streams.
 *
 * @param dispatcher the network that it goes through; that of the process if left out
 */
export async function sendRequest(request: Request, dispatcher?: Dispatcher): Promise<Response> {
  const { url, method, headers, redirect, signal } = request;
  const body = request.body ? await request.text() : null;
  // The types of the package and of Node's own copy differ.
  const network: object = dispatcher ? { dispatcher } : {};
  return fetch(url, { method, headers, redirect, signal, body, ...network });
}
