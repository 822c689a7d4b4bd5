import { randomFrom } from "../../helpers/random.ts";

/** Decisions by a seed. */
export interface Dice {
  chance(probability: number): boolean;
  /** A whole number, both inclusive. */
  between(least: number, most: number): number;
  pick<T>(values: readonly T[]): T;
  /** Some of the values, in their order. */
  some<T>(values: readonly T[], count: number): T[];
}

export function diceFrom(seed: number): Dice {
  const random = randomFrom(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  return {
    chance: (probability) => random() < probability,
    between,
    pick: (values) => values[between(0, values.length - 1)] as (typeof values)[number],
    some(values, count) {
      const left = values.map((_, index) => index);
      while (left.length > count) left.splice(between(0, left.length - 1), 1);
      return left.map((index) => values[index] as (typeof values)[number]);
    },
  };
}
