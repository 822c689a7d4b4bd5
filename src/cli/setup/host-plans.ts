import { SettingsError, TimesheetError } from "../../timesheet/errors.ts";
import type { Change } from "./change.ts";
import { planCodexRegistration, planCodexRemoval } from "./codex.ts";
import type { ServerCommand } from "./entry.ts";
import type { Host, Place } from "./hosts.ts";
import { planRegistration, planRemoval } from "./plan.ts";

/** The change to a host's file, or why it is impossible. Neither is set if the file needs no change. */
export interface HostPlan {
  host: Host;
  change?: Change | undefined;
  error?: TimesheetError;
}

export function planRegistrations(hosts: readonly Host[], place: Place, command: ServerCommand): HostPlan[] {
  return planEach(hosts, (host) =>
    host.format === "toml"
      ? planCodexRegistration(host, place, command)
      : planRegistration(host, place, command),
  );
}

/** @param name of the entry */
export function planRemovals(hosts: readonly Host[], place: Place, name: string): HostPlan[] {
  return planEach(hosts, (host) =>
    host.format === "toml" ? planCodexRemoval(host, place, name) : planRemoval(host, place, name),
  );
}

/** Plans the change of each host. One that fails does not stop the others. */
export function planEach(hosts: readonly Host[], plan: (host: Host) => Change | undefined): HostPlan[] {
  return hosts.map((host) => attempt({ host }, () => ({ host, change: plan(host) })));
}

/** Makes the changes. A host that fails does not stop the others. */
export function makeEach(plans: readonly HostPlan[], make: (change: Change) => void): HostPlan[] {
  return plans.map((plan) => {
    const { host, change } = plan;
    if (!change) return plan;
    return attempt({ host }, () => {
      make(change);
      return plan;
    });
  });
}

function attempt({ host }: Pick<HostPlan, "host">, work: () => HostPlan): HostPlan {
  try {
    return work();
  } catch (error) {
    if (error instanceof TimesheetError) return { host, error };
    // A parser that runs out of stack throws it.
    if (!(error instanceof RangeError)) throw error;
    const message = `The file of ${host.title} is nested too deep, so it was left as it is. Remove what no host writes.`;
    return { host, error: new SettingsError(message) };
  }
}
