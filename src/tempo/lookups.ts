import { RejectedError } from "../timesheet/errors.ts";
import type { CallScope } from "../timesheet/port.ts";
import type { Deployment } from "./deployment.ts";
import type { Worker } from "./diagnostic-timesheet.ts";
import { memoizeAsync } from "./memoize.ts";
import {
  type ChosenAttribute,
  chooseAttributes,
  explainRejection,
  type WorkAttribute,
} from "./work-attributes.ts";

export interface Lookups {
  worker(scope: CallScope): Promise<Worker>;
  workerId(scope: CallScope): Promise<string>;
  workAttributes(scope: CallScope): Promise<WorkAttribute[]>;
  chosenAttributes(scope: CallScope): Promise<ChosenAttribute[]>;
  /** Waits for worklogs to be created. A rejection then says which required work attributes are not configured. */
  explained<Created>(scope: CallScope, creating: Promise<Created>): Promise<Created>;
}

export function createLookups(
  { workAttributes: configured, help }: Deployment,
  load: Pick<Lookups, "worker" | "workAttributes">,
): Lookups {
  const worker = memoizeAsync(load.worker);
  const catalogue = memoizeAsync(load.workAttributes);
  // For an explanation only, so a catalogue that cannot be read explains nothing, and is not requested again.
  const catalogueIfReadable = memoizeAsync((scope) => catalogue(scope).catch(() => []));
  const setting = help.workAttributesSetting;
  return {
    worker,
    workerId: async (scope) => (await worker(scope)).id,
    workAttributes: catalogue,
    async chosenAttributes(scope) {
      if (Object.keys(configured).length === 0) return [];
      return chooseAttributes(await catalogue(scope), configured, setting);
    },
    async explained(scope, creating) {
      try {
        return await creating;
      } catch (error) {
        if (!(error instanceof RejectedError)) throw error;
        throw explainRejection(error, await catalogueIfReadable(scope), configured, setting);
      }
    },
  };
}
