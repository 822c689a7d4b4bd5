import type { Fetch } from "../../../src/tempo/http/client.ts";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { calling, type Entry, embeddedTempo, type Met, metIn, posting, withdrawing } from "./entry.ts";

const POST = { issueKey: "PROJ-123", hours: 8, startDate: "2026-01-05" };
const TWO_DAYS = { ...POST, endDate: "2026-01-06" };
const row = (date: string, hours = 8) => ({ issueKey: "PROJ-123", hours, date });

const gone = () => new Response("<html>", { status: 504 });

/** Answers what stores worklogs on Tempo Cloud. */
const storing = (answer: (request: Request, fetch: Fetch) => Promise<Response>): SessionOptions => ({
  upstream: (fetch) => (request) =>
    request.method === "POST" && /\/4\/worklogs(\/issue\/\d+\/bulk)?$/.test(request.url)
      ? answer(request, fetch)
      : fetch(request),
});

/** Tempo stores, and answers with other words for it. */
const replacing = (words: string, others: string): SessionOptions =>
  storing(
    async (request, fetch) => new Response((await (await fetch(request)).text()).replaceAll(words, others)),
  );

const FOR_ANOTHER_USER =
  "Tempo books for another user than the owner of the token, so sending stopped there: where two tokens are set, both must " +
  "belong to one person.";

/** Tempo stores for somebody else. */
const forAnother = storing(async (request, fetch) => {
  const stored = (await (await fetch(request)).json()) as object | object[];
  const author = { accountId: "somebody-else" };
  return Response.json(
    Array.isArray(stored) ? stored.map((it) => ({ ...it, author })) : { ...stored, author },
  );
});

/** Tempo refuses a request, and from then on nothing can be read. */
function refusingForGood(): SessionOptions {
  let isDown = false;
  return {
    upstream: (fetch) => async (request) => {
      if (isDown && request.url.includes("/4/")) return gone();
      if (!request.url.endsWith("/bulk")) return fetch(request);
      isDown = true;
      return Response.json({ errors: [{ message: "One is wrong" }] }, { status: 400 });
    },
  };
}

/** Tempo stores to the minute, and its answer is lost. */
async function storedRounded(): Promise<Met> {
  const session = await openSession(
    storing(async (request, fetch) => {
      await fetch(request);
      for (const stored of session.sandbox.state.worklogs.values())
        stored.timeSpentSeconds = Math.floor(stored.timeSpentSeconds / 60) * 60;
      return gone();
    }),
  );
  return metIn(await session.call("post_worklog", { ...POST, hours: 0.33 }));
}

/** Data Center takes three seconds for each request. */
function slowly(): SessionOptions {
  const clock = virtualClock();
  return {
    clock,
    deployment: "datacenter",
    upstream: (fetch) => async (request) => {
      await clock.sleep(3000);
      return fetch(request);
    },
  };
}

/** What becomes of the entries of a post or a batch, and of a delete. */
export const POSTING: Entry[] = [
  {
    cause: "no such issue to book on",
    meet: calling("post_worklog", { ...POST, issueKey: "NOPE-1" }),
    code: "not_found",
    text:
      "Issue NOPE-1 does not exist in Jira, or you have no access to it. Nothing was logged for it. Check the key, and that you can " +
      "open the issue in Jira.",
  },
  {
    cause: "no such issue to filter by",
    meet: calling("get_worklogs", { startDate: "2026-01-05", issueKey: "NOPE-1" }),
    code: "not_found",
    text: "Issue NOPE-1 does not exist in Jira, or you have no access to it. Check the key, or omit issueKey to read all worklogs.",
  },
  {
    cause: "no such worklog to delete",
    meet: calling("delete_worklog", { worklogId: "77" }),
    code: "not_found",
    text:
      "There is no worklog 77 in Tempo, or you may not see it. Nothing was deleted. get_worklogs lists your worklogs with " +
      "their ids.",
  },
  {
    cause: "somebody else's worklog to delete",
    meet: calling(
      "delete_worklog",
      { worklogId: "1290000" },
      { seed: { worklogs: [worklog({ startDate: "2026-01-05", accountId: COLLEAGUE.accountId })] } },
    ),
    code: "forbidden",
    text:
      "Worklog 1290000 belongs to another user, so it was not deleted. Only your own worklogs can be deleted; get_worklogs " +
      "lists them with their ids.",
  },
  {
    cause: "Tempo's answer leaves a worklog out",
    meet: calling(
      "post_worklog",
      TWO_DAYS,
      storing(async () => Response.json([])),
    ),
    code: "partial_failure",
    text:
      "0 of 2 days were stored.\n" +
      "Stored: none.\n" +
      "Outcome unknown. Check these before posting again: 2026-01-05: Tempo accepted the request, but its answer does not list " +
      "8 h on PROJ-123 for 2026-01-05. Whether they are stored is unknown: check with get_worklogs for 2026-01-05 before " +
      "posting them again.\n" +
      "Outcome unknown. Check these before posting again: 2026-01-06: Tempo accepted the request, but its answer does not list " +
      "8 h on PROJ-123 for 2026-01-06. Whether they are stored is unknown: check with get_worklogs for 2026-01-06 before " +
      "posting them again.",
  },
  {
    cause: "Tempo's answer lists another worklog",
    meet: calling("post_worklog", POST, replacing("2026-01-05", "2026-01-04")),
    code: "outcome_unknown",
    text:
      "Tempo accepted the request, but its answer does not list 8 h on PROJ-123 for 2026-01-05 (it lists others: worklog " +
      "1290000). Whether they are stored is unknown: check with get_worklogs for 2026-01-05 before posting them again.",
  },
  {
    cause: "an answer is lost, and other time came to stand",
    meet: storedRounded,
    code: "outcome_unknown",
    text:
      "The answer about 0.33 h on PROJ-123 for 2026-01-05 was lost, and meanwhile other time came to stand there (worklog " +
      "1290000 of 0.32 h). Whether this is it is unknown: check with get_worklogs for 2026-01-05 before posting it again.",
  },
  {
    cause: "a group is refused, and nothing can be read since",
    meet: calling("post_worklog", TWO_DAYS, refusingForGood()),
    code: "outcome_unknown",
    text:
      "This was sent with others that Tempo refused (HTTP 400), and what stands now cannot be read: whether it is stored is " +
      "unknown. Check with get_worklogs before posting it again.",
  },
  {
    cause: "a fault of our own while hours are sent",
    meet: calling("post_worklog", POST, {
      openTimesheet: async () =>
        Object.assign(embeddedTempo(), { createWorklogs: () => Promise.reject(new TypeError("ours")) }),
    }),
    code: "outcome_unknown",
    text:
      "TempoFiller failed while this was sent, which is a bug: whether it is stored is unknown. Check with get_worklogs before " +
      "posting it again.",
  },
  {
    cause: "the tokens belong to two people",
    meet: calling("post_worklog", POST, forAnother),
    code: "wrong_author",
    text: `Tempo stored this as worklog 1290000, but for another user. ${FOR_ANOTHER_USER} Look after that worklog in Tempo.`,
  },
  {
    cause: "the rest of a batch, where the tokens belong to two people",
    meet: posting(
      Array.from({ length: 51 }, () => row("2026-01-05")),
      forAnother,
    ),
    text: `Not sent. ${FOR_ANOTHER_USER}`,
  },
  {
    cause: "a range is stored in part",
    meet: calling(
      "post_worklog",
      { ...POST, endDate: "2026-01-07" },
      {
        deployment: "datacenter",
        behaviour: {
          reject: ({ startDate }) => (startDate === "2026-01-06" ? ["The period is closed"] : []),
        },
        ...storing(async (request, fetch) =>
          (await request.clone().text()).includes("2026-01-07") ? gone() : fetch(request),
        ),
      },
    ),
    code: "partial_failure",
    text:
      "1 of 3 days were stored.\n" +
      "Stored: 2026-01-05 (worklog 1290000).\n" +
      'Not stored. Fix the cause, then post these again: 2026-01-06: Tempo rejected this (HTTP 400). It says: "The ' +
      'period is closed". Nothing was changed by this request. Correct it and try again.\n' +
      "Outcome unknown. Check these before posting again: 2026-01-07: Tempo returned HTTP 504, so it is unknown whether the request took effect. Check your worklogs before retrying.",
  },
  {
    cause: "the call's time is over before the rest of a batch is sent",
    meet: posting(
      Array.from({ length: 100 }, (_, index) => row("2026-01-05", (index + 1) / 10)),
      slowly(),
    ),
    text: "Not sent: the call's time ran out before this was sent. Nothing of it was stored; send the same call again.",
  },
  {
    cause: "the call is withdrawn before its hours are sent",
    meet: withdrawing("post_worklog", POST, /\/4\/worklogs\/user\//, "answered"),
    code: "cancelled",
    text: "Not sent: the call was cancelled before its turn. Send the same call again if it is wanted.",
  },
];
