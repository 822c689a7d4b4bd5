import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Environment } from "../../../config/env.ts";
import { listed } from "../../../config/lists.ts";
import { readSettingsLines } from "../../../config/settings-lines.ts";
import {
  CancelledError,
  InvalidInputError,
  TimesheetError,
  UnauthorizedError,
} from "../../../timesheet/errors.ts";
import { HEADERS, type HeaderSetting, type HeaderValues, settingsOf, TITLES } from "../../hosts/entry.ts";
import { ask, say } from "../ask.ts";
import { withHiddenInput } from "../hidden-input.ts";
import { checkValues, kindOfServer } from "./server.ts";

/** Asks for the key and the tokens, trying each as it is given. */
export async function askValues(url: URL, stdin: Readable): Promise<HeaderValues> {
  const { needed, values } = await askKey(url, stdin);
  if (needed.length === 0) return values;
  return untilAccepted(
    stdin,
    async () => ({ ...values, ...(await askEach(needed)) }),
    async (given) => {
      await checkValues(url, given);
      say.done("The server reads your schedule with them.");
      return given;
    },
  );
}

type Needed = { values: HeaderValues; needed: HeaderSetting[] };

async function askKey(url: URL, stdin: Readable): Promise<Needed> {
  const accepted = async (values: HeaderValues): Promise<Needed> => {
    const kind = await kindOfServer(url, values);
    return { values, needed: kind ? settingsOf(kind).slice(1) : [] };
  };
  try {
    return await withHiddenInput(stdin, () => accepted({}));
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  return untilAccepted(stdin, () => askEach(["TEMPOFILLER_ACCESS_KEY"]), accepted);
}

async function askEach(settings: readonly HeaderSetting[]): Promise<HeaderValues> {
  const values: HeaderValues = {};
  for (const setting of settings) {
    const title = TITLES[setting];
    values[setting] =
      setting === "JIRA_EMAIL"
        ? await ask.text(title, "you@example.com")
        : await ask.optionalSecret(title, (answer) =>
            answer === "" ? "Please enter it, or press Ctrl-C to leave everything as it is." : undefined,
          );
  }
  return values;
}

async function untilAccepted<Result>(
  stdin: Readable,
  answers: () => Promise<HeaderValues>,
  accepted: (values: HeaderValues) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const values = await answers();
    try {
      return await withHiddenInput(stdin, () => {
        say.step("Checking …");
        return accepted(values);
      });
    } catch (error) {
      if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
      say.problem(error.message);
    }
  }
}

/** The values that a script hands over: from the environment, and everything on stdin. @throws TimesheetError unless the server takes them */
export async function givenValues(
  url: URL,
  { env, stdin, tokens }: { env: Environment; stdin: Readable; tokens: string | undefined },
): Promise<HeaderValues> {
  const lines = tokens === undefined ? {} : await linesOn(stdin);
  const given = (setting: HeaderSetting) => (lines[setting] ?? env[setting] ?? "").trim() || undefined;
  const key = given("TEMPOFILLER_ACCESS_KEY");
  const withKey: HeaderValues = key === undefined ? {} : { TEMPOFILLER_ACCESS_KEY: key };
  checkSendable(withKey);
  const kind = await kindOfServer(url, withKey);
  if (!kind) return withKey;
  const needed = settingsOf(kind).slice(1);
  const missing = needed.filter((setting) => given(setting) === undefined);
  if (missing.length > 0) {
    throw new InvalidInputError(
      `${url.href} needs ${listed(missing)} of you. Set them in the environment or, with --tokens -, on stdin, one NAME=value a line.`,
    );
  }
  const values = { ...withKey, ...Object.fromEntries(needed.map((setting) => [setting, given(setting)])) };
  checkSendable(values);
  await checkValues(url, values);
  return values;
}

/** A header takes no line break, and an error of the network would quote it. @throws InvalidInputError */
function checkSendable(values: HeaderValues): void {
  const wrong = Object.entries(values).find(
    ([, value]) => value !== undefined && !/^[\x21-\x7e]+$/.test(value),
  );
  if (!wrong) return;
  throw new InvalidInputError(
    `${wrong[0]} has a blank, a line break or a letter that no key or token has. Copy it again; access-key prints the key in its first line.`,
  );
}

async function linesOn(stdin: Readable): Promise<Record<string, string>> {
  const { values, linesOf, others } = readSettingsLines(await text(stdin));
  const wrong = [...linesOf].filter(([name]) => !(name in HEADERS)).flatMap(([, numbers]) => numbers);
  const [first] = [...wrong, ...others.map(({ line }) => line)].sort((a, b) => a - b);
  if (first === undefined) return values;
  throw new InvalidInputError(
    `Line ${first} on stdin is none of what a team's server takes: ${Object.keys(HEADERS).join(", ")}. Write one NAME=value a line.`,
  );
}
