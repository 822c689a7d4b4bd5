import type { ProbedField, ProbedRequest, ProbeOutput } from "../../generated/outputs.ts";
import { sandboxDeployment } from "../../runtime/connection.ts";
import { createSandbox, demoSeed, SANDBOX_CREDENTIALS } from "../../sandbox/index.ts";
import type { SandboxBehaviour } from "../../sandbox/state.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { makeReport } from "./report.ts";
import { sendRequests } from "./requests.ts";

type Name = ProbedRequest["name"];

/** The report that the embedded Tempo with sample data gives. Nothing leaves the process. */
export async function probeSandbox(
  kind: Deployment["kind"],
  { clock, today, behaviour }: { clock: Clock; today: string; behaviour: Partial<SandboxBehaviour> },
): Promise<ProbeOutput> {
  const { fetch } = createSandbox(demoSeed(today), { behaviour });
  const connection = {
    deployment: sandboxDeployment(kind, SANDBOX_CREDENTIALS),
    options: { fetch, clock, timeout: 8000, rateLimiter: <Result>(send: () => Promise<Result>) => send() },
  };
  const exchanges = await sendRequests(connection, today, new AbortController().signal);
  return makeReport({ deployment: kind, upstream: "sandbox", exchanges });
}

/** The switches of the embedded Tempo by which it behaves as a report shows, as far as it has them. */
export function behaviourShown({ deployment, requests }: ProbeOutput): Partial<SandboxBehaviour> {
  const find = (name: Name) => requests.find((request) => request.name === name);
  const statusOf = (name: Name) => find(name)?.status;
  const formsOf = (name: Name, path: string): readonly string[] =>
    find(name)?.fields?.find((field) => field.path === path)?.forms ?? [];
  return deployment === "cloud" ? cloud() : dataCenter();

  function cloud(): Partial<SandboxBehaviour> {
    const isScoped = statusOf("myself") === 401 && statusOf("myself at the gateway") === 200;
    return {
      missingTempoScopes: SCOPES.filter((scope) => statusOf(scope.toLowerCase() as Name) === 403),
      ...(isScoped && { jiraTokenScopes: ["read:jira-work", "read:jira-user"] }),
      ...(formsOf("worklogs", "body.metadata.next").includes("empty") && { nextOfLastPage: "empty" }),
    };
  }

  function dataCenter(): Partial<SandboxBehaviour> {
    // A path's other methods are refused before the licence is looked at.
    const ofTempo = requests.filter(
      ({ request, status }) => request.includes(" /rest/tempo-") && status !== undefined && status !== 405,
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

const SCOPES = ["Approvals", "Periods", "Teams"] as const;

/** The forms that do not differ from user to user. */
const COMPARED: readonly string[] = [
  ..."date, date and time, T before the time, blank before the time, fraction of a second".split(", "),
  ..."Z, +00:00, +0000, no zone, time of day, no seconds, beyond 2^53".split(", "),
];

/** A sentence for each answer or field that has another form than the usual ones. What depends on a user's data is left out. */
export function differences(report: ProbeOutput, usual: ProbeOutput): string[] {
  return report.requests.flatMap((request) => {
    const other = usual.requests.find(({ name }) => name === request.name);
    if (!other || request.outcome === "not sent" || other.outcome === "not sent") return [];
    const answers = [request, other].map(describeAnswer);
    if (answers[0] !== answers[1]) return [`${request.name}: ${answers[0]}; the sandbox: ${answers[1]}`];
    const found = fieldDifferences(request.fields ?? [], other.fields ?? []);
    return found.map((text) => `${request.name}: ${text}`);
  });
}

function describeAnswer({ outcome, status, body, redirectsTo }: ProbedRequest): string {
  if (outcome !== "answered") return outcome;
  // Only the status of a refused method says something: whether Tempo is there.
  const read = status === 405 ? [] : [body];
  return [`HTTP ${status}`, ...read, ...(redirectsTo ? [`redirects to ${redirectsTo}`] : [])].join(", ");
}

function fieldDifferences(fields: readonly ProbedField[], usual: readonly ProbedField[]): string[] {
  const paths = new Map(usual.map((field) => [field.path, field]));
  return [
    ...fields.flatMap((field) =>
      changes(field, paths.get(field.path) ?? field).map((change) => `${field.path} ${change}`),
    ),
    ...missingIn(usual, fields).map((path) => `${path} is only here`),
    ...missingIn(fields, usual).map((path) => `${path} is only in the sandbox`),
  ];
}

/** The topmost paths of `others` that are not among the fields, though what would have them is. */
function missingIn(fields: readonly ProbedField[], others: readonly ProbedField[]): string[] {
  const known = new Map(fields.map((field) => [field.path, field]));
  return others.flatMap(({ path }) => {
    const parent = known.get(path.replace(/(\[\]|\.[^.[]+)$/, ""));
    return !known.has(path) && parent?.types.includes("object") && !path.endsWith("[]") ? [path] : [];
  });
}

function changes(field: ProbedField, other: ProbedField): string[] {
  const [here, there] = [wordsOf(field), wordsOf(other)];
  const added = here.filter((word) => !there.includes(word));
  const missing = there.filter((word) => !here.includes(word));
  return [
    ...(added.length > 0 ? [`is also ${added.join(", ")}`] : []),
    ...(missing.length > 0 ? [`is never ${missing.join(", ")}`] : []),
  ];
}

function wordsOf({ types, forms = [] }: ProbedField): string[] {
  return [...types, ...forms.filter((form) => COMPARED.includes(form))];
}
