import { listServerVariables } from "../../config/server-variables.ts";
import { DEPLOYMENT_NAMES, listVariables, type NamedVariable } from "../../config/variable-names.ts";
import { DATE_FORMS } from "../dates/period.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import { HOUR_FORMS } from "../hours.ts";
import { type Row, section } from "../lines.ts";

interface HelpTopic {
  summary: string;
  /** Its text, in lines of so many characters. */
  text(width: number): string;
}

/** The topics of `tempofiller help` other than commands. */
export const HELP_TOPICS: Readonly<Record<string, HelpTopic>> = {
  dates: {
    summary: "how dates, weeks, months and ranges are written",
    text: (width) => section("Dates, in any command that takes some", formRows(DATE_FORMS), width),
  },
  hours: {
    summary: "how hours are written",
    text: (width) => section("Hours, of log and of fill", formRows(HOUR_FORMS), width),
  },
  settings: { summary: "every setting", text: settingsHelp },
  "exit-codes": {
    summary: "what each exit code means",
    text: (width) => section("Exit codes", Object.entries(EXIT_CODES), width),
  },
};

export function settingsHelp(width: number): string {
  return [
    section(
      `Settings for ${DEPLOYMENT_NAMES.cloud} (environment variables, or a settings file)`,
      settingRows("cloud"),
      width,
    ),
    section(`Settings for ${DEPLOYMENT_NAMES.datacenter}`, settingRows("datacenter"), width),
    section("Settings for both", settingRows("both"), width),
    section(
      "Settings of tempofiller serve (environment variables only)",
      listServerVariables().map(({ name, description }): Row => [name, description]),
      width,
    ),
  ].join("\n");
}

function formRows(forms: readonly { written: readonly string[]; means: string }[]): Row[] {
  return forms.map(({ written, means }) => [written.join(", "), means]);
}

function settingRows(deployment: NamedVariable["deployment"]): Row[] {
  return listVariables()
    .filter((variable) => variable.deployment === deployment)
    .map(({ name, kind, description }) => [kind === "flag" ? `${name}=1` : name, description]);
}
