import { defineCommand } from "../command.ts";
import { HTTP, JSON_OUTPUT, refuseProfileOfTeam, SANDBOX, sandboxKind } from "../options.ts";
import { HOST } from "../setup/hosts.ts";
import { UsageError } from "../usage-error.ts";

export const command = defineCommand({
  summary: "check the settings and say what to fix",
  options: { sandbox: SANDBOX, json: JSON_OUTPUT, host: HOST, http: HTTP },
  async run({ options }, cli) {
    const { env, print, colour, width, settings, settingsFile } = cli;
    const { json, http } = options;
    if (http !== undefined) {
      refuseProfileOfTeam(options.profile, "doctor");
      const { runServerDoctor } = await import("../doctor/server-doctor.ts");
      return runServerDoctor(http, env, { json, colour, width, print });
    }
    const { runDoctor } = await import("../doctor/doctor.ts");
    const host = hostName(options.host);
    const source =
      host === undefined
        ? { settings: settings(), env, file: settingsFile() }
        : (await import("../doctor/host.ts")).hostSource(host, env);
    return runDoctor(source, {
      sandbox: sandboxKind(options),
      json,
      isNamed: options.profile !== undefined,
      print: (text) => print(`${text}\n`),
      colour,
      width,
    });
  },
});

/** The host to check, if one is named. */
function hostName(names: readonly string[] = []): string | undefined {
  if (names.length > 1) throw new UsageError("doctor checks one --host at a time.", "doctor");
  return names[0];
}
