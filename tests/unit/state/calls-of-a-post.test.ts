import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileWriters } from "../../../src/state/file-writers.ts";
import { watchedFolder } from "../../helpers/disk.ts";
import { isWrite } from "../../helpers/faults.ts";
import { POST } from "../../helpers/inputs.ts";
import { openSession } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

/** The request that stores the worklog. */
const SENT = "POST";

test.each(["cloud", "datacenter"] as const)(
  "a post on %s makes fewer than 20 calls of the disk until its reply, one of them a flush",
  async (deployment) => {
    const { folder, on } = watchedFolder();
    const clock = virtualClock();
    const writers = fileWriters({ clock, folder, log: () => {} });
    const calls: string[] = [];
    const session = await openSession({
      ...{ deployment, clock, writers },
      upstream: (fetch) => (request) => {
        if (isWrite(request)) calls.push(SENT);
        return fetch(request);
      },
    });
    // The first one makes the files.
    await session.reply("post_worklog", { ...POST, description: "first" });
    const journal = join(folder, readdirSync(folder).find((name) => name.endsWith(".jsonl")) ?? "");
    calls.length = 0;
    let opened: unknown;
    await on(
      (name, args, run) => {
        const result = run();
        if (name === "openSync" && args[0] === journal) opened = result;
        calls.push([journal, opened].includes(args[0]) ? `${name} of the journal` : name);
        return result;
      },
      () => session.reply("post_worklog", { ...POST, description: "second" }),
    );
    expect(calls.filter((call) => call !== SENT).length).toBeLessThan(20);
    expect(calls).toEqual([
      ...["readdirSync", "lstatSync", "readFileSync", "openSync", "writeSync", "readdirSync", "unlinkSync"],
      ...["openSync", "fstatSync", "readSync"].map((name) => `${name} of the journal`),
      ...["statSync", "writeSync", "fdatasync"].map((name) => `${name} of the journal`),
      ...["readdirSync", SENT],
      ...["statSync", "writeSync", "closeSync"].map((name) => `${name} of the journal`),
      ...["writeSync", "closeSync"],
    ]);
  },
);
