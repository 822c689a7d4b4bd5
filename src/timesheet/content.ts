import { withoutEntities } from "../text/entities.ts";
import { toHours } from "./hours.ts";

/** Named here, since the package's module of the contract, which uses this file, has no types of the port. */
interface Content {
  date: string;
  seconds: number;
  billableSeconds: number;
  comment: string;
}

/** Worklogs with the same key are equal: issue, date, hours as replies show them, billable or not, and comment. */
export function contentKey(issueId: string, content: Content): string {
  const { date, seconds, billableSeconds, comment } = content;
  return JSON.stringify([issueId, date, toHours(seconds), billableSeconds > 0, plainComment(comment)]);
}

/** A `contentKey` that ignores changes which storing makes to a comment; for billable time see `isBillableAsWanted`. */
export function lenientKey(issueId: string, { date, seconds, comment }: Content): string {
  return JSON.stringify([issueId, date, toHours(seconds), lenientComment(comment)]);
}

/** Tempo sets some billable time to 0 by rules of its own, and never the other way round. */
export function isBillableAsWanted(
  wanted: { billableSeconds: number },
  { billableSeconds = 0 }: { billableSeconds?: number },
): boolean {
  return billableSeconds === 0 || wanted.billableSeconds > 0;
}

/** The text that Tempo writes where a worklog has no comment. */
const FILLER = /^Working on issue [A-Z][A-Z0-9_]*-\d+$/i;

export function lenientComment(comment: string): string {
  const text = withoutEntities(comment)
    .replaceAll(/<[^<>]*>/g, " ")
    .normalize("NFKC")
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .replaceAll(/\s+/g, " ")
    .trim();
  return FILLER.test(text) ? "" : text;
}

/** A comment without what Tempo may change in it: line ends, and space around it. */
export function plainComment(comment: string): string {
  return comment.replaceAll(/\r\n?/g, "\n").trim();
}
