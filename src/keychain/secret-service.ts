import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkLengths, type Keychain, KeychainError, SERVICE } from "./keychain.ts";
import type { Programs, Run } from "./run-programs.ts";

const PROGRAM = "secret-tool";

const attributesOf = (account: string) => ["service", SERVICE, "account", account];

/** GNOME Keyring, KWallet and others, by `secret-tool` of libsecret. Secrets are kept as they are. */
export function secretService(programs: Programs): Keychain {
  return {
    name: "secret-service",
    title: "the keyring of your desktop (Secret Service)",
    program: PROGRAM,
    advice: {
      absent: "Install it: Debian and Ubuntu have it in the package libsecret-tools.",
      locked: "Unlock it on your desktop, with Passwords and Keys for example.",
      unreachable: "A login without a desktop has none.",
      missing: "A login without your desktop may have another keyring.",
    },
    isThere: () => programs.has(PROGRAM) && hasBus(programs.env),
    read(accounts) {
      const run = programs.use();
      const found = new Map<string, string>();
      for (const account of accounts) {
        const { code, stdout, stderr } = run(PROGRAM, ["lookup", ...attributesOf(account)]);
        if (code === 0) found.set(account, stdout);
        else checkNoneThere(run, account, stderr);
      }
      return found;
    },
    store(secrets) {
      checkLengths(secrets);
      const run = programs.use();
      for (const [account, secret] of secrets) {
        const args = ["store", `--label=TempoFiller ${account}`, ...attributesOf(account)];
        const { code, stderr } = run(PROGRAM, args, secret);
        if (code !== 0) throw problemIn(stderr);
      }
    },
    remove(accounts) {
      const run = programs.use();
      for (const account of accounts) {
        const { code, stderr } = run(PROGRAM, ["clear", ...attributesOf(account)]);
        if (code !== 0) checkNoneThere(run, account, stderr);
      }
    },
  };
}

/** The program ends without a message for what is not there, and for what is locked and cannot be unlocked. @throws KeychainError */
function checkNoneThere(run: Run, account: string, message: string): void {
  if (message.trim() !== "") throw problemIn(message);
  const { stderr } = run(PROGRAM, ["search", ...attributesOf(account)]);
  if (/locked/i.test(stderr)) throw new KeychainError("locked");
}

function hasBus({ DBUS_SESSION_BUS_ADDRESS: bus, XDG_RUNTIME_DIR: folder }: Programs["env"]): boolean {
  return Boolean(bus) || (folder !== undefined && existsSync(join(folder, "bus")));
}

function problemIn(message: string): KeychainError {
  if (/locked|prompt|dismissed/i.test(message)) return new KeychainError("locked");
  const isUnreachable = /connect|autolaunch|not provided|spawn|ServiceUnknown|not exist/i.test(message);
  return new KeychainError(isUnreachable ? "unreachable" : "failed");
}
