import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { generateFiles } from "../../scripts/generate/generate-files.ts";
import { copyOfProject } from "../helpers/project-copy.ts";
import { ROOT } from "../helpers/root.ts";

describe("npm run generate", () => {
  test("--check finds the committed files up to date", async () => {
    // The script runs in this process: the generators take seconds to load, and the next test needs them too.
    vi.spyOn(process, "argv", "get").mockReturnValue([process.execPath, "scripts/generate.ts", "--check"]);
    const print = vi.spyOn(console, "log").mockReturnValue();
    onTestFinished(() => void vi.restoreAllMocks());
    await import("../../scripts/generate.ts");
    expect(print.mock.calls).toEqual([[expect.stringMatching(/^\d+ generated files are up to date\.$/)]]);
  }, 120_000);

  test("rejects an open reply; a renamed field makes the check fail, and breaks tsc once the files are written", async () => {
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
});
