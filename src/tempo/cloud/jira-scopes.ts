/** What a Jira token with scopes needs: the first to look up issues, the second to find its owner. */
export const JIRA_SCOPES = "read:jira-work and read:jira-user";
