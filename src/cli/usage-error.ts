import { InvalidInputError } from "../timesheet/errors.ts";

export class UsageError extends InvalidInputError {
  /** @param topic what to ask `tempofiller help` for; the general help if left out */
  constructor(message: string, topic = "") {
    super(`${message} See tempofiller help${topic === "" ? "" : ` ${topic}`}.`);
  }
}
