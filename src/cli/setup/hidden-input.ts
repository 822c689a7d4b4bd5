import type { Readable } from "node:stream";
import { ReadStream } from "node:tty";
import { exitAfter } from "../shutdown.ts";
import { cancelled } from "./cancelled.ts";

const CTRL_C = 3;

/** Milliseconds to print the message before the process ends. */
const TIME_TO_REPORT = 100;

/**
 * Does some work that changes nothing. If stdin is a terminal, what is typed meanwhile is neither shown nor kept.
 *
 * @throws CancelledError on Ctrl-C; the process then ends without waiting for the work
 */
export async function withHiddenInput<Value>(stdin: Readable, work: () => Promise<Value>): Promise<Value> {
  if (!(stdin instanceof ReadStream && stdin.isTTY && stdin.readable)) return work();
  let discard = (_: Buffer): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    discard = (typed) => {
      if (!typed.includes(CTRL_C)) return;
      exitAfter(TIME_TO_REPORT);
      reject(cancelled());
    };
  });
  stdin.setRawMode(true);
  stdin.on("data", discard).resume();
  try {
    return await Promise.race([work(), interrupted]);
  } finally {
    stdin.off("data", discard).pause();
    stdin.setRawMode(false);
  }
}
