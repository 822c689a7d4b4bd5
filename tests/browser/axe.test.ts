import { expect, test } from "vitest";
import { violationsIn } from "./axe.ts";
import { frameOf, named, openAlone, openState, STATES } from "./states.ts";

test.each(named(STATES).filter(([name]) => ["a month", "a receipt"].includes(name)))(
  "axe finds nothing in %s on Data Center with AppBridge 1.x",
  async (_, state) => {
    const { page } = await openState(state, { deployment: "datacenter", bridge: "1.x" });
    expect(await violationsIn(frameOf(page))).toEqual([]);
  },
);

test("axe finds nothing in the view without a host", async () => {
  const page = await openAlone();
  expect(await violationsIn(page.mainFrame())).toEqual([]);
});
