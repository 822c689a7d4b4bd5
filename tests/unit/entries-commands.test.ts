import { describe, expect, test } from "vitest";
import { changeEntry } from "../../src/cli/entries/change-entry.ts";
import { deleteEntries } from "../../src/cli/entries/delete-entries.ts";
import { showDays } from "../../src/cli/entries/show-days.ts";
import { isReply } from "../../src/contract/index.ts";
import { demoSeed } from "../../src/sandbox/demo-seed.ts";
import { embedded, TODAY } from "../helpers/demo-month.ts";
import { applyFault, isUpdate } from "../helpers/faults.ts";
import { shown, typing } from "../helpers/shell.ts";

type Kind = "cloud" | "datacenter";
type Changes = Parameters<typeof changeEntry>[0]["written"];

/** The entries of a Friday. */
const [LOGIN, REVIEW] = ["1290040", "1290041"] as const;

const ATTRIBUTED = {
  workAttributes: [
    { id: 9, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" as const },
    {
      id: 8,
      key: "_Role_",
      name: "Role",
      required: false,
      values: [
        { value: "cons", name: "Consultant" },
        { value: "dev", name: "Developer" },
      ],
    },
    { id: 7, key: "_Note_", name: "Note", required: false },
  ],
};

function open(
  kind: Kind = "cloud",
  upstream?: Parameters<typeof embedded>[2],
  seed: Partial<ReturnType<typeof demoSeed>> = {},
) {
  const { server, state } = embedded({ ...demoSeed(TODAY), ...seed }, kind, upstream);
  return {
    server,
    state,
    day: (period?: string, options: { json?: boolean; width?: number } = {}) =>
      shown(({ print, signal }) =>
        showDays({ period, json: false, width: 80, signal, print, ...options }, server),
      ),
    change: (id: string, changes: Partial<Changes>, options: { json?: boolean; readOnly?: boolean } = {}) =>
      shown(({ print, signal }) =>
        changeEntry(
          {
            id,
            written: {
              ...{ hours: undefined, issue: undefined, date: undefined },
              ...{ message: undefined, start: undefined, billable: undefined },
              ...changes,
            },
            json: false,
            readOnly: false,
            site: ["--sandbox"],
            stdin: typing("From stdin\n"),
            signal,
            print,
            ...options,
          },
          server,
        ),
      ),
    remove: (ids: string[], options: Partial<Parameters<typeof deleteEntries>[0]> = {}) =>
      shown(({ print, signal }) =>
        deleteEntries(
          {
            ...{ ids, yes: false, json: false, readOnly: false, width: 80 },
            ...{ terminal: undefined, signal, print, ...options },
          },
          server,
        ),
      ),
  };
}

describe.each<Kind>(["cloud", "datacenter"])("on %s", (kind) => {
  const mine =
    (id: string) =>
    ({ worklogs }: ReturnType<typeof open>["state"]) =>
      worklogs.get(Number(id));

  test("day lists the entries of a day with their ids, and what the day requires", async () => {
    const { day } = open(kind);
    expect(await day("friday")).toEqual({
      exitCode: 0,
      printed: `2026-11-20 Friday (Spring cleaning): 4 h logged of 4 h required
  1290040  09:00  3 h  DEMO-1  Implement user authentication: Added OAuth
                               support
  1290041  16:00  1 h  DEMO-3  Code review
`,
    });
    expect((await day()).printed).toBe("2026-11-21 Saturday: nothing logged on a day off\n");
  });

  test("day fits 60 columns, and puts a text below where it has no room beside", async () => {
    const { day } = open(kind);
    const { printed } = await day("this-week", { width: 60 });
    expect(printed.split("\n").filter((line) => line.length > 60)).toEqual([]);
    expect((await day("friday", { width: 40 })).printed).toBe(`2026-11-20 Friday (Spring cleaning):
    4 h logged of 4 h required
  1290040  09:00  3 h  DEMO-1
      Implement user authentication:
      Added OAuth support
  1290041  16:00  1 h  DEMO-3
      Code review
`);
  });

  test("day shows a range by days, those that lack hours too, and its total by seconds", async () => {
    const { day, state } = open(kind);
    const one = state.worklogs.get(Number(REVIEW));
    if (!one) throw new Error("The month has that entry.");
    for (const id of [1, 2, 3])
      state.worklogs.set(id, {
        ...one,
        id,
        startDate: "2026-11-17",
        timeSpentSeconds: 1200,
        billableSeconds: 0,
      });
    const { printed } = await day("2026-11-17..2026-11-18");
    expect(printed).toBe(`2026-11-17 Tuesday: 1 h logged of 8 h required, 7 h missing
  1        16:00  20m  DEMO-3  Code review (not billable)
  2        16:00  20m  DEMO-3  Code review (not billable)
  3        16:00  20m  DEMO-3  Code review (not billable)

2026-11-18 Wednesday: 8 h logged of 8 h required
  1290038  09:00  8 h  DEMO-1  Implement user authentication: Documentation

2026-11-17 to 2026-11-18: 4 entries, 9 h.
`);
  });

  test("day marks what is submitted, and says why it cannot be changed", async () => {
    const { day } = open(kind, undefined, { approvals: { "2026-11-01": { status: "in_review" } } });
    const { printed } = await day("friday");
    expect(printed).toMatch(/^2026-11-20 Friday \(Spring cleaning, submitted\): 4 h logged/);
    expect(printed.replaceAll(/\s+/g, " ")).toMatch(
      /November 2026 was submitted .*is waiting for approval\. Until it is open again, its entries cannot be changed\. $/,
    );
  });

  test("day --json prints what get_worklogs replies", async () => {
    const { printed } = await open(kind).day("friday", { json: true });
    expect(isReply("get_worklogs", JSON.parse(printed))).toBe(true);
  });

  test("change changes what is named, says what it was, and the line that undoes it, which does", async () => {
    const { change, state } = open(kind);
    const before = mine(LOGIN)(state);
    const changes = { hours: "1:20", date: "yesterday", message: "It's new", billable: false };
    expect(await change(LOGIN, { ...changes, date: "2026-11-17" })).toEqual({
      exitCode: 0,
      printed: `1290040 DEMO-1 Implement user authentication
date      2026-11-17  was 2026-11-20
hours     1h 20m      was 3 h
billable  0 h         was 3 h
comment   It's new    was Added OAuth support
To undo it, type:
tempofiller change 1290040 --date 2026-11-20 --hours 3 --message='Added OAuth support' --billable --sandbox
`,
    });
    expect(mine(LOGIN)(state)).toMatchObject({
      startDate: "2026-11-17",
      timeSpentSeconds: 4800,
      billableSeconds: 0,
      description: "It's new",
    });
    const back = { date: "2026-11-20", hours: "3", message: "Added OAuth support", billable: true };
    expect(await change(LOGIN, back)).toMatchObject({ exitCode: 0 });
    expect(mine(LOGIN)(state)).toMatchObject({
      startDate: before?.startDate,
      timeSpentSeconds: before?.timeSpentSeconds,
      billableSeconds: before?.billableSeconds,
      description: before?.description,
    });
  });

  test("day shows the attributes of entries, and the names of values where they are known", async () => {
    const { day, change, state } = open(kind, undefined, ATTRIBUTED);
    state.worklogs.set(Number(LOGIN), {
      ...(mine(LOGIN)(state) as NonNullable<ReturnType<ReturnType<typeof mine>>>),
      attributes: { _Account_: "DEMO-DEV", _Role_: "cons" },
      billableSeconds: 0,
    });
    expect(
      (await day("friday")).printed,
    ).toBe(`2026-11-20 Friday (Spring cleaning): 4 h logged of 4 h required
  1290040  09:00  3 h  DEMO-1  Implement user authentication: Added OAuth
                               support (Account=Demo development,
                               Role=Consultant, not billable)
  1290041  16:00  1 h  DEMO-3  Code review
`);
    const narrow = await day("friday", { width: 60 });
    expect(narrow.printed.split("\n").filter((line) => line.length > 60)).toEqual([]);
    expect(narrow.printed.replaceAll(/\s+/g, " ")).toContain(
      "(Account=Demo development, Role=Consultant, not billable)",
    );
    expect(await change(REVIEW, { attribute: ["role=dev"], account: "internal work" })).toMatchObject({
      exitCode: 0,
    });
    expect((await day("friday")).printed.replaceAll(/\s+/g, " ")).toContain(
      "Code review (Account=Internal work, Role=Developer)",
    );
  });

  test("change gives other attributes, and the line that undoes it brings back what they were, or none", async () => {
    const { change, state } = open(kind, undefined, ATTRIBUTED);
    const one = mine(LOGIN)(state);
    if (!one) throw new Error("The month has that entry.");
    const attributes = { _Account_: "DEMO-DEV", _Note_: "it's = so" };
    state.worklogs.set(one.id, { ...one, attributes });
    expect(await change(LOGIN, { account: "INTERNAL", attribute: ["note=", "Role=Consultant"] })).toEqual({
      exitCode: 0,
      printed: `1290040 DEMO-1 Implement user authentication
Account  Internal work  was Demo development
Role     Consultant     was none
Note     none           was it's = so
To undo it, type:
tempofiller change 1290040 --attribute '_Account_=DEMO-DEV' --attribute '_Role_=' --attribute '_Note_=it'\\''s = so' --sandbox
`,
    });
    expect(mine(LOGIN)(state)?.attributes).toEqual({ _Account_: "INTERNAL", _Role_: "cons" });
    const back = ["_Account_=DEMO-DEV", "_Role_=", "_Note_=it's = so"];
    expect(await change(LOGIN, { attribute: back })).toMatchObject({ exitCode: 0 });
    expect(mine(LOGIN)(state)?.attributes).toEqual(attributes);
    expect(await change(LOGIN, { account: "NOPE" })).toMatchObject({
      exitCode: 2,
      error: expect.stringContaining(
        "Not sent: --account sets _Account_ to NOPE, which is not open to DEMO-1.",
      ),
    });
  });

  test("change takes less than the five tools, a comment of stdin, and an empty one", async () => {
    const { change, state } = open(kind);
    expect((await change(REVIEW, { hours: "1m", message: "-" })).printed).toContain(
      "comment  From stdin  was none",
    );
    expect(mine(REVIEW)(state)).toMatchObject({ timeSpentSeconds: 60, description: "From stdin" });
    expect((await change(REVIEW, { message: "" })).printed).toContain("comment  none  was From stdin");
  });

  test("change says what decimals were taken for", async () => {
    const { change } = open(kind);
    expect((await change(LOGIN, { hours: "0.33" })).printed).toContain("\n0.33 h is 20m.\n");
  });

  test("change warns of a date that is far from today", async () => {
    const { change } = open(kind);
    const far =
      "2024-11-20 is 731 days before today, 2026-11-21. If that is not meant, change the date again.";
    const { printed } = await change(LOGIN, { date: "2024-11-20" });
    expect(printed).toContain(`\n${far}\nTo undo it, type:\n`);
    const other =
      "2024-11-19 is 732 days before today, 2026-11-21. If that is not meant, change the date again.";
    expect(await change(LOGIN, { date: "2024-11-19" }, { json: true })).toMatchObject({ warning: other });
  });

  test.each<[string, string, number]>([
    ["was 4h 30s\n", "4h30s", 14_430],
    ["was 20m\n", "20m", 1200],
    ["was 1h 20m\n", "1h20m", 4800],
    ["was 0.66 h\n", "0.66", 2376],
    ["was 24m 35s\n", "24m35s", 1475],
    ["was 4.5 h\n", "4.5", 16_200],
  ])("change says exactly what the time %j and the line brings it back", async (was, hours, seconds) => {
    const { change, state } = open(kind);
    const one = mine(LOGIN)(state);
    if (!one) throw new Error("The month has that entry.");
    state.worklogs.set(one.id, { ...one, timeSpentSeconds: seconds, billableSeconds: seconds });
    const { printed } = await change(LOGIN, { hours: "2" });
    expect(printed).toContain(was);
    expect(printed).toContain(`To undo it, type:\ntempofiller change ${LOGIN} --hours ${hours} --sandbox\n`);
    expect(await change(LOGIN, { hours })).toMatchObject({ exitCode: 0 });
    expect(mine(LOGIN)(state)).toMatchObject({ timeSpentSeconds: seconds, billableSeconds: seconds });
  });

  test.each([
    ["- a list", "tempofiller change 1290040 --message='- a list' --sandbox"],
    ["--yes", "tempofiller change 1290040 --message=--yes --sandbox"],
    ["It's", "tempofiller change 1290040 --message='It'\\''s' --sandbox"],
    ["-", "No line undoes it: its comment was '-', which stands for what stdin says."],
  ])("change of the comment %j ends with a line that means it", async (comment, last) => {
    const { change, state } = open(kind);
    const one = mine(LOGIN)(state);
    if (!one) throw new Error("The month has that entry.");
    state.worklogs.set(one.id, { ...one, description: comment });
    expect((await change(LOGIN, { message: "Other" })).printed.split("\n").at(-2)).toBe(last);
  });

  const LONG = "x".repeat(250);
  test.each<[what: string, was: { attributes?: Record<string, string>; description?: string }, lost: string]>(
    [
      ["cut attribute", { attributes: { _Note_: LONG } }, "Note"],
      ["attribute with a secret in it", { attributes: { _Note_: "see [secret]" } }, "Note"],
      ["attribute with a lost character", { attributes: { _Note_: "caf\ufffd" } }, "Note"],
      ["cut comment", { description: LONG.repeat(9) }, "comment"],
      [
        "comment and attribute that are cut",
        { description: LONG.repeat(9), attributes: { _Note_: LONG } },
        "comment, Note",
      ],
    ],
  )("change says that no line brings back a %s, and prints the line for the rest", async (_, was, lost) => {
    const { change, state } = open(kind, undefined, ATTRIBUTED);
    const one = mine(LOGIN)(state);
    if (!one) throw new Error("The month has that entry.");
    state.worklogs.set(one.id, { ...one, ...was });
    const { printed } = await change(LOGIN, {
      hours: "2",
      ...(was.attributes && { attribute: ["note=short"] }),
      ...(was.description && { message: "short" }),
    });
    expect(printed.split("\n").slice(-4, -1)).toEqual([
      "To undo it, type:",
      `tempofiller change ${LOGIN} --hours 3 --sandbox`,
      `No line brings back the former ${lost}: it is not shown in full, or no option can write it.`,
    ]);
  });

  test("change of the key of an attribute that no option can write says that no line brings it back", async () => {
    const odd = { id: 9, key: "a=b", name: "Odd", required: false };
    const { change, state } = open(kind, undefined, { workAttributes: [odd] });
    const one = mine(LOGIN)(state);
    if (!one) throw new Error("The month has that entry.");
    state.worklogs.set(one.id, { ...one, attributes: { "a=b": "1" } });
    const { printed } = await change(LOGIN, { attribute: ["odd=2"] });
    expect(printed.split("\n").slice(2, -1)).toEqual([
      "No line brings back the former a=b: it is not shown in full, or no option can write it.",
    ]);
  });

  test("change of an entry without a start prints the line that takes the start away again", async () => {
    const { change, state } = open(kind);
    const one = mine(LOGIN)(state);
    if (!one) throw new Error("The month has that entry.");
    const { startTime: _, ...without } = one;
    state.worklogs.set(one.id, without);
    const { printed } = await change(LOGIN, { start: "10:30", hours: "2" });
    expect(printed).toContain("start  10:30  was 00:00");
    expect(printed).toContain(`\ntempofiller change ${LOGIN} --hours 3 --start 00:00 --sandbox\n`);
    await change(LOGIN, { start: "00:00", hours: "3" });
    expect(mine(LOGIN)(state)).toEqual({ ...without, startTime: "00:00:00" });
  });

  test("change to an issue that does not exist says that nothing was changed", async () => {
    expect(await open(kind).change(LOGIN, { issue: "NOPE-1" })).toMatchObject({
      error: expect.stringContaining("no access to it. Nothing was changed. Check the key"),
    });
  });

  test("change moves an entry, whose id may be another one then", async () => {
    const { change, state } = open(kind);
    const { printed, exitCode } = await change(LOGIN, { issue: "demo-3" });
    const [, id = LOGIN] = /^id +(\d+) +was/m.exec(printed) ?? [];
    expect(exitCode).toBe(0);
    expect(printed).toContain("issue  DEMO-3");
    expect(printed).toContain(`To undo it, type:\ntempofiller change ${id} --issue DEMO-1 --sandbox\n`);
    expect(mine(id)(state)).toMatchObject({ timeSpentSeconds: 10_800, startDate: "2026-11-20" });
  });

  test("change says that nothing is to change, and what is not there", async () => {
    const { change } = open(kind);
    expect(await change(LOGIN, { hours: "3h" })).toEqual({
      exitCode: 0,
      printed: "1290040 DEMO-1 Implement user authentication\nNothing was changed: it is so already.\n",
    });
    expect(await change("77", { hours: "3h" })).toEqual({
      exitCode: 5,
      code: "not_found",
      error:
        "Worklog 77 was not found, or you have no access to it. Nothing was changed. tempofiller day shows the ids of a day.",
      printed: "",
    });
  });

  test("change with a lost response is read again; one of unknown outcome exits with 8", async () => {
    let fault: Parameters<typeof applyFault>[0] = "connection lost, processed";
    const opened = open(
      kind,
      (serve) => (request) =>
        isUpdate(request)
          ? applyFault(fault, request, { serve, clock: opened.server.clock })
          : serve(request),
    );
    expect(await opened.change(LOGIN, { hours: "2h" })).toMatchObject({
      exitCode: 0,
      printed: expect.stringContaining("hours  2 h  was 3 h"),
    });
    fault = "connection lost, not processed";
    opened.server.settings = { ...opened.server.settings, budget: 20_000 };
    const lost = await opened.change(LOGIN, { hours: "1h" });
    expect(lost).toMatchObject({
      exitCode: 8,
      error: expect.stringContaining("It is unknown whether worklog 1290040 was changed"),
    });
    expect(mine(LOGIN)(opened.state)).toMatchObject({ timeSpentSeconds: 7200 });
  });

  test("delete shows the entries, asks, and deletes them", async () => {
    const { remove, state } = open(kind);
    const plan = `1290040  2026-11-20  3 h  DEMO-1  Implement user authentication: Added OAuth
                                  support
1290041  2026-11-20  1 h  DEMO-3  Code review
`;
    const question = "Delete these 2, 4 h? It cannot be undone. [y/N] ";
    expect(await remove([LOGIN, REVIEW])).toEqual({
      exitCode: 2,
      printed: plan,
      error: "Nothing was deleted: there is no terminal to ask on. Add --yes to delete these 2.",
    });
    expect(await remove([LOGIN, REVIEW], { terminal: typing("n\n") })).toEqual({
      exitCode: 130,
      printed: `${plan}${question}`,
      error: "Nothing was deleted.",
    });
    expect(mine(LOGIN)(state)).toBeDefined();
    expect(await remove([LOGIN, REVIEW], { terminal: typing("y\n") })).toEqual({
      exitCode: 0,
      printed: `${plan}${question}1290040 deleted\n1290041 deleted\n`,
    });
    expect([mine(LOGIN)(state), mine(REVIEW)(state)]).toEqual([undefined, undefined]);
  });

  test("delete says of each that is not deleted why, and deletes the others", async () => {
    const { remove, state } = open(kind);
    const GONE =
      "77: Worklog 77 does not exist (any more), or you have no access to it. Nothing was deleted for it.";
    const some = await remove(["77", REVIEW], { yes: true });
    expect(some).toEqual({
      exitCode: 9,
      printed: expect.stringContaining(`\n${GONE}\n1290041 deleted\n`),
      error: "1 of 2 entries failed.",
    });
    expect(mine(REVIEW)(state)).toBeUndefined();
    expect(await remove(["77"], { yes: true })).toEqual({
      exitCode: 5,
      printed: `${GONE}\n`,
      error: "1 of 1 entries failed.",
    });
  });

  test("delete of what somebody changes meanwhile deletes nothing, and shows what it is now", async () => {
    const { remove, state } = open(kind);
    async function* typed() {
      const entry = mine(REVIEW)(state);
      if (entry) state.worklogs.set(entry.id, { ...entry, timeSpentSeconds: 7200, billableSeconds: 7200 });
      yield "y\n";
    }
    const { Readable } = await import("node:stream");
    const { printed, ...outcome } = await remove([REVIEW], { terminal: Readable.from(typed()) });
    expect(outcome).toEqual({
      exitCode: 9,
      error:
        "Nothing was deleted: what is stored has changed since it was shown. Run the same command again.",
    });
    expect(printed).toMatch(/1290041 {2}2026-11-20 {2}1 h [\s\S]*\[y\/N\] 1290041 {2}2026-11-20 {2}2 h/);
    expect(mine(REVIEW)(state)).toMatchObject({ timeSpentSeconds: 7200 });
  });

  test.each(["connection lost, processed", "no response, processed"] as const)(
    "delete with a lost response (%s) is read again, and is done",
    async (fault) => {
      const opened = open(
        kind,
        (serve) => (request) =>
          request.method === "DELETE"
            ? applyFault(fault, request, { serve, clock: opened.server.clock })
            : serve(request),
      );
      expect(await opened.remove([REVIEW], { yes: true })).toMatchObject({
        exitCode: 0,
        printed: expect.stringContaining("1290041 deleted\n"),
      });
    },
  );

  test("delete of unknown outcome exits with 8, and names the time until when", async () => {
    const opened = open(
      kind,
      (serve) => (request) =>
        request.method === "DELETE"
          ? applyFault("connection lost, not processed", request, { serve, clock: opened.server.clock })
          : serve(request),
    );
    opened.server.settings = { ...opened.server.settings, budget: 20_000 };
    expect(await opened.remove([REVIEW], { yes: true })).toEqual({
      exitCode: 8,
      printed: expect.stringMatching(
        /\n1290041: It is unknown whether worklog 1290041 was deleted: .* It may still take effect until \d\d:\d\d:\d\d, .* Run the same command again then\.\n$/,
      ),
      error: "1 of 1 entries failed.",
    });
    expect(mine(REVIEW)(opened.state)).toBeDefined();
  });

  test("neither changes what is in a closed period, and both say who can open it", async () => {
    const { change, remove, state } = open(kind, undefined, {
      approvals: { "2026-11-01": { status: "in_review" } },
    });
    const reason = /ask .+ to reopen it in Tempo, or recall it there\./;
    expect(await change(REVIEW, { hours: "2h" })).toMatchObject({
      exitCode: 6,
      error: expect.stringMatching(reason),
    });
    const { exitCode, printed } = await remove([REVIEW], { yes: true });
    expect({ exitCode, printed }).toEqual({ exitCode: 6, printed: expect.stringMatching(reason) });
    expect(mine(REVIEW)(state)).toMatchObject({ timeSpentSeconds: 3600 });
  });
});

test("delete --json prints the plan and never asks; --yes the result", async () => {
  const { remove } = open();
  const plan = await remove([REVIEW], { json: true, terminal: typing("y\n") });
  expect(plan).toMatchObject({ exitCode: 0, warning: "Nothing was deleted. Add --yes to delete it." });
  const result = await remove([REVIEW], { json: true, yes: true });
  expect(result.exitCode).toBe(0);
  const replies = [plan, result].map(({ printed }) => JSON.parse(printed));
  expect(replies.map((reply) => isReply("delete_worklogs", reply))).toEqual([true, true]);
  expect(replies.map(({ deleted }) => deleted)).toEqual([false, true]);
});

test.each<[string, Partial<Changes>, string]>([
  ["abc", { hours: "1h" }, "'abc' is no id of an entry: an id has digits alone"],
  ["1".repeat(26), { hours: "1h" }, "is no id of an entry: an id has at most 19 digits, as tempofiller day"],
  [LOGIN, {}, "change needs what is to change: --hours, --issue"],
  [LOGIN, { hours: "0" }, "Hours are from 1m to 24h, not '0'."],
  [LOGIN, { issue: "demo" }, "--issue must be a Jira issue key such as PROJ-123, not 'demo'."],
  [LOGIN, { date: "last-week" }, "An entry has one date, such as yesterday, not 'last-week'."],
  [LOGIN, { start: "25:00" }, "--start must be a time of day"],
])("change of %s to %j is refused before anything is sent", async (id, changes, message) => {
  const { change } = open("cloud", () => () => Promise.reject(new Error("Nothing is to be sent.")));
  await expect(change(id, changes)).rejects.toThrow(message);
});

test("nothing is changed or deleted where the settings allow only what reads", async () => {
  const { change, remove } = open();
  await expect(change(LOGIN, { hours: "1h" }, { readOnly: true })).rejects.toThrow(
    "change changes worklogs, but TEMPO_READ_ONLY allows only what reads.",
  );
  await expect(remove([LOGIN], { readOnly: true })).rejects.toThrow(
    "delete deletes worklogs, but TEMPO_READ_ONLY allows only what reads.",
  );
  await expect(remove(Array(101).fill(LOGIN))).rejects.toThrow("delete takes at most 100 ids, not 101.");
});

test("a schedule that cannot be read does not keep the entries from being listed", async () => {
  const { day } = open(
    "cloud",
    (serve) => (request) =>
      request.url.includes("schedule") ? Promise.resolve(new Response("", { status: 403 })) : serve(request),
  );
  expect((await day("friday")).printed).toMatch(/^2026-11-20 Friday: 4 h logged\n {2}1290040 /);
});
