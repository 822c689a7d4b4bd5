/**
 * Makes the MCPB bundles of the built package, one for each deployment, which MCP hosts install with a click: what npm packs
 * without the plugin, and icons, screenshots and a manifest.
 *
 *   npm run bundle                     builds, and writes build/tempofiller-<deployment>-<version>.mcpb
 *   tsx scripts/bundle.ts <folder>     writes what is built to another folder
 */
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packExtension } from "@anthropic-ai/mcpb";
import packageJson from "../package.json" with { type: "json" };
import registryEntry from "../server.json" with { type: "json" };
import { coreTools as tools } from "../src/tools/index.ts";
import { packPackage } from "./bench/package.ts";
import { ASSETS, bundleManifest } from "./bundle/manifest.ts";

const ROOT = join(import.meta.dirname, "..");
const { name, version } = packageJson;
const outputFolder = process.argv[2] ?? join(ROOT, "build");

const folder = await mkdtemp(join(tmpdir(), `${name}-bundle-`));
try {
  const { files } = await packPackage(ROOT, "--dry-run");
  const ofBundle = files.filter(({ path }) => !path.startsWith(".claude-plugin/"));
  for (const { path } of ofBundle) await cp(join(ROOT, path), join(folder, path));
  for (const asset of [ASSETS.icon, ASSETS.darkIcon, ...ASSETS.screenshots]) {
    await cp(join(ROOT, "assets", asset), join(folder, asset));
  }
  for (const deployment of ["cloud", "datacenter"] as const) {
    const fileName = `${name}-${deployment}-${version}.mcpb`;
    const outputPath = join(outputFolder, fileName);
    const manifest = bundleManifest(packageJson, registryEntry, tools, deployment);
    await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest, null, 2));
    const isPacked = await packExtension({ extensionPath: folder, outputPath, silent: true });
    if (!isPacked)
      throw new Error("mcpb refused the bundle; what it says above names the part of the manifest.");
    console.log(`wrote ${outputPath}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
