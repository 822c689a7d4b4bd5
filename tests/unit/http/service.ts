import type { Service } from "../../../src/tempo/http/service.ts";
import { TimesheetError, UnavailableError } from "../../../src/timesheet/errors.ts";

export const SERVICE: Service = {
  api: "tempo",
  name: "Tempo",
  baseUrl: "https://tempo.test:8443/path",
  isRateLimited: false,
  help: {
    renewToken: "Renew the token.",
    checkPermission: "Ask for the permission.",
    urlSetting: "TEMPO_URL",
    withLicence: "with a licence",
    certificatesSetting: "CERTIFICATES",
    proxySettings: "PROXY",
    noProxySetting: "NO_PROXY",
  },
};

/** An error as tests compare it. */
export interface ShownError {
  kind: string;
  message: string;
  httpStatus?: number;
  /** The pause in milliseconds. */
  retryAfter?: number;
}

export function shown(error: unknown): ShownError {
  if (!(error instanceof TimesheetError)) throw error;
  const { message, httpStatus } = error;
  const retryAfter = error instanceof UnavailableError ? error.retryAfter : undefined;
  return {
    kind: error.constructor.name,
    message,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}
