import type { ReadStream } from "node:tty";
import { systemClock } from "../../runtime/clock.ts";

/** Milliseconds within which the rest of a pasted text arrives; no user types that soon after Enter. */
const PASTE_MS = 100;

interface Key {
  name?: string;
}

/** Asks on the terminal, and notices an answer that was pasted with a line break in it: text comes right after its end. */
export async function wholePaste<Value>(
  stdin: ReadStream,
  question: () => Promise<Value>,
): Promise<{ answer: Value; isCut: boolean }> {
  // Prompts end at a carriage return, and lose what is before a line feed.
  let line = "";
  let endedAt: number | undefined;
  let isBroken = false;
  const listen = (text: string | undefined, { name }: Key = {}) => {
    if (name === "return") {
      endedAt = systemClock.now();
      line = "";
      return;
    }
    if (name === "enter") {
      isBroken ||= line !== "";
      line = "";
      return;
    }
    line += text ?? "";
    if (endedAt === undefined || line.trim() === "") return;
    isBroken = systemClock.now() - endedAt < PASTE_MS;
    endedAt = undefined;
  };
  stdin.on("keypress", listen);
  try {
    const answer = await question();
    stdin.setRawMode(true);
    stdin.resume();
    await systemClock.sleep(PASTE_MS);
    return { answer, isCut: isBroken };
  } finally {
    stdin.off("keypress", listen).pause();
    stdin.setRawMode(false);
  }
}
