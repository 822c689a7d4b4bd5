import { ForbiddenError, NotFoundError } from "./errors.ts";

type Done = "deleted" | "changed";

/** A worklog that was found and is the user's own. @throws NotFoundError if there is none, ForbiddenError if it is another user's */
export function requireOwn<Found extends { isOwn: boolean }>(
  found: Found | undefined,
  id: string,
  done: Done,
): Found {
  if (!found) throw worklogNotFound(id, done);
  if (!found.isOwn) throw anotherUsers(id, done);
  return found;
}

function worklogNotFound(id: string, done: Done): NotFoundError {
  return new NotFoundError(
    `Worklog ${id} was not found, or you have no access to it. Nothing was ${done}. ` +
      "Check the id in the list of your worklogs.",
  );
}

export function anotherUsers(id: string, done: Done): ForbiddenError {
  return new ForbiddenError(
    `Worklog ${id} belongs to another user, so it was not ${done}. Only your own worklogs can be ${done}; ` +
      "check the id in the list of your worklogs.",
  );
}

/** The error for one of several ids, which a repeated call may have deleted already. */
export function worklogGone(id: string): NotFoundError {
  return new NotFoundError(
    `Worklog ${id} does not exist (any more), or you have no access to it. Nothing was deleted for it.`,
  );
}
