import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileWriters } from "../../../src/state/file-writers.ts";
import type { Owner } from "../../../src/timesheet/port.ts";
import type { Writer } from "../../../src/timesheet/writers.ts";
import { watchedFolder } from "../../helpers/disk.ts";
import { keptLog } from "../../helpers/kept-log.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { newWorklog } from "../posting/worklogs.ts";

export const OWNER = { site: "https://acme.example.com", worker: "ada" };

/** Processes of one person on one folder. */
export function processes() {
  const disk = watchedFolder();
  const clock = virtualClock();
  const journals = () => readdirSync(disk.folder).filter((name) => name.endsWith(".jsonl"));
  return {
    ...disk,
    clock,
    path: () => join(disk.folder, journals()[0] ?? ""),
    start({
      owner = OWNER,
      signal = new AbortController().signal,
    }: {
      owner?: Owner;
      signal?: AbortSignal;
    } = {}) {
      const log: string[] = [];
      const writers = fileWriters({ clock, folder: disk.folder, log: keptLog(log) });
      const write = <Result>(use: (writer: Writer) => Promise<Result>) =>
        writers.run(owner, { signal, deadline: clock.now() + 47_500 }, use);
      return { log, write };
    },
  };
}

/** Records that a worklog is sent, sends it, and returns its entry. */
export async function send({ journal, confirm }: Writer, comment: string): Promise<number> {
  const worklog = newWorklog({ comment });
  const entry = journal.sending([worklog], { batch: journal.newBatch(), afterId: "0", again: () => [] });
  await confirm();
  return entry.get(worklog) ?? 0;
}

/** The state of each entry. */
export const states = async ({ journal }: Writer) =>
  Object.fromEntries(journal.entries().map(({ entry, state }) => [entry, state]));
