import { expect, test } from "vitest";
import { cloudHelp, dataCenterHelp } from "../../../../src/config/service-help.ts";
import { CREDENTIAL_HEADERS, HTTP_NAMES } from "../../../../src/team/config/user-settings.ts";

/** Settings that no request can set, as texts name them. */
const OF_OPERATOR =
  /(?:HTTPS_PROXY or HTTP_PROXY|NO_PROXY|NODE_EXTRA_CA_CERTS|JIRA_BASE_URL|TEMPO_API_URL|ATLASSIAN_API_URL|TEMPO_BASE_URL|TEMPO_WORK_ATTRIBUTES|TEMPO_TOOLSETS)/g;

test.each([
  ["Cloud", cloudHelp(new Set(["accounts"])), cloudHelp(new Set(["accounts"]), HTTP_NAMES)],
  ["Data Center", dataCenterHelp(), dataCenterHelp(HTTP_NAMES)],
])("over HTTP, texts of %s name headers, and whose settings the others are", (_, plain, overHttp) => {
  const expected = Object.entries(CREDENTIAL_HEADERS).reduce(
    (text, [name, header]) => text.replaceAll(name, header),
    JSON.stringify(plain).replaceAll(OF_OPERATOR, "$& (a setting of TempoFiller's administrator)"),
  );
  expect(overHttp).toEqual(JSON.parse(expected));
});
