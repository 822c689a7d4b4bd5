import { describe, expect, test } from "vitest";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { isWrite } from "../../helpers/faults.ts";
import { dates, entry } from "../../helpers/inputs.ts";
import { openSession } from "../../helpers/session.ts";

/** A gateway that sends each request that stores worklogs twice. */
const doubling =
  (answer: 0 | 1) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    if (!isWrite(request)) return fetch(request);
    const copy = request.clone();
    const responses = [await fetch(request), await fetch(copy)];
    return responses[answer] as Response;
  };

const ENTRIES = {
  "a group of three": dates(3).map((date) => entry(date)),
  "a group of three equal ones": Array(3).fill(entry("2026-01-05", { hours: 2 })),
  "one entry": [entry()],
};

describe.each(["cloud", "datacenter"] as const)(
  "on %s, if a gateway sends each request twice",
  (deployment) => {
    describe.each([
      ["first", 0],
      ["second", 1],
    ] as const)("and returns the %s response", (_, answer) => {
      test.each(Object.entries(ENTRIES))(
        "the repeated call names the copy of each entry of %s",
        async (__, worklogs) => {
          const { reply, sandbox } = await openSession({ deployment, upstream: doubling(answer) });
          const first = await reply("bulk_post_worklogs", { worklogs });
          expect(sandbox.state.worklogs.size).toBe(2 * worklogs.length);
          const { results } = await reply("bulk_post_worklogs", { worklogs });
          expect(sandbox.state.worklogs.size).toBe(2 * worklogs.length);
          const own = first.results.map(({ worklogId }) => worklogId);
          const copies = [...sandbox.state.worklogs.keys()].map(String).filter((id) => !own.includes(id));
          expect(results.map(({ worklogId }) => worklogId)).toEqual(own);
          expect(results.map(({ possibleDuplicateId }) => possibleDuplicateId).sort()).toEqual(copies.sort());
        },
      );
    });
  },
);
