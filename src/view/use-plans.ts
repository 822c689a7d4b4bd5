import { useEffect, useState } from "preact/hooks";
import { later } from "./clock.ts";
import type { Env } from "./env.ts";
import type { Sheet } from "./model/days.ts";
import type { Plan, Stretch } from "./model/plan.ts";
import type { ServerTools } from "./server-tools.ts";
import { messageOf } from "./use-sheet.ts";

/** A pause in typing: what is typed until then is not planned. */
const PAUSE_MS = 300;

interface Made {
  /** The calls, as text. */
  calls: string;
  /** What Tempo held when they were planned; undefined once the plans are used up. */
  sheet: Sheet | undefined;
  plans: readonly Plan[];
  problem: string;
}

/** The plans that `fill_days` makes for the calls, made again whenever the calls or the sheet change. */
export function usePlans({ tools }: Env, stretches: readonly Stretch[], sheet: Sheet, isBusy: boolean) {
  const calls = JSON.stringify(stretches);
  const [made, setMade] = useState<Made>({ calls: "", sheet: undefined, plans: [], problem: "" });
  const isMade = made.calls === calls && made.sheet === sheet;

  useEffect(() => {
    if (!tools || isMade || isBusy || stretches.length === 0) return;
    let isLatest = true;
    later(PAUSE_MS, async () => {
      if (!isLatest) return;
      const known = made.sheet === sheet ? made.plans : [];
      const next = await planAll(tools, stretches, known).then(
        (plans) => ({ plans, problem: "" }),
        (error: unknown) => ({ plans: made.plans, problem: messageOf(error) }),
      );
      if (isLatest) setMade({ calls, sheet, ...next });
    });
    return () => {
      isLatest = false;
    };
  }, [calls, sheet, isMade, isBusy]);

  const isPlanning = !isMade && stretches.length > 0;
  return {
    isPlanning,
    /** Those of the calls; none while they are made, or if that failed. */
    plans: isMade && made.problem === "" ? made.plans : [],
    /** Those that were made last, to be shown meanwhile. */
    former: isPlanning ? made.plans : [],
    /** Why `fill_days` made no plan of the calls; empty if it did. */
    problem: isMade ? made.problem : "",
    /** Has all plans made anew: a plan is sent to be logged once at most. */
    renew: () => setMade({ ...made, sheet: undefined }),
  };
}

/** @param known plans that are as good as new */
function planAll(
  { fill }: ServerTools,
  stretches: readonly Stretch[],
  known: readonly Plan[],
): Promise<Plan[]> {
  return Promise.all(
    stretches.map(async (stretch) => {
      const args = JSON.stringify(stretch.args);
      const same = known.find((plan) => JSON.stringify(plan.args) === args);
      return { ...stretch, reply: same?.reply ?? (await fill(stretch.args)) };
    }),
  );
}
