import { ForbiddenError } from "../../timesheet/errors.ts";

/** A claim of the sign-in that must be the Jira user whose credentials come with it. */
export interface JiraUserClaim {
  claim: string;
  value: string;
}

/**
 * @param names all names that Jira has for the owner of the credentials
 * @throws ForbiddenError unless the claim is one of them; it shows neither
 */
export function checkJiraUser({ claim, value }: JiraUserClaim, names: readonly string[]): void {
  if (names.some((name) => folded(name) === folded(value))) return;
  throw new ForbiddenError(
    "The Jira and Tempo tokens of this request are not those of the user who signed in: Jira knows their owner neither by e-mail " +
      `address nor by name or id as the sign-in's claim ${JSON.stringify(claim)} says. Nothing was read from Tempo or logged. Use your ` +
      "own tokens; if they are, ask your administrator to check TEMPOFILLER_IDP_PERSON_CLAIM.",
    403,
  );
}

/** Letters beyond ASCII keep their case: some of them have a lower case that is another letter's too. */
function folded(name: string): string {
  return name.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
