import { KNOWN_HEADERS } from "../../generated/known-words.ts";
import type { ProbedRequest, ProbeOutput } from "../../generated/outputs.ts";
import { CONTRACT_VERSION } from "../../generated/schemas.ts";
import { toUrl } from "../../text/url.ts";
import { VERSION } from "../version.ts";
import { dateIn, fieldsOf, MAX_DEPTH, Pseudonyms, sizeOf, timeOf } from "./fields.ts";
import { type Answer, type Exchange, jsonOf, successOf } from "./requests.ts";

/**
 * The report of what was sent and answered. Everything of it comes from closed lists, is a range, or is a pseudonym: whatever the
 * answers hold, nothing of them gets into it by itself.
 */
export function makeReport({
  exchanges,
  ...source
}: Pick<ProbeOutput, "deployment" | "upstream"> & { exchanges: readonly Exchange[] }): ProbeOutput {
  const bodies = exchanges.map(({ answer }) => jsonOf(answer));
  const names = new Pseudonyms(bodies.flatMap((body) => datesIn(body)).sort()[0]);
  const urls = exchanges.flatMap(({ answer }) => (typeof answer === "string" ? [] : [toUrl(answer.url)]));
  const origins = urls.flatMap((url) => url?.origin ?? []);
  return {
    contractVersion: CONTRACT_VERSION,
    version: VERSION,
    ...source,
    requests: exchanges.map((exchange, index) => reported(exchange, bodies[index], names, origins)),
    repeatedRead: repeatedRead(exchanges),
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
  const headerNames = headers.map(([header]) => header.toLowerCase());
  const known = headerNames.filter((header) => KNOWN_HEADERS.includes(header));
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

function datesIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [dateIn(value) ?? []].flat();
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((item) => datesIn(item, depth + 1));
}
