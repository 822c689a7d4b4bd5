import { execFile } from "node:child_process";
import { basename, delimiter, dirname, extname, join } from "node:path";
import { promisify } from "node:util";

/** A program of `contracts/languages/`, and the commands by which the contract's README says to build and to run it. */
export interface Language {
  name: string;
  program: string;
  /** Debian packages that it needs. */
  packages: string[];
  build: string[];
  run: string;
  environment?: Record<string, string>;
}

/** The outcome of reading a reply: `reply` is the program's output. */
export type Outcome = { refused: string } | { reply: unknown };

const ROOT = join(import.meta.dirname, "../..");
const PROGRAMS = join(import.meta.dirname, "programs");

// The pinned tools, this Node and Debian's own programs come first on the PATH: a Python of another origin
// does not see Debian's packages.
const PATH = [
  join(import.meta.dirname, "node_modules/.bin"),
  join(ROOT, "node_modules/.bin"),
  dirname(process.execPath),
  "/usr/bin",
  process.env.PATH,
].join(delimiter);

const execFileAsync = promisify(execFile);

/** Builds a program by its commands. An error says which Debian packages it needs. */
export async function buildProgram(contracts: string, language: Language): Promise<void> {
  try {
    await shell(folderOf(contracts, language), language.build, { environment: language.environment });
  } catch (error) {
    const packages = language.packages.join(" ");
    throw new Error(
      `${language.program} does not build.${packages && ` It needs: apt-get install ${packages}`}\n${error}`,
    );
  }
}

/** Gives a program a reply to read and to write again. */
export async function runProgram(
  contracts: string,
  language: Language,
  shape: string,
  reply: unknown,
): Promise<Outcome> {
  const command = `${language.run} ${shape}`;
  try {
    const input = JSON.stringify(reply);
    return { reply: JSON.parse(await runIn(contracts, language, command, input)) };
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code !== 1 || !stderr) throw error;
    return { refused: stderr };
  }
}

/** Commands that run a program several times in one process, by the program's extension. Other programs start in no time. */
const EACH: Record<string, (program: string) => string> = {
  ".py": (program) => `python3 '${join(PROGRAMS, "each.py")}' ${program}`,
  ".java": () => `java '${join(PROGRAMS, "Each.java")}'`,
  ".mts": (program) => `node '${join(PROGRAMS, "each.mjs")}' ${program.replace(".mts", ".mjs")}`,
};

/** Gives a program several replies to read and to write again. Returns what became of each, in their order. */
export async function runProgramForEach(
  contracts: string,
  language: Language,
  given: readonly { shape: string; reply: unknown }[],
): Promise<Outcome[]> {
  const each = EACH[extname(language.program)];
  if (!each)
    return Promise.all(given.map(({ shape, reply }) => runProgram(contracts, language, shape, reply)));
  const input = given.map(({ shape, reply }) => `${shape}\t${JSON.stringify(reply)}\n`).join("");
  const output = await runIn(contracts, language, each(basename(language.program)), input);
  return output
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [outcome, text = ""] = line.split("\t");
      return outcome === "reply" ? { reply: JSON.parse(text) } : { refused: text };
    });
}

function runIn(contracts: string, language: Language, command: string, input: string): Promise<string> {
  // A program that ends at once needs no better compiler than the first.
  const environment = {
    ...language.environment,
    JDK_JAVA_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
  };
  return shell(folderOf(contracts, language), [command], { environment, input });
}

const folderOf = (contracts: string, { program }: Language) => join(contracts, "languages", dirname(program));

/** Runs commands in a folder and gives what they wrote. The first that fails ends them, and is the error. */
export async function shell(
  cwd: string,
  commands: string[],
  { environment = {}, input = "" }: { environment?: Record<string, string> | undefined; input?: string } = {},
): Promise<string> {
  const running = execFileAsync("bash", ["-euc", commands.join("\n")], {
    cwd,
    env: { ...process.env, ...environment, PATH },
    timeout: 110_000,
  });
  running.child.stdin?.end(input);
  return (await running).stdout;
}
