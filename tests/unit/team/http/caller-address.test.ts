import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { callerAddress } from "../../../../src/team/http/caller-address.ts";

const request = (forwarded: string | undefined, remoteAddress = "10.0.0.7") =>
  ({
    headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage;

test.each([
  ["198.51.100.7", "198.51.100.7"],
  ["6.6.6.6, 198.51.100.7", "198.51.100.7"],
  ["198.51.100.7:40001", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::FFFF:C633:6407", "198.51.100.7"],
  ["[0:0:0:0:0:ffff:c633:0007]:443", "198.51.0.7"],
  ["::ffff:0:c633:6407", "0:0:0:0::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:ffff::2", "2001:db8:0:0::/64"],
  ["2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["[2001:db8::1]:443", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["", "10.0.0.7"],
  ["unknown", "10.0.0.7"],
  ["x".repeat(10_000), "10.0.0.7"],
  [undefined, "10.0.0.7"],
])("behind a proxy that says %j, the caller is at %s", (forwarded, expected) => {
  expect(callerAddress(request(forwarded), true)).toBe(expected);
});

test("without a proxy, what callers say of their address is ignored", () => {
  expect(callerAddress(request("198.51.100.7", "::1"), false)).toBe("0:0:0:0::/64");
});
