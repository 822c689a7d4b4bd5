import { listed } from "../../config/lists.ts";
import { ForbiddenError, UnauthorizedError } from "../../timesheet/errors.ts";
import type { CloudContext } from "./context.ts";
import { type Finding, failed, ok } from "./report.ts";

export async function tempoToken(context: CloudContext): Promise<Finding> {
  const { error } = await context.workAttributes();
  if (!(error instanceof UnauthorizedError)) return ok("Tempo accepts TEMPO_API_TOKEN.");
  const others = await context.otherRegions();
  if (!others) return failed(error);
  const home = await homeRegion(context);
  if (home) return ok(`Tempo accepts TEMPO_API_TOKEN in the region ${host(home)}.`);
  const unchecked = others.filter(({ result }) => result.error?.code !== error.code);
  const regions =
    unchecked.length === 0
      ? `and at ${hosts(others)}`
      : `and no region that responds accepts it (no usable response from ${hosts(unchecked)})`;
  return failed(
    error,
    `TEMPO_API_TOKEN was rejected at ${host(context.deployment.tempoUrl)} (HTTP ${error.httpStatus}) ${regions}: it is ` +
      "incomplete, expired or revoked. Create a new one in Tempo, Settings, API integration, with the scopes " +
      `${listed(context.deployment.help.tempo.scopes)}, and set TEMPO_API_TOKEN to it.`,
  );
}

export async function region(context: CloudContext): Promise<Finding> {
  const { tempoUrl } = context.deployment;
  const { error } = await context.workAttributes();
  const home = error instanceof UnauthorizedError ? await homeRegion(context) : undefined;
  if (!error || !home) return ok(`TEMPO_API_TOKEN belongs to ${host(tempoUrl)}.`);
  return failed(
    error,
    `TEMPO_API_TOKEN was rejected at ${host(tempoUrl)} but accepted at ${host(home)}: set TEMPO_API_URL to ${home}.`,
  );
}

/** A token that lacks a scope in a region is accepted there too. */
export async function homeRegion({ otherRegions }: CloudContext): Promise<string | undefined> {
  const others = await otherRegions();
  return others?.find(({ result: { error } }) => !error || error instanceof ForbiddenError)?.region;
}

function hosts(regions: { region: string }[]): string {
  return regions.map(({ region }) => host(region)).join(" and ");
}

function host(url: string): string {
  return new URL(url).host;
}
