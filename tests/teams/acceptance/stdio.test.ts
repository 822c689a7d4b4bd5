import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOfStart, startFiles } from "../../../scripts/bench/package.ts";
import { record } from "../../helpers/figures.ts";

const DIST = join(import.meta.dirname, "../../../dist");

const MAX_HTTP_BYTES = 287_000;

test("the server over stdio loads nothing of the server over HTTP, whose files are small", async () => {
  const ofStdio = await filesOfStart(DIST);
  const ofHttp = await startFiles(DIST, "serve-team.cjs");
  const only = [...ofHttp].filter((name) => !ofStdio.has(name));
  const bytesOf = async (names: Iterable<string>) => {
    const sizes = await Promise.all([...names].map(async (name) => (await stat(join(DIST, name))).size));
    return sizes.reduce((total, size) => total + size, 0);
  };
  const [stdio, http] = [await bytesOf(ofStdio), await bytesOf(only)];
  record({
    row: 9,
    check: "bytes that a start loads over stdio, and beyond them over HTTP",
    figures: { stdio, http, "files over HTTP": only.join(" ") },
  });
  expect(only).toContain("serve-team.cjs");
  expect(http).toBeLessThan(MAX_HTTP_BYTES);
});
