import { expect, test } from "vitest";
import { withoutSettings } from "../../src/config/environment.ts";

test.each<[string, { linux: boolean; win32: boolean }]>([
  ["TEMPO_PAT", { linux: false, win32: false }],
  ["Tempo_Pat", { linux: true, win32: false }],
  ["tempo_api_token_file", { linux: true, win32: false }],
  ["https_proxy", { linux: false, win32: false }],
  ["Https_Proxy", { linux: true, win32: false }],
  ["TEMPOFILLER_METRICS_TOKEN_FILE", { linux: false, win32: false }],
  ["TempoFiller_Database_URL", { linux: true, win32: false }],
  ["Path", { linux: true, win32: true }],
  ["MY_TEMPO_PAT", { linux: true, win32: true }],
])("other programs get %s on the systems that do not read it as a setting", (name, kept) => {
  const isKept = (platform: NodeJS.Platform) => name in withoutSettings({ [name]: "value" }, platform);
  expect({ linux: isKept("linux"), win32: isKept("win32") }).toEqual(kept);
});
