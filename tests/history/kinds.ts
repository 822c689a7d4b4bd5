import { diskError, killAtFile, lost, sometimes } from "./choose-faults.ts";
import { COMMON_KINDS, mixed } from "./common-kinds.ts";
import type { Kinds, Repertoire } from "./kind.ts";

/** The kinds of runs where processes share a state folder. */
const KINDS: Kinds = {
  ...COMMON_KINDS,
  "killed at a file call": { isWithinLimits: true, faults: (choose) => sometimes(choose, 0.5, killAtFile) },
  "disk error": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.5, diskError), ...sometimes(choose, 0.1, lost)],
  },
  mixed: mixed((choose) => sometimes(choose, 0.1, killAtFile)),
};

/** One to three processes that share a state folder, with undo. */
export const WITH_FILES: Repertoire = { kinds: KINDS, cast: { processes: [1, 3], hasUndo: true } };
