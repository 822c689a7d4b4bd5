import type { Environment } from "../../config/environment.ts";
import type { Settings } from "../../config/settings.ts";
import { today } from "../../runtime/clock.ts";
import { connectTimesheet, createBaseContext } from "../../runtime/context.ts";
import { demoSeed } from "../../sandbox/index.ts";
import { afterMove, beforeMove } from "../../sandbox/moved-seed.ts";
import type { SandboxSeed } from "../../sandbox/state.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { machineZone } from "../../timesheet/zones.ts";
import type { Site } from "./read-sites.ts";

/** A Data Center with sample data, and a Cloud to which it was moved with mistakes; both end with the process. */
export function sandboxSites(settings: Settings, env: Environment): [Site, Site] {
  const seed = beforeMove(demoSeed(today(), machineZone()));
  return [
    sandboxSite("datacenter", seed, settings, env),
    sandboxSite("cloud", afterMove(seed), settings, env),
  ];
}

function sandboxSite(
  kind: Deployment["kind"],
  seed: SandboxSeed,
  settings: Settings,
  env: Environment,
): Site {
  const context = createBaseContext(settings, kind, undefined, env);
  const timesheet = connectTimesheet(settings, kind, context.log, { seed });
  return { name: kind, server: { ...context, openTimesheet: () => timesheet } };
}
