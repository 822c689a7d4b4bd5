import type { ExistingWorklog, NewWorklog, StoredWorklog } from "../../../src/timesheet/port.ts";

/** A worklog of a table: one billable hour on issue 1 on a Monday, without a comment, unless given. */
export interface Content {
  issue?: string;
  date?: string;
  hours?: number;
  billable?: boolean;
  comment?: string;
  createdAt?: number;
  /** HH:mm:ss. */
  startTime?: string;
  /** Values by key: what an entry gives, or a worklog has. Tempo says nothing of them if they are left out. */
  attributes?: Record<string, string>;
}

/** Worklogs of a table by name. Names are letters for what is posted, and ids such as "w1" for what Tempo has. */
export type Named = Record<string, Content>;

export function newWorklog({ issue = "1", ...content }: Content = {}): NewWorklog {
  return { issue: { id: issue, key: `PROJ-${issue}`, summary: "" }, ...timeOf(content), ...listOf(content) };
}

export function existingWorklog(id: string, { issue = "1", ...content }: Content = {}): ExistingWorklog {
  const { attributes } = content;
  return {
    id,
    issueId: issue,
    ...timeOf(content),
    ...(attributes && { attributes: new Map(Object.entries(attributes)) }),
  };
}

export function storedWorklog(id: string, content: Content = {}): StoredWorklog {
  return { id, isOwn: true, ...timeOf(content), ...listOf(content) };
}

/** Objects built from a table's worklogs, by name. */
export function build<Item>(named: Named, from: (content: Content, name: string) => Item): Map<string, Item> {
  return new Map(Object.entries(named).map(([name, content]) => [name, from(content, name)]));
}

/** The name of an object in a map. */
export function nameOf<Item>(items: ReadonlyMap<string, Item>, item: Item): string {
  return [...items].find(([, it]) => it === item)?.[0] ?? "?";
}

function listOf({ attributes }: Content) {
  return attributes && { attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })) };
}

function timeOf({
  date = "2026-01-05",
  hours = 1,
  billable = true,
  comment = "",
  createdAt,
  startTime,
}: Content) {
  const seconds = Math.round(hours * 3600);
  const billableSeconds = billable ? seconds : 0;
  return {
    ...{ date, seconds, billableSeconds, comment },
    ...(createdAt !== undefined && { createdAt }),
    ...(startTime !== undefined && { startTime }),
  };
}
