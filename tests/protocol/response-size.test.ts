import { describe, expect, test } from "vitest";
import { addDays } from "../../src/timesheet/dates.ts";
import { notStored } from "../helpers/in-doubt.ts";
import { POST } from "../helpers/inputs.ts";
import { worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";
import { delivery } from "../helpers/teams.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };
const MB = 1024 * 1024;
const TOO_LARGE =
  "Tempo's response is too large to be read (more than 32 MB or 500,000 values). Ask for a shorter range; if that does not " +
  "help, check TEMPO_API_URL.";

/** A Tempo whose responses do not end. */
function endlessTempo(status: number, part: string, headers: Record<string, string> = {}) {
  const bytes = new TextEncoder().encode(part.repeat(MB / part.length));
  const sent = { megabytes: 0, isCancelled: false };
  const respond = () => {
    const body = new ReadableStream({
      pull(controller) {
        sent.megabytes += 1;
        controller.enqueue(bytes);
      },
      cancel() {
        sent.isCancelled = true;
      },
    });
    return new Response(body, { status, headers });
  };
  return { sent, respond };
}

/** Takes the place of Tempo for some requests. */
const responding =
  (which: RegExp, respond: () => Response) =>
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request) =>
    which.test(`${request.method} ${request.url}`) ? respond() : fetch(request);

describe("a response that is too large", () => {
  test.each([
    ["by its bytes", " ", {}, 33, 36],
    ["by its values", "{},\n", {}, 1, 4],
    ["by its Content-Length", " ", { "content-length": "40000000" }, 0, 2],
  ])("%s is not read any further", async (_, part, headers, least, most) => {
    const { sent, respond } = endlessTempo(200, part, headers);
    const { refusal } = await openSession({ upstream: responding(/\/4\//, respond) });
    expect(await refusal("get_schedule", WEEK)).toBe(TOO_LARGE);
    expect(sent.isCancelled).toBe(true);
    expect(sent.megabytes).toBeGreaterThanOrEqual(least);
    expect(sent.megabytes).toBeLessThanOrEqual(most);
  });

  test("leaves it to lists to say what became of a write", async () => {
    const { sent, respond } = endlessTempo(200, " ");
    const { refusal } = await openSession({ upstream: responding(/^POST .*\/4\/worklogs$/, respond) });
    expect(await refusal("post_worklog", POST)).toBe(notStored());
    expect(sent.isCancelled).toBe(true);
  });

  test("is read as far as an error message may go if its status is an error", async () => {
    const { sent, respond } = endlessTempo(400, "[");
    const { refusal } = await openSession({ upstream: responding(/\/4\//, respond) });
    expect(await refusal("get_schedule", WEEK)).toBe(
      "Tempo rejected this (HTTP 400). It gives no reason. Check what was sent, and ask your Tempo administrator for the reason.",
    );
    expect(sent).toMatchObject({ isCancelled: true });
    expect(sent.megabytes).toBeLessThan(4);
  });
});

test("a status beyond those of HTTP is an error of upstream", async () => {
  const { refusal } = await openSession({
    upstream: responding(/\/4\//, () => Object.defineProperty(new Response("x"), "status", { value: 999 })),
  });
  expect(await refusal("get_schedule", WEEK)).toContain("Tempo is temporarily unavailable (HTTP 599).");
});

/** Makes upstream's answers too large where they have more than so many worklogs. */
const atMost =
  (most: number, asked: { from: string; to: string }[]) =>
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request) => {
    if (!request.url.includes("/worklogs")) return fetch(request);
    const { from, to } = (
      request.method === "GET"
        ? Object.fromEntries(new URL(request.url).searchParams)
        : await request.clone().json()
    ) as { from: string; to: string };
    asked.push({ from, to });
    const response = await fetch(request);
    const body = (await response.clone().json()) as unknown[] | { results: unknown[] };
    const { length } = Array.isArray(body) ? body : body.results;
    return length > most ? endlessTempo(200, "{},\n").respond() : response;
  };

describe.each(["cloud", "datacenter"] as const)("of too many worklogs, on %s,", (deployment) => {
  const worklogs = Array.from({ length: 10 }, (_, index) =>
    worklog({ startDate: addDays("2026-01-01", index), timeSpentSeconds: 1200 }),
  );
  const TEN_DAYS = { startDate: "2026-01-01", endDate: "2026-01-10" };

  test("totals ask again by halves of the range, and add up the same", async () => {
    const asked: { from: string; to: string }[] = [];
    const open = (most: number) =>
      openSession({ deployment, toolSets: ["reports"], seed: { worklogs }, upstream: atMost(most, asked) });
    const whole = await (await open(10)).reply("get_totals", { ...TEN_DAYS, groupBy: "day" });
    expect(asked.splice(0)).toEqual([{ from: "2026-01-01", to: "2026-01-10" }]);
    expect(await (await open(4)).reply("get_totals", { ...TEN_DAYS, groupBy: "day" })).toEqual(whole);
    expect(asked).toEqual([
      { from: "2026-01-01", to: "2026-01-10" },
      { from: "2026-01-01", to: "2026-01-05" },
      { from: "2026-01-01", to: "2026-01-02" },
      { from: "2026-01-03", to: "2026-01-05" },
      { from: "2026-01-06", to: "2026-01-10" },
      { from: "2026-01-06", to: "2026-01-07" },
      { from: "2026-01-08", to: "2026-01-10" },
    ]);
  });

  test("totals of a team ask again by halves of its whole months, and add up the same", async () => {
    const asked: { from: string; to: string }[] = [];
    const members = delivery().teams[0]?.members.map(({ accountId }) => accountId) ?? [];
    const ofTeam = worklogs.map((it, index) => ({ ...it, accountId: members[index % 3] ?? "" }));
    const open = (most: number) =>
      openSession({
        deployment,
        toolSets: ["team"],
        seed: { ...delivery(), worklogs: ofTeam },
        upstream: atMost(most, asked),
      });
    const args = {
      team: "7",
      startDate: "2026-01-02",
      endDate: "2026-01-09",
      groupBy: "day",
      then: "person",
    };
    const whole = await (await open(10)).reply("get_team_totals", args);
    expect(whole.summary).toEqual({ members: 3, totalHours: 2.67, billableHours: 2.67, totalEntries: 8 });
    expect(asked.splice(0)).toEqual([{ from: "2026-01-01", to: "2026-01-31" }]);
    expect(await (await open(6)).reply("get_team_totals", args)).toEqual(whole);
    expect(asked).toEqual([
      { from: "2026-01-01", to: "2026-01-31" },
      { from: "2026-01-01", to: "2026-01-15" },
      { from: "2026-01-01", to: "2026-01-07" },
      { from: "2026-01-01", to: "2026-01-03" },
      { from: "2026-01-04", to: "2026-01-07" },
      { from: "2026-01-08", to: "2026-01-15" },
      { from: "2026-01-16", to: "2026-01-31" },
    ]);
  });

  test("totals of a date that is too large fail with its sentence, and get_worklogs does so at once", async () => {
    const asked: { from: string; to: string }[] = [];
    const upstream = atMost(0, asked);
    const { refusal } = await openSession({
      deployment,
      toolSets: ["reports"],
      seed: { worklogs },
      upstream,
    });
    expect(await refusal("get_totals", TEN_DAYS)).toContain("response is too large to be read");
    expect(asked.splice(0).length).toBe(4);
    expect(await refusal("get_worklogs", TEN_DAYS)).toContain("response is too large to be read");
    expect(asked.length).toBe(1);
  });
});
