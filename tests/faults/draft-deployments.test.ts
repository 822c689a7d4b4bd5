import { expect, test } from "vitest";
import { jiraSource } from "../../src/evidence/jira.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { addDays, isWithin } from "../../src/timesheet/dates.ts";
import { toDraftReply } from "../../src/timesheet/draft/draft-reply.ts";
import type { Activity, Evidence, EvidenceSource } from "../../src/timesheet/draft/evidence.ts";
import { makeDraft } from "../../src/timesheet/draft/make-draft.ts";
import { digestOfPlan } from "../../src/timesheet/filling/plan.ts";
import { localTime } from "../draft/local-time.ts";
import { createWeek, type Week } from "../draft/weeks/week.ts";
import { ISSUES } from "../draft/world.ts";
import { evidenceOf } from "../helpers/evidence.ts";
import { numbered } from "../helpers/numbered.ts";
import { ME, worklog } from "../helpers/seeds.ts";
import { openSession } from "../helpers/session.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const WEEKS = 60;
const FIRST = 20_261_123;

test(`${WEEKS} generated weeks in Jira and Tempo have the drafts of the rules, and are logged, alike on both deployments`, async () => {
  let logged = 0;
  for (let count = 0; count < WEEKS; count += 1) {
    const week = await createWeek(FIRST + count);
    const { range } = week.input;
    const draft = makeDraft(week.input, week.logged);
    const digest = draft.worklogs.length > 0 ? digestOfPlan(draft) : undefined;
    const expected = toDraftReply(
      range.startDate,
      { range, draft, digest, leftOut: draft.leftOut, reports: [], agentSeconds: new Map() },
      { today: range.endDate, reader: "assistant" },
    );
    const cloud = await drafted("cloud", week);
    expect({ ...cloud.draft, sources: [] }, `week ${FIRST + count}`).toEqual(expected);
    const dataCenter = await drafted("datacenter", week);
    expect(numbered(dataCenter), `week ${FIRST + count}`).toEqual(numbered(cloud));
    logged += cloud.posted?.worklogIds.length ?? 0;
  }
  expect(logged).toBeGreaterThan(WEEKS * 5);
}, 240_000);

/** The week's draft by the tool, what posting it says, and what Tempo has then. */
async function drafted(deployment: Deployment["kind"], week: Week) {
  const { range, rules, stepSeconds } = week.input;
  const clock = virtualClock();
  clock.step(Date.parse(`${addDays(range.endDate, 2)}T00:00:00Z`) - clock.wallClock());
  const { reply } = await openSession({
    deployment,
    clock,
    toolSets: ["draft"],
    seed: seedOf(week),
    evidence: evidenceOf(sourcesOf(week), { rules: async () => [...rules], stepSeconds }),
  });
  const draft = await reply("draft_timesheet", { ...range });
  const { confirm } = draft;
  const posted = confirm === undefined ? undefined : await reply("post_draft", { ...range, confirm });
  return { draft, posted, worklogs: await reply("get_worklogs", { ...range }) };
}

/** Jira has the week's own events, and Tempo what is logged and what earlier worklogs teach. */
function seedOf({ input, logged }: Week): Partial<SandboxSeed> {
  const { range, zone, evidence, schedule, learnt } = input;
  return {
    today: addDays(range.endDate, 2),
    me: { ...ME, timeZone: zone },
    issues: ISSUES.map(({ id, ...issue }) => ({ id: Number(id), ...issue })),
    scheduleChanges: schedule.map(({ date, requiredSeconds }) => ({
      from: date,
      workingDaySeconds: requiredSeconds,
    })),
    activity: evidence.flatMap((it) => (it.source === "jira" ? [activityOf(it)] : [])),
    worklogs: [
      ...learnt.map(({ issue, date, seconds, comment }) => logging(issue.id, date, seconds, comment)),
      ...logged.existing.map(({ issueId, date, seconds, comment }) =>
        logging(issueId, date, seconds, comment),
      ),
    ],
  };
}

const logging = (issueId: string, startDate: string, timeSpentSeconds: number, description = "") =>
  worklog({ issueId: Number(issueId), startDate, timeSpentSeconds, description });

function activityOf({ kind, at, texts, detail }: Activity) {
  const changes = kind === "status" ? { status: detail ?? "" } : { priority: "High" };
  const issueId = Number(ISSUES.find(({ key }) => key === texts[0])?.id);
  const moment = new Date(at).toISOString().slice(0, 19);
  return { issueId, accountId: ME.accountId, at: moment, ...(kind !== "comment" && { changes }) };
}

function sourcesOf({ input: { evidence, zone } }: Week): EvidenceSource[] {
  const dateOf = (it: Evidence) => localTime(it.kind === "meeting" ? it.start : it.at, zone).date;
  const others = (["git", "calendar", "sessions"] as const).map((name): EvidenceSource => {
    const own = evidence.filter(({ source }) => source === name);
    return {
      name,
      read: async (range) => ({
        evidence: own.filter((it) => isWithin(range, dateOf(it))),
        leftOut: {},
        found: "",
        problems: [],
      }),
    };
  });
  return [jiraSource(), ...others];
}
