import type { Environment } from "../config/environment.ts";
import { savedProfiles } from "../config/profile.ts";
import type { ServerContext } from "../server/context.ts";

/** The line that says to which site hours go; none unless there are settings for several. */
export function whichSite(env: Environment, { site }: Pick<ServerContext, "site">): string[] {
  return site === undefined || savedProfiles(env).length < 2 ? [] : [`On ${site}:`];
}
