/** Of a Jira token with scopes: the first to look up issues, the second to find its owner. */
export const NEEDED_SCOPES = "read:jira-work and read:jira-user";
