import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompareOutput } from "../../src/generated/outputs.ts";
import type { NewWorklog } from "../../src/sandbox/state.ts";
import { commandEnvironment } from "../lib/command-environment.ts";
import { BareSender } from "./bare-sender.ts";
import { dateAfter } from "./dates.ts";
import { memoryOf } from "./memory.ts";
import type { Section } from "./section.ts";
import { ACCOUNT_ID, ISSUES, startUpstream, type Upstream } from "./upstream.ts";

/** Worklogs on each side, over three years. */
const COUNT = 50_000;
const DAYS = 1095;
const RANGE = "2024-01-01..2026-12-30";

/** Seconds beyond the requests alone, and megabytes. */
const LIMITS = { seconds: 20, megabytes: 300 };

/** One of so many worklogs has a mistake, each kind by turns. */
const EVERY = 100;

const MISTAKES: ((worklog: NewWorklog) => NewWorklog[])[] = [
  () => [],
  (it) => [it, it],
  (it) => [{ ...it, startDate: dateAfter(it.startDate, 1) }],
  (it) => [{ ...it, timeSpentSeconds: it.timeSpentSeconds + 60, billableSeconds: it.billableSeconds + 60 }],
  (it) => [{ ...it, attributes: {} }],
];

/** Compares 50,000 worklogs of a Data Center with those of a Cloud: all mistakes must be found, within a time and a memory. */
export async function measureCompare(command: string): Promise<Section> {
  const old = Array.from({ length: COUNT }, (_, index): NewWorklog => {
    // A worklog with a mistake has a comment of its own, so that nothing else explains it; of the others, many are alike.
    const comment = index % EVERY === 0 ? `Work ${index}` : `Task of kind ${index % 7}`;
    return {
      issueId: ISSUES[index % ISSUES.length]?.id ?? 0,
      accountId: ACCOUNT_ID,
      startDate: dateAfter("2024-01-01", index % DAYS),
      timeSpentSeconds: 600,
      billableSeconds: 600,
      description: comment,
      attributes: { _Role_: "Lead" },
    };
  });
  const moved = old.flatMap((worklog, index) => {
    if (index % EVERY > 0) return [worklog];
    return MISTAKES[(index / EVERY) % MISTAKES.length]?.(worklog) ?? [];
  });
  const further = { workAttributes: [{ id: 1, key: "_Role_", name: "Role", required: false }] };
  const issues = ISSUES.map((issue) => ({
    ...issue,
    key: issue.key.replace("BENCH", "CLOUD"),
    formerKeys: [issue.key],
  }));
  const sites = {
    old: await startUpstream("datacenter", old, further),
    new: await startUpstream("cloud", moved, { ...further, issues }),
  };
  const bare = new BareSender();
  try {
    const measured = await run(command, sites);
    const requests = [...sites.old.takeRequests(), ...sites.new.takeRequests()];
    const own = (await bare.send(requests)) / 1000;
    const added = measured.seconds - own;
    const each = COUNT / EVERY / MISTAKES.length;
    const { missing, doubled, shifted, changed, attributeLost, renamed, equal, onlyOnSecond } =
      measured.summary;
    const found = [missing, doubled, shifted, changed, attributeLost];
    const missed = [
      ...(added > LIMITS.seconds ? [`compare adds ${added.toFixed(1)} s, more than ${LIMITS.seconds}`] : []),
      ...(measured.megabytes > LIMITS.megabytes
        ? [`compare takes ${measured.megabytes.toFixed(0)} MB, more than ${LIMITS.megabytes}`]
        : []),
      ...(found.some((count) => count !== each) || equal + onlyOnSecond > 0 || renamed !== COUNT - 4 * each
        ? [`compare finds ${JSON.stringify(measured.summary)}, not ${each} mistakes of each kind`]
        : []),
    ];
    return {
      title: `compare: ${COUNT.toLocaleString("en")} worklogs of three years on Data Center and Cloud, ${each} mistakes of each of five kinds`,
      columns: ["", "measured", "limit"],
      rows: [
        ["requests", requests.length, ""],
        ["time of the requests alone, s", own, ""],
        ["time added, s", added, LIMITS.seconds],
        ["highest memory, MB", measured.megabytes, LIMITS.megabytes],
      ],
      missed,
    };
  } finally {
    await bare.close();
    for (const site of Object.values(sites)) await site.close();
  }
}

async function run(command: string, sites: Record<"old" | "new", Upstream>) {
  const folder = mkdtempSync(join(tmpdir(), "tempofiller-bench-"));
  try {
    mkdirSync(join(folder, "tempofiller"));
    for (const [name, { settings }] of Object.entries(sites)) {
      const lines = Object.entries(settings).map(([variable, value]) => `${variable}=${value}\n`);
      writeFileSync(join(folder, `tempofiller/${name}.env`), lines.join(""), { mode: 0o600 });
    }
    const env = commandEnvironment({
      XDG_CONFIG_HOME: folder,
      TEMPO_CONFIG_FILE: "",
      TEMPO_STATE_DIR: "off",
    });
    const before = performance.now();
    const child = spawn(process.execPath, [command, "compare", "old", "new", RANGE, "--json"], {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let [output, megabytes] = ["", 0];
    const watch = setInterval(async () => {
      const { now, highest = now } = await memoryOf(child.pid ?? 0).catch(() => ({ now: 0, highest: 0 }));
      megabytes = Math.max(megabytes, highest || 0);
    }, 20);
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
    });
    await once(child, "close");
    clearInterval(watch);
    const seconds = (performance.now() - before) / 1000;
    const { summary } = JSON.parse(output) as Required<CompareOutput>;
    return { seconds, megabytes, summary };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
