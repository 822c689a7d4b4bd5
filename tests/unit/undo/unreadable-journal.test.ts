import { appendFileSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { watchedFolder } from "../../helpers/disk.ts";
import { DAYS, openUndo } from "./open-undo.ts";

/** Longer than it takes until a request can be decided that an unreadable record may have announced. */
const LONG_MS = 260_000;

/** Opens undo on a journal in a file, whose lines can be changed. */
function openOnFile(deployment: "cloud" | "datacenter") {
  const { folder } = watchedFolder();
  const path = () => join(folder, readdirSync(folder).find((name) => name.endsWith(".jsonl")) ?? "");
  const opened = openUndo(deployment, {}, folder);
  return {
    ...opened,
    append(text: string) {
      appendFileSync(path(), text);
      const writtenAt = new Date(opened.clock.wallClock());
      utimesSync(path(), writtenAt, writtenAt);
      opened.restart();
    },
    /** Makes the last record of a type one that another version has written; without a time, if `isDated` is false. */
    makeUnreadable(type: string, isDated = true) {
      const lines = readFileSync(path(), "utf8").trimEnd().split("\n");
      const index = lines.findLastIndex((line) => JSON.parse(line).type === type);
      const { at, boot, uptime } = JSON.parse(lines[index] ?? "");
      const record = { type, ...(isDated && { at, boot, uptime }), of: "another version" };
      lines[index] = JSON.stringify(record);
      writeFileSync(path(), `${lines.join("\n")}\n`);
      opened.restart();
    },
  };
}

describe.each(["cloud", "datacenter"] as const)(
  "a journal that cannot be read to the end, on %s",
  (deployment) => {
    test.each([true, false])(
      "ends an undo of the last batch, since a later one may be unreadable (its time is known: %s)",
      async (isDated) => {
        const { post, undo, clock, stored, makeUnreadable } = openOnFile(deployment);
        await post(DAYS[0]);
        await clock.sleep(1000);
        await post(DAYS[1]);
        makeUnreadable("intent", isDated);
        await clock.sleep(LONG_MS);
        await expect(undo()).rejects.toThrow(
          /^Nothing was deleted: a part of the journal cannot be read \(line \d of \w+\.jsonl\), .* run tempofiller undo --batch 1000001\.$/,
        );
        expect(stored()).toEqual([1290000, 1290001]);
        expect(await undo("1000001")).toEqual({ code: 0, outcome: ["1290000 deleted", "Deleted 1 of 1"] });
        expect(stored()).toEqual([1290001]);
      },
    );

    test.each([
      ["at its end", ""],
      ["in its last line but one", '\n{"type":"gone","at":1,"ids":["7"]}\n'],
    ])("ends an undo of the last batch if it was cut off %s before the clock was set", async (_, rest) => {
      const { post, undo, clock, stored, append } = openOnFile(deployment);
      await post(DAYS[0]);
      append(`{"type":"intent","at":1,"batch":7,${rest}`);
      clock.step(3_600_000);
      await expect(undo()).rejects.toThrow("Nothing was deleted: a part of the journal cannot be read");
      expect(stored()).toEqual([1290000]);
    });

    test("lets the last batch be undone if its end is cut off, and was the beginning of an outcome", async () => {
      const { post, undo, stored, append } = openOnFile(deployment);
      await post(DAYS[0]);
      append('{"type":"gone","at":1,"ids":["129');
      expect(await undo()).toEqual({ code: 0, outcome: ["1290000 deleted", "Deleted 1 of 1"] });
      expect(stored()).toEqual([]);
    });

    test("lets the last batch be undone that was sent after the part that cannot be read", async () => {
      const { post, undo, clock, stored, makeUnreadable } = openOnFile(deployment);
      await post(DAYS[0]);
      makeUnreadable("intent");
      await clock.sleep(LONG_MS);
      await post(DAYS[1]);
      expect(await undo()).toEqual({ code: 0, outcome: ["1290001 deleted", "Deleted 1 of 1"] });
      expect(stored()).toEqual([1290000]);
    });

    test("is no reason to keep an entry that is found again as it was sent", async () => {
      const { post, undo, clock, stored, makeUnreadable } = openOnFile(deployment);
      await post(DAYS[0]);
      makeUnreadable("done");
      await clock.sleep(LONG_MS);
      await post(DAYS[0]);
      expect((await undo()).code).toBe(0);
      expect(stored()).toEqual([]);
    });

    test("keeps an entry that nothing proves to be stored, if its worklog was changed by hand since", async () => {
      const { post, undo, clock, changeByHand, stored, makeUnreadable } = openOnFile(deployment);
      await post(DAYS[0]);
      makeUnreadable("done");
      await clock.sleep(LONG_MS);
      changeByHand(1290000, { description: "by hand" });
      const { outcomes } = await post(DAYS[0]);
      expect(outcomes).toMatchObject([{ stored: { id: "1290000" }, alreadyLogged: true }]);
      await expect(undo()).rejects.toThrow("was changed since (worklog 1290000)");
      expect(stored()).toEqual([1290000]);
    });
  },
);
