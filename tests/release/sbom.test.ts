import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import ajvFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import packageLock from "../../package-lock.json" with { type: "json" };
import { ROOT } from "../helpers/root.ts";

interface Component {
  name: string;
  version: string;
  purl: string;
  licenses: { license: { id: string } }[];
  hashes: { alg: string; content: string }[];
}

interface Bom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

let bom: Bom;
beforeAll(async () => {
  bom = JSON.parse(await readFile(join(ROOT, "dist/tempofiller.cdx.json"), "utf8"));
});

/** A schema that the library of CycloneDX's makers comes with. */
async function schema(name: string): Promise<object> {
  const library = createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json");
  return JSON.parse(
    await readFile(join(dirname(library), `res/schema/${name}.SNAPSHOT.schema.json`), "utf8"),
  );
}

describe("the bill of materials", () => {
  test("is valid by the schema of CycloneDX 1.6", async () => {
    // ajv-formats lacks formats of later drafts; no value here has one.
    const ajv = new Ajv({ strict: false, formats: { "idn-email": true, "iri-reference": true } });
    ajvFormats.default(ajv);
    for (const name of ["spdx", "jsf-0.82", "cryptography-defs"]) {
      ajv.addSchema(await schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
    }
    const validate = ajv.compile(await schema("bom-1.6"));
    expect([validate(bom), validate.errors]).toEqual([true, null]);
    expect(validate({ ...bom, components: [{ name: "without a type" }] })).toBe(false);
  });

  test("names the packages whose licences the bundle holds, and no others", async () => {
    const licences = await readFile(join(ROOT, "dist/THIRD_PARTY_LICENCES.txt"), "utf8");
    const titles = licences.split(/^-{80}\n\n/m).flatMap((text) => text.split("\n\n", 1)[0]?.split("\n"));
    const named = bom.components.map(
      ({ name, version, licenses }) => `${name} ${version} (${licenses[0]?.license.id})`,
    );
    expect(named.sort()).toEqual(titles.sort());
    expect(named.length).toBeGreaterThan(40);
  });

  test("pins each of them by the hash of package-lock.json, and names the package that holds them", () => {
    const locked = Object.values(packageLock.packages) as { integrity?: string }[];
    const known = new Set(locked.map(({ integrity }) => integrity));
    for (const { name, version, purl, hashes } of bom.components) {
      expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
      const [hash, ...others] = hashes;
      expect({ alg: hash?.alg, others }).toEqual({ alg: "SHA-512", others: [] });
      expect(known).toContain(`sha512-${Buffer.from(hash?.content ?? "", "hex").toString("base64")}`);
    }
    const { name, version, purl } = bom.metadata.component;
    expect({ name, version }).toEqual({ name: packageJson.name, version: packageJson.version });
    expect(bom.dependencies.find(({ ref }) => ref === purl)?.dependsOn).toEqual(
      bom.components.map((it) => it.purl),
    );
  });
});
