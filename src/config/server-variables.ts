import type { ServerVariable } from "./variables.ts";

/**
 * The server's reader, `tempofiller help settings` and the table in the documents follow from this list. It is beside the settings of a
 * user, since a misspelt name may be meant for any setting.
 */
export const SERVER_VARIABLES = {
  TEMPOFILLER_PUBLIC_URL: {
    kind: "url",
    description:
      "URL under which users' MCP hosts reach the server. It ends with /mcp. Needed unless the server listens on loopback only.",
    example: "https://tempofiller.example.com/mcp",
  },
  TEMPOFILLER_TLS: {
    kind: "choice",
    values: ["proxy"],
    description:
      "proxy, if a proxy in front of the server ends TLS and sets X-Forwarded-For; otherwise the server needs a certificate of its own.",
    example: "proxy",
  },
  TEMPOFILLER_TLS_CERT_FILE: {
    kind: "file",
    description: "PEM file of the server's certificate, followed by those that signed it.",
    example: "/run/secrets/tls.crt",
  },
  TEMPOFILLER_TLS_KEY_FILE: {
    kind: "file",
    description: "PEM file of that certificate's private key.",
    example: "/run/secrets/tls.key",
  },
  TEMPOFILLER_ACCESS_KEYS_FILE: {
    kind: "file",
    description:
      "File of the hashed access keys that admit users, one a line, as tempofiller access-key prints them. It is read again when it changes.",
    example: "/etc/tempofiller/access-keys",
  },
  TEMPOFILLER_ISSUER: {
    kind: "url",
    description: "Issuer of your organisation's access tokens (JWT), which admit users as well.",
    example: "https://login.example.com",
  },
  TEMPOFILLER_AUDIENCE: {
    kind: "text",
    description: "Audience that those tokens must have. Default: the public URL.",
    example: "api://tempofiller",
  },
  TEMPOFILLER_PERSON_CLAIM: {
    kind: "text",
    description: "Claim of those tokens that names the user.",
    default: "sub",
    example: "oid",
  },
  TEMPOFILLER_IDP_PERSON_CLAIM: {
    kind: "text",
    description:
      "Claim of those tokens that must be the e-mail address, user name or id in Jira of the user whose own tokens come with them. Unset, the two need not belong together.",
    example: "email",
  },
  TEMPOFILLER_TOKEN_MAX_MINUTES: {
    kind: "number",
    description:
      "Longest life of those tokens in minutes, from iat to exp. Longer ones, and those without iat, are refused. Unset, the identity provider decides it alone.",
    min: 1,
    max: 10_080,
    example: "60",
  },
  TEMPOFILLER_SCOPE_PREFIX: {
    kind: "text",
    description:
      "What your identity provider wants before the scopes worklogs:read, worklogs:write and tempo.team when hosts ask for them; Entra ID does.",
    example: "api://tempofiller/",
  },
  TEMPOFILLER_TEAM_TOOLS: {
    kind: "choice",
    values: ["off"],
    description:
      "off leaves out the tools of the set team, which show a lead the hours of others, whatever TEMPO_TOOLSETS says.",
    example: "off",
  },
  TEMPOFILLER_DATABASE_URL: {
    kind: "url",
    secret: true,
    description:
      "URL of the PostgreSQL database that the replicas share. Without it there may be one replica only. Unless the database is on " +
      "this machine, TLS is demanded, and certificate and host name are verified (sslmode=verify-full).",
    example: "postgres://tempofiller@db.example.com/tempofiller",
  },
  TEMPOFILLER_DATABASE_URL_FILE: {
    kind: "file",
    description: "File that contains that URL, instead of TEMPOFILLER_DATABASE_URL.",
    example: "/run/secrets/database-url",
  },
  TEMPOFILLER_DATABASE_CA_FILE: {
    kind: "file",
    description:
      "PEM file of the authorities that sign the database's certificate. Without it, public authorities and those of NODE_EXTRA_CA_CERTS.",
    example: "/run/secrets/database-ca.crt",
  },
  TEMPOFILLER_INTERNAL: {
    kind: "address",
    description:
      "HOST:PORT of /livez, /readyz and /metrics. Keep it off the public network. Without it they are not served.",
    example: "127.0.0.1:9090",
  },
  TEMPOFILLER_METRICS_TOKEN_FILE: {
    kind: "file",
    description:
      "File of a token that /metrics then asks for, as Authorization: Bearer; the probes stay open. Set it if others than your monitoring can reach that address.",
    example: "/run/secrets/metrics-token",
  },
  TEMPO_REQUESTS_PER_SECOND: {
    kind: "number",
    description: "Requests a second that are sent to Tempo Cloud at most, for all users and replicas.",
    min: 1,
    max: 100,
    default: 5,
    example: "5",
  },
} as const satisfies Record<string, ServerVariable>;

export type ServerVariableName = keyof typeof SERVER_VARIABLES;

/** Lists the variables for help and documents. Each description ends with the bounds and the default. */
export function listServerVariables(): { name: string; description: string; example: string }[] {
  const variables: Record<string, ServerVariable> = SERVER_VARIABLES;
  return Object.entries(variables).map(([name, { description, example, ...rest }]) => {
    const ends = [
      ...(rest.kind === "number" ? [`From ${rest.min} to ${rest.max}.`] : []),
      ...("default" in rest ? [`Default: ${rest.default}.`] : []),
    ];
    return { name, description: [description, ...ends].join(" "), example };
  });
}
