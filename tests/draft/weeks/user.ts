import { ISSUES } from "../world.ts";
import type { Dice } from "./dice.ts";

/** An issue that is worked on, and where. */
export interface Task {
  issueKey: string;
  repository: string;
  branch: string;
  /** A branch that names no issue may have commits whose subjects do. */
  keyIn: "branch" | "branch and subjects" | "subjects" | "nothing";
}

/** A user's habits during the weeks. */
export interface User {
  zone: string;
  /** Required seconds from Monday to Sunday. */
  required: number[];
  tasks: Task[];
  commitsPerHour: number;
  /** The share of blocks of work in which an assistant writes along. */
  assisted: number;
  /** The share of steps that show in Jira. */
  inJira: number;
  /** The way in which the issue of recurring meetings is known. */
  recurring: "rule" | "learnt";
  /** Whether the calendar says when the user wants to be left alone, or works elsewhere. */
  blocksTime: boolean;
}

const HOUR = 3600;
const CONTRACTS = [
  [8, 8, 8, 8, 8, 0, 0],
  [8, 8, 8, 8, 8, 0, 0],
  [7.7, 7.7, 7.7, 7.7, 7.7, 0, 0],
  [6, 6, 6, 6, 6, 0, 0],
  [8, 8, 8, 4, 0, 0, 0],
  [8, 0, 8, 0, 8, 0, 0],
];

const REPOSITORIES = ["site", "api", "tools"];

export function createUser(zone: string, dice: Dice): User {
  const { chance, between, pick, some } = dice;
  const worked = some(
    ISSUES.filter(({ key }) => key !== CEREMONIES),
    between(3, 6),
  );
  // Assumed: half of the teams want the key in subjects too.
  const inBranches = chance(0.5) ? "branch" : "branch and subjects";
  return {
    zone,
    required: pick(CONTRACTS).map((hours) => hours * HOUR),
    tasks: worked.map(({ key }, index) => {
      const keyIn = chance(0.85) ? inBranches : chance(0.6) ? "subjects" : "nothing";
      const hasKey = keyIn === inBranches;
      return {
        issueKey: key,
        repository: pick(REPOSITORIES),
        branch: hasKey ? branchFor(key) : pick(["main", `spike-${index}`]),
        keyIn,
      };
    }),
    commitsPerHour: between(1, 5) / 2,
    assisted: chance(0.4) ? between(3, 8) / 10 : 0,
    inJira: between(2, 9) / 10,
    recurring: pick(["rule", "learnt"] as const),
    // Assumed, as is all that follows of it.
    blocksTime: chance(0.35),
  };
}

export const branchFor = (issueKey: string) => `feature/${issueKey}-part`;

/** The issue of meetings that are about no work in particular. */
export const CEREMONIES = "DEMO-4";
