import { join } from "node:path";
import { homeFolder } from "../home-folder.ts";
import { nameOf, type Suspicion } from "./value.ts";

/** Mistakes in the path of a file or folder. */
export const FILE_ROWS: readonly Suspicion[] = [
  {
    of: ["path"],
    when: ({ text }) => /^~($|[\\/])/.test(text),
    sentence: (value) =>
      `${nameOf(value)} begins with ~, which only a shell replaces. Set it to ${join(homeFolder(), value.text.slice(1))}.`,
  },
  {
    of: ["path", "paths"],
    when: ({ text }) => /^(\$\{?\w+\}?|\$env:\w+|%\w+%)[\\/]/i.test(text),
    sentence: (value) =>
      `${nameOf(value)} begins with a variable, which only a shell replaces. Set it to the whole path.`,
  },
];
