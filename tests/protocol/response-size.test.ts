import { describe, expect, test } from "vitest";
import { POST } from "../helpers/inputs.ts";
import { openSession } from "../helpers/session.ts";

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

  test("leaves the outcome of a write unknown", async () => {
    const { sent, respond } = endlessTempo(200, " ");
    const { refusal } = await openSession({ upstream: responding(/^POST .*\/4\/worklogs$/, respond) });
    expect(await refusal("post_worklog", POST)).toContain("it is unknown whether the request took effect");
    expect(sent.isCancelled).toBe(true);
  });

  test("is read as far as an error message may go if its status is an error", async () => {
    const { sent, respond } = endlessTempo(400, "[");
    const { refusal } = await openSession({ upstream: responding(/\/4\//, respond) });
    expect(await refusal("get_schedule", WEEK)).toBe(
      "Tempo rejected this (HTTP 400). It gives no reason. Correct it and try again.",
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
