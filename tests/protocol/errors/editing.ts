import type { SandboxAccount, SandboxWorkAttribute } from "../../../src/sandbox/state.ts";
import type { Writers } from "../../../src/timesheet/call-context.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import type { AnswerForm } from "../../helpers/clients.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { type Fault, networkError, page } from "../../helpers/faults.ts";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import { openSession, replyOf, type Session } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";
import { calling, type Entry, invalidInput, type Met, metIn } from "./entry.ts";

const UPDATE = { worklogId: "1290000", hours: 6 };
const WORKLOGS = [
  worklog({ startDate: "2026-01-05" }),
  worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId }),
];

const failingToDelete = (fault: Fault) =>
  calling("delete_worklog", { worklogId: "1290000" }, { seed: { worklogs: WORKLOGS } }, ({ tempo }) =>
    tempo.onDelete(1, fault),
  );

const updating = (args: object = {}, prepare?: (session: Session) => void) =>
  calling(
    "update_worklog",
    { ...UPDATE, ...args },
    { toolSets: ["edit"], seed: { worklogs: WORKLOGS } },
    prepare,
  );

/** Moves a worklog on Cloud, which has no operation for it. */
const moving = (prepare: (session: Session) => void) => (): Promise<Met> => {
  const clock = virtualClock();
  const journal = new Ledger(journalInMemory(), clock);
  // A real disk would take time while the virtual clock goes on.
  const writers: Writers = {
    run: (_owner, _scope, write) => write(writer(journal)),
  };
  const args = { ...UPDATE, issueKey: "PROJ-7" };
  return calling(
    "update_worklog",
    args,
    { toolSets: ["edit"], seed: { worklogs: WORKLOGS }, clock, writers },
    prepare,
  )();
};

/** Changes the worklog in Tempo itself once its hours are logged on the other issue. */
function changing({ tempo, sandbox }: Session): void {
  tempo.onWrite(1, async (request, serve) => {
    const response = await serve(request);
    const changed = { ...worklog({ startDate: "2026-01-05" }), id: 1290000, timeSpentSeconds: 3600 };
    sandbox.state.worklogs.set(1290000, changed);
    return response;
  });
}

/** Moves a worklog on Cloud, and again ten minutes later. */
async function movingAgain(prepare: (session: Session) => void): Promise<Met> {
  const session = await openSession({
    toolSets: ["edit"],
    budget: 20_000,
    seed: { worklogs: WORKLOGS.slice(0, 1) },
  });
  const move = { worklogId: "1290000", issueKey: "PROJ-7" };
  prepare(session);
  await session.call("update_worklog", move);
  await session.clock.sleep(600_000);
  return metIn(await session.call("update_worklog", move));
}

const ATTRIBUTES: SandboxWorkAttribute[] = [
  { id: 9, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" },
  { id: 8, key: "_Activity_", name: "Activity", required: false, values: [{ value: "dev", name: "Coding" }] },
];

const CODING = [
  { value: "dev", name: "Coding" },
  { value: "code", name: "coding" },
];

/** Attributes and values whose names differ in their case alone. */
const ALIKE: SandboxWorkAttribute[] = [
  { id: 8, key: "_Activity_", name: "Activity", required: false, values: CODING },
  { id: 7, key: "_Kind_", name: "activity", required: false },
];

/** Gives work attributes to a worklog; OPS is an account of its project. */
const attributing = (
  attributes: Record<string, string>,
  status: SandboxAccount["status"] = "OPEN",
  workAttributes: SandboxWorkAttribute[] = ATTRIBUTES,
) =>
  calling(
    "update_worklog",
    { worklogId: "1290000", attributes },
    {
      toolSets: ["edit"],
      seed: {
        worklogs: WORKLOGS,
        workAttributes,
        accounts: [{ id: 1, key: "OPS", name: "Operations", projects: ["PROJ"], ...(status && { status }) }],
      },
    },
  );

/** Deletes with the digest of a plan, and returns why the last worklog is not deleted. */
const deleting = (worklogIds: string[]) => async (): Promise<Met> => {
  const { call } = await openSession({ toolSets: ["edit"], seed: { worklogs: WORKLOGS } });
  const { confirm } = replyOf(await call("delete_worklogs", { worklogIds }), "delete_worklogs");
  const { worklogs } = replyOf(await call("delete_worklogs", { worklogIds, confirm }), "delete_worklogs");
  return { text: worklogs.at(-1)?.error ?? "" };
};

/** Errors of the tool set edit. */
/** Plans to delete a worklog, in a client that shows the plan in a form. */
const deletingByForm =
  (answer: Record<string, unknown>, { budget = 50_000, whileOpen = (_: Session) => {} } = {}) =>
  async (): Promise<Met> => {
    const session: Session = await openSession({
      toolSets: ["edit"],
      seed: { worklogs: WORKLOGS },
      confirmation: "form",
      budget,
      onForm: async () => {
        whileOpen(session);
        return answer as Awaited<ReturnType<AnswerForm>>;
      },
    });
    return metIn(await session.call("delete_worklogs", { worklogIds: ["1290000"] }));
  };

export const EDITING: Entry[] = [
  {
    cause: "the user says no to a plan in a form",
    meet: deletingByForm({ action: "decline" }),
    code: "cancelled",
    text:
      "The user was shown this plan in a form and said no, so nothing was changed in Tempo. Do not call again unless the user asks " +
      "for it.",
  },
  {
    cause: "the user closes the form of a plan",
    meet: deletingByForm({ action: "cancel" }),
    code: "cancelled",
    text:
      "The user was shown this plan in a form and did not answer it, so nothing was changed in Tempo. Ask the user whether to call " +
      "again, which opens the form again. If no form appeared, this host cannot show it: the server's setting for confirmations has " +
      "to be `digest` then.",
  },
  {
    cause: "a plan changes while its form is open",
    meet: deletingByForm(
      { action: "accept", content: { confirmed: true } },
      {
        whileOpen: ({ sandbox }) => {
          const changed = { ...worklog({ startDate: "2026-01-05" }), id: 1290000, timeSpentSeconds: 3600 };
          sandbox.state.worklogs.set(1290000, changed);
        },
      },
    ),
    code: "cancelled",
    text:
      "The user said yes to a plan in a form, but something has changed since and the plan is another one, so nothing was changed in " +
      "Tempo. Call again: the form then shows the new plan.",
  },
  {
    cause: "too little time is left for the form of a plan",
    meet: deletingByForm({ action: "decline" }, { budget: 8000 }),
    code: "cancelled",
    text:
      "Too little time was left to ask the user in a form, so nothing was changed in Tempo. Call again; if this happens again, the " +
      "server's time limit of a call has to be longer.",
  },
  {
    cause: "a worklog is to be moved to an issue that does not exist",
    meet: updating({ issueKey: "PROJ-999" }),
    code: "not_found",
    text:
      "Issue PROJ-999 does not exist in Jira, or you have no access to it. Nothing was changed. Check the key, and that you can open " +
      "the issue in Jira.",
  },
  {
    cause: "Tempo fails at a delete, and shows the worklog once it can delete it no more",
    meet: failingToDelete("connection lost, not processed"),
    code: "unavailable",
    text: "Worklog 1290000 was not deleted: Tempo gave no usable answer, and still shows it. Send the same call again.",
  },
  {
    cause: "Tempo does not answer to a delete",
    meet: failingToDelete("gateway error, not processed"),
    code: "outcome_unknown",
    text:
      "It is unknown whether worklog 1290000 was deleted: Tempo returned HTTP 504. It may still take effect until TIME, N seconds from now. " +
      "Send the same call again then.",
  },
  {
    cause: "Tempo does not answer when a worklog is moved, nor show what became of it",
    meet: moving(({ tempo }) => {
      tempo.onWrite("all", "gateway error, processed");
      tempo.onRead(() => tempo.count("write") > 0, rejected(403));
    }),
    code: "outcome_unknown",
    text:
      "It is unknown whether worklog 1290000 is being moved to PROJ-7; it is still on its old issue. Tempo returned HTTP 504, so it is unknown " +
      "whether the request took effect. It may still take effect until TIME, N seconds from now. Send the same call again then: it " +
      "finishes the move.",
  },
  {
    cause:
      "a moved worklog is logged on its new issue, and Tempo does not answer to the delete of the old one",
    meet: moving(({ tempo }) => tempo.onDelete("all", "gateway error, not processed")),
    code: "outcome_unknown",
    text:
      "The hours of worklog 1290000 are logged on PROJ-7 as worklog 1290002, and may still be on their old issue too. It is unknown whether " +
      "worklog 1290000 was deleted: Tempo returned HTTP 504. It may still take effect until TIME, N seconds from now. Send the same call " +
      "again then: it finishes the move.",
  },
  {
    cause: "the same, and a read does not show the new worklog yet",
    meet: moving(({ tempo }) =>
      tempo.onRead("all", (request, serve) =>
        request.url.endsWith("/1290002") ? rejected(404)(request, serve) : serve(request),
      ),
    ),
    code: "outcome_unknown",
    text:
      "The hours of worklog 1290000 are logged on PROJ-7 as worklog 1290002, and may still be on their old issue too. Tempo does not show " +
      "worklog 1290002 yet: that may take a minute. Send the same call again then: it finishes the move.",
  },
  {
    cause: "Tempo fails when a worklog is moved, and another worklog has appeared on the other issue",
    meet: moving(({ tempo, sandbox }) => {
      tempo.onWrite(1, () => {
        sandbox.state.worklogs.set(1290077, {
          ...worklog({ startDate: "2026-01-05", issueId: 10_007 }),
          id: 1290077,
        });
        return page(503);
      });
    }),
    code: "outcome_unknown",
    text:
      "It is unknown whether worklog 1290000 is being moved to PROJ-7; it is still on its old issue. The outcome of 6 h on PROJ-7 for " +
      "2026-01-05 is unknown, and another worklog has appeared there since (worklog 1290077, 8 h). It may be the same entry: check it in " +
      "Tempo before posting the entry again. Look at both issues in Tempo before you move it again.",
  },
  {
    cause: "Tempo rejects what else a move on Data Center is to change",
    meet: calling(
      "update_worklog",
      { ...UPDATE, issueKey: "PROJ-7" },
      { deployment: "datacenter", toolSets: ["edit"], seed: { worklogs: WORKLOGS } },
      ({ tempo }) => tempo.onUpdate(2, rejected(400)),
    ),
    code: "partial_failure",
    text:
      'Worklog 1290000 was moved to PROJ-7, and its other changes were not made: Tempo rejected this (HTTP 400). It says: "Rejected". ' +
      "Send only these again, once they are corrected.",
  },
  {
    cause: "Tempo refuses to delete a worklog that is being moved",
    meet: moving(({ tempo }) => tempo.onDelete(1, rejected(403))),
    code: "forbidden",
    text:
      'The token\'s owner lacks permission for this in Tempo (HTTP 403). It says: "Rejected". Nothing was changed by this request. If Tempo ' +
      "gives no other reason, the token in TEMPO_API_TOKEN lacks a scope. The scopes of a token cannot be changed: create a new one in " +
      "Tempo, Settings, API integration, with Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.",
  },
  {
    cause: "Tempo refuses to delete a worklog that is being moved, and the new one as well",
    meet: moving(({ tempo }) => tempo.onDelete("all", rejected(403))),
    code: "outcome_unknown",
    text:
      "Neither worklog was changed or deleted: worklog 1290000 of 2026-01-05 was to be moved to PROJ-7, and it is unknown whether worklog 1290002 " +
      "there has the same hours; look at both in Tempo, and delete one if so. The token's owner lacks permission for this in Tempo (HTTP " +
      '403). It says: "Rejected".',
  },
  {
    cause: "a worklog is changed elsewhere while it is being moved",
    meet: moving(changing),
    code: "outcome_unknown",
    text:
      "Neither worklog was changed or deleted: worklog 1290000 of 2026-01-05 was to be moved to PROJ-7, and it is unknown whether worklog 1290002 " +
      "there has the same hours; look at both in Tempo, and delete one if so.",
  },
  {
    cause: "a worklog is moved again of whose earlier move Tempo has refused to delete either worklog",
    meet: () => movingAgain(({ tempo }) => tempo.onDelete("all", rejected(403))),
    code: "outcome_unknown",
    text:
      "Neither worklog was changed or deleted: worklog 1290000 of 2026-01-05 was to be moved to PROJ-7, and it is unknown whether worklog 1290001 " +
      "there has the same hours; look at both in Tempo, and delete one if so.",
  },
  {
    cause: "Tempo refuses to delete a worklog, and cannot be read then",
    meet: calling(
      "delete_worklog",
      { worklogId: "1290000" },
      { seed: { worklogs: WORKLOGS } },
      ({ tempo }) => {
        tempo.onDelete("all", rejected(400));
        tempo.onRead(() => tempo.count("delete") > 0, "gateway error, not processed");
      },
    ),
    code: "outcome_unknown",
    text:
      "Tempo rejected this request (HTTP 400), and it cannot be read whether it has carried it out all the same. Tempo is " +
      'temporarily unavailable (HTTP 504). It says: "gateway". Look at it in Tempo before you send it again.',
  },
  invalidInput(
    "a work attribute that Tempo does not have is given to a worklog",
    attributing({ _Acount_: "OPS" }),
    "Not sent: `attributes` names _Acount_, which this Tempo does not have. It has: _Account_ (Account), _Activity_ (Activity). Correct or remove it.",
  ),
  invalidInput(
    "a value is given to a work attribute without a name",
    attributing({ " ": "OPS" }),
    "Not sent: `attributes` gives a value to an attribute without a name. This Tempo has: _Account_ (Account), _Activity_ (Activity). Name one of them, or remove the value.",
  ),
  invalidInput(
    "a value that its list does not have is given to a worklog",
    attributing({ _Activity_: "review" }),
    "Not sent: `attributes` sets _Activity_ to review, which is not an allowed value (dev (Coding)). Set it to one of them.",
  ),
  invalidInput(
    "a name is given that several attributes have",
    attributing({ ACTIVITY: "x" }, "OPEN", ALIKE),
    "Not sent: `attributes` names ACTIVITY, which may be _Activity_ (Activity), _Kind_ (activity). Use the key of one.",
  ),
  invalidInput(
    "a name is given that several values have",
    attributing({ _Activity_: "CODING" }, "OPEN", ALIKE),
    "Not sent: `attributes` sets _Activity_ to CODING, which may be dev (Coding), code (coding). Use the value of one.",
  ),
  invalidInput(
    "one attribute is given by its key and its name, with two values",
    attributing({ _Activity_: "dev", Activity: "code" }, "OPEN", ALIKE),
    "Not sent: `attributes` gives _Activity_ (Activity) two values: dev and code. Give it one.",
  ),
  invalidInput(
    "an account that is not open to the issue is given to a worklog",
    attributing({ _Account_: "OLD" }),
    "Not sent: `attributes` sets _Account_ to OLD, which is not open to PROJ-123. Open to it: OPS (Operations). Set it to one of them.",
  ),
  invalidInput(
    "an account is given to a worklog of an issue to which none is open",
    attributing({ _Account_: "OPS" }, "CLOSED"),
    "Not sent: `attributes` sets _Account_ to OPS, and no account is open to PROJ-123. Link one to its project in Tempo, or leave " +
      "_Account_ out.",
  ),
  invalidInput(
    "the account of the issue is given to a worklog as an attribute that is no account",
    attributing({ _Activity_: "@issue" }),
    "Not sent: `attributes` sets _Activity_ to @issue, which only an attribute of type ACCOUNT can have; _Activity_ is of type " +
      "STATIC_LIST. Set it to a value.",
  ),
  invalidInput(
    "nothing is to be changed",
    calling("update_worklog", { worklogId: "1290000" }, { toolSets: ["edit"] }),
    "Invalid input for update_worklog: the input must have something to change: issueKey, hours, date, startTime, description, " +
      "billable or attributes. Nothing was sent to Tempo; correct the arguments and call again.",
  ),
  invalidInput(
    "a start time is no time of day",
    updating({ startTime: "24:00" }),
    "Invalid input for update_worklog: `startTime` must be a time of day from 00:00 to 23:59, written HH:mm. Nothing was " +
      "sent to Tempo; correct the arguments and call again.",
  ),
  {
    cause: "the worklog to change does not exist",
    meet: updating({ worklogId: "77" }),
    code: "not_found",
    text: "Worklog 77 was not found, or you have no access to it. Nothing was changed. Check the id in the list of your worklogs.",
  },
  {
    cause: "the worklog to change is another user's",
    meet: updating({ worklogId: "1290001" }),
    code: "forbidden",
    text:
      "Worklog 1290001 belongs to another user, so it was not changed. Only your own worklogs can be changed. Check the id " +
      "in the list of your worklogs.",
  },
  {
    cause: "Tempo does not answer to a change, and does not carry it out",
    meet: updating({}, ({ tempo }) => tempo.onUpdate("all", "gateway error, not processed")),
    code: "outcome_unknown",
    text:
      "It is unknown whether worklog 1290000 was changed: Tempo returned HTTP 504. It may still take effect until TIME, N seconds from now. " +
      "Send the same call again then.",
  },
  {
    cause: "Tempo does not answer to a change, and the worklog cannot be read then",
    meet: updating({}, ({ tempo }) => {
      tempo.onUpdate("all", "gateway error, processed");
      tempo.onRead(() => tempo.count("update") > 0, rejected(403));
    }),
    code: "outcome_unknown",
    text: "It is unknown whether worklog 1290000 was changed: Tempo returned HTTP 504. It cannot be read any more. Look at it in Tempo.",
  },
  {
    cause: "Tempo fails at a change, and shows the worklog as it was once it can change it no more",
    meet: updating({}, ({ tempo }) => tempo.onUpdate("all", "connection lost, not processed")),
    code: "unavailable",
    text: "Worklog 1290000 was not changed: Tempo gave no usable answer, and shows it as it was. Send the same call again.",
  },
  {
    cause: "a worklog is deleted elsewhere while it is being changed",
    meet: updating({}, ({ tempo, sandbox }) =>
      tempo.onUpdate("all", () => {
        sandbox.state.worklogs.clear();
        throw networkError("UND_ERR_SOCKET");
      }),
    ),
    code: "not_found",
    text: "Worklog 1290000 does not exist any more: something else has deleted it while it was being changed.",
  },
  {
    cause: "a worklog is changed elsewhere, and Tempo does not answer to a change",
    meet: updating({}, ({ tempo, sandbox }) =>
      tempo.onUpdate("all", () => {
        const changed = { ...worklog({ startDate: "2026-01-06" }), id: 1290000, timeSpentSeconds: 3600 };
        sandbox.state.worklogs.set(1290000, changed);
        throw networkError("UND_ERR_SOCKET");
      }),
    ),
    code: "outcome_unknown",
    text:
      "It is unknown whether the change of worklog 1290000 took effect: the worklog is neither as it was nor as requested (now " +
      "1 h on 2026-01-06). Something else has changed it too, or Tempo stores it otherwise: check it before you change it again.",
  },
  invalidInput(
    "too many worklogs are to be deleted",
    calling("delete_worklogs", { worklogIds: Array(101).fill("1") }, { toolSets: ["edit"] }),
    "Invalid input for delete_worklogs: `worklogIds` must have 1 to 100 entries, not 101. Nothing was sent to Tempo; correct " +
      "the arguments and call again.",
  ),
  {
    cause: "one of several worklogs to delete does not exist",
    meet: deleting(["1290000", "77"]),
    text: "Worklog 77 does not exist (any more), or you have no access to it. Nothing was deleted for it.",
  },
  {
    cause: "one of several worklogs to delete is another user's",
    meet: deleting(["1290000", "1290001"]),
    text:
      "Worklog 1290001 belongs to another user, so it was not deleted. Only your own worklogs can be deleted. Check the id " +
      "in the list of your worklogs.",
  },
];
