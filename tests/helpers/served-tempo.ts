import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { runCommand } from "./command.ts";
import { deferred } from "./deferred.ts";
import { CREDENTIALS, SETTINGS } from "./doctor.ts";
import { serveOnLoopback } from "./http-server.ts";
import { seed } from "./seeds.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface Options {
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
  /** Puts something between the command and the embedded Tempo. */
  through?: (fetch: Fetch, sandbox: Sandbox) => Fetch;
}

/** An embedded Tempo over HTTP until the running test ends, and the settings for it with a state folder of their own. */
export async function serveTempo(
  kind: Deployment["kind"],
  { seed: parts, behaviour = {}, through = (fetch) => fetch }: Options = {},
) {
  const sandbox = createSandbox(seed(parts), { credentials: CREDENTIALS, behaviour });
  const requests: string[] = [];
  const answer = through(sandbox.fetch, sandbox);
  const url = await serveOnLoopback((request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return answer(request);
  });
  const stateFolder = temporaryFolder();
  const env: Record<string, string> = { ...SETTINGS[kind](url), TEMPO_STATE_DIR: stateFolder };
  return {
    sandbox,
    url,
    requests,
    stateFolder,
    env,
    /** Runs the built command on it. */
    async run(args: readonly string[], others: Record<string, string> = {}) {
      const { code, stdout, stderr } = await runCommand([...args], { env: { ...env, ...others } });
      return { code, stdout, stderr };
    },
    /** The ids of the stored worklogs. */
    stored: () => [...sandbox.state.worklogs.keys()].sort((a, b) => a - b),
  };
}

/** Twenty-four entries of a day each on two issues, since one write an issue is under way at a time. */
export const TWO_ISSUES = Array.from({ length: 24 }, (_, index) => ({
  issueKey: index % 2 === 0 ? "PROJ-7" : "PROJ-123",
  hours: 1,
  date: `2026-01-${String(index + 1).padStart(2, "0")}`,
}));

/** A Data Center that holds its responses to posts until they are released. */
export async function serveHeldTempo() {
  let posts = 0;
  const { promise: held, resolve: release } = deferred();
  const served = await serveTempo("datacenter", {
    through: (fetch) => async (request) => {
      const response = await fetch(request);
      if (request.method === "POST" && new URL(request.url).pathname.endsWith("/worklogs")) {
        posts += 1;
        await held;
      }
      return response;
    },
  });
  return { ...served, release, posts: () => posts };
}
