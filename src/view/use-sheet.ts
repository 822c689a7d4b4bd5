import { useEffect, useRef, useState } from "preact/hooks";
import type { DateRange } from "../timesheet/dates.ts";
import type { Env } from "./env.ts";
import type { Sheet } from "./model/days.ts";

export const READS_NOTHING = "This host lets the view read nothing.";

interface ReadSheet {
  sheet: Sheet;
  /** The time of day at which all of it was read; undefined while some of it is the assistant's reply. */
  readAt: string | undefined;
  isReading: boolean;
  /** Why it could not be read; empty if it could. */
  problem: string;
  /** Reads and shows a range. Rejects if it cannot be read; what was shown stays. */
  read(range: DateRange): Promise<Sheet>;
}

/** Holds the sheet that is shown. Reads at once the half that the assistant's reply lacks. */
export function useSheet({ tools, timeOfDay }: Env, start: Sheet): ReadSheet {
  const [sheet, setSheet] = useState(start);
  const [readAt, setReadAt] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState("");
  const turn = useRef(0);

  async function read(range: DateRange, known?: Partial<Sheet>): Promise<Sheet> {
    if (!tools) throw new Error(READS_NOTHING);
    turn.current += 1;
    const own = turn.current;
    // Only the latest read is shown.
    const isLatest = () => own === turn.current;
    setReading(true);
    setProblem("");
    try {
      const next = await tools.readSheet(range, known);
      if (isLatest()) {
        setSheet(next);
        if (!known?.schedule && !known?.worklogs) setReadAt(timeOfDay());
      }
      return next;
    } catch (error) {
      if (isLatest()) setProblem(messageOf(error));
      throw error;
    } finally {
      if (isLatest()) setReading(false);
    }
  }

  useEffect(() => {
    if (tools && !(start.schedule && start.worklogs)) read(start.range, start).catch(() => {});
  }, [tools]);

  return { sheet, readAt, isReading, problem, read: (range) => read(range) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
