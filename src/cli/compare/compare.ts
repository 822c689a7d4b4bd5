import type { CompareDifference, CompareOutput, RenamedIssue } from "../../generated/outputs.ts";
import { shownReply } from "../../text/show.ts";
import { type DateRange, isWithin } from "../../timesheet/dates.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import { exactTime, toHours } from "../../timesheet/hours.ts";
import { compareText, totalHours } from "../../timesheet/totals.ts";
import { askFirst, type Shell } from "../confirm.ts";
import { onUsersDay, periodOf } from "../dates/period.ts";
import { DIFFERENT, EXIT_CODE_BY_ERROR, exitCodeOf, exitCodeOfAll, type Outcome } from "../exit-codes.ts";
import { typeAgain } from "../lines.ts";
import { checkMayWrite } from "../perform-in-shell.ts";
import { sayWaiting, waitingLong } from "../say-waiting.ts";
import { matchWorklogs, type Pair, type SiteWorklog } from "./match.ts";
import { postMissing, warningsOf } from "./post.ts";
import {
  ask,
  type Call,
  type MovedWorklog,
  type ReadSites,
  readSites,
  type Site,
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
  const { period = "this", post, yes, json, signal } = options;
  const [first, second] = sites;
  const call = { signal, name: "compare" };
  if (post) checkMayWrite("compare --post", second.server.settings.readOnly);
  const redact = (text: string) => first.server.redact(second.server.redact(text));
  const print = (lines: readonly string[]) => options.print(lines.map((line) => `${line}\n`).join(""));
  const printJson = (output: CompareOutput) => print([JSON.stringify(shownReply(output, redact))]);

  // Wrong dates are refused before anything is sent.
  periodOf(period, first.server.today(), "compare");
  const compared = await sayWaiting(waitingLong(first.server), async () => {
    const onDay = onUsersDay((today) => periodOf(period, today, "compare"), first.server, call);
    return compareRange(sites, await ask(first, onDay), call);
  }).catch((error: unknown) => {
    if (error instanceof UnreadSiteError) return error;
    throw error;
  });
  if (compared instanceof UnreadSiteError)
    return { exitCode: exitCodeOf(compared.reason), error: compared.message };
  const { missing, pairs, catalogue } = compared;
  const isPosting = post && missing.length > 0;
  const warnings = isPosting ? warningsOf(missing, catalogue, second) : [];
  const output = { ...compared.output, ...(warnings.length > 0 && { warnings }) };
  const different: Outcome = { exitCode: isEqual(output) ? 0 : DIFFERENT };
  if (!json) print(shownLines(shownReply(output, redact), options));
  if (json && !(isPosting && yes)) printJson(output);
  if (post && !json && !isPosting) print(["Nothing is missing, so nothing was logged."]);
  if (!isPosting) return different;

  if (!yes) {
    const words = [...options.again, `${output.startDate}..${output.endDate}`];
    const { end, command } = typeAgain(words, "--post", "--yes");
    const instead = { text: `Nothing was logged. To log what is missing, ${end}`, command };
    const unlogged = await askFirst(questionOf(missing, second.name), instead, options, different.exitCode);
    if (unlogged) return unlogged;
  }
  const { errors, ...posted } = await postMissing(missing, pairs, catalogue, second, call);
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

interface Comparison extends Pick<ReadSites, "catalogue"> {
  output: CompareOutput;
  pairs: Pair<MovedWorklog>[];
  missing: MovedWorklog[];
}

/** A worklog of the first site and what became of it, or a copy on the other site. */
interface Result extends Partial<Omit<Pair<MovedWorklog>, "one">> {
  kind: CompareDifference["kind"] | "equal" | "renamed";
  one: MovedWorklog;
}

async function compareRange(
  sites: Sites,
  { startDate, endDate }: DateRange,
  call: Call,
): Promise<Comparison> {
  const range = { startDate, endDate };
  const isOfRange = ({ date }: SiteWorklog) => isWithin(range, date);
  const { moved, hidden, there, unknown, catalogue } = await readSites(sites, range, call);
  const { pairs, doubled, others, ...matched } = matchWorklogs(moved, there);
  const missing = matched.missing.filter(isOfRange);
  const ofFirst: Result[] = [
    ...pairs.filter(({ one }) => isOfRange(one)).map((pair) => ({ kind: kindOf(pair), ...pair })),
    ...missing.map((one) => ({ kind: "missing" as const, one })),
  ];
  const copies: Result[] = doubled
    .filter(({ other }) => isOfRange(other))
    .map(({ other, pair: { one } }) => ({ kind: "doubled", one, other }));
  const worklogs = [...ofFirst.map(({ one }) => one), ...hidden];
  const count = (wanted: Result["kind"]) => ofFirst.filter(({ kind }) => kind === wanted).length;
  const output: CompareOutput = {
    ...rangeOf(sites, range),
    summary: {
      totalEntries: worklogs.length,
      totalHours: totalHours(worklogs),
      equal: count("equal"),
      renamed: count("renamed"),
      shifted: count("shifted"),
      changed: count("changed"),
      attributeLost: count("attribute_lost"),
      missing: missing.length,
      missingHours: totalHours(missing),
      unknown: hidden.length,
      doubled: copies.length,
      onlyOnSecond: others.filter(isOfRange).length,
    },
    differences: [...ofFirst, ...copies]
      .flatMap(differenceOf)
      .sort((a, b) => compareText(a.date, b.date) || compareText(a.issueKey, b.issueKey)),
    renamed: renamedIssues(ofFirst.flatMap(({ one, other }) => (other ? one : []))),
    unknown,
  };
  return { output, pairs, missing, catalogue };
}

function isEqual({ differences, renamed, unknown }: CompareOutput): boolean {
  return differences.length + renamed.length + unknown.length === 0;
}

/** The first that is true of a pair says what it is. */
function kindOf({ one, changes }: Pair<MovedWorklog>): Exclude<Result["kind"], "missing" | "doubled"> {
  if (changes.some(({ field }) => field === "date")) return "shifted";
  if (changes.some(({ to }) => to !== undefined)) return "changed";
  if (changes.length > 0) return "attribute_lost";
  return one.key === one.newKey ? "equal" : "renamed";
}

function differenceOf({ kind, one, other, changes }: Result): CompareDifference[] {
  if (kind === "equal" || kind === "renamed") return [];
  const { date, seconds, comment } = kind === "doubled" && other ? other : one;
  const timeSpent = exactTime(seconds);
  return [
    {
      kind,
      date,
      issueKey: one.key,
      hours: toHours(seconds),
      ...(timeSpent !== undefined && { timeSpent }),
      comment,
      worklogId: one.id,
      ...(other && { secondWorklogId: other.id }),
      ...(changes && { changes }),
    },
  ];
}

function renamedIssues(worklogs: readonly MovedWorklog[]): RenamedIssue[] {
  const renamed = worklogs.filter(({ key, newKey }) => key !== newKey);
  return [...groupBy(renamed, ({ key }) => key)]
    .map(([issueKey, of]) => ({ issueKey, newKey: of[0]?.newKey ?? "", entryCount: of.length }))
    .sort((a, b) => compareText(a.issueKey, b.issueKey));
}

/** The keys that each output begins with. */
function rangeOf([first, second]: Sites, range: DateRange) {
  const shown = ({ name, server: { site } }: Site) => ({
    profile: name,
    ...(site !== undefined && { site }),
  });
  return { ...range, first: shown(first), second: shown(second) };
}
