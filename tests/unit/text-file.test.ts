import { execFileSync } from "node:child_process";
import { symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { checkCertificate } from "../../src/cli/doctor/server-doctor.ts";
import { readFile } from "../../src/cli/hosts/files.ts";
import { readSettings } from "../../src/config/settings.ts";
import { readSettingsFile } from "../../src/config/settings-file.ts";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../src/config/text-file.ts";
import { openAccessKeys } from "../../src/team/auth/access-keys.ts";
import { readServerSettings } from "../../src/team/config/settings.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { DATA_CENTER } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { virtualClock } from "../helpers/virtual-clock.ts";

const isUnix = process.platform !== "win32";

let folder = "";

beforeEach(() => {
  folder = temporaryFolder();
});

/** A file of so many zero bytes, which take no space. */
function longFile(bytes: number): string {
  const path = join(folder, "long");
  writeFileSync(path, "");
  truncateSync(path, bytes);
  return path;
}

function pipe(): string {
  const path = join(folder, "pipe");
  execFileSync("mkfifo", [path]);
  return path;
}

function whyNot(path: string, maxBytes: number): string {
  try {
    return `${readTextFile(path, maxBytes).length} characters`;
  } catch (error) {
    return whyUnreadable(error);
  }
}

describe("a file is read", () => {
  test.each([
    ["the longest", 1000, "1000 characters"],
    ["one byte longer", 1001, "larger than 1000 bytes"],
  ])("up to its limit: %s", (_, bytes, outcome) => {
    const path = join(folder, "file");
    writeFileSync(path, "x".repeat(bytes));
    expect(whyNot(path, 1000)).toBe(outcome);
  });

  test("in several pieces", () => {
    const path = join(folder, "file");
    const text = "é".repeat(200_000);
    writeFileSync(path, text);
    expect(readTextFile(path, MAX_FILE_BYTES.certificates)).toBe(text);
  });

  test.skipIf(!isUnix)("through links, as Kubernetes mounts secrets", () => {
    writeFileSync(join(folder, "data"), "pat-token\n");
    symlinkSync(join(folder, "data"), join(folder, "link"));
    symlinkSync(join(folder, "link"), join(folder, "token"));
    expect(readTextFile(join(folder, "token"), MAX_FILE_BYTES.secret)).toBe("pat-token\n");
  });

  test("not beyond its limit, however long it is", () => {
    const start = performance.now();
    expect(whyNot(longFile(100 * 1024 * 1024), MAX_FILE_BYTES.secret)).toBe("larger than 64 KB");
    expect(whyNot(longFile(100 * 1024 * 1024), MAX_FILE_BYTES.certificates)).toBe("larger than 4 MB");
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test.skipIf(!isUnix)(
    "only if it is a regular file: no device, and no pipe, which is not waited for",
    () => {
      expect(whyNot("/dev/zero", MAX_FILE_BYTES.secret)).toBe("not a regular file");
      expect(whyNot("/dev/null", MAX_FILE_BYTES.secret)).toBe("not a regular file");
      expect(whyNot(pipe(), MAX_FILE_BYTES.secret)).toBe("not a regular file");
    },
  );
});

describe.skipIf(!isUnix)("an endless file is refused at once, by setting and path", () => {
  const endless = "/dev/zero";

  test.each([
    [
      "of a token",
      () => readSettings({ TEMPO_BASE_URL: DATA_CENTER.TEMPO_BASE_URL, TEMPO_PAT_FILE: endless }).deployment,
      "TEMPO_PAT_FILE points to /dev/zero, which cannot be read (not a regular file). Set it to a file that contains only the token.",
    ],
    [
      "of settings",
      () => readSettings({}, readSettingsFile({ TEMPO_CONFIG_FILE: endless })).deployment,
      "The settings file /dev/zero cannot be read (not a regular file). Set TEMPO_CONFIG_FILE to a file that you can read, to a " +
        "new one that tempofiller setup makes, or to off.",
    ],
    [
      "of the database's URL",
      () => readServerSettings({ TEMPOFILLER_DATABASE_URL_FILE: endless }, "127.0.0.1:0"),
      "TEMPOFILLER_DATABASE_URL_FILE points to /dev/zero, which cannot be read (not a regular file).",
    ],
    [
      "of access keys",
      () => openAccessKeys(endless, { clock: virtualClock(), log: () => {} }),
      "The access keys file /dev/zero cannot be read (not a regular file). Let the server's user read it, or set " +
        "TEMPOFILLER_ACCESS_KEYS_FILE to another.",
    ],
    [
      "of a certificate",
      () => checkCertificate({ certificateFile: endless, keyFile: endless }, undefined, 0),
      "TEMPOFILLER_TLS_CERT_FILE points to /dev/zero, which cannot be read (not a regular file).",
    ],
    [
      "that setup would change",
      () => readFile(endless),
      "/dev/zero cannot be read as UTF-8 (not a regular file), so it was left as it is.",
    ],
  ])("%s", (_, read, message) => {
    expect(thrownOrReturned(read)).toEqual(new SettingsError(message));
  });

  function thrownOrReturned(run: () => unknown): unknown {
    try {
      return run();
    } catch (error) {
      return error;
    }
  }
});
