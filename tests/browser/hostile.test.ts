import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LENGTHS } from "../../src/text/lengths.ts";
import { shownText } from "../../src/text/show.ts";
import { entry } from "../helpers/inputs.ts";
import { worklog } from "../helpers/seeds.ts";
import { type OpenView, openView, type ViewOptions } from "./open-view.ts";
import { frameOf } from "./states.ts";

const HOSTILE = {
  "an image": "<img src=x onerror=window.ran=1>",
  "a script": "<script>window.ran=1</script>",
  "the end of an attribute": '"><svg onload=window.ran=1>',
  "an address": "javascript:window.ran=1",
  "another direction, emoji and the end of the document": "\u202Egnp.exe\u202C 🙂👩‍👩‍👧 </main></body>",
  "10 kB": "long ".repeat(2000).trim(),
};

/** All of them in one text. */
const TEXT = Object.values(HOSTILE).slice(0, -1).join(" ");

/** A text from Jira or Tempo as the server's replies show it. */
function asReplied(text: string, max: number): string {
  return shownText(text, (unchanged) => unchanged, max);
}

/** Waits until the view shows all of the texts, and has run none of them. */
async function expectText({ view, page, errors }: OpenView, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    await expect.poll(() => view.locator("main").evaluate((main) => main.textContent)).toContain(text);
  }
  await expectNothingRan(page);
  expect(errors).toEqual([]);
}

async function expectNothingRan(page: Page): Promise<void> {
  for (const frame of page.frames()) expect(await frame.evaluate(() => "ran" in window)).toBe(false);
  const added = await frameOf(page).evaluate(
    () =>
      document.querySelectorAll("main :is(img, script, svg, a:not(a.key[href$='/browse/PROJ-123']))").length,
  );
  expect(added).toBe(0);
}

const failed = (text: string): NonNullable<ViewOptions["replay"]> => ({
  isError: true,
  content: [{ type: "text", text }],
});

describe.each([
  ["", {}],
  [" under Trusted Types", { trustedTypes: true }],
] as const)("hostile text%s is shown as text", (_, policy) => {
  test.each(Object.entries(HOSTILE))("in the summary, comment and holiday: %s", async (_name, text) => {
    const open = await openView({
      ...policy,
      seed: {
        issues: [{ id: 10123, key: "PROJ-123", summary: text }],
        holidays: [{ date: "2026-01-02", name: text, durationSeconds: 4 * 3600 }],
        worklogs: [worklog({ startDate: "2026-01-05", description: text })],
      },
    });
    await open.view.getByRole("button", { name: /\b5 January/ }).click();
    const summary = asReplied(text, LENGTHS.summary);
    await expectText(open, [`PROJ-123 ${summary}`, `2 Jan: ${asReplied(text, LENGTHS.name)}`]);
    const comment = asReplied(text, LENGTHS.comment);
    await expect.poll(() => open.view.locator(".comment").textContent()).toBe(comment);
    await open.view.getByRole("button", { name: /^Fill all/ }).click();
    await expect.poll(() => open.view.locator("datalist").textContent()).toContain(summary);
    await expectNothingRan(open.page);
  });

  test("in the key of an issue", async () => {
    const open = await openView({
      ...policy,
      seed: {
        issues: [{ id: 10123, key: TEXT, summary: "A key that no Jira has" }],
        worklogs: [worklog({ startDate: "2026-01-05" })],
      },
    });
    await expectText(open, [asReplied(TEXT, LENGTHS.name)]);
  });

  test("in the error of a row that Tempo rejects", async () => {
    const open = await openView({
      ...policy,
      behaviour: { reject: () => [TEXT] },
      tool: "bulk_post_worklogs",
      arguments: { worklogs: [entry("2026-01-05", { description: TEXT })] },
    });
    await expectText(open, [asReplied(TEXT, LENGTHS.comment), "1 failed"]);
  });

  test("in the rows that are being logged", async () => {
    const open = await openView({
      ...policy,
      sends: ["input"],
      tool: "bulk_post_worklogs",
      arguments: { worklogs: [entry("2026-01-05", { description: TEXT, issueKey: TEXT })] },
    });
    await expectText(open, [`${TEXT} ${TEXT}`]);
  });

  test("in the error of a call that failed", async () => {
    await expectText(await openView({ ...policy, replay: failed(TEXT) }), [TEXT]);
  });

  test("in the host's words for a call that it refuses", async () => {
    const open = await openView({ ...policy, calls: { delay: 60_000 } });
    await open.view.getByRole("button", { name: "Refresh" }).waitFor();
    const proxy = frameOf(open.page).parentFrame();
    await proxy?.evaluate((message) => {
      const { contentWindow } = document.querySelector("iframe") ?? {};
      for (let id = 1; id < 9; id += 1)
        contentWindow?.postMessage({ jsonrpc: "2.0", id, error: { message } }, "*");
    }, TEXT);
    await expectText(open, [TEXT]);
  });
});
