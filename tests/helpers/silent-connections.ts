import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { onTestFinished } from "vitest";

const WHOLE_HEAD = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/** The head of a TLS record and of the ClientHello that does not follow. */
export const HALF_HELLO = Buffer.from("16030102000100", "hex");

/** The bytes that strangers send on a connection before they wait. */
export const SILENCES = {
  nothing: () => {},
  "half of a TLS hello": (socket: Socket) => socket.write(HALF_HELLO),
  "half of a request line": (socket: Socket) => socket.write("POST /mc"),
  "half of the headers": (socket: Socket) => socket.write(WHOLE_HEAD.slice(0, -2)),
  "a byte of a header each second": (socket: Socket) => {
    socket.write(`${WHOLE_HEAD.slice(0, -2)}X-Slow: `);
    const drip = setInterval(() => socket.write("x"), 1000);
    socket.once("close", () => clearInterval(drip));
  },
  "a whole request, and no further one": (socket: Socket) => socket.write(WHOLE_HEAD),
  "a request, and half of another": (socket: Socket) => socket.write(WHOLE_HEAD + WHOLE_HEAD.slice(0, -2)),
  "a whole head, and half of its body": (socket: Socket) =>
    socket.write(`${WHOLE_HEAD.slice(0, -2)}Content-Length: 10\r\n\r\n12345`),
};

export type Silence = keyof typeof SILENCES;

/** The kinds that are sent before a TLS handshake has ended. */
const BEFORE_TLS: Silence[] = ["nothing", "half of a TLS hello"];

interface Attack {
  silence: Silence;
  port: number;
  isTls: boolean;
  /** The address from which the connection with a number comes. */
  from?: (number: number) => string;
}

/** A machine that also makes these handshakes would do nothing else. */
const REOPEN_MS = { plain: 1000, encrypted: 20_000 };

/** Holds so many connections until the running test ends, opening each anew when the server ends it. Resolves once all have begun. */
export async function holdConnections(
  count: number,
  { silence, port, isTls, from = () => "127.0.0.1" }: Attack,
): Promise<void> {
  let hasEnded = false;
  const open = new Set<Socket>();
  const isEncrypted = isTls && !BEFORE_TLS.includes(silence);
  const hold = (number: number): Promise<void> =>
    new Promise((begun) => {
      const address = { port, host: "127.0.0.1", localAddress: from(number) };
      const socket = isEncrypted ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address);
      open.add(socket);
      socket.on("error", () => {});
      socket.resume();
      socket.once(isEncrypted ? "secureConnect" : "connect", () => {
        SILENCES[silence](socket);
        begun();
      });
      socket.once("close", () => {
        begun();
        open.delete(socket);
        setTimeout(
          () => hasEnded || void hold(number),
          REOPEN_MS[isEncrypted ? "encrypted" : "plain"],
        ).unref();
      });
    });
  onTestFinished(() => {
    hasEnded = true;
    for (const socket of open) socket.destroy();
  });
  await Promise.all(Array.from({ length: count }, (_, number) => hold(number)));
}
