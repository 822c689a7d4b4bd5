import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * The ports from which no system takes the local port of a connection: Linux starts at 32,768, macOS and Windows at 49,152. A
 * port from there could be taken by a connection of another test before the test that asked for it listens.
 */
const FIRST = 10_000;
const AFTER_LAST = 32_768;

const given = new Set<number>();

/** A port of 127.0.0.1 that nothing listens on, another one with each call, to listen on later and more than once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  const isListening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (isListening) {
    server.close();
    await once(server, "close");
  }
  return isListening;
}
