import type {
  BulkPostWorklogsResponse,
  DeleteWorklogResponse,
  DeleteWorklogsResponse,
  DraftTimesheetResponse,
  FillDaysResponse,
  GetScheduleResponse,
  GetTeamTotalsResponse,
  GetTotalsResponse,
  GetWorklogsResponse,
  PostDraftResponse,
  PostWorklogResponse,
} from "../generated/responses.ts";
import { asList, asObject, isDate, isText } from "./bridge.ts";

/** The replies that the view knows, by what it does with them. */
export interface Replies {
  schedule: GetScheduleResponse;
  worklogs: GetWorklogsResponse;
  batch: BulkPostWorklogsResponse;
  posted: PostWorklogResponse;
  filled: FillDaysResponse;
  deleted: DeleteWorklogResponse;
  deletedMany: DeleteWorklogsResponse;
  draft: DraftTimesheetResponse;
  postedDraft: PostDraftResponse;
  totals: GetTotalsResponse | GetTeamTotalsResponse;
}

export type Reply = { [Kind in keyof Replies]: { kind: Kind; reply: Replies[Kind] } }[keyof Replies];

/** A value fits if it is of the same type: a list if each part fits the one of the example, an object if its parts fit, those with a ? if it has them. */
type Example = string | number | boolean | undefined | readonly [Example] | { [key: string]: Example };

const TOTAL = { key: "", hours: 0, entryCount: 0 };

const ROW = { issueKey: "", date: "", "hours?": 0, "attributes?": [{ key: "" }] } as const;

const DRAFT: Example = {
  days: [
    {
      date: "",
      "entries?": [{ issueKey: "", "hours?": 0, evidence: [""] }],
      "unmapped?": [
        {
          ref: "",
          start: "",
          "hours?": 0,
          "candidates?": [{ issueKey: "", reason: "" }],
        },
      ],
    },
  ],
  "leftOut?": [{ reason: "" }],
  sources: [{ source: "" }],
  summary: { unmappedHours: 0, daysWithoutEvidence: [""] },
};

/** An example of each kind of reply, with the parts that a reply must have. It fits no other kind, and only a reply that is complete enough to draw. */
const EXAMPLES: Record<keyof Replies, Example> = {
  schedule: { days: [{ date: "" }], summary: { totalRequiredHours: 0 } },
  worklogs: {
    worklogs: [{ ...ROW, id: "", comment: "" }],
    byIssue: [{ issueKey: "" }],
    summary: { totalEntries: 0 },
  },
  batch: {
    results: [ROW],
    "byIssue?": [{ issueKey: "" }],
    "overbooked?": [{ date: "" }],
    summary: { totalHours: 0, succeeded: 0 },
  },
  // A changed worklog comes with what it was before, and was not logged by the call.
  posted: {
    worklog: { ...ROW, id: "" },
    before: undefined,
    "additionalWorklogs?": [{ ...ROW, id: "" }],
    "overbooked?": [{ date: "" }],
  },
  filled: {
    logged: false,
    entries: [{ issueKey: "", "hours?": 0, dates: [""] }],
    "skipped?": [{ date: "", reason: "" }],
    "warnings?": [""],
    "failures?": [{ ...ROW, error: "" }],
    summary: { totalHours: 0 },
  },
  deleted: { deletedWorklogId: "" },
  deletedMany: { worklogs: [{ id: "", "hours?": 0 }], deleted: false },
  draft: DRAFT,
  postedDraft: {
    logged: false,
    summary: { missingHoursAfter: 0 },
    worklogIds: [""],
    "alreadyLoggedIds?": [""],
    "failures?": [{ ...ROW, error: "" }],
    "draft?": DRAFT,
  },
  totals: {
    startDate: "2026-01-01",
    endDate: "2026-01-01",
    groups: [{ ...TOTAL, "groups?": [TOTAL] }],
    "leftOut?": [""],
    "team?": { name: "" },
    summary: { totalHours: 0, totalEntries: 0 },
  },
};

function fits(value: unknown, example: Example): boolean {
  if (isList(example)) return isList(value) && value.every((each) => fits(each, example[0]));
  if (typeof example !== "object")
    return typeof value === typeof example && (!isDate(example) || isDate(value));
  const parts = asObject(value);
  return Object.entries(example).every(([key, part]) => {
    const name = key.replace("?", "");
    return fits(parts[name], part) || (name !== key && parts[name] === undefined);
  });
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const KINDS = Object.keys(EXAMPLES) as (keyof Replies)[];

/**
 * The reply in a tool's result, or undefined if it has none that is known. Some hosts leave out `structuredContent`; the text is
 * the same object.
 */
export function replyOf(result: unknown): Reply | undefined {
  const { structuredContent } = asObject(result);
  for (const candidate of [structuredContent, ...textsOf(result).map(parsed)]) {
    const reply: unknown = candidate;
    const kind = KINDS.find((each) => fits(reply, EXAMPLES[each]));
    if (kind) return { kind, reply } as Reply;
  }
  return undefined;
}

/** The text blocks of a tool's result. */
export function textsOf(result: unknown): string[] {
  const { content } = asObject(result);
  return asList(content).flatMap((block) => {
    const { type, text } = asObject(block);
    return type === "text" && isText(text) ? [text] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
