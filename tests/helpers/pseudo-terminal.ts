import { spawn } from "node:child_process";
import { once } from "node:events";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { COMMAND } from "./command.ts";

/** Answers a program's questions on a pseudo-terminal: when a text appears, the keys after it are typed. */
const DRIVER = `
import fcntl, json, os, pty, re, select, struct, sys, termios, time
steps, command = json.loads(sys.argv[1]), sys.argv[3:]
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, int(sys.argv[2]), 0, 0))
    os.execv(command[0], command)
output, seen, deadline = "", 0, time.time() + 60
while time.time() < deadline:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        output += data.decode("utf-8", "replace")
    text = re.sub("\\x1b\\\\[[0-9;?]*[A-Za-z]", "", output)
    if steps and text.find(steps[0][0], seen) >= 0:
        seen = text.find(steps[0][0], seen) + len(steps[0][0])
        time.sleep(0.1)
        os.write(terminal, steps.pop(0)[1].encode())
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if time.time() < deadline else -1
print(json.dumps({"raw": output, "text": re.sub("\\x1b\\\\[[0-9;?]*[A-Za-z]", "", output), "code": code, "left": len(steps)}))
`;

export interface Typed {
  text: string;
  /** The text with what moves the cursor and colours it. */
  raw: string;
  code: number;
  /** Steps whose text never appeared. */
  left: number;
}

/** Runs the built command on a pseudo-terminal. */
export async function type(
  steps: [string, string][],
  line: string[],
  env: Record<string, string>,
  columns = 200,
): Promise<Typed> {
  const { PATH = "" } = process.env;
  const child = spawn(
    "python3",
    ["-c", DRIVER, JSON.stringify(steps), String(columns), process.execPath, COMMAND, ...line],
    {
      env: { PATH, TERM: "xterm", TEMPO_STATE_DIR: "off", ...env },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  let output = "";
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output) as Typed;
}

/** Starts the built command on a pseudo-terminal of Linux. */
export function spawnOnTerminal(line: readonly string[], env: Record<string, string>) {
  const quoted = [process.execPath, COMMAND, ...line].map((word) => `'${word}'`).join(" ");
  const options = { env: commandEnvironment({ ...env, TERM: "xterm-256color" }), timeout: 60_000 };
  return spawn("script", ["-qec", quoted, "/dev/null"], options);
}

/** Types once the command has asked. Returns all that it shows, and its exit code. */
export async function answerOnTerminal(line: readonly string[], env: Record<string, string>, typed = "") {
  const child = spawnOnTerminal(line, env);
  let shown = "";
  child.stdout.on("data", (part: Buffer) => {
    if (!shown.includes("[y/N]") && `${shown}${part}`.includes("[y/N]")) child.stdin.write(typed);
    shown += String(part);
  });
  const [code] = await once(child, "close");
  return { code, shown: shown.replaceAll("\r", "") };
}
