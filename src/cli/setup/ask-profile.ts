import { toProfileName } from "../../config/profile.ts";
import { tryRead } from "../../config/read-all.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { ask, say } from "./ask.ts";
import type { SetupContext } from "./options.ts";
import { profileNameFor, siteOfProfile } from "./other-site.ts";

/** Asks for the profile of a further site. Undefined if the user wants it to replace the other one. */
export async function askProfile(
  before: string,
  site: string,
  { env, file }: SetupContext,
): Promise<string | undefined> {
  say.step(`${file?.path} has the settings for ${before}, which those for ${site} would replace.`);
  const isKept = await ask.yes(`Keep ${before} too, and make a profile for ${site}?`, true);
  if (!isKept) return undefined;
  const name = await ask.text("Name of the profile", "client-b", {
    initialValue: profileNameFor(site, env),
    problemIn: (text) => problemIn(text, site, env),
  });
  return name.toLowerCase();
}

function problemIn(text: string, site: string, env: SetupContext["env"]): string | undefined {
  const name = tryRead(() => toProfileName(text));
  if (name instanceof SettingsError) return name.message;
  const taken = siteOfProfile(name, env);
  return taken === undefined || taken === site
    ? undefined
    : `${name} is the profile for ${taken}. Choose another name.`;
}
