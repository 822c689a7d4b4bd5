import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { deploymentAt } from "../setup/site.ts";
import { type Finding, ok, unknown } from "./report.ts";

/** Sends no credentials. */
type Ask = Parameters<typeof deploymentAt>[1] & { statusOf(url: string): Promise<number> };

const TITLES: Record<Deployment["kind"], string> = { cloud: "Jira Cloud", datacenter: "Jira Data Center" };

/** A path of Tempo's API that asks for credentials, and how the names of paths beside it begin. */
const TEMPO_PATHS: Record<Deployment["kind"], string> = {
  cloud: "/4/work-attributes",
  datacenter: "/rest/tempo-core/1/work-attribute",
};

/** Jira by its public server info. @throws SettingsError if the site has none, or is of the other kind */
export async function recogniseJira(site: string, kind: Deployment["kind"], ask: Ask): Promise<Finding> {
  const setting = kind === "cloud" ? "JIRA_BASE_URL" : "TEMPO_BASE_URL";
  const ofCloud = kind === "cloud" ? await deploymentAt(site, ask, 3) : undefined;
  const found = ofCloud ?? (await deploymentAt(site, ask));
  if (found === kind) return ok(`${TITLES[kind]} responds at ${site}.`);
  if (found) {
    const others = found === "cloud" ? "JIRA_BASE_URL and TEMPO_API_URL" : "TEMPO_BASE_URL";
    throw new SettingsError(
      `${site} is ${TITLES[found]}, but ${setting} is for ${TITLES[kind]}. Set ${others} instead.`,
    );
  }
  throw new SettingsError(
    `${site} responds, but not as Jira: it has no ${site}/rest/api/2/serverInfo. Correct ${setting}, with the context path if Jira has one.`,
  );
}

/** Tempo by a path that asks for credentials, beside one that does not exist. @throws SettingsError if neither is so */
export async function recogniseTempo(site: string, kind: Deployment["kind"], ask: Ask): Promise<Finding> {
  const url = site + TEMPO_PATHS[kind];
  const [status, other] = [await ask.statusOf(url), await ask.statusOf(`${url}-of-no-api`)];
  if (status === 401 && other === 404) return ok(`Tempo responds at ${site}.`);
  if (status === 401 && other === 401) {
    return unknown(
      `${site} asks for credentials at every path, so that nothing shows whether it is Tempo. Send a call with a user's own tokens.`,
    );
  }
  const change =
    kind === "cloud"
      ? "Correct TEMPO_API_URL."
      : "Check that Tempo is installed in this Jira, and its licence.";
  const difference =
    status === 401
      ? `a path beside ${url} that does not exist answers HTTP ${other} instead of 404`
      : `${url} answers HTTP ${status} instead of 401`;
  throw new SettingsError(
    `${site} responds, but not as Tempo: without credentials, ${difference}. ${change}`,
  );
}
