import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inputSchemas, responseSchemas, type Schema } from "../../src/generated/schemas.ts";
import { tools, toolsOf } from "../../src/tools/index.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { EXAMPLE_SEED, exampleCalls } from "../helpers/examples.ts";
import { openSession, replyOf } from "../helpers/session.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The protocol's hints, by what a tool changes. */
const HINTS = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  update: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  submit: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

const DATE = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" };
const TEXT = { type: "string" };
const FLAG = { type: "boolean" };
const HOURS = { type: "number", minimum: 0.1, maximum: 24 };
const object = (required: string[], properties: Record<string, object>) => ({
  type: "object",
  required,
  properties,
});

/** The inputs of the five tools that 1.x had, which stay as they were. */
const FORMER_INPUTS = {
  get_schedule: object(["startDate"], { startDate: DATE, endDate: DATE }),
  get_worklogs: object(["startDate"], { startDate: DATE, endDate: DATE, issueKey: TEXT }),
  post_worklog: object(["issueKey", "hours", "startDate"], {
    issueKey: TEXT,
    hours: HOURS,
    startDate: DATE,
    endDate: DATE,
    billable: FLAG,
    description: TEXT,
  }),
  bulk_post_worklogs: object(["worklogs"], {
    worklogs: {
      type: "array",
      items: object(["issueKey", "hours", "date"], {
        issueKey: TEXT,
        hours: HOURS,
        date: DATE,
        description: TEXT,
      }),
    },
    billable: FLAG,
  }),
  delete_worklog: object(["worklogId"], { worklogId: TEXT }),
};

describe.each(CLIENT_KINDS)("through %s", (client) => {
  test("the tools are listed in their order, with the published schemas and all hints", async () => {
    const session = await openSession({ client, toolSets: TOOL_SETS });
    const { tools: listed } = await session.client.listTools();
    expect(
      listed.map(({ name, inputSchema, outputSchema, annotations }) => ({
        name,
        inputSchema: withoutDialect(inputSchema),
        outputSchema: withoutDialect(outputSchema),
        annotations,
      })),
    ).toEqual(
      toolsOf(new Set(TOOL_SETS)).map(({ name, title, input, reply, effect }) => ({
        name,
        inputSchema: inputSchemas[input],
        outputSchema: responseSchemas[reply],
        annotations: { title, ...HINTS[effect] },
      })),
    );
    expect(listed.filter(({ description }) => !description)).toEqual([]);
  });

  test("every tool has the hints that docs/directories.md justifies", async () => {
    const session = await openSession({ client, toolSets: TOOL_SETS });
    const { tools: listed } = await session.client.listTools();
    const hints = listed.map(({ name, annotations: { title: _, ...of } = {} }) => [name, of] as const);
    const document = await readFile(join(ROOT, "docs/directories.md"), "utf8");
    expect(document).toContain("Every tool is open-world");
    const rows = [...document.matchAll(/^\| (`.+`) \| (yes|no) \| (yes|no) \| (yes|no) \| .+\. \|$/gm)];
    const justified = rows.flatMap(([, names = "", ...marks]) => {
      const [readOnlyHint, destructiveHint, idempotentHint] = marks.map((mark) => mark === "yes");
      const of = { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: true };
      return [...names.matchAll(/\w+/g)].map(([name]) => [name, of] as const);
    });
    expect(justified.length).toBe(listed.length);
    expect(Object.fromEntries(justified)).toEqual(Object.fromEntries(hints));
  });

  test("the server has icons for light and dark pages, and every tool one for both", async () => {
    const session = await openSession({ client, toolSets: TOOL_SETS });
    const server = session.client.getServerVersion();
    expect(server?.icons?.map(({ theme }) => theme)).toEqual(["light", "dark"]);
    const { tools: listed } = await session.client.listTools();
    const icons = [...(server?.icons ?? []), ...listed.flatMap(({ icons: own = [] }) => own)];
    expect(icons.length).toBe(2 + tools.length);
    for (const { src, mimeType } of icons) {
      const [, svg = ""] = /^data:image\/svg\+xml;base64,([\w+/]+=*)$/.exec(src) ?? [];
      expect(mimeType).toBe("image/svg+xml");
      expect(atob(svg)).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .+<\/svg>$/);
      expect(src.length).toBeLessThan(300);
    }
  });

  // Gemini CLI (google-gemini/gemini-cli#13326, #13142), Copilot CLI (#1876) and opencode (#12295) drop or reject them.
  test("no published schema contains a $ref or $defs", async () => {
    const session = await openSession({ client, toolSets: TOOL_SETS });
    const { tools: listed } = await session.client.listTools();
    const schemas = listed.flatMap(({ name, inputSchema, outputSchema }) => [
      [`${name} input`, inputSchema] as const,
      [`${name} output`, outputSchema] as const,
    ]);
    expect(schemas.length).toBe(2 * tools.length);
    const unusable = schemas.filter(([, schema]) =>
      /"\$(ref|defs)"|"definitions"/.test(JSON.stringify(schema)),
    );
    expect(unusable.map(([what]) => what)).toEqual([]);
  });

  test("every tool returns the same object as text and as structured content", async () => {
    const { call } = await openSession({ client, toolSets: TOOL_SETS, seed: EXAMPLE_SEED });
    for (const { tool, arguments: args } of await exampleCalls()) replyOf(await call(tool, args));
  });

  test("an error is one text with a code beside it; a batch that failed as a whole is a reply", async () => {
    const { call } = await openSession({ client, toolSets: TOOL_SETS });
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

  test("progress is reported, and an unknown tool is an error", async () => {
    const { call } = await openSession({ client, toolSets: TOOL_SETS });
    const seen: number[] = [];
    const range = { startDate: "2026-01-05", endDate: "2026-01-09" };
    await call(
      "post_worklog",
      { issueKey: "PROJ-7", hours: 1, ...range },
      { onprogress: (it) => seen.push(it.progress) },
    );
    expect(seen.at(-1)).toBe(5);
    await expect(call("no_such_tool", {})).rejects.toThrow(/no_such_tool/);
  });
});

test("posting is idempotent unless duplicates are allowed", async () => {
  const { client } = await openSession({ duplicates: "allow", toolSets: TOOL_SETS });
  const { tools: listed } = await client.listTools();
  const idempotent = listed.filter(({ annotations }) => annotations?.idempotentHint).map(({ name }) => name);
  expect(idempotent).toEqual(tools.map(({ name }) => name).filter((name) => !/post_worklog/.test(name)));
});

test.each(Object.entries(FORMER_INPUTS))(
  "the input of %s is that of 1.x, apart from descriptions: names, order, types, patterns, bounds",
  async (name, former) => {
    const { client } = await openSession();
    const { tools: listed } = await client.listTools();
    const published = bare(listed.find((tool) => tool.name === name)?.inputSchema);
    expect(published).toEqual(former);
    expect(propertyNames(published)).toEqual(propertyNames(former));
  },
);

test("with the set details, two tools take more, and what they take without it stays as it is", async () => {
  const { client } = await openSession({ toolSets: ["details"] });
  const { tools: listed } = await client.listTools();
  const published = (tool: string) => bare(listed.find(({ name }) => name === tool)?.inputSchema) as Schema;
  const attributes = { type: "object", properties: { _Account_: TEXT }, additionalProperties: TEXT };
  const details = { startTime: { type: "string", pattern: "^\\d{2}:\\d{2}$" }, attributes };
  const { get_schedule, get_worklogs, post_worklog, bulk_post_worklogs, delete_worklog } = FORMER_INPUTS;
  const { worklogs, billable } = bulk_post_worklogs.properties as Record<string, { items: Schema }>;
  expect(listed.map(({ name }) => published(name))).toEqual([
    get_schedule,
    get_worklogs,
    { ...post_worklog, properties: { ...post_worklog.properties, ...details } },
    {
      ...bulk_post_worklogs,
      properties: {
        worklogs: {
          ...worklogs,
          items: {
            ...worklogs?.items,
            properties: { ...worklogs?.items.properties, billable: FLAG, ...details },
          },
        },
        billable,
      },
    },
    delete_worklog,
  ]);
});

/** The SDK may add which dialect a schema is in. */
function withoutDialect(schema: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  const { $schema: _, ...rest } = schema ?? {};
  return rest;
}

/** A schema without its descriptions, which may change, and without its dialect. */
function bare(schema: Record<string, unknown> | undefined): unknown {
  return JSON.parse(
    JSON.stringify(withoutDialect(schema), (key, value) =>
      key === "description" && typeof value === "string" ? undefined : value,
    ),
  );
}

/** The arguments of a schema in their order, the nested ones after those that contain them. */
function propertyNames(schema: unknown): string[] {
  const names: string[] = [];
  JSON.stringify(schema, (key, value) => {
    if (key === "properties") names.push(...Object.keys(value));
    return value;
  });
  return names;
}
