import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../helpers/root.ts";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  needs?: string | string[];
  steps: Step[];
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const WORKFLOWS = readdirSync(join(ROOT, ".github/workflows")).map((name) => `.github/workflows/${name}`);
const ACTIONS = readdirSync(join(ROOT, ".github/actions")).map(
  (name) => `.github/actions/${name}/action.yml`,
);
const FILES = [...WORKFLOWS, ...ACTIONS];

const workflow = (name: string) => parse(read(`.github/workflows/${name}`)) as Workflow;
const release = workflow("release.yml");

/** Every step of a file, whether a workflow's or an action's. */
function stepsOf(path: string): Step[] {
  const { jobs, runs } = parse(read(path)) as Partial<Workflow> & { runs?: { steps: Step[] } };
  return runs?.steps ?? Object.values(jobs ?? {}).flatMap(({ steps }) => steps);
}

describe.each(FILES)("%s", (path) => {
  test("names each action by its commit, with the version beside it", () => {
    const used = stepsOf(path).flatMap(({ uses }) =>
      uses === undefined || uses.startsWith("./") ? [] : [uses],
    );
    const pinned = [...read(path).matchAll(/uses: ([\w-]+\/[\w-]+@[0-9a-f]{40}) # v\d+\.\d+\.\d+$/gm)];
    expect(pinned.map(([, action]) => action)).toEqual(used);
    expect(used.length).toBeGreaterThan(0);
  });

  test("runs nothing that it downloads before its checksum is compared", () => {
    for (const { run = "" } of stepsOf(path)) {
      expect(run).not.toMatch(/\/latest\/|(curl|wget)[^\n]*\|/);
      if (/curl|wget/.test(run)) expect(run).toMatch(/sha256sum --check --strict\n\s*tar /);
    }
  });

  test("checks out without leaving the token behind, and publishes without scripts", () => {
    for (const { uses = "", run = "", with: options } of stepsOf(path)) {
      if (uses.startsWith("actions/checkout@"))
        expect(options).toMatchObject({ "persist-credentials": false });
      expect(run).not.toMatch(/npm (install|publish)(?!.*--ignore-scripts)/);
      expect(run).not.toContain("${{");
      // The shell would go on after a command within echo that has failed.
      expect(run).not.toMatch(/echo [^\n]*\$\(/);
    }
  });
});

test("an action has one commit in all files", () => {
  const commits = FILES.flatMap((path) => stepsOf(path)).flatMap(({ uses }) => uses?.split("@")[1] ?? []);
  const actions = FILES.flatMap((path) => stepsOf(path)).flatMap(({ uses }) =>
    uses?.includes("@") ? [uses.split("@")[0]] : [],
  );
  expect(new Set(commits).size).toBe(new Set(actions).size);
});

test("each job has the rights that it needs, and the one that runs dependencies can only read", () => {
  const rights = (name: string) => {
    const { permissions, jobs } = workflow(name);
    return Object.entries(jobs).map(([job, own]) => [job, own.permissions ?? permissions, own.environment]);
  };
  const reader = { contents: "read" };
  expect(rights("ci.yml")).toEqual([
    ["test", reader, undefined],
    ["languages-and-browser", reader, undefined],
    ["teams-and-conformance", reader, undefined],
  ]);
  expect(release.permissions).toEqual({});
  expect(rights("release.yml")).toEqual([
    ["files", reader, undefined],
    ["attestations", { ...reader, "id-token": "write", attestations: "write" }, "release"],
    ["image", { ...reader, packages: "write", "id-token": "write", attestations: "write" }, "release"],
    ["package", { ...reader, "id-token": "write" }, "release"],
    ["assets", { contents: "write" }, "release"],
    ["registry", { ...reader, "id-token": "write" }, "release"],
  ]);
});

test("a job with rights installs nothing, and works on files whose checksums it has compared", () => {
  const { files, ...others } = release.jobs;
  expect(files?.steps.some(({ run }) => run === ".ci/run")).toBe(true);
  for (const { steps, needs } of Object.values(others)) {
    expect(steps.filter(({ run = "" }) => /npm (ci|install|test|run)|\.ci\/run/.test(run))).toEqual([]);
    const received = steps.find(({ uses }) => uses === "./.github/actions/release-files");
    expect(received?.with?.checksums).toMatch(/^\$\{\{ needs\.files\.outputs\.checksums \}\}$/);
    expect([needs].flat()).toContain("files");
  }
});

test("nothing is published before the attestations", () => {
  const before = (name: string): string[] =>
    [release.jobs[name]?.needs ?? []].flat().flatMap((it) => [it, ...before(it)]);
  for (const name of ["image", "package", "assets", "registry"])
    expect(before(name)).toContain("attestations");
});
