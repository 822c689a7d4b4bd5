import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../scripts/sizes/size.ts";
import { CLIENT_KINDS } from "../../helpers/clients.ts";
import { openSession } from "../../helpers/session.ts";

const uriOf = (month: string) => `tempo://schedule/${month}/summary`;

const JANUARY = {
  month: "2026-01",
  summary: {
    totalDays: 31,
    workingDays: 21,
    nonWorkingDays: 10,
    totalRequiredHours: 168,
    averageDailyHours: 8,
  },
};

const SEED = { holidays: [{ date: "2026-01-01", name: "New Year", durationSeconds: 8 * 3600 }] };

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  test.each(CLIENT_KINDS)("it has only the month's totals, to %s", async (kind) => {
    const { client } = await openSession({ deployment, client: kind, seed: SEED });
    const { contents } = await client.readResource({ uri: uriOf("2026-01") });
    expect(contents).toEqual([
      { uri: uriOf("2026-01"), mimeType: "application/json", text: expect.any(String) },
    ]);
    expect(JSON.parse(contents[0]?.text ?? "")).toEqual(JANUARY);
  });
});

test.each(["2026-02", "2028-02", "2026-04", "2026-12"])(
  "of %s it is get_schedule's summary of all its days",
  async (month) => {
    const { client, reply } = await openSession();
    const { contents } = await client.readResource({ uri: uriOf(month) });
    const { summary } = JSON.parse(contents[0]?.text ?? "");
    const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
    expect(summary.totalDays).toBe(lastDay);
    expect(
      await reply("get_schedule", { startDate: `${month}-01`, endDate: `${month}-${lastDay}` }),
    ).toMatchObject({
      summary,
    });
  },
);

test("it costs a few dozen tokens while the tool's reply costs several hundred", async () => {
  const { client, call } = await openSession({ seed: SEED });
  const { contents } = await client.readResource({ uri: uriOf("2026-01") });
  const { content } = await call("get_schedule", { startDate: "2026-01-01", endDate: "2026-01-31" });
  const tokens = {
    resource: sizeOf(contents[0]?.text ?? "").tokens,
    reply: sizeOf(content[0]?.text ?? "").tokens,
  };
  expect(tokens).toEqual({ resource: 38, reply: 866 });
});
