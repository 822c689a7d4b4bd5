import type { ProbedField, ProbedRequest, ProbeOutput } from "../../generated/outputs.ts";
import type { SandboxBehaviour } from "../../sandbox/state.ts";

/** The switches of the embedded Tempo by which it behaves as a report shows, as far as it has them. */
export function behaviourShown({ deployment, requests, writeTest }: ProbeOutput): Partial<SandboxBehaviour> {
  const find = (name: ProbedRequest["name"]) => requests.find((request) => request.name === name);
  const statusOf = (name: ProbedRequest["name"]) => find(name)?.status;
  const formsOf = (name: ProbedRequest["name"], path: string): readonly string[] =>
    find(name)?.fields?.find((field) => field.path === path)?.forms ?? [];
  return deployment === "cloud" ? cloud() : dataCenter();

  function cloud(): Partial<SandboxBehaviour> {
    const isScoped = statusOf("myself") === 401 && statusOf("myself at the gateway") === 200;
    const start = writeTest?.startTime;
    return {
      missingTempoScopes: SCOPES.flatMap(([scope, name]) => (statusOf(name) === 403 ? [scope] : [])),
      ...(isScoped && { jiraTokenScopes: ["read:jira-work", "read:jira-user"] }),
      ...(formsOf("worklogs", "body.metadata.next").includes("empty") && { nextOfLastPage: "empty" }),
      ...(start !== undefined && { startTimes: START_TIMES[start] }),
    };
  }

  function dataCenter(): Partial<SandboxBehaviour> {
    // A path's other methods are refused before the licence is looked at.
    const ofTempo = requests.filter(
      ({ request, status }) => TEMPO.test(request) && status !== undefined && status !== 405,
    );
    const statuses = new Set(ofTempo.map(({ status }) => status));
    const [only] = statuses;
    const isOld = statusOf("schedule") === 404 && statusOf("schedule of one user") === 200;
    return {
      ...(isOld && { schedules: "of one user" }),
      ...(statuses.size === 1 && (only === 403 || only === 404) && { licenceStatus: only }),
      ...(formsOf("worklogs", "body[].started").includes("T before the time") && { timeSeparator: "T" }),
    };
  }
}

const SCOPES = [
  ["Approvals", "approvals"],
  ["Periods", "periods"],
  ["Teams", "teams"],
] as const;

const START_TIMES = {
  none: "none",
  midnight: "none",
  "08:00": "at eight",
  another: "one after another",
} as const;

const TEMPO = / \/rest\/tempo-/;

/** The forms that do not differ from user to user. */
const COMPARED: ReadonlySet<string> = new Set([
  "date",
  "date and time",
  "T before the time",
  "blank before the time",
  "fraction of a second",
  "Z",
  "+00:00",
  "+0000",
  "no zone",
  "time of day",
  "no seconds",
  "beyond 2^53",
]);

/** A sentence for each answer or field that has another form than the usual ones. What depends on a user's data is left out. */
export function differences(report: ProbeOutput, usual: ProbeOutput): string[] {
  return report.requests.flatMap((request) => {
    const other = usual.requests.find(({ name }) => name === request.name);
    if (!other || request.outcome === "not sent" || other.outcome === "not sent") return [];
    const answers = [request, other].map(describeAnswer);
    if (answers[0] !== answers[1]) return [`${request.name}: ${answers[0]}; the sandbox: ${answers[1]}`];
    return fieldDifferences(request.fields ?? [], other.fields ?? []).map(
      (text) => `${request.name}: ${text}`,
    );
  });
}

function describeAnswer({ outcome, status, body, redirectsTo }: ProbedRequest): string {
  if (outcome !== "answered") return outcome;
  // Only the status of a refused method says something: whether Tempo is there.
  const read = status === 405 ? [] : [body];
  return [`HTTP ${status}`, ...read, ...(redirectsTo ? [`redirects to ${redirectsTo}`] : [])].join(", ");
}

type Fields = readonly ProbedField[];

function fieldDifferences(fields: Fields, usual: Fields): string[] {
  const paths = new Map(usual.map((field) => [field.path, field]));
  const shared = fields.flatMap((field) => {
    const other = paths.get(field.path);
    return other ? changes(field, other).map((change) => `${field.path} ${change}`) : [];
  });
  return [
    ...shared,
    ...missingIn(usual, fields).map((path) => `${path} is only here`),
    ...missingIn(fields, usual).map((path) => `${path} is only in the sandbox`),
  ];
}

/** The topmost paths of `others` that are not among the fields, though what would have them is. */
function missingIn(fields: Fields, others: Fields): string[] {
  const known = new Map(fields.map((field) => [field.path, field]));
  return others.flatMap(({ path }) => {
    const parent = known.get(path.replace(/(\[\]|\.[^.[]+)$/, ""));
    return !known.has(path) && parent?.types.includes("object") && !path.endsWith("[]") ? [path] : [];
  });
}

function changes(field: ProbedField, other: ProbedField): string[] {
  const here = [...field.types, ...formsToCompare(field)];
  const there = [...other.types, ...formsToCompare(other)];
  const added = here.filter((word) => !there.includes(word));
  const missing = there.filter((word) => !here.includes(word));
  return [
    ...(added.length > 0 ? [`is also ${added.join(", ")}`] : []),
    ...(missing.length > 0 ? [`is never ${missing.join(", ")}`] : []),
  ];
}

function formsToCompare({ forms = [] }: ProbedField): string[] {
  return forms.filter((form) => COMPARED.has(form));
}
