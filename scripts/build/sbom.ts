import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Enums, Models, Serialize, SPDX, Spec } from "@cyclonedx/cyclonedx-library";
import packageJson from "../../package.json" with { type: "json" };
import type { BundledPackage } from "./bundled-packages.ts";

/**
 * The bill of materials of the package, as CycloneDX 1.6 in JSON: each bundled package with its version, licence, and the SHA-512
 * by which package-lock.json pins it. It has no time and no serial number, so equal input gives equal bytes.
 */
export async function sbom(root: string, packages: readonly BundledPackage[]): Promise<string> {
  const { packages: locked } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"));
  // The bundler names modules by their real paths.
  const installed = dirname(await realpath(join(root, "node_modules")));
  const bundled = packages.map(({ folder, ...named }) => {
    const path = relative(installed, folder).split(sep).join("/");
    return component(Enums.ComponentType.Library, named, locked[path].integrity);
  });
  const main = component(Enums.ComponentType.Application, packageJson);
  for (const { bomRef } of bundled) main.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: main }),
    components: new Models.ComponentRepository(bundled),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true })}\n`;
}

function component(
  type: Enums.ComponentType,
  { name, version, license }: Omit<BundledPackage, "folder">,
  integrity?: string,
): Models.Component {
  const id = SPDX.fixupSpdxId(license);
  if (!id) throw new Error(`${name} has the licence ${license}, which is no identifier of SPDX`);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return new Models.Component(type, name, {
    version,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(id)]),
    hashes: new Models.HashDictionary(integrity ? [[Enums.HashAlgorithm["SHA-512"], sha512(integrity)]] : []),
  });
}

/** npm writes the hash in Base64, CycloneDX in hexadecimal digits. */
function sha512(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
}
