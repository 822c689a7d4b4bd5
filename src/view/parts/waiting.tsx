import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import type { Env } from "../env.ts";
import { hoursInSeconds } from "../model/plan.ts";
import { worklogCount } from "../words.ts";
import { Rows } from "./rows.tsx";

/** Until the result comes: what the assistant asked for, so that it can be seen while it is logged. */
export function Waiting({ env, posting }: { env: Env; posting: readonly BulkWorklogEntry[] }) {
  const { format } = env;
  if (posting.length === 0) {
    return (
      <section>
        <h1 class="hidden">Timesheet</h1>
        <p class="quiet" role="status">
          Waiting for the timesheet…
        </p>
      </section>
    );
  }
  return (
    <section>
      <h1>
        {worklogCount(posting.length)}, {format.unit(hoursInSeconds(posting))}
      </h1>
      <p role="status">The assistant asked to log them. Waiting for the result…</p>
      <Rows
        env={env}
        caption="Worklogs that the assistant asked to log"
        hasIssue={() => false}
        rows={posting.map(({ description, ...row }) => ({ ...row, comment: description }))}
      />
    </section>
  );
}
