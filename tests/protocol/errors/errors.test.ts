import { describe, expect, test } from "vitest";
import { withoutTimes } from "../../helpers/in-doubt.ts";
import { CATALOGUE } from "./catalogue.ts";

describe.each(Object.entries(CATALOGUE))("what a user reads: %s", (_, entries) => {
  test.each(entries)("$cause", async ({ meet, code, text }) => {
    expect(withoutTimes(await meet())).toEqual({ text, ...(code !== undefined && { code }) });
  });
});
