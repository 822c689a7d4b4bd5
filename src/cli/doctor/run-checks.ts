import { type Check, type CheckName, type Finding, skipped } from "./report.ts";

export interface CheckDefinition<Context> {
  check: CheckName;
  /** Checks earlier in the list. If one of them failed or was skipped, this one is skipped. */
  needs: CheckName[];
  run(context: Context): Promise<Finding>;
}

interface Outcome {
  check: Check;
  cause: CheckName | undefined;
}

/** Takes the results in the order of the list, each as soon as it and those before it are there. */
export type Report = (check: Check, cause?: CheckName) => void;

/** Runs each check as soon as those that it needs have passed. The results are in the order of the list. */
export async function runChecks<Context>(
  definitions: CheckDefinition<Context>[],
  context: Context,
  report: Report = () => {},
): Promise<Check[]> {
  const outcomes = new Map<CheckName, Promise<Outcome>>();

  async function outcomeOf({ check, needs, run }: CheckDefinition<Context>): Promise<Outcome> {
    const needed = await Promise.all(needs.map((name) => outcomes.get(name)));
    const cause = needed.find((outcome) => outcome?.cause)?.cause;
    if (cause) return { check: { check, ...skipped(cause) }, cause };
    const finding = await run(context);
    return { check: { check, ...finding }, cause: finding.status === "failed" ? check : undefined };
  }

  for (const definition of definitions) outcomes.set(definition.check, outcomeOf(definition));
  const checks: Check[] = [];
  for (const outcome of outcomes.values()) {
    const { check, cause } = await outcome;
    report(check, check.status === "skipped" ? cause : undefined);
    checks.push(check);
  }
  return checks;
}
