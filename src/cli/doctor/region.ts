import type { Connection } from "../../runtime/connection.ts";
import type { CloudDeployment } from "../../tempo/deployment.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import { ForbiddenError, type UnauthorizedError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { ask } from "./ask.ts";
import { type Check, failed, ok, skipped } from "./report.ts";

/** Where Tempo Cloud keeps data. A token is known in one of these only. */
export const REGIONS = ["https://api.tempo.io", "https://api.eu.tempo.io", "https://api.us.tempo.io"];

/** The checks of a token that Tempo knows. */
export function knownToken({ tempoUrl }: CloudDeployment): Check[] {
  return [
    ok("tempo_token", "Tempo accepts the token of TEMPO_API_TOKEN."),
    ok("region", `The token belongs to ${host(tempoUrl)}.`),
  ];
}

/**
 * The checks of a token that Tempo refused: whether another region knows it. It is shown to Tempo's own addresses only,
 * and only if it was meant for one of them.
 */
export async function refusedToken(
  deployment: CloudDeployment,
  options: Connection["options"],
  regions: string[],
  refusal: UnauthorizedError,
  scope: CallScope,
): Promise<Check[]> {
  const { tempoUrl } = deployment;
  if (!regions.includes(tempoUrl)) return [failed("tempo_token", refusal), skipped("region", "tempo_token")];
  const others = regions.filter((region) => region !== tempoUrl);
  const answers = await Promise.all(
    others.map(async (region) => ({
      region,
      ...(await ask(openTimesheet({ ...deployment, tempoUrl: region }, options).workAttributes(scope))),
    })),
  );
  const home = answers.find(({ error }) => error === undefined || error instanceof ForbiddenError)?.region;
  if (home !== undefined) {
    return [
      ok("tempo_token", `Tempo knows the token of TEMPO_API_TOKEN, in the region ${host(home)}.`),
      failed(
        "region",
        refusal,
        `Tempo refused the token of TEMPO_API_TOKEN at ${host(tempoUrl)}, and ${host(home)} knows it: ` +
          `set TEMPO_API_URL to ${home}.`,
      ),
    ];
  }
  const unasked = answers
    .filter(({ error }) => error?.code !== refusal.code)
    .map(({ region }) => host(region));
  const elsewhere =
    unasked.length === 0
      ? `neither ${others.map(host).join(" nor ")} knows it`
      : `no region that answers knows it (${unasked.join(" and ")} did not answer)`;
  return [
    failed(
      "tempo_token",
      refusal,
      `Tempo refused the token of TEMPO_API_TOKEN at ${host(tempoUrl)} (HTTP ${refusal.httpStatus}), and ${elsewhere}: ` +
        "it is not a whole one, expired or revoked. Make a new one in Tempo, Settings, API integration, with the scopes " +
        "Worklogs (manage) and Schemes (view), and set TEMPO_API_TOKEN to it.",
    ),
    skipped("region", "tempo_token"),
  ];
}

function host(address: string): string {
  return new URL(address).host;
}
