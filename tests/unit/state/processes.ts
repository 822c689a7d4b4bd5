import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileWriters } from "../../../src/state/file-writers.ts";
import type { Writer } from "../../../src/timesheet/call-context.ts";
import type { Owner } from "../../../src/timesheet/port.ts";
import { watchedFolder } from "../../helpers/disk.ts";
import { keptLog } from "../../helpers/kept-log.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { sent } from "../posting/steps.ts";

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

/** Records that a worklog is about to be sent, as durably as that must be, and returns the number of its intent. */
export async function send({ ledger, confirm }: Writer, comment: string): Promise<number> {
  const number = ledger.nextNumber();
  sent({ comment })(ledger);
  await confirm();
  return number;
}

/** The fate of each intent, by its number. */
export const fates = async ({ ledger }: Writer) =>
  Object.fromEntries(ledger.all().map(({ number, fate }) => [number, fate.is]));
