import type { VirtualClock } from "./virtual-clock.ts";

/** The sentence of a reply that comes now. @param seconds when a request can take effect no more, by the clock's `now` */
export function mayTakeEffectUntil(seconds: number, clock: Pick<VirtualClock, "now" | "wallClock">): string {
  const left = seconds - clock.now() / 1000;
  const until = new Date(clock.wallClock() + left * 1000).toTimeString().slice(0, 8);
  return `It may still take effect until ${until}, ${Math.ceil(left)} seconds from now.`;
}

/** The text about a failed request of which Tempo shows nothing. @param failed the words for the failure */
export const notStored = (failed = "gave no usable answer") =>
  `Not stored: Tempo ${failed}, and shows no such worklog. Send the same call again.`;

/** A reply without the times until when something may take effect, which differ from run to run. */
export function withoutTimes<Reply>(reply: Reply): Reply {
  return JSON.parse(
    JSON.stringify(reply).replaceAll(/until [\d:]{8}, \d+ seconds/g, "until TIME, N seconds"),
  );
}

/** Why a row is not sent whose date an earlier request has. @param seconds as for `mayTakeEffectUntil` */
export function lockedUntil(
  seconds: number,
  clock: Pick<VirtualClock, "now" | "wallClock">,
  what = "on the same date or issue",
): string {
  return (
    `Not sent: Tempo has not said what became of an earlier request ${what}. ${mayTakeEffectUntil(seconds, clock)} ` +
    "Send the same call again then: what exists by then is not stored again."
  );
}
