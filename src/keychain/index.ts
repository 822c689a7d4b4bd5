import type { Keychain, KeychainName } from "./keychain.ts";
import { macosKeychain } from "./macos.ts";
import { type Environment, programsIn } from "./run-programs.ts";
import { secretService } from "./secret-service.ts";
import { windowsKeychain } from "./windows.ts";

const KEYCHAINS = { macos: macosKeychain, "secret-service": secretService, windows: windowsKeychain };

/** The kind of keychain that a system has. */
export function keychainOfPlatform(platform: NodeJS.Platform): KeychainName {
  if (platform === "darwin") return "macos";
  return platform === "win32" ? "windows" : "secret-service";
}

/** @param env the environment of this process, of which its programs get a few variables */
export function openKeychain(name: KeychainName, env: Environment): Keychain {
  return KEYCHAINS[name](programsIn(env));
}
