import { expect, test } from "vitest";
import { record, summaryOf } from "../../helpers/figures.ts";
import { postgresForFile } from "../database.ts";
import { added, batchOf, NO_OUTCOME, outcomeOf } from "./batch.ts";
import { inParallel } from "./pool.ts";
import { isFull, startTeam } from "./team.ts";

const postgres = postgresForFile();

test.each(["datacenter", "cloud"] as const)(
  "%s: the same batch to both replicas at once is stored once, and both replies say that it is",
  { timeout: 3_600_000 },
  async (kind) => {
    const size = isFull ? 500 : 40;
    const env = { TEMPO_REQUESTS_PER_SECOND: "100" };
    const { tempo, one, other, call } = await startTeam(postgres(), { kind, size, env });
    tempo.treat(({ stores }) => (stores ? { processAfter: Math.random() * 100 } : undefined));
    const milliseconds: number[] = [];
    const outcomes = await inParallel(tempo.members, 10, async (member) => {
      const worklogs = batchOf(member);
      const replies = await Promise.all(
        [one, other].map(({ url }) => call(url, member.headers, "bulk_post_worklogs", { worklogs })),
      );
      milliseconds.push(...replies.map((reply) => reply.milliseconds));
      const stored = await tempo.storedOf(member);
      const [first, second] = replies.map((reply) => outcomeOf(worklogs, [reply], stored));
      // Worklogs stored twice or missing show in both outcomes, and are counted once.
      return first && second ? [{ ...first, twice: 0, missing: 0 }, second] : [];
    });
    const total = added(outcomes.flat());
    record({
      row: 3,
      check: `${kind}: same batch to both replicas at once`,
      figures: { batches: size, ...total, ...summaryOf(milliseconds) },
    });
    expect(total).toEqual(NO_OUTCOME);
  },
);
