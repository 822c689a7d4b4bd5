import type { paths } from "../../generated/jira-api.ts";
import type { CallScope } from "../../timesheet/port.ts";
import type { Worker } from "../diagnostic-timesheet.ts";
import type { ApiClient } from "../http/client.ts";
import { expectString, optionalString, textsAmong } from "../http/parse.ts";
import { upstreamName } from "../http/upstream-message.ts";
import { addressIn, profileIn } from "../owner.ts";

/** The owner of the token, identified by key, since Tempo does not know names. */
export function readWorker(jira: ApiClient<paths>, scope: CallScope): Promise<Worker> {
  return jira.read(
    scope,
    (client, signal) => client.GET("/rest/api/2/myself", { signal }),
    ({ key, name, displayName, emailAddress, self, timeZone }) => ({
      id: expectString(key, "your user key"),
      ...addressIn(self),
      ...profileIn(emailAddress, timeZone),
      ...(typeof name === "string" && name !== "" && { login: name }),
      otherNames: textsAmong([name, emailAddress]),
      ...(displayName && { name: upstreamName(optionalString(displayName, "your name")) }),
    }),
  );
}
