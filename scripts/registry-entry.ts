/**
 * Writes the entry for the MCP registry beside the bundles of a release: `server.json`, with the bundles and their checksums.
 *
 *   tsx scripts/registry-entry.ts <folder with the bundles>
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import registryEntry from "../server.json" with { type: "json" };

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: tsx scripts/registry-entry.ts <folder with the bundles>");
const { name, version } = packageJson;
const bundles = ["cloud", "datacenter"].map((deployment) => `${name}-${deployment}-${version}.mcpb`);
const packages = await Promise.all(
  bundles.map(async (bundle) => ({
    registryType: "mcpb",
    identifier: `${registryEntry.repository.url}/releases/download/v${version}/${bundle}`,
    fileSha256: createHash("sha256")
      .update(await readFile(join(folder, bundle)))
      .digest("hex"),
    transport: { type: "stdio" },
  })),
);
const entry = { ...registryEntry, packages: [...registryEntry.packages, ...packages] };
await writeFile(join(folder, "server.json"), `${JSON.stringify(entry, null, 2)}\n`);
