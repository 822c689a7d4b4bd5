import { devNull } from "node:os";
import { type Environment, variableIn } from "./find-git.ts";
import { MAX_ALLOCATION } from "./limits.ts";

/**
 * The variables that git needs to find its own parts and the user's settings. All others stay out: GIT_DIR of a hook that started this
 * process would name another repository, GIT_TRACE would write files, GIT_CONFIG_COUNT would set anything.
 */
const KEPT = [
  "PATH",
  "HOME",
  "XDG_CONFIG_HOME",
  "GIT_CONFIG_GLOBAL",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SYSTEMROOT",
  "WINDIR",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMDATA",
  "PROGRAMFILES",
];

/** The settings that keep git from starting a program, reaching a network or writing, whatever a repository's configuration says. */
const SET = {
  GIT_CONFIG_NOSYSTEM: "1",
  // A promisor remote would be asked for missing objects, by a program that the repository names.
  GIT_NO_LAZY_FETCH: "1",
  GIT_ALLOW_PROTOCOL: "none",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: devNull,
  GIT_ATTR_NOSYSTEM: "1",
  // Targets that the user's own configuration may name.
  GIT_TRACE2: "0",
  GIT_TRACE2_EVENT: "0",
  GIT_TRACE2_PERF: "0",
  GIT_PAGER: "",
  // A few bytes of a pack may unfold into an object that takes all memory.
  GIT_ALLOC_LIMIT: `${MAX_ALLOCATION}`,
  LC_ALL: "C",
};

/** The options before the command, for what has no variable. */
export const HARDENED = [
  "--no-pager",
  "-c",
  "core.fsmonitor=",
  "-c",
  `core.hooksPath=${devNull}`,
  "-c",
  "core.alternateRefsCommand=",
  "-c",
  "core.sshCommand=",
  "-c",
  "protocol.allow=never",
  "-c",
  "log.showSignature=false",
  // A file beside the commits that may be stale or forged; all commits are read anyway.
  "-c",
  "core.commitGraph=false",
];

/** @param ceiling the folder in which git no longer looks for a repository */
export function gitEnvironment(env: Environment, ceiling: string): Record<string, string> {
  const kept = KEPT.flatMap((name) => {
    const value = variableIn(env, name);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(kept), ...SET, GIT_CEILING_DIRECTORIES: ceiling };
}
