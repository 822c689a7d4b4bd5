import { describe, expect, test } from "vitest";
import type { SandboxWorkAttribute } from "../../../src/sandbox/state.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { networkError, page, rejection } from "../../helpers/faults.ts";
import { lockedUntil, mayTakeEffectUntil } from "../../helpers/in-doubt.ts";
import { type Processes, processes } from "../../helpers/processes.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const HOUR = 3600;
const ID = "1290000";
const NEW_ID = "1290001";
const MONDAY = "2026-01-05";

const TEAM: SandboxWorkAttribute = { id: 7, key: "_Team_", name: "Team", required: false };

const ENTRY = worklog({
  startDate: MONDAY,
  timeSpentSeconds: 7.5 * HOUR,
  billableSeconds: 3 * HOUR,
  startTime: "14:00:00",
  description: "Working on login flow",
  attributes: { _Team_: "blue" },
});

const MOVE = { worklogId: ID, issueKey: "PROJ-7" };

/** A post that has nothing to do with the move but its date. */
const OTHER = { issueKey: "PROJ-4", hours: 0.5, startDate: MONDAY };

const open = (options: SessionOptions = {}, ...others: ReturnType<typeof worklog>[]) =>
  openSession({
    toolSets: ["edit", "fill", "draft"],
    ...options,
    seed: { workAttributes: [TEAM], worklogs: [ENTRY, ...others], ...options.seed },
  });

type Opened = Awaited<ReturnType<typeof open>>;

const held = ({ sandbox }: Opened) => [...sandbox.state.worklogs.values()];

/** The place of the hours: id, issue and hours of each worklog. */
const places = (session: Opened) =>
  held(session).map(({ id, issueId, timeSpentSeconds }) => [id, issueId, timeSpentSeconds / HOUR] as const);

const [OLD_ISSUE, NEW_ISSUE] = [10_123, 10_007];

describe.each([
  { deployment: "cloud", id: NEW_ID, former: { id: ID }, sent: [1, 0, 1] },
  { deployment: "datacenter", id: ID, former: {}, sent: [0, 1, 0] },
] as const)("a move on $deployment", ({ deployment, id, former, sent }) => {
  test("keeps all but the issue", async () => {
    const session = await open({ deployment });
    expect(await session.reply("update_worklog", MOVE)).toEqual({
      success: true,
      worklog: {
        id,
        issueKey: "PROJ-7",
        issueSummary: "Code review",
        date: MONDAY,
        hours: 7.5,
        billableHours: 3,
        comment: "Working on login flow",
      },
      before: { issueKey: "PROJ-123", ...former },
    });
    expect(held(session)).toEqual([{ ...ENTRY, id: Number(id), issueId: NEW_ISSUE }]);
    expect((["write", "update", "delete"] as const).map((kind) => session.tempo.count(kind))).toEqual(sent);
  });

  test("keeps the attributes as they are, whatever the settings give to new worklogs", async () => {
    const role = { ...TEAM, id: 8, key: "_Role_", name: "Role" };
    const account = { ...TEAM, id: 9, key: "_Account_", name: "Account", type: "ACCOUNT" as const };
    const accounts = [
      { id: 30, key: "OPS", name: "Operations", defaultOf: ["PROJ"] },
      { id: 31, key: "OTHER", name: "Another one", projects: ["PROJ"] },
    ];
    const worklogs = [{ ...ENTRY, attributes: { _Team_: "blue", _Account_: "OTHER" } }];
    const session = await open({
      deployment,
      workAttributes: { _Role_: "dev", _Team_: "red", _Account_: "@issue" },
      seed: { workAttributes: [TEAM, role, account], accounts, worklogs },
    });
    const { before, differences } = await session.reply("update_worklog", MOVE);
    expect({ before, differences }).toEqual({
      before: { issueKey: "PROJ-123", ...former },
      differences: undefined,
    });
    expect(held(session).map(({ attributes }) => attributes)).toEqual([
      { _Team_: "blue", _Account_: "OTHER" },
    ]);
  });

  test("changes other fields with it", async () => {
    const session = await open({ deployment });
    const changes = { hours: 6, description: "Rounding", date: "2026-01-06" };
    const { worklog: now, before } = await session.reply("update_worklog", { ...MOVE, ...changes });
    expect({ now, before }).toEqual({
      now: {
        id,
        issueKey: "PROJ-7",
        issueSummary: "Code review",
        date: "2026-01-06",
        hours: 6,
        billableHours: 3,
        comment: "Rounding",
      },
      before: {
        issueKey: "PROJ-123",
        ...former,
        date: MONDAY,
        hours: 7.5,
        comment: "Working on login flow",
      },
    });
    expect(places(session)).toEqual([[Number(id), NEW_ISSUE, 6]]);
  });

  test("is made once by a repeated call", async () => {
    const session = await open({ deployment });
    await session.reply("update_worklog", MOVE);
    const { unchanged, worklog: now } = await session.reply("update_worklog", MOVE);
    expect({ unchanged, id: now.id }).toEqual({ unchanged: true, id });
    expect(places(session)).toEqual([[Number(id), NEW_ISSUE, 7.5]]);
  });

  test("sends nothing for a worklog that is on the issue", async () => {
    const session = await open({ deployment });
    expect((await session.reply("update_worklog", { ...MOVE, issueKey: "PROJ-123" })).unchanged).toBe(true);
    expect(places(session)).toEqual([[Number(ID), OLD_ISSUE, 7.5]]);
  });

  test("keeps an equal worklog that is there", async () => {
    const equal = { ...ENTRY, issueId: NEW_ISSUE };
    const session = await open({ deployment }, equal);
    await session.reply("update_worklog", MOVE);
    expect(places(session).map(([, ...place]) => place)).toEqual([
      [NEW_ISSUE, 7.5],
      [NEW_ISSUE, 7.5],
    ]);
  });

  test("counts the hours of a full day once", async () => {
    const session = await open({ deployment }, worklog({ startDate: MONDAY, timeSpentSeconds: 16 * HOUR }));
    await session.reply("update_worklog", MOVE);
    const { overbooked } = await session.reply("post_worklog", {
      issueKey: "PROJ-7",
      hours: 0.5,
      startDate: MONDAY,
    });
    expect(overbooked).toEqual([{ date: MONDAY, requiredHours: 8, loggedHours: 24 }]);
  });

  test("leaves an entry logged once, if it is moved back: posted twice in a batch, one is stored", async () => {
    const session = await open({ deployment, seed: { worklogs: [] } });
    const entry = { issueKey: "PROJ-123", hours: 2, date: MONDAY, description: "Pairing" };
    await session.reply("bulk_post_worklogs", { worklogs: [entry] });
    await session.reply("update_worklog", MOVE);
    const { worklog: now } = await session.reply("update_worklog", { ...MOVE, issueKey: "PROJ-123" });
    const { results } = await session.reply("bulk_post_worklogs", { worklogs: [entry, entry] });
    expect(results.map(({ alreadyLogged, worklogId }) => [alreadyLogged, worklogId])).toEqual([
      [true, now.id],
      [undefined, String(Number(now.id) + 1)],
    ]);
    expect(places(session).map(([, ...place]) => place)).toEqual(Array(2).fill([OLD_ISSUE, 2]));
  });

  test("leaves an entry logged: posted again, it is not stored twice", async () => {
    const session = await open({ deployment, seed: { worklogs: [] } });
    const entry = { issueKey: "PROJ-123", hours: 2, startDate: MONDAY, description: "Pairing" };
    const { worklog: logged } = await session.reply("post_worklog", entry);
    await session.reply("update_worklog", { worklogId: logged.id, issueKey: "PROJ-7" });
    expect(await session.refusal("post_worklog", entry)).toMatch(
      /was stored as worklog \d+, which is on another issue now/,
    );
    expect(places(session).map(([, ...place]) => place)).toEqual([[NEW_ISSUE, 2]]);
  });
});

test("an entry whose worklog is hidden since it was moved keeps no other entry from being posted", async () => {
  let isHidden = false;
  const session = await openSession({
    toolSets: ["edit"],
    upstream: (fetch) => async (request) =>
      isHidden && request.url.endsWith(`/worklogs/${NEW_ID}`) ? rejection(403, "Hidden") : fetch(request),
  });
  const entry = { issueKey: "PROJ-123", hours: 2, date: MONDAY, description: "Pairing" };
  await session.reply("bulk_post_worklogs", { worklogs: [entry] });
  await session.reply("update_worklog", MOVE);
  isHidden = true;
  const worklogs = [entry, { ...entry, issueKey: "PROJ-4" }];
  const { results } = await session.reply("bulk_post_worklogs", { worklogs });
  expect(results.map(({ success, error = "" }) => [success, error.includes("on another issue now")])).toEqual(
    [
      [false, true],
      [true, false],
    ],
  );
});

/** Changes the old worklog in Tempo itself. */
function changeByHand({ sandbox }: Opened, change: object): void {
  const old = sandbox.state.worklogs.get(Number(ID));
  if (old) sandbox.state.worklogs.set(Number(ID), { ...old, ...change });
}

/** The id of a worklog that the user logs by hand. */
const BY_HAND = 1290077;

/** Logs the hours of the move by hand on its issue. */
function logByHand(
  { sandbox }: Opened,
  clock: Pick<Opened["clock"], "wallClock">,
  description = ENTRY.description,
): void {
  const createdAt = new Date(clock.wallClock()).toISOString().slice(0, 19);
  sandbox.state.worklogs.set(BY_HAND, { ...ENTRY, id: BY_HAND, issueId: NEW_ISSUE, description, createdAt });
}

/** The line in the log about a move that is left half made. */
const BOTH_NAMED =
  `worklog ${ID} of ${MONDAY} was to be moved to PROJ-7, and it is unknown whether worklog ${NEW_ID} there has the same hours; look at both ` +
  "in Tempo, and delete one if so";

/** The error of a call that is about a worklog of such a move. */
const HALF_MOVED = `Neither worklog was changed or deleted: ${BOTH_NAMED}.`;

/** A move on Cloud that has stored the new worklog, and was not told what became of the delete. */
async function halfMoved(options: SessionOptions = {}) {
  const session = await open(options);
  let isAway = true;
  session.tempo.onDelete(
    () => isAway,
    () => {
      throw networkError("UND_ERR_SOCKET");
    },
  );
  await session.refusal("update_worklog", MOVE);
  isAway = false;
  expect(places(session)).toEqual([
    [Number(ID), OLD_ISSUE, 7.5],
    [Number(NEW_ID), NEW_ISSUE, 7.5],
  ]);
  return session;
}

/** A move on Cloud that has stored the new worklog, of which no response has told it. */
async function unnamedMove() {
  const session = await open({
    behaviour: { change: (it) => ({ ...it, createdAt: "2026-01-15T00:00:00" }) },
  });
  let isAway = false;
  session.tempo.onWrite(1, async (request, serve) => {
    isAway = true;
    await serve(request);
    throw networkError("UND_ERR_SOCKET");
  });
  session.tempo.onRead(
    () => isAway,
    () => page(503),
  );
  await session.refusal("update_worklog", MOVE);
  isAway = false;
  return session;
}

describe("a move on Cloud that was interrupted", () => {
  test("is finished by the same call", async () => {
    const session = await halfMoved();
    const { worklog: now } = await session.reply("update_worklog", MOVE);
    expect(now.id).toBe(NEW_ID);
    expect(places(session)).toEqual([[Number(NEW_ID), NEW_ISSUE, 7.5]]);
  });

  test.each([
    ["another issue", "PROJ-4", 10_004],
    ["its first issue", "PROJ-123", OLD_ISSUE],
  ])(
    "is finished by the same call if the worklog was moved before, to %s, and the call names its first id",
    async (_, issueKey, issue) => {
      const session = await open();
      await session.reply("update_worklog", MOVE);
      let isAway = true;
      session.tempo.onDelete(
        () => isAway,
        () => {
          throw networkError("UND_ERR_SOCKET");
        },
      );
      await session.refusal("update_worklog", { ...MOVE, issueKey });
      isAway = false;
      const { unchanged, worklog: now } = await session.reply("update_worklog", { ...MOVE, issueKey });
      expect({ unchanged, id: now.id }).toEqual({ unchanged: true, id: "1290002" });
      expect(places(session)).toEqual([[1290002, issue, 7.5]]);
    },
  );

  test.each([
    ["its process is killed", "another date", [], NEW_ID],
    ["no response tells it", "another date", [], NEW_ID],
    [
      "its process is killed",
      "another issue, and then to another date,",
      [{ issueKey: "PROJ-4" }],
      "1290002",
    ],
  ])(
    "keeps its entry logged once the old worklog is deleted and %s, though it was moved to %s before",
    async (end, _, earlier, id) => {
      const machine: Processes = processes({ toolSets: ["edit"] });
      const first = await machine.open();
      const posted = { issueKey: "PROJ-123", hours: 2, startDate: MONDAY };
      await first.reply("post_worklog", posted);
      for (const change of [...earlier, { date: "2026-01-06" }])
        await first.reply("update_worklog", { worklogId: ID, ...change });
      let isAway = false;
      const isOver = new Promise((resolve) => {
        first.tempo.onDelete("all", async (request, serve) => {
          await serve(request);
          if (end === "no response tells it") isAway = true;
          else void first.killAtNextChange("not carried out").then(resolve);
          return page(504);
        });
        void first.call("update_worklog", MOVE).then(resolve, () => {});
      });
      first.tempo.onRead(
        () => isAway,
        () => page(503),
      );
      await isOver;
      isAway = false;
      await machine.clock.sleep(250_000);
      const next = await machine.open();
      expect(await next.refusal("post_worklog", posted)).toContain(`was stored as worklog ${id}`);
      expect(places(next)).toEqual([[Number(id), NEW_ISSUE, 2]]);
    },
  );

  test.each([
    ["post_worklog", { issueKey: "PROJ-4", hours: 0.5, startDate: MONDAY }],
    ["fill_days", { startDate: MONDAY, rows: [{ issueKey: "PROJ-4" }], confirm: "none" }],
  ] as const)("is finished by %s on its date", async (tool, args) => {
    const session = await halfMoved();
    await session.call(tool, args);
    expect(places(session).slice(0, 1)).toEqual([[Number(NEW_ID), NEW_ISSUE, 7.5]]);
  });

  test.each([{ timeSpentSeconds: 2 * HOUR }, { startTime: "08:00:00" }, { attributes: { _Team_: "red" } }])(
    "deletes nothing and is named in the log if the old worklog has %o since",
    async (change) => {
      const session = await halfMoved();
      const deletes = session.tempo.count("delete");
      changeByHand(session, change);
      await session.reply("post_worklog", OTHER);
      expect(held(session).slice(0, 2)).toEqual([
        { ...ENTRY, id: Number(ID), ...change },
        { ...ENTRY, id: Number(NEW_ID), issueId: NEW_ISSUE },
      ]);
      expect(session.tempo.count("delete")).toBe(deletes);
      expect(session.log.at(-1)).toBe(`post_worklog: ${BOTH_NAMED}`);
    },
  );

  test.each([
    ["the new one", NEW_ID, ID],
    ["the old one", ID, NEW_ID],
  ])(
    "keeps both if its process is killed and the old worklog is changed since: the next change of %s names both, and each move until one is deleted",
    async (_, asked, other) => {
      const machine = processes({
        toolSets: ["edit"],
        seed: { worklogs: [ENTRY], workAttributes: [TEAM] },
      });
      const first = await machine.open();
      const isDead = first.killAtNextChange("carried out");
      void first.call("update_worklog", MOVE).catch(() => {});
      await isDead;
      changeByHand(first, { timeSpentSeconds: 2 * HOUR });
      await machine.clock.sleep(250_000);
      const next = await machine.open();
      const change = { worklogId: asked, description: "Reviews" };
      expect(await next.refusal("update_worklog", change)).toBe(HALF_MOVED);
      expect(places(next)).toEqual([
        [Number(ID), OLD_ISSUE, 2],
        [Number(NEW_ID), NEW_ISSUE, 7.5],
      ]);
      const commented = { id: asked, comment: "Reviews" };
      expect((await next.reply("update_worklog", change)).worklog).toMatchObject(commented);
      const moved = { ...change, issueKey: "PROJ-4" };
      expect(await next.refusal("update_worklog", moved)).toBe(HALF_MOVED);
      next.sandbox.state.worklogs.delete(Number(other));
      expect((await next.reply("update_worklog", moved)).worklog).toMatchObject({ issueKey: "PROJ-4" });
    },
  );

  test("is not sent again for ten minutes if only the user can tell what became of it", async () => {
    const session = await open();
    session.tempo.onWrite(1, () => {
      const appeared = worklog({ startDate: MONDAY, issueId: NEW_ISSUE, timeSpentSeconds: 3 * HOUR });
      session.sandbox.state.worklogs.set(1290077, { ...appeared, id: 1290077 });
      return page(503);
    });
    expect(await session.refusal("update_worklog", MOVE)).toMatch(
      /worklog 1290077, 3 h.* Look at both issues in Tempo before you move it again\.$/,
    );
    expect(await session.refusal("update_worklog", MOVE)).toMatch(
      /^Neither worklog was changed or deleted: worklog 1290000 of .* whether worklog 1290077 there has the same hours/,
    );
    expect(places(session).map(([id]) => id)).toEqual([Number(ID), 1290077]);
    await session.clock.sleep(600_000);
    await session.reply("update_worklog", MOVE);
    expect(places(session).map(([id]) => id)).toEqual([1290077, Number(NEW_ID)]);
  });

  test("is decided by a change of the id before its last move, though it was put on another date since", async () => {
    const machine = processes({ toolSets: ["edit"], seed: { worklogs: [ENTRY], workAttributes: [TEAM] } });
    const first = await machine.open();
    await first.reply("update_worklog", MOVE);
    const again = { ...MOVE, issueKey: "PROJ-4" };
    const isDead = first.killAtNextChange("carried out");
    void first.call("update_worklog", again).catch(() => {});
    await isDead;
    const worklog = first.sandbox.state.worklogs.get(Number(NEW_ID));
    Object.assign(worklog ?? {}, { startDate: "2026-01-07" });
    await machine.clock.sleep(250_000);
    const next = await machine.open();
    const named = /worklog 1290001 of .* was to be moved to PROJ-4, .* worklog 1290002/;
    expect(await next.refusal("update_worklog", again)).toMatch(named);
    expect([...next.sandbox.state.worklogs.keys()]).toEqual([1290001, 1290002]);
  });

  test.each([
    ["draft_timesheet", { startDate: MONDAY }],
    ["fill_days", { startDate: MONDAY, rows: [{ issueKey: "PROJ-4" }] }],
  ] as const)("is left as it is by %s, which only reads, and its hours count once", async (tool, args) => {
    const session = await halfMoved();
    const deletes = session.tempo.count("delete");
    const { summary } = await session.reply(tool, args);
    expect(summary).toMatchObject(
      tool === "fill_days" ? { totalHours: 0.5, missingHoursAfter: 0 } : { totalEntries: 0 },
    );
    expect(session.tempo.count("delete")).toBe(deletes);
    expect(places(session).length).toBe(2);
  });

  const PLAN = { startDate: MONDAY, rows: [{ issueKey: "PROJ-4" }] };

  test("counts once for a plan if its list does not show the new worklog yet", async () => {
    const session = await halfMoved();
    session.sandbox.state.behaviour.listed = (worklogs) => worklogs.filter(({ id }) => String(id) !== NEW_ID);
    const { summary } = await session.reply("fill_days", PLAN);
    expect(summary).toMatchObject({ totalHours: 0.5, missingHoursAfter: 0 });
  });

  test("counts once for a plan if no response has named the new worklog", async () => {
    const session = await unnamedMove();
    const { summary } = await session.reply("fill_days", PLAN);
    expect(summary).toMatchObject({ totalHours: 0.5, missingHoursAfter: 0 });
    expect(places(session).length).toBe(2);
  });

  test("is made by deleting the old worklog, though no response has named the new one", async () => {
    const session = await unnamedMove();
    await session.reply("delete_worklog", { worklogId: ID });
    const { unchanged, worklog: now } = await session.reply("update_worklog", MOVE);
    expect({ unchanged, id: now.id, places: places(session) }).toEqual({
      unchanged: true,
      id: NEW_ID,
      places: [[Number(NEW_ID), NEW_ISSUE, 7.5]],
    });
  });

  test.each([{ date: "2026-01-06" }, { hours: 3 }, { issueKey: "PROJ-4" }])(
    "is finished by a call that changes %o of the new worklog, though no response has named it",
    async (change) => {
      const session = await unnamedMove();
      const { worklog: now } = await session.reply("update_worklog", { worklogId: NEW_ID, ...change });
      const again = "issueKey" in change ? change : MOVE;
      const { unchanged } = await session.reply("update_worklog", { ...MOVE, ...again });
      expect({ unchanged, ids: places(session).map(([id]) => String(id)) }).toEqual({
        unchanged: true,
        ids: [now.id],
      });
    },
  );

  test.each([
    ["the old worklog is hidden from the user", "GET", ID],
    ["Tempo refuses to delete either", "DELETE", ""],
  ])("keeps no other hours from being logged, and is named in the log, once %s", async (_, method, id) => {
    let isRefused = false;
    const session = await halfMoved({
      upstream: (fetch) => async (request) =>
        isRefused && request.method === method && request.url.includes(`/worklogs/${id}`)
          ? rejection(403, "Hidden")
          : fetch(request),
    });
    isRefused = true;
    await session.reply("post_worklog", OTHER);
    await session.reply("post_worklog", { ...OTHER, description: "More" });
    expect(places(session).length).toBe(4);
    expect(session.log).toEqual([`post_worklog: ${BOTH_NAMED}`]);
  });

  test.each([
    [NEW_ID, OLD_ISSUE, ID],
    [ID, NEW_ISSUE, NEW_ID],
  ])("keeps the other worklog if %s is deleted", async (deleted, issue, kept) => {
    for (const isPlanned of [false, true]) {
      const session = await halfMoved();
      if (isPlanned) {
        const { confirm } = await session.reply("delete_worklogs", { worklogIds: [deleted] });
        await session.reply("delete_worklogs", { worklogIds: [deleted], confirm: confirm ?? "" });
      } else await session.reply("delete_worklog", { worklogId: deleted });
      await session.clock.sleep(60_000);
      await session.reply("post_worklog", { issueKey: "PROJ-4", hours: 0.5, startDate: MONDAY });
      expect(places(session)[0]).toEqual([Number(kept), issue, 7.5]);
      expect(places(session).length).toBe(2);
    }
  });

  test.each([
    ["", 7.5],
    [" and changes the old one", 2],
  ])("deletes nothing that the user logs by hand once it can take effect no more%s", async (_, hours) => {
    const clock = virtualClock();
    const session = await open({
      clock,
      // Tempo says its time.
      upstream: (fetch) => async (request) => {
        const response = await fetch(request);
        response.headers.set("date", new Date(clock.wallClock()).toUTCString());
        return response;
      },
    });
    session.tempo.onWrite(1, "gateway error, not processed");
    await session.refusal("update_worklog", MOVE);
    await clock.sleep(300_000);
    logByHand(session, clock);
    changeByHand(session, { timeSpentSeconds: hours * HOUR });
    await session.reply("post_worklog", OTHER);
    expect(places(session)).toEqual([
      [Number(ID), OLD_ISSUE, hours],
      [BY_HAND, NEW_ISSUE, 7.5],
      [expect.any(Number), 10_004, 0.5],
    ]);
    await session.reply("update_worklog", MOVE);
    expect(places(session).map(([, ...place]) => place)).toEqual([
      [NEW_ISSUE, 7.5],
      [10_004, 0.5],
      [NEW_ISSUE, hours],
    ]);
  });

  test.each([
    ["as it was", 7.5],
    ["changed", 2],
  ])(
    "keeps and names both if its response is lost, and the user logs the same hours by hand meanwhile: the old worklog is %s",
    async (_, hours) => {
      const session = await open();
      session.tempo.onWrite(1, () => {
        logByHand(session, session.clock, "Reviews");
        changeByHand(session, { timeSpentSeconds: hours * HOUR });
        return page(503);
      });
      const move = () => session.refusal("update_worklog", MOVE);
      const both = HALF_MOVED.replace(NEW_ID, String(BY_HAND));
      expect(await move()).toBe(both);
      await session.reply("post_worklog", OTHER);
      expect(await move()).toBe(both);
      expect(places(session).slice(0, 2)).toEqual([
        [Number(ID), OLD_ISSUE, hours],
        [BY_HAND, NEW_ISSUE, 7.5],
      ]);
      expect({ deletes: session.tempo.count("delete"), log: session.log }).toEqual({
        deletes: 0,
        log: [`update_worklog: ${BOTH_NAMED.replace(NEW_ID, String(BY_HAND))}`],
      });
    },
  );

  test("keeps and names both if its process is killed, and the user logs the same hours by hand meanwhile", async () => {
    const machine = processes({
      toolSets: ["edit"],
      seed: { worklogs: [ENTRY], workAttributes: [TEAM] },
    });
    const first = await machine.open();
    const isDead = first.killAtNextChange("not carried out");
    void first.call("update_worklog", MOVE).catch(() => {});
    await isDead;
    logByHand(first, machine.clock, "Reviews");
    const next = await machine.open();
    expect(await next.refusal("post_worklog", OTHER)).toBe(lockedUntil(250, machine.clock));
    await machine.clock.sleep(250_000);
    await next.reply("post_worklog", OTHER);
    expect(places(next)).toEqual([
      [Number(ID), OLD_ISSUE, 7.5],
      [BY_HAND, NEW_ISSUE, 7.5],
      [expect.any(Number), 10_004, 0.5],
    ]);
    expect(next.log).toEqual([`post_worklog: ${BOTH_NAMED.replace(NEW_ID, String(BY_HAND))}`]);
  });

  test.each([
    [ID, NEW_ISSUE],
    [NEW_ID, OLD_ISSUE],
  ])(
    "whose response is lost, and whose comment Tempo changes, is named, and over once the user has deleted %s",
    async (id, issue) => {
      const session = await open();
      session.sandbox.state.behaviour.change = (it) => ({ ...it, description: `${it.description} [T]` });
      session.tempo.onWrite(1, "gateway error, processed", { status: 503 });
      expect(await session.refusal("update_worklog", MOVE)).toBe(HALF_MOVED);
      await session.reply("delete_worklog", { worklogId: id });
      await session.reply("post_worklog", OTHER);
      expect(places(session)[0]).toEqual([expect.any(Number), issue, 7.5]);
      expect(session.log.join("\n")).not.toContain("not finished");
    },
  );

  test("is not said to be finished by the same call if both worklogs were changed since", async () => {
    const session = await halfMoved();
    for (const [id, it] of session.sandbox.state.worklogs)
      session.sandbox.state.worklogs.set(id, { ...it, timeSpentSeconds: 2 * HOUR });
    expect(await session.refusal("update_worklog", MOVE)).toBe(HALF_MOVED);
  });

  test("is left alone once the user has deleted one of the two", async () => {
    const session = await halfMoved();
    session.sandbox.state.worklogs.delete(Number(NEW_ID));
    await session.clock.sleep(60_000);
    await session.reply("post_worklog", { issueKey: "PROJ-4", hours: 1, startDate: MONDAY });
    expect(places(session).map(([, ...place]) => place)).toEqual([
      [OLD_ISSUE, 7.5],
      [10_004, 1],
    ]);
  });

  test("leaves the old worklog if Tempo refuses to delete it", async () => {
    const session = await open();
    session.tempo.onDelete(1, rejected(403));
    await session.refusal("update_worklog", MOVE);
    expect(places(session)).toEqual([[Number(ID), OLD_ISSUE, 7.5]]);
  });

  test("keeps the new worklog if Tempo deletes the old one and says that it refuses", async () => {
    const session = await open();
    session.tempo.onDelete(1, async (request, serve) => {
      await serve(request);
      return rejection(400, "Rejected");
    });
    expect((await session.reply("update_worklog", MOVE)).worklog.id).toBe(NEW_ID);
    expect(places(session)).toEqual([[Number(NEW_ID), NEW_ISSUE, 7.5]]);
  });

  test.each([{ timeSpentSeconds: 5 * HOUR }, { startTime: "08:00:00" }])(
    "keeps and names both if something else gives the old worklog %o while the hours are logged",
    async (change) => {
      const session = await open();
      session.tempo.onWrite(1, async (request, serve) => {
        const response = await serve(request);
        changeByHand(session, change);
        return response;
      });
      expect(await session.refusal("update_worklog", MOVE)).toBe(HALF_MOVED);
      expect(held(session)).toEqual([
        { ...ENTRY, id: Number(ID), ...change },
        { ...ENTRY, id: Number(NEW_ID), issueId: NEW_ISSUE },
      ]);
      await session.reply("delete_worklog", { worklogId: NEW_ID });
      await session.reply("update_worklog", MOVE);
      expect(held(session)).toEqual([{ ...ENTRY, id: 1290002, issueId: NEW_ISSUE, ...change }]);
    },
  );

  test("is stored once where no response tells that it is", async () => {
    const session = await open();
    session.tempo.onWrite("all", "gateway error, processed");
    await session.reply("update_worklog", MOVE);
    expect(places(session)).toEqual([[Number(NEW_ID), NEW_ISSUE, 7.5]]);
  });
});

test("a move on Data Center whose response is lost is settled by reading", async () => {
  let lost = 0;
  const session = await open({
    deployment: "datacenter",
    upstream: (fetch) => async (request) => {
      const response = await fetch(request);
      if (!request.url.includes("/issue/10007") || lost > 0) return response;
      lost += 1;
      throw networkError("ECONNRESET", "read");
    },
  });
  expect((await session.reply("update_worklog", MOVE)).worklog.issueKey).toBe("PROJ-7");
  expect(lost).toBe(1);
  expect(places(session)).toEqual([[Number(ID), NEW_ISSUE, 7.5]]);
});

test.each([
  ["Data Center alone", "datacenter", ID, {}, 7.5],
  ["Data Center with other changes", "datacenter", ID, { hours: 2 }, 2],
  ["Cloud", "cloud", NEW_ID, { hours: 2 }, 2],
] as const)(
  "a move on %s is said once it is confirmed, though it cannot be read",
  async (_, deployment, id, others, hours) => {
    let isMoved = false;
    const session = await open({
      deployment,
      upstream: (fetch) => async (request) => {
        if (isMoved && request.method === "GET") throw networkError("ECONNREFUSED", "connect");
        isMoved ||= request.url.includes("/issue/10007") || request.method === "DELETE";
        return fetch(request);
      },
    });
    const { worklog: now } = await session.reply("update_worklog", { ...MOVE, ...others });
    expect([now.id, now.issueKey, now.hours]).toEqual([id, "PROJ-7", hours]);
    expect(places(session)).toEqual([[Number(id), NEW_ISSUE, hours]]);
  },
);

test("a move on Data Center is no success if a read shows the old issue, whatever was answered", async () => {
  const session = await open({
    deployment: "datacenter",
    upstream: (fetch) => async (request) =>
      request.url.includes("/issue/10007") ? new Response("{}") : fetch(request),
  });
  expect(await session.refusal("update_worklog", MOVE)).toBe(
    `It is unknown whether worklog ${ID} was changed: Tempo gave no usable answer. ${mayTakeEffectUntil(250, session.clock)} ` +
      "Send the same call again then.",
  );
});

test("other changes of a move on Data Center are unknown if no response names them", async () => {
  const session = await open({ deployment: "datacenter" });
  session.tempo.onUpdate(({ number }) => number > 1, "gateway error, not processed");
  expect(await session.refusal("update_worklog", { ...MOVE, hours: 2 })).toMatch(/^It is unknown whether/);
  expect(places(session)).toEqual([[Number(ID), NEW_ISSUE, 7.5]]);
});

describe("a move on Cloud", () => {
  test.each([
    ["another value for", "green", { _Team_: "green" }],
    ["no value for", "", undefined],
  ])("gives the new worklog %s an attribute, whatever the settings say", async (_, value, attributes) => {
    const session = await open({ workAttributes: { _Team_: "red" } });
    await session.reply("update_worklog", { ...MOVE, attributes: { _Team_: value } });
    expect(held(session).map((it) => it.attributes)).toEqual([attributes]);
  });

  test("is refused if the date would have more than 24 hours by it, with what else is on it", async () => {
    const session = await open({}, worklog({ startDate: MONDAY, timeSpentSeconds: 14 * HOUR }));
    expect(await session.refusal("update_worklog", { ...MOVE, hours: 11 })).toContain("25 h");
    expect(places(session)).toEqual([
      [Number(ID), OLD_ISSUE, 7.5],
      [Number(NEW_ID), OLD_ISSUE, 14],
    ]);
  });

  test("is refused on a date that has more than 24 hours already, since no hours are logged there", async () => {
    const session = await open({}, worklog({ startDate: MONDAY, timeSpentSeconds: 17 * HOUR }));
    expect(await session.refusal("update_worklog", MOVE)).toContain("24.5 h");
    expect(places(session)).toEqual([
      [Number(ID), OLD_ISSUE, 7.5],
      [Number(NEW_ID), OLD_ISSUE, 17],
    ]);
  });

  test("lists its date alone, logs the hours, and deletes the old worklog if that is as it was", async () => {
    const session = await open();
    await session.reply("update_worklog", MOVE);
    const ofWorklogs = session.requests.filter(({ operation }) => operation.includes("Worklog"));
    expect(ofWorklogs.map(({ operation, parameters }) => ({ operation, ...parameters }))).toEqual([
      { operation: "getWorklog", id: ID },
      {
        operation: "getWorklogsByUser",
        accountId: expect.any(String),
        ...{ from: MONDAY, to: MONDAY, offset: 0, limit: 5000 },
      },
      { operation: "createWorklog" },
      { operation: "getWorklog", id: ID },
      { operation: "getWorklog", id: NEW_ID },
      { operation: "deleteWorklog", id: ID },
    ]);
  });

  test("counts the hours of its own date once, also if they are more than twelve", async () => {
    const session = await open({ seed: { worklogs: [{ ...ENTRY, timeSpentSeconds: 13 * HOUR }] } });
    await session.reply("update_worklog", MOVE);
    expect(places(session)).toEqual([[Number(NEW_ID), NEW_ISSUE, 13]]);
  });

  test("is refused if Tempo refuses the new worklog, and nothing is changed", async () => {
    const session = await open();
    session.tempo.onWrite("all", rejected(403));
    expect(await session.refusal("update_worklog", MOVE)).toContain("Nothing was changed");
    expect(places(session)).toEqual([[Number(ID), OLD_ISSUE, 7.5]]);
  });
});

test("a move on Data Center that is cancelled once it is confirmed is in the log", async () => {
  const call = new AbortController();
  const session = await open({
    deployment: "datacenter",
    upstream: (fetch) => async (request) => {
      const response = await fetch(request);
      if (request.url.includes("/issue/10007")) call.abort();
      return response;
    },
  });
  await session.client
    .callTool({ name: "update_worklog", arguments: MOVE }, { signal: call.signal })
    .catch(() => {});
  await session.clock.sleep(60_000);
  expect(places(session)).toEqual([[Number(ID), NEW_ISSUE, 7.5]]);
  expect(session.log).toContain(`update_worklog: cancelled; before that it had changed worklog ${ID}`);
});
