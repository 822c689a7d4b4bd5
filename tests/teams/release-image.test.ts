import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { packPackage } from "../../scripts/bench/package.ts";
import { copyProject } from "../helpers/project-copy.ts";
import { ROOT } from "../helpers/root.ts";

interface Descriptor {
  digest: string;
  platform?: { architecture: string };
}

/** Only root may build. */
describe.skipIf(process.getuid?.() !== 0)("the image of a release", () => {
  let folder: string;
  let project: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "tempofiller-release-image-"));
    project = await copyProject();
    mkdirSync(join(project, "build/release"), { recursive: true });
    await packPackage(ROOT, "--pack-destination", join(project, "build/release"));
    const storage = { driver: "vfs", graphroot: join(folder, "store"), runroot: join(folder, "run") };
    const lines = Object.entries(storage).map(([key, value]) => `${key} = "${value}"`);
    writeFileSync(join(folder, "storage.conf"), ["[storage]", ...lines, ""].join("\n"));
    env = {
      PATH: process.env.PATH ?? "",
      CONTAINERS_STORAGE_CONF: join(folder, "storage.conf"),
      SOURCE_DATE_EPOCH: "1000000000",
      BASE: "localhost/base",
    };
    writeFileSync(join(folder, "Containerfile"), "FROM scratch\nCOPY Containerfile /base\n");
    execFileSync(
      "buildah",
      ["bud", "--quiet", "--manifest=localhost/base", "--platform=linux/amd64,linux/arm64", folder],
      { env, stdio: "pipe" },
    );
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(project, { recursive: true, force: true });
  });

  const build = (name: string) =>
    execFileSync(join(project, ".ci/release-image"), [`oci:${join(folder, name)}:${packageJson.version}`], {
      env,
      encoding: "utf8",
      stdio: "pipe",
    });

  const blob = (name: string, digest = "") =>
    JSON.parse(readFileSync(join(folder, name, "blobs", digest.replace(":", "/")), "utf8"));

  test("is one for both platforms, and has the same digest when it is built again", () => {
    const digest = build("first");
    const { manifests } = JSON.parse(readFileSync(join(folder, "first/index.json"), "utf8"));
    expect(manifests.map((it: Descriptor) => it.digest)).toEqual([digest]);
    const platforms: Descriptor[] = blob("first", digest).manifests;
    expect(platforms.map(({ platform }) => platform?.architecture)).toEqual(["amd64", "arm64"]);
    for (const { digest: image } of platforms) {
      const { config } = blob("first", blob("first", image).config.digest);
      expect({ user: config.User, version: config.Labels["org.opencontainers.image.version"] }).toEqual({
        user: "10001:10001",
        version: packageJson.version,
      });
    }
    expect(build("second")).toBe(digest);
  }, 300_000);

  test("is not made on a base that is not there, and has no digest then", () => {
    env.BASE = "localhost/missing";
    expect(() => build("third")).toThrow(/localhost\/missing/);
  });
});
