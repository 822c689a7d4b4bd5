import { closeSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileWriters } from "../../src/state/file-writers.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import { type Disk, mount, openedBy, unmountAll } from "./disk.ts";
import { FileCalls } from "./file-calls.ts";
import { forgetProcess } from "./forget-process.ts";
import type { Process, ProcessState, SharedState } from "./shared-state.ts";

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
    async end() {
      unmountAll(closeSync);
      rmSync(root, { recursive: true });
    },
  };
}
