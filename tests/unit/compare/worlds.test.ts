import { expect, test } from "vitest";
import type { NewWorklog, SandboxSeed, SandboxWorkAttribute } from "../../../src/sandbox/state.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { addDays, datesOf } from "../../../src/timesheet/dates.ts";
import { randomFrom } from "../../helpers/random.ts";
import { seed, worklog } from "../../helpers/seeds.ts";
import { inShort, twoTempos } from "../../helpers/two-tempos.ts";

/** The number of random worlds. The long form is `COMPARE_WORLDS=200 npx vitest run --project unit tests/unit/compare/worlds.test.ts`; COMPARE_SEED begins with another one. */
const WORLDS = Number(process.env.COMPARE_WORLDS ?? 25);
const FIRST = Number(process.env.COMPARE_SEED ?? 1);

const KINDS: Deployment["kind"][] = ["cloud", "datacenter"];
const RANGE = { startDate: "2026-01-05", endDate: "2026-01-23" };
const MINUTE = 60;

const roleOf = (key: string, values: string[]): SandboxWorkAttribute => ({
  id: 5,
  key,
  name: "Role",
  required: false,
  values: values.map((value, index) => ({ value, name: ["Lead", "Developer"][index] ?? value })),
});

/** Issues on both sites: their ids differ, the last but one has another key and the last one is hidden on the new site. */
const ISSUES = [1, 2, 3, 4, 5].map((number) => ({ number, key: `OLD-${number}`, summary: `Task ${number}` }));
const OLD_ISSUES = ISSUES.map(({ number, ...issue }) => ({ ...issue, id: number }));
const NEW_ISSUES = ISSUES.map(({ number, key, summary }) => ({
  id: 100 + number,
  summary,
  key: number === 4 ? "NEW-4" : key,
  ...(number === 4 && { formerKeys: [key] }),
  ...(number === 5 && { hidden: true }),
}));

interface World {
  kinds: [Deployment["kind"], Deployment["kind"]];
  old: SandboxSeed;
  new: SandboxSeed;
  /** The mistakes that were made with worklogs on their way, as compare is to say them. */
  faults: string[];
  lost: number;
  renamed: number;
  hidden: number;
  /** Worklogs that only the new site has. */
  extra: number;
}

/**
 * Worklogs of three weeks, and what a move with random mistakes makes of them. A worklog with a mistake has a time and a comment of its own,
 * so that one explanation is the cheapest; the others repeat a few times and comments, on the same and on neighbouring days.
 */
function makeWorld(start: number): World {
  const random = randomFrom(start);
  const below = (count: number) => Math.floor(random() * count);
  const one = <Item>(items: readonly Item[]) => items[below(items.length)] as Item;
  const old: NewWorklog[] = [];
  const moved: NewWorklog[] = [];
  const faults: string[] = [];
  const counts = { lost: 0, renamed: 0, hidden: 0, extra: 0 };
  let unique = 0;

  for (const date of datesOf({ startDate: addDays(RANGE.startDate, -2), endDate: addDays(RANGE.endDate, 2) }))
    for (let count = below(6); count > 0; count -= 1) {
      const { number, key } = one(ISSUES);
      const isWithin = date >= RANGE.startDate && date <= RANGE.endDate;
      const mistake =
        isWithin && number < 5 ? one([...Array<string>(6).fill(""), ...Object.keys(MISTAKES)]) : "";
      unique += 1;
      const own = { comment: `Work ${unique}`, minutes: 10 + unique };
      const { comment, minutes } =
        mistake === "" ? { comment: one(["", "Daily", "Review"]), minutes: one([15, 60]) } : own;
      const role = mistake.startsWith("role") || below(3) === 0 ? { _Role_: "lead" } : undefined;
      const base = worklog({
        startDate: date,
        issueId: number,
        timeSpentSeconds: minutes * MINUTE,
        description: comment,
        startTime: "09:00:00",
      });
      const there = { ...base, issueId: 100 + number, ...(role && { attributes: { _Function_: "1" } }) };
      const before = { ...base, ...(role && { attributes: role }) };
      old.push(before, ...(mistake === "oneOfTwoLost" ? [before] : []));
      const { becomes, said } = MISTAKES[mistake] ?? NO_MISTAKE;
      moved.push(...becomes(there, unique));
      faults.push(...said(date, unique).map((it) => it.replace("KEY", key)));
      if (mistake.toLowerCase().endsWith("lost") && mistake !== "roleLost") counts.lost += 1;
      if (number === 4 && isWithin && mistake !== "lost") counts.renamed += 1;
      if (number === 5 && isWithin) counts.hidden += 1;
    }
  for (; counts.extra < below(4); counts.extra += 1)
    moved.push(
      worklog({ startDate: "2026-01-12", issueId: 106, timeSpentSeconds: (1 + counts.extra) * MINUTE }),
    );
  const shuffled = (worklogs: NewWorklog[]) =>
    worklogs
      .map((it) => ({ it, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ it }) => it);
  return {
    kinds: [one(KINDS), one(KINDS)],
    old: seed({
      issues: OLD_ISSUES,
      workAttributes: [roleOf("_Role_", ["lead", "dev"])],
      worklogs: shuffled(old),
    }),
    new: seed({
      issues: [...NEW_ISSUES, { id: 106, key: "ELSE-6", summary: "Only here" }],
      workAttributes: [roleOf("_Function_", ["1", "2"])],
      worklogs: shuffled(moved),
    }),
    faults: faults.sort(),
    ...counts,
  };
}

interface Mistake {
  becomes(worklog: NewWorklog, unused: number): NewWorklog[];
  said(date: string, unused: number): string[];
}

const NO_MISTAKE: Mistake = { becomes: (it) => [it], said: () => [] };

const MISTAKES: Record<string, Mistake> = {
  lost: { becomes: () => [], said: (date) => [`missing ${date} KEY`] },
  oneOfTwoLost: { becomes: (it) => [it], said: (date) => [`missing ${date} KEY`] },
  doubled: { becomes: (it) => [it, it], said: (date) => [`doubled ${date} KEY`] },
  later: {
    becomes: (it) => [{ ...it, startDate: addDays(it.startDate, 1) }],
    said: (date) => [`shifted ${date} KEY date=${addDays(date, 1)}`],
  },
  earlier: {
    becomes: (it) => [{ ...it, startDate: addDays(it.startDate, -1) }],
    said: (date) => [`shifted ${date} KEY date=${addDays(date, -1)}`],
  },
  hours: {
    becomes: (it) => [
      {
        ...it,
        timeSpentSeconds: it.timeSpentSeconds + 120 * MINUTE,
        billableSeconds: it.billableSeconds + 120 * MINUTE,
      },
    ],
    said: (date) => [`changed ${date} KEY hours`],
  },
  comment: {
    becomes: (it, unused) => [{ ...it, description: `Text ${unused}` }],
    said: (date, unused) => [`changed ${date} KEY comment=Text ${unused}`],
  },
  billable: {
    becomes: (it) => [{ ...it, billableSeconds: 0 }],
    said: (date) => [`changed ${date} KEY billableHours=0h`],
  },
  roleLost: {
    becomes: ({ attributes: _, ...it }) => [it],
    said: (date) => [`attribute_lost ${date} KEY Role`],
  },
  roleChanged: {
    becomes: (it) => [{ ...it, attributes: { _Function_: "2" } }],
    said: (date) => [`changed ${date} KEY Role=Developer`],
  },
};

test.each(Array.from({ length: WORLDS }, (_, index) => FIRST + index))(
  "in world %i every mistake of a move is named and none invented, and a repeated --post logs nothing",
  async (start) => {
    const world = makeWorld(start);
    const { json, states } = twoTempos(
      { kind: world.kinds[0], seed: world.old },
      { kind: world.kinds[1], seed: world.new },
    );
    const period = `${RANGE.startDate}..${RANGE.endDate}`;
    const named = ({ output }: Awaited<ReturnType<typeof json>>) =>
      output.differences.map((it) => inShort(it).replace(/hours=.*/, "hours")).sort();

    const first = await json(period);
    expect(named(first)).toEqual(world.faults);
    expect(first.output.renamed.map(({ newKey, entryCount }) => [newKey, entryCount])).toEqual(
      world.renamed === 0 ? [] : [["NEW-4", world.renamed]],
    );
    expect(first.output.summary).toMatchObject({
      missing: world.lost,
      unknown: world.hidden,
      onlyOnSecond: world.extra + world.hidden,
    });

    const before = states.new.worklogs.size;
    const posted = await json(period, { post: true, yes: true });
    expect(posted.output.posted?.logged ?? 0).toBe(world.lost);
    expect(states.new.worklogs.size).toBe(before + world.lost);
    const again = await json(period, { post: true, yes: true });
    expect(again.output).not.toHaveProperty("posted");
    expect(named(again)).toEqual(world.faults.filter((it) => !it.startsWith("missing")));
    expect(states.new.worklogs.size).toBe(before + world.lost);
    expect(states.old.worklogs.size).toBe(world.old.worklogs.length);
  },
);
