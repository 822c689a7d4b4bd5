import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour, SandboxCredentials, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { ME, seed } from "./seeds.ts";

export interface TeamMember {
  /** The headers of each of the user's requests to the server. */
  headers: Record<string, string>;
  credentials: SandboxCredentials;
  sandbox: Sandbox;
  /** A text that is in the summary of this user's issues only. */
  mark: string;
}

export interface TeamTempo {
  members: TeamMember[];
  fetch: Fetch;
  /** The user whose credentials a request has. */
  memberOf(request: Request): TeamMember | undefined;
  /** Credentials of requests that belong to no user of the team. */
  strangers: string[];
}

export interface TeamOptions {
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
}

/** An embedded Tempo for each member of a team, behind one address, each with credentials of their own. */
export function createTeamTempo(
  kind: Deployment["kind"],
  size: number,
  { behaviour, ...options }: TeamOptions = {},
): TeamTempo {
  const members = Array.from({ length: size }, (_, index) =>
    createMember(kind, index, options.seed, behaviour),
  );
  const byCredential = new Map<string, TeamMember>();
  for (const member of members) {
    const { jiraEmail, jiraToken, tempoToken, personalAccessToken } = member.credentials;
    const basic = Buffer.from(`${jiraEmail}:${jiraToken}`).toString("base64");
    byCredential.set(`Basic ${basic}`, member);
    byCredential.set(`Bearer ${tempoToken}`, member);
    byCredential.set(`Bearer ${personalAccessToken}`, member);
  }
  const strangers: string[] = [];
  const credentialOf = (request: Request) => request.headers.get("authorization") ?? "";
  const memberOf = (request: Request) => byCredential.get(credentialOf(request));
  return {
    members,
    strangers,
    memberOf,
    async fetch(request) {
      const member = memberOf(request);
      if (member) return member.sandbox.fetch(request);
      strangers.push(credentialOf(request));
      return new Response("", { status: 401 });
    },
  };
}

function createMember(
  kind: Deployment["kind"],
  index: number,
  parts: Partial<SandboxSeed> = {},
  behaviour: Partial<SandboxBehaviour> = {},
): TeamMember {
  const number = String(index).padStart(4, "0");
  const mark = `mark-of-${number}`;
  const credentials: SandboxCredentials = {
    jiraEmail: `person${number}@example.com`,
    jiraToken: `S3CRET-jira-token-of-${number}`,
    tempoToken: `S3CRET-tempo-token-of-${number}`,
    personalAccessToken: `S3CRET-pat-of-${number}`,
  };
  const me = { ...ME, accountId: `712020:${number}`, key: `JIRAUSER2${number}`, name: `person${number}` };
  const issues = [
    { id: 10123, key: "PROJ-123", summary: mark },
    { id: 10007, key: "PROJ-7", summary: mark },
  ];
  return {
    mark,
    credentials,
    sandbox: createSandbox(seed({ me, issues, ...parts }), { credentials, behaviour }),
    headers:
      kind === "cloud"
        ? {
            "tempofiller-jira-email": credentials.jiraEmail,
            "tempofiller-jira-token": credentials.jiraToken,
            "tempofiller-tempo-token": credentials.tempoToken,
          }
        : { "tempofiller-jira-pat": credentials.personalAccessToken },
  };
}
