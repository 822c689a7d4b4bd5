import type { Deployment } from "../tempo/deployment.ts";

interface Common {
  deployment: Deployment["kind"] | "both";
  /** Its deployment cannot be used without it. */
  required?: true;
  title: string;
  description: string;
  placeholder?: string;
  /** Whether the form of the MCPB bundle asks for it; the others can be set in the settings file. */
  inForm?: true;
  /** The program that reads it, if that is not TempoFiller itself. */
  readBy?: "node";
}

/** A `secret` value never appears in any output, and forms hide it. */
export type Variable = Common &
  (
    | { kind: "text" | "json" | "file" | "folder" | "profile" }
    | { kind: "url"; default?: string }
    /** Can be set by a file or a command as well: see `fileVariable` and `commandVariable`. */
    | { kind: "token"; secret: true }
    /** A line for a program without a shell: see `shellWords`. */
    | { kind: "command" }
    /** Has a lower-case spelling as well: see `lowerCase`. */
    | { kind: "proxy"; secret?: true }
    /** 1 or true, 0 or false. */
    | { kind: "flag"; default: false }
    | { kind: "choice"; values: readonly [string, string, ...string[]]; default: string }
    /** Some of the values, separated by commas; none unless set. */
    | { kind: "list"; values: readonly [string, ...string[]] }
    /** HH:mm. */
    | { kind: "time" }
    /** Full paths, and addresses where a setting takes them: see `pathsIn`. */
    | { kind: "paths"; secret?: true }
    /** E-mail addresses, separated by commas. */
    | { kind: "emails" }
    | { kind: "milliseconds"; min: number; max: number; default: number }
  );

/** A setting of `tempofiller serve --http` alone, which only the environment can set. */
export type ServerVariable = {
  /** It never appears in any output. */
  secret?: true;
  description: string;
  example: string;
} & (
  | { kind: "text"; default?: string }
  | { kind: "url" | "file" }
  /** HOST:PORT. */
  | { kind: "address" }
  | { kind: "choice"; values: readonly [string, ...string[]] }
  | { kind: "number"; min: number; max: number; default?: number }
);
