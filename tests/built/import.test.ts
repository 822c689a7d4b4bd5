import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { addDays } from "../../src/timesheet/dates.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { isWrite } from "../helpers/faults.ts";
import { fencedBlocks } from "../helpers/fenced-blocks.ts";
import { ROOT } from "../helpers/root.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const KINDS = ["cloud", "datacenter"] as const;

const FIVE_MINUTES_LATER = join(import.meta.dirname, "../helpers/five-minutes-later.cjs");

const HEADINGS = "date,hours,issue,comment";

/** A year of half hours, twelve a week of them equal to another one: more rows than one call takes. */
const YEAR = [...Array(1200).keys()].map((index) => {
  const date = addDays("2025-01-01", Math.floor(index / 4));
  return `${date},0:30,${index % 2 === 0 ? "PROJ-7" : "PROJ-123"},part ${index % 4 === 3 ? 1 : index % 4}`;
});

function fileOf(lines: readonly string[]): string {
  const path = join(temporaryFolder(), "times.csv");
  writeFileSync(path, [HEADINGS, ...lines, ""].join("\n"));
  return path;
}

describe.each(KINDS)("tempofiller import on %s", (kind) => {
  // Each is deleted on its own, and Tempo Cloud limits requests.
  const count = kind === "cloud" ? 60 : 520;

  test(`logs ${count} rows, a repeat logs none, and the line that it prints undoes all`, async () => {
    const { run, stored } = await serveTempo(kind);
    const path = fileOf(YEAR.slice(0, count));
    const imported = await run(["import", path, "--yes"]);
    const said = `${count} worklogs, ${count / 2} h, logged.\n`;
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining(said) });
    expect(stored().length).toBe(count);
    const repeated = await run(["import", path, "--yes"]);
    expect(repeated).toEqual({ code: 0, stdout: `Nothing to log; ${count} logged already.\n`, stderr: "" });
    const [, batch = ""] = /\nTo undo it: tempofiller undo --batch (\d+)\n/.exec(imported.stdout) ?? [];
    expect(await run(["undo", "--batch", batch, "--yes"])).toMatchObject({ code: 0 });
    expect(stored()).toEqual([]);
  }, 120_000);

  test.each([1, 7])(
    "killed after write %i, the repeat logs what is left, and nothing twice",
    async (write) => {
      let kill: (() => void) | undefined;
      let writes = 0;
      const served = await serveTempo(kind, {
        through: (fetch) => async (request) => {
          const isCounted = isWrite(request);
          const response = await fetch(request);
          if (isCounted && ++writes === write) kill?.();
          return response;
        },
      });
      const path = fileOf(YEAR.slice(0, 120));
      const child = spawn(process.execPath, [COMMAND, "import", path, "--yes"], {
        env: commandEnvironment(served.env),
      });
      kill = () => child.kill("SIGKILL");
      await once(child, "close");
      kill = undefined;
      expect(child.signalCode).toBe(writes >= write ? "SIGKILL" : null);
      const later = { NODE_OPTIONS: `--require=${JSON.stringify(FIVE_MINUTES_LATER)}` };
      expect(await served.run(["import", path, "--yes"], later)).toMatchObject({ code: 0 });
      expect(served.stored().length).toBe(120);
    },
    120_000,
  );
});

test.skipIf(process.platform === "win32")("docs/recipes.md shows lines that work", async () => {
  const recipes = await readFile(join(ROOT, "docs/recipes.md"), "utf8");
  const { text = "" } =
    fencedBlocks(recipes).find((block) => block.text.includes("tempofiller import")) ?? {};
  const folder = temporaryFolder();
  const files = {
    "toggl.csv":
      "Email,Description,Start date,Start time,Duration\na@example.com,DEMO-1 it,2026-01-05,09:00:00,01:00:00",
    "clockify.csv": '"Description","Start Date","Duration (h)"\n"DEMO-1 it","01/31/2026","01:00:00"',
    "harvest.csv": "Date,Notes,Hours,Billable?\n2026-01-05,DEMO-1,0.5,Yes",
    "times.csv": "Day;Spent;Ticket;Work\n31.01.2026;0,5;DEMO-1;it",
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const script = [
    "set -e",
    `tempofiller() { '${process.execPath}' '${COMMAND}' "$@" --sandbox --yes; }`,
    text,
  ].join("\n");
  const { status, stdout } = spawnSync("bash", ["--norc"], { cwd: folder, input: script, encoding: "utf8" });
  expect([status, stdout.match(/^1 worklog, [\d.]+ h, logged\.$/gm)?.length]).toEqual([0, 4]);
});

describe("hostile files", () => {
  const ROW = "2026-01-05,1,PROJ-7,x";
  const MB = 1024 * 1024;
  const FILES: [name: string, content: string | Uint8Array, error: string][] = [
    ["an empty file", "", "is empty"],
    ["blank lines", "\n\n  \n", "is empty"],
    ["headings alone", HEADINGS, "has no rows"],
    ["no headings", `${ROW}\n${ROW}\n`, "No heading is known for the date and the hours"],
    [
      "a heading that is there twice",
      `${HEADINGS},date\n${ROW},x\n`,
      "'date' and 'date' may both be the date",
    ],
    [
      "a quote that is never closed",
      `${HEADINGS}\n${ROW}\n2026-01-05,1,PROJ-7,"x\n${ROW}\n`,
      "has a quote in line 3 or below that is never closed",
    ],
    [
      "a quote within a cell",
      `${HEADINGS}\n${ROW}\n2026-01-05,1,PROJ-7,5" disk\n`,
      "has a quote within a cell in line 3: put",
    ],
    [
      "text behind a quote",
      `${HEADINGS}\n${ROW}\n${ROW}\n2026-01-05,1,PROJ-7,"x"y\n`,
      "has a quote within a cell in line 4: put",
    ],
    ["a NUL", `${HEADINGS}\n${ROW}\n2026-01-05,1,PROJ-7,\0x\n`, "has a NUL character in line 3"],
    [
      "binary",
      Uint8Array.from({ length: 5000 }, (_, index) => (index * 7 + 31) % 256),
      "it is not text in UTF-8, from byte",
    ],
    [
      "a code page",
      Buffer.from(`${HEADINGS}\n${ROW}\n2026-01-05,1,PROJ-7,Gr\xf6\xdfe\n`, "latin1"),
      "it is not text in UTF-8, from byte 70 in line 3 on: save it as UTF-8",
    ],
    [
      "JSON that is cut",
      `{"date":"2026-01-05","hours":1,"issue":"PROJ-7"}\n{"date":\n`,
      "is not JSON in line 2",
    ],
    ["a line of JSON with a fault", `{"date":"2026-01-05"}\n\n{"date":,}\n`, "is not JSON in line 3"],
    [
      "a spreadsheet",
      Buffer.from("PK\x03\x04\x14\0\xb5", "latin1"),
      "it is not text in UTF-8, from byte 7 in line 1 on: save it as UTF-8",
    ],
    ["JSON of no objects", "[1, 2]", "has no JSON object in line 1"],
  ];

  test.each(FILES)("%s ends with a sentence, and nothing is sent", async (_, content, error) => {
    const { run, requests } = await serveTempo("cloud");
    const path = join(temporaryFolder(), "times.csv");
    writeFileSync(path, content);
    const { code, stdout, stderr } = await run(["import", path, "--yes"]);
    expect([code, stdout, requests]).toEqual([2, "", []]);
    expect(stderr).toContain(error);
    expect(stderr.trim().split("\n").length).toBe(1);
  });

  test("a folder, a missing file and a device end with a sentence", async () => {
    const { run, requests } = await serveTempo("cloud");
    const folder = temporaryFolder();
    mkdirSync(join(folder, "a"));
    symlinkSync("/dev/zero", join(folder, "b"));
    for (const [name, why] of [
      ["a", "illegal operation on a directory"],
      ["missing", "no such file or directory"],
      ["b", "not a regular file"],
    ] as const) {
      const path = join(folder, name);
      const { code, stderr } = await run(["import", path, "--yes"]);
      expect([code, stderr]).toEqual([
        2,
        `tempofiller: The file cannot be read: ${why}. Nothing was sent.\n`,
      ]);
    }
    expect(requests).toEqual([]);
  });

  /** Lines of a file, again and again. */
  function large(name: string, bytes: number, line: (index: number) => string): string {
    const path = join(temporaryFolder(), name);
    const file = openSync(path, "w");
    let text = `${HEADINGS}\n`;
    for (let index = 0, written = 0; written < bytes; index += 1) {
      text += line(index);
      if (text.length < MB && written + text.length < bytes) continue;
      written += writeSync(file, text);
      text = "";
    }
    closeSync(file);
    return path;
  }

  function whole(name: string, text: string): string {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, text);
    return path;
  }

  const ROWS = 1_000_000;
  const SHORT = (index: number) => `2026-01-${10 + (index % 9)},1,P-${index % 9},\n`;
  const LARGE: [name: string, make: () => string, error: string][] = [
    [
      "100 MB of rows",
      () => large("a.csv", 100 * MB, (index) => `${ROW} ${"word ".repeat(40)}${index}\n`),
      "cannot be read: larger than 20 MB",
    ],
    [
      "1,000,000 rows",
      () => large("b.csv", ROWS * SHORT(0).length, SHORT),
      "has more than 50000 rows, from line 50002 on: split it",
    ],
    [
      "one cell of 19 MB",
      () =>
        large("c.csv", 19 * MB, (index) =>
          index === 0 ? `${ROW}\n2026-01-05,1,PROJ-7,"` : "word ".repeat(20),
        ),
      "has a quote in line 3 or below that is never closed, or a row of over 256 KB",
    ],
    ["19 MB of commas", () => large("e.csv", 19 * MB, () => `${",".repeat(MB / 4 - 10)}\n`), "has no rows"],
    [
      "19 MB of short cells",
      () => large("f.csv", 19 * MB, () => `${"ab,".repeat(MB / 12 - 10)}\n`),
      "77 of 77 rows are not logged.",
    ],
    [
      "a million empty objects of JSON",
      () => whole("g.json", `[${"{},".repeat(990_000)}{}]`),
      "has more than 50000 rows, from line 50001 on: split it",
    ],
    [
      "1,500,000 keys of JSON",
      () => whole("h.json", `{${[...Array(1_500_000).keys()].map((it) => `"k${it}":1`).join()}}`),
      "has more than 1000 keys: keep those that import takes",
    ],
  ];

  /** The process reports its own peak when it ends. On Linux, maxRSS would begin with that of the process that started it. */
  const PROBE = `data:text/javascript,${encodeURIComponent(`
    import { existsSync, readFileSync } from "node:fs";
    const status = "/proc/self/status";
    process.on("exit", () => process.stderr.write("peak " + (existsSync(status)
      ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, "utf8"))[1]
      : process.resourceUsage().maxRSS)));`)}`;

  test.each(LARGE)(
    "%s end within 30 s and 400 MB, and nothing is sent",
    async (_, make, error) => {
      const { env, requests } = await serveTempo("cloud");
      const path = make();
      const options = { env: { ...env, NODE_OPTIONS: `--import=${PROBE}` }, timeout: 60_000 };
      const startedAt = performance.now();
      const { code, stderr } = await runCommand(["import", path, "--yes"], options);
      const seconds = (performance.now() - startedAt) / 1000;
      const megabytes = Number(/peak (\d+)$/.exec(stderr)?.[1]) / 1024;
      expect([code, requests]).toEqual([2, []]);
      expect(stderr).toContain(error);
      expect(seconds).toBeLessThan(30);
      expect(megabytes).toBeLessThan(400);
    },
    90_000,
  );

  test.skipIf(process.platform === "win32")("stdin that never ends is not read to its end", async () => {
    const { env, requests } = await serveTempo("cloud");
    const line = `yes a,b | '${process.execPath}' '${COMMAND}' import - --yes`;
    const options = { env: commandEnvironment(env), encoding: "utf8", timeout: 30_000 } as const;
    const { status, stderr } = spawnSync("bash", ["--norc", "-c", line], options);
    const error = "tempofiller: The file cannot be read: larger than 20 MB. Nothing was sent.\n";
    expect([status, stderr, requests]).toEqual([2, error, []]);
  });
});
