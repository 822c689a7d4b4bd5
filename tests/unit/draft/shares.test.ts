import { describe, expect, test } from "vitest";
import { type Load, type Room, roundShares, shareDay } from "../../../src/timesheet/draft/shares.ts";

const MINUTE = 60;

/** Minutes of work, and of meetings. */
type Minutes = [work: number, meetings?: number];

/** The minutes of each load, on a date with 480 missing minutes unless given. */
function share(
  loads: Minutes[],
  given: Partial<Room> & { missing?: number; unmapped?: number } = {},
): number[] {
  const { missing = 480, unmapped = 0, fill = false, stepSeconds = 15 * MINUTE } = given;
  const inSeconds = loads.map(
    ([work, meetings = 0]): Load => ({ work: work * MINUTE, meetings: meetings * MINUTE }),
  );
  const room = { missingSeconds: missing * MINUTE, unmappedSeconds: unmapped * MINUTE, fill, stepSeconds };
  return shareDay(inSeconds, room).map((seconds) => seconds / MINUTE);
}

type Given = Parameters<typeof share>[1];

describe("a date", () => {
  test.each<[what: string, loads: Minutes[], given: Given, minutes: number[]]>([
    ["has its evidence", [[120], [60, 30]], {}, [120, 90]],
    ["has its evidence in steps, with their sum in steps too", [[52], [52], [53]], {}, [45, 45, 60]],
    ["has at most what is missing", [[300], [300]], {}, [240, 240]],
    ["is cut in work before meetings", [[300], [100, 200], [200]], {}, [135, 255, 90]],
    ["is cut in meetings once there is no work left", [[300], [0, 600], [0, 200]], {}, [0, 360, 120]],
    ["is cut in no meeting that just fits", [[300], [0, 480]], {}, [0, 480]],
    ["is not stretched unless it is to be filled", [[240]], {}, [240]],
    ["is filled in proportion", [[120], [60]], { fill: true }, [320 - 5, 160 + 5]],
    ["is filled by work, never by meetings", [[100], [20, 60], [0, 60]], { fill: true }, [300, 120, 60]],
    ["is filled to three times the work at most", [[60], [0, 60]], { fill: true }, [180, 60]],
    [
      "is filled to what is missing where steps would go beyond it",
      [[150, 8]],
      { fill: true, missing: 460 },
      [460],
    ],
    ["is never filled by meetings alone", [[0, 60]], { fill: true }, [60]],
    ["leaves the time of evidence without an issue", [[240]], { fill: true, unmapped: 60 }, [420]],
    ["leaves at least that time", [[240]], { fill: true, unmapped: 50 }, [420]],
    ["is cut for no evidence without an issue", [[420]], { fill: true, unmapped: 240 }, [420]],
    [
      "keeps its evidence where the rest of it is for what has no issue",
      [[428]],
      { fill: true, unmapped: 50 },
      [435],
    ],
    ["is filled to the minute", [[240], [60]], { fill: true, missing: 487 }, [390 + 7, 90]],
    ["is cut to the minute", [[600], [300]], { missing: 467 }, [315 + 2, 150]],
    ["has no more than is missing by rounding", [[458]], { missing: 460 }, [460]],
    ["has whole steps where it has less than is missing", [[200]], { missing: 467 }, [195]],
    [
      "has all that is missing if its evidence is just that",
      [[300], [155]],
      { missing: 455 },
      [300 + 5, 150],
    ],
    [
      "has all that is missing if its meetings are just that",
      [
        [0, 155],
        [0, 300],
      ],
      { missing: 455 },
      [150, 300 + 5],
    ],
    ["has the minute that is missing if its evidence is just that", [[1]], { missing: 1 }, [1]],
    ["has the little that is missing", [[200], [100]], { missing: 5 }, [5, 0]],
    ["has nothing without evidence", [], { fill: true }, []],
    ["has nothing of evidence that is logged", [[0], [0, 0]], { fill: true }, [0, 0]],
  ])("%s", (_, loads, given, minutes) => {
    expect(share(loads, given)).toEqual(minutes);
  });

  test("is filled to the second", () => {
    const room = { missingSeconds: 28_801, unmappedSeconds: 0, fill: true, stepSeconds: 900 };
    const loads = [1111, 3333, 7777].map((work) => ({ work, meetings: 0 }));
    const seconds = shareDay(loads, room);
    expect(seconds).toEqual([2700, 8100, 18_001]);
  });
});

describe("a date whose evidence is as many steps as its filled hours", () => {
  const seconds = (loads: [work: number, meetings: number][], room: Partial<Room>) =>
    shareDay(
      loads.map(([work, meetings]) => ({ work, meetings })),
      { missingSeconds: 28_800, unmappedSeconds: 0, fill: true, stepSeconds: 900, ...room },
    );

  test("has the remainders of what is stretched", () => {
    const loads: [number, number][] = [
      [6247, 0],
      [0, 900],
      [6421, 0],
      [9240, 0],
      [5463, 0],
    ];
    expect(seconds(loads, { stepSeconds: 1800 })).toEqual([7200, 0, 7200, 9000, 5400]);
  });

  test("has them beside evidence without an issue too", () => {
    const loads: [number, number][] = [
      [0, 900],
      [2982, 0],
      [1194, 0],
      [8307, 0],
    ];
    expect(seconds(loads, { unmappedSeconds: 14_968 })).toEqual([900, 2700, 900, 9000]);
  });
});

describe("an entry", () => {
  test.each<[what: string, loads: Minutes[], given: Given, minutes: number[]]>([
    ["below half a step is left out, and the largest has its time", [[7], [53], [61]], {}, [0, 45, 75]],
    ["of half a step is kept", [[8], [52]], {}, [15, 45]],
    ["is left out if all are below half a step and are so together", [[3], [4]], {}, [0, 0]],
    ["has the time of all that are below half a step", [[7], [5], [5]], {}, [15, 0, 0]],
    ["is left out by its hours, not its evidence", [[4], [80]], { fill: true }, [15, 240 - 3 + 3]],
    ["is left out where too many others have the steps", [[9], [9], [9]], {}, [15, 15, 0]],
    ["comes first among equal ones", [[20], [20]], { missing: 31 }, [16, 15]],
    ["is in steps of a minute", [[7.4], [53.3]], { stepSeconds: MINUTE }, [8, 53]],
  ])("%s", (_, loads, given, minutes) => {
    expect(share(loads, given)).toEqual(minutes);
  });
});

test("shares have the largest remainders, whatever part of a second they are in", () => {
  expect(roundShares([4, 5, 6], 3, 5, 1)).toEqual([1, 2, 2]);
});
