import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leases } from "./leases.ts";

test("the next holder of a lease is one of several processes that want it, again and again", async () => {
  const { folder } = leases();
  const script = join(import.meta.dirname, "contend.ts");
  const outputs = await Promise.all(
    ["a", "b", "c"].map(async (name) => {
      const child = spawn(process.execPath, ["--import", "tsx", script, folder, name]);
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (chunk) => {
          output += String(chunk);
        });
      await once(child, "close");
      return output;
    }),
  );
  expect(outputs).toEqual(Array(3).fill("held 15 times, alone\n"));
});
