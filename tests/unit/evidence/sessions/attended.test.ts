import { expect, test } from "vitest";
import { splitMoments } from "../../../../src/evidence/sessions/attended.ts";
import type { Moment } from "../../../../src/evidence/sessions/transcript.ts";

const at = (time: string) => Date.parse(`2026-01-12T${time}:00Z`);
const timeOf = (ms: number) => new Date(ms).toISOString().slice(11, 16);

/** The moments of a session: a time with ! is a prompt, one with ? tells nothing. Copies of a line have the same id. */
function session(name: string, times: string, id?: string): Moment[] {
  return times.split(" ").map((time) => ({
    ...{ at: at(time.slice(0, 5)), session: name, folder: "/work/shop", branch: undefined },
    id,
    isOfUser: time.endsWith("?") ? undefined : time.endsWith("!"),
  }));
}

function split(...sessions: Moment[][]) {
  const { attended, alone } = splitMoments(sessions.flat());
  return {
    attended: attended.map((moment) => timeOf(moment.at)).join(" "),
    alone: alone.map(({ from, to }) => `${timeOf(from)}-${timeOf(to)}`).join(" "),
  };
}

test.each([
  ["for half an hour after a prompt", "09:00! 09:20 09:30 09:31", "09:00 09:20 09:30", "09:30-09:31"],
  ["from the last moment that is the user's", "09:00! 09:20 09:40", "09:00 09:20", "09:20-09:40"],
  ["up to half an hour before a prompt", "09:00! 09:30 09:50 10:10!", "09:00 09:30 10:10", "09:30-09:40"],
  ["not in half an hour before a prompt", "09:00! 09:30 09:50 10:00!", "09:00 09:30 10:00", ""],
  ["up to half an hour before the first prompt", "02:00 02:10 02:30 02:31!", "02:31", "02:00-02:01"],
  ["up to the last line, long before a prompt", "02:00 02:10 03:00!", "03:00", "02:00-02:10"],
  [
    "between prompts as far as no draft takes it for the user's",
    "09:00! 09:30 09:50 10:10! 10:40 10:50 11:20!",
    "09:00 09:30 10:10 10:40 11:20",
    "09:30-09:40 10:40-10:50",
  ],
  [
    "without a gap of more than half an hour",
    "09:00! 09:31 10:01 10:32 10:40",
    "09:00",
    "09:31-10:01 10:32-10:40",
  ],
  ["from the first line, without a prompt", "02:00 02:10", "", "02:00-02:10"],
  ["whatever the order of the lines", "09:31 09:30 09:00!", "09:00 09:30", "09:30-09:31"],
  ["if only some lines tell", "09:00! 09:31? 09:40?", "09:00", "09:31-09:40"],
  ["but not if no line tells", "09:00? 11:00? 11:10?", "09:00 11:00 11:10", ""],
])("an assistant works alone %s", (_, times, attended, alone) => {
  expect(split(session("a", times))).toEqual({ attended, alone });
});

test("sessions side by side are alone each for itself, and a prompt in one attends no other", () => {
  expect(
    split(session("a", "02:00 02:20"), session("b", "02:10! 02:15"), session("c", "02:05 02:25")),
  ).toEqual({
    attended: "02:10 02:15",
    alone: "02:00-02:20 02:05-02:25",
  });
});

test("agents of one session are one session, which is attended by its prompts", () => {
  expect(split(session("a", "09:00!"), session("a", "09:10 09:31"), session("a", "09:20 09:40"))).toEqual({
    attended: "09:00 09:10 09:20",
    alone: "09:20-09:31 09:31-09:40",
  });
});

test("a session that was copied is alone once, and goes on from the copied lines", () => {
  const original = "02:00! 03:00 03:10";
  const sessions = [session("a", original, "1"), session("b", `${original} 03:20`, "1")];
  expect(split(...sessions).alone).toBe("03:00-03:10 03:10-03:20");
  expect(split(...sessions.toReversed()).alone).toBe("03:00-03:10 03:10-03:20");
});

test.each([
  ["other", ["1", "2"]],
  ["unnamed", [undefined, undefined]],
])("sessions with %s lines at the same moments are two", (_, ids) => {
  const sessions = ids.map((id, index) => session(`session ${index}`, "02:00! 03:00 03:10", id));
  expect(split(...sessions).alone).toBe("03:00-03:10 03:00-03:10");
});
