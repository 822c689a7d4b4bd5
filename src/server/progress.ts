import type { ServerContext as RequestContext } from "@modelcontextprotocol/server";

interface ProgressReporter {
  progress(settled: number, total: number): void;
  /** Resolves when every report has been sent, so that none arrives after the result. */
  sent(): Promise<void>;
}

/** Reports that do not advance are left out: progress never goes backwards. */
export function progressReporter({ _meta, notify }: RequestContext["mcpReq"]): ProgressReporter {
  const progressToken = _meta?.progressToken;
  const pending: Promise<void>[] = [];
  let last = 0;
  return {
    progress(settled, total) {
      if (progressToken === undefined || settled <= last) return;
      last = settled;
      const message = `${settled} of ${total} worklogs`;
      const params = { progressToken, progress: settled, total, message };
      // A client that has gone away does not make the call fail.
      pending.push(notify({ method: "notifications/progress", params }).catch(() => {}));
    },
    async sent() {
      await Promise.all(pending);
    },
  };
}
