/** The depth below a folder of the setting to which repositories are searched. */
export const LEVELS = 3;

/** The most folders that are listed in search of repositories, in all. */
export const MAX_FOLDERS = 5000;

/** The newest commits, by commit date, that are read of a repository: a walk of one with millions ends in a second. */
export const MAX_COMMITS = 50_000;

/** The newest entries that are read of the reflog of a working tree. */
export const MAX_REFLOG_ENTRIES = 20_000;

/** The most time that one run of git may take. */
export const GIT_TIMEOUT_MS = 10_000;

/** The most time that reading all repositories may take: each may have a file that never ends. */
export const ALL_TIMEOUT_MS = 20_000;

/** The most that one run of git may print. */
export const MAX_OUTPUT = 64 * 2 ** 20;

/** The most runs of git, and the most listings of folders, at a time. */
export const CONCURRENCY = 4;

/** The most histories that are walked at a time, by git and here: each takes memory as it has commits, and all of a processor. */
export const MAX_WALKS = 2;
