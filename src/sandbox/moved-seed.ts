import { addDays } from "../timesheet/dates.ts";
import type { NewWorklog, SandboxSeed, SandboxWorkAttribute } from "./state.ts";

const ROLE: SandboxWorkAttribute = {
  id: 2,
  key: "_Role_",
  name: "Role",
  required: false,
  values: [
    { value: "dev", name: "Developer" },
    { value: "lead", name: "Lead" },
  ],
};

/** Data in which some worklogs have a work attribute that a move may lose. */
export function beforeMove(seed: SandboxSeed): SandboxSeed {
  const worklogs = seed.worklogs.map((worklog, index) =>
    index % 3 === 0 ? { ...worklog, attributes: { [ROLE.key]: "dev" } } : worklog,
  );
  return { ...seed, workAttributes: [...seed.workAttributes, ROLE], worklogs };
}

/** The key that a project had before it was moved, and the one that it has then. */
const RENAMED = { issue: "DEMO-2", key: "CLOUD-2" };

/** The issue that the user may not see any more. */
const HIDDEN = "DEMO-3";

/** The forms that a move leaves the user's worklogs in, by turns. */
const MISTAKES: readonly ((worklog: NewWorklog) => NewWorklog[])[] = [
  (worklog) => [worklog],
  ({ attributes: _, ...worklog }) => [worklog],
  (worklog) => [worklog],
  () => [],
  (worklog) => [worklog],
  (worklog) => [{ ...worklog, startDate: addDays(worklog.startDate, 1) }],
  (worklog) => [{ ...worklog, timeSpentSeconds: worklog.timeSpentSeconds + 1800 }],
  (worklog) => [worklog, worklog],
  (worklog) => [{ ...worklog, description: "Imported" }],
  (worklog) => [worklog],
];

/** The same data as a move with mistakes leaves it: a mistake of each kind, an issue with another key, and one that is hidden. */
export function afterMove(seed: SandboxSeed): SandboxSeed {
  const { me, issues, worklogs } = seed;
  let count = 0;
  return {
    ...seed,
    issues: issues.map((issue) => {
      if (issue.key === RENAMED.issue) return { ...issue, key: RENAMED.key, formerKeys: [RENAMED.issue] };
      return issue.key === HIDDEN ? { ...issue, hidden: true } : issue;
    }),
    worklogs: worklogs.flatMap((worklog) => {
      if (worklog.accountId !== me.accountId) return [worklog];
      count += 1;
      return MISTAKES[count % MISTAKES.length]?.(worklog) ?? [];
    }),
  };
}
