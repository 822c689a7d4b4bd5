import type { IncomingMessage } from "node:http";
import { isIP, isIPv4 } from "node:net";

/**
 * The address under which failures are counted: an IPv4 address, or the /64 network of an IPv6 address, since one machine has all of
 * that. A proxy appends the address that it sees to the one that the client claims, and some proxies append the port.
 */
export function callerAddress({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded = isBehindProxy
    ? String(headers["x-forwarded-for"] ?? "")
        .split(",")
        .at(-1)
    : undefined;
  return networkOf(forwarded ?? "") ?? networkOf(socket.remoteAddress ?? "") ?? "";
}

/** The address or network under which a caller is counted; undefined unless the text is an address, with or without a port. */
export function networkOf(text: string): string | undefined {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1");
  if (isIPv4(address)) return address;
  const [plain = ""] = address.split("%", 1);
  if (isIP(plain) !== 6) return undefined;
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(written);
  if (mapped) return ipv4Of(mapped.slice(1).map((group) => Number.parseInt(group, 16)));
  const [before = "", after] = written.split("::");
  const [first, last] = [before, after ?? ""].map((part) => (part === "" ? [] : part.split(":"))) as [
    string[],
    string[],
  ];
  const zeros = after === undefined ? [] : Array.from({ length: 8 - first.length - last.length }, () => "0");
  return `${[...first, ...zeros, ...last].slice(0, 4).join(":")}::/64`;
}

/** @param groups the last two of an IPv6 address that stands for an IPv4 address */
function ipv4Of(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join(".");
}
