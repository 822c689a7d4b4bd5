import { describe, expect, test } from "vitest";
import { type InputName, inputErrors, type Tools } from "../../src/contract/index.ts";
import { readSpelling } from "../../src/contract/spelling.ts";
import { inputSchemas, type Schema } from "../../src/generated/schemas.ts";
import { toolShapes } from "../../src/generated/tool-shapes.ts";

type Step = string | number;

/** A value of each argument, by name, and of each type otherwise. */
const TEXTS: Record<string, string> = {
  date: "2026-01-05",
  startDate: "2026-01-05",
  endDate: "2026-01-06",
  issueKey: "PROJ-1",
  projectKey: "PROJ",
  worklogId: "1290056",
  worklogIds: "1290056",
  startTime: "09:00",
  timeSpent: "1h 20m",
  weekdays: "Monday",
  ref: "g1",
  leaveOut: "g1",
};

function valid(name: string, schema: Schema): unknown {
  switch (schema.type) {
    case "object":
      return schema.properties
        ? Object.fromEntries(Object.entries(schema.properties).map(([key, of]) => [key, valid(key, of)]))
        : { _Account_: "A-1" };
    case "array":
      return [valid(name, schema.items ?? {})];
    case "number":
      return 2.5;
    case "integer":
      return 3;
    case "boolean":
      return false;
    default:
      return TEXTS[name] ?? (schema.enum as string[] | undefined)?.[0] ?? "some words";
  }
}

interface Argument {
  path: Step[];
  schema: Schema;
  value: unknown;
  isOptional: boolean;
}

/** Every argument of a tool, with those of its objects and rows. */
function argumentsOf(schema: Schema, value: object, path: Step[] = []): Argument[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, of]) => {
    const own = (value as Record<string, unknown>)[name];
    const at = [...path, name];
    const isOptional = !schema.required?.includes(name);
    const inner = of.type === "array" ? (own as unknown[])[0] : own;
    const ofInner = of.type === "array" ? (of.items ?? {}) : of;
    const within = of.type === "array" ? [...at, 0] : at;
    return [
      { path: at, schema: of, value: own, isOptional },
      ...(of.type === "array" ? [{ path: within, schema: ofInner, value: inner, isOptional: false }] : []),
      ...(ofInner.type === "object" ? argumentsOf(ofInner, inner as object, within) : []),
    ];
  });
}

function withValue(root: unknown, [step, ...rest]: Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<Step, unknown>;
  copy[step] = withValue(copy[step], rest, value);
  return copy;
}

function without(root: unknown, [step, ...rest]: Step[]): unknown {
  if (step === undefined) return root;
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<Step, unknown>;
  if (rest.length === 0) delete copy[step];
  else copy[step] = without(copy[step], rest);
  return copy;
}

/** The ways in which hosts spell a value, beside the one that is due. */
function spellings({ schema, value }: Argument): unknown[] {
  switch (schema.type) {
    case "object":
      return [JSON.stringify(value), JSON.stringify(value, null, 2), twice(value)];
    case "array": {
      const [item] = value as unknown[];
      const rows = typeof item === "object" ? [JSON.stringify(item), [JSON.stringify(item)]] : [];
      return [JSON.stringify(value), `\n${JSON.stringify(value)} `, twice(value), item, ...rows];
    }
    case "number":
    case "integer":
      return [String(value), ` ${value}`, `"${value}"`];
    case "boolean":
      return ["false", "False", "FALSE", " false", '"false"'];
    default:
      return schema.enum && value === "Monday"
        ? ["monday", "MONDAY", "mon", "Mon", "MON", "Mon.", "Mo", "Mondays"]
        : [];
  }
}

function twice(value: unknown): string {
  return JSON.stringify(JSON.stringify(value));
}

const tools = Object.entries(toolShapes).flatMap(
  ([tool, shapes]): [name: InputName, { input: keyof typeof inputSchemas }][] => [
    [tool as keyof Tools, shapes],
    ...("detailed" in shapes
      ? ([[shapes.detailed, { input: shapes.detailed }]] satisfies [InputName, object][])
      : []),
  ],
);

describe.each(tools)("arguments of %s", (tool, { input }) => {
  const schema = inputSchemas[input];
  const args = valid("", schema) as object;
  const all = argumentsOf(schema, args);

  test("are read as they are due from every spelling of each", () => {
    const read = all.flatMap((argument) =>
      spellings(argument).map((spelled) => [
        argument.path.join("."),
        spelled,
        readSpelling(input, withValue(args, argument.path, spelled) as object),
      ]),
    );
    const due = all.flatMap((argument) =>
      spellings(argument).map((spelled) => [argument.path.join("."), spelled, args]),
    );
    expect(read).toEqual(due);
  });

  test("count as left out where null stands for what is optional, and only there", () => {
    for (const { path, isOptional } of all) {
      const given = withValue(args, path, null) as object;
      expect([path, readSpelling(input, given)]).toEqual([path, isOptional ? without(args, path) : given]);
    }
  });

  test("are the same when they are spelled as they are due", () => {
    expect(readSpelling(input, args)).toEqual(args);
  });

  test("stay refused if null is a text", () => {
    for (const { path, schema: of } of all) {
      if (of.type === "string" && !/date$|id$|issueKey|ref|time/i.test(String(path.at(-1)))) continue;
      const read = readSpelling(input, withValue(args, path, "null") as object);
      expect([path, inputErrors(tool, read)]).not.toEqual([path, []]);
    }
  });
});

test("every text of a tool stays as it is, even one that is JSON of another type", () => {
  const texts = ["[1]", '{"a":1}', "3", "true", "null", " x ", "\ufeffx", ""];
  for (const description of texts) {
    const args = { issueKey: "PROJ-1", hours: 1, startDate: "2026-01-05", description };
    expect(readSpelling("PostWorklogInput", args)).toEqual(args);
    const change = { worklogId: "1", description, attributes: { _Account_: description } };
    expect(readSpelling("UpdateWorklogInput", change)).toEqual(change);
  }
});

describe("what no value of an argument can be", () => {
  test.each<[keyof typeof inputSchemas, given: object, read: object]>([
    ["GetWorklogsInput", { startDate: "2026-01-05", endDate: "", issueKey: "" }, { startDate: "2026-01-05" }],
    ["GetWorklogsInput", { startDate: "" }, { startDate: "" }],
    [
      "FillDaysInput",
      { startDate: "2026-01-05", rows: "", copyFrom: "", billable: "", confirm: "" },
      { startDate: "2026-01-05" },
    ],
    ["FillDaysInput", { copyFrom: { startDate: null, endDate: null } }, {}],
    ["FillDaysInput", { copyFrom: { startDate: "", endDate: "" } }, {}],
    ["FillDaysInput", { copyFrom: {} }, { copyFrom: {} }],
    [
      "FillDaysInput",
      { rows: [{ issueKey: "A-1", hours: null, timeSpent: "", weekdays: null }] },
      { rows: [{ issueKey: "A-1" }] },
    ],
    [
      "UpdateWorklogInput",
      { worklogId: "1", startTime: "", description: "" },
      { worklogId: "1", description: "" },
    ],
    [
      "UpdateWorklogInput",
      { worklogId: "1", attributes: { _A_: null, date: "" } },
      { worklogId: "1", attributes: { date: "" } },
    ],
    ["GetTotalsInput", { groupBy: "", then: "", limit: "" }, {}],
    [
      "FillDaysInput",
      { rows: [], copyFrom: { startDate: "2026-01-05", endDate: "" } },
      { copyFrom: { startDate: "2026-01-05" } },
    ],
    ["FillDaysInput", { rows: "[]" }, {}],
  ])("%s %j is read as %j", (input, given, read) => {
    expect(readSpelling(input, given)).toEqual(read);
  });
});

describe("what cannot be read without guessing", () => {
  test.each<[keyof typeof inputSchemas, given: object]>([
    ["PostWorklogInput", { hours: "2,5" }],
    ["PostWorklogInput", { hours: "2h" }],
    ["PostWorklogInput", { hours: "", billable: "yes" }],
    ["PostWorklogInput", { billable: 1, description: 5 }],
    ["UpdateWorklogInput", { attributes: { _Account_: 5, worklogId: 5 } }],
    ["PostWorklogInput", { startDate: true, issueKey: ["A-1"] }],
    ["DeleteWorklogInput", { worklogId: 2 ** 53 }],
    ["DeleteWorklogInput", { worklogId: 1.5 }],
    ["DeleteWorklogsInput", { worklogIds: '["1"' }],
    ["DeleteWorklogsInput", { worklogIds: { 0: "1" } }],
    ["BulkPostWorklogsInput", { worklogs: "every day" }],
    ["BulkPostWorklogsInput", { worklogs: [null, "x", 1, ""] }],
    ["BulkPostWorklogsInput", { worklogs: { 0: { issueKey: "A-1" } } }],
    ["BulkPostWorklogsInput", { worklogs: { worklogs: [{ issueKey: "A-1" }] } }],
    ["BulkPostWorklogsInput", { worklogs: {} }],
    ["BulkPostWorklogsInput", { worklogs: [[{ issueKey: "A-1" }]] }],
    ["BulkPostWorklogsInput", { worklogs: "```json\n[]\n```" }],
    ["BulkPostWorklogsInput", { worklogs: [] }],
    ["PostWorklogInput", { hours: ".5", startDate: '"2026-01-05"', issueKey: " A-1 " }],
    ["DeleteWorklogsInput", { worklogIds: ["", null, "[1]", 1.5] }],
    ["GetScheduleInput", { arguments: { startDate: "2026-01-05" } }],
    ["GetScheduleInput", { input: '{"startDate":"2026-01-05"}' }],
    ["GetTimesheetsInput", { startDate: "None", endDate: "undefined" }],
    ["FillDaysInput", { rows: [{ weekdays: [], attributes: [{ key: "_A_", value: "1" }] }] }],
    ["FillDaysInput", { rows: [{ weekdays: ["Funday", "M", ""] }] }],
    ["GetTotalsInput", { groupBy: "Issue" }],
    ["GetScheduleInput", { start_date: null, from: "" }],
  ])("%s %j stays as it is, to be named", (input, given) => {
    expect(readSpelling(input, given)).toEqual(given);
  });
});

test("ids as whole numbers are their digits, alone and in lists", () => {
  expect(readSpelling("DeleteWorklogInput", { worklogId: 1290056 })).toEqual({ worklogId: "1290056" });
  expect(readSpelling("DeleteWorklogsInput", { worklogIds: [1, "2"] })).toEqual({ worklogIds: ["1", "2"] });
  expect(readSpelling("DeleteWorklogsInput", { worklogIds: 7 })).toEqual({ worklogIds: ["7"] });
  expect(readSpelling("DeleteWorklogsInput", { worklogIds: "[1,2]" })).toEqual({ worklogIds: ["1", "2"] });
});

test.each<[spelled: string, read: string]>([
  ["9:00", "09:00"],
  [" 09:00 ", "09:00"],
  ["09:00:00", "09:00"],
  ["0930", "09:30"],
  ["9 am", "09:00"],
  ["9AM", "09:00"],
  ["9:30 p.m.", "21:30"],
  ["12 am", "00:00"],
  ["12:15 PM", "12:15"],
  ["24:00", "24:00"],
  ["9:60", "09:60"],
  ...["13 pm", "0 am", "9", "9.30", "930", "09:00:30", "9h", "noon", "9:00 Uhr", "09:00Z", "19:00:00 pm"].map(
    (text): [string, string] => [text, text],
  ),
])("the start time %j is read as %j", (startTime, read) => {
  expect(readSpelling("PostWorklogDetailsInput", { startTime })).toEqual({ startTime: read });
  expect(readSpelling("BulkPostWorklogsDetailsInput", { worklogs: [{ startTime }] })).toEqual({
    worklogs: [{ startTime: read }],
  });
  expect(readSpelling("UpdateWorklogInput", { startTime })).toEqual({ startTime: read });
  expect(readSpelling("PostWorklogInput", { startTime })).toEqual({ startTime });
});

test("weekdays in a text are its words", () => {
  for (const weekdays of ["mon, Tues;Weds", "Monday Tuesday Wednesdays", '["mo","tu","we"]'])
    expect(readSpelling("FillDaysInput", { rows: [{ issueKey: "A-1", weekdays }] })).toEqual({
      rows: [{ issueKey: "A-1", weekdays: ["Monday", "Tuesday", "Wednesday"] }],
    });
});

test("arguments of hosts are dropped, and no other that is unknown", () => {
  const own = { startDate: "2026-01-05" };
  const ofHosts = {
    task_progress: "- [x] read",
    toolCallId: "call_1",
    sessionId: "s",
    action: "sendMessage",
    chatInput: "?",
    tool: "get_schedule",
    _sessionID: "s",
    wait_for_previous: true,
    waitForPreviousTools: false,
    toolAction: "Reading",
    toolSummary: "A schedule",
    random_string: "x",
    security_risk: "LOW",
    _meta: { traceparent: "00" },
  };
  expect(readSpelling("GetScheduleInput", { ...own, ...ofHosts })).toEqual(own);
  const alone = { ...own, action: "delete", tool: "delete_worklog" };
  expect(readSpelling("GetScheduleInput", alone)).toEqual(alone);
  expect(readSpelling("GetScheduleInput", { ...alone, task_progress: "", random_string: "x" })).toEqual(
    alone,
  );
  for (const of of ["toolCallId", "sessionId", "chatInput", "_sessionID"])
    expect(readSpelling("GetScheduleInput", { ...alone, [of]: "x" })).toEqual(own);
  const unknown = { ...own, isBillable: "false", summary: "Review", explanation: "x" };
  expect(readSpelling("GetScheduleInput", unknown)).toEqual(unknown);
});
