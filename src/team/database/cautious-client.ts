import { TLSSocket } from "node:tls";
import { Client, type ClientConfig } from "pg";
import { DatabaseError } from "./database-error.ts";

/** Sends no password in clear text, unless TLS has verified the server. The driver would send it to any server that asks. */
export class CautiousClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this;
    // The driver's own listener comes next, and writes into the connection that is then closed.
    connection.prependListener("authenticationCleartextPassword", () => {
      if (!isVerified(connection.stream)) connection.stream.destroy(new DatabaseError("clearTextPassword"));
    });
  }
}

/** The state of a client's connection: the end of a sentence that begins with "The connection is". */
export function describeConnection(
  { host, connection: { stream } }: Client,
  checksHostName: boolean,
): string {
  if (host.startsWith("/")) return "a Unix socket";
  if (!(stream instanceof TLSSocket)) return "unencrypted, on this machine";
  const verified = checksHostName
    ? "certificate and host name verified"
    : "the certificate verified, the host name not";
  return `${stream.getProtocol()}, ${isVerified(stream) ? verified : "nothing verified, on this machine"}`;
}

function isVerified(stream: unknown): boolean {
  return stream instanceof TLSSocket && stream.authorized;
}
