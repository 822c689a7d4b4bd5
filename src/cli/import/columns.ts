import { UsageError } from "../usage-error.ts";
import type { Table } from "./read-table.ts";

/** The fields of a row, and the headings under which Toggl, Clockify, Harvest and our own exports have it, without case. */
const HEADINGS = {
  date: ["date", "start date"],
  hours: ["hours", "duration (h)", "duration"],
  issue: ["issuekey", "issue", "external reference url"],
  comment: ["comment", "description", "notes"],
  start: ["start", "starttime", "start time"],
  billable: ["billable", "billable?"],
  billableHours: ["billablehours"],
  account: ["account"],
  user: ["email", "user", "first name", "last name"],
} as const;

export type Field = keyof typeof HEADINGS;

const FIELDS = Object.keys(HEADINGS) as Field[];

/** The fields that a table has, each with the places of its cells: several for a user's names. */
export type Columns = Partial<Record<Field, readonly number[]>>;

/** The headings that `--columns issue=Task,hours=Duration` names. @throws UsageError */
function readColumns(given: string): Map<Field, string> {
  const parts = given.split(/,(?=[a-z]+=)/i);
  const wanted = new Map<Field, string>();
  for (const part of parts) {
    const [, name, heading = ""] = /^([a-z]+)=(.+)$/is.exec(part.trim()) ?? [];
    const field = FIELDS.find((it) => it.toLowerCase() === name?.toLowerCase());
    if (!field)
      throw new UsageError(
        `--columns takes ${FIELDS.join(", ")}, each with a heading, such as --columns issue=Task,hours=Duration, not '${part}'.`,
        "import",
      );
    if (wanted.has(field)) throw new UsageError(`--columns names ${field} twice. Give it once.`, "import");
    wanted.set(field, heading.replace(/^"(.*)"$/s, "$1"));
  }
  return wanted;
}

/** Finds the columns of a table by what is given, then by known headings. @throws UsageError */
export function findColumns({ headings }: Table, given: string | undefined): Columns {
  const names = headings.map((heading) => heading.trim().toLowerCase());
  const placesOf = (name: string) =>
    [...names.keys()].filter((place) => names[place] === name.trim().toLowerCase());
  const wanted = given === undefined ? new Map<Field, string>() : readColumns(given);
  const shown = `The headings are ${headings
    .slice(0, 30)
    .map((it) => `'${it.slice(0, 40)}'`)
    .join(", ")}.`;
  const columns = FIELDS.map((field): [Field, number[]] => {
    const heading = wanted.get(field);
    const known = heading === undefined ? HEADINGS[field] : [heading];
    const found = known
      .map((name) => ({ name, places: placesOf(name) }))
      .filter(({ places }) => places.length > 0);
    const [first, second] = found;
    if (heading !== undefined && !first)
      throw new UsageError(`--columns: there is no heading '${heading}'. ${shown}`, "import");
    const twice = found.find(({ places }) => places.length > 1);
    if (twice)
      throw new UsageError(`The heading '${twice.name}' is there twice. Rename one of them.`, "import");
    if (second && field !== "user")
      throw new UsageError(
        `'${first?.name}' and '${second.name}' may both be the ${field}. Say which, as in --columns ${field}=${second.name}.`,
        "import",
      );
    return [field, found.flatMap(({ places }) => places)];
  }).filter(([, places]) => places.length > 0);
  const has = new Set(columns.map(([field]) => field));
  const missing: Field[] = [
    ...(["date", "hours"] as const).filter((field) => !has.has(field)),
    ...(has.has("issue") || has.has("comment") ? [] : (["issue"] as const)),
  ];
  if (missing.length === 0) return Object.fromEntries(columns);
  throw new UsageError(
    `No heading is known for the ${missing.join(" and the ")}. ${shown} Name them, as in --columns ${missing.map((field) => `${field}=HEADING`).join(",")}.`,
    "import",
  );
}
