import type { components } from "../../generated/jira-api.ts";
import type { IssueActivity } from "../../timesheet/port.ts";
import {
  expectArray,
  expectObject,
  expectString,
  InvalidResponseError,
  optionalString,
} from "../http/parse.ts";

type Schemas = components["schemas"];

/** Something that the user did with an issue. */
export type OwnEvent = Omit<IssueActivity, "issueKey">;

/** Whether an author is the user. */
export type IsOwn = (author: Schemas["Author"] | undefined) => boolean;

/** Fields that Jira changes when hours are logged, in lower case. */
const HOURS = ["timespent", "worklogid", "worklogtimespent"];

/** Numbers below it are seconds since 1970: in milliseconds they would be a time before 1974. */
const LEAST_MILLISECONDS = 1e11;

/** The user's own changes. Several fields that are changed at once are one change, and logging hours is none. */
export function changesIn(histories: Schemas["History"][] | undefined, isOwn: IsOwn): OwnEvent[] {
  return expectArray(histories, "an issue's changes").flatMap((history) => {
    const { author, created, items } = expectObject(history, "a change");
    const fields = expectArray(items ?? [], "a change's fields");
    if (!isOwn(author) || fields.some(({ field = "" }) => HOURS.includes(field.toLowerCase()))) return [];
    const at = timeOf(created, "the time of a change");
    const statuses = fields.filter(isStatus).map(newValueOf);
    const status = statuses.at(-1);
    return [status === undefined ? { kind: "edit", at } : { kind: "status", at, status }];
  });
}

/** The user's own comments, without their texts, and the times of all comments in the order of the list. */
export function commentsIn(
  comments: Schemas["Comment"][] | undefined,
  isOwn: IsOwn,
): { own: OwnEvent[]; times: number[] } {
  const all = expectArray(comments, "an issue's comments").map((comment) => {
    const { author, created } = expectObject(comment, "a comment");
    return { isOwn: isOwn(author), at: timeOf(created, "the time of a comment") };
  });
  return {
    own: all.filter((comment) => comment.isOwn).map(({ at }) => ({ kind: "comment", at })),
    times: all.map(({ at }) => at),
  };
}

/** The creation of an issue, if it is the user's own. */
export function creationOf({ fields }: Schemas["Issue"], isOwn: IsOwn): OwnEvent[] {
  if (!isOwn(fields?.creator)) return [];
  return [{ kind: "create", at: timeOf(fields.created, "the time of an issue's creation") }];
}

/** An app's field may have the same name. Older versions of Data Center name no id. */
function isStatus({ field, fieldId, fieldtype }: Schemas["HistoryItem"]): boolean {
  return fieldId === undefined ? field === "status" && fieldtype !== "custom" : fieldId === "status";
}

function newValueOf(item: Schemas["HistoryItem"]): string {
  // Every object inherits a function of that name.
  return Object.hasOwn(item, "toString") ? optionalString(item.toString, "a status's name") : "";
}

function timeOf(created: unknown, what: string): number {
  const at = typeof created === "number" ? milliseconds(created) : Date.parse(expectString(created, what));
  // No date is so far from 1970.
  if (Number.isNaN(new Date(at).getTime())) throw new InvalidResponseError(`${what} is not valid`);
  return at;
}

function milliseconds(time: number): number {
  return time < LEAST_MILLISECONDS ? time * 1000 : time;
}
