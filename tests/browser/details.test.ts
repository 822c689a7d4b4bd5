import { expect, test } from "vitest";
import { entry } from "../helpers/inputs.ts";
import { worklog } from "../helpers/seeds.ts";
import { openView, type ViewOptions } from "./open-view.ts";

const WITH_DETAILS: ViewOptions = {
  tool: "get_worklogs",
  arguments: { startDate: "2026-01-06" },
  seed: {
    workAttributes: [
      { id: 1, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" },
      {
        id: 2,
        key: "_Role_",
        name: "Role",
        required: false,
        values: [{ value: "cons", name: "Consultant" }],
      },
    ],
    accounts: [{ id: 1, key: "OPS", name: "Operations", global: true }],
    worklogs: [
      worklog({
        startDate: "2026-01-06",
        startTime: "09:30:00",
        description: "Review",
        attributes: { _Account_: "OPS", _Role_: "cons" },
      }),
    ],
  },
};

test.each(["cloud", "datacenter"] as const)(
  "the rows of a day have start times and attributes with the set details, and neither without it (%s)",
  async (deployment) => {
    const shown = async (TEMPO_TOOLSETS: string) => {
      const open = await openView({ ...WITH_DETAILS, deployment, command: { env: { TEMPO_TOOLSETS } } });
      const table = open.view.getByRole("table", { name: /^Worklogs of/ });
      await table.waitFor();
      expect(open.errors).toEqual([]);
      return table.locator(".comment").allTextContents();
    };
    expect(await shown("details")).toEqual(["Review", "09:30 · Account: Operations · Role: Consultant"]);
    expect(await shown("fill")).toEqual(["Review"]);
  },
);

test("the receipt of an entry has its start time and its account by its name", async () => {
  const { view } = await openView({
    ...WITH_DETAILS,
    tool: "post_worklog",
    arguments: {
      issueKey: "PROJ-7",
      hours: 2,
      startDate: "2026-01-07",
      startTime: "13:00",
      attributes: { account: "operations" },
    },
    command: { env: { TEMPO_TOOLSETS: "details" } },
  });
  const receipt = view.getByRole("table", { name: "What became of each worklog" });
  await receipt.waitFor();
  expect(await receipt.locator(".comment").allTextContents()).toEqual(["13:00 · Account: Operations"]);
});

test("what is wrong with several worklogs one after another is said once, below the last of them", async () => {
  const { view } = await openView({
    tool: "bulk_post_worklogs",
    arguments: {
      worklogs: [entry("2026-01-05"), entry("2026-01-06"), entry("2026-01-07", { issueKey: "NOPE-1" })],
    },
    behaviour: { reject: () => ["The period is closed."] },
  });
  const notes = view.getByRole("table").locator(".warning");
  await notes.first().waitFor();
  expect(await notes.allTextContents()).toEqual([
    expect.stringContaining('It says: "The period is closed." Nothing was changed'),
    expect.stringContaining("NOPE-1"),
  ]);
});
