import { expect, test } from "vitest";
import { InvalidResponseError } from "../../../src/tempo/http/parse.ts";
import { invalidResponse, notJson, tooLarge } from "../../../src/tempo/http/response-errors.ts";
import type { Effect } from "../../../src/tempo/http/service.ts";
import type { TimesheetError } from "../../../src/timesheet/errors.ts";
import { SERVICE, shown } from "./service.ts";

const PROXY = "A proxy or login page may be intercepting it; check TEMPO_URL.";

test.each<
  [
    what: string,
    toError: (effect: Effect) => TimesheetError,
    read: { kind: string; message: string },
    why: string,
  ]
>([
  [
    "that is not JSON",
    (effect) => notJson(SERVICE, effect),
    { kind: "NonJsonResponseError", message: `Tempo's response is not JSON. ${PROXY}` },
    "is not JSON",
  ],
  [
    "that is too large",
    (effect) => tooLarge(SERVICE, effect),
    {
      kind: "LargeResponseError",
      message:
        "Tempo's response is too large to be read (more than 32 MB or 500,000 values). Ask for a shorter range; if that does " +
        "not help, check TEMPO_URL.",
    },
    "is too large to be read",
  ],
  [
    "that lacks something",
    (effect) => invalidResponse(SERVICE, effect, new InvalidResponseError("its id is missing")),
    {
      kind: "UnexpectedResponseError",
      message: `Tempo's response is invalid: its id is missing. ${PROXY}`,
    },
    "is invalid: its id is missing",
  ],
  [
    "that cannot be parsed",
    (effect) => invalidResponse(SERVICE, effect, new TypeError("x is undefined")),
    {
      kind: "UnexpectedResponseError",
      message: `Tempo's response is not what its API promises. ${PROXY}`,
    },
    "is not what its API promises",
  ],
])("a response %s is an error, and after a write leaves the outcome unknown", (_, toError, read, why) => {
  expect(shown(toError("read"))).toEqual(read);
  expect(shown(toError("write"))).toEqual({
    kind: "OutcomeUnknownError",
    message:
      `Tempo reported success, but its response ${why}, so it is unknown whether the request took effect. ` +
      "Check your worklogs before retrying.",
  });
});
