import type { ServerContext } from "@modelcontextprotocol/server";

/** Reports a call's progress where the client asked for it. */
export interface ProgressReporter {
  progress(done: number, total: number, message: string): void;
  /** Resolves when every report has gone out, so that none arrives after the result. */
  sent(): Promise<void>;
}

/** A reporter for one call. Reports that do not advance are left out: progress never goes backwards. */
export function progressReporter({ _meta, notify }: ServerContext["mcpReq"]): ProgressReporter {
  const progressToken = _meta?.progressToken;
  const pending: Promise<void>[] = [];
  let last = 0;
  return {
    progress(done, total, message) {
      if (progressToken === undefined || done <= last) return;
      last = done;
      const params = { progressToken, progress: done, total, message };
      // A client that has gone away does not make the call fail.
      pending.push(notify({ method: "notifications/progress", params }).catch(() => {}));
    },
    async sent() {
      await Promise.all(pending);
    },
  };
}
