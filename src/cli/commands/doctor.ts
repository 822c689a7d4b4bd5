import { defineCommand } from "../command.ts";
import { HOST } from "../hosts/hosts.ts";
import { HTTP, JSON_OUTPUT, refuseProfileOfTeam, SANDBOX, sandboxKind } from "../options.ts";
import { UsageError } from "../usage-error.ts";

export const command = defineCommand({
  summary: "check the settings and say what to fix",
  options: { sandbox: SANDBOX, json: JSON_OUTPUT, host: HOST, http: HTTP },
  async run({ options }, cli) {
    const { env, print, colour, width, settings, settingsFile } = cli;
    const { json, http } = options;
    const output = { json, colour, width, print: (line: string) => print(`${line}\n`) };
    if (http !== undefined) {
      refuseProfileOfTeam(options.profile, "doctor");
      const { runServerDoctor } = await import("../doctor/server-doctor.ts");
      return runServerDoctor(http, env, output);
    }
    const { runDoctor } = await import("../doctor/doctor.ts");
    const host = hostName(options.host);
    const source =
      host === undefined
        ? { settings: settings(), env, file: settingsFile() }
        : (await import("../doctor/host.ts")).hostSource(host, env);
    return runDoctor(source, {
      sandbox: sandboxKind(options),
      isNamed: options.profile !== undefined,
      ...output,
    });
  },
});

/** The host to check, if one is named. */
function hostName(names: readonly string[] = []): string | undefined {
  if (names.length > 1) throw new UsageError("doctor checks one --host at a time.", "doctor");
  return names[0];
}
