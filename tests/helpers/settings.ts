/** The environment variables that configure Tempo Cloud. */
export const CLOUD = {
  TEMPO_API_TOKEN: "tempo-token",
  JIRA_BASE_URL: "https://acme.atlassian.net",
  JIRA_EMAIL: "ada@example.com",
  JIRA_API_TOKEN: "jira-token",
};

/** The environment variables that configure a Data Center, below a context path. */
export const DATA_CENTER = { TEMPO_BASE_URL: "https://jira.example.com/jira/", TEMPO_PAT: "pat-token" };
