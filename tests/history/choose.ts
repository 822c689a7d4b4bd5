import { randomFrom } from "../helpers/random.ts";

/** Choices by a seed. */
export interface Choose {
  chance(probability: number): boolean;
  /** An integer between the two, both included. */
  integer(first: number, last: number): number;
  of<Item>(items: readonly Item[]): Item;
}

export function chooseBy(seed: number): Choose {
  const random = randomFrom(seed);
  const integer = (first: number, last: number) => first + Math.floor(random() * (last - first + 1));
  return {
    chance: (probability) => random() < probability,
    integer,
    of: <Item>(items: readonly Item[]) => items[integer(0, items.length - 1)] as Item,
  };
}
