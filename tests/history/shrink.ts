import { CALM } from "./kind.ts";
import type { Scenario } from "./scenario.ts";

/** The most runs that are spent on one scenario. */
const MAX_RUNS = 300;

/** A scenario that still fails after steps, faults and weather were dropped, one after another, as long as anything could be. */
export async function shrink(
  scenario: Scenario,
  fails: (scenario: Scenario) => Promise<boolean>,
): Promise<Scenario> {
  let smallest = scenario;
  let runs = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const smaller of smallerThan(smallest)) {
      if (runs === MAX_RUNS) return smallest;
      runs += 1;
      if (!(await fails(smaller))) continue;
      smallest = smaller;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* smallerThan(scenario: Scenario): Generator<Scenario> {
  const { steps, weather } = scenario;
  for (const index of steps.keys()) yield { ...scenario, steps: steps.toSpliced(index, 1) };
  for (const [index, step] of steps.entries())
    for (const fault of step.faults.keys())
      yield { ...scenario, steps: steps.with(index, { ...step, faults: step.faults.toSpliced(fault, 1) }) };
  for (const [index, step] of steps.entries()) {
    const { action } = step;
    if (action.does === "bulk" && action.entries.length > 1)
      yield {
        ...scenario,
        steps: steps.with(index, { ...step, action: { ...action, entries: action.entries.slice(0, -1) } }),
      };
    if (step.isConcurrent) yield { ...scenario, steps: steps.with(index, { ...step, isConcurrent: false }) };
    if (typeof step.by === "number" && step.by > 0)
      yield { ...scenario, steps: steps.with(index, { ...step, by: 0 }) };
  }
  for (const key of Object.keys(CALM) as (keyof typeof CALM)[])
    if (JSON.stringify(weather[key]) !== JSON.stringify(CALM[key]))
      yield { ...scenario, weather: { ...weather, [key]: CALM[key] } };
}
