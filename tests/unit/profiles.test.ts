import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listProfiles, readProfile } from "../../src/config/profile.ts";
import { readSettings } from "../../src/config/settings.ts";
import { readSettingsFile, settingsFilePath } from "../../src/config/settings-file.ts";
import { settingsFileOf } from "../../src/config/user-folders.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** A user whose configuration folder is here on every platform. */
function user() {
  const folder = temporaryFolder();
  const env = { APPDATA: folder, XDG_CONFIG_HOME: folder };
  const path = (profile?: string) => settingsFileOf(profile, env, "linux");
  mkdirSync(join(folder, "tempofiller"));
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, "tempofiller", name), text, { mode: 0o600 });
  return { env, path, write };
}

test.each([
  ["", undefined],
  ["Default", undefined],
  ["client-b", "client-b"],
  [" Client-B ", "client-b"],
  ["2", "2"],
  ["x".repeat(40), "x".repeat(40)],
])("TEMPO_PROFILE=%j names the profile %j", (TEMPO_PROFILE, name) => {
  expect(readProfile({ TEMPO_PROFILE })).toBe(name);
});

const RULE =
  "A profile's name has letters, digits and single hyphens between them, at most 40, and is not default or settings";

test.each(["settings", "Settings", "../x", "a b", "-a", "a--b", "a.b", "ä", "nul", "COM1"])(
  "%j cannot name a profile, and reads no file",
  (TEMPO_PROFILE) => {
    const message = `${RULE}, not "${TEMPO_PROFILE}". Choose one such as client-b.`;
    expect(readSettingsFile({ TEMPO_PROFILE })).toMatchObject({
      path: "",
      exists: false,
      error: { message },
    });
    expect(settingsFilePath({ TEMPO_PROFILE })).toBeUndefined();
    expect(readSettings({ TEMPO_PROFILE }).rulesFile).toBeUndefined();
  },
);

test.each(["off", "/a.env"])("TEMPO_PROFILE with TEMPO_CONFIG_FILE=%s is refused", (TEMPO_CONFIG_FILE) => {
  const message =
    "TEMPO_PROFILE (or --profile) and TEMPO_CONFIG_FILE both say which settings to read. Remove one of them.";
  expect(readSettingsFile({ TEMPO_PROFILE: "b", TEMPO_CONFIG_FILE })?.error).toMatchObject({ message });
});

test.skipIf(process.platform === "darwin")(
  "each profile has a file of its own, and one without is named with the others",
  () => {
    const { env, path, write } = user();
    for (const name of [
      "settings.env",
      "b.env",
      "a.env",
      "Upper.env",
      "b.env.tempofiller-backup",
      "b.rules.json",
    ])
      write(name, `TEMPO_BASE_URL=https://${name.slice(0, 1)}.example.com\n`);
    expect(listProfiles(env)).toEqual(["a", "b"]);
    expect(readSettingsFile({ ...env, TEMPO_PROFILE: "b" })).toMatchObject({
      path: path("b"),
      values: { TEMPO_BASE_URL: "https://b.example.com" },
    });
    expect(readSettingsFile(env)?.path).toBe(path());
    expect(readSettings(env, readSettingsFile({ ...env, TEMPO_PROFILE: "b" })).rulesFile).toBe(
      path("b").replace(".env", ".rules.json"),
    );
    expect(readSettingsFile({ ...env, TEMPO_PROFILE: "c" })?.error?.message).toBe(
      `There is no profile c: ${path("c")} does not exist. Known profiles: default, a, b. tempofiller setup --name c makes it.`,
    );
  },
);

test("certificates in the environment that cannot be read are named, since Node goes on without them", () => {
  const message =
    "NODE_EXTRA_CA_CERTS points to /no/such.pem, which cannot be read (ENOENT), so Node.js goes on without it. Set it to a PEM file.";
  expect(readSettings({ NODE_EXTRA_CA_CERTS: "/no/such.pem" }).warnings).toEqual([
    { check: "certificates", message },
  ]);
  expect(readSettings({ NODE_EXTRA_CA_CERTS: import.meta.filename }).warnings).toEqual([]);
});

test.skipIf(process.platform === "darwin")(
  "without first settings, the error names the profiles that there are",
  () => {
    const { env, write } = user();
    write("new.env", "");
    write("old.env", "");
    expect(readSettings(env).deployment).toMatchObject({
      text: {
        shell: "Tempo is not configured without a profile. Add --profile new, or --profile old.",
      },
    });
    expect(readSettings({ ...env, TEMPO_PROFILE: "new" }).deployment).toMatchObject({
      text: { shell: expect.stringContaining("Tempo is not configured. Run tempofiller setup") },
    });
  },
);
