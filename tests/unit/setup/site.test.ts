import { expect, test } from "vitest";
import { findSite, readAddress } from "../../../src/cli/setup/site.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

/** Looks for Jira from a page of it; what answers is a list of the URLs whose `serverInfo` says which kind it is. */
async function find(page: string, answers: Record<string, string>) {
  const requests: { url: string; authorization: string | null }[] = [];
  const address = readAddress(page);
  if (!address) throw new Error("no address");
  const site = await findSite(address, {
    clock: virtualClock(),
    timeout: 1000,
    fetch: async ({ url, headers }) => {
      requests.push({ url, authorization: headers.get("authorization") });
      const deploymentType = answers[url.replace("/rest/api/2/serverInfo", "")];
      return deploymentType ? Response.json({ deploymentType }) : new Response("<html>", { status: 404 });
    },
  });
  return { site, requests };
}

test.each([
  [
    "a Cloud site under another name",
    "https://jira.acme.com/browse/X-1?a=1#b",
    { "https://jira.acme.com": "Cloud" },
    { kind: "cloud", url: "https://jira.acme.com" },
    1,
  ],
  [
    "Data Center below a context path",
    "https://acme.com/tools/jira/browse/X-1",
    { "https://acme.com/tools/jira": "Server" },
    { kind: "datacenter", url: "https://acme.com/tools/jira" },
    3,
  ],
  ["nothing that answers", "https://acme.com/a/b/c/d/e", {}, { kind: undefined, url: "https://acme.com" }, 4],
])("finds %s, and sends no token", async (_, page, answers, expected, count) => {
  const { site, requests } = await find(page, answers);
  expect(site).toEqual(expected);
  expect(requests.map(({ authorization }) => authorization)).toEqual(Array(count).fill(null));
});

test.each(["", "my jira", "https://"])("'%s' is no address", (text) => {
  expect(readAddress(text)).toBeUndefined();
});

test("an address at which nothing answers is an error that says why", async () => {
  const fetch = async () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code: "ENOTFOUND" }) });
  };
  const found = findSite(new URL("https://jira.invalid/browse/X-1"), {
    clock: virtualClock(),
    timeout: 1000,
    fetch,
  });
  await expect(found).rejects.toThrow(
    "Jira could not be reached at https://jira.invalid (ENOTFOUND). Check the network and the address, then try again.",
  );
});
