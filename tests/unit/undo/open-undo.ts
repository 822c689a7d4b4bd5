import { undo } from "../../../src/cli/undo/undo.ts";
import { sandboxDeployment } from "../../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour, SandboxWorklog } from "../../../src/sandbox/state.ts";
import { callContext } from "../../../src/server/context.ts";
import { fileWriters } from "../../../src/state/file-writers.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import type { WorklogChanges } from "../../../src/timesheet/editing/merge.ts";
import { updateOwnWorklog } from "../../../src/timesheet/editing/update-worklog.ts";
import { postBulk } from "../../../src/timesheet/posting/entries.ts";
import { FaultScript } from "../../helpers/fault-script.ts";
import { page } from "../../helpers/faults.ts";
import { entry } from "../../helpers/inputs.ts";
import { seed } from "../../helpers/seeds.ts";
import { testContext } from "../../helpers/server-context.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

type UndoOptions = Parameters<typeof undo>[0];

export const DAYS = [entry("2026-01-05"), entry("2026-01-06"), entry("2026-01-07")] as const;

/** Posts batches to an embedded Tempo in this process, and undoes them there. @param folder of the journal, which is in memory without it */
export function openUndo(
  deployment: "cloud" | "datacenter" = "cloud",
  behaviour: Partial<SandboxBehaviour> = {},
  folder?: string,
) {
  const clock = virtualClock();
  const sandbox = createSandbox(seed(), { behaviour: { clock, ...behaviour } });
  const tempo = new FaultScript(clock);
  const timesheet = openTimesheet(sandboxDeployment(deployment, SANDBOX_CREDENTIALS), {
    fetch: tempo.wrap((request) =>
      clock.work(async () => {
        const response = await sandbox.fetch(request);
        response.headers.set("date", new Date(clock.wallClock()).toUTCString());
        return response;
      }),
    ),
    clock,
    timeout: 30_000,
    rateLimiter: (send) => send(),
  });
  const redact = (text: string) => text.replaceAll("S3CRET", "[redacted]");
  const newWriters = () => fileWriters({ clock, folder, log: () => {} });
  const server = { ...testContext(timesheet, clock), redact, writers: newWriters() };
  const interruption = new AbortController();
  const { signal } = interruption;
  let printed = "";

  /** Undoes the last batch, without a terminal and without asking, unless the options say otherwise. */
  async function run(options: Partial<UndoOptions> = {}, budget = server.settings.budget) {
    printed = "";
    const print = (part: string) => {
      printed += part;
    };
    const all = { stateFolder: "/state", readOnly: false, yes: true, terminal: undefined, signal, print };
    return undo({ ...all, ...options }, { ...server, settings: { ...server.settings, budget } });
  }

  return {
    clock,
    sandbox,
    tempo,
    timesheet,
    server,
    /** Ends every call. */
    interruption,
    post: (...entries: ReturnType<typeof entry>[]) =>
      postBulk(entries, true, new Map(), callContext(server, timesheet, { signal, name: "test" })),
    /** Posts in a call that is cancelled. */
    postUntil: (cancelled: AbortSignal, ...entries: ReturnType<typeof entry>[]) =>
      postBulk(entries, true, new Map(), callContext(server, timesheet, { signal: cancelled, name: "test" })),
    update: (id: string, changes: WorklogChanges & { issueKey?: string }) =>
      updateOwnWorklog(id, changes, callContext(server, timesheet, { signal, name: "test" })),
    /** Changes a worklog in Tempo itself. */
    changeByHand(id: number, change: Partial<SandboxWorklog>): void {
      const worklog = sandbox.state.worklogs.get(id);
      if (worklog) sandbox.state.worklogs.set(id, { ...worklog, ...change });
    },
    stored: () => [...sandbox.state.worklogs.keys()],
    printed: () => printed,
    /** Does what a process does that is killed while it sends a worklog. */
    async kill({ issueId, startDate, timeSpentSeconds, ...others }: Omit<SandboxWorklog, "id">) {
      const { billableSeconds, description: comment } = others;
      const sent = { issueId: String(issueId), date: startDate, seconds: timeSpentSeconds, comment };
      const context = callContext(server, timesheet, { signal, name: "test" });
      const owner = await timesheet.getOwner(context);
      await server.writers.run(owner, context, async ({ ledger }) => {
        ledger.intend([{ op: "create", wanted: ledger.wanted({ ...sent, billableSeconds }, "PROJ-123") }]);
      });
    },
    /** The ids of the batches, in the order in which they were sent. */
    async batches() {
      const context = callContext(server, timesheet, { signal, name: "test" });
      const owner = await timesheet.getOwner(context);
      const sent = await server.writers.run(owner, context, async ({ ledger }) => ledger.all());
      return [...new Set(sent.map(({ batch }) => String(batch)))];
    },
    /** Goes on as another process, which reads the journal from its beginning. */
    restart() {
      server.writers = newWriters();
    },
    run,
    /** Undoes a batch, the last one unless given. The outcome is what was printed in the end, of each worklog and of all. */
    async undo(batch?: string, budget?: number) {
      const code = await run({ batch }, budget);
      return { code, outcome: printed.split("\n\n").at(-1)?.trimEnd().split("\n") };
    },
  };
}

/** Posts a batch in a call that ends at once, while Tempo stores nothing. */
export async function postLost(
  { tempo, postUntil }: ReturnType<typeof openUndo>,
  ...entries: ReturnType<typeof entry>[]
): Promise<void> {
  const caller = new AbortController();
  tempo.onWrite("all", () => {
    caller.abort();
    return page(504);
  });
  await postUntil(caller.signal, ...entries);
}
