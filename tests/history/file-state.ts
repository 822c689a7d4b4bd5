import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileWriters } from "../../src/state/file-writers.ts";
import { acquireLease } from "../../src/state/lease-file.ts";
import type { RecordTime } from "../../src/timesheet/journal/records.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import { type Disk, mount, openedBy, unmountAll } from "./disk.ts";
import { FileCalls } from "./file-calls.ts";
import { forgetProcess } from "./forget-process.ts";
import { LAST_LINE, lineOf, rewritten, WHOLE_JOURNAL } from "./other-version.ts";
import type { Process, ProcessState, SharedState } from "./shared-state.ts";

/** A wait that is longer than any lease is held by a process that is gone. */
const LONGEST_WAIT_MS = 120_000;

/** Returns what the journal has now that this version does not write. */
function add(path: string, shape: number, time: RecordTime): string {
  const text = readFileSync(path, "utf8");
  if (shape === WHOLE_JOURNAL) {
    writeFileSync(path, text.replace('"version":1', '"version":2'));
    return '"version":2';
  }
  if (shape !== LAST_LINE) {
    const line = lineOf(shape, time);
    appendFileSync(path, line);
    return line;
  }
  const start = text.lastIndexOf("\n", text.length - 2) + 1;
  // The header stays, and a torn line is not rewritten.
  if (start === 0 || !text.endsWith("}\n")) return "";
  const line = rewritten(text.slice(start));
  writeFileSync(path, text.slice(0, start) + line);
  return line;
}

/** A state folder of this machine, and one of the other machine. */
export async function fileState(trueTime: VirtualClock): Promise<SharedState> {
  const root = mkdtempSync(join(tmpdir(), "tempofiller-history-"));
  const folders = { here: join(root, "here"), elsewhere: join(root, "elsewhere") };
  for (const folder of Object.values(folders)) mkdirSync(folder);

  /** The view that a process has of its folder. */
  function view({ name, actor, life, clock }: Process): Disk {
    const calls = new FileCalls(life, trueTime);
    const disk: Disk = {
      path: join(root, `view of ${name}`),
      folder: actor === "other machine" ? folders.elsewhere : folders.here,
      before: (call) => calls.before(call),
      after: (call) => calls.after(call),
      wallClock: () => clock.wallClock(),
    };
    mount(disk);
    return disk;
  }

  return {
    open(process): ProcessState {
      const { clock, log } = process;
      const disk = view(process);
      return {
        writers: fileWriters({ clock, folder: disk.path, log }),
        folder: disk.path,
        forget: () => forgetProcess(openedBy(disk)),
      };
    },
    setClock() {},
    setAway() {},
    async addRecords(process, shapes) {
      const { clock } = process;
      const { path, folder } = view(process);
      const file = readdirSync(folder).find((it) => it.endsWith(".jsonl"));
      if (file === undefined) return "";
      const scope = { signal: new AbortController().signal, deadline: clock.now() + LONGEST_WAIT_MS };
      const lease = await acquireLease(path, file.replace(".jsonl", ""), scope, clock);
      const time = { at: clock.wallClock(), ...clock.machine() };
      const added = lease ? shapes.map((shape) => add(join(path, file), shape, time)) : [];
      await lease?.release();
      return added.join("");
    },
    async end() {
      unmountAll(closeSync);
      rmSync(root, { recursive: true });
    },
  };
}
