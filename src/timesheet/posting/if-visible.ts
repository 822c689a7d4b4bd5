import { ForbiddenError } from "../errors.ts";

/** What was read; undefined if its user has no access to it any more, which keeps no other worklog from being posted. */
export async function ifVisible<Read>(read: () => Promise<Read>): Promise<Read | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ForbiddenError) return undefined;
    throw error;
  }
}
