import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "selfsigned";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCertificate } from "../../src/cli/doctor/server-doctor.ts";

const NOW = Date.parse("2026-06-01T00:00:00Z");
const DAY = 24 * 3_600_000;

let folder = "";
const path = (name: string) => join(folder, name);
const files = { certificateFile: "", keyFile: "" };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tempofiller-certificate-"));
  const made = await generate([{ name: "commonName", value: "tempo.example.com" }], {
    notBeforeDate: new Date(NOW - DAY),
    notAfterDate: new Date(NOW + 100 * DAY),
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "tempo.example.com" }] }],
  });
  const other = await generate([{ name: "commonName", value: "other" }], {});
  writeFileSync(path("tls.crt"), made.cert);
  writeFileSync(path("tls.key"), made.private);
  writeFileSync(path("other.key"), other.private);
  Object.assign(files, { certificateFile: path("tls.crt"), keyFile: path("tls.key") });
});

afterAll(() => rmSync(folder, { recursive: true }));

test("a certificate for the public host passes, with the days that are left", () => {
  expect(checkCertificate(files, "tempo.example.com", NOW)).toEqual({
    status: "ok",
    message: "The certificate is valid for another 100 days.",
  });
});

test("one that ends within two weeks is to be renewed", () => {
  expect(checkCertificate(files, "tempo.example.com", NOW + 90 * DAY)).toMatchObject({
    status: "unknown",
    message: expect.stringContaining("another 10 days. Renew it"),
  });
  expect(checkCertificate(files, "tempo.example.com", NOW + 99 * DAY).message).toContain(
    "The certificate is valid for another 1 day. Renew it",
  );
});

describe("hosts would not trust the server", () => {
  test.each<[string, () => unknown, string]>([
    [
      "under another name",
      () => checkCertificate(files, "hours.example.com", NOW),
      "is not for hours.example.com",
    ],
    ["after its end", () => checkCertificate(files, undefined, NOW + 101 * DAY), "and not today"],
    ["before its beginning", () => checkCertificate(files, undefined, NOW - 2 * DAY), "and not today"],
    [
      "with the key of another",
      () => checkCertificate({ ...files, keyFile: path("other.key") }, undefined, NOW),
      "is not the key",
    ],
    [
      "without its file",
      () => checkCertificate({ ...files, certificateFile: path("none") }, undefined, NOW),
      "cannot be read (ENOENT)",
    ],
    [
      "with a key in its place",
      () => checkCertificate({ ...files, certificateFile: path("tls.key") }, undefined, NOW),
      "is not the PEM file",
    ],
  ])("%s", (_, check, message) => {
    expect(check).toThrow(message);
  });
});
