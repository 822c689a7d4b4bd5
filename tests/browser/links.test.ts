import { expect, test } from "vitest";
import { openView } from "./open-view.ts";
import { BUSY_MONTH } from "./states.ts";
import { SETUPS } from "./writing.ts";

const ISSUES = [
  { id: 10123, key: "PROJ-123", summary: "Implement user authentication" },
  { id: 10007, key: "PROJ-7", summary: "Code review", hidden: true },
];

test.each(SETUPS)("an issue is a link to Jira that the host opens, on $deployment", async (setup) => {
  const { view, host } = await openView({ ...setup, seed: { ...BUSY_MONTH, issues: ISSUES } });
  const link = view.getByRole("link", { name: "PROJ-123" });
  const address = await link.getAttribute("href");
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/browse\/PROJ-123$/);
  await link.click();
  await expect.poll(async () => (await host.records()).links).toEqual([address]);
  // An issue that the user can no longer see has only an id, for which Jira has no page.
  await view.getByText("10007", { exact: true }).waitFor();
  expect(await view.getByRole("link").allTextContents()).toEqual(["PROJ-123"]);
});

test("in a host that opens no links, an issue is its key", async () => {
  const { view } = await openView({ seed: BUSY_MONTH, lacks: ["openLinks"] });
  await view.locator("span.key", { hasText: "PROJ-123" }).waitFor();
  expect(await view.getByRole("link").count()).toBe(0);
});
