import { describe, expect, test } from "vitest";
import type { paths } from "../../../src/generated/tempo-api.ts";
import { type ApiClientOptions, createApiClient, ifFound } from "../../../src/tempo/http/client.ts";
import { expectString } from "../../../src/tempo/http/parse.ts";
import type { Clock } from "../../../src/timesheet/clock.ts";
import { NotFoundError } from "../../../src/timesheet/errors.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { SERVICE, shown } from "./service.ts";

const DEADLINE = 47_500;
const NEVER = () => new Promise<Response>(() => {});
const status =
  (code: number, headers: Record<string, string> = {}) =>
  async () =>
    new Response("{}", { status: code, headers });
const lost = (cause: object) => () => Promise.reject(new TypeError("fetch failed", { cause }));

type Method = "read" | "write" | "create";

interface Options extends Partial<ApiClientOptions> {
  deadline?: number;
  signal?: AbortSignal;
  isRateLimited?: boolean;
  /** Runs when a write is confirmed. */
  beforeWrite?(clock: Clock): Promise<void>;
}

/** A client of an API that answers so; the last answer stays. */
function clientOf(answers: (() => Promise<Response>)[], options: Options = {}) {
  const clock = options.clock ?? virtualClock();
  const sentAt: number[] = [];
  const requests: Request[] = [];
  let writes = 0;
  const client = createApiClient<paths>(
    { ...SERVICE, isRateLimited: options.isRateLimited ?? false },
    "Bearer x",
    {
      clock,
      timeout: 30_000,
      rateLimiter: (send) => send(),
      async fetch(request) {
        sentAt.push(clock.now());
        requests.push(request);
        return (answers[Math.min(sentAt.length, answers.length) - 1] ?? NEVER)();
      },
      ...options,
    },
  );
  const scope = {
    deadline: options.deadline ?? DEADLINE,
    signal: options.signal ?? new AbortController().signal,
    beforeWrite: async () => {
      writes += 1;
      await options.beforeWrite?.(clock);
    },
  };
  const call = (method: Method, target?: string) =>
    client[method](
      scope,
      (api, signal) => api.GET("/4/work-attributes", { signal }),
      (data) => expectString(Reflect.get(data ?? {}, "key"), "its key"),
      target,
    );
  return { client, call, clock, sentAt, requests, scope, writes: () => writes };
}

const failureOf = (result: Promise<unknown>) => result.then(() => undefined, shown);

describe("a request is sent again", () => {
  const backoff = (...delays: number[]) => [
    0,
    ...delays.map((_, index) => delays.slice(0, index + 1).reduce((a, b) => a + b)),
  ];

  test.each<[what: string, method: Method, answer: () => Promise<Response>, sentAt: number[]]>([
    ["four times if it reads", "read", status(503), backoff(375, 750, 1500, 3000)],
    [
      "six times if a write was not accepted",
      "write",
      status(429),
      backoff(375, 750, 1500, 3000, 6000, 6000),
    ],
    [
      "six times if a write was never sent",
      "create",
      lost({ code: "ENOTFOUND", syscall: "getaddrinfo" }),
      backoff(375, 750, 1500, 3000, 6000, 6000),
    ],
    [
      "twice if a read has a page for an answer",
      "read",
      async () => new Response("<html>"),
      backoff(375, 750),
    ],
    [
      "after the time that the server asks for, and a bit more",
      "read",
      status(503, { "retry-after": "7" }),
      backoff(7125, 7125, 7125, 7125),
    ],
    ["not at all if a write has a page for an answer", "write", async () => new Response("<html>"), [0]],
    ["not at all if the outcome of a write is unknown", "write", status(503), [0]],
    ["not at all if it was rejected", "read", status(400), [0]],
    ["not at all if upstream has answered a create", "create", status(429), [0]],
  ])("%s", async (_, method, answer, expected) => {
    const { call, sentAt } = clientOf([answer]);
    await failureOf(call(method));
    expect(sentAt).toEqual(expected);
  });

  test.each([
    [0, [0]],
    [1, [0, 375]],
  ])("%i times if no more is allowed", async (maxRetries, expected) => {
    const { call, sentAt } = clientOf([status(503)], { maxRetries });
    await failureOf(call("read"));
    expect(sentAt).toEqual(expected);
  });

  test.each([
    [0, 250],
    [1, 500],
  ])("after a wait that is shortened at random: by %i, to %i ms", async (random, wait) => {
    const { call, sentAt } = clientOf([status(503)], { clock: virtualClock(() => random), maxRetries: 1 });
    await failureOf(call("read"));
    expect(sentAt).toEqual([0, wait]);
  });

  test.each([
    [1376, [0, 375]],
    [1375, [0]],
  ])("if a second is left after the wait: until %i ms", async (deadline, expected) => {
    const { call, sentAt } = clientOf([status(503)], { deadline });
    await failureOf(call("read"));
    expect(sentAt).toEqual(expected);
  });

  test("until it succeeds", async () => {
    const { call, sentAt } = clientOf([status(503), async () => Response.json({ key: "x" })]);
    expect(await call("read")).toBe("x");
    expect(sentAt).toEqual([0, 375]);
  });
});

describe("a request without a response", () => {
  test.each<[what: string, method: Method, deadline: number, timeout: number, milliseconds: number]>([
    ["a quarter of the time left if it reads", "read", 40_000, 30_000, 10_000],
    ["four minutes if it writes, whatever the call's time", "write", 48_000, 30_000, 240_000],
    ["the timeout at most", "read", 40_000, 2000, 2000],
    ["five seconds late in a call", "read", 12_000, 30_000, 5000],
    ["half of the time left in the end", "read", 6000, 30_000, 3000],
  ])("takes %s", async (_, method, deadline, timeout, milliseconds) => {
    const clock = virtualClock();
    clock.advance(1000);
    const { call } = clientOf([NEVER], { clock, deadline: 1000 + deadline, timeout, maxRetries: 0 });
    await failureOf(call(method));
    expect(clock.now()).toBe(1000 + milliseconds);
  });

  test("is aborted when its time is over", async () => {
    const { call, requests } = clientOf([NEVER], { maxRetries: 0 });
    await failureOf(call("read"));
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  test.each<[method: Method, isAborted: boolean]>([
    ["read", true],
    ["write", false],
  ])("is aborted by the caller, or not, if it is a %s", async (method, isAborted) => {
    const caller = new AbortController();
    const aborted: boolean[] = [];
    const { call, requests } = clientOf(
      [
        async () => {
          caller.abort();
          aborted.push(...requests.map(({ signal }) => signal.aborted));
          return Response.json({ key: "x" });
        },
      ],
      { signal: caller.signal },
    );
    await failureOf(call(method));
    expect(aborted).toEqual([isAborted]);
  });
});

describe("nothing is sent", () => {
  test("once the call is cancelled", async () => {
    const { call, sentAt, writes } = clientOf([NEVER], { signal: AbortSignal.abort() });
    expect(await failureOf(call("write"))).toMatchObject({ kind: "CancelledError" });
    expect({ sentAt, writes: writes() }).toEqual({ sentAt: [], writes: 0 });
  });

  test("at the deadline", async () => {
    const { call, sentAt, writes } = clientOf([NEVER], { deadline: 0 });
    expect(await failureOf(call("write"))).toMatchObject({ kind: "NotSentError" });
    expect({ sentAt, writes: writes() }).toEqual({ sentAt: [], writes: 0 });
  });

  test("if the call is cancelled, or its time runs out, while the write is confirmed", async () => {
    const caller = new AbortController();
    const cancelled = clientOf([NEVER], {
      signal: caller.signal,
      beforeWrite: async () => caller.abort(),
    });
    expect(await failureOf(cancelled.call("write"))).toMatchObject({ kind: "CancelledError" });
    const late = clientOf([NEVER], { beforeWrite: (clock) => clock.sleep(DEADLINE) });
    expect(await failureOf(late.call("write"))).toMatchObject({ kind: "NotSentError" });
    expect([cancelled.sentAt, late.sentAt]).toEqual([[], []]);
  });

  test.each<[what: string, confirming: number[], turns: number[], sentAt: number]>([
    ["in time", [50], [0], 50],
    ["too late for its turn", [1600, 20], [0, 1600], 1620],
    ["too late each time", [60, 60, 60, 60], [0, 60, 120, 180], 240],
  ])("unless in its turn at the rate: a write that is confirmed %s", async (_, confirming, turns, sentAt) => {
    const takenAt: number[] = [];
    const clock = virtualClock();
    const { call, ...seen } = clientOf([async () => Response.json({ key: "x" })], {
      clock,
      isRateLimited: true,
      rateLimiter: (send) => {
        takenAt.push(clock.now());
        return send();
      },
      beforeWrite: () => clock.sleep(confirming.shift() ?? 0),
    });
    await call("write");
    expect({ takenAt, sentAt: seen.sentAt }).toEqual({ takenAt: turns, sentAt: [sentAt] });
  });

  test("before the rate limit ends, by what an earlier response has said", async () => {
    const spent = { "x-ratelimit-remaining": "0", "x-ratelimit-interval-seconds": "5" };
    const { call, sentAt } = clientOf([
      async () => Response.json({ key: "x" }, { headers: spent }),
      async () => Response.json({ key: "x" }),
    ]);
    for (let times = 0; times < 3; times += 1) await call("read");
    expect(sentAt).toEqual([0, 5000, 5000]);
  });

  test.each([
    [5000, { sentAt: [], failure: "RateLimitedError" }],
    [5001, { sentAt: [5000], failure: undefined }],
  ])("if the rate limit ends at the deadline or later: %i ms", async (deadline, expected) => {
    const { call, sentAt } = clientOf([async () => Response.json({ key: "x" })], {
      deadline,
      rateLimit: { blockedUntil: 5000 },
    });
    const failure = await failureOf(call("read"));
    expect({ sentAt, failure: failure?.kind }).toEqual(expected);
  });

  test("out of turn, if the service has a rate limiter", async () => {
    let turns = 0;
    const rateLimiter = <Result>(send: () => Promise<Result>) => {
      turns += 1;
      return send();
    };
    for (const isRateLimited of [true, false]) {
      const { call } = clientOf([async () => Response.json({ key: "x" })], { rateLimiter, isRateLimited });
      await call("read");
    }
    expect(turns).toBe(1);
  });
});

test.each([
  [true, [7000, 0]],
  [false, []],
])(
  "each 429 is reported with its wait, by a service with a rate limiter: %j",
  async (isRateLimited, expected) => {
    const waits: (number | undefined)[] = [];
    const tooMany = async (headers: Record<string, string>) => new Response("", { status: 429, headers });
    const { call } = clientOf(
      [() => tooMany({ "retry-after": "7" }), () => tooMany({}), async () => Response.json({ key: "x" })],
      { isRateLimited, tooManyRequests: (wait) => waits.push(wait ?? 0) },
    );
    await call("read");
    expect(waits).toEqual(expected);
  },
);

test("a 429 is reported before its body, which may break off", async () => {
  const waits: (number | undefined)[] = [];
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("reset")) });
  const { call } = clientOf(
    [
      async () => new Response(broken, { status: 429, headers: { "retry-after": "7" } }),
      async () => Response.json({ key: "x" }),
    ],
    { isRateLimited: true, tooManyRequests: (wait) => waits.push(wait) },
  );
  await call("read");
  expect(waits).toEqual([7000]);
});

describe("a request", () => {
  test("has the credentials, asks for JSON and follows no redirect", async () => {
    const { call, requests } = clientOf([async () => Response.json({ key: "x" })]);
    await call("read");
    expect(
      requests.map(({ url, redirect, headers }) => ({
        url,
        redirect,
        accept: headers.get("accept"),
        authorization: headers.get("authorization"),
      })),
    ).toEqual([
      {
        url: "https://tempo.test:8443/path/4/work-attributes",
        redirect: "manual",
        accept: "application/json",
        authorization: "Bearer x",
      },
    ]);
  });

  test("has no credentials if there are none", async () => {
    const requests: Request[] = [];
    const clock = virtualClock();
    const client = createApiClient<paths>(SERVICE, undefined, {
      clock,
      timeout: 30_000,
      rateLimiter: (send) => send(),
      async fetch(request) {
        requests.push(request);
        return Response.json({});
      },
    });
    const scope = { deadline: DEADLINE, signal: new AbortController().signal };
    for (const method of ["read", "write"] as const) {
      await client[method](
        scope,
        (api, signal) => api.GET("/4/work-attributes", { signal }),
        () => undefined,
      );
    }
    expect(requests.map(({ headers }) => headers.has("authorization"))).toEqual([false, false]);
  });

  test("is announced each time if it writes", async () => {
    for (const [method, announced] of [
      ["read", 0],
      ["write", 2],
    ] as const) {
      const { call, writes } = clientOf([status(429), async () => Response.json({ key: "x" })]);
      await call(method);
      expect(writes()).toBe(announced);
    }
  });
});

test.each<[what: string, redact: Pick<Options, "redact">, shown: string]>([
  ["are replaced", { redact: (text) => text.replace("secret", "***") }, "No ***."],
  ["stay if there are none to replace", {}, "No secret."],
])("secrets in the reason of a rejection %s", async (_, options, reason) => {
  const { call } = clientOf([async () => Response.json({ message: "No secret." }, { status: 400 })], options);
  expect(await failureOf(call("read"))).toEqual({
    kind: "RejectedError",
    message: `Tempo rejected this (HTTP 400). It says: "${reason}" If it names a mistake, correct it and try again; otherwise ask your Tempo administrator.`,
    httpStatus: 400,
  });
});

test.each<[what: string, answer: () => Promise<Response>, why: string]>([
  ["is not JSON", async () => new Response("<html>"), "is not JSON"],
  [
    "is too large",
    async () => new Response("{}", { headers: { "content-length": "40000000" } }),
    "is too large to be read",
  ],
  ["lacks something", async () => Response.json({}), "is invalid: its key is missing"],
])("a response that %s leaves the outcome of a write unknown", async (_, answer, why) => {
  const { call } = clientOf([answer]);
  expect(await failureOf(call("write"))).toEqual({
    kind: "OutcomeUnknownError",
    message:
      `Tempo reported success, but its response ${why}, so it is unknown whether the request took effect. ` +
      "Check your worklogs before retrying.",
  });
});

test("what is not found is nothing, and other failures stay", async () => {
  const { call } = clientOf([status(404), status(400)]);
  expect(await ifFound(Promise.resolve("x"))).toBe("x");
  expect(await ifFound(Promise.reject(new NotFoundError("")))).toBe(undefined);
  expect(await failureOf(ifFound(call("read", "Worklog 7")))).toBe(undefined);
  expect(await failureOf(ifFound(call("read", "Worklog 7")))).toMatchObject({ kind: "RejectedError" });
});

describe("debug mode logs", () => {
  const slowly =
    (clock: { advance(milliseconds: number): void }, answer: () => Promise<Response>) => async () => {
      clock.advance(12.4);
      return answer();
    };

  test("each request with its status and duration, and where the response is not as published", async () => {
    const clock = virtualClock();
    clock.advance(1000);
    const log: string[] = [];
    const items = Array.from({ length: 30 }, () => ({ key: 1 }));
    const { call } = clientOf([slowly(clock, async () => Response.json({ results: items }))], {
      clock,
      debug: (line) => log.push(line),
    });
    await clock.work(() => failureOf(call("read")));
    const [first, ...deviations] = log;
    expect(first).toBe("Tempo GET https://tempo.test:8443/path/4/work-attributes 200 12 ms");
    expect(deviations).toHaveLength(20);
    expect(deviations[0]).toBe(
      "Tempo deviates from contracts/tempo-openapi.yaml: getWorkAttributes 200 must have required property 'self'",
    );
  });

  test("a request without a response, with its duration", async () => {
    const clock = virtualClock();
    const log: string[] = [];
    const { call } = clientOf([slowly(clock, lost({ code: "EPIPE" }))], {
      clock,
      maxRetries: 0,
      debug: (line) => log.push(line),
    });
    await failureOf(call("read"));
    expect(log).toEqual([
      "Tempo GET https://tempo.test:8443/path/4/work-attributes failed after 12 ms: TypeError: fetch failed",
    ]);
  });
});
