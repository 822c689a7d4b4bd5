// A model that is a user with a shell, or whatever reads and writes files: the runner starts `mailbox.mjs FOLDER` as program for each
// conversation, and the user answers all of them with `show` and `answer`.
//
//   node evals/programs/mailbox.mjs start FOLDER OPTIONS   starts a run in the background, with options of `npm run evals`, then as show
//   node evals/programs/mailbox.mjs show FOLDER            what waits for an answer: only what is new since it was shown
//   node evals/programs/mailbox.mjs answer FOLDER < LINES  takes answers, one line of JSON each, then as show
//   node evals/programs/mailbox.mjs stop FOLDER            ends the run, then as show
//
// `show` and `answer` wait up to 45 seconds, or --wait SECONDS. Once the run is over, they print its end instead.
import { spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
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

/** The longest wait of `show` and `answer`. */
const WAIT_S = 45;

/** A run that is started from here leaves these files in its folder. */
const PRINTED = "run.log";
const OVER = "over";
const STOP = "stop";

const RUNNER = join(import.meta.dirname, "../evals.ts");

/** A part of what is shown first. */
const HOW_TO_ANSWER = `A line for each conversation: calls, whose results come next, or what you say to the user.
{"id": "c1", "calls": [{"name": "a_tool", "arguments": {}}]}
{"id": "c1", "say": "Which issue?"}`;

const COMMANDS = {
  start: (folder, options) => start(folder, options),
  show: (folder, options) => show(folder, readWait(options)),
  answer: (folder, options) => takeAnswers(folder, readWait(options)),
  stop: (folder) => stop(folder),
  run: (folder, options) => run(folder, options),
};

const [first, second, ...rest] = process.argv.slice(2);
const command = COMMANDS[first];
if (command && second) await command(resolve(second), rest);
else if (first && !command) await serve(first);
else {
  console.error(`Give a folder: mailbox.mjs FOLDER, or mailbox.mjs start, show, answer or stop, and FOLDER.`);
  process.exitCode = 2;
}

function readWait(args) {
  return Number(
    parseArgs({ args, options: { wait: { type: "string", default: String(WAIT_S) } } }).values.wait,
  );
}

/** Starts a run that goes on when this process ends. A folder is for one run, so that nothing in it is of another one. */
async function start(folder, options) {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    console.error(`${folder} is not empty. Give a new folder.`);
    process.exitCode = 2;
    return;
  }
  mkdirSync(folder, { recursive: true });
  const printed = openSync(join(folder, PRINTED), "a");
  spawn(process.execPath, [import.meta.filename, "run", folder, ...options], {
    detached: true,
    windowsHide: true,
    stdio: ["ignore", printed, printed],
  }).unref();
  await show(folder, WAIT_S);
}

/** The process of a run in the background. */
function run(folder, options) {
  const program = `"${process.execPath}" "${import.meta.filename}" "${folder}"`;
  const model = ["--program", program, "--name", "mailbox"];
  spawnSync(process.execPath, ["--import", import.meta.resolve("tsx"), RUNNER, ...model, ...options], {
    stdio: "inherit",
  });
  writeFileSync(join(folder, OVER), "");
}

/** Ends a run as if its model had failed, so that the runner leaves nothing behind. */
async function stop(folder) {
  writeFileSync(join(folder, STOP), "");
  await show(folder, WAIT_S);
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
      if (existsSync(join(folder, STOP))) process.exit();
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

/** @param answered the ids of conversations that were just answered */
async function show(folder, wait, answered = []) {
  const until = Date.now() + wait * 1000;
  let known = "";
  let since = Date.now();
  let all = [];
  for (;;) {
    if (existsSync(join(folder, OVER))) {
      console.log(`The run is over:\n${readFileSync(join(folder, PRINTED), "utf8").trim()}`);
      return;
    }
    all = readWaiting(folder);
    const now = all.map(({ home, step, waits }) => `${home} ${step} ${waits}`).join("\n");
    if (now !== known) since = Date.now();
    known = now;
    const isQuiet = Date.now() - since > QUIET_MS;
    if ((all.length > 0 && all.every(({ waits }) => waits) && isQuiet) || Date.now() > until) break;
    await sleep(POLL_MS);
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
  const shownOffer = join(folder, "offer.txt");
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

async function takeAnswers(folder, wait) {
  const waiting = new Map(readWaiting(folder).map((request) => [request.id, request]));
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === "") continue;
    const problem = takeAnswer(waiting, line);
    if (problem !== undefined) console.log(`NOT TAKEN, ${problem}: ${line.slice(0, 120)}`);
  }
  const taken = [...waiting.values()].filter(({ answered }) => answered).map(({ id }) => id);
  console.log(`Answers taken: ${taken.length}`);
  await show(folder, wait, taken);
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
