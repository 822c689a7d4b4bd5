import { expect, test } from "vitest";
import { POST } from "../helpers/inputs.ts";
import { openSession } from "../helpers/session.ts";

test.each(["cloud", "datacenter"] as const)(
  "a delete that a gateway sends twice is reported as done, although the answer is that of the second, on %s",
  async (deployment) => {
    const session = await openSession({ deployment });
    const { worklog } = await session.reply("post_worklog", POST);
    session.tempo.onDelete("all", async (request, serve) => {
      await serve(request.clone());
      return serve(request);
    });
    expect(await session.reply("delete_worklog", { worklogId: worklog.id })).toEqual({
      success: true,
      deletedWorklogId: worklog.id,
    });
    const again = await session.reply("post_worklog", POST);
    expect(again.worklog.alreadyLogged).toBeUndefined();
  },
);
