import { checkLengths, type Keychain, KeychainError, SERVICE } from "./keychain.ts";
import type { Programs } from "./run-programs.ts";

const PROGRAM = "powershell.exe";

/** A logon over a network has no credentials of its own. */
const NO_SUCH_LOGON_SESSION = "1312";

/**
 * Reads lines of words in base64: what to do, a target, a user name, a secret. Prints the error of the first that failed, or each target
 * that was read with its secret. It has no single quotes, in which PowerShell gets it.
 */
const CODE = `
using System;
using System.Runtime.InteropServices;
using System.Text;

public static class TempoFillerCredentials {
  [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
  struct Credential {
    public uint Flags;
    public uint Type;
    public string TargetName;
    public string Comment;
    public long LastWritten;
    public uint BlobSize;
    public IntPtr Blob;
    public uint Persist;
    public uint AttributeCount;
    public IntPtr Attributes;
    public string TargetAlias;
    public string UserName;
  }

  [DllImport("advapi32.dll", EntryPoint = "CredReadW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool CredRead(string target, uint type, uint flags, out IntPtr credential);
  [DllImport("advapi32.dll", EntryPoint = "CredWriteW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool CredWrite(ref Credential credential, uint flags);
  [DllImport("advapi32.dll", EntryPoint = "CredDeleteW", CharSet = CharSet.Unicode, SetLastError = true)]
  static extern bool CredDelete(string target, uint type, uint flags);
  [DllImport("advapi32.dll")]
  static extern void CredFree(IntPtr credential);

  const uint GENERIC = 1;
  const uint THIS_MACHINE = 2;
  const int NOT_FOUND = 1168;

  public static int Run(string[] lines) {
    foreach (string line in lines) {
      string[] words = line.Trim().Split(new char[] { (char)32 });
      if (words.Length < 4) continue;
      string target = Encoding.UTF8.GetString(Convert.FromBase64String(words[1]));
      string user = Encoding.UTF8.GetString(Convert.FromBase64String(words[2]));
      byte[] secret = Convert.FromBase64String(words[3].Substring(1));
      int error = words[0] == "read" ? Read(target, words[1]) : words[0] == "store" ? Store(target, user, secret) : Remove(target);
      if (error != 0 && !(error == NOT_FOUND && words[0] != "store")) {
        Console.Out.WriteLine("error " + error);
        return 1;
      }
    }
    return 0;
  }

  static int Read(string target, string word) {
    IntPtr found;
    if (!CredRead(target, GENERIC, 0, out found)) return Marshal.GetLastWin32Error();
    try {
      Credential credential = (Credential)Marshal.PtrToStructure(found, typeof(Credential));
      byte[] secret = new byte[credential.BlobSize];
      if (secret.Length > 0) Marshal.Copy(credential.Blob, secret, 0, secret.Length);
      Console.Out.WriteLine(word + " " + Convert.ToBase64String(secret));
      return 0;
    } finally {
      CredFree(found);
    }
  }

  static int Store(string target, string user, byte[] secret) {
    Credential credential = new Credential();
    credential.Type = GENERIC;
    credential.TargetName = target;
    credential.UserName = user;
    credential.Persist = THIS_MACHINE;
    credential.BlobSize = (uint)secret.Length;
    credential.Blob = Marshal.AllocHGlobal(secret.Length + 1);
    try {
      Marshal.Copy(secret, 0, credential.Blob, secret.Length);
      return CredWrite(ref credential, 0) ? 0 : Marshal.GetLastWin32Error();
    } finally {
      Marshal.FreeHGlobal(credential.Blob);
    }
  }

  static int Remove(string target) {
    return CredDelete(target, GENERIC, 0) ? 0 : Marshal.GetLastWin32Error();
  }
}
`;

/** The lines come as input of the script: PowerShell itself reads stdin. */
const SCRIPT = `$ErrorActionPreference = 'Stop'
$lines = [string[]]@($input)
Add-Type -TypeDefinition '${CODE}'
exit [TempoFillerCredentials]::Run($lines)
`;

/** The same for every use. No quoting of Windows changes it in this form. */
const ARGUMENTS = [
  ...["-NoLogo", "-NoProfile", "-NonInteractive", "-InputFormat", "Text", "-OutputFormat", "Text"],
  ...["-EncodedCommand", Buffer.from(SCRIPT, "utf16le").toString("base64")],
];

const encoded = (text: string) => Buffer.from(text).toString("base64");

const decoded = (word: string) => Buffer.from(word, "base64").toString();

const targetOf = (account: string) => `${SERVICE}:${account}`;

/** The Credential Manager, by its API in PowerShell. */
export function windowsKeychain(programs: Programs): Keychain {
  function ask(what: "read" | "store" | "remove", secrets: Iterable<readonly [string, string]>): string[] {
    // A secret follows a sign, so that an empty one is a word, too.
    const lines = [...secrets].map(
      ([account, secret]) =>
        `${what} ${encoded(targetOf(account))} ${encoded(account)} =${encoded(secret)}\n`,
    );
    if (lines.length === 0) return [];
    const { code, stdout } = programs.use()(PROGRAM, ARGUMENTS, lines.join(""));
    if (code === 0) return stdout.split(/\r?\n/).filter(Boolean);
    const error = /^error (\d+)/m.exec(stdout)?.[1];
    throw new KeychainError(error === NO_SUCH_LOGON_SESSION ? "unreachable" : "failed");
  }
  return {
    name: "windows",
    title: "the Windows Credential Manager",
    program: PROGRAM,
    advice: {
      absent: "Windows has it in System32\\WindowsPowerShell\\v1.0: add that folder to the PATH.",
      locked: "Log in to Windows.",
      unreachable: "A logon over a network has none.",
      missing: "Another user of Windows may have it.",
    },
    isThere: () => programs.has(PROGRAM),
    read(accounts) {
      const known = new Map(accounts.map((account) => [targetOf(account), account]));
      const lines = ask(
        "read",
        accounts.map((account) => [account, ""]),
      );
      return new Map(
        lines.flatMap((line) => {
          const [target = "", secret = ""] = line.split(" ").map(decoded);
          const account = known.get(target);
          return account === undefined ? [] : [[account, secret] as const];
        }),
      );
    },
    store(secrets) {
      checkLengths(secrets);
      ask("store", secrets);
    },
    remove(accounts) {
      ask(
        "remove",
        accounts.map((account) => [account, ""]),
      );
    },
  };
}
