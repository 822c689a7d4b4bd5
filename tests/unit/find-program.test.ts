import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findProgram } from "../../src/runtime/find-program.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** Everywhere is a program of any name, so that what is looked at first is found. */
const first = (name: string, env: Record<string, string>, options: object) =>
  findProgram(name, env, { isThere: () => true, ...options });

const LINUX = { platform: "linux" };
const WINDOWS = { platform: "win32" };

describe("a program is found in full folders of PATH alone", () => {
  test.each([
    ["/usr/bin", "/usr/bin/git"],
    ["/usr/local/bin/:/usr/bin", "/usr/local/bin/git"],
    ["", undefined],
    [":", undefined],
    [".", undefined],
    ["./bin:../bin:bin:~/bin:$HOME/bin", undefined],
    [":/usr/bin", "/usr/bin/git"],
    ["/usr/bin:", "/usr/bin/git"],
    [".:/usr/bin", "/usr/bin/git"],
    ['"/usr/bin"', undefined],
    ["C:\\git", undefined],
  ])("%j gives %j", (PATH, found) => {
    expect(first("git", { PATH }, LINUX)).toBe(found);
  });

  test.each([
    ["C:\\git", "C:\\git\\git.exe"],
    ["C:/git/", "C:\\git\\git.exe"],
    ["\\\\server\\tools", "\\\\server\\tools\\git.exe"],
    ['"C:\\Program Files;x\\git";D:\\b', "C:\\Program Files;x\\git\\git.exe"],
    ['C:\\"Program Files"\\git', "C:\\Program Files\\git\\git.exe"],
    ["", undefined],
    [";;", undefined],
    ['.;"";".";bin;..\\bin', undefined],
    ["\\git;/git;\\\\;C:git;C:", undefined],
    ["%SystemRoot%\\system32", undefined],
    [";.;D:\\b", "D:\\b\\git.exe"],
    ['"D:\\no end', "D:\\no end\\git.exe"],
  ])("on Windows %j gives %j", (PATH, found) => {
    expect(first("git.exe", { PATH }, WINDOWS)).toBe(found);
  });

  test.each([
    [{}, LINUX, undefined],
    [{ Path: "/usr/bin" }, LINUX, undefined],
    [{ Path: "C:\\git" }, WINDOWS, "C:\\git\\git.exe"],
    [{ path: "C:\\git" }, WINDOWS, "C:\\git\\git.exe"],
  ])("as the environment %j says %j: %j", (env, options, found) => {
    expect(first("git.exe", env, options)?.replace("/usr/bin/git.exe", "/usr/bin/git")).toBe(found);
  });
});

describe("a path is one of a program if it is full", () => {
  test.each([
    ["/opt/node", LINUX, "/opt/node"],
    ["./node", LINUX, undefined],
    ["bin/node", LINUX, undefined],
    ["~/node", LINUX, undefined],
    ["C:\\node.exe", WINDOWS, "C:\\node.exe"],
    ["C:/node.exe", WINDOWS, "C:\\node.exe"],
    ["C:node.exe", WINDOWS, undefined],
    [".\\node.exe", WINDOWS, undefined],
    ["bin/node.exe", WINDOWS, undefined],
    ["\\node.exe", WINDOWS, undefined],
  ])("%j on %j: %j", (name, options, found) => {
    expect(first(name, { PATH: "/usr/bin", Path: "C:\\bin" }, options)).toBe(found);
  });
});

describe("on Windows a program has an ending that starts", () => {
  const THERE = ["op", "op.exe", "pass.com", "script", "npx", "npx.cmd", "tool.v2.exe", "run.ps1"].map(
    (name) => `C:\\bin\\${name}`,
  );
  const found = (name: string, options: object, env = {}) =>
    findProgram(
      name,
      { PATH: "C:\\bin", ...env },
      { platform: "win32", isThere: (path) => THERE.includes(path), ...options },
    );

  test.each([
    ["op", "C:\\bin\\op.exe"],
    ["op.exe", "C:\\bin\\op.exe"],
    ["pass", "C:\\bin\\pass.com"],
    ["pass.com", "C:\\bin\\pass.com"],
    ["script", undefined],
    ["npx", undefined],
    ["npx.cmd", undefined],
    ["tool.v2", "C:\\bin\\tool.v2.exe"],
  ])("without a shell %s is %s", (name, path) => {
    expect(found(name, {})).toBe(path);
  });

  test.each([
    ["npx", {}, "C:\\bin\\npx.cmd"],
    ["npx.cmd", {}, "C:\\bin\\npx.cmd"],
    ["script", {}, undefined],
    ["npx", { PATHEXT: ".EXE;.CMD" }, "C:\\bin\\npx.cmd"],
    ["npx", { PathExt: ".EXE" }, undefined],
    ["npx", { PATHEXT: "" }, "C:\\bin\\npx.cmd"],
    ["run", { PATHEXT: ".EXE;.PS1" }, "C:\\bin\\run.ps1"],
    ["op", { PATHEXT: ";.EXE" }, "C:\\bin\\op.exe"],
  ])("by a shell %s with %j is %s", (name, env, path) => {
    expect(found(name, { byShell: true }, env)).toBe(path);
  });
});

test.skipIf(process.platform === "win32")("a program is a file that this user may start", () => {
  const folder = temporaryFolder();
  const [empty, bin] = [join(folder, "empty"), join(folder, "bin")];
  for (const each of [join(empty, "tool"), bin]) mkdirSync(each, { recursive: true });
  writeFileSync(join(empty, "data"), "");
  symlinkSync(join(empty, "none"), join(empty, "dead"));
  for (const name of ["tool", "data", "dead"]) {
    writeFileSync(join(bin, name), "");
    chmodSync(join(bin, name), 0o755);
  }
  const PATH = `${join(folder, "none")}:${empty}:${bin}`;
  expect(["tool", "data", "dead", "other"].map((name) => findProgram(name, { PATH }))).toEqual([
    join(bin, "tool"),
    join(bin, "data"),
    join(bin, "dead"),
    undefined,
  ]);
});
