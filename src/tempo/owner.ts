import { isLoopback } from "../text/loopback.ts";
import { isTimeZone } from "../timesheet/date-in-zone.ts";
import type { Owner, Profile } from "../timesheet/port.ts";
import type { Worker } from "./diagnostic-timesheet.ts";

/** The paths of a user's address after the base URL of a Jira. */
const USER_PATH = /^(.*)\/rest\/api\/(?:2|3|latest)\/user$/;

const MAX_LENGTH = 2000;

/** The owner of a token on the site that Jira says it is, so that one site has one name, however the settings spell it. */
export function ownerOf({ id, address }: Worker, setting: string): Owner {
  return { site: siteIn(address, new URL(setting)) ?? setting, worker: id };
}

/** The address in a user's `self`, if that is a text. */
export function addressIn(self: unknown): Pick<Worker, "address"> {
  return typeof self === "string" ? { address: self } : {};
}

/** The e-mail address and the time zone in a user's profile, as far as they are texts. */
export function profileIn(email: unknown, timeZone: unknown): Pick<Worker, "email" | "timeZone"> {
  return {
    ...(typeof email === "string" && email !== "" && { email }),
    ...(typeof timeZone === "string" && timeZone !== "" && { timeZone }),
  };
}

export function profileOf({ email, timeZone }: Worker): Profile {
  return {
    ...(email !== undefined && { email }),
    ...(timeZone !== undefined && isTimeZone(timeZone) && { timeZone }),
  };
}

/** Undefined if it does not name the site: some addresses are those of Atlassian's API gateway, or of the machine itself. */
function siteIn(address: string | undefined, setting: URL): string | undefined {
  if (address === undefined || address.length > MAX_LENGTH || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const { protocol, origin, username, password, pathname } = url;
  const [, path] = USER_PATH.exec(pathname) ?? [];
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "" || path === undefined)
    return undefined;
  if (path.startsWith("/ex/jira/") || (isLoopback(url) && !isLoopback(setting))) return undefined;
  return `${origin}${path}`;
}
