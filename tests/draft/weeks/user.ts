import { ISSUES } from "../world.ts";
import type { Dice } from "./dice.ts";

/** An issue that is worked on, and where. */
export interface Task {
  issueKey: string;
  repository: string;
  branch: string;
  /** The branch names no issue; the subjects of its commits may. */
  keyIn: "branch" | "subjects" | "nothing";
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
  return {
    zone,
    required: pick(CONTRACTS).map((hours) => hours * HOUR),
    tasks: worked.map(({ key }, index) => {
      const keyIn = chance(0.85) ? "branch" : chance(0.6) ? "subjects" : "nothing";
      return {
        issueKey: key,
        repository: pick(REPOSITORIES),
        branch: keyIn === "branch" ? `feature/${key}-part` : pick(["main", `spike-${index}`]),
        keyIn,
      };
    }),
    commitsPerHour: between(1, 5) / 2,
    assisted: chance(0.4) ? between(3, 8) / 10 : 0,
    inJira: between(2, 9) / 10,
    recurring: pick(["rule", "learnt"] as const),
  };
}

/** The issue of meetings that are about no work in particular. */
export const CEREMONIES = "DEMO-4";
