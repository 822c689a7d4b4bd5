import { ForbiddenError } from "../errors.ts";

/** Reads a worklog. Returns undefined if its user has no access to it any more, which keeps no other one from being posted. */
export async function ifVisible<Read>(read: () => Promise<Read>): Promise<Read | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ForbiddenError) return undefined;
    throw error;
  }
}
