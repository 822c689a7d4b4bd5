/** The code of the error that a file of another build throws when it is loaded: each begins with a check that the build has added. */
export const OF_ANOTHER_BUILD = "ERR_TEMPOFILLER_BUILD";

/** Whether an error means that the program's own files were replaced or removed while it runs, as by an update. */
export function wereFilesReplaced(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const isMissing = error.code === "MODULE_NOT_FOUND" && error.message.startsWith("Cannot find module './");
  return error.code === OF_ANOTHER_BUILD || isMissing;
}
