import { describe, expect, test } from "vitest";
import {
  ERROR_CODES,
  type ErrorCode,
  inputErrors,
  isInput,
  isReply,
  replyErrors,
  type Tools,
} from "../../src/contract/index.ts";
import { InvalidInputError } from "../../src/timesheet/errors.ts";
import { tools } from "../../src/tools/index.ts";
import { example, inputExamples, replyExamples } from "../helpers/examples.ts";

const DELETED = { success: true, deletedWorklogId: "1" };
const ROW = { issueKey: "PROJ-1", hours: 8, date: "2026-01-05" };

test.each(await replyExamples())("the reply $name has no errors", ({ shape, value }) => {
  expect(replyErrors(shape, value)).toEqual([]);
  expect(isReply(shape, value)).toBe(true);
});

test.each(await inputExamples())("the input $name has no errors", ({ shape, value }) => {
  expect(inputErrors(shape, value)).toEqual([]);
  expect(isInput(shape, value)).toBe(true);
});

describe("the errors of a reply are one sentence per problem", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["a missing key", { summary: undefined }, "`summary` is missing"],
    ["an unknown key", { note: "" }, "`note` is not part of GetScheduleResponse"],
    [
      "an unknown key inside",
      { days: [{ note: 1, date: "2026-01-05", dayOfWeek: "Monday", requiredHours: 8, isWorkingDay: true }] },
      "`days[0].note` is not part of GetScheduleResponse",
    ],
    ["a value of another type", { days: {} }, "`days` must be an array, not an object"],
    [
      "a number that is not whole",
      {
        summary: {
          totalDays: 1.5,
          workingDays: 1,
          nonWorkingDays: 0,
          totalRequiredHours: 8,
          averageDailyHours: 8,
        },
      },
      "`summary.totalDays` must be an integer, not 1.5",
    ],
    [
      "a date in another format",
      { startDate: "5.1.2026" },
      '`startDate` must be a date written YYYY-MM-DD, not "5.1.2026"',
    ],
    [
      "a long value",
      { startDate: "x".repeat(100) },
      "`startDate` must be a date written YYYY-MM-DD, not text of 102 characters",
    ],
    [
      "a value that is just short enough to be shown",
      { startDate: "x".repeat(58) },
      `\`startDate\` must be a date written YYYY-MM-DD, not "${"x".repeat(58)}"`,
    ],
    ["a value that is not JSON", { startDate: 1n }, "`startDate` must be a string, not 1"],
  ])("%s", async (_, change, sentence) => {
    const reply = JSON.parse(JSON.stringify(await example("GetScheduleResponse/week")));
    expect(replyErrors("get_schedule", withoutUndefined({ ...reply, ...change }))).toEqual([sentence]);
  });

  test("a value of another type that is not in the enumeration either is one problem", async () => {
    const reply = JSON.parse(JSON.stringify(await example("GetScheduleResponse/week")));
    reply.days[0].dayOfWeek = 1;
    reply.days[1].dayOfWeek = "Someday";
    expect(replyErrors("get_schedule", reply)).toEqual([
      "`days[0].dayOfWeek` must be a string, not 1",
      '`days[1].dayOfWeek` must be one of "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", ' +
        'not "Someday"',
    ]);
  });

  test("an empty list that must not be empty", async () => {
    const reply = await example("PostWorklogResponse/one-day");
    expect(replyErrors("post_worklog", { ...reply, additionalWorklogs: [] })).toEqual([
      "`additionalWorklogs` must have at least 1 entry",
    ]);
  });

  test("several problems", () => {
    const broken = { success: false, deletedWorklogId: "12a", more: 0 };
    expect(replyErrors("DeleteWorklogResponse", broken)).toEqual([
      "`more` is not part of DeleteWorklogResponse",
      "`success` must be true, not false",
      '`deletedWorklogId` must be digits only, not "12a"',
    ]);
    expect(isReply("delete_worklog", broken)).toBe(false);
  });

  test.each([
    [undefined, "undefined"],
    [null, "null"],
    [[DELETED], "an array"],
    ["Not found.", '"Not found."'],
  ])("%j instead of a reply", (value, shown) => {
    expect(replyErrors("delete_worklog", value)).toEqual([`the reply must be an object, not ${shown}`]);
  });

  test("a reply of another tool", () => {
    expect(isReply("post_worklog", DELETED)).toBe(false);
  });
});

describe("the errors of an input are the sentences of the server", () => {
  test.each<[keyof Tools, unknown, string[]]>([
    [
      "bulk_post_worklogs",
      { worklogs: [ROW, { ...ROW, hours: 25, isBillable: false }] },
      [
        "unknown argument `worklogs[1].isBillable`; expected one of `issueKey`, `hours`, `date`, `description`",
        "`worklogs[1].hours` must be at most 24, not 25",
      ],
    ],
    [
      "delete_worklog",
      JSON.parse('{"worklogId":"1","__proto__":{}}'),
      ["unknown argument `__proto__`; expected one of `worklogId`"],
    ],
    ["delete_worklog", [], ["the input must be an object, not an array"]],
    ["delete_worklog", null, ["the input must be an object, not null"]],
    ["delete_worklog", "all", ['the input must be an object, not "all"']],
  ])("%s %j", (tool, input, errors) => {
    expect(inputErrors(tool, input)).toEqual(errors);
    expect(isInput(tool, input)).toBe(false);
  });

  test.each<[tool: keyof Tools, input: unknown]>([
    ["get_schedule", { startDate: "2026-01-05", endDate: "2026-01-05" }],
    ["bulk_post_worklogs", { worklogs: [{ ...ROW, date: "2000-01-01" }] }],
    ["bulk_post_worklogs", { worklogs: [{ ...ROW, issueKey: `P-${"1".repeat(253)}` }] }],
  ])("%s %j has none", (tool, input) => {
    expect(inputErrors(tool, input)).toEqual([]);
  });

  test("a long name of an unknown argument is cut off", () => {
    expect(inputErrors("delete_worklog", { worklogId: "1", ["x".repeat(99)]: 1 })).toEqual([
      `unknown argument \`${"x".repeat(59)}…\`; expected one of \`worklogId\``,
    ]);
  });
});

test("every tool can be checked by its own name and by the names of its types", async () => {
  const inputs = await inputExamples();
  for (const { name, input, reply } of tools) {
    const tool = name as keyof Tools;
    expect(inputErrors(tool, {})).toEqual(inputErrors(input, {}));
    expect(replyErrors(tool, {})).toEqual(replyErrors(reply, {}));
    expect(isInput(tool, inputs.find(({ shape }) => shape === input)?.value)).toBe(true);
  }
});

test.each(["GetNothingResponse", "toString", "GetScheduleInput"])(
  "the unknown name %s is a TypeError",
  (name) => {
    const known = tools.flatMap((tool) => [tool.name, tool.reply]).join(", ");
    const check = () => isReply(name as "get_schedule", {});
    expect(check).toThrow(TypeError);
    expect(check).toThrow(`Unknown reply "${name}". Known names: ${known}.`);
  },
);

test("the unknown name of an input is a TypeError", () => {
  const detailed = tools.flatMap((tool) => tool.detailed ?? []);
  const known = [...tools.flatMap((tool) => [tool.name, tool.input]), ...detailed].join(", ");
  expect(() => inputErrors("get_nothing" as "get_schedule", {})).toThrow(
    new TypeError(`Unknown input "get_nothing". Known names: ${known}.`),
  );
});

test("a checked value has the type of its tool", () => {
  const reply: unknown = DELETED;
  const input: unknown = { startDate: "2026-01-05" };
  const posted: unknown = undefined;
  if (!isReply("delete_worklog", reply) || !isInput("GetScheduleInput", input)) throw new Error();
  const id: Tools["delete_worklog"]["reply"]["deletedWorklogId"] = reply.deletedWorklogId;
  const endDate: string | undefined = input.endDate;
  expect({ id, endDate }).toEqual({ id: "1", endDate: undefined });
  // @ts-expect-error: the reply has no such key.
  if (isReply("post_worklog", posted)) posted.worklogId;
});

test("the error codes are those of the server's errors", () => {
  const code: ErrorCode = new InvalidInputError("x").code;
  expect(ERROR_CODES[code].next).toBe("Correct the fields that the text names.");
});

function withoutUndefined(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined));
}
