import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { inputSchemas, responseSchemas } from "../../src/generated/schemas.ts";
import { CLIENT_KINDS, type ListedTool } from "../helpers/clients.ts";
import { openSession, replyOf } from "../helpers/session.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Existing users' prompts rely on these: they are frozen, word for word and in this order. */
const FROZEN_INPUTS = {
  get_schedule: { required: ["startDate"], properties: { startDate: "date", endDate: "date" } },
  get_worklogs: {
    required: ["startDate"],
    properties: { startDate: "date", endDate: "date", issueKey: "string" },
  },
  post_worklog: {
    required: ["issueKey", "hours", "startDate"],
    properties: {
      issueKey: "string",
      hours: "hours",
      startDate: "date",
      endDate: "date",
      billable: "boolean",
      description: "string",
    },
  },
  bulk_post_worklogs: { required: ["worklogs"], properties: { worklogs: "array", billable: "boolean" } },
  delete_worklog: { required: ["worklogId"], properties: { worklogId: "string" } },
};

const FROZEN_ROW = {
  required: ["issueKey", "hours", "date"],
  properties: { issueKey: "string", hours: "hours", date: "date", description: "string" },
};

const MEANINGS: Record<string, object> = {
  date: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  hours: { type: "number", minimum: 0.1, maximum: 24 },
};

const HINTS = {
  get_schedule: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  get_worklogs: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  post_worklog: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  bulk_post_worklogs: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
  delete_worklog: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

describe.each(CLIENT_KINDS)("through %s", (client) => {
  test("the five tools are listed in their order, with the published schemas and all hints", async () => {
    const session = await openSession({ client });
    const { tools } = await session.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(FROZEN_INPUTS));
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      const shape = name
        .split("_")
        .map((word) => word[0]?.toUpperCase() + word.slice(1))
        .join("");
      expect(withoutDialect(inputSchema)).toEqual(inputSchemas[`${shape}Input` as keyof typeof inputSchemas]);
      expect(withoutDialect(outputSchema)).toEqual(
        responseSchemas[`${shape}Response` as keyof typeof responseSchemas],
      );
      expect(annotations).toEqual({ title, ...HINTS[name as keyof typeof HINTS] });
      expect(description).not.toBe("");
    }
  });

  test("every tool answers text and structured content that are the same object", async () => {
    const { call } = await openSession({ client });
    const range = { startDate: "2026-01-05", endDate: "2026-01-06" };
    const row = { issueKey: "PROJ-7", hours: 1, date: "2026-01-05" };
    replyOf(await call("get_schedule", range));
    const posted = replyOf(await call("post_worklog", { issueKey: "PROJ-123", hours: 2, ...range }));
    expect(posted).toMatchObject({
      success: true,
      worklog: { id: "1290000" },
      additionalWorklogs: [{ id: "1290001" }],
    });
    replyOf(await call("bulk_post_worklogs", { worklogs: [row, { ...row, hours: 25 }] }));
    expect(replyOf(await call("get_worklogs", range))).toMatchObject({ summary: { totalHours: 5 } });
    expect(replyOf(await call("delete_worklog", { worklogId: "1290000" }))).toEqual({
      success: true,
      deletedWorklogId: "1290000",
    });
  });

  test("errors are one text with a code beside it, and a bulk that failed whole is its reply", async () => {
    const { call } = await openSession({ client });
    const error = await call("delete_worklog", { worklogId: "1" });
    expect(error.isError).toBe(true);
    expect(error.structuredContent).toBeUndefined();
    expect(error._meta?.["tempofiller/error"]).toEqual({ code: "not_found", retryable: false });
    const bulk = await call("bulk_post_worklogs", {
      worklogs: [{ issueKey: "x", hours: 1, date: "2026-01-05" }],
    });
    expect(bulk.isError).toBe(true);
    expect(replyOf(bulk)).toMatchObject({ summary: { total: 1, succeeded: 0, failed: 1, totalHours: 0 } });
  });

  test("progress arrives and an unknown tool is refused", async () => {
    const { call } = await openSession({ client });
    const seen: number[] = [];
    const range = { startDate: "2026-01-05", endDate: "2026-01-09" };
    await call(
      "post_worklog",
      { issueKey: "PROJ-7", hours: 1, ...range },
      { onprogress: (it) => seen.push(it.progress) },
    );
    expect(seen).toEqual([5]);
    await expect(call("no_such_tool", {})).rejects.toThrow(/no_such_tool/);
  });
});

test("a post is called idempotent only while what stands is not stored again", async () => {
  const { client } = await openSession({ duplicates: "allow" });
  const { tools } = await client.listTools();
  const idempotent = tools.filter(({ annotations }) => annotations?.idempotentHint).map(({ name }) => name);
  expect(idempotent).toEqual(["get_schedule", "get_worklogs", "delete_worklog"]);
});

test("the inputs are frozen: names, order, types, patterns, bounds, required lists", async () => {
  const { client } = await openSession();
  const { tools } = await client.listTools();
  const frozen = (shape: { required: string[]; properties: Record<string, string> }) => ({
    required: shape.required,
    properties: Object.fromEntries(
      Object.entries(shape.properties).map(([name, type]) => [name, MEANINGS[type] ?? { type }]),
    ),
  });
  for (const [name, shape] of Object.entries(FROZEN_INPUTS)) {
    const input = bare(tools.find((tool) => tool.name === name)?.inputSchema);
    expect(JSON.stringify({ required: input.required, properties: input.properties })).toBe(
      JSON.stringify(frozen(shape)).replace(
        '{"type":"array"}',
        '{"type":"array","items":{"$ref":"#/$defs/BulkWorklogEntry"}}',
      ),
    );
    expect(input.additionalProperties).toBeUndefined();
  }
  const { $defs } = bare(tools.find(({ name }) => name === "bulk_post_worklogs")?.inputSchema) as never as {
    $defs: { BulkWorklogEntry: object };
  };
  expect($defs.BulkWorklogEntry).toEqual({ type: "object", ...frozen(FROZEN_ROW) });
});

test("the published schemas compile under draft-07 and 2020-12 alike", async () => {
  const { client } = await openSession();
  const { tools } = await client.listTools();
  for (const { inputSchema, outputSchema } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      const plain = withoutDialect(schema) as object;
      expect(() => new Ajv({ strict: true }).compile(plain)).not.toThrow();
      expect(() => new Ajv2020({ strict: true }).compile(plain)).not.toThrow();
    }
  }
});

test("the README's table lists the tools as they are", async () => {
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  for (const name of Object.keys(FROZEN_INPUTS)) expect(readme).toContain(`| \`${name}\` |`);
});

/** The SDK may add which dialect a schema is in. */
function withoutDialect(schema: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const { $schema: _, ...rest } = schema ?? {};
  return rest;
}

/** A schema without its describing words, which are ours to change. */
function bare(schema: ListedTool["inputSchema"] | undefined): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === "description" && typeof value === "string" ? undefined : value,
    ),
  );
}
