import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ShapeFile } from "../../scripts/generate/read-contracts.ts";
import { KNOWN_KEYS } from "../../src/cli/probe/known-words.ts";
import { type ProbeOptions, probe } from "../../src/cli/probe/probe.ts";
import type { ProbeOutput } from "../../src/generated/outputs.ts";
import { type Connection, sandboxDeployment } from "../../src/runtime/connection.ts";
import { createSandbox, demoSeed, SANDBOX_CREDENTIALS } from "../../src/sandbox/index.ts";
import type { SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { ROOT } from "./root.ts";
import { shown } from "./shell.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { virtualClock } from "./virtual-clock.ts";

const file: ShapeFile = JSON.parse(readFileSync(join(ROOT, "contracts/outputs.schema.json"), "utf8"));
const ajv = new Ajv2020({ strict: true }).addVocabulary(["x-contract-version"]);
const validate = ajv.addSchema(file).compile({ $ref: `${file.$id}#/$defs/ProbeOutput` });

/** The words of a report that are in no closed list: none, unless its form is broken. */
export function foreignWords(report: ProbeOutput): unknown[] {
  if (!validate(report)) return validate.errors ?? [];
  const segments = report.requests.flatMap(({ fields = [] }) =>
    fields.flatMap(({ path }) => path.split(/\.|\[\]/)),
  );
  return segments.filter(
    (key) => key !== "" && key !== "body" && !KNOWN_KEYS.has(key) && !/^key\d+$/.test(key),
  );
}

export const TODAY = "2026-11-21";

interface Site {
  kind?: Deployment["kind"];
  behaviour?: Partial<SandboxBehaviour>;
  /** Puts something between the probe and the embedded Tempo. */
  upstream?: (fetch: Fetch) => Fetch;
  seed?: SandboxSeed;
}

/** A probe of an embedded Tempo as of `TODAY`, in this process. */
export function openProbe({
  kind = "cloud",
  behaviour = {},
  upstream = (fetch) => fetch,
  seed = demoSeed(TODAY),
}: Site = {}) {
  const sandbox = createSandbox(seed, { behaviour });
  const clock = virtualClock();
  const requests: Request[] = [];
  const fetch: Fetch = upstream(async (request) => {
    requests.push(request.clone());
    return clock.work(() => sandbox.fetch(request));
  });
  const connection: Connection = {
    deployment: sandboxDeployment(kind, SANDBOX_CREDENTIALS),
    options: { fetch, clock, timeout: 30_000, rateLimiter: (send) => send() },
  };
  const path = join(temporaryFolder(), "report.json");
  const probing = (options: Partial<ProbeOptions> = {}) =>
    shown(async ({ print, signal }) => {
      const given = {
        path,
        list: false,
        yes: true,
        upstream: "sandbox",
        today: TODAY,
        terminal: undefined,
        write: print,
      } as const;
      return { exitCode: await probe(connection, { ...given, signal, print, ...options }) };
    });
  const report = (): ProbeOutput => JSON.parse(readFileSync(path, "utf8"));
  return { probing, report, path, requests, sandbox, clock, connection };
}
