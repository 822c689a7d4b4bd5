import { EnvHttpProxyAgent, setGlobalDispatcher } from "undici";
import type { Deployment } from "../tempo/deployment.ts";
import { isLoopback } from "./address.ts";

/**
 * Sends every request of this process through the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`,
 * `NO_PROXY`, in either case). The platform's fetch does not look there by itself on Node 20 and 22. In a chunk of its own,
 * which is loaded only where one of them is set. What is on this machine is reached directly: a proxy elsewhere cannot, and
 * would be handed the token in the open.
 *
 * @param noProxy what `NO_PROXY` names
 * @throws where the proxy's address is none
 */
export function useProxy(deployment: Deployment, noProxy: string): void {
  const addresses =
    deployment.kind === "cloud" ? [deployment.tempoUrl, deployment.jiraUrl] : [deployment.baseUrl];
  const local = addresses.map((address) => new URL(address)).filter(isLoopback);
  const excluded = noProxy === "*" ? noProxy : [noProxy, ...local.map(({ hostname }) => hostname)].join(",");
  setGlobalDispatcher(new EnvHttpProxyAgent({ noProxy: excluded }));
}
