import { oneLine } from "../../text/characters.ts";
import { UsageError } from "../usage-error.ts";

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
  user: ["user", "member", "username"],
  email: ["email"],
  firstName: ["first name"],
  lastName: ["last name"],
} as const;

export type Field = keyof typeof HEADINGS;

const FIELDS = Object.keys(HEADINGS) as Field[];

/** The fields that a file has, each with the place of its heading. */
export type Columns = ReadonlyMap<Field, number>;

/** The headings that `--columns issue=Task,hours=Duration` names. @throws UsageError */
function readColumns(given: string): Map<Field, string> {
  const wanted = new Map<Field, string>();
  for (const part of given.split(/,(?=[a-z]+=)/i)) {
    const [, name, heading = ""] = /^([a-z]+)=(.+)$/is.exec(part.trim()) ?? [];
    const field = FIELDS.find((it) => it.toLowerCase() === name?.toLowerCase());
    if (!field || wanted.has(field))
      throw new UsageError(
        `--columns takes ${FIELDS.join(", ")}, each once and with a heading, such as --columns issue=Task,hours=Duration, not '${part}'.`,
        "import",
      );
    wanted.set(field, heading.replace(/^"(.*)"$/s, "$1"));
  }
  return wanted;
}

/** Finds the columns of a file by what is given, then by known headings. @throws UsageError */
export function findColumns(written: readonly string[], given: string | undefined): Columns {
  const headings = written.map((heading) => oneLine(heading).trim());
  const names = headings.map((heading) => heading.toLowerCase());
  const wanted = given === undefined ? new Map<Field, string>() : readColumns(given);
  const shown = headings.slice(0, 30).map((heading) => `'${heading.slice(0, 40)}'`);
  const theirs = `The headings are ${shown.join(", ")}.`;
  const columns = new Map<Field, number>();
  for (const field of FIELDS) {
    const heading = wanted.get(field);
    const known: readonly string[] = heading === undefined ? HEADINGS[field] : [heading.trim().toLowerCase()];
    const [place, other] = [...names.keys()].filter((index) => known.includes(names[index] ?? ""));
    if (heading !== undefined && place === undefined)
      throw new UsageError(`--columns: there is no heading '${heading}'. ${theirs}`, "import");
    if (other !== undefined)
      throw new UsageError(
        `'${headings[place ?? 0]}' and '${headings[other]}' may both be the ${field}. Rename one, or say which, as in --columns ${field}=HEADING.`,
        "import",
      );
    if (place !== undefined) columns.set(field, place);
  }
  const needed: Field[] = ["date", "hours", ...(columns.has("comment") ? [] : (["issue"] as const))];
  const missing = needed.filter((field) => !columns.has(field));
  if (missing.length === 0) return columns;
  throw new UsageError(
    `No heading is known for the ${missing.join(" and the ")}. ${theirs} Name them, as in --columns ${missing.map((field) => `${field}=HEADING`).join(",")}.`,
    "import",
  );
}
