import { expect, test } from "vitest";
import { prompts } from "../../../src/prompts/index.ts";
import { MAX_ARGUMENT } from "../../../src/prompts/prompt.ts";
import { promptRefusal, promptText } from "../../helpers/prompts.ts";
import { openSession } from "../../helpers/session.ts";

const ARGUMENTS = prompts.flatMap((prompt) =>
  Object.keys(prompt.arguments).map((name) => [prompt.name, name]),
);

const FITTING: Record<string, Record<string, string>> = {
  worklog_summary: { month: "2026-01" },
  schedule_aware_bulk_entry: { dateRange: "2026-01-05..2026-01-16", issueKey: "PROJ-7" },
  draft_my_week: {},
};

test("prompts/list says of every argument how long it may be", async () => {
  const { client } = await openSession({ toolSets: ["draft"] });
  const { prompts: listed } = await client.listPrompts();
  const shown = listed.flatMap((prompt) =>
    (prompt.arguments ?? []).map(({ name, description }) => [prompt.name, name, description]),
  );
  expect(shown).toEqual(
    ARGUMENTS.map((names) => [...names, expect.stringMatching(/\. At most 255 characters$/)]),
  );
});

test.each(prompts)("$name comes with its description", async ({ name, description }) => {
  const { client } = await openSession({ toolSets: ["draft"] });
  const args = FITTING[name] ?? {};
  expect(await client.getPrompt({ name, arguments: args })).toMatchObject({ description });
});

test.each(ARGUMENTS)("%s refuses a longer %s without repeating it", async (prompt = "", name = "") => {
  for (const length of [MAX_ARGUMENT + 1, 1_000_000]) {
    const args = { ...FITTING[prompt], [name]: "x".repeat(length) };
    expect(await promptRefusal(prompt, args, { toolSets: ["draft"] })).toBe(
      `Invalid input for the prompt ${prompt}: ${name === "month" && prompt !== "worklog_summary" ? "exactly one of `dateRange` and `month` is required; " : ""}` +
        `\`${name}\` must have at most 255 characters, not ${length}. Correct it and request the prompt again.`,
    );
  }
});

test("a name and a key may have as many characters as are allowed", async () => {
  const username = "A".repeat(MAX_ARGUMENT);
  const summary = await promptText("worklog_summary", { ...FITTING.worklog_summary, username });
  expect(summary).toContain(`hours that ${username} logged`);
  const issueKey = `${"A".repeat(MAX_ARGUMENT - 2)}-1`;
  const entry = { ...FITTING.schedule_aware_bulk_entry, issueKey };
  expect(await promptText("schedule_aware_bulk_entry", entry)).toContain(` on ${issueKey} in Tempo.`);
});

test.each([
  ["tabs around both separators", (count: number) => `a${"\t".repeat(count)} TO ${"\t".repeat(count)}..`],
  ["no-break spaces", (count: number) => `2026-01-05${"\u00a0".repeat(count)}to${"\u00a0".repeat(count)}b c`],
  ["dots", (count: number) => `2026-01-05${".".repeat(count)}x`],
  ["the word again and again", (count: number) => `2026-01-05${" to ".repeat(count)}`],
  ["line breaks", (count: number) => `2026-01-05${"\n".repeat(count)}to${"\u2028".repeat(count)}2026 01`],
  ["one long word", (count: number) => `${"a".repeat(count)} to ${"b".repeat(count)} c`],
])("a range of dates with %s is refused at once", async (_, text) => {
  const startedAt = performance.now();
  for (const count of [60, 2500, 250_000]) {
    const args = { dateRange: text(count), issueKey: "PROJ-7" };
    expect(await promptRefusal("schedule_aware_bulk_entry", args)).toMatch(
      /`dateRange` (must be two real calendar dates, written YYYY-MM-DD\.\.YYYY-MM-DD, not text of|must have at most 255 characters, not) \d+/,
    );
  }
  expect(performance.now() - startedAt).toBeLessThan(5000);
});
