import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { generateFiles } from "../../scripts/generate/generate-files.ts";
import { npm } from "../../scripts/lib/npm.ts";
import { copyOfProject } from "../helpers/project-copy.ts";
import { ROOT } from "../helpers/root.ts";

test("npm run generate rejects an open reply; a renamed field makes the check fail, and breaks tsc once the files are written", async () => {
  const copy = await copyOfProject();
  const file = join(copy, "contracts/responses.schema.json");
  const contract = await readFile(file, "utf8");

  await writeFile(file, contract.replace('"additionalProperties": false,', ""));
  await expect(generateFiles(copy, { isCheck: false })).rejects.toThrow("must be closed with");

  await writeFile(file, contract.replaceAll('"requiredHours"', '"neededHours"'));
  await expect(generateFiles(copy, { isCheck: true })).rejects.toThrow(
    "Run `npm run generate` and commit the result.",
  );

  await rm(join(copy, "src/generated"), { recursive: true });
  expect(await generateFiles(copy, { isCheck: false })).toContain("wrote src/generated/responses.ts");

  // The domain alone, without the libraries: to check all of it takes ten times as long.
  const settings = JSON.stringify({
    extends: "./tsconfig.json",
    compilerOptions: { skipLibCheck: true },
    include: ["src/timesheet"],
  });
  await writeFile(join(copy, "tsconfig.timesheet.json"), settings);
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  await expect(
    promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.timesheet.json"], { cwd: copy }),
  ).rejects.toMatchObject({ code: 2, stdout: expect.stringContaining("src/timesheet/schedule.ts") });
}, 120_000);

test("npm pack, which builds first, refuses a contract that is newer than what is generated from it, and makes no file", async () => {
  const copy = await copyOfProject();
  const file = join(copy, "contracts/responses.schema.json");
  const before = await readdir(copy);
  await writeFile(file, (await readFile(file, "utf8")).replaceAll('"requiredHours"', '"neededHours"'));
  await expect(npm(copy, "pack")).rejects.toMatchObject({
    stderr: expect.stringMatching(
      /^out of date: .*src\/generated\/reply-validators\.js.*\nRun `npm run generate` and commit the result\.\n/,
    ),
  });
  expect(await readdir(copy)).toEqual(before);
}, 120_000);
