import { serveOverHttp } from "../../../src/cli/sandbox/http-server.ts";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { createTeamTempo, type TeamMember } from "../../helpers/team-tempo.ts";

/** A request of a member of the team, as it arrives. */
export interface Arrival {
  member: TeamMember;
  method: string;
  /** Whether it stores worklogs. */
  stores: boolean;
  path: string;
}

/** Deviations from the usual processing of a request. */
export interface Treatment {
  /** Milliseconds until it is processed, whatever the client does meanwhile. */
  processAfter?: number;
  /** The failure that the client gets at once; without it, the client waits for Tempo's response. */
  atOnce?: "gateway timeout" | "connection lost";
}

export interface TempoServer {
  /** The settings of a server for it. */
  env: Record<string, string>;
  members: TeamMember[];
  /** Credentials of requests that came from no member of the team. */
  strangers: string[];
  /** When requests to Tempo's API arrived, by `performance.now()`. */
  tempoTimes: number[];
  /** The sum of the times that requests of a member have taken here, in milliseconds. */
  busyFor(member: TeamMember): number;
  /** Sets the treatment of all later requests. */
  treat(treatment: (arrival: Arrival) => Treatment | undefined): void;
  /** Returns a member's worklogs once all requests that have arrived are processed. */
  storedOf(member: TeamMember): Promise<SandboxWorklog[]>;
  close(): Promise<void>;
}

const WAIT = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The embedded Tempo of each member of a team, over HTTP on loopback. It survives the server, and stores what has arrived. */
export async function startTempo(kind: Deployment["kind"], size: number): Promise<TempoServer> {
  const tempo = createTeamTempo(kind, size);
  const inProgress = new Map<TeamMember, Set<Promise<unknown>>>(
    tempo.members.map((member) => [member, new Set()]),
  );
  const tempoTimes: number[] = [];
  const busy = new Map<TeamMember, number>();
  let treat: (arrival: Arrival) => Treatment | undefined = () => undefined;

  const { address, close } = await serveOverHttp(async (received) => {
    const since = performance.now();
    const { method, url, headers } = received;
    const { pathname } = new URL(url);
    const body = method === "GET" ? null : await received.text();
    // A request of its own: it is not aborted when the client goes away.
    const request = new Request(url, { method, headers, body: body || null });
    if (pathname.startsWith("/4/")) tempoTimes.push(performance.now());
    const member = tempo.memberOf(request);
    if (!member) return tempo.fetch(request);
    const isStore = method === "POST" && /\/4\/worklogs(\/issue\/\d+\/bulk)?$/.test(pathname);
    const treatment = treat({ member, method, stores: isStore, path: pathname }) ?? {};
    const { processAfter = 0, atOnce } = treatment;
    const processed = (processAfter > 0 ? WAIT(processAfter) : Promise.resolve()).then(() =>
      tempo.fetch(request),
    );
    const ofMember = inProgress.get(member);
    ofMember?.add(processed);
    void processed.finally(() => ofMember?.delete(processed));
    if (atOnce === "gateway timeout") return new Response("504 Gateway Time-out", { status: 504 });
    if (atOnce === "connection lost") return cutOff();
    const response = await processed;
    busy.set(member, (busy.get(member) ?? 0) + performance.now() - since);
    return response;
  });

  return {
    env:
      kind === "cloud"
        ? { JIRA_BASE_URL: address, TEMPO_API_URL: address, ATLASSIAN_API_URL: address }
        : { TEMPO_BASE_URL: address },
    members: tempo.members,
    strangers: tempo.strangers,
    tempoTimes,
    busyFor: (member) => busy.get(member) ?? 0,
    treat(treatment) {
      treat = treatment;
    },
    async storedOf(member) {
      await Promise.all(inProgress.get(member) ?? []);
      return [...member.sandbox.state.worklogs.values()];
    },
    close,
  };
}

/** A response that ends in the middle. */
function cutOff(): Response {
  return new Response(new ReadableStream({ pull: (controller) => controller.error(new Error("cut off")) }));
}
