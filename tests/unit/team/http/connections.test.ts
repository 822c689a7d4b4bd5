import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { Connections } from "../../../../src/team/http/connections.ts";

/** A connection that says nothing, and the response to the request that it may send. */
function connectionFrom(remoteAddress: string, remotePort: number) {
  const socket = Object.assign(new EventEmitter(), {
    remoteAddress,
    remotePort,
    localAddress: "192.0.2.1",
    isOpen: true,
    destroy: () => {
      socket.isOpen = false;
    },
  });
  return { socket, response: new EventEmitter() };
}

/**
 * Connections of strangers, each from an address of its own, and what they do: `s` silent, `i` idle after a request, `p` in progress,
 * `r` refused while they send their bodies.
 */
function openAll(states: string, addressOf = (number: number) => `198.51.${number >> 8}.${number & 255}`) {
  const connections = new Connections();
  const opened = [...states].map((state, number) => {
    const { socket, response } = connectionFrom(addressOf(number), 1024 + number);
    const reason = connections.open(socket as never, false);
    if (state !== "s") connections.begin({ socket } as never, response as never);
    if (state === "i") response.emit("close");
    if (state === "r") Object.assign(response, { headersSent: true, req: { complete: false } });
    return { socket, reason };
  });
  const reasons = opened.flatMap(({ reason }) => reason ?? []);
  const ended = opened.flatMap(({ socket }, number) => (socket.isOpen ? [] : [number]));
  return { ended, reasons, size: connections.size };
}

const [S, I, P, R] = ["s", "i", "p", "r"].map((state) => (count: number) => state.repeat(count)) as [
  (count: number) => string,
  (count: number) => string,
  (count: number) => string,
  (count: number) => string,
];

test.each<[what: string, states: string, ended: number[]]>([
  ["none while there is room", S(100) + I(100) + P(56), []],
  ["the oldest silent one if all are silent", S(257), [0]],
  ["the oldest silent ones, one for each new one", S(260), [0, 1, 2, 3]],
  [
    "silent ones before fewer idle ones",
    I(100) + S(200),
    Array.from({ length: 44 }, (_, index) => 100 + index),
  ],
  ["the longest idle one before fewer silent ones", S(50) + I(206) + S(1), [50]],
  ["an idle one if all others have requests", P(255) + I(1) + S(1), [255]],
  ["a silent one if all others have requests", P(255) + S(2), [255]],
  ["the new one if all others have requests", P(256) + S(1), [256]],
  ["the oldest refused one that still sends", P(200) + R(57), [200]],
])("beyond 256 connections, %s is ended", (_, states, ended) => {
  expect(openAll(states)).toEqual({
    ended,
    reasons: ended.map(() => "full"),
    size: states.length - ended.length,
  });
});

test.each<[what: string, addressOf: (number: number) => string, ended: number]>([
  ["an IPv4 address", () => "203.0.113.7", 8],
  ["an IPv4 address, written as one of IPv6", () => "::ffff:203.0.113.7", 8],
  ["an IPv4 address in both ways", (number) => `${number % 2 ? "::ffff:" : ""}203.0.113.7`, 8],
  ["a /64 network", (number) => `2001:db8:0:1::${number.toString(16)}`, 8],
  ["two /64 networks", (number) => `2001:db8:0:${number % 2}::1`, 0],
  ["40 IPv4 addresses, written as ones of IPv6", (number) => `::ffff:203.0.113.${number}`, 0],
  ["a link with its zone", () => "fe80::1%eth0", 8],
])("of 40 silent or refused connections from %s, the oldest beyond 32 end", (_, addressOf, ended) => {
  for (const states of [S(40), R(39) + S(1)])
    expect(openAll(states, addressOf)).toEqual({
      ended: Array.from({ length: ended }, (__, index) => index),
      reasons: Array(ended).fill("address"),
      size: 40 - ended,
    });
});

test("connections that have sent a request do not count against their address", () => {
  const { ended } = openAll(I(60) + P(60) + S(32), () => "203.0.113.7");
  expect(ended).toEqual([]);
});

test("a connection that the client has closed takes no place", () => {
  const connections = new Connections();
  for (let number = 0; number < 600; number += 1) {
    const { socket } = connectionFrom("203.0.113.7", number);
    expect(connections.open(socket as never, false)).toBeUndefined();
    socket.emit("close");
  }
  expect(connections.size).toBe(0);
});
