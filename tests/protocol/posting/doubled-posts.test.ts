import { describe, expect, test } from "vitest";
import { doublingGateway } from "../../helpers/doubling-gateway.ts";
import { dates, entry } from "../../helpers/inputs.ts";
import { openSession } from "../../helpers/session.ts";

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
          const { reply, sandbox } = await openSession({ deployment, upstream: doublingGateway(answer) });
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
