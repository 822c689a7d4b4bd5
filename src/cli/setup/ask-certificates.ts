import { X509Certificate } from "node:crypto";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { ask, say } from "./ask.ts";
import type { Values } from "./draft.ts";

/** Asks for another file of certificates if the one of the settings cannot be used any more; without one, the setting goes. */
export async function askForUnusable(path: string | undefined): Promise<Values> {
  const problem = path === undefined ? undefined : problemIn(path);
  if (problem === undefined) return {};
  return (await askCertificates(`NODE_EXTRA_CA_CERTS: ${problem}`)) ?? { NODE_EXTRA_CA_CERTS: undefined };
}

/** Asks for the file of a company's certificate authority. Undefined if the user has none. @param facts why it is asked for */
export async function askCertificates(facts: string): Promise<Values | undefined> {
  say.problem(facts);
  const answer = await ask.optionalText(
    "Path of a PEM file with that authority's own certificate (CA); your IT department has it (Enter: none)",
    "/path/to/company-ca.pem",
    problemIn,
  );
  return answer === "" ? undefined : { NODE_EXTRA_CA_CERTS: pathOf(answer) };
}

function problemIn(answer: string): string | undefined {
  if (answer === "") return undefined;
  const path = pathOf(answer);
  let text: string;
  try {
    text = readTextFile(path, MAX_FILE_BYTES.certificates);
  } catch (error) {
    return `${path} cannot be read (${whyUnreadable(error)}).`;
  }
  try {
    new X509Certificate(text);
    return undefined;
  } catch {
    return `${path} holds no certificate in PEM form, which begins with -----BEGIN CERTIFICATE-----.`;
  }
}

/** A path as a shell or a file manager hands it over: quoted, or below the home folder. */
function pathOf(answer: string): string {
  const bare = answer.replace(/^(['"])(.*)\1$/, "$2");
  return resolve(bare.replace(/^~(?=[\\/])/, homedir));
}
