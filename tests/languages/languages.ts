import { execFile } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
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
  // A program that ends at once needs no better compiler than the first.
  const environment = {
    ...language.environment,
    JDK_JAVA_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
  };
  try {
    const input = JSON.stringify(reply);
    return {
      reply: JSON.parse(await shell(folderOf(contracts, language), [command], { environment, input })),
    };
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: string };
    if (code !== 1 || !stderr) throw error;
    return { refused: stderr };
  }
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
