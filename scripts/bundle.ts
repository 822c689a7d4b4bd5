/**
 * Makes an MCPB bundle of the built package, which MCP hosts install with a click: what npm packs, and a manifest.
 *
 *   npm run bundle                        builds, and writes build/tempofiller-<version>.mcpb
 *   tsx scripts/bundle.ts <path>.mcpb     writes what is built to another place
 */
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packExtension } from "@anthropic-ai/mcpb";
import packageJson from "../package.json" with { type: "json" };
import registryEntry from "../server.json" with { type: "json" };
import { tools } from "../src/tools/index.ts";
import { packPackage } from "./bench/package.ts";
import { bundleManifest } from "./bundle/manifest.ts";

const ROOT = join(import.meta.dirname, "..");
const { name, version } = packageJson;
const outputPath = process.argv[2] ?? join(ROOT, `build/${name}-${version}.mcpb`);

const folder = await mkdtemp(join(tmpdir(), `${name}-bundle-`));
try {
  const { files } = await packPackage(ROOT, "--dry-run");
  for (const { path } of files) await cp(join(ROOT, path), join(folder, path));
  const manifest = bundleManifest(packageJson, registryEntry, tools);
  await writeFile(join(folder, "manifest.json"), JSON.stringify(manifest, null, 2));
  const isPacked = await packExtension({ extensionPath: folder, outputPath, silent: true });
  if (!isPacked)
    throw new Error("mcpb refused the bundle; what it says above names the part of the manifest.");
  console.log(`wrote ${outputPath}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
