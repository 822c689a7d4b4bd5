import { SettingsError } from "../../timesheet/errors.ts";
import { checkStateFolder } from "../state-folder.ts";
import { type Finding, failed, ok } from "./report.ts";

/** Needs no connection, so it is checked whatever else failed. Leaves nothing behind. */
export function state(folder: string | undefined, isSandbox: boolean): Finding {
  if (isSandbox) return ok("The sandbox keeps nothing, so no state folder is used.");
  if (folder === undefined) {
    return ok("TEMPO_STATE_DIR is off: what other processes log is not seen, and nothing is remembered.");
  }
  try {
    checkStateFolder(folder);
    return ok(`${folder} can be written to.`);
  } catch (error) {
    if (error instanceof SettingsError) return failed(error);
    throw error;
  }
}
