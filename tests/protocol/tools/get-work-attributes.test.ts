import { describe, expect, test } from "vitest";
import { example } from "../../helpers/examples.ts";
import { ACTIVITY } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

describe.each(["cloud", "datacenter"] as const)("get_work_attributes on %s", (deployment) => {
  test("lists the attributes, with the values of lists", async () => {
    const { reply } = await openSession({
      deployment,
      toolSets: ["find"],
      seed: { workAttributes: [ACTIVITY, { id: 8, key: "_Ticket_", name: "Ticket", required: false }] },
    });
    expect(await reply("get_work_attributes", {})).toEqual(
      await example("GetWorkAttributesResponse/list-and-text"),
    );
  });

  test("lists nothing if there are none", async () => {
    const { reply } = await openSession({ deployment, toolSets: ["find"] });
    expect(await reply("get_work_attributes", {})).toEqual(await example("GetWorkAttributesResponse/none"));
  });
});
