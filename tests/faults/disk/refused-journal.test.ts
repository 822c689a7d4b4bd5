import { expect, test } from "vitest";
import { fileWriters } from "../../../src/state/file-writers.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";
import { rejected } from "../../helpers/fault-script.ts";
import { isWrite } from "../../helpers/faults.ts";
import { POST } from "../../helpers/inputs.ts";
import { seed } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { heldBy } from "./calls.ts";

const row = (issueKey: string, hours: number, description: string) => ({
  issueKey,
  hours,
  date: "2026-01-05",
  description,
});

/** A file of the journal that takes no records. */
const refusesRecords = (name: string, [path, flags]: readonly unknown[], run: () => unknown) => {
  if (name === "openSync" && String(path).endsWith(".jsonl") && flags !== "r") throw refusal("ENOSPC");
  return run();
};

test.each(["cloud", "datacenter"] as const)(
  "on %s, rows whose record the disk refused and that Tempo rejected are never taken for what another process stored since",
  async (deployment) => {
    const { folder, on } = watchedFolder();
    const clock = virtualClock();
    const processes = [1, 2].map(() => fileWriters({ clock, folder, log: () => {} }));
    let [writers = processes[0], isRejecting] = [processes[0], false];
    const session = await openSession({
      deployment,
      clock,
      seed: seed(),
      writers: { run: (...call) => (writers ?? processes[0])?.run(...call) as never },
    });
    session.tempo.onWrite(() => isRejecting, rejected(400));
    const mine = [row("PROJ-123", 1, "Mine"), row("PROJ-7", 1, "Mine, too")];
    const theirs = [row("PROJ-123", 2, "Theirs"), row("PROJ-7", 2, "Theirs, too")];

    isRejecting = true;
    await on(refusesRecords, () => session.call("bulk_post_worklogs", { worklogs: mine }));
    isRejecting = false;
    writers = processes[1];
    await session.reply("bulk_post_worklogs", { worklogs: theirs });
    writers = processes[0];
    const { results } = await session.reply("bulk_post_worklogs", { worklogs: mine });

    expect(results.map((it) => [it.success, "alreadyLogged" in it, it.hours])).toEqual([
      [true, false, 1],
      [true, false, 1],
    ]);
    expect(heldBy(session)).toEqual([
      "2026-01-05 10007 1 h Mine, too",
      "2026-01-05 10007 2 h Theirs, too",
      "2026-01-05 10123 1 h Mine",
      "2026-01-05 10123 2 h Theirs",
    ]);
  },
);

test.each(["cloud", "datacenter"] as const)(
  "on %s, a batch is stored although each flush of the disk takes 4 s",
  async (deployment) => {
    const { folder, on } = watchedFolder();
    const clock = virtualClock();
    const session = await openSession({
      deployment,
      clock,
      writers: fileWriters({ clock, folder, log: () => {} }),
    });
    const issues = ["PROJ-123", "PROJ-7", "PROJ-4", "NEW-50"];
    const worklogs = issues.flatMap((issueKey) => [row(issueKey, 1, ""), row(issueKey, 2, "")]);
    const { results } = await on(
      (name, _, run) => {
        if (name === "fdatasync") return clock.sleep(4000);
        // A process that waits for the disk itself confirms no lease meanwhile.
        if (name === "fdatasyncSync") return clock.advance(4000);
        return run();
      },
      () => session.reply("bulk_post_worklogs", { worklogs }),
    );
    expect(results.filter(({ success }) => success)).toHaveLength(8);
    expect(heldBy(session)).toHaveLength(8);
  },
);

test.each(["cloud", "datacenter"] as const)(
  "on %s, what is sent again later than a lease lasts without a confirmation is stored, though one was refused",
  async (deployment) => {
    const { folder, on } = watchedFolder();
    const clock = virtualClock();
    const session = await openSession({
      deployment,
      clock,
      writers: fileWriters({ clock, folder, log: () => {} }),
      upstream: (fetch) => async (request) => {
        if (isWrite(request)) await clock.sleep(5000);
        return fetch(request);
      },
    });
    session.tempo.onWrite(({ number }) => number <= 3, "rate limit, with Retry-After", { retryAfter: 1 });
    let lease: unknown;
    let written = 0;
    const { worklog } = await on(
      (name, [target], run) => {
        if (name === "writeSync" && target === lease) written += 1;
        if (name === "writeSync" && target === lease && written === 2) throw refusal("EIO");
        const result = run();
        if (name === "openSync" && /\.lease\.\d+$/.test(String(target))) lease = result;
        return result;
      },
      () => session.reply("post_worklog", POST),
    );
    expect(worklog.id).toBe("1290000");
    expect(written).toBeGreaterThan(6);
    expect(heldBy(session)).toHaveLength(1);
  },
);
