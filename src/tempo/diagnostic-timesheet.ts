import { isLoopback } from "../text/url.ts";
import type { DateRange } from "../timesheet/dates.ts";
import type { CallScope, Owner, Profile, Timesheet } from "../timesheet/port.ts";
import { isTimeZone } from "../timesheet/zones.ts";
import type { Memoized } from "./memoize.ts";

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

/**
 * The readers of who owns a token.
 *
 * @param setting the URL of Jira in the settings
 * @param given the e-mail address in the settings, without which Jira Cloud takes no token of the owner
 */
export function ownerReaders(
  worker: Memoized<Worker>,
  setting: string,
  given?: string,
): Pick<DiagnosticTimesheet, "whoAmI" | "getOwner" | "getOwnerNames" | "readProfile" | "knownProfile"> {
  return {
    whoAmI: worker,
    getOwner: async (scope) => ownerOf(await worker(scope), setting),

    async getOwnerNames(scope) {
      const { id, otherNames } = await worker(scope);
      return [id, ...(given === undefined ? [] : [given]), ...otherNames];
    },

    readProfile: async (scope) => profileOf(await worker(scope), given),

    knownProfile() {
      const known = worker.known();
      return known && profileOf(known, given);
    },
  };
}

function profileOf({ email, timeZone }: Worker, given: string | undefined): Profile {
  const known = email ?? given;
  return {
    ...(known !== undefined && { email: known }),
    ...(timeZone !== undefined && (isTimeZone(timeZone) ? { timeZone } : { unknownZone: timeZone })),
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

/** The owner of the Jira token, whose time is logged. */
export interface Worker {
  /** Account id on Cloud, user key on Data Center. */
  id: string;
  /** The owner's address at the site, as Jira gives it. */
  address?: string;
  name?: string;
  /** Other names that Jira itself has for the owner, as far as it shows it: e-mail address, and login name on Data Center. */
  otherNames: string[];
  /** The name that Jira has, which need not be that of a zone that exists. */
  timeZone?: string;
  email?: string;
  /** The login name, by which Data Center's searches know users; left out on Cloud. */
  login?: string;
  /** Left out on Data Center. */
  tokenKind?: TokenKind;
}

/** The kind of a Jira token on Cloud: one with scopes works only through Atlassian's API gateway. */
export type TokenKind = "scoped" | "unscoped";

/** A worklog that Tempo lists if it is asked for those of the owner. */
export interface ListedWorklog {
  id: string;
  date: string;
  /** Account id on Cloud, user key on Data Center; empty if Tempo does not say. */
  author: string;
}

export interface DiagnosticTimesheet extends Timesheet {
  /** Requests Jira only. */
  whoAmI(scope: CallScope): Promise<Worker>;

  /** Also worklogs that Tempo lists under another user, which the other reads leave out. */
  listWorklogs(range: DateRange, scope: CallScope): Promise<ListedWorklog[]>;

  /** The key of an issue on which the owner logged hours in these dates, as Jira knows; undefined on Cloud, where only Tempo knows. */
  findLoggedIssue(range: DateRange, scope: CallScope): Promise<string | undefined>;

  /** Whether Tempo is installed, whatever it refuses; undefined if that does not show, as on Cloud. */
  isInstalled(scope: CallScope): Promise<boolean | undefined>;
}
