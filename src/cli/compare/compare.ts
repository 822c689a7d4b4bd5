import type {
  CompareDifference,
  CompareOutput,
  RenamedIssue,
  UncomparedPart,
} from "../../generated/outputs.ts";
import { shownReply } from "../../text/show.ts";
import { type DateRange, isWithin } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { exactTime, toHours } from "../../timesheet/hours.ts";
import { compareText, totalHours } from "../../timesheet/totals.ts";
import { confirm, type Shell } from "../confirm.ts";
import { onUsersDay, periodOf } from "../dates/period.ts";
import { DIFFERENT, EXIT_CODE_BY_ERROR, exitCodeOf, exitCodeOfAll, type Outcome } from "../exit-codes.ts";
import { typeAgain } from "../lines.ts";
import { checkMayWrite } from "../perform-in-shell.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";
import { matchWorklogs, type Pair, type SiteWorklog, withChainToEnd } from "./match.ts";
import { catalogueFor, postMissing, warningsOf } from "./post.ts";
import {
  ask,
  type Call,
  type MovedWorklog,
  type ReadSites,
  readSites,
  type Sites,
  UnreadSiteError,
} from "./read-sites.ts";
import { postedLines, questionOf, shownLines } from "./show.ts";

export interface CompareOptions extends Shell {
  /** The dates as the command line names them; the current month if undefined. */
  period: string | undefined;
  /** Logs what is missing on the second site. */
  post: boolean;
  /** Logs it without asking. */
  yes: boolean;
  /** Prints one JSON object, and never asks. */
  json: boolean;
  width: number;
  /** The words that compare the same sites, for a line to type. */
  again: readonly string[];
  /** The words that undo what was logged; undefined if nothing can be. */
  undo: readonly string[] | undefined;
}

/**
 * Compares the user's own worklogs on two sites, and logs what is missing on the second if the user wants that and agrees. It changes
 * nothing else, and nothing on the first site.
 *
 * @throws InvalidInputError if the command line is wrong; nothing was sent then
 */
export async function compareSites(options: CompareOptions, sites: Sites): Promise<Outcome> {
  const { period = "this", post, yes, json, terminal, signal } = options;
  const [first, second] = sites;
  const call = { signal, name: "compare" };
  if (post) checkMayWrite("compare --post", second.server.settings.readOnly);
  const redact = (text: string) => first.server.redact(second.server.redact(text));
  const print = (lines: readonly string[]) => options.print(lines.map((line) => `${line}\n`).join(""));
  const printJson = (output: CompareOutput) => print([JSON.stringify(shownReply(output, redact))]);

  const here = periodOf(period, first.server.today(), "compare");
  const compared = await sayWaiting(waitingLong(first.server), async () => {
    const onDay = onUsersDay((today) => periodOf(period, today, "compare"), first.server, call);
    return compareRange(sites, await ask(first, onDay), call);
  }).catch((error: unknown) => {
    if (error instanceof UnreadSiteError) return error;
    throw error;
  });
  if (compared instanceof UnreadSiteError) {
    const unknown = [{ profile: compared.site.name, reason: compared.reason.text.shell }];
    if (json) printJson({ ...rangeOf(sites, here), differences: [], renamed: [], unknown });
    return { exitCode: exitCodeOf(compared.reason), error: compared.message };
  }
  const { missing, there, unnamed } = compared;
  const different: Outcome = { exitCode: isEqual(compared.output) ? 0 : DIFFERENT };
  const isPosting = post && missing.length > 0 && !unnamed;
  const catalogue = isPosting ? await catalogueFor(missing, second, call) : [];
  const warnings = isPosting ? warningsOf(missing, catalogue, second) : [];
  const output = { ...compared.output, ...(warnings.length > 0 && { warnings }) };
  if (!json) print(shownLines(shownReply(output, redact), options));
  if (json && !(isPosting && yes)) printJson(output);
  // Attributes without their names would be lost.
  if (post && unnamed)
    return { exitCode: exitCodeOf(unnamed), error: `Nothing was logged: ${unnamed.text.shell}` };
  if (post && !json && missing.length === 0) print(["Nothing is missing, so nothing was logged."]);
  if (!isPosting) return different;

  if (!yes) {
    const { end, command } = typeAgain(
      [...options.again, `${output.startDate}..${output.endDate}`],
      "--post",
      "--yes",
    );
    const text = `Nothing was logged. To log what is missing, ${end}`;
    if (json) return { ...different, warning: text, command };
    if (!terminal) return { exitCode: EXIT_CODE_BY_ERROR.invalid_input, error: text, command };
    if (!(await confirm(questionOf(missing, second.name), options)))
      return { exitCode: EXIT_CODE_BY_ERROR.cancelled, error: text, command };
  }
  const { errors, ...posted } = await postMissing(missing, there, catalogue, second, call);
  if (json) printJson({ ...output, posted });
  else print(postedLines(shownReply(posted, redact), options));
  if (signal.aborted) return { exitCode: EXIT_CODE_BY_ERROR.cancelled };
  if (errors.length > 0)
    return {
      exitCode: exitCodeOfAll(errors, missing.length),
      error: `${errors.length} of ${missing.length} missing worklogs were not logged. Repeat the command: it logs only what is missing.`,
    };
  const others = { ...output, differences: output.differences.filter(({ kind }) => kind !== "missing") };
  return { exitCode: isEqual(others) && posted.alreadyLogged === undefined ? 0 : DIFFERENT };
}

interface Comparison extends Pick<ReadSites, "there" | "unnamed"> {
  output: CompareOutput;
  missing: MovedWorklog[];
}

async function compareRange(
  sites: Sites,
  { startDate, endDate }: DateRange,
  call: Call,
): Promise<Comparison> {
  const range = { startDate, endDate };
  const { read, moved, hidden, there, hiddenThere, unknown, unnamed } = await readSites(sites, range, call);
  const matched = matchWorklogs(moved, there);
  const { pairs, doubled, others } = matched;
  const within = pairs.filter(({ one }) => isWithin(range, one.date));
  const unpaired = matched.missing.filter(({ date }) => isWithin(range, date));
  const chained = withChainToEnd(moved, matched, read);
  const missing = unpaired.filter((one) => !chained.has(one));
  const unsure = unpaired.filter((one) => chained.has(one));
  const copies = doubled.filter(({ other }) => isWithin(range, other.date));
  const kinds = within.map(kindOf);
  const count = (kind: (typeof kinds)[number]) => kinds.filter((it) => it === kind).length;
  const ofRange = [...within.map(({ one }) => one), ...unpaired, ...hidden];
  const output: CompareOutput = {
    ...rangeOf(sites, range),
    summary: {
      totalEntries: ofRange.length,
      totalHours: totalHours(ofRange),
      equal: count("equal"),
      renamed: count("renamed"),
      shifted: count("shifted"),
      changed: count("changed"),
      attributeLost: count("attribute_lost"),
      missing: missing.length,
      missingHours: totalHours(missing),
      unknown: hidden.length + unsure.length,
      doubled: copies.length,
      onlyOnSecond: others.filter(({ date }) => isWithin(range, date)).length - hiddenThere,
    },
    differences: [
      ...missing.map((one) => ({
        kind: "missing" as const,
        ...shownOf(one),
        issueKey: one.key,
        worklogId: one.id,
      })),
      ...within.flatMap(differenceOf),
      ...copies.map(({ other, pair: { one } }) => ({
        kind: "doubled" as const,
        ...shownOf(other),
        issueKey: one.key,
        worklogId: one.id,
        secondWorklogId: other.id,
      })),
    ].sort((a, b) => compareText(a.date, b.date) || compareText(a.issueKey, b.issueKey)),
    renamed: renamedIssues(within.map(({ one }) => one)),
    unknown: [...unknown, ...unsureParts(unsure, sites)],
  };
  return { output, missing, there, unnamed };
}

function unsureParts(unsure: readonly MovedWorklog[], [, { name }]: Sites): UncomparedPart[] {
  return [...groupBy(unsure, ({ key }) => key)].map(([issueKey, { length }]) => ({
    profile: name,
    issueKey,
    entryCount: length,
    reason: `${name} lacks this on ${issueKey}, or has it and all equal ones beyond these dates a day off: compare more dates to know.`,
  }));
}

function isEqual({ differences, renamed, unknown }: CompareOutput): boolean {
  return differences.length + renamed.length + unknown.length === 0;
}

/** The first that is true of a pair says what it is. */
function kindOf({
  one,
  changes,
}: Pair<MovedWorklog>): "equal" | "renamed" | Exclude<CompareDifference["kind"], "missing" | "doubled"> {
  if (changes.some(({ field }) => field === "date")) return "shifted";
  if (changes.some(({ to }) => to !== undefined)) return "changed";
  if (changes.length > 0) return "attribute_lost";
  return one.key === one.newKey ? "equal" : "renamed";
}

function differenceOf(pair: Pair<MovedWorklog>): CompareDifference[] {
  const { one, other, changes } = pair;
  const kind = kindOf(pair);
  if (kind === "equal" || kind === "renamed") return [];
  return [
    { kind, ...shownOf(one), issueKey: one.key, worklogId: one.id, secondWorklogId: other.id, changes },
  ];
}

function shownOf({ date, seconds, comment }: SiteWorklog) {
  const timeSpent = exactTime(seconds);
  return { date, hours: toHours(seconds), ...(timeSpent !== undefined && { timeSpent }), comment };
}

function renamedIssues(worklogs: readonly MovedWorklog[]): RenamedIssue[] {
  const renamed = worklogs.filter(({ key, newKey }) => key !== newKey);
  return [...groupBy(renamed, ({ key }) => key)]
    .map(([issueKey, of]) => ({ issueKey, newKey: of[0]?.newKey ?? "", entryCount: of.length }))
    .sort((a, b) => compareText(a.issueKey, b.issueKey));
}

/** The keys that each output begins with. */
function rangeOf(sites: Sites, { startDate, endDate }: DateRange) {
  const [first, second] = sites.map(({ name, server: { site } }) => ({
    profile: name,
    ...(site !== undefined && { site }),
  }));
  return { startDate, endDate, first, second } as Pick<
    CompareOutput,
    "startDate" | "endDate" | "first" | "second"
  >;
}
