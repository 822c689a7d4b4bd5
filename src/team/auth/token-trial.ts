import pLimit from "p-limit";
import type { Fetch } from "../../tempo/http/client.ts";
import type { Limiter } from "../../timesheet/when-allowed.ts";
import type { Attempt } from "./attempts.ts";

/**
 * A token until it has worked. Its requests leave one at a time, each as an attempt, so that concurrent guesses cannot exceed the
 * limit.
 */
export class TokenTrial {
  readonly #authorization: string;
  readonly #attempt: Attempt;
  readonly #alone = pLimit(1);
  #hasWorked = false;

  /** @param authorization the header of requests with the token */
  constructor(authorization: string, attempt: Attempt) {
    this.#authorization = authorization;
    this.#attempt = attempt;
  }

  get hasWorked(): boolean {
    return this.#hasWorked;
  }

  forget(): void {
    this.#hasWorked = false;
  }

  /** Notices that the token works: only a request that carried it and succeeded shows that. */
  watch(send: Fetch): Fetch {
    return async (request) => {
      const response = await send(request);
      if (response.ok && request.headers.get("authorization") === this.#authorization) this.#hasWorked = true;
      return response;
    };
  }

  limit(limiter: Limiter): Limiter {
    return async (start, abandoned) => {
      const tried = this.#hasWorked
        ? undefined
        : await this.#alone(async () =>
            this.#hasWorked ? undefined : { result: await this.#attempt(() => limiter(start, abandoned)) },
          );
      return tried ? tried.result : limiter(start, abandoned);
    };
  }
}
