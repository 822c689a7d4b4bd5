import { expect, test } from "vitest";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { COMMAND, startCommand } from "../helpers/command.ts";

test.each(CLIENT_KINDS)("TEMPO_CONFIRM=form asks over stdio before it logs, through %s", async (kind) => {
  const messages: string[] = [];
  const env = { TEMPO_CONFIRM: "form", TEMPO_TOOLSETS: "fill" };
  const { client } = await startCommand(["--sandbox"], env, kind, [COMMAND], async ({ message }) => {
    messages.push(message);
    return { action: "accept", content: { confirmed: messages.length > 1 } };
  });
  const call = {
    name: "fill_days",
    arguments: { startDate: "2020-01-06", endDate: "2020-01-07", rows: [{ issueKey: "DEMO-1" }] },
  };
  const refused = await client.callTool(call);
  const filled = await client.callTool(call);
  expect([refused.isError, filled.structuredContent?.logged]).toEqual([true, true]);
  const message = expect.stringMatching(
    /^Log 16 h on 2 days\?\nDEMO-1 Implement user authentication: 8 h on 2020-01-06, 2020-01-07\n2020-01-06 and 2020-01-07 are \d+ to \d+ days before today, [\d-]+\. If that is not meant, use other dates\.$/,
  );
  expect(messages).toEqual([message, message]);
});
