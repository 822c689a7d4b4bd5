import { UnexpectedResponseError } from "../../timesheet/errors.ts";
import { type Context, READ_DAYS } from "./context.ts";
import { type Finding, failed, ok, unknown } from "./report.ts";

/**
 * Compares the authors of worklogs with the owner of the token. Data Center has an empty list for a user whom it does not know, so
 * that an empty one is compared with what Jira knows.
 */
export async function worker(context: Context): Promise<Finding> {
  const [{ value: owner }, { value: listed = [] }] = await Promise.all([
    context.worker(),
    context.worklogs(),
  ]);
  const name = context.deployment.kind === "cloud" ? "account id" : "user key";
  const id = owner?.id ?? "";
  const authors = [...new Set(listed.map(({ author }) => author))].filter((author) => author !== "");
  if (authors.some((author) => isSame(author, id))) {
    return ok(`Your worklogs of the last ${READ_DAYS} days have the ${name} that Jira has for you, ${id}.`);
  }
  const [other, ...more] = authors;
  // A list of several users is one that does not heed whose worklogs are asked for.
  if (other !== undefined && more.length === 0) {
    return failed(known(`Asked for the worklogs of ${id}, Tempo lists those of ${other}`, name));
  }
  const { value: issueKey } = await context.loggedIssue();
  if (issueKey !== undefined) {
    const logged = `In the last ${READ_DAYS} days you logged hours on ${issueKey}, as Jira knows, and Tempo lists none of ${id}`;
    return failed(known(logged, name));
  }
  return unknown(
    `Tempo lists no worklog of yours in the last ${READ_DAYS} days whose ${name} could be compared with that in Jira, ${id}. Once ` +
      "you have logged hours, run this again.",
  );
}

function isSame(author: string, id: string): boolean {
  return author.toLowerCase() === id.toLowerCase();
}

function known(found: string, name: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${found}: it knows you by another ${name} than Jira. What you log here would not show, and repeats would be stored twice. Log ` +
      "nothing with TempoFiller, and report this with Tempo's version.",
  );
}
