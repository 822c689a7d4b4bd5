import type { Clock } from "../../timesheet/clock.ts";
import type { Fetch } from "./client.ts";

/** A server's own clock, by the `Date` of its last response: the clock of this machine may be off, or be set. */
export class ServerClock {
  readonly #clock: Pick<Clock, "now">;
  #ahead: number | undefined;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Looks at the responses to requests. A failure's may be a gateway's in between, which has another clock. */
  observing(send: Fetch): Fetch {
    return async (request) => {
      const response = await send(request);
      const date = Date.parse(response.headers.get("date") ?? "");
      if (response.ok && !Number.isNaN(date)) this.#ahead = date - this.#clock.now();
      return response;
    };
  }

  /** Milliseconds since 1970, to the second; undefined before the first response that says it. */
  now(): number | undefined {
    return this.#ahead === undefined ? undefined : this.#ahead + this.#clock.now();
  }
}
