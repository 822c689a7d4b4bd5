import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { containerInstructions } from "../helpers/deployment-files.ts";
import { ROOT } from "../helpers/root.ts";

test("the image gets every file that the command reads, and not what only programs import", () => {
  const { value = "" } = containerInstructions().find(({ name }) => name === "COPY") ?? {};
  const [chmod, ...paths] = value.split(" ");
  expect({ chmod, target: paths.pop() }).toEqual({ chmod: "--chmod=0644", target: "/opt/tempofiller/" });
  const built = readdirSync(join(ROOT, "dist")).map((name) => `dist/${name}`);
  const copied = [
    ...built.filter((path) => path.endsWith(".cjs")),
    ...paths.filter((path) => !path.includes("*")),
  ];
  expect(paths.filter((path) => path.includes("*"))).toEqual(["dist/*.cjs"]);
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(built.filter((path) => !copied.includes(path)).sort()).toEqual([
    "dist/contract.d.ts",
    "dist/contract.js",
  ]);
});
