// Loaded before the clock is virtual: loading takes real time.
import { keepsOmittedFields, updatesInArrays } from "../../helpers/other-tempos.ts";
import "../../../src/contract/replies.ts";
import type { UpdateWorklogResponse } from "../../../src/generated/responses.ts";
import { createSandbox } from "../../../src/sandbox/sandbox.ts";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import { ERROR_KEY } from "../../../src/server/errors.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { updateWorklog } from "../../../src/tools/update-worklog.ts";
import { randomFrom } from "../../helpers/random.ts";
import { ME, seed } from "../../helpers/seeds.ts";
import { STORED_CHANGES } from "../../helpers/stored-changes.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { createClient, createMachine } from "./client.ts";
import { type EditTally, judgeEdit } from "./edit-judge.ts";
import type { Edit, EditScenario } from "./edit-scenario.ts";
import { faultyUpstream } from "./faulty-upstream.ts";

const START_MS = 3_600_000;

/** Longer than anything upstream still has to process. */
const SETTLED_MS = 60_000;

const CALL = "x-call";

const ATTRIBUTES = ["_Team_", "_Account_"].map((key, id) => ({ id, key, name: key, required: false }));

/** The history of one edit's worklog. */
export interface EditTrace {
  edit: Edit;
  /** The worklog at each read by its id, until the first change was processed. */
  reads: SandboxWorklog[];
  /** The worklog after each change of this call that Tempo has processed, even after the call. */
  written: SandboxWorklog[];
  /** Every state of it from the call's beginning to its end. */
  seen: (SandboxWorklog | undefined)[];
  /** The seconds of other own worklogs on the date of each change, when it was processed. */
  beside: number[];
  result?: { reply?: UpdateWorklogResponse; code?: string; text?: string };
}

/** Plays a scenario on virtual time, and compares what Tempo holds with what was reported. */
export async function playEdits(scenario: EditScenario): Promise<EditTally> {
  const { deployment, behaviour, worklogs, edits, rate, faults } = scenario;
  const { omittedFields, updateReply, timeSeparator } = behaviour;
  const random = randomFrom(scenario.seed);
  const clock = virtualClock(random);
  clock.advance(START_MS);
  const change = STORED_CHANGES[scenario.change];
  const sandbox = createSandbox(seed({ worklogs, workAttributes: ATTRIBUTES }), {
    behaviour: { timeSeparator, change },
  });
  const state = sandbox.state.worklogs;
  const firstId = Math.min(...state.keys());
  const foreign = () =>
    JSON.stringify([...state.values()].filter(({ accountId }) => accountId !== ME.accountId));
  const foreignBefore = foreign();
  const traces: EditTrace[] = [];
  /** Worklogs of which an earlier change was stored after a later one. */
  const overtaken: number[] = [];
  const idOf = ({ target }: Edit) => firstId + target;
  /** The final worklogs; those that are not edited stay as they are. */
  const expected = new Map(state);

  const kept = omittedFields === "kept" ? keepsOmittedFields(sandbox.fetch, sandbox) : sandbox.fetch;
  const serve = updateReply === "array" ? updatesInArrays(kept) : kept;
  const recorded: Fetch = async (request) => {
    const trace = traces[Number(request.headers.get(CALL))];
    const id = Number(/worklogs\/(\d+)$/.exec(new URL(request.url).pathname)?.[1]);
    const response = await serve(request);
    const now = state.get(id);
    if (trace && id === idOf(trace.edit)) {
      if (request.method === "GET" && trace.written.length === 0 && now) trace.reads.push(now);
      if (request.method === "PUT" && response.ok && now) {
        const isLate = traces
          .slice(traces.indexOf(trace) + 1)
          .some((later) => idOf(later.edit) === id && later.written.length > 0);
        if (isLate) overtaken.push(id);
        trace.written.push(now);
        const others = [...state.values()].filter(
          (it) => it.id !== id && it.accountId === ME.accountId && it.startDate === now.startDate,
        );
        trace.beside.push(others.reduce((sum, it) => sum + it.timeSpentSeconds, 0));
      }
    }
    if (request.method === "PUT" && response.ok && now) expected.set(id, now);
    traces.at(-1)?.seen.push(state.get(idOf((traces.at(-1) as EditTrace).edit)));
    return response;
  };
  const faulty = faultyUpstream(recorded, { clock, random, rate, faults, latest: 10_000 });

  const machine = createMachine();
  for (const [index, edit] of edits.entries()) {
    const id = idOf(edit);
    const trace: EditTrace = { edit, reads: [], written: [], seen: [state.get(id)], beside: [] };
    traces.push(trace);
    const fetch: Fetch = (request) => {
      request.headers.set(CALL, String(index));
      return faulty(request);
    };
    const client = createClient({ deployment, fetch, clock, machine, interruption: edit.interruption });
    const others = clock.sleep(edit.other.after).then(() => {
      const now = state.get(id);
      if (!now || now.accountId !== ME.accountId || edit.other.does === "nothing") return;
      if (edit.other.does === "deletes") state.delete(id);
      else state.set(id, { ...now, description: "By another user", timeSpentSeconds: 60 });
      expected.set(id, state.get(id) as SandboxWorklog);
      trace.seen.push(state.get(id));
    });
    const start = clock.now();
    const calling = client.call(updateWorklog, { worklogId: String(id), ...edit.changes });
    const result = await Promise.race([calling, client.interrupted.then(() => undefined)]);
    const ended = edit.interruption.kind === "cancelled" ? await calling : result;
    if (clock.now() - start > 50_000)
      throw new Error(`the call took ${clock.now() - start} ms of its 50,000`);
    if (ended) {
      const error = ended._meta?.[ERROR_KEY] as { code: string } | undefined;
      trace.result = error
        ? { code: error.code, text: (ended.content[0] as { text: string }).text }
        : { reply: ended.structuredContent as UpdateWorklogResponse };
    }
    await others;
    await clock.sleep(edit.pause);
  }
  // Lets upstream process its remaining requests.
  await clock.sleep(SETTLED_MS);

  if (overtaken.length > 0) throw new Error(`an earlier change of ${overtaken} was stored after a later one`);
  if (foreign() !== foreignBefore) throw new Error("a foreign worklog was touched");
  for (const [id, worklog] of expected)
    if (JSON.stringify(state.get(id)) !== JSON.stringify(worklog))
      throw new Error(`worklog ${id} is another`);
  const tally: EditTally = { edits: 0, changed: 0, unchanged: 0, unknown: 0, failed: 0, interrupted: 0 };
  for (const trace of traces) judgeEdit(trace, change, tally);
  return tally;
}
