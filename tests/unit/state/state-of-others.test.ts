import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LAST_NUMBER } from "../../../src/state/lease-file.ts";
import { nameOf } from "../../../src/state/writers.ts";
import { refusal } from "../../helpers/disk.ts";
import { fates, OWNER, processes, send } from "./processes.ts";

const NAME = nameOf(OWNER);

/** A state folder in which another user has left something, by the time of the processes. */
function stateWith(leave: (at: { lease: string; journal: string; last: string; folder: string }) => void) {
  const state = processes();
  const { folder, clock } = state;
  const lease = join(folder, `${NAME}.lease.1`);
  leave({
    lease,
    journal: join(folder, `${NAME}.jsonl`),
    last: join(folder, `${NAME}.lease.${LAST_NUMBER}`),
    folder,
  });
  for (const name of readdirSync(folder)) {
    const seconds = clock.wallClock() / 1000;
    try {
      utimesSync(join(folder, name), seconds, seconds);
    } catch {
      // A link to nothing has no such time.
    }
  }
  return state;
}

const sentence = (folder: string, why: string) =>
  `warn: The state folder ${folder} cannot be used (${why}), so what other processes log is not seen and nothing is remembered. ` +
  "Set TEMPO_STATE_DIR to a folder that you can write to, or to off.";

const pipe = (path: string) => execFileSync("mkfifo", [path]);

// Windows has no such links and pipes.
describe.skipIf(process.platform === "win32")(
  "what another user has left in the state folder delays no call, which says so and goes on",
  () => {
    test.each<[what: string, why: string, leave: Parameters<typeof stateWith>[0]]>([
      ["a lease that is a folder", `${NAME}.lease.1 is no file`, ({ lease }) => mkdirSync(lease)],
      [
        "a lease that is a link to a folder",
        `${NAME}.lease.1 is no file`,
        ({ lease, folder }) => symlinkSync(folder, lease),
      ],
      [
        "a lease that is a link to nothing",
        `${NAME}.lease.1 is no file`,
        ({ lease }) => symlinkSync("none", lease),
      ],
      [
        "a lease that is a link to itself",
        `${NAME}.lease.1 is no file`,
        ({ lease }) => symlinkSync(lease, lease),
      ],
      ["a lease that is a pipe", `${NAME}.lease.1 is no file`, ({ lease }) => pipe(lease)],
      ["a journal that is a pipe", `${NAME}.jsonl is no file`, ({ journal }) => pipe(journal)],
      [
        "a key of the journal that is a pipe",
        "journal.key is no file",
        ({ folder }) => pipe(join(folder, "journal.key")),
      ],
      ["a journal that is a folder", "EISDIR", ({ journal }) => mkdirSync(journal)],
      ["a journal that is a link to itself", "ELOOP", ({ journal }) => symlinkSync(journal, journal)],
    ])("%s", async (_, why, leave) => {
      const { clock, folder, start } = stateWith(leave);
      const { log, write } = start();
      const number = await write((writer) => send(writer, "first"));
      expect(await write(fates)).toEqual({ [number]: "sent" });
      expect([log, clock.now()]).toEqual([[sentence(folder, why)], 0]);
    });

    test.each<[what: string, ending: string, refused: string[]]>([
      ["a lease that cannot be read", ".lease.1", ["readFileSync"]],
      ["a lease and a journal that cannot be read", "", ["readFileSync", "openSync"]],
      ["a last lease that cannot be removed", `.lease.${LAST_NUMBER}`, ["rmSync"]],
    ])("%s, as an ordinary user sees it", async (_, ending, refused) => {
      const { clock, folder, on, start } = stateWith(({ lease, last }) =>
        writeFileSync(
          ending.endsWith(String(LAST_NUMBER)) ? last : lease,
          '{"isReleased":true,"heartbeatAt":1}',
        ),
      );
      const { log, write } = start();
      const number = await on(
        (name, [path], run) => {
          if (refused.includes(name) && String(path).includes(`${NAME}${ending}`)) throw refusal("EACCES");
          return run();
        },
        () => write((writer) => send(writer, "first")),
      );
      expect(number).toBeGreaterThan(0);
      expect([log, clock.now()]).toEqual([[sentence(folder, "EACCES")], 0]);
    });

    test("a lease that cannot be read is followed once it is as old as one that has expired", async () => {
      const { clock, on, start } = stateWith(({ lease }) => writeFileSync(lease, ""));
      clock.advance(3_600_000);
      const { log, write } = start();
      const number = await on(
        (name, [path], run) => {
          if (name === "readFileSync" && String(path).endsWith(".lease.1")) throw refusal("EACCES");
          return run();
        },
        () => write((writer) => send(writer, "first")),
      );
      expect(await start().write(fates)).toEqual({ [number]: "sent" });
      expect(log).toEqual([]);
    });
  },
);
