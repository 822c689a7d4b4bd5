/** The name under which a keychain lists what is TempoFiller's. */
export const SERVICE = "tempofiller";

/** Windows takes 2,560 bytes, and a line of macOS's `security` 4,096. No token comes near. */
export const MAX_SECRET_BYTES = 2000;

/** The values of TEMPO_KEYCHAIN that name one. */
export const KEYCHAIN_NAMES = ["macos", "secret-service", "windows"] as const;

export type KeychainName = (typeof KEYCHAIN_NAMES)[number];

/**
 * The place in which a system keeps secrets for its user. Each function starts a program, which gets secrets on stdin alone, and has 3 s for all
 * that it is asked for.
 */
export interface Keychain {
  name: KeychainName;
  /** Its name in texts, with the article. */
  title: string;
  /** The program that is started. */
  program: string;
  /** Sentences for users, by what is wrong with it. */
  advice: Readonly<Record<"absent" | "locked" | "unreachable" | "missing", string>>;
  /** Whether it seems to be there, without asking it. */
  isThere(): boolean;
  /** The secrets of those accounts that have one. @throws KeychainError */
  read(accounts: readonly string[]): ReadonlyMap<string, string>;
  /** Replaces what the accounts have. @throws KeychainError; some may have been stored then */
  store(secrets: ReadonlyMap<string, string>): void;
  /** Leaves out accounts that have none. @throws KeychainError */
  remove(accounts: readonly string[]): void;
}

/**
 * `absent`: its program is not on the PATH. `unreachable`: this login has none. `slow`: the time ran out. `large`: it takes no secret
 * of that length.
 */
export type KeychainProblem = "absent" | "unreachable" | "locked" | "slow" | "large" | "failed";

/** Holds nothing that the program printed. */
export class KeychainError extends Error {
  readonly problem: KeychainProblem;

  constructor(problem: KeychainProblem) {
    super(`The keychain cannot be used (${problem}).`);
    this.problem = problem;
  }
}

/** @throws KeychainError if one of them is too long for any keychain */
export function checkLengths(secrets: ReadonlyMap<string, string>): void {
  const isLong = (secret: string) => Buffer.byteLength(secret) > MAX_SECRET_BYTES;
  if ([...secrets.values()].some(isLong)) throw new KeychainError("large");
}

/** Stores secrets, and reads them back. @throws KeychainError unless the keychain has each as it is */
export function storeChecked(keychain: Keychain, secrets: ReadonlyMap<string, string>): void {
  keychain.store(secrets);
  const stored = keychain.read([...secrets.keys()]);
  const isStored = [...secrets].every(([account, secret]) => stored.get(account) === secret);
  if (!isStored) throw new KeychainError("failed");
}
