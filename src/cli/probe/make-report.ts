import type { ProbedRequest, ProbedWriting, ProbeOutput } from "../../generated/outputs.ts";
import { CONTRACT_VERSION } from "../../generated/schemas.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { toUrl } from "../../text/to-url.ts";
import { VERSION } from "../version.ts";
import { type Answer, type Exchange, jsonOf, successOf } from "./exchange.ts";
import { fieldsOf, MAX_DEPTH } from "./fields.ts";
import { dateIn, sizeOf, timeOf } from "./forms.ts";
import { KNOWN_HEADERS } from "./known-words.ts";
import { Pseudonyms } from "./pseudonyms.ts";

export interface Probed {
  deployment: Deployment["kind"];
  upstream: ProbeOutput["upstream"];
  exchanges: readonly Exchange[];
  writeTest?: ProbedWriting | undefined;
}

/**
 * The report of what was sent and answered. Everything of it comes from closed lists, is a range, or is a pseudonym: whatever the
 * answers hold, nothing of them gets into it by itself.
 */
export function makeReport({ deployment, upstream, exchanges, writeTest }: Probed): ProbeOutput {
  const bodies = exchanges.map(({ answer }) => jsonOf(answer));
  const names = new Pseudonyms(bodies.flatMap((body) => datesIn(body)).reduce(earlier, undefined));
  const origins = [...new Set(exchanges.flatMap(({ answer }) => originOf(answer) ?? []))];
  return {
    contractVersion: CONTRACT_VERSION,
    version: VERSION,
    deployment,
    upstream,
    requests: exchanges.map((exchange, index) => reported(exchange, bodies[index], names, origins)),
    repeatedRead: repeatedRead(exchanges),
    ...(writeTest && { writeTest }),
  };
}

function reported(
  { name, request, limit, milliseconds, answer }: Exchange,
  body: unknown,
  names: Pseudonyms,
  origins: readonly string[],
): ProbedRequest {
  const asked = { name, request };
  if (answer === "not sent") return { ...asked, outcome: answer };
  const time = timeOf(milliseconds);
  if (typeof answer === "string") return { ...asked, outcome: answer, time };
  const { status, headers, text } = answer;
  const kind = bodyKind(text, body);
  const known = headers.map(([header]) => header.toLowerCase()).filter((header) => KNOWN_HEADERS.has(header));
  const redirectsTo = redirection(answer);
  const page = limit === undefined ? undefined : pageOf(body, limit);
  const { fields, leftOut } = fieldsOf(body, names, origins);
  return {
    ...asked,
    outcome: "answered",
    status,
    time,
    ...(redirectsTo && { redirectsTo }),
    body: kind,
    headers: [...new Set(known)].sort() as NonNullable<ProbedRequest["headers"]>,
    otherHeaders: sizeOf(headers.length - known.length),
    ...(page && { page }),
    ...(kind === "JSON" && { fields }),
    ...(leftOut > 0 && { fieldsLeftOut: sizeOf(leftOut) }),
  };
}

function bodyKind(text: string, body: unknown): NonNullable<ProbedRequest["body"]> {
  if (body !== undefined) return "JSON";
  if (text.trim() === "") return "empty";
  return /^\s*<[!a-z]/i.test(text) ? "HTML" : "other text";
}

function redirection({ status, url, headers }: Answer): ProbedRequest["redirectsTo"] {
  const [, location] = headers.find(([name]) => name.toLowerCase() === "location") ?? [];
  if (status < 300 || status > 399 || location === undefined) return undefined;
  return toUrl(location, url)?.host === toUrl(url)?.host ? "the same host" : "another host";
}

function pageOf(body: unknown, limit: number): ProbedRequest["page"] {
  const { results } = (body ?? {}) as { results?: unknown };
  if (!Array.isArray(results)) return undefined;
  if (results.length === limit) return "full";
  return results.length < limit ? "not full" : "longer than asked for";
}

function repeatedRead(exchanges: readonly Exchange[]): ProbeOutput["repeatedRead"] {
  const [first, second] = (["worklogs", "worklogs again"] as const).map((name) => {
    const exchange = exchanges.find((it) => it.name === name);
    return exchange && elementsOf(successOf(exchange));
  });
  if (!first || !second) return "unknown";
  if (String(first) === String(second)) return "the same";
  return String(first.toSorted()) === String(second.toSorted()) ? "another order" : "something else";
}

function elementsOf(body: unknown): string[] | undefined {
  const { results = body } = (body ?? {}) as { results?: unknown };
  try {
    return Array.isArray(results) ? results.map((element) => JSON.stringify(element)) : undefined;
  } catch {
    // It is nested too deeply.
    return undefined;
  }
}

function originOf(answer: Exchange["answer"]): string | undefined {
  return typeof answer === "string" ? undefined : toUrl(answer.url)?.origin;
}

function datesIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [dateIn(value) ?? []].flat();
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((item) => datesIn(item, depth + 1));
}

function earlier(date: string | undefined, other: string): string {
  return date === undefined || other < date ? other : date;
}
