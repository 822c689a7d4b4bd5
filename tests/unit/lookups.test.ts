import { expect, test } from "vitest";
import { dataCenterHelp } from "../../src/config/service-help.ts";
import { createLookups } from "../../src/tempo/work-attributes.ts";
import { RejectedError } from "../../src/timesheet/errors.ts";

const never = () => new Promise<never>(() => {});

test("a rejection stays one if the call is cancelled while its reason is looked for", async () => {
  const lookups = createLookups(
    {
      kind: "datacenter",
      baseUrl: "https://sandbox.invalid",
      token: "",
      workAttributes: {},
      help: dataCenterHelp(),
    },
    { workAttributes: never, accounts: { of: never, open: never } },
    { now: () => 0 },
  );
  const call = new AbortController();
  const rejection = new RejectedError("Rejected.", 400);
  const stored = lookups.explained(
    "1",
    [],
    { signal: call.signal, deadline: 1000 },
    Promise.reject(rejection),
  );
  setImmediate(() => call.abort());
  await expect(stored).rejects.toThrow(RejectedError);
});
