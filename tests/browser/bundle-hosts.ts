import type { TestProject } from "vitest/node";
import { type Bridge, bundleHost, type HostFiles } from "../../scripts/view/bundle-host.ts";

declare module "vitest" {
  export interface ProvidedContext {
    hosts: Record<Bridge, HostFiles>;
  }
}

/** Bundles the hosts once for all tests. */
export default async function bundleHosts(project: TestProject): Promise<void> {
  const [second, first] = await Promise.all([bundleHost("2.x"), bundleHost("1.x")]);
  project.provide("hosts", { "2.x": second, "1.x": first });
}
