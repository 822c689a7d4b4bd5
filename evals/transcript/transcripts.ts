import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Header, Judged, TranscriptLine } from "../generated/transcript.ts";
import type { RunEvent } from "../run/events.ts";
import type { Offer } from "../run/run-task.ts";
import type { Spelling } from "../run/spelling.ts";
import { UsageError } from "../usage-error.ts";

const EVALS = join(import.meta.dirname, "..");

/** The transcripts that are part of the project. */
export const TRANSCRIPTS = join(EVALS, "transcripts");

/** The facts that all runs of a folder share. */
export interface RunOfModel {
  model: string;
  /** The date that it began on. */
  date: string;
  /** A value of TEMPO_TOOLSETS. */
  toolSets: string;
  skills: boolean;
  /** Left out if the client spelled arguments as the model did. */
  spelling?: Spelling | undefined;
  offer: Offer;
}

/** A run of one task, as it is kept. */
export interface Transcript {
  header: Header;
  events: RunEvent[];
  judged: Judged;
}

const validate = new Ajv2020().compile(
  JSON.parse(readFileSync(join(EVALS, "transcript.schema.json"), "utf8")),
);

/** Keeps what all runs of a folder share, unless it is there. */
export function openRun(folder: string, run: RunOfModel): void {
  const path = join(folder, "run.json");
  if (existsSync(path)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${JSON.stringify(run, null, 1)}\n`);
}

/** @throws UsageError if the folder has runs that share something else */
export function checkRun(folder: string, run: Partial<RunOfModel>): void {
  if (!existsSync(join(folder, "run.json"))) return;
  const before = readRun(folder);
  const facts = Object.keys(run) as (keyof RunOfModel)[];
  if (facts.every((fact) => JSON.stringify(before[fact]) === JSON.stringify(run[fact]))) return;
  const other = dirname(folder) === TRANSCRIPTS ? "--run another name" : "--transcripts another folder";
  throw new UsageError(`${folder} has runs of another model, or with other tools. Give ${other}.`);
}

export function readRun(folder: string): RunOfModel {
  return JSON.parse(readFileSync(join(folder, "run.json"), "utf8"));
}

export function hasTranscript(folder: string, header: Omit<Header, "type">): boolean {
  return existsSync(pathOf(folder, header));
}

export function writeTranscript(folder: string, { header, events, judged }: Transcript): void {
  const lines = [header, ...events, judged].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(pathOf(folder, header), lines.join(""));
}

/** The transcripts of a run. @throws if a line does not match the schema */
export function readTranscripts(folder: string): Transcript[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().map((name) => readFile(join(folder, name)));
}

/** The transcript of a run of a task. @throws if a line does not match the schema */
export function readTranscript(folder: string, header: Omit<Header, "type">): Transcript {
  return readFile(pathOf(folder, header));
}

function readFile(path: string): Transcript {
  const lines = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line, index) => {
      const value: unknown = JSON.parse(line);
      if (!validate(value)) throw new Error(`Line ${index + 1} of ${path} does not match its schema`);
      return value as TranscriptLine;
    });
  const [header, judged] = [lines[0], lines.at(-1)];
  if (header?.type !== "run" || judged?.type !== "verdict")
    throw new Error(`${path} does not begin with a run and end with a verdict`);
  return { header, events: lines.slice(1, -1) as RunEvent[], judged };
}

/** The names of the runs that are part of the project. */
export function keptRuns(): string[] {
  return existsSync(TRANSCRIPTS) ? readdirSync(TRANSCRIPTS).sort() : [];
}

/** A checksum of all transcripts of a run. */
export function checksumOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, name)));
  return hash.digest("hex").slice(0, 12);
}

function pathOf(folder: string, { task, deployment, time }: Omit<Header, "type">): string {
  return join(folder, `${task}.${deployment}${time === 1 ? "" : `.${time}`}.jsonl`);
}
