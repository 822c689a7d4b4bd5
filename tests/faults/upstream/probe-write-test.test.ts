import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exitCodeOf } from "../../../src/cli/exit-codes.ts";
import { recordWrites } from "../../../src/cli/probe/record-writes.ts";
import { createSender } from "../../../src/cli/probe/send-requests.ts";
import { testWriting, type Written } from "../../../src/cli/probe/write-test.ts";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import type { Fetch } from "../../../src/tempo/http/client.ts";
import { openTimesheet } from "../../../src/tempo/open-timesheet.ts";
import type { CancelledError } from "../../../src/timesheet/errors.ts";
import { outOfTime } from "../../../src/timesheet/not-sent.ts";
import type { Writers } from "../../../src/timesheet/writers.ts";
import { FaultScript } from "../../helpers/fault-script.ts";
import { FAULTS, type Fault, LOST_RESPONSES, page, silence } from "../../helpers/faults.ts";
import { laggingLists } from "../../helpers/lagging-lists.ts";
import { foreignWords, openProbe, TODAY } from "../../helpers/probe.ts";
import { randomFrom } from "../../helpers/random.ts";
import { testContext } from "../../helpers/server-context.ts";
import { typing } from "../../helpers/shell.ts";
import { STORED_CHANGES } from "../../helpers/stored-changes.ts";

type Kind = "cloud" | "datacenter";
type Site = ReturnType<typeof openProbe>;
const KINDS: Kind[] = ["cloud", "datacenter"];
const WANTED = { issueKey: "DEMO-1", date: "2026-11-20", nonce: "0a1b2c3d" };
const COMMENT = `TempoFiller probe ${WANTED.nonce}`;

const UNPROCESSED = LOST_RESPONSES.flatMap(([fault, processed]) => (processed === 0 ? [fault] : []));

/** The faults that are silence: it takes minutes until nothing that they leave open can take effect any more. */
const SILENT: Fault[] = ["gateway error, not processed", "no response, not processed"];

/** The server of a process of its own. */
function serverOf({ connection, clock }: Site) {
  return {
    ...testContext(openTimesheet(connection.deployment, connection.options), clock),
    today: () => TODAY,
  };
}

/** One run of the write test, in a process of its own. */
async function run(
  site: Site,
  print: (text: string) => void = () => {},
  server = serverOf(site),
): Promise<Written> {
  const { connection, clock } = site;
  const writes = recordWrites(connection.options.fetch, clock);
  const timesheet = openTimesheet(connection.deployment, { ...connection.options, fetch: writes.fetch });
  const { signal } = new AbortController();
  return testWriting(WANTED, {
    server,
    timesheet,
    writes,
    sender: createSender(connection, TODAY, signal),
    signal,
    deletion: signal,
    print,
  });
}

const ours = ({ sandbox }: Site) =>
  [...sandbox.state.worklogs.values()].filter(({ description }) => description.startsWith("TempoFiller"));

/** The ways in which the end of a run is wrong: something is left, and it does not say so. */
async function faultsOf(
  site: Site,
  before: ReadonlyMap<number, unknown>,
  written: Written,
): Promise<string[]> {
  // Late requests have been processed by then.
  await site.clock.sleep(120_000);
  const left = ours(site);
  const { writing, left: said, exitCode } = written;
  const others = [...site.sandbox.state.worklogs].filter(
    ([, { description }]) => !description.startsWith("TempoFiller"),
  );
  return [
    ...(left.length > 0 && writing.left === "nothing" ? [`left, but: ${said}`] : []),
    ...(writing.left !== "nothing" && !said.includes(COMMENT) ? [`does not name it: ${said}`] : []),
    ...(writing.left !== "nothing" && exitCode === 0 ? ["ends with 0"] : []),
    ...(others.length === before.size ? [] : ["something else was deleted"]),
  ];
}

describe.each(KINDS)("tempofiller probe --write-test on %s", (kind) => {
  test("logs a minute, changes it and deletes it, and reports what was stored", async () => {
    const site = openProbe({ kind });
    const before = new Map(site.sandbox.state.worklogs);
    const writeTest = { ...WANTED, confirmed: true, server: serverOf(site) };
    const { exitCode, printed } = await site.probing({ writeTest });
    expect([exitCode, printed]).toEqual([0, expect.stringContaining(`with the comment '${COMMENT}'`)]);
    expect(site.sandbox.state.worklogs).toEqual(before);
    const { requests, writeTest: writing } = site.report();
    expect(writing).toEqual({
      logged: "yes",
      changed: "yes",
      deleted: "yes",
      listedAfter: "under 0.1 s",
      unlistedAfter: "under 0.1 s",
      startTime: kind === "cloud" ? "none" : "midnight",
      createdAt: "kept",
      updatedAt: "kept",
      remainingEstimate: "none",
      left: "nothing",
    });
    const writes = requests.filter(({ name }) => /^(log|change|delete)$/.test(name));
    const path = kind === "cloud" ? "/4/worklogs" : "/rest/tempo-timesheets/4/worklogs";
    expect(writes.map(({ request, status }) => `${request} ${status}`)).toEqual([
      `POST ${path} 200`,
      `PUT ${path}/{id} 200`,
      `DELETE ${path}/{id} 204`,
    ]);
    expect(foreignWords(site.report())).toEqual([]);
    expect(JSON.stringify(site.report())).not.toMatch(/DEMO|0a1b2c3d|2026/);
  });

  test("names the command to repeat, not a call, where nothing could be sent", async () => {
    const site = openProbe({ kind });
    const server = { ...serverOf(site), writers: { run: () => Promise.reject(outOfTime()) } };
    const { printed } = await site.probing({ writeTest: { ...WANTED, confirmed: true, server } });
    expect(printed).toMatch(/^Nothing was logged: Not sent: .* Run the same command again\.$/m);
  });

  test("asks twice, and a script gives two options", async () => {
    const site = openProbe({ kind });
    const writeTest = { ...WANTED, confirmed: false, server: serverOf(site) };
    await expect(site.probing({ writeTest })).rejects.toThrow("a script gives --yes and --yes-write");
    expect(await site.probing({ writeTest, terminal: typing("n\n") })).toMatchObject({
      exitCode: 130,
      printed: expect.stringMatching(/^Log one minute on DEMO-1 .*\[y\/N\] Nothing was sent/),
    });
    const both = { writeTest, yes: false };
    expect(await site.probing({ ...both, terminal: typing("y\n", "n\n") })).toMatchObject({
      exitCode: 130,
      printed: expect.stringMatching(/Send these.*\[y\/N\] Log one minute.*\[y\/N\] Nothing was sent/s),
    });
    expect(site.requests).toEqual([]);
    expect(await site.probing({ ...both, terminal: typing("y\n", "y\n") })).toMatchObject({ exitCode: 0 });
    expect(site.report().writeTest?.left).toBe("nothing");
  });

  test.each(["write", "update", "delete", "read"] as const)(
    "leaves nothing, or says what, if a %s request meets any fault",
    async (what) => {
      const wrong: unknown[] = [];
      const left: Fault[] = [];
      for (const fault of FAULTS)
        for (const which of [1, "all"] as const) {
          const site = faultySite(kind, (script) =>
            ({
              write: () => script.onWrite(which, fault),
              update: () => script.onUpdate(which, fault),
              delete: () => script.onDelete(which, fault),
              read: () => script.onRead(which === 1 ? 3 : which, fault),
            })[what](),
          );
          const before = new Map(site.sandbox.state.worklogs);
          const written = await run(site).catch((error: Error) => error);
          if (written instanceof Error) {
            if (ours(site).length > 0) wrong.push([fault, which, String(written)]);
            continue;
          }
          wrong.push(...(await faultsOf(site, before, written)).map((problem) => [fault, which, problem]));
          if (which === 1 && written.writing.left !== "nothing") left.push(fault);
        }
      expect(wrong).toEqual([]);
      // A request without an answer may still be processed, and nothing is deleted beside it.
      expect(left).toEqual({ write: UNPROCESSED, update: SILENT, delete: SILENT, read: [] }[what]);
    },
  );

  test.each([
    [5, "nothing", "yes", 0],
    [20, "nothing", "yes", 0],
    [60, "unknown", "not tried", 1],
    [100, "unknown", "not tried", 1],
  ] as const)(
    "of a minute that is stored %i s later, says that %s is left",
    async (seconds, left, deleted, later) => {
      const late = { processedAfter: seconds * 1000 };
      const site = faultySite(kind, (script) =>
        script.onWrite("all", "gateway timeout, processed late", late),
      );
      const before = new Map(site.sandbox.state.worklogs);
      const written = await run(site);
      expect(written.writing).toMatchObject({ left, deleted });
      expect(await faultsOf(site, before, written)).toEqual([]);
      expect(ours(site).length).toBe(later);
      if (left === "unknown") await expect(run(site)).rejects.toThrow("delete_worklog --worklogId");
    },
  );

  test("leaves nothing, or says what, under several faults while lists lag", async () => {
    const wrong: unknown[] = [];
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = randomFrom(seed);
      const lag = random() * 20_000;
      const site = faultySite(
        kind,
        (script) => {
          const pick = () => FAULTS[Math.floor(random() * FAULTS.length)] as Fault;
          const some = () => random() < 0.4;
          for (let number = 1; number <= 6; number += 1) {
            if (some()) script.onWrite(number, pick());
            if (some()) script.onUpdate(number, pick());
            if (some()) script.onDelete(number, pick());
            if (some()) script.onRead(number + 2, pick());
          }
        },
        lag,
      );
      const before = new Map(site.sandbox.state.worklogs);
      const written = await run(site).catch((error: Error) => error);
      if (written instanceof Error) {
        if (ours(site).length > 0) wrong.push([seed, String(written)]);
      } else wrong.push(...(await faultsOf(site, before, written)).map((problem) => [seed, problem]));
    }
    expect(wrong).toEqual([]);
  });

  test("killed at any request, has said what to look for, and names it when it runs again", async () => {
    const wrong: unknown[] = [];
    let stored = 0;
    for (const isProcessed of [true, false])
      for (let last = 1, isOver = false; !isOver; last += 1) {
        let left = last;
        let die = () => {};
        const death = new Promise<undefined>((resolve) => {
          die = () => resolve(undefined);
        });
        const site = openProbe({
          kind,
          upstream: (fetch) => async (request) => {
            left -= 1;
            if (left !== 0) return fetch(request);
            if (isProcessed) await fetch(request);
            die();
            return new Promise(() => {});
          },
        });
        let printed = "";
        const end = run(site, (text) => {
          printed += text;
        });
        isOver = (await Promise.race([end, death])) !== undefined;
        const [leftover] = ours(site);
        if (!leftover) continue;
        stored += 1;
        if (!printed.includes(COMMENT)) wrong.push([last, isProcessed, "has not said what to look for"]);
        const again = await run(site).catch((error: Error) => error.message);
        if (!String(again).includes(`tempofiller call delete_worklog --worklogId ${leftover.id}`))
          wrong.push([last, isProcessed, again]);
      }
    expect(wrong).toEqual([]);
    expect(stored).toBeGreaterThan(5);
  });

  test("deletes what it has logged whatever Tempo makes of it when it stores it, but not without its comment", async () => {
    for (const [name, change] of Object.entries(STORED_CHANGES)) {
      const site = openProbe({ kind, behaviour: { change } });
      const before = new Set(site.sandbox.state.worklogs.keys());
      const { writing, left } = await run(site);
      const kept = [...site.sandbox.state.worklogs.keys()].filter((id) => !before.has(id));
      const isKept = name === "drops the comment";
      expect([writing.left, kept.length], name).toEqual(isKept ? ["unknown", 1] : ["nothing", 0]);
      if (isKept) expect(left).toContain(`worklog ${kept[0]}`);
    }
  });

  test("changes and deletes no other worklog that the answer to the minute names", async () => {
    const site = openProbe({ kind });
    const [older] = site.sandbox.state.worklogs.keys();
    const before = structuredClone(site.sandbox.state.worklogs);
    const upstream: Fetch = async (request) => {
      const isPost =
        request.method === "POST" && /worklogs(\/issue\/\d+)?$/.test(new URL(request.url).pathname);
      const response = await site.connection.options.fetch(request);
      if (!isPost) return response;
      return new Response(
        (await response.text()).replace(/("tempoWorklogId":\s*)\d+/, `$1${older}`),
        response,
      );
    };
    const options = { ...site.connection.options, fetch: upstream };
    const { writing } = await run({ ...site, connection: { ...site.connection, options } });
    expect(writing).toMatchObject({ logged: "yes", deleted: "yes", left: "nothing" });
    expect(site.sandbox.state.worklogs).toEqual(before);
  });

  test("deletes nothing that another client has made its own meanwhile, and says so", async () => {
    const site = openProbe({ kind });
    const upstream: Fetch = async (request) => {
      const response = await site.connection.options.fetch(request);
      if (request.method === "PUT") for (const worklog of ours(site)) worklog.description = "mine now";
      return response;
    };
    const options = { ...site.connection.options, fetch: upstream };
    const { writing, left, exitCode } = await run({ ...site, connection: { ...site.connection, options } });
    expect([writing.left, exitCode]).toEqual(["unknown", 8]);
    expect(left).toContain("is no longer the minute that was logged, so it was not deleted.");
    expect([...site.sandbox.state.worklogs.values()].map(({ description }) => description)).toContain(
      "mine now",
    );
  });

  test.each<[string, Partial<SandboxWorklog>]>([
    ["moves to another issue", { issueId: 10004 }],
    ["moves to another date", { startDate: "2026-11-19" }],
    ["makes longer", { timeSpentSeconds: 3600 }],
    ["gives another comment", { description: "mine now" }],
    ["gives a comment that begins alike", { description: "TempoFiller probe " }],
  ])("neither changes nor deletes a worklog that another client %s", async (_, edit) => {
    const wrong: unknown[] = [];
    let edited = 0;
    for (let number = 1, isOver = false; !isOver; number += 1) {
      let theirs: SandboxWorklog | undefined;
      let left = number;
      let isRaced = false;
      const site = openProbe({
        kind,
        upstream: (fetch) => async (request) => {
          const response = await fetch(request);
          const [worklog] = ours(site);
          if (worklog || theirs) left -= 1;
          if (worklog && left === 0) theirs = structuredClone(Object.assign(worklog, edit));
          // A change right before a write is lost: the write's own call has read the worklog before.
          isRaced ||= theirs !== undefined && left >= -4 && /PUT|DELETE/.test(request.method);
          return response;
        },
      });
      const { writing, left: said } = await run(site);
      isOver = theirs === undefined;
      if (!theirs || isRaced) continue;
      edited += 1;
      const kept = site.sandbox.state.worklogs.get(theirs.id);
      const isKept = JSON.stringify(kept) === JSON.stringify(theirs);
      if (!isKept || writing.left === "nothing" || !said.includes(COMMENT)) wrong.push([number, kept, said]);
    }
    expect(wrong).toEqual([]);
    expect(edited).toBeGreaterThan(3);
  });

  test("neither changes nor deletes a worklog that another client makes longer while another process is writing", async () => {
    const site = openProbe({ kind });
    const server = serverOf(site);
    const { writers } = server;
    const waiting: Writers = {
      run: async (...call) => {
        for (const worklog of ours(site)) worklog.timeSpentSeconds = 3600;
        return writers.run(...call);
      },
    };
    const { writing } = await run(site, undefined, { ...server, writers: waiting });
    expect(writing).toMatchObject({ logged: "yes", changed: "unexpected_response", left: "unknown" });
    expect(ours(site)).toMatchObject([{ timeSpentSeconds: 3600 }]);
  });

  test("neither changes nor deletes a worklog that another client makes longer before its response is lost", async () => {
    const site: Site = faultySite(kind, (script) =>
      script.onWrite(1, async (request, serve) => {
        await serve(request);
        for (const worklog of ours(site)) worklog.timeSpentSeconds = 5 * 3600;
        throw new TypeError("fetch failed");
      }),
    );
    const { writing, left, exitCode } = await run(site);
    expect(writing).toEqual({
      logged: "outcome_unknown",
      changed: "not tried",
      deleted: "not tried",
      left: "unknown",
    });
    expect([left, exitCode]).toEqual([expect.stringContaining(COMMENT), 8]);
    expect(ours(site)).toMatchObject([{ timeSpentSeconds: 5 * 3600 }]);
  });

  test("leaves a worklog alone that another client logs meanwhile with words alike", async () => {
    const site = openProbe({
      kind,
      upstream: (fetch) => async (request) => {
        const [worklog] = ours(site);
        if (worklog && !site.sandbox.state.worklogs.has(7))
          site.sandbox.state.worklogs.set(7, { ...worklog, id: 7, description: "TempoFiller probe" });
        return fetch(request);
      },
    });
    expect(await run(site)).toMatchObject({ exitCode: 0, writing: { left: "nothing" } });
    expect(ours(site).map(({ id }) => id)).toEqual([7]);
  });

  test("says that something may be left if Tempo confirms a deletion that it does not make", async () => {
    const site = openProbe({ kind });
    const upstream: Fetch = async (request) =>
      request.method === "DELETE"
        ? new Response(null, { status: 204 })
        : site.connection.options.fetch(request);
    const options = { ...site.connection.options, fetch: upstream };
    const { writing, left, exitCode } = await run({ ...site, connection: { ...site.connection, options } });
    const [{ id } = { id: 0 }] = ours(site);
    expect([writing.left, exitCode]).toEqual(["unknown", 8]);
    expect(left).toContain(`tempofiller call delete_worklog --worklogId ${id}`);
  });

  test("interrupted at any request, leaves nothing, says so and writes no report", async () => {
    const wrong: unknown[] = [];
    let stored = 0;
    for (const isProcessed of [true, false])
      for (let number = 1, isOver = false; !isOver; number += 1) {
        const { site, end, hasLogged, isInterrupted } = interrupted(kind, number, isProcessed);
        const { exitCode, log } = await end;
        isOver = !isInterrupted();
        if (isOver) break;
        stored += hasLogged() ? 1 : 0;
        const said = /^The probe was interrupted\..*(nothing is left\.$|Nothing was logged|written\.$)/.test(
          log.at(-1) ?? "",
        );
        if (exitCode !== 130 || !said || ours(site).length > 0 || existsSync(site.path))
          wrong.push([number, isProcessed, exitCode, log]);
      }
    expect(wrong).toEqual([]);
    expect(stored).toBeGreaterThan(8);
  });

  test.each<[string, Fetch, number, RegExp]>([
    ["does not answer any more", silence, 9, /Worklog \d+ .* may be left: the time to delete it is over\./],
    ["refuses all by then", async () => page(403), 9, /Worklog \d+ .* may be left: /],
  ])(
    "interrupted where Tempo %s, says what may be left in less than two minutes",
    async (_, answer, code, said) => {
      const { site, end } = interrupted(kind, 25, true, answer);
      const { exitCode, log } = await end;
      expect([exitCode, log.at(-1)]).toEqual([code, expect.stringMatching(said)]);
      expect(log.at(-1)).toContain(COMMENT);
      expect(site.clock.now()).toBeLessThan(120_000);
    },
  );

  test("says what Tempo rejects, and that nothing was logged", async () => {
    const site = openProbe({ kind, behaviour: { reject: () => ["The period is closed"] } });
    expect(await run(site)).toMatchObject({
      exitCode: 6,
      left: expect.stringMatching(/^Nothing was logged: .*The period is closed/),
      writing: { logged: "rejected", changed: "not tried", left: "nothing" },
    });
  });
});

/** A run that is interrupted while a request is on its way, after which Tempo may answer otherwise. */
function interrupted(kind: Kind, number: number, isProcessed: boolean, later?: Fetch) {
  const interruption = new AbortController();
  let left = number;
  let hasLogged = false;
  const site = openProbe({
    kind,
    upstream: (fetch) => async (request) => {
      left -= 1;
      if (left < 0 && later) return later(request);
      if (left === 0 && !isProcessed) interruption.abort();
      const response = await fetch(request);
      hasLogged ||= ours(site).length > 0;
      if (left === 0) interruption.abort();
      return response;
    },
  });
  const log: string[] = [];
  const server = { ...serverOf(site), log: (line: string) => void log.push(line) };
  const writeTest = { ...WANTED, confirmed: true, server };
  const end = site
    .probing({ writeTest, signal: interruption.signal })
    .then(({ exitCode }) => ({ exitCode, log }))
    .catch((error: CancelledError) => ({ exitCode: exitCodeOf(error), log: [error.message] }));
  return { site, end, hasLogged: () => hasLogged, isInterrupted: () => interruption.signal.aborted };
}

/** A Tempo with faults, whose lists are behind by so many milliseconds. */
function faultySite(kind: Kind, arm: (script: FaultScript) => void, lag = 0): Site {
  const wrappers: ((fetch: Fetch) => Fetch)[] = [];
  const site = openProbe({
    kind,
    upstream: (fetch) => (request) => (wrappers[0] ?? ((it) => it))(fetch)(request),
  });
  const script = new FaultScript(site.clock);
  arm(script);
  let wrapped: Fetch | undefined;
  wrappers.push((fetch) => {
    wrapped ??= script.wrap(lag > 0 ? laggingLists(site.sandbox, site.clock, () => lag, fetch) : fetch);
    return wrapped;
  });
  return site;
}
