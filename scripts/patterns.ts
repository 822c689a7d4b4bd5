/**
 * Checks that no regular expression of `src` takes time that grows faster than the text that it searches.
 *
 *   npm run patterns   prints how many there are; fails if one is too slow, cannot be checked, or is not known before the program runs
 */
import { join } from "node:path";
import { printResult } from "./lib/print-result.ts";
import { checkPatterns } from "./patterns/check-patterns.ts";
import { EXCEPTIONS } from "./patterns/exceptions.ts";

await printResult(checkPatterns(join(import.meta.dirname, ".."), EXCEPTIONS));
