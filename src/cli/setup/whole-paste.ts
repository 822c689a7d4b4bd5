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
  let isEnded = false;
  let isBroken = false;
  const listen = (text: string | undefined, { name }: Key = {}) => {
    if (name === "return") {
      isEnded = true;
      line = "";
      return;
    }
    if (name === "enter") {
      isBroken ||= line !== "";
      line = "";
      return;
    }
    if (isEnded) isBroken = false;
    isEnded = false;
    line += text ?? "";
  };
  stdin.on("keypress", listen);
  try {
    const answer = await question();
    stdin.setRawMode(true);
    stdin.resume();
    await systemClock.sleep(PASTE_MS);
    return { answer, isCut: isBroken || line.trim() !== "" };
  } finally {
    stdin.off("keypress", listen).pause();
    stdin.setRawMode(false);
  }
}
