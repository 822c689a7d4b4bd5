// A model that is a user with a shell, or whatever reads and writes files: the runner starts `mailbox.mjs FOLDER` as program for each
// conversation, and the user answers all of them.
import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const POLL_MS = 100;
/** The conversations have not changed for so long: the runner starts no more for now. */
const QUIET_MS = 1500;

/** The longest wait for the conversations. */
const WAIT_S = 45;

const USAGE = `node evals/programs/mailbox.mjs start FOLDER OPTIONS   starts a run in the background, with options of npm run evals, then as show
node evals/programs/mailbox.mjs show FOLDER            prints what waits for an answer: only what is new since it was shown
node evals/programs/mailbox.mjs answer FOLDER < LINES  takes answers, one line of JSON each, then as show
node evals/programs/mailbox.mjs stop FOLDER            ends the run, then as show
node evals/programs/mailbox.mjs FOLDER                 is the program of one conversation, as the runner starts it

FOLDER is new and for one run. show and answer wait up to ${WAIT_S} seconds, or --wait SECONDS; once the run is over, they print its end.
Exit code: 0, 1 if a run was not made or an answer not taken, 2 if there is no such run or an option is wrong. See docs/evals.md.`;

/** The exit codes besides 0. */
const NOT_ALL = 1;
const USAGE_ERROR = 2;

/** A run that is started from here leaves these files in its folder. */
const PRINTED = "run.log";
const OVER = "over.json";
const STOP = "stop";
const OFFER = "offer.txt";

const RUNNER = join(import.meta.dirname, "../evals.ts");

/** A part of what is shown first. */
const HOW_TO_ANSWER = `A line for each conversation: calls, whose results come next, or what you say to the user.
{"id": "c1", "calls": [{"name": "a_tool", "arguments": {}}]}
{"id": "c1", "say": "Which issue?"}`;

const COMMANDS = { start, show, answer: takeAnswers, stop, run };

/** The caller gave something wrong. */
class UsageError extends Error {}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = USAGE_ERROR;
}

async function main(args) {
  const [first, second, ...rest] = args;
  if (args.includes("--help")) console.log(USAGE);
  else if (second === undefined && first !== undefined && !COMMANDS[first]) await serve(resolve(first));
  else if (second !== undefined && COMMANDS[first]) await COMMANDS[first](resolve(second), rest);
  else throw new UsageError(USAGE);
}

function readWait(args) {
  let wait;
  try {
    ({ wait } = parseArgs({ args, options: { wait: { type: "string", default: String(WAIT_S) } } }).values);
  } catch (error) {
    throw new UsageError(error.message);
  }
  if (!/^\d+$/.test(wait)) throw new UsageError("--wait must be a number of seconds.");
  return Number(wait);
}

/** Starts a run that goes on when this process ends. A folder is for one run, so that nothing in it is of another one. */
async function start(folder, options) {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty. Give a new folder.`);
  const made = mkdirSync(folder, { recursive: true });
  const printed = openSync(join(folder, PRINTED), "a");
  spawn(process.execPath, [import.meta.filename, "run", folder, ...options], {
    detached: true,
    windowsHide: true,
    stdio: ["ignore", printed, printed],
  }).unref();
  closeSync(printed);
  const all = await settle(folder, WAIT_S);
  const end = readEnd(folder);
  if (end?.status === USAGE_ERROR) {
    for (const name of [PRINTED, OVER]) rmSync(join(folder, name), { maxRetries: 10 });
    if (made !== undefined) rmdirSync(folder);
    throw new UsageError(end.printed);
  }
  print(folder, all);
}

/** The process of a run in the background. */
function run(folder, options) {
  const program = `"${process.execPath}" "${import.meta.filename}" "${folder}"`;
  const model = ["--program", program, "--name", "mailbox"];
  const node = ["--import", import.meta.resolve("tsx"), RUNNER, ...model, ...options];
  const { status } = spawnSync(process.execPath, node, { stdio: "inherit" });
  write(join(folder, OVER), { status: status ?? NOT_ALL });
}

/** Ends a run by its programs, so that the runner leaves nothing behind. */
async function stop(folder) {
  refuseNoRun(folder);
  writeFileSync(join(folder, STOP), "");
  print(folder, await settle(folder, WAIT_S));
  process.exitCode = 0;
}

/** The program: puts each request into the folder and prints the answer that is put there. */
async function serve(folder) {
  let home;
  let step = 0;
  const leave = () => home && rmSync(home, { recursive: true, force: true });
  process.on("exit", leave);
  const lines = createInterface({ input: process.stdin });
  lines.on("close", () => process.exit());
  lines.on("line", async (line) => {
    const request = JSON.parse(line);
    home ??= join(folder, `${request.id}-${process.pid}`);
    step += 1;
    mkdirSync(home, { recursive: true });
    write(join(home, "request.json"), { ...request, step, pid: process.pid });
    const answer = join(home, `answer-${step}.json`);
    while (!existsSync(answer)) {
      if (existsSync(join(folder, STOP))) {
        process.stdout.write('{"stop":"stopped"}\n', () => process.exit());
        return;
      }
      await sleep(POLL_MS);
    }
    process.stdout.write(`${readFileSync(answer, "utf8").trim()}\n`);
  });
}

/** The conversations whose program runs. */
function readWaiting(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const home = join(folder, name);
    try {
      const request = JSON.parse(readFileSync(join(home, "request.json"), "utf8"));
      process.kill(request.pid, 0);
      return [{ home, ...request, waits: !existsSync(join(home, `answer-${request.step}.json`)) }];
    } catch {
      return [];
    }
  });
}

function refuseNoRun(folder) {
  const isRun = [PRINTED, OFFER].some((name) => existsSync(join(folder, name)));
  if (!isRun && readWaiting(folder).length === 0) throw new UsageError(`There is no run in ${folder}`);
}

/** What a run printed, and its exit code; undefined if it is not over. */
function readEnd(folder) {
  if (!existsSync(join(folder, OVER))) return undefined;
  const { status } = JSON.parse(readFileSync(join(folder, OVER), "utf8"));
  return { status, printed: readFileSync(join(folder, PRINTED), "utf8").trim() };
}

/** Waits until all conversations wait for the user, the run is over, or the time is up. Returns the conversations. */
async function settle(folder, wait) {
  const until = Date.now() + wait * 1000;
  let known = "";
  let since = Date.now();
  for (;;) {
    const all = readWaiting(folder);
    if (existsSync(join(folder, OVER))) return all;
    const now = all.map(({ home, step, waits }) => `${home} ${step} ${waits}`).join("\n");
    if (now !== known) since = Date.now();
    known = now;
    const isQuiet = Date.now() - since > QUIET_MS;
    if ((all.length > 0 && all.every(({ waits }) => waits) && isQuiet) || Date.now() > until) return all;
    await sleep(POLL_MS);
  }
}

async function show(folder, options) {
  const wait = readWait(options);
  refuseNoRun(folder);
  print(folder, await settle(folder, wait));
}

/** Prints what is new, or the end of the run. @param answered the ids of conversations that were just answered */
function print(folder, all, answered = []) {
  const end = readEnd(folder);
  if (end) {
    console.log(`The run is over:\n${end.printed}`);
    process.exitCode ??= end.status;
    return;
  }
  const waiting = all.filter(({ waits }) => waits);
  const ended = answered.filter((id) => all.every((request) => request.id !== id));
  if (ended.length > 0) console.log(`Over: ${ended.join(", ")}`);
  if (waiting.length === 0) console.log('Nothing waits yet. "show" waits on.');
  for (const request of waiting.sort((one, other) => number(one) - number(other)))
    showRequest(folder, request);
  const busy = all.filter(({ waits }) => !waits).map(({ id }) => id);
  if (busy.length > 0) console.log(`\nNot waiting yet: ${busy.join(", ")}`);
}

function number({ id }) {
  return Number(id.replaceAll(/\D/g, ""));
}

function showRequest(folder, { home, id, today, instructions, tools, messages, step }) {
  const offer = [
    "INSTRUCTIONS",
    instructions,
    "",
    "TOOLS",
    ...tools.map(
      ({ name, description, inputSchema }) => `${name}: ${description}\n  ${JSON.stringify(inputSchema)}`,
    ),
    "",
    "ANSWERS",
    HOW_TO_ANSWER,
  ].join("\n");
  const shownOffer = join(folder, OFFER);
  if (!existsSync(shownOffer) || readFileSync(shownOffer, "utf8") !== offer) {
    console.log(offer);
    writeFileSync(shownOffer, offer);
  }
  const shownFile = join(home, "shown");
  const shown = existsSync(shownFile) ? Number(readFileSync(shownFile, "utf8")) : 0;
  if (shown === messages.length) {
    console.log(`\nStill waits: ${id}`);
    return;
  }
  console.log(`\n=== ${id}, step ${step}. ${today}`);
  for (const message of messages.slice(shown)) {
    if (message.role === "user") console.log(`USER: ${message.text}`);
    if (message.role === "tool")
      console.log(`${message.isError ? "ERROR" : "RESULT"} ${message.name}: ${message.text}`);
  }
  writeFileSync(shownFile, String(messages.length));
}

async function takeAnswers(folder, options) {
  const wait = readWait(options);
  refuseNoRun(folder);
  const waiting = new Map(readWaiting(folder).map((request) => [request.id, request]));
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    const problem = takeAnswer(waiting, line);
    if (problem === undefined) continue;
    console.log(`NOT TAKEN, ${problem}: ${line.slice(0, 120)}`);
    process.exitCode = NOT_ALL;
  }
  const taken = [...waiting.values()].filter(({ answered }) => answered).map(({ id }) => id);
  console.log(`Answers taken: ${taken.length}`);
  print(folder, await settle(folder, wait), taken);
}

/** Undefined if it was taken. */
function takeAnswer(waiting, line) {
  let answer;
  try {
    answer = JSON.parse(line);
  } catch (error) {
    return error.message;
  }
  const { id, say, calls } = answer ?? {};
  const request = waiting.get(id);
  if (!request) return `there is no conversation ${id}`;
  if (!request.waits) return `${id} does not wait for an answer`;
  const isCalls =
    Array.isArray(calls) && calls.length > 0 && calls.every((call) => typeof call?.name === "string");
  if (calls !== undefined && !isCalls) return '"calls" must be [{"name": …, "arguments": {…}}, …]';
  if (!isCalls && (typeof say !== "string" || say === "")) return 'it has neither "say" nor "calls"';
  write(join(request.home, `answer-${request.step}.json`), {
    ...(say && { say }),
    ...(isCalls && { calls }),
  });
  request.waits = false;
  request.answered = true;
  return undefined;
}

/** Writes a file that is complete once it is there. */
function write(path, value) {
  writeFileSync(`${path}.new`, JSON.stringify(value));
  renameSync(`${path}.new`, path);
}
