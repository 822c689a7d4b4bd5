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

/** The most memory that git may take for one object or list, in bytes. */
export const MAX_ALLOCATION = 64 * 2 ** 20;

/** The most repositories that this process reads at a time, each by one run of git, and the most listings of folders of a draft. */
export const CONCURRENCY = 4;

/** The most histories that this process walks at a time, by git and here: each takes memory as it has commits, and all of a processor. */
export const MAX_WALKS = 2;
