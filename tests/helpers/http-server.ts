import { onTestFinished } from "vitest";
import { serveOverHttp } from "../../src/cli/sandbox/http-server.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";

/** Serves a fetch function over real HTTP on loopback until the running test ends, and answers its address. */
export async function serveOnLoopback(fetch: Fetch): Promise<string> {
  const { address, close } = await serveOverHttp(fetch);
  onTestFinished(close);
  return address;
}
