import type { Writers } from "../../../src/timesheet/call-context.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import { anotherWriter, databaseAway, journalUnclear } from "../../../src/timesheet/not-sent.ts";
import { rejected, responseChanged } from "../../helpers/fault-script.ts";
import { page } from "../../helpers/faults.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";
import { calling, cancelling, type Entry, embeddedTempo, type Met, metIn, posting } from "./entry.ts";

const TWO_DAYS = { ...POST, endDate: "2026-01-06" };

const UNTIL_THEN =
  "It may still take effect until TIME, N seconds from now. Check your worklogs of that date before posting it again.";

/** Tempo stores under another user. */
const underAnotherUser = responseChanged((text) =>
  text.replaceAll(/"accountId":"[^"]+"/g, '"accountId":"somebody-else"'),
);

/** Tempo stores whole minutes, and its response is lost. */
async function storedRounded(): Promise<Met> {
  const { call, sandbox, tempo } = await openSession();
  tempo.onWrite("all", async (request, serve) => {
    await serve(request);
    for (const stored of sandbox.state.worklogs.values())
      stored.timeSpentSeconds = Math.floor(stored.timeSpentSeconds / 60) * 60;
    return page(503);
  });
  return metIn(await call("post_worklog", { ...POST, hours: 0.33 }));
}

/** Hours that were stored a moment ago, which Tempo's list does not show. */
async function storedUnlisted(): Promise<Met> {
  const { call, sandbox } = await openSession();
  await call("post_worklog", { ...POST, hours: 20 });
  sandbox.state.worklogs.clear();
  return metIn(await call("post_worklog", POST));
}

/** A batch on a Data Center that takes three seconds for each request. */
async function slowly(): Promise<Met> {
  const clock = virtualClock();
  const worklogs = Array.from({ length: 100 }, (_, index) =>
    entry("2026-01-05", { hours: 0.1 + index / 1000 }),
  );
  return posting(worklogs, {
    clock,
    deployment: "datacenter",
    upstream: (fetch) => async (request) => {
      await clock.sleep(3000);
      return fetch(request);
    },
  })();
}

/** The result of an entry is where its user may not see it any more. */
async function hidden(): Promise<Met> {
  const { call, sandbox, tempo } = await openSession();
  await call("post_worklog", POST);
  for (const [id, stored] of sandbox.state.worklogs)
    sandbox.state.worklogs.set(id, { ...stored, startDate: "2026-01-12" });
  tempo.onRead("all", (request, serve) =>
    /\/worklogs\/\d+$/.test(request.url) ? rejected(403)(request, serve) : serve(request),
  );
  return metIn(await call("post_worklog", POST));
}

/** A worklog that was stored a moment ago is gone, or not shown. */
async function notShown(): Promise<Met> {
  const { call, sandbox } = await openSession();
  await call("post_worklog", POST);
  sandbox.state.worklogs.clear();
  return metIn(await call("post_worklog", POST));
}

/** A delete without a response, and a post on its date. */
async function deletedBefore(): Promise<Met> {
  const deleted = worklog({ startDate: POST.startDate });
  const { call, tempo } = await openSession({ budget: 12_000, seed: { worklogs: [deleted] } });
  tempo.onDelete("all", "gateway error, not processed");
  await call("delete_worklog", { worklogId: "1290000" });
  return metIn(await call("post_worklog", POST));
}

/** A worklog that is moved to another issue in Tempo, and then posted again. */
async function movedElsewhere(): Promise<Met> {
  const { call, sandbox } = await openSession();
  await call("post_worklog", POST);
  for (const stored of sandbox.state.worklogs.values()) stored.issueId = 10007;
  return metIn(await call("post_worklog", POST));
}

/** Another process has the lease, or this one has lost it. */
const whileWriting = (write: Writers["run"]) => calling("post_worklog", POST, { writers: { run: write } });

/** Outcomes of the entries of a post or a batch, and of a delete. */
export const POSTING: Entry[] = [
  {
    cause: "the issue to log time on does not exist",
    meet: calling("post_worklog", { ...POST, issueKey: "NOPE-1" }),
    code: "not_found",
    text:
      "Issue NOPE-1 does not exist in Jira, or you have no access to it. Nothing was logged for it. Check the key, and that you can " +
      "open the issue in Jira.",
  },
  {
    cause: "a date would have more than 24 hours",
    meet: calling("post_worklog", POST, {
      seed: { worklogs: [worklog({ startDate: "2026-01-05", timeSpentSeconds: 20 * 3600 })] },
    }),
    code: "invalid_input",
    text:
      "Not sent: with these 8 h, 2026-01-05 would have 28 h, and a day has 24. Check the date, the hours and your worklogs of " +
      "that date.",
  },
  {
    cause: "a date would have more than 24 hours with what a list does not show yet",
    meet: storedUnlisted,
    code: "invalid_input",
    text:
      "Not sent: with these 8 h, 2026-01-05 would have 28 h, and a day has 24. Check the date, the hours and your worklogs of " +
      "that date. 20 h of them were sent a moment ago and are not in Tempo's list yet; if you have deleted them, try again in " +
      "a minute.",
  },
  {
    cause: "the issue to filter by does not exist",
    meet: calling("get_worklogs", { startDate: "2026-01-05", issueKey: "NOPE-1" }),
    code: "not_found",
    text: "Issue NOPE-1 does not exist in Jira, or you have no access to it. Check the key, or omit issueKey to read all worklogs.",
  },
  {
    cause: "the issue to list accounts of does not exist",
    meet: calling("get_work_attributes", { issueKey: "NOPE-1" }, { toolSets: ["find"] }),
    code: "not_found",
    text: "Issue NOPE-1 does not exist in Jira, or you have no access to it. Check the key, or omit issueKey.",
  },
  {
    cause:
      "an earlier call has lost a delete on the same date, and it may still be carried out when the call ends",
    meet: deletedBefore,
    code: "not_sent",
    text:
      "Not sent: Tempo has not said what became of an earlier request on the same date or issue. It may still take effect until TIME, N seconds from now. " +
      "Send the same call again then: what exists by then is not stored again.",
  },
  {
    cause: "the worklog to delete does not exist",
    meet: calling("delete_worklog", { worklogId: "77" }),
    code: "not_found",
    text:
      "Worklog 77 was not found, or you have no access to it. Nothing was deleted. Check the id in the list of your " +
      "worklogs.",
  },
  {
    cause: "the worklog to delete is another user's",
    meet: calling(
      "delete_worklog",
      { worklogId: "1290000" },
      { seed: { worklogs: [worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId })] } },
    ),
    code: "forbidden",
    text:
      "Worklog 1290000 belongs to another user, so it was not deleted. Only your own worklogs can be deleted. Check the id " +
      "in the list of your worklogs.",
  },
  {
    cause: "Tempo's response does not list what was sent",
    meet: calling("post_worklog", TWO_DAYS, { budget: 20_000 }, ({ tempo }) =>
      tempo.onWrite("all", () => Response.json([])),
    ),
    code: "partial_failure",
    text:
      "0 of 2 days were stored.\n" +
      "Stored: none.\n" +
      "Outcome unknown: 2026-01-05: Tempo accepted the request, but its response does not list 8 h on PROJ-123 for " +
      `2026-01-05, so it is unknown whether it is stored. ${UNTIL_THEN}\n` +
      "Outcome unknown: 2026-01-06: Tempo accepted the request, but its response does not list 8 h on PROJ-123 for " +
      `2026-01-06, so it is unknown whether it is stored. ${UNTIL_THEN}`,
  },
  {
    cause: "Tempo's response lists another worklog",
    meet: calling("post_worklog", POST, {}, ({ tempo }) =>
      tempo.onWrite(
        "all",
        responseChanged((text) => text.replaceAll("2026-01-05", "2026-01-04")),
      ),
    ),
    code: "outcome_unknown",
    text:
      "Tempo accepted the request, but its response does not list 8 h on PROJ-123 for 2026-01-05 (it lists others: worklog " +
      "1290000), so it is unknown whether it is stored. Check your worklogs of that date before posting it again.",
  },
  {
    cause: "the response is lost, and another worklog has appeared",
    meet: storedRounded,
    code: "outcome_unknown",
    text:
      "The outcome of 0.33 h on PROJ-123 for 2026-01-05 is unknown, and another worklog has appeared there since (worklog " +
      "1290000, 0.32 h). It may be the same entry: check it in Tempo before posting the entry again.",
  },
  {
    cause: "a group is rejected, and the worklogs cannot be read then",
    meet: calling("post_worklog", TWO_DAYS, {}, ({ tempo }) => {
      tempo.onWrite("all", rejected(400));
      tempo.onRead(() => tempo.count("write") > 0, "gateway error, not processed");
    }),
    code: "outcome_unknown",
    text:
      "Tempo rejected this request (HTTP 400), and it cannot be read whether it has carried it out all the same. Tempo is " +
      'temporarily unavailable (HTTP 504). It says: "gateway". Look at it in Tempo before you send it again.',
  },
  {
    cause: "a worklog that was moved to another issue since",
    meet: movedElsewhere,
    code: "outcome_unknown",
    text:
      "8 h on PROJ-123 for 2026-01-05 was stored as worklog 1290000, which is on another issue now or has other content (8 h on " +
      "2026-01-05), so it is unknown whether it is still the same one. Check it in Tempo before posting the entry again.",
  },
  {
    cause: "a worklog that was moved to where its user may not see it",
    meet: hidden,
    code: "outcome_unknown",
    text:
      "8 h on PROJ-123 for 2026-01-05 was stored as worklog 1290000, to which you have no access any more, so it is unknown whether it " +
      "still exists. Ask an administrator of Tempo before posting the entry again.",
  },
  {
    cause: "a worklog that was stored a moment ago and is not shown",
    meet: notShown,
    code: "outcome_unknown",
    text:
      "8 h on PROJ-123 for 2026-01-05 was stored as worklog 1290000 less than a minute ago, and Tempo does not show it now: its lists may " +
      "be behind, or something else has deleted it. It was not sent again. Send the same call again in a minute.",
  },
  {
    cause: "another process writes until the call's time runs out",
    meet: whileWriting(async () => Promise.reject(anotherWriter())),
    code: "not_sent",
    text:
      "Not sent: another TempoFiller is posting for you and did not finish within this call's time. Send the same call again in " +
      "a minute; what exists by then is not stored again.",
  },
  {
    cause: "a record of the journal cannot be read, and may be of a request a moment ago",
    meet: whileWriting(async () => Promise.reject(journalUnclear(12))),
    code: "not_sent",
    text:
      "Not sent: a record of what was sent for you cannot be read, and until Tempo shows all of that, hours could be logged twice. " +
      "Send the same call again in 12 seconds; what exists by then is not stored again.",
  },
  {
    cause: "the database that says who may write does not answer",
    meet: whileWriting(async () => Promise.reject(databaseAway())),
    code: "not_sent",
    text:
      "Not sent: the server's database does not answer, and without it hours could be logged twice. Try again in a minute; what " +
      "exists by then is not stored again.",
  },
  {
    cause: "the process was paused, and another one may be writing",
    meet: whileWriting((_, __, write) =>
      write(writer(new Ledger(journalInMemory(), virtualClock()), () => false)),
    ),
    code: "not_sent",
    text:
      "Not sent: this process was paused, and another TempoFiller may be posting for you since. Send the same call again; what " +
      "exists by then is not stored again.",
  },
  {
    cause: "an internal error interrupts a post",
    meet: calling("post_worklog", POST, {
      openTimesheet: async () =>
        Object.assign(embeddedTempo(), {
          async createWorklogs(_: unknown, { beforeWrite }: { beforeWrite?(): Promise<void> }) {
            await beforeWrite?.();
            throw new TypeError("ours");
          },
        }),
    }),
    code: "internal",
    text:
      "post_worklog failed: internal error. This is a bug; please report it with the lines on stderr. It is unknown whether these are stored: " +
      "8 h on PROJ-123 for 2026-01-05.",
  },
  {
    cause: "the two tokens belong to two users",
    meet: calling("post_worklog", POST, {}, ({ tempo }) => tempo.onWrite("all", underAnotherUser)),
    code: "wrong_author",
    text:
      "Tempo stored this as worklog 1290000 under another user, so posting stopped. Both tokens must belong to the same " +
      "person. Check or delete worklog 1290000 in Tempo.",
  },
  {
    cause: "the rest of a batch, if the two tokens belong to two users",
    meet: posting(Array(51).fill(entry("2026-01-05", { hours: 0.25 })), {}, ({ tempo }) =>
      tempo.onWrite("all", underAnotherUser),
    ),
    text:
      "Not sent: Tempo stored another entry under another user, so posting stopped. Both tokens must belong to the same " +
      "person.",
  },
  {
    cause: "a part of a range is stored",
    meet: calling(
      "post_worklog",
      { ...POST, endDate: "2026-01-07" },
      {
        deployment: "datacenter",
        behaviour: {
          reject: ({ startDate }) => (startDate === "2026-01-06" ? ["The period is closed"] : []),
        },
      },
      ({ tempo }) => tempo.onWrite(({ body }) => body.includes("2026-01-07"), "gateway error, not processed"),
    ),
    code: "partial_failure",
    text:
      "1 of 3 days were stored.\n" +
      "Stored: 2026-01-05 (worklog 1290000).\n" +
      'Not stored. Fix the cause, then post these again: 2026-01-06: Tempo rejected this (HTTP 400). It says: "The ' +
      'period is closed".\n' +
      `Outcome unknown: 2026-01-07: Tempo returned HTTP 504, so it is unknown whether the request took effect. ${UNTIL_THEN}`,
  },
  {
    cause: "the call's time runs out before the rest of a batch is sent",
    meet: slowly,
    text: "Not sent: the call's time ran out before this was sent. Send the same call again.",
  },
  {
    cause: "the call is cancelled before its hours are sent",
    meet: cancelling("post_worklog", POST, /\/4\/worklogs\/user\//, "after"),
    code: "cancelled",
    text: "Not sent: the call was cancelled before this was sent. Send the same call again if it is still wanted.",
  },
];
