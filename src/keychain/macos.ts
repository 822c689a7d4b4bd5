import { checkLengths, type Keychain, KeychainError, type KeychainProblem, SERVICE } from "./keychain.ts";
import type { Programs } from "./run-programs.ts";

const PROGRAM = "security";

/** Marks a secret in base64: `security` prints others in hexadecimal digits if they are not plain ASCII. */
const ENCODED = "base64:";

/** The lowest byte of the system's error, which is the exit code. */
const NOT_FOUND = 44;
const PROBLEMS: Readonly<Record<number, KeychainProblem>> = {
  36: "locked",
  37: "unreachable",
  51: "locked",
  128: "locked",
};

/** The login keychain, by `security`. */
export function macosKeychain(programs: Programs): Keychain {
  /** Commands that hold no secret; undefined if there is no such item. */
  const each = (command: string, accounts: readonly string[], ...more: string[]) => {
    const run = programs.use();
    return accounts.map((account) => {
      const { code, stdout } = run(PROGRAM, [command, "-s", SERVICE, "-a", account, ...more]);
      if (code === 0) return [account, stdout] as const;
      if (code === NOT_FOUND) return undefined;
      throw new KeychainError(PROBLEMS[code] ?? "failed");
    });
  };
  return {
    name: "macos",
    title: "the macOS keychain",
    program: PROGRAM,
    advice: {
      absent: "macOS has it in /usr/bin: add that folder to the PATH.",
      locked: "Unlock the keychain login in Keychain Access; over ssh, run security unlock-keychain.",
      unreachable: "This login has no keychain.",
      missing: "Another user, or another keychain, may have it.",
    },
    isThere: () => programs.has(PROGRAM),
    read(accounts) {
      const found = each("find-generic-password", accounts, "-w").filter((item) => item !== undefined);
      return new Map(found.map(([account, text]) => [account, decoded(text.replace(/\n$/, ""))]));
    },
    store(secrets) {
      checkLengths(secrets);
      // Commands on stdin keep the secret out of the arguments.
      const lines = [...secrets].map(([account, secret]) => {
        const text = ENCODED + Buffer.from(secret).toString("base64");
        return `add-generic-password -U -s ${SERVICE} -a ${account} -w ${text}\n`;
      });
      const { stderr } = programs.use()(PROGRAM, ["-i"], lines.join(""));
      const code = /returned -?(\d+)/.exec(stderr)?.[1];
      if (code !== undefined) throw new KeychainError(PROBLEMS[lowestByte(-Number(code))] ?? "failed");
    },
    remove(accounts) {
      each("delete-generic-password", accounts);
    },
  };
}

/** An item that was added by hand is not encoded. */
function decoded(text: string): string {
  if (!text.startsWith(ENCODED)) return text;
  return Buffer.from(text.slice(ENCODED.length), "base64").toString();
}

function lowestByte(code: number): number {
  return code & 0xff;
}
