import { copyFileSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { refusal } from "../../helpers/disk.ts";
import { OWNER, processes, send, states } from "./processes.ts";

describe("a user whom an earlier version knows by another site", () => {
  const NEW = { ...OWNER, site: "https://jira.example.com", formerSite: OWNER.site };

  test("has one journal if there was none, and one lease", async () => {
    const { folder, start } = processes();
    await start({ owner: NEW }).write((writer) => send(writer, "first"));
    const kinds = readdirSync(folder).map((name) => name.replace(/^[0-9a-f]{16}\./, ""));
    expect(kinds.sort()).toEqual(["journal.key", "jsonl", "lease.1"]);
  });

  test("is known by what that version has sent, also while this one runs, and its journal is left alone", async () => {
    const { path, start } = processes();
    const old = start();
    const next = start({ owner: NEW });
    const first = await old.write((writer) => send(writer, "first"));
    const former = path();
    expect(await next.write(states)).toEqual({ [-first]: "open" });
    const second = await old.write((writer) => send(writer, "second"));
    const before = readFileSync(former, "utf8");
    const own = await next.write((writer) => send(writer, "own"));
    const all = { [-first]: "open", [-second]: "open", [own]: "open" };
    expect([await next.write(states), await start({ owner: NEW }).write(states)]).toEqual([all, all]);
    expect(readFileSync(former, "utf8")).toBe(before);
  });

  test("is known by what that version has sent also after the new journal was put in place anew", async () => {
    const { folder, start } = processes();
    const next = start({ owner: NEW });
    const first = await start().write((writer) => send(writer, "first"));
    const own = await next.write((writer) => send(writer, "own"));
    const all = { [-first]: "open", [own]: "open" };
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".jsonl"))) {
      copyFileSync(join(folder, name), join(folder, "copy"));
      renameSync(join(folder, "copy"), join(folder, name));
      expect([await next.write(states), await next.write(states)]).toEqual([all, all]);
    }
  });

  test("is not written for while that version writes", async () => {
    const { clock, start } = processes();
    const old = start();
    await old.write((writer) => send(writer, "first"));
    const holding = old.write(() => clock.sleep(20_000));
    await start({ owner: NEW }).write(async () => expect(clock.now()).toBeGreaterThanOrEqual(20_000));
    await holding;
  });

  test("is written for although the former journal cannot be read", async () => {
    const { path, on, start } = processes();
    await start().write((writer) => send(writer, "first"));
    const former = path();
    const { log, write } = start({ owner: NEW });
    const own = await on(
      (name, args, run) => {
        if (name === "openSync" && args[0] === former) throw refusal("EACCES");
        return run();
      },
      () => write((writer) => send(writer, "own")),
    );
    expect(log).toEqual([expect.stringContaining("(EACCES)")]);
    expect(Object.keys(await write(states))).toContain(String(own));
  });
});
