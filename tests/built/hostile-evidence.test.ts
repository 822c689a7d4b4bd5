import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { DEPLOYMENTS } from "../helpers/activity.ts";
import { startCommand } from "../helpers/command.ts";
import { CREDENTIALS, SETTINGS } from "../helpers/doctor.ts";
import { entriesOf, refsOf } from "../helpers/drafts.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { ME, seed } from "../helpers/seeds.ts";
import { replyOf } from "../helpers/session.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { calendar, event } from "../unit/evidence/calendar.ts";
import { makeRepository, type TestRepository } from "../unit/evidence/git/repositories.ts";
import { AT, makeTrap, TRAPS } from "../unit/evidence/git/traps.ts";
import { claudeLine, linesOf } from "../unit/evidence/sessions/sessions.ts";

/** No reply, log, request or file may have it: it is in private titles, descriptions, addresses and all that was said to an assistant. */
const SECRET = "N3VER-SHOWN";
const SECRETS = new RegExp(SECRET, "i");

const DATE = AT.slice(0, 10);
const at = (time: string) => `${DATE}T${time}:00Z`;
const stamp = (time: string) => at(time).replaceAll(/[-:]/g, "");
const MB = 1024 * 1024;

/** A home folder with something of each source that counts, beside which a row puts its own. */
interface Home {
  folder: string;
  write(path: string, content: string | Uint8Array): string;
  repository(name: string): TestRepository;
  /** A program that no row may start. */
  program: string;
}

interface Row {
  /** Returns settings that name it, where its place alone does not. */
  arrange: (home: Home) => Record<string, string> | Promise<Record<string, string>>;
  /** The sentence about each source that has one. */
  problems: Partial<Record<"git" | "calendar", string>>;
}

const bad = (content: string | Uint8Array): Row["arrange"] => {
  return ({ write, folder }) => {
    const paths = [join(folder, "team.ics"), write("bad.ics", content)];
    return { TEMPO_CALENDARS: paths.join(",") };
  };
};
const broken = (...lines: string[]) => event(...lines, `SUMMARY:${SECRET}`);

const LEFT_OUT = "bad.ics: 1 event is left out, since";
const BY_RULE = `${LEFT_OUT} it is repeated by a rule that is not supported, such as every hour. Log them by hand.`;
const IN_NO_ZONE =
  `${LEFT_OUT} no time zone has the name "Nowhere/Never". Choose the time zone of such events again in the calendar, or log them by ` +
  "hand.";
const BROKEN = `${LEFT_OUT} it is broken. Open them in the calendar and save them again, or log them by hand.`;
const TOO_LARGE = "bad.ics is larger than 32 MB. Use one that goes back fewer years, or has no attachments.";
const OTHER_HOST =
  "calendar 2 leads to another host, which is not followed, since its address is a secret. It may want you to sign in. Take the " +
  "address that needs no sign-in, or the one that it leads to.";

const UNREADABLE = "cannot be read by git. Run `git fsck` in it to see why.";

const ROWS: Record<string, Row> = {
  "a calendar of 50 MB": {
    arrange: bad(Buffer.alloc(50 * MB, calendar([`X-PICTURE:${SECRET}`]))),
    problems: { calendar: TOO_LARGE },
  },
  "events that are repeated every second without end, in no zone that exists, and end before they start": {
    arrange: bad(
      calendar(
        broken("RRULE:FREQ=SECONDLY"),
        broken(`DTSTART;TZID=Nowhere/Never:${DATE.replaceAll("-", "")}T100000`, "DURATION:PT1H"),
        broken(`DTSTART:${stamp("10:00")}`, `DTEND:${stamp("09:00")}`),
      ),
    ),
    problems: { calendar: [BY_RULE, BROKEN, IN_NO_ZONE].join(" ") },
  },
  "an address that leads to another host": {
    async arrange({ folder }) {
      const other = await serveOnLoopback(async () => {
        throw new Error("No other host may be asked.");
      });
      const location = `${other}/${SECRET}`;
      const address = await serveOnLoopback(
        async () => new Response(null, { status: 302, headers: { location } }),
      );
      return { TEMPO_CALENDARS: `${join(folder, "team.ics")},${address}/${SECRET}.ics?key=${SECRET}` };
    },
    problems: { calendar: OTHER_HOST },
  },
  // Each of these, and what each source leaves out, is met alone in tests/unit/evidence/.
  "repositories whose configurations start a program": {
    arrange({ repository, program }) {
      for (const [what, , arrange] of TRAPS) arrange(repository(what), program);
      return {};
    },
    problems: {
      git: TRAPS.flatMap(([what]) => (what.includes("promisor") ? [`${what} ${UNREADABLE}`] : []))
        .toSorted()
        .join(" "),
    },
  },
};

test.each(Object.entries(ROWS))(
  "%s: a draft on either deployment loses only that, starts nothing, and tells nothing private",
  async (_, row) => {
    const folder = temporaryFolder();
    const write: Home["write"] = (path, content) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
      return join(folder, path);
    };
    makeRepository(join(folder, "src/good")).commit({
      at: at("09:00"),
      subject: "Good",
      branch: "PROJ-123-login",
    });
    write(
      "team.ics",
      calendar(
        event(
          "UID:1",
          `DTSTART:${stamp("12:00")}`,
          "DURATION:PT1H",
          "SUMMARY:PROJ-4 Planning",
          `DESCRIPTION:${SECRET}`,
        ),
        event("UID:2", `DTSTART:${stamp("14:00")}`, "DURATION:PT1H", `SUMMARY:${SECRET}`, "CLASS:PRIVATE"),
      ),
    );
    const said = { gitBranch: "PROJ-123-login", message: { role: "user", content: SECRET } };
    const cwd = join(folder, "src/good");
    write(".claude/projects/good/one.jsonl", linesOf([claudeLine(at("16:00"), { cwd, ...said })]));
    const trap = makeTrap(folder);
    const given = await row.arrange({
      folder,
      write,
      program: trap.program,
      repository: (name) => makeRepository(join(folder, "src", name)),
    });

    const runs = await Promise.all(
      DEPLOYMENTS.map(async (deployment) => {
        const requests: string[] = [];
        const activity = [{ issueId: 10007, accountId: ME.accountId, at: at("18:00").slice(0, -1) }];
        const sandbox = createSandbox(seed({ today: DATE, activity }), { credentials: CREDENTIALS });
        const recorded: Fetch = async (request) => {
          requests.push(`${request.url} ${await request.clone().text()}`);
          return sandbox.fetch(request);
        };
        const { client, stderr } = await startCommand(["--debug"], {
          ...SETTINGS[deployment](await serveOnLoopback(recorded)),
          HOME: folder,
          USERPROFILE: folder,
          TEMPO_STATE_DIR: join(folder, "written", deployment),
          TEMPO_CONFIG_FILE: write(`written/${deployment}.env`, ""),
          TEMPO_TOOLSETS: "draft",
          TEMPO_GIT_FOLDERS: join(folder, "src"),
          TEMPO_CALENDARS: join(folder, "team.ics"),
          TEMPO_SESSIONS: "claude-code",
          ...given,
        });
        const call = (name: string, args: object) =>
          client.callTool({ name, arguments: { startDate: DATE, ...args } });
        const drafted = await call("draft_timesheet", {});
        const { confirm } = replyOf<"draft_timesheet">(drafted);
        const { worklogIds, ...posted } = replyOf<"post_draft">(await call("post_draft", { confirm }));
        // Requests are sent at the same time, and Tempo numbers them as they arrive.
        const replies = { drafted, posted: { ...posted, worklogIds: worklogIds.toSorted() } };
        return { replies, others: [stderr(), ...requests] };
      }),
    );

    const [{ replies }, onDataCenter] = runs as [(typeof runs)[number], (typeof runs)[number]];
    expect(onDataCenter.replies).toEqual(replies);
    const draft = replyOf<"draft_timesheet">(replies.drafted);
    expect(refsOf(draft)).toEqual(expect.arrayContaining(["j1", "g1", "c1", "s1"]));
    const problems = draft.sources.flatMap(({ source, problem }) => (problem ? [[source, problem]] : []));
    expect(Object.fromEntries(problems)).toEqual(row.problems);
    expect(trap.isSprung()).toBe(false);
    expect(replies.posted.logged).toBe(true);
    const files = readdirSync(join(folder, "written"), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), "utf8"));
    expect(files.length).toBeGreaterThan(0);
    const texts = [JSON.stringify(replies), ...runs.flatMap(({ others }) => others), ...files];
    expect(texts.filter((text) => SECRETS.test(text))).toEqual([]);
  },
);

test.each(DEPLOYMENTS)(
  "on %s, meetings that have a token and the calendar's address as titles are stored as the draft shows them, without either",
  async (deployment) => {
    const key = "private-0123456789abcdef0123456789abcdef";
    const sandbox = createSandbox(seed({ today: DATE }), { credentials: CREDENTIALS });
    const settings = SETTINGS[deployment](await serveOnLoopback(sandbox.fetch));
    const token = settings.TEMPO_PAT ?? settings.TEMPO_API_TOKEN ?? "";
    let titles: string[] = [];
    const host = await serveOnLoopback(
      async () =>
        new Response(
          calendar(
            ...titles.map((title, index) =>
              event(`UID:${index}`, `DTSTART:${stamp(`1${index}:00`)}`, "DURATION:PT1H", `SUMMARY:${title}`),
            ),
          ),
        ),
    );
    const address = `${host}/ical/ada%40example.com/${key}/basic.ics`;
    const cutWithin = (secret: string, length: number) =>
      `${"b".repeat(length - secret.length)} ${secret} and more`;
    titles = [
      `PROJ-4 See ${address}`,
      `PROJ-7 ${token}`,
      cutWithin(token, 200),
      cutWithin(token, 255),
      `PROJ-4 ${cutWithin(key, 53)}`,
    ];
    const { client, stderr } = await startCommand([], {
      ...settings,
      HOME: temporaryFolder(),
      TEMPO_STATE_DIR: "off",
      TEMPO_TOOLSETS: "draft",
      TEMPO_CALENDARS: address,
    });
    const call = async (name: string, args: object) =>
      client.callTool({ name, arguments: { startDate: DATE, ...args } });
    const drafted = await call("draft_timesheet", {});
    const draft = replyOf<"draft_timesheet">(drafted);
    const posted = await call("post_draft", { confirm: draft.confirm });
    const shown = entriesOf(draft).map(({ comment }) => comment);
    expect(shown.toSorted()).toEqual(["PROJ-4 See [secret]", "PROJ-7 [secret]"]);
    const comments = [...sandbox.state.worklogs.values()].map(({ description }) => description);
    expect(comments.toSorted()).toEqual(shown.toSorted());
    const written = JSON.stringify([drafted, posted, comments, stderr()]);
    for (const secret of [key, token, address]) expect(written).not.toContain(secret.slice(0, 12));
  },
);
