import type { PostDraftResponse } from "../../src/generated/responses.ts";
import { idsIn, type Planned } from "./claims.ts";

const QUESTION = "[y/N] ";

/** The worklogs that `tempofiller draft --post` has asked about, one a date; undefined if it has not asked. */
export function plannedIn(printed: string): Planned[] | undefined {
  const [shown = "", answer] = printed.split(QUESTION);
  if (answer === undefined) return undefined;
  let date = "";
  return shown.split("\n").flatMap((line): Planned[] => {
    [, date = date] = /^(\d{4}-\d\d-\d\d) /.exec(line) ?? [];
    const [, hours, comment = ""] = /^ {2}([\d.]+) h +\S+ +.*?: (.*?)(?: \(.*\))?$/.exec(line) ?? [];
    return hours === undefined ? [] : [{ date, hours: Number(hours), comment }];
  });
}

/** The outcome that the command told after its question, in the terms of `post_draft`; undefined if it told none. */
export function outcomeIn(printed: string): Partial<PostDraftResponse> | undefined {
  const [, told = ""] = printed.split(QUESTION);
  if (!/ h logged; |is another one by now/.test(told)) return undefined;
  const idsAfter = (start: string) =>
    told.split("\n").flatMap((line) => (line.startsWith(start) ? idsIn(line) : []));
  const [alreadyLoggedIds, stored] = [idsAfter("Logged already as "), idsAfter("Stored as ")];
  const changed = idsAfter("Tempo made of ").map((id) => ({ id }));
  const failures = [...told.matchAll(/^(\S+) (\S+) failed: (.*)$/gm)].map(
    ([, date = "", issueKey = "", error = ""]) => ({ date, issueKey, error }),
  );
  return { worklogIds: [...alreadyLoggedIds, ...stored], alreadyLoggedIds, changed, failures };
}
