import { expect, test } from "vitest";
import { openView, type ViewOptions } from "./open-view.ts";
import { BUSY_MONTH } from "./states.ts";
import { openFill } from "./writing.ts";

const month: ViewOptions = { seed: BUSY_MONTH };

test("a status that is there before says what is being read, and what was", async () => {
  const { view, host } = await openView(month);
  await view.getByText("Bridge day").first().waitFor();
  const [work, read] = await view.getByRole("status").elementHandles();
  await expect.poll(() => work?.textContent()).toBe("");
  await expect.poll(() => read?.textContent()).toBe("January 2026. From the last reply");
  await host.setFaults({ delay: 500 });
  await view.getByRole("button", { name: "December 2025" }).click();
  await expect.poll(() => work?.textContent()).toBe("Reading from Tempo…");
  await expect.poll(() => work?.textContent()).toBe("");
  await expect.poll(() => read?.textContent()).toBe("December 2025. Read from Tempo at 10:00");
});

test("a status that is there before says what was logged, and what was undone", async () => {
  const { view } = await openView(month);
  await openFill(view);
  const status = await view.getByRole("status").first().elementHandle();
  await view.getByRole("button", { name: /^Log / }).click();
  await expect.poll(() => status?.textContent()).toBe("8 worklogs logged, 56 h");
  const undo = await view.locator(".panel").getByRole("status").elementHandle();
  await expect.poll(() => undo?.textContent()).toBe("");
  await view.getByRole("button", { name: "Undo…" }).click();
  await view.getByRole("button", { name: /^Delete / }).click();
  await expect.poll(() => undo?.textContent()).toContain("8 worklogs deleted.");
});

test("an alert says what a plan lacks, and is empty once it lacks nothing", async () => {
  const { view, stored } = await openView(month);
  const before = stored();
  await view.getByRole("button", { name: /^Fill all/ }).click();
  const alert = await view.locator(".field", { hasText: "Issue" }).getByRole("alert").elementHandle();
  await expect.poll(() => alert?.textContent()).toBe("");
  await view.getByLabel("Issue").fill(" ");
  await view.getByRole("button", { name: /^Log / }).click();
  await expect.poll(() => alert?.textContent()).toBe("!\u00a0Type the key of an issue, such as PROJ-123.");
  expect(stored()).toEqual(before);
  await view.getByLabel("Issue").fill("PROJ-123");
  await expect.poll(() => alert?.textContent()).toBe("");
  await view.getByRole("button", { name: /^Log / }).click();
  await view.getByRole("heading", { name: "8 worklogs logged, 56 h" }).waitFor();
});

test("a status says that the view waits, that a call failed, and that one was cancelled", async () => {
  const { view, host } = await openView({ sends: [] });
  const status = () => view.getByRole("status").first().textContent();
  expect(await status()).toBe("Waiting for the timesheet…");
  await host.send("cancelled");
  await expect.poll(status).toBe("What it logged until then is in Tempo.");
  await host.show({
    sends: ["result"],
    replay: { isError: true, content: [{ type: "text", text: "Tempo is down" }] },
  });
  await expect.poll(status).toBe("Tempo is down");
  await host.show({ sends: ["input", "cancelled"] });
  await expect.poll(status).toBe("Nothing was read.");
});
