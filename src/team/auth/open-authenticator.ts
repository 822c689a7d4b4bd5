import type { ServerResponse } from "node:http";
import type { Fetch } from "../../tempo/http/client.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";
import type { ServerSettings } from "../config/settings.ts";
import { openAccessKeys } from "./access-keys.ts";
import { createFrontDoor, type FrontDoor } from "./authenticator.ts";
import { createOrganisationTokens } from "./jwt.ts";
import {
  isResourceMetadataPath,
  resourceMetadataResponse,
  resourceMetadataUrl,
} from "./resource-metadata.ts";
import { scopeChallenges } from "./scopes.ts";

export interface OpenedFrontDoor {
  frontDoor: FrontDoor;
  /** For `createServer`; undefined if nobody's scopes differ. */
  scopeChallenge: ReturnType<typeof scopeChallenges> | undefined;
  resourceMetadataUrl: string | undefined;
  /** Sends the document from which hosts learn where people sign in. False if the request is not for it. */
  sendMetadata(method: string, path: string, response: ServerResponse): Promise<boolean>;
}

interface FrontDoorParts {
  clock: Clock;
  fetch: Fetch;
  log: Log;
}

/** @throws SettingsError if the file of access keys cannot be used */
export function openFrontDoor(
  { accessKeysFile, organisation, publicUrl }: ServerSettings,
  parts: FrontDoorParts,
): OpenedFrontDoor {
  const accessKeys = accessKeysFile === undefined ? undefined : openAccessKeys(accessKeysFile, parts);
  if (!organisation) {
    return {
      frontDoor: createFrontDoor({ accessKeys }),
      scopeChallenge: undefined,
      resourceMetadataUrl: undefined,
      sendMetadata: async () => false,
    };
  }
  const { issuer, scopePrefix } = organisation;
  const metadataUrl = publicUrl && resourceMetadataUrl(publicUrl);
  return {
    frontDoor: createFrontDoor({
      accessKeys,
      organisation: createOrganisationTokens({ ...organisation, ...parts }),
      resourceMetadataUrl: metadataUrl,
      scopePrefix,
    }),
    scopeChallenge: scopeChallenges(scopePrefix),
    resourceMetadataUrl: metadataUrl,
    async sendMetadata(method, path, response) {
      if (!publicUrl || !isResourceMetadataPath(path, publicUrl)) return false;
      const document = resourceMetadataResponse(method, { url: publicUrl, issuer, scopePrefix });
      response.writeHead(document.status, Object.fromEntries(document.headers));
      response.end(await document.text());
      return true;
    },
  };
}
