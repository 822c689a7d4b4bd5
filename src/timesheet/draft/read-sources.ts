import type { Redact } from "../../text/show.ts";
import type { CallContext } from "../call-context.ts";
import { addDays, type DateRange } from "../dates.ts";
import { CancelledError, TimesheetError } from "../errors.ts";
import { EVIDENCE_SHARE } from "../timeline.ts";
import {
  type Evidence,
  EvidenceError,
  type EvidenceScope,
  type EvidenceSource,
  type ReadEvidence,
  SOURCE_NAMES,
  type SourceName,
} from "./evidence.ts";
import { LEAD_DAYS } from "./make-draft.ts";

/** The result of reading a source, for the user. */
export interface SourceReport {
  source: SourceName;
  /** A phrase; undefined if it cannot be read. */
  found: string | undefined;
  /** Sentences about what of it cannot be read. */
  problems: string[];
}

export interface SourcesRead {
  /** They come in the order of `SOURCE_NAMES`. */
  reports: SourceReport[];
  evidence: Evidence[];
  /** The number of times that evidence of the range counts for nothing, by the reason. */
  leftOut: Record<string, number>;
  /** Whether the sources whose evidence has a place were read in full. */
  arePlacesKnown: boolean;
}

/** The sources whose evidence has a place, from which issues are inferred. */
const WITH_PLACES: readonly SourceName[] = ["git", "sessions"];

/**
 * Reads all sources at once, those with places for the LEAD_DAYS before the range too. What those days have is neither counted nor
 * reported: it only tells issues.
 *
 * @throws CancelledError; no other failure of a source keeps the others from being read
 */
export async function readSources(
  sources: readonly EvidenceSource[],
  range: DateRange,
  who: Pick<EvidenceScope, "zone" | "emails">,
  context: CallContext,
): Promise<SourcesRead> {
  const now = context.clock.now();
  const deadline = now + (context.deadline - now) * EVIDENCE_SHARE;
  const lead = { startDate: addDays(range.startDate, -LEAD_DAYS), endDate: addDays(range.startDate, -1) };
  const dates = { startDate: lead.startDate, endDate: range.endDate };
  const scope = { ...who, dates, context: { ...context, deadline } };
  const inOrder = [...sources].sort((a, b) => SOURCE_NAMES.indexOf(a.name) - SOURCE_NAMES.indexOf(b.name));
  const read = await Promise.all(
    inOrder.map(async (source) => {
      const [own, before] = await Promise.all([
        readSource(source, range, scope),
        WITH_PLACES.includes(source.name) ? readSource(source, lead, scope) : undefined,
      ]);
      return { source: source.name, own, before };
    }),
  );
  return {
    reports: read.map(({ source, own }) => ({
      source,
      found: own.failure === undefined ? own.found : undefined,
      problems: own.failure === undefined ? own.problems : [own.failure],
    })),
    evidence: read.flatMap(({ own, before }) =>
      [...own.evidence, ...(before?.evidence ?? [])].map((it) => withoutSecrets(it, context.redact)),
    ),
    leftOut: addUp(read.map(({ own }) => own.leftOut)),
    arePlacesKnown: read.every(({ own, before }) => !before || (isWhole(own) && isWhole(before))),
  };
}

/** Evidence as it may be shown. A comment is made of it, so secrets are replaced here, and what is stored is what was shown. */
function withoutSecrets(evidence: Evidence, redact: Redact): Evidence {
  const texts = evidence.texts.map(redact);
  if (evidence.kind === "meeting") return { ...evidence, title: redact(evidence.title), texts };
  const { placeName, detail, subject } = evidence;
  return {
    ...evidence,
    texts,
    ...(placeName !== undefined && { placeName: redact(placeName) }),
    ...(detail !== undefined && { detail: redact(detail) }),
    ...(subject !== undefined && { subject: redact(subject) }),
  };
}

/** The evidence that was read, and the sentence that says why nothing was. */
type Reading = ReadEvidence & { failure?: string };

function isWhole({ problems, failure }: Reading): boolean {
  return problems.length === 0 && failure === undefined;
}

async function readSource(source: EvidenceSource, range: DateRange, scope: EvidenceScope): Promise<Reading> {
  try {
    return await source.read(range, scope);
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    const failure = sentenceOf(error, source.name, scope.context);
    return { evidence: [], leftOut: {}, found: "", problems: [], failure };
  }
}

/** An error of another class may quote what the source has read, so only its kind and its place in the program are logged. */
function sentenceOf(error: unknown, source: SourceName, context: EvidenceScope["context"]): string {
  if (error instanceof EvidenceError || error instanceof TimesheetError) return error.message;
  const [name, stack] = error instanceof Error ? [error.name, error.stack ?? ""] : [typeof error, ""];
  const places = stack.split("\n").filter((line) => /^ +at /.test(line));
  context.log([`the source ${source} failed: ${name}`, ...places].join("\n"));
  return (
    `The evidence of ${source} cannot be read because of an internal error. This is a bug; please report it with the lines ` +
    "on stderr."
  );
}

function addUp(counts: readonly Partial<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const count of counts)
    for (const [reason, times = 0] of Object.entries(count)) sums[reason] = (sums[reason] ?? 0) + times;
  return sums;
}
