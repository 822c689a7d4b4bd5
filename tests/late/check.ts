import { entriesOf, type Reply, type Row, type Run, untilOf } from "./play.ts";
import { isPost, type Relayed } from "./relay.ts";

/** Every call ends in this time unless the settings give it another. */
const BUDGET_MS = 50_000;

/** A machine that does much else may bring a reply so much later. */
const DELAY_MS = 3000;

/** The runs in which something is not as it must be, with a sentence for each such thing. */
export function unsound(runs: readonly Run[]): { run: string; wrong: string[] }[] {
  return runs
    .map((run) => ({ run: describeRun(run), wrong: violations(run) }))
    .filter(({ wrong }) => wrong.length > 0);
}

function violations(run: Run): string[] {
  const { scenario, requests, replies, stored, timeSpent } = run;
  const storedAs = (comment: string) => stored.filter((worklog) => worklog.comment === comment).length;
  const others = new Set(requests.filter(({ method }) => !["GET", "POST"].includes(method)));
  const last = replies.at(-1) as Reply;
  return [
    ...entriesOf(scenario).flatMap(({ description }) =>
      storedAs(description) === 1 ? [] : [`${description} is stored ${storedAs(description)} times`],
    ),
    ...[...others].map(({ method, path }) => `${method} ${path} was sent`),
    ...overlaps(run),
    ...replies.flatMap((reply, index) => untruths(run, reply).map((text) => `reply ${index + 1}: ${text}`)),
    ...last.rows.flatMap(({ comment, alreadyLogged }) =>
      alreadyLogged ? [] : [`the last call does not find that ${comment} is logged`],
    ),
    ...[...timeSpent].flatMap(([issue, seconds]) => {
      const sum = stored
        .filter(({ originTaskId }) => originTaskId === issue)
        .reduce((total, { timeSpentSeconds }) => total + timeSpentSeconds, 0);
      return sum === seconds ? [] : [`issue ${issue} has ${sum} s, and shows ${seconds}`];
    }),
  ];
}

/** The requests for an issue that Tempo on Data Center had at a time, whether they were answered by then or not. */
function overlaps({ scenario: { deployment, seconds }, requests }: Run): string[] {
  if (deployment === "cloud") return [];
  const issueOf = ({ body }: Relayed) => String(JSON.parse(body).originTaskId);
  const posts = requests.filter(isPost);
  return posts.flatMap((post, index) => {
    const before = posts.slice(0, index).findLast((other) => issueOf(other) === issueOf(post));
    return before && post.at < before.at + seconds * 1000
      ? [`a POST on issue ${issueOf(post)} was sent ${post.at - before.at} ms after another`]
      : [];
  });
}

function untruths(run: Run, reply: Reply): string[] {
  const took = reply.to - reply.from;
  const budget = run.scenario.budget ?? BUDGET_MS;
  return [
    ...(took > budget + DELAY_MS ? [`it took ${took} ms`] : []),
    ...reply.rows.flatMap((row) => untruthsOfRow(run, reply, row).map((text) => `${row.comment} ${text}`)),
  ];
}

function untruthsOfRow({ scenario, requests }: Run, reply: Reply, row: Row): string[] {
  const { success, worklogId = "", alreadyLogged = false, error, code } = row;
  const posts = requests.filter((it) => isPost(it) && it.body.includes(row.comment) && it.at <= reply.to);
  const sent = posts.filter(({ at }) => at >= reply.from).length;
  const twice = sent > 1 ? [`was sent ${sent} times`] : [];
  if (success) {
    return [
      ...twice,
      ...(reply.ids.includes(worklogId) ? [] : [`is reported as ${worklogId}, which is not there`]),
      ...(alreadyLogged && sent > 0 ? ["was sent, and is reported as logged already"] : []),
      ...(!alreadyLogged && sent === 0 ? ["was not sent, and is reported as new"] : []),
    ];
  }
  const until = untilOf(row);
  const latest = Math.max(...posts.map(({ at }) => at + scenario.seconds * 1000));
  const expected = sent > 0 ? "outcome_unknown" : "not_sent";
  return [
    ...twice,
    // A row that waited for its issue until the call ended was not sent, and nothing is in doubt.
    ...(until === 0 && !/time ran out before this was sent/.test(String(error))
      ? [`names no time to come again: ${error}`]
      : []),
    // The time is in whole seconds.
    ...(until > 0 && latest > until + 1000 ? [`may be stored later than this says: ${error}`] : []),
    ...(code === undefined || code === expected
      ? []
      : [`was sent ${sent} times in this call, and is ${code}`]),
  ];
}

/** A row of a table: the scenario, when worklogs were sent, how many are stored, and what the replies say. */
export function describeRun({ scenario, requests, replies, stored }: Run): string {
  const { deployment, quirk, seconds, tool } = scenario;
  const begin = replies[0]?.from ?? 0;
  const comments = entriesOf(scenario).map(({ description }) => description);
  const sent = requests.filter(isPost).map(({ at }) => ((at - begin) / 1000).toFixed(1));
  const deletes = requests.filter(({ method }) => method === "DELETE").length;
  const said = replies.map(({ to, rows }) => {
    const count = (name: string, matches: (row: Row) => boolean) => {
      const found = rows.filter(matches).length;
      return found > 0 ? [`${found} ${name}`] : [];
    };
    const what = [
      ...count("logged", ({ success, alreadyLogged }) => success && !alreadyLogged),
      ...count("logged already", ({ alreadyLogged }) => alreadyLogged === true),
      ...count("failed, with a time", (row) => !row.success && untilOf(row) > 0),
      ...count("failed, without a time", (row) => !row.success && untilOf(row) === 0),
    ];
    return `${what.join(", ")} at ${((to - begin) / 1000).toFixed(0)}`;
  });
  const cells = [
    deployment,
    tool,
    quirk === "slow-writes" ? `a POST takes ${seconds} s` : `504, stored ${seconds} s later`,
    sent.join(", "),
    `${stored.filter(({ comment }) => comments.includes(comment)).length} of ${comments.length}`,
    `${deletes}`,
    said.join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

export const TABLE_HEAD = [
  "| deployment | tool | Tempo | sent at (s) | stored | deletes | replies |",
  "|---|---|---|---|---|---|---|",
];
