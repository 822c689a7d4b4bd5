import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { fileWriters } from "../../src/state/file-writers.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { watchedFolder } from "./disk.ts";
import { changesSomething } from "./faults.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";
import { type VirtualClock, virtualClock } from "./virtual-clock.ts";

/** A session that stands for a process, with what ends it. */
export interface Process extends Session {
  /** Ends it at its next request that changes something, or half a second after Tempo has carried that out. */
  killAtNextChange(request: "carried out" | "not carried out"): Promise<void>;
}

export interface Processes {
  clock: VirtualClock;
  folder: string;
  /**
   * All on one state folder and one Tempo.
   *
   * @param beside puts something between this process and the Tempo
   */
  open(options?: SessionOptions, beside?: (fetch: Fetch) => Fetch): Promise<Process>;
}

/**
 * The processes of the running test.
 *
 * @param between puts something between them and the embedded Tempo
 */
export function processes(
  common: SessionOptions = {},
  between: (fetch: Fetch, sandbox: Sandbox) => Fetch = (fetch) => fetch,
): Processes {
  const clock = virtualClock();
  const { folder } = watchedFolder();
  let shared: { sandbox: Sandbox; tempo: Fetch } | undefined;

  async function open(options: SessionOptions = {}, beside = (fetch: Fetch) => fetch): Promise<Process> {
    const never = new Promise<never>(() => {});
    let isDead = false;
    let killed: { request: string; tell(): void } | undefined;
    // Each process reads the clock of the machine anew.
    const own: VirtualClock = {
      ...clock,
      async sleep(milliseconds, signal) {
        await clock.sleep(milliseconds, signal);
        if (isDead) await never;
      },
    };
    const session: Session = await openSession({
      ...common,
      ...options,
      clock: own,
      writers: fileWriters({ clock: own, folder, log: () => {} }),
      upstream: (fetch, ownSandbox) => {
        shared ??= { sandbox: ownSandbox, tempo: between(fetch, ownSandbox) };
        const tempo = beside(shared.tempo);
        return async (request) => {
          if (isDead) return never;
          if (!killed || !(changesSomething(request) || request.method === "DELETE")) return tempo(request);
          if (killed.request === "carried out") {
            // Those that are sent at the same time arrive too.
            await tempo(request);
            await clock.sleep(500);
          }
          isDead = true;
          killed.tell();
          return never;
        };
      },
    });
    return {
      ...session,
      ...(shared && { sandbox: shared.sandbox }),
      killAtNextChange: (request) =>
        new Promise((tell) => {
          killed = { request, tell };
        }),
    };
  }
  return { clock, folder, open };
}
