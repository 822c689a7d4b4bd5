import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** The start of a fake program. */
export interface Started {
  program: string;
  args: string[];
  env: Record<string, string>;
  stdin: string;
}

/** A program that records how it was started and then does what `body` says, with `stored`, the items by account. */
const program = (name: string, folder: string, body: string) => `#!${process.execPath}
const fs = require("node:fs");
const stdin = fs.readFileSync(0, "utf8");
const args = process.argv.slice(2);
const { env } = process;
fs.appendFileSync(${JSON.stringify(join(folder, "log"))}, JSON.stringify({ program: ${JSON.stringify(name)}, args, env, stdin }) + "\\n");
const items = ${JSON.stringify(join(folder, "items"))};
const stored = JSON.parse(fs.readFileSync(items, "utf8"));
const end = (code, text = "") => {
  process.stdout.write(text);
  fs.writeFileSync(items, JSON.stringify(stored));
  process.exitCode = code;
};
const after = (option) => args[args.indexOf(option) + 1];
${body}
`;

/** What the programs of working keychains do. */
export const WORKING = {
  security: `
const account = after("-a");
if (args[0] === "-i") {
  for (const [, to, text] of stdin.matchAll(/ -a (\\S+) -w (\\S+)/g)) stored[to] = text;
  end(0, "security> ");
} else if (!(account in stored)) end(44);
else if (args[0] === "find-generic-password") end(0, stored[account] + "\\n");
else { delete stored[account]; end(0); }`,
  "secret-tool": `
const account = after("account");
if (args[0] === "store") { stored[account] = stdin; end(0); }
else if (!(account in stored)) end(args[0] === "search" ? 0 : 1);
else if (args[0] === "lookup") end(0, stored[account]);
else { if (args[0] === "clear") delete stored[account]; end(0); }`,
  "powershell.exe": `
let printed = "";
for (const line of stdin.trim().split("\\n")) {
  const [what, target, user, secret] = line.split(" ");
  if (what === "store") stored[target] = secret.slice(1);
  else if (what === "remove") delete stored[target];
  else if (target in stored) printed += target + " " + stored[target] + "\\r\\n";
}
end(0, printed);`,
};

/** Fakes of the programs of all systems, alone on a PATH. */
export function fakeKeychains(bodies: Record<string, string> = WORKING) {
  const folder = temporaryFolder();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, body] of Object.entries(bodies))
    writeFileSync(join(bin, name), program(name, folder, body), { mode: 0o755 });
  writeFileSync(join(folder, "log"), "");
  writeFileSync(join(folder, "items"), "{}");
  return {
    bin,
    env: { PATH: `${bin}${delimiter}relative` } as Record<string, string>,
    started: () =>
      readFileSync(join(folder, "log"), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Started),
    put: (items: object) => writeFileSync(join(folder, "items"), JSON.stringify(items)),
    items: () => JSON.parse(readFileSync(join(folder, "items"), "utf8")) as Record<string, string>,
  };
}
