import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { openSession } from "../helpers/session.ts";

test("the published schemas compile under draft-07 and 2020-12 alike", async () => {
  const { client } = await openSession({ toolSets: TOOL_SETS });
  const { tools } = await client.listTools();
  for (const schema of tools.flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema])) {
    // The SDK may add which dialect a schema is in.
    const { $schema: _, ...plain } = schema ?? {};
    expect(() => new Ajv({ strict: true }).compile(plain)).not.toThrow();
    expect(() => new Ajv2020({ strict: true }).compile(plain)).not.toThrow();
  }
});
