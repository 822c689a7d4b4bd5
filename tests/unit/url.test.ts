import { expect, test } from "vitest";
import { toUrl } from "../../src/text/url.ts";

test("a URL is one however often it is asked, with letters of any language", () => {
  const wrong = Array.from({ length: 50_000 }, () => toUrl("https://bücher.example/jira")).filter(
    (url) => !url,
  );
  expect(wrong).toEqual([]);
});

test("what is no URL is undefined, and a path is one with its base", () => {
  expect(toUrl("example.com")).toBeUndefined();
  expect(toUrl("/4/x", "https://example.com")?.href).toBe("https://example.com/4/x");
});
