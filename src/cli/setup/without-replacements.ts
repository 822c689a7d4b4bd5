import { InvalidInputError } from "../../timesheet/errors.ts";
import type { HostPlan } from "../hosts/changes.ts";
import type { SetupContext, SetupOptions } from "./options.ts";
import { type Replacement, replacementProblem } from "./other-site.ts";

/** Leaves entries for another site as they are, unless their replacement is wanted. @throws InvalidInputError in a script */
export async function withoutReplacements(
  plans: HostPlan[],
  find: (plans: readonly HostPlan[]) => Replacement[],
  { site, isAsked, replace }: Pick<SetupOptions, "replace"> & { site: string | undefined; isAsked: boolean },
  { env, print }: SetupContext,
): Promise<HostPlan[]> {
  const found = replace ? [] : find(plans);
  if (found.length === 0) return plans;
  const problem = replacementProblem(found, site, env);
  if (!isAsked) throw new InvalidInputError(`${problem} Nothing was changed.`);
  print(problem);
  const { ask } = await import("./ask.ts");
  if (await ask.yes("Replace it?", false)) return plans;
  return plans.filter((plan) => !found.some((each) => each.plan === plan));
}
