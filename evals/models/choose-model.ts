import { UsageError } from "../usage-error.ts";
import { anthropicModel } from "./anthropic.ts";
import type { Model } from "./model.ts";
import { openAiModel } from "./openai.ts";
import { programModel } from "./program.ts";

/** An endpoint may think for long; a program may be a user. */
const ENDPOINT_TIMEOUT_MS = 300_000;
const PROGRAM_TIMEOUT_MS = 3_600_000;

const DEFAULT_URLS = { openai: "https://api.openai.com/v1", anthropic: "https://api.anthropic.com/v1" };

interface Choice {
  openai: boolean;
  anthropic: boolean;
  program?: string | undefined;
  /** The name of what the program asks. */
  name?: string | undefined;
}

/** The model of a command line. @throws UsageError if there is none, or if the environment lacks its name */
export function chooseModel({ openai, anthropic, program, name }: Choice, env: NodeJS.ProcessEnv): Model {
  if (program !== undefined) return programModel(program, name ?? program, PROGRAM_TIMEOUT_MS);
  const form = openai ? "openai" : anthropic ? "anthropic" : undefined;
  if (!form)
    throw new UsageError(
      "Give a model: --program COMMAND, --openai or --anthropic. --help prints what else there is.",
    );
  const { EVALS_URL: url = DEFAULT_URLS[form], EVALS_MODEL: model, EVALS_KEY: key } = env;
  if (!model) throw new UsageError("Set EVALS_MODEL to the model's name, and EVALS_KEY to your key.");
  const endpoint = { url: url.replace(/\/$/, ""), model, key };
  return form === "openai"
    ? openAiModel(endpoint, ENDPOINT_TIMEOUT_MS)
    : anthropicModel(endpoint, ENDPOINT_TIMEOUT_MS);
}
