import { serveOnLoopback } from "../helpers/http-server.ts";

/** A request as it came, and when, in milliseconds since 1970. */
export interface Relayed {
  method: string;
  path: string;
  body: string;
  at: number;
}

/**
 * Stands before a Tempo until the running test ends, and notes what is sent to it. A request whose client goes away is relayed all the
 * same.
 */
export async function relayTo(tempo: string): Promise<{ address: string; requests: readonly Relayed[] }> {
  const requests: Relayed[] = [];
  const address = await serveOnLoopback(async (request) => {
    const { pathname: path, search } = new URL(request.url);
    const { method, headers } = request;
    const body = await request.text();
    requests.push({ method, path, body, at: Date.now() });
    const { status, body: answer } = await fetch(`${tempo}${path}${search}`, {
      method,
      headers: { authorization: headers.get("authorization") ?? "", "content-type": "application/json" },
      ...(body && { body }),
    });
    return new Response(answer, { status, headers: { "content-type": "application/json" } });
  });
  return { address, requests };
}

/** Whether a request creates worklogs, on either deployment. */
export function isPost({ method, path }: Relayed): boolean {
  return method === "POST" && /\/4\/worklogs(\/issue\/\d+\/bulk)?$/.test(path);
}
