/** The scopes that a Jira token needs: the first to look up issues, the second to find the token's owner. */
export const NEEDED_SCOPES = "read:jira-work and read:jira-user";
