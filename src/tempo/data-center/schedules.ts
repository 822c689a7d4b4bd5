import pLimit from "p-limit";
import type { components, paths } from "../../generated/tempo-data-center-api.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import type { CallScope, ScheduledDay } from "../../timesheet/port.ts";
import { toScheduledDay } from "../fields.ts";
import { type ApiClient, ifFound } from "../http/client.ts";
import { expectArray } from "../http/parse.ts";
import { DATA_CENTER_CONCURRENCY } from "../http/rate-limit.ts";
import { isSameUser } from "./worklogs.ts";

/** A user by key, and by login name, which the older operation takes. */
interface ScheduledUser {
  key: string;
  login: string;
}

/** Schedules by the keys of users, as they were asked for. */
export type Schedules = ReadonlyMap<string, ScheduledDay[]>;

/** The schedules of several users in one request or, on an older Tempo, in one for each. */
export class DataCenterSchedules {
  readonly #tempo: ApiClient<paths>;
  #isOld = false;

  constructor(tempo: ApiClient<paths>) {
    this.#tempo = tempo;
  }

  /** @param parse may throw anything if a schedule is missing that must be there */
  async read<Result>(
    users: readonly ScheduledUser[],
    range: DateRange,
    scope: CallScope,
    parse: (schedules: Schedules) => Result,
  ): Promise<Result> {
    if (this.#isOld) return parse(await this.#readEach(users, range, scope));
    try {
      return await this.#search(users, range, scope, parse);
    } catch (error) {
      if (!(error instanceof TimesheetError) || error.httpStatus !== 404) throw error;
      const schedules = await this.#readEach(users, range, scope);
      // An older Tempo has no user without a schedule; if it knows none of them, it may be that nothing answers here.
      if (schedules.size === 0) throw error;
      this.#isOld = true;
      return parse(schedules);
    }
  }

  #search<Result>(
    users: readonly ScheduledUser[],
    { startDate, endDate }: DateRange,
    scope: CallScope,
    parse: (schedules: Schedules) => Result,
  ): Promise<Result> {
    const body = { from: startDate, to: endDate, userKeys: users.map(({ key }) => key) };
    return this.#tempo.read(
      scope,
      (client, signal) => client.POST("/rest/tempo-core/2/user/schedule/search", { body, signal }),
      (found) =>
        parse(
          new Map(
            expectArray(found, "its schedules").flatMap(({ user, schedule }) => {
              const asked = user ? users.find(({ key }) => isSameUser(key, user.key)) : users[0];
              return asked && schedule?.days !== undefined ? [[asked.key, daysOf(schedule)] as const] : [];
            }),
          ),
        ),
    );
  }

  async #readEach(
    users: readonly ScheduledUser[],
    { startDate, endDate }: DateRange,
    scope: CallScope,
  ): Promise<Schedules> {
    const found = await pLimit(DATA_CENTER_CONCURRENCY).map([...users], async ({ key, login }) => {
      const params = { query: { user: login, from: startDate, to: endDate } };
      const reading = this.#tempo.read(
        scope,
        (client, signal) => client.GET("/rest/tempo-core/1/user/schedule", { params, signal }),
        daysOf,
        `The schedule of ${login}`,
      );
      return [key, await ifFound(reading)] as const;
    });
    return new Map(found.flatMap(([key, days]) => (days === undefined ? [] : [[key, days]])));
  }
}

function daysOf({ days }: components["schemas"]["Schedule"]): ScheduledDay[] {
  return expectArray(days, "your days").map(toScheduledDay);
}
