import { closeSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileWriters } from "../../src/state/file-writers.ts";
import type { VirtualClock } from "../helpers/virtual-clock.ts";
import { type Disk, type FileCall, mount, openedBy, unmountAll, type Verdict } from "./disk.ts";
import type { Life, PlacedFault } from "./life.ts";
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

/** The faults that a process's calls of the file system meet. */
class FileCalls {
  readonly #life: Life;
  readonly #clock: VirtualClock;
  #diesAfter: PlacedFault | undefined;

  constructor(life: Life, clock: VirtualClock) {
    this.#life = life;
    this.#clock = clock;
  }

  before({ name, writes, syncs }: FileCall): Verdict {
    const life = this.#life;
    // A dead process may run on to its next wait; its calls have no effect.
    if (!life.isAlive) return /^(write|close|unlink|rm)/.test(name) ? "does nothing" : { error: "EIO" };
    const places = syncs ? (["file", "sync"] as const) : (["file"] as const);
    for (const fault of life.next(places, (it) => it.does !== "fail" || writes || !it.writesOnly)) {
      if (fault.does === "kill" && fault.when === "after") {
        this.#diesAfter = fault;
        continue;
      }
      life.meet(fault, name);
      if (fault.does === "fail") return { error: fault.code };
      if (fault.does === "slow") this.#clock.advance(fault.ms);
      if (fault.does === "tear" || fault.does === "kill") {
        life.kill(fault.isGone);
        return { error: "EIO", isTorn: fault.does === "tear" };
      }
    }
    return "runs";
  }

  after({ name }: FileCall): void {
    const fault = this.#diesAfter;
    if (fault?.does !== "kill") return;
    this.#diesAfter = undefined;
    this.#life.meet(fault, name);
    this.#life.kill(fault.isGone);
  }
}

/** No process has this number. */
const NO_PROCESS = 999_999_999;

/** Gives the leases that a process has left behind the number of none: all processes of a test are one to the system. */
function forgetProcess(paths: readonly string[]): void {
  // Another process may have removed a lease that was lost.
  for (const path of paths.filter((it) => it.includes(".lease.") && existsSync(it))) {
    const content = parse(readFileSync(path, "utf8"));
    if (content) writeFileSync(path, JSON.stringify({ ...content, pid: NO_PROCESS }).padEnd(256));
  }
}

function parse(text: string): object | undefined {
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}
