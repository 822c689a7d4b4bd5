import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import type { CompareOutput } from "../../src/generated/outputs.ts";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { companyNetwork } from "../helpers/company-network.ts";
import { SETTINGS } from "../helpers/doctor.ts";
import { fencedBlocks } from "../helpers/fenced-blocks.ts";
import { ROOT } from "../helpers/root.ts";
import { startSandbox } from "../helpers/sandbox-command.ts";
import { worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { emptyHome } from "../helpers/setup.ts";
import { settingsOf } from "../helpers/two-sites.ts";

type Kind = Deployment["kind"];

/** Thirty worklogs on two issues, some of them equal. */
const WORKLOGS = Array.from({ length: 30 }, (_, index) =>
  worklog({
    startDate: `2026-01-${String(1 + Math.floor(index / 3)).padStart(2, "0")}`,
    issueId: index % 3 === 0 ? 10007 : 10123,
    timeSpentSeconds: 3600,
    description: index % 2 === 0 ? "Alike" : `Work ${index}`,
  }),
);

/** A user with two profiles, whose settings are in their files alone. */
function profiles(settings: { old: Record<string, string>; new: Record<string, string> }) {
  const { home, env: given } = emptyHome();
  const env = { ...given, TEMPO_CONFIG_FILE: "", TEMPO_STATE_DIR: join(home, "state") };
  for (const [name, values] of Object.entries(settings)) {
    const path = settingsOf(env, name);
    mkdirSync(dirname(path), { recursive: true });
    const lines = Object.entries(values).map(([variable, value]) => `${variable}=${value}\n`);
    writeFileSync(path, lines.join(""), { mode: 0o600 });
  }
  const compare = async (options: readonly string[] = [], others: Record<string, string> = {}) => {
    const line = ["compare", "old", "new", "2026-01", "--json", ...options];
    const { code, stdout, stderr } = await runCommand(line, { env: { ...env, ...others } });
    if (stdout === "") throw new Error(stderr);
    return { code, stderr, output: JSON.parse(stdout) as CompareOutput };
  };
  return { env, compare };
}

async function twoSites(kinds: [Kind, Kind], through: (fetch: Fetch) => Fetch = (fetch) => fetch) {
  const old = await serveTempo(kinds[0], { seed: { worklogs: WORKLOGS } });
  const moved = await serveTempo(kinds[1], { seed: { worklogs: WORKLOGS.slice(0, 4) }, through });
  const urls = { old: SETTINGS[kinds[0]](old.url), new: SETTINGS[kinds[1]](moved.url) };
  return { old, moved, ...profiles(urls) };
}

const contents = ({ moved }: Awaited<ReturnType<typeof twoSites>>) =>
  [...moved.sandbox.state.worklogs.values()]
    .map(({ startDate, issueId, timeSpentSeconds, description }) =>
      JSON.stringify([startDate, issueId, timeSpentSeconds, description]),
    )
    .sort();

const WANTED = WORKLOGS.map(({ startDate, issueId, timeSpentSeconds, description }) =>
  JSON.stringify([startDate, issueId, timeSpentSeconds, description]),
).sort();

const isPost = ({ method, url }: Request) => method === "POST" && !/search|bulkfetch/.test(url);

const FIVE_MINUTES_LATER = join(import.meta.dirname, "../helpers/five-minutes-later.cjs");

/** The writes at which something happens: one, or all that there are with `COMPARE_FAULTS=full npx vitest run --project built tests/built/compare.test.ts`. Cloud takes an issue's worklogs in one. */
const WRITES = { cloud: [2], datacenter: [3] };
if (process.env.COMPARE_FAULTS === "full")
  Object.assign(WRITES, { cloud: [1, 2], datacenter: Array.from({ length: 26 }, (_, index) => index + 1) });

const FAULTS = [
  "killed before it is stored",
  "killed once it is stored",
  "lost once it is stored",
  "lost before it is stored",
] as const;

describe.each<[Kind, Kind]>([
  ["datacenter", "cloud"],
  ["cloud", "datacenter"],
])("from %s to %s", (...kinds) => {
  test.each(FAULTS.flatMap((fault) => WRITES[kinds[1]].map((write) => ({ fault, write }))))(
    "--post of which write $write is $fault is finished by the next one, and nothing is there twice",
    async ({ fault, write }) => {
      let writes = 0;
      let child: ChildProcess | undefined;
      const sites = await twoSites(kinds, (fetch) => async (request) => {
        if (!isPost(request)) return fetch(request);
        writes += 1;
        if (writes !== write) return fetch(request);
        const isStored = fault.endsWith("once it is stored");
        if (isStored) await fetch(request);
        if (fault.startsWith("killed")) child?.kill("SIGKILL");
        return new Response("", { status: 502 });
      });
      child = spawn(process.execPath, [COMMAND, "compare", "old", "new", "2026-01", "--post", "--yes"], {
        env: commandEnvironment(sites.env),
        stdio: "ignore",
      });
      await once(child, "close");
      const later = { NODE_OPTIONS: `--require ${FIVE_MINUTES_LATER}` };
      await sites.compare(["--post", "--yes"], later);
      expect(contents(sites)).toEqual(WANTED);
      expect(await sites.compare(["--post", "--yes"])).toMatchObject({
        code: 0,
        output: { summary: { totalEntries: 30, equal: 30, missing: 0 } },
      });
      expect(contents(sites)).toEqual(WANTED);
      expect([...sites.old.sandbox.state.worklogs.values()].length).toBe(30);
      expect(writes).toBeGreaterThanOrEqual(write);
    },
    120_000,
  );
});

test.each([
  ["old", "new"],
  ["new", "old"],
] as const)(
  "each profile has its own proxy and certificates, here %s those of a company",
  async (inCompany, outside) => {
    const company = await companyNetwork();
    const { url } = await serveTempo("datacenter");
    const pat = SANDBOX_CREDENTIALS.personalAccessToken;
    const settings = {
      [inCompany]: {
        TEMPO_BASE_URL: company.url,
        TEMPO_PAT: pat,
        HTTPS_PROXY: company.proxy,
        NODE_EXTRA_CA_CERTS: company.caFile,
      },
      [outside]: SETTINGS.datacenter(url),
    } as Record<"old" | "new", Record<string, string>>;
    const { compare } = profiles(settings);
    expect(await compare()).toMatchObject({ code: 0, stderr: "", output: { unknown: [] } });
    expect(new Set(company.asked)).toEqual(new Set([`CONNECT ${new URL(company.url).hostname}:443`]));
  },
);

test("a site in the environment, which would be read as both, is refused", async () => {
  const sites = await twoSites(["datacenter", "datacenter"]);
  const { code, stdout, stderr } = await runCommand(["compare", "old", "new"], {
    env: { ...sites.env, TEMPO_BASE_URL: sites.moved.url },
  });
  expect({ code, stdout, stderr }).toEqual({
    code: 3,
    stdout: "",
    stderr: expect.stringContaining("TEMPO_BASE_URL of the environment wins over that of the profile old"),
  });
  expect([...sites.old.requests, ...sites.moved.requests]).toEqual([]);
});

test("--post keeps its journal with the new site's, whose undo deletes it", async () => {
  const sites = await twoSites(["cloud", "datacenter"]);
  const { output } = await sites.compare(["--post", "--yes"]);
  expect(output.posted).toEqual({ logged: 26, totalHours: 26, batch: expect.any(String), failures: [] });
  const undone = await runCommand(
    ["undo", "--profile", "new", "--batch", output.posted?.batch ?? "", "--yes"],
    { env: sites.env },
  );
  expect({ code: undone.code, stored: contents(sites).length }).toEqual({ code: 0, stored: 4 });
});

test.skipIf(process.platform === "win32")(
  "docs/recipes.md shows lines that work, one after the other",
  async () => {
    const text = readFileSync(join(ROOT, "docs/recipes.md"), "utf8");
    const [, served = "", lines = ""] = fencedBlocks(text)
      .filter(({ headings }) => headings[2] === "Moving to Cloud")
      .map((block) => block.text);
    const ports = [...served.matchAll(/--port (\d+)(.*)$/gm)];
    expect(ports.length).toBe(2);
    const servers = await Promise.all(
      ports.map(([, , quirk = ""]) => startSandbox(...quirk.split(" ").filter(Boolean))),
    );
    const script = ports.reduce(
      (all, [, port = ""], index) => all.replaceAll(port, servers[index]?.port ?? ""),
      lines,
    );
    const { env } = emptyHome();
    const { status, stdout, stderr } = spawnSync("sh", [], {
      env: commandEnvironment({ ...env, TEMPO_CONFIG_FILE: "" }),
      input: [`tempofiller() { '${process.execPath}' '${COMMAND}' "$@"; }`, script].join("\n"),
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 13, stderr: "" });
    for (const word of ["missing", "shifted", "changed", "doubled", "is CLOUD-2 on new"])
      expect(stdout).toContain(word);
    expect(stdout).toMatch(
      /\d+ worklogs? logged, \d+ h\.\ntempofiller undo --profile new --batch \d+ undoes it\.\n$/,
    );
  },
);

test("--sandbox needs no settings, names a mistake of each kind, and logs what is missing", async () => {
  const { env } = emptyHome();
  const { code, stdout, stderr } = await runCommand(["compare", "--sandbox", "--json", "--post", "--yes"], {
    env,
  });
  const { summary, posted } = JSON.parse(stdout) as Required<CompareOutput>;
  const { totalEntries, totalHours, missingHours, onlyOnSecond, ...groups } = summary;
  expect({ code, stderr, none: Object.entries(groups).filter(([, count]) => count === 0) }).toEqual({
    code: 13,
    stderr: "",
    none: [],
  });
  expect(posted).toMatchObject({ logged: groups.missing, failures: [] });
});
