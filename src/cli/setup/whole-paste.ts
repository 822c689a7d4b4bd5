import type { ReadStream } from "node:tty";
import { systemClock } from "../../runtime/clock.ts";

/** Milliseconds within which the rest of a pasted text arrives; nobody types that soon after Enter. */
const PASTE_MS = 100;

interface Key {
  name?: string;
}

/** Asks on the terminal, and notices text right after the Enter that ends the answer: it was pasted with a line break in it. */
export async function wholePaste<Value>(
  stdin: ReadStream,
  question: () => Promise<Value>,
): Promise<{ answer: Value; isCut: boolean }> {
  let rest = "";
  const listen = (text: string | undefined, { name }: Key = {}) => {
    rest = name === "return" || name === "enter" ? "" : rest + (text ?? "");
  };
  stdin.on("keypress", listen);
  try {
    const answer = await question();
    stdin.setRawMode(true);
    stdin.resume();
    await systemClock.sleep(PASTE_MS);
    return { answer, isCut: rest.trim() !== "" };
  } finally {
    stdin.off("keypress", listen).pause();
    stdin.setRawMode(false);
  }
}
