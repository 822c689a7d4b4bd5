import { expect, test } from "vitest";
import { inputErrors, isInput, isReply, replyErrors } from "../../src/contract/index.ts";
import type { Responses } from "../../src/generated/responses.ts";
import { example, listExamples } from "../helpers/examples.ts";

const DELETED = { success: true, deletedWorklogId: "1" };

test.each(await listExamples())("the example $name has no faults", async ({ shape, name }) => {
  const reply = await example(name);
  expect(replyErrors(shape as keyof Responses, reply)).toEqual([]);
  expect(isReply(shape as keyof Responses, reply)).toBe(true);
});

test("the faults of a reply say where each is and what the contract says", () => {
  const broken = { success: false, deletedWorklogId: 1, more: 0 };
  expect(replyErrors("DeleteWorklogResponse", broken)).toEqual([
    'DeleteWorklogResponse must NOT have additional properties {"additionalProperty":"more"}',
    'DeleteWorklogResponse/success must be equal to constant {"allowedValue":true}',
    'DeleteWorklogResponse/deletedWorklogId must be string {"type":"string"}',
  ]);
  expect(isReply("DeleteWorklogResponse", broken)).toBe(false);
  expect(isReply("PostWorklogResponse", DELETED)).toBe(false);
});

test("the faults of an input name an argument that its tool does not know", () => {
  const input = { worklogs: [{ issueKey: "PROJ-1", hours: 25, date: "2026-01-05", isBillable: false }] };
  const known = ["issueKey", "hours", "date", "description"];
  expect(inputErrors("BulkPostWorklogsInput", input)).toEqual([
    'BulkPostWorklogsInput/worklogs/0/hours must be <= 24 {"comparison":"<=","limit":24}',
    `BulkPostWorklogsInput/worklogs/0 must NOT have additional properties ${JSON.stringify({
      additionalProperty: "isBillable",
      known,
    })}`,
  ]);
  expect(isInput("BulkPostWorklogsInput", input)).toBe(false);
  expect(isInput("DeleteWorklogInput", { worklogId: "1" })).toBe(true);
});

test("a checked value has the type of its shape", () => {
  const reply: unknown = DELETED;
  const input: unknown = { startDate: "2026-01-05" };
  if (!isReply("DeleteWorklogResponse", reply) || !isInput("GetScheduleInput", input)) throw new Error();
  const id: string = reply.deletedWorklogId;
  const endDate: string | undefined = input.endDate;
  expect({ id, endDate }).toEqual({ id: "1", endDate: undefined });
});
