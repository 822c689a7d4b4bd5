import type { DraftTimesheetResponse, FillDaysResponse } from "../../src/generated/responses.ts";
import { draftTimesheet } from "../../src/tools/draft-timesheet.ts";
import { fillDays } from "../../src/tools/fill-days.ts";
import { claimsOf, type Planned, type Request } from "./claims.ts";
import { plannedIn } from "./draft-command.ts";
import type { Answer, Host } from "./host.ts";
import type { Invocation } from "./invocation.ts";
import type { Recorder } from "./recorder.ts";
import type { Fault, HostActor } from "./scenario.ts";
import type { World } from "./world.ts";
import { nameOf } from "./world.ts";

/** Longer than any call may take, however long its process was paused. */
const HANGS_AFTER_MS = 900_000;

/** The most times that a plan is confirmed that another one has come of. */
const MAX_PLANS = 3;

interface Invoking {
  world: World;
  recorder: Recorder;
  by: HostActor;
  isProbe: boolean;
  /** Confirms no plan. */
  onlyPlans?: boolean;
  /** Runs the command of a shell that does the same as the tool, where there is one. */
  inShell?: boolean;
}

/**
 * Invokes a tool or undo in an actor's process, and confirms what it plans. Nothing is confirmed by a process that has died. A probe only looks
 * at the plan for missing hours, which would add to days that were changed since.
 */
export async function invoke(
  invocation: Invocation | undefined,
  faults: readonly Fault[],
  invoking: Invoking,
): Promise<void> {
  if (!invocation) return;
  const { isProbe, onlyPlans = false } = invoking;
  const host = invoking.world.host(invoking.by);
  host.life.arm(faults);
  let answer = await once(host, invocation, invoking);
  const isPlanned =
    !onlyPlans && "isConfirmed" in invocation.request && !(isProbe && invocation.tool === fillDays);
  for (let plans = 0; isPlanned && plans < MAX_PLANS; plans += 1) {
    const { confirm, planned } = planOf(answer);
    if (confirm === undefined || !host.life.isAlive) break;
    const request = { ...invocation.request, planned, isConfirmed: true } as Request;
    const { confirmedBy = invocation.tool } = invocation;
    const confirmed = {
      ...invocation,
      ...(confirmedBy && { tool: confirmedBy }),
      args: { ...invocation.args, confirm },
      request,
    };
    answer = await once(host, confirmed, invoking);
    // The same draft, confirmed again, is what is stored for it.
    if (request.tool === "post_draft" && host.life.isAlive && planOf(answer).confirm === undefined)
      answer = await once(host, confirmed, invoking);
  }
  host.life.disarm(faults);
}

/** The digest of the plan in an answer, and the worklogs of a draft. */
function planOf(answer: Answer | undefined): { confirm?: string; planned: Planned[] } {
  const reply = answer?.reply as { confirm?: string; draft?: DraftTimesheetResponse } | undefined;
  const { confirm, days = [] } = (reply?.draft ?? reply ?? {}) as Partial<DraftTimesheetResponse>;
  const planned = days.flatMap(({ date, entries = [] }) =>
    entries.map(({ hours, comment = "" }) => ({ date, hours, comment })),
  );
  return { ...(confirm !== undefined && { confirm }), planned };
}

async function once(
  host: Host,
  { tool, args, request, meetings }: Invocation,
  { world: { clock }, recorder, by, isProbe, inShell }: Invoking,
): Promise<Answer | undefined> {
  const from = clock.now();
  const logged = host.log.length;
  const answered = new AbortController();
  const hangs = clock
    .sleep(HANGS_AFTER_MS, answered.signal)
    .then((): Answer => ({ text: "It does not answer.", code: "hangs" }));
  const printed: string[] = [];
  const isCommand = inShell === true && host.hasCommand(tool, args);
  const answering = () => {
    if (request.tool === "journal") return host.journal(printed);
    if (!tool) return host.undo(printed);
    if (!isCommand) return host.call(tool, args, meetings);
    return tool === draftTimesheet
      ? host.postDraft(args, meetings ?? [], printed)
      : host.runCommand(tool, args);
  };
  const answer = await Promise.race([answering(), host.life.died.then(() => undefined), hangs]);
  answered.abort();
  recorder.keep({
    by: nameOf(by),
    tool: request.tool,
    args: JSON.stringify(args),
    from,
    to: clock.now(),
    ...(answer && { reply: answer.text }),
    ...(answer?.code !== undefined && { code: answer.code }),
    claims: claimsOf(
      isCommand ? withPlan(request, answer?.reply, printed.join("")) : request,
      answer?.code === "hangs" ? undefined : answer,
      printed.join(""),
    ),
    log: host.log.slice(logged),
    faults: host.life.takeMet(),
    isDisturbed: host.life.isDisturbedSince(from),
    isProbe,
    isCommand,
  });
  return answer;
}

/** A command logs what it plans, unless its plan is empty. */
function withPlan(request: Request, reply: object | undefined, printed: string): Request {
  if (request.tool === "post_draft") {
    const planned = plannedIn(printed);
    return planned ? { ...request, planned, isConfirmed: true } : request;
  }
  if (request.tool !== "fill_days") return request;
  const { logged, failures, confirm } = (reply ?? { logged: true }) as Partial<FillDaysResponse>;
  return { ...request, isConfirmed: logged === true || failures !== undefined || confirm !== undefined };
}
