import { type Choose, chooseBy } from "./choose.ts";
import { BILLABLE, entryName, TEAM_KEY, tokenOf, UNBILLED } from "./content.ts";
import { CALM, type Cast, type Kinds, type Repertoire } from "./kind.ts";
import { DATES, ISSUE_KEYS, motifOf, PERIODS, THEMES } from "./motifs.ts";
import type { Action, Actor, Entry, Scenario, Step, Values, Weather } from "./scenario.ts";

/** Different from each other also when they are rounded up to quarters of an hour. */
const HOURS = [0.4, 0.65, 0.9, 1.15, 1.4];

/** Values of the work attribute that some plans give their worklogs. */
const TEAMS = ["blue", "green"];

/** The entries of this machine's batches come first, then those of the other machine and of the person. */
const OWN_ENTRIES = 5;
const OTHERS_ENTRIES = 4;

/** One step of so many is made by a command of a shell, if it can be. */
const SHELL_SHARE = 3;

const SHORT_GAPS = [0, 0, 300, 1500, 4000];
const GAPS = [...SHORT_GAPS, 12_000, 40_000, 70_000];
/** While a slow write is under way, and until it is certainly over. */
const LONG_GAPS = [0, 2000, 20_000, 60_000, 130_000, 260_000];

/** A run of a few steps by one to three processes, another machine and a person, with faults of one kind. */
export function generate(kind: string, seed: number, { kinds, cast }: Repertoire): Scenario {
  const choose = chooseBy(seed);
  const { isWithinLimits, faults, weather, about, equals = 0 } = kinds[kind] ?? missing(kind, kinds);
  const processes = choose.integer(...cast.processes);
  const conditions = { ...CALM, ...weather?.(choose) };
  const entries = entriesOf(choose, conditions);
  const motif =
    about !== undefined
      ? THEMES[about](choose, entries)
      : choose.chance(0.5)
        ? motifOf(choose, entries[0] as Entry)
        : [];
  const others = about === undefined ? choose.integer(2, 8) : choose.integer(0, 2);
  const steps = Array.from({ length: motif.length + others }, (_, index): Step => {
    const given = motif[index] && played(motif[index], cast);
    const by = given ? actorFor(given, choose, processes) : actorOf(choose, processes, index);
    const action =
      given ??
      (by === "person" ? personalAction(choose, index) : played(toolAction(choose, index, by, equals), cast));
    const isConcurrent = index > 0 && choose.chance(given ? 0.1 : 0.35);
    const gaps = about === "repeats" ? LONG_GAPS : given ? SHORT_GAPS : GAPS;
    const gap = choose.of(gaps);
    return {
      by,
      action,
      gap,
      isConcurrent,
      inShell: (seed + index) % SHELL_SHARE === 0,
      spelling: choose.integer(0, 14),
      faults: faults(choose, action),
    };
  });
  const deployments =
    about === "moves" ? (["cloud", "cloud", "datacenter"] as const) : (["cloud", "datacenter"] as const);
  const deployment = choose.of(deployments);
  // A move on Cloud is a new worklog, which is known by its content; an entry without its comment may look like another one.
  const stays =
    conditions.change === "drops the comment" ||
    (isWithinLimits && conditions.change !== "nothing" && deployment === "cloud");
  return {
    kind,
    isWithinLimits,
    seed,
    deployment,
    entries,
    weather: conditions,
    steps: steps.map((step) => {
      const action = judgeable(step.action, conditions);
      return { ...step, action: stays ? withoutMove(action) : action };
    }),
  };
}

function withoutMove(action: Action): Action {
  if (action.does !== "update") return action;
  const { issueKey: _, ...others } = action;
  return others;
}

/** A worklog without its comment is known by its attributes, so that a change keeps them there. */
function judgeable(action: Action, { change }: Weather): Action {
  if (action.does !== "update") return action;
  const { attributes, ...others } = action;
  if (!attributes || change === "drops the comment") return others;
  return { ...others, attributes: kept(attributes, change) };
}

/** Values that Tempo keeps. */
function kept({ [BILLABLE]: billable, ...attributes }: Values, change: Weather["change"]): Values {
  const isKept = billable !== undefined && change !== "sets billable time to 0";
  return { ...attributes, ...(isKept && { [BILLABLE]: billable }) };
}

function missing(kind: string, kinds: Kinds): never {
  throw new Error(`HISTORY_KIND: there is no ${kind}; there are ${Object.keys(kinds).join(", ")}`);
}

/** If there is no undo, a batch is deleted by the ids of its worklogs. */
function played(action: Action, { hasUndo }: Cast): Action {
  return action.does === "undo" && !hasUndo ? { does: "deleteMany", targets: [0, 1] } : action;
}

/** The attributes of entries; twins differ in nothing else. */
const ATTRIBUTES: readonly Values[] = [
  {},
  { _Account_: "OPS" },
  { _Account_: "DEV" },
  { _Role_: "lead" },
  { _Account_: "OPS", _Role_: "lead" },
  { [BILLABLE]: UNBILLED },
  { _Account_: "DEV", [BILLABLE]: UNBILLED },
];

/** The values that changes give; an empty one removes an attribute, or makes time billable again. */
const CHANGED: readonly Values[] = [
  ...ATTRIBUTES.slice(1),
  { _Account_: "" },
  { _Account_: "DEV", _Role_: "" },
  { [BILLABLE]: "" },
  { [TEAM_KEY]: "green" },
];

/** The share of entries that are twins of the one before. */
const TWINS = 0.35;

function entriesOf(choose: Choose, { change }: Weather): Entry[] {
  const taken = new Set<string>();
  const entries: Entry[] = [];
  for (let index = 0; index < OWN_ENTRIES + OTHERS_ENTRIES; index += 1) {
    const own = index < OWN_ENTRIES;
    const before = index % OWN_ENTRIES === 0 ? undefined : entries.at(-1);
    const like = before && choose.chance(TWINS) ? { ...before, token: tokenOf(before.token) } : undefined;
    for (;;) {
      const {
        token = own ? `e${index + 1}` : `p${index + 1 - OWN_ENTRIES}`,
        issueKey = choose.of(ISSUE_KEYS),
        date = choose.of(DATES),
        hours = choose.of(HOURS),
      } = (like ?? {}) as Partial<Entry>;
      const attributes = choose.chance(like ? 1 : 0.3) ? kept(choose.of(ATTRIBUTES), change) : {};
      const place = `${issueKey} ${date} ${hours}`;
      const name = entryName(token, attributes);
      if (taken.has(`${place} ${name}`) || (!like && taken.has(place))) continue;
      taken.add(place).add(`${place} ${name}`);
      entries.push({ token: name, attributes, issueKey, date, hours });
      break;
    }
  }
  return entries;
}

const PERSONAL: readonly Action["does"][] = ["log", "edit", "move", "assign", "remove"];

function actorFor({ does }: Action, choose: Choose, processes: number): Actor {
  return PERSONAL.includes(does) ? "person" : choose.integer(0, processes - 1);
}

/** The first step is a process's: there must be something to change. */
function actorOf(choose: Choose, processes: number, index: number): Actor {
  if (index > 0 && choose.chance(0.15)) return "person";
  if (index > 0 && choose.chance(0.08)) return "other machine";
  return choose.integer(0, processes - 1);
}

function personalAction(choose: Choose, index: number): Action {
  const [target, mark] = [choose.integer(0, 3), `u${index}`];
  const does = choose.of(["edit", "edit", "move", "assign", "remove", "log"] as const);
  if (does === "edit") return { does, target, mark, hours: choose.of([0.5, 2, 5, 8]) };
  if (does === "move") return { does, target, mark, date: choose.of(DATES) };
  return does === "remove" || does === "assign"
    ? { does, target }
    : { does, entry: OWN_ENTRIES + choose.integer(2, 3) };
}

function toolAction(choose: Choose, index: number, by: Exclude<Actor, "person">, equals: number): Action {
  const isElsewhere = by === "other machine";
  const entry = () => (isElsewhere ? OWN_ENTRIES + choose.integer(0, 1) : choose.integer(0, OWN_ENTRIES - 1));
  const [target, mark] = [choose.integer(0, 3), `u${index}`];
  // A worklog that another machine has moved on Cloud is deleted, as far as this one knows.
  if (isElsewhere)
    return choose.chance(0.6)
      ? { does: "post", entry: entry() }
      : withoutMove(updateOf(choose, target, mark));
  const does = choose.of([
    ...(["post", "bulk", "bulk", "bulk", "bulk", "fill", "draft", "update", "update"] as const),
    ...(["delete", "deleteMany", "undo", "submit", "submit", "recall"] as const),
  ]);
  switch (does) {
    case "post":
      return { does, entry: entry() };
    case "bulk":
      return { does, entries: batchOf(choose, equals) };
    case "fill": {
      const first = choose.integer(0, DATES.length - 1);
      const endDate = DATES[Math.min(DATES.length - 1, first + choose.integer(0, 1))] as string;
      const fill = {
        token: `f${index}`,
        startDate: DATES[first] as string,
        endDate,
        issueKey: choose.of(ISSUE_KEYS),
      };
      const team = choose.chance(0.5) ? choose.of(TEAMS) : undefined;
      return { does, ...fill, ...(choose.chance(0.5) && { hours: 2 }), ...(team !== undefined && { team }) };
    }
    case "draft":
      return {
        does,
        token: `f${index}`,
        startDate: DATES[0] as string,
        endDate: choose.of(DATES),
        issueKey: choose.of(ISSUE_KEYS),
      };
    case "update":
      return updateOf(choose, target, mark);
    case "delete":
      return { does, target };
    case "deleteMany":
      return { does, targets: [target, target + 1] };
    case "undo":
      return { does };
    case "submit":
    case "recall":
      return { does, period: choose.of(PERIODS) };
  }
}

function updateOf(choose: Choose, target: number, mark: string): Action {
  const hours = choose.chance(0.5) ? choose.of([0.5, 1.7, 3]) : undefined;
  const date = choose.chance(0.3) ? choose.of(DATES) : undefined;
  const issueKey = choose.chance(0.4) ? choose.of(ISSUE_KEYS) : undefined;
  const attributes = choose.chance(0.4) ? choose.of(CHANGED) : undefined;
  return {
    does: "update",
    target,
    mark,
    ...(hours !== undefined && { hours }),
    ...(date !== undefined && { date }),
    ...(issueKey !== undefined && { issueKey }),
    ...(attributes && { attributes }),
  };
}

/** Often a batch that an earlier step may have sent. @param equals the probability that it has two equal entries */
function batchOf(choose: Choose, equals: number): number[] {
  const first = choose.of([0, 0, 1, 2]);
  const batch = Array.from({ length: choose.integer(1, 3) }, (_, index) => first + index);
  return choose.chance(equals) ? [...batch, first] : batch;
}
