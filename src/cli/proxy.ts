import { EnvHttpProxyAgent, setGlobalDispatcher } from "undici";

/**
 * Sends every request of this process through the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`,
 * `NO_PROXY`, in either case). The platform's fetch does not look there by itself on Node 20 and 22. In a chunk of its own,
 * which is loaded only where one of them is set.
 */
export function useProxy(): void {
  setGlobalDispatcher(new EnvHttpProxyAgent());
}
