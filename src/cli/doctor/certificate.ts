import { createPrivateKey, X509Certificate } from "node:crypto";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { counted } from "../counted.ts";
import { type Finding, ok, unknown } from "./report.ts";

interface CertificateFiles {
  certificateFile: string;
  keyFile: string;
}

const DAY_MS = 24 * 3_600_000;

/** A certificate that expires sooner should be renewed. */
const WARN_DAYS = 14;

/** @throws SettingsError if hosts would not trust the server with it */
export function checkCertificate(
  { certificateFile, keyFile }: CertificateFiles,
  hostname: string | undefined,
  wallClock: number,
): Finding {
  const certificate = parsed(
    "TEMPOFILLER_TLS_CERT_FILE",
    certificateFile,
    (text) => new X509Certificate(text),
  );
  const key = parsed("TEMPOFILLER_TLS_KEY_FILE", keyFile, createPrivateKey);
  if (!certificate.checkPrivateKey(key))
    throw new SettingsError("TEMPOFILLER_TLS_KEY_FILE is not the key of the certificate.");
  if (hostname !== undefined && certificate.checkHost(hostname) === undefined) {
    throw new SettingsError(
      `The certificate is not for ${hostname}, the host of TEMPOFILLER_PUBLIC_URL. It is for ${certificate.subjectAltName ?? "none"}.`,
    );
  }
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (wallClock < from || wallClock > to) {
    throw new SettingsError(
      `The certificate is valid from ${certificate.validFrom} to ${certificate.validTo}, and not today.`,
    );
  }
  const days = Math.floor((to - wallClock) / DAY_MS);
  const message = `The certificate is valid for another ${counted(days, "day")}.`;
  return days < WARN_DAYS
    ? unknown(`${message} Renew it; the server takes the new files without a restart.`)
    : ok(message);
}

function parsed<Result>(name: string, path: string, parse: (text: string) => Result): Result {
  let text: string;
  try {
    text = readTextFile(path, MAX_FILE_BYTES.certificates);
  } catch (error) {
    throw new SettingsError(`${name} points to ${path}, which cannot be read (${whyUnreadable(error)}).`);
  }
  try {
    return parse(text);
  } catch {
    throw new SettingsError(`${name} points to ${path}, which is not the PEM file that it should be.`);
  }
}
