import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createServer as createTlsServer } from "node:tls";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { companyNetwork } from "../helpers/company-network.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { type } from "../helpers/pseudo-terminal.ts";
import { callThrough, emptyHome, twoServices } from "../helpers/setup.ts";

const { tempoToken, jiraEmail, jiraToken, personalAccessToken } = SANDBOX_CREDENTIALS;

const ONE_DAY = { summary: { totalRequiredHours: 8 } };

describe("tempofiller setup --sandbox", () => {
  test("registers a server that answers; a second run changes nothing; --remove leaves nothing behind", async () => {
    const { home, env } = emptyHome();
    const line = ["setup", "--sandbox", "--host", "claude-code", "--yes"];
    const path = join(home, ".claude.json");
    const first = await runCommand(line, { env });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const said = 'Then say in Claude Code: "How many hours are missing in my timesheet this week?"';
    expect(first.stdout.trim().split("\n").slice(-2)).toEqual([
      "The sandbox is sample data: what is logged in it is gone when the host stops the server. A command in a shell needs --sandbox too, " +
        "and has a sandbox of its own, so the next one does not see what it logs.",
      said,
    ]);
    expect(await callThrough(path)).toMatchObject(ONE_DAY);
    const written = readFileSync(path);
    const second = await runCommand(line, { env });
    expect(second).toMatchObject({
      code: 0,
      stdout: `Claude Code starts the server this way already: ${path} stays as it is.\n${said}\n`,
    });
    expect(readFileSync(path)).toEqual(written);
    const removed = await runCommand(["setup", "--remove", "--yes"], { env });
    expect(removed).toMatchObject({ code: 0, stderr: "" });
    expect(readdirSync(home)).toEqual([]);
  });

  test("restores a file that existed byte for byte", async () => {
    const { home, env } = emptyHome();
    const path = join(home, ".claude.json");
    const original = '{\r\n\t"numStartups": 7,\r\n\t"projects": {"/x": {}} // c\r\n}';
    writeFileSync(path, original);
    await runCommand(["setup", "--sandbox=datacenter", "--host", "claude-code"], { env });
    expect(readFileSync(path, "utf8")).toContain("--sandbox=datacenter");
    await runCommand(["setup", "--remove", "--host", "claude-code", "--yes"], { env });
    expect(readFileSync(path, "utf8")).toBe(original);
    expect(readdirSync(home)).toEqual([".claude.json"]);
  });

  test("registers the other hosts if some cannot be changed, and says what to do for each of those", async () => {
    const { home, env } = emptyHome();
    mkdirSync(join(home, ".cursor"));
    writeFileSync(join(home, ".cursor/mcp.json"), "{,}");
    const hosts = ["codex", "cursor", "claude-code"].flatMap((name) => ["--host", name]);
    const line = ["setup", "--sandbox", ...hosts, "--yes"];
    const { stdout, stderr, code } = await runCommand(line, { env });
    expect(code).toBe(9);
    expect(stdout).toContain("Claude Code: Start a new session;");
    expect(stderr).toBe(
      `tempofiller: ${join(home, ".cursor/mcp.json")} is not valid JSON (line 1, column 2), so its host ignores it, and setup leaves it as it is. Correct it.\n`,
    );
    expect(readdirSync(home).sort()).toEqual([".claude.json", ".codex", ".cursor"]);
    expect(readFileSync(join(home, ".codex/config.toml"), "utf8")).toContain(
      `args = [ ${JSON.stringify(COMMAND)}, "--sandbox" ]\n`,
    );
    expect(await callThrough(join(home, ".claude.json"))).toMatchObject(ONE_DAY);
    const removed = await runCommand(["setup", "--remove", "--yes"], { env });
    expect(removed).toMatchObject({ code: 9, stderr: expect.stringContaining("mcp.json is not valid JSON") });
    expect(readdirSync(home)).toEqual([".codex", ".cursor"]);
  });

  test("registers the other hosts if one fails to change", async () => {
    const { home, env } = emptyHome();
    const path = join(home, ".cursor/mcp.json");
    mkdirSync(`${path}.tempofiller-backup`, { recursive: true });
    writeFileSync(path, "{}");
    const line = ["setup", "--sandbox", "--host", "cursor", "--host", "claude-code", "--yes"];
    const { stdout, stderr, code } = await runCommand(line, { env });
    expect(code).toBe(9);
    expect(stdout).toContain(`Created ${join(home, ".claude.json")}.\n`);
    expect(stdout).not.toContain("Cursor: Restart");
    expect(stderr).toMatch(`${path}.tempofiller-backup cannot be written (`);
    expect(await callThrough(join(home, ".claude.json"))).toMatchObject(ONE_DAY);
  });

  test("exits with the code of the error if nothing was changed", async () => {
    const { home, env } = emptyHome();
    mkdirSync(join(home, ".cursor"));
    writeFileSync(join(home, ".cursor/mcp.json"), "{,}");
    const line = ["setup", "--sandbox", "--yes", "--host", "cursor"];
    expect((await runCommand(line, { env })).code).toBe(3);
    expect(readdirSync(home)).toEqual([".cursor"]);
  });

  test("--link prints links that hold the same entry, and writes nothing", async () => {
    const { home, env } = emptyHome();
    const { stdout, code } = await runCommand(["setup", "--link", "--sandbox"], { env });
    expect(code).toBe(0);
    const [vscode = "", cursor = "", ...others] = stdout.trim().split("\n");
    const entry = {
      command: process.execPath,
      args: [COMMAND, "--sandbox"],
      env: { TEMPO_CONFIG_FILE: env.TEMPO_CONFIG_FILE },
    };
    expect(others).toEqual([]);
    expect(vscode).toMatch(/^VS Code: vscode:mcp\/install\?[^ ]+$/);
    expect(JSON.parse(decodeURIComponent(vscode.split("?")[1] ?? ""))).toEqual({
      name: "tempofiller",
      type: "stdio",
      ...entry,
    });
    const link = new URL(cursor.replace("Cursor: ", ""));
    expect(link.href).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/);
    expect(link.searchParams.get("name")).toBe("tempofiller");
    expect(JSON.parse(Buffer.from(link.searchParams.get("config") ?? "", "base64").toString())).toEqual(
      entry,
    );
    expect(readdirSync(home)).toEqual([]);
  });

  test("--print prints the snippet and writes nothing", async () => {
    const { home, env } = emptyHome();
    const line = ["setup", "--print", "--host", "vscode", "--sandbox"];
    const { stdout, stderr, code } = await runCommand(line, { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual({
      servers: {
        tempofiller: {
          type: "stdio",
          command: process.execPath,
          args: [COMMAND, "--sandbox"],
          env: { TEMPO_CONFIG_FILE: env.TEMPO_CONFIG_FILE },
        },
      },
    });
    expect(readdirSync(home)).toEqual([]);
  });
});

describe("tempofiller setup --print", () => {
  const print = async (env: Record<string, string>) => {
    const { code, stdout, stderr } = await runCommand(["setup", "--print"], { env });
    return { code, servers: Object.keys(JSON.parse(stdout).mcpServers), stderr };
  };

  test("says on stderr that there are no settings yet", async () => {
    expect(await print(emptyHome().env)).toEqual({
      code: 0,
      servers: ["tempofiller"],
      stderr:
        "tempofiller: There are no settings yet, and the server needs them to reach your Tempo. Run tempofiller setup to enter them.\n",
    });
  });

  test("says nothing of settings that exist, in the environment or in the settings file", async () => {
    const { env } = emptyHome();
    const quiet = { code: 0, servers: ["tempofiller"], stderr: "" };
    expect(await print({ ...env, TEMPO_PAT_FILE: "pat" })).toEqual(quiet);
    writeFileSync(env.TEMPO_CONFIG_FILE ?? "", "TEMPO_BASE_URL=https://jira.example.com\n", { mode: 0o600 });
    expect(await print(env)).toEqual(quiet);
  });
});

/** A calendar at an address with a token in it, as Google and Outlook have them. */
async function calendar(): Promise<string> {
  const text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//tests//EN\r\nEND:VCALENDAR\r\n";
  return `${await serveOnLoopback(async () => new Response(text))}/calendar/private-S3CRET0123456789/basic.ics`;
}

/** Makes empty folders; the `.git` of a repository is one. */
function makeFolders(home: string, paths: readonly string[]): void {
  for (const path of paths) mkdirSync(join(home, path), { recursive: true });
}

/** The doctor's sentences about the evidence that the settings file names. */
async function evidenceChecks(env: Record<string, string>): Promise<Record<string, string>> {
  const { stdout } = await runCommand(["doctor", "--json"], { env: { ...env, TEMPO_STATE_DIR: "off" } });
  const { checks } = JSON.parse(stdout) as { checks: { check: string; message: string }[] };
  const ofEvidence = checks.filter(({ check }) => ["git", "calendar", "sessions"].includes(check));
  return Object.fromEntries(ofEvidence.map(({ check, message }) => [check, message]));
}

describe("tempofiller setup in a script", () => {
  test("checks the settings on stdin, writes them for its user alone, and sends each token to its service", async () => {
    const { home, env } = emptyHome();
    const { jira, tempo, basic, received } = await twoServices("Cloud");
    const input = `JIRA_BASE_URL=${jira}\nJIRA_EMAIL=${jiraEmail}\nJIRA_API_TOKEN=${jiraToken}\nTEMPO_API_URL=${tempo}\nTEMPO_API_TOKEN=${tempoToken}\n`;
    const line = ["setup", "--yes", "--tokens", "-", "--host", "claude-code"];
    const { stdout, stderr, code } = await runCommand(line, { env, input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toMatch(new RegExp([tempoToken, jiraToken, basic].join("|")));
    expect(received()).toEqual({ jira: [`Basic ${basic}`], tempo: [`Bearer ${tempoToken}`] });
    expect(
      readFileSync(env.TEMPO_CONFIG_FILE ?? "", "utf8")
        .split("\n")
        .sort(),
    ).toEqual(input.split("\n").sort());
    if (process.platform !== "win32") {
      expect(statSync(env.TEMPO_CONFIG_FILE ?? "").mode & 0o777).toBe(0o600);
    }
    const file = readFileSync(join(home, ".claude.json"), "utf8");
    expect(file).not.toMatch(new RegExp([tempoToken, jiraToken].join("|")));
    expect(await callThrough(join(home, ".claude.json"))).toMatchObject(ONE_DAY);
  });

  test("says without a host what starts the server, and what to do in a shell", async () => {
    const { env } = emptyHome();
    const { jira, tempo } = await twoServices("Cloud");
    const input = `JIRA_BASE_URL=${jira}\nJIRA_EMAIL=${jiraEmail}\nJIRA_API_TOKEN=${jiraToken}\nTEMPO_API_URL=${tempo}\nTEMPO_API_TOKEN=${tempoToken}\n`;
    const { stdout, code } = await runCommand(["setup", "--yes", "--tokens", "-"], { env, input });
    expect({ code, last: stdout.trimEnd().split("\n").at(-1) }).toEqual({
      code: 0,
      last: "No host was chosen: tempofiller setup --host NAME adds the server to one. In a shell, tempofiller week shows your hours.",
    });
  });

  test("writes the sources of drafts from the environment and from stdin, once they are checked", async () => {
    const { home, env } = emptyHome();
    makeFolders(home, ["src/app", ".claude/projects"]);
    await promisify(execFile)("git", ["init", "-q", join(home, "src/app")]);
    const { jira } = await twoServices("Server");
    const address = await calendar();
    const line = ["setup", "--yes", "--tokens", "-", "--host", "claude-code"];
    const sources = {
      TEMPO_GIT_FOLDERS: "~/src",
      TEMPO_GIT_EMAILS: "ada@example.com",
      TEMPO_SESSIONS: "codex",
    };
    const { stdout, stderr, code } = await runCommand(line, {
      env: { ...env, TEMPO_TOOLSETS: "fill,draft", TEMPO_BASE_URL: jira, ...sources },
      input: `TEMPO_PAT=${personalAccessToken}\nTEMPO_CALENDARS=${address}\nTEMPO_SESSIONS=claude-code\n`,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/ok +Git +In the last 7 days: 1 repository, 0 commits\./);
    expect(stdout).toMatch(/ok +Coding sessions +In the last 7 days: 0 sessions of Claude Code\./);
    expect(stdout).not.toContain("S3CRET");
    expect(
      readFileSync(env.TEMPO_CONFIG_FILE ?? "", "utf8")
        .trim()
        .split("\n")
        .sort(),
    ).toEqual([
      `TEMPO_BASE_URL=${jira}`,
      `TEMPO_CALENDARS=${address}`,
      "TEMPO_GIT_EMAILS=ada@example.com",
      "TEMPO_GIT_FOLDERS=~/src",
      `TEMPO_PAT=${personalAccessToken}`,
      "TEMPO_SESSIONS=claude-code",
      "TEMPO_TOOLSETS=fill,draft",
    ]);
    expect(Object.keys(await evidenceChecks(env))).toEqual(["git", "calendar", "sessions"]);
  });

  test("turns on the set that offers drafts if sources of drafts are given without it", async () => {
    const { env } = emptyHome();
    const { jira } = await twoServices("Server");
    const input = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${personalAccessToken}\nTEMPO_SESSIONS=codex\n`;
    const line = ["setup", "--yes", "--tokens", "-", "--host", "claude-code"];
    const { stdout, code } = await runCommand(line, { env, input });
    expect(code).toBe(0);
    expect(stdout).toContain("TEMPO_TOOLSETS");
    expect(readFileSync(env.TEMPO_CONFIG_FILE ?? "", "utf8")).toContain("TEMPO_TOOLSETS=draft\n");
  });

  test("changes nothing if a folder for repositories does not exist", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server");
    const { stdout, code } = await runCommand(["setup", "--yes", "--host", "cursor"], {
      env: {
        ...env,
        TEMPO_BASE_URL: jira,
        TEMPO_PAT: personalAccessToken,
        TEMPO_GIT_FOLDERS: join(home, "missing"),
      },
    });
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/FAILED {3}Git [\s\S]*does not exist[\s\S]*Nothing was changed\.\n$/);
    expect(readdirSync(home)).toEqual([]);
  });

  test("changes nothing if a source of drafts cannot be read", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server");
    const { stdout, code } = await runCommand(["setup", "--yes", "--host", "cursor"], {
      env: {
        ...env,
        TEMPO_BASE_URL: jira,
        TEMPO_PAT: personalAccessToken,
        TEMPO_CALENDARS: join(home, "none.ics"),
      },
    });
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/FAILED {3}Calendars .*there is no such file[\s\S]*Nothing was changed\.\n$/);
    expect(readdirSync(home)).toEqual([]);
  });

  test("changes nothing if a check fails", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server");
    const { stdout, code } = await runCommand(["setup", "--yes", "--host", "cursor"], {
      env: { ...env, TEMPO_BASE_URL: jira, TEMPO_PAT: "wrong-S3CRET" },
    });
    expect(code).toBe(4);
    expect(stdout).toMatch(
      /FAILED {3}Jira token {8}Jira refused the token \(HTTP 401\)[\s\S]*Nothing was changed\.\n$/,
    );
    expect(stdout).not.toContain("wrong-S3CRET");
    expect(readdirSync(home)).toEqual([]);
  });
});

/** Enter takes the default. */
const NO_DRAFTS: [string, string] = ["Should TempoFiller draft your timesheet", "\r"];

describe.skipIf(process.platform === "win32")("tempofiller setup on a terminal", () => {
  test("finds the kind of Jira, asks again for a wrong token, and registers the hosts that it finds", async () => {
    const { home, env } = emptyHome();
    const { jira, received } = await twoServices("Server");
    mkdirSync(join(home, ".cursor"));
    const { text, code, left } = await type(
      [
        ["Where is your Jira?", `${jira}/browse/DEMO-1\r`],
        ["Personal access token", "wrong-token\r"],
        ["refused the token", ""],
        ["Personal access token", `${personalAccessToken}\r`],
        NO_DRAFTS,
        ["Which hosts", "\r"],
        ["Make these 2 changes?", "\r"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(text).toContain(`${jira} is Jira Data Center.`);
    expect(text).not.toMatch(new RegExp(`wrong-token|${personalAccessToken}`));
    expect(readFileSync(env.TEMPO_CONFIG_FILE ?? "", "utf8")).toBe(
      `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${personalAccessToken}\n`,
    );
    expect(received().tempo).toEqual([]);
    expect(await callThrough(join(home, ".cursor/mcp.json"))).toMatchObject(ONE_DAY);
  }, 90_000);

  test("leaves an entry for another site as it is if the user wants that, and says so", async () => {
    const { home, env } = emptyHome();
    const path = join(home, ".cursor/mcp.json");
    const entry = { command: "tempofiller", env: { TEMPO_BASE_URL: "https://jira.example.com" } };
    const before = JSON.stringify({ mcpServers: { tempofiller: entry } });
    mkdirSync(join(home, ".cursor"));
    writeFileSync(path, before);
    const line = ["setup", "--sandbox", "--host", "cursor"];
    const { text, code, left } = await type([["Replace it?", "\r"]], line, env);
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(text).toMatch(/\.cursor\/mcp\.json stays as it is\.\s*$/);
    expect(readFileSync(path, "utf8")).toBe(before);
  }, 90_000);

  test("asks again for an address that cannot be reached, and knows a Cloud site by its name", async () => {
    const { home, env } = emptyHome();
    const { text, code, left } = await type(
      [
        ["Where is your Jira?", "http://127.0.0.1:65533/browse/X-1\r"],
        ["could not be reached at http://127.0.0.1:65533 (ECONNREFUSED)", ""],
        ["Where is your Jira?", "acme.atlassian.net/browse/X-1\r"],
        ["E-mail address", "\x03"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 130, left: 0 });
    expect(text).toContain("https://acme.atlassian.net is Jira Cloud.");
    expect(readdirSync(home)).toEqual([]);
  }, 90_000);

  test("says that https:// may be missing, if the port expects TLS", async () => {
    const { home, env } = emptyHome();
    const server = createTlsServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const closing = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const refusing = await serveOnLoopback(async () => new Response("<html>no TLS</html>", { status: 400 }));
    const advice = "If that port expects TLS, the address must start with https://";
    const { text, code, left } = await type(
      [
        ["Where is your Jira?", `${closing}/browse/X-1\r`],
        [advice, ""],
        ["Where is your Jira?", `${refusing}/browse/X-1\r`],
        [advice, "\x03"],
      ],
      ["setup"],
      env,
    ).finally(() => server.close());
    expect({ code, left }).toEqual({ code: 130, left: 0 });
    expect(text).toContain(`Jira could not be reached at ${closing} (UND_ERR_SOCKET).`);
    expect(readdirSync(home)).toEqual([]);
  }, 90_000);

  test.each([
    ["", [], ["Periods (view): tool set approvals", "Approvals (manage): tool set approvals"]],
    ["TEMPO_TOOLSETS=approvals\n", ["Periods (view)", "Approvals (manage)"], []],
  ])(
    "lists the scopes of Tempo's token to tick, one a line in 60 columns, by the settings %j",
    async (settings, needed, later) => {
      const { env } = emptyHome();
      writeFileSync(env.TEMPO_CONFIG_FILE ?? "", settings);
      const { jira, tempo } = await twoServices("Cloud");
      const { text, left } = await type(
        [
          ["Where is your Jira?", `${jira}\r`],
          ["E-mail address", `${jiraEmail}\r`],
          ["Jira API token", `${jiraToken}\r`],
          ["Tempo API token", "\x03"],
        ],
        ["setup"],
        { ...env, TEMPO_API_URL: tempo },
        60,
      );
      expect(left).toBe(0);
      const lines = text.split(/\r?\n/).map((line) => line.replace(/^│ */, "").trim());
      expect(lines.join("\n")).toContain(
        [
          "Tick these scopes there. Those of a token cannot be",
          "changed later:",
          ...["Worklogs (manage)", "Schemes (view)", ...needed].map((scope) => `[ ] ${scope}`),
          "Tick these too for what you may want later:",
          ...[
            ...later,
            "Teams (view): tool set team",
            "Approvals (view): tool set team",
            "Accounts (view): tool set details, @issue",
          ].map((scope) => `[ ] ${scope}`),
        ].join("\n"),
      );
    },
    90_000,
  );

  test("asks for the two tokens of Cloud, and sends each to its service", async () => {
    const { home, env } = emptyHome();
    const { jira, tempo, basic, received } = await twoServices("Cloud");
    const { code, left, text } = await type(
      [
        ["Where is your Jira?", `${jira}\r`],
        ["E-mail address", `${jiraEmail}\r`],
        ["Jira API token", `${jiraToken}\r`],
        ["Tempo API token", `${tempoToken}\r`],
        NO_DRAFTS,
        ["Which hosts", "\r"],
        ["Make this change?", "\r"],
      ],
      ["setup"],
      { ...env, TEMPO_API_URL: tempo },
    );
    expect(text).toMatch(/^ok {7}Jira connection {3}/m);
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(received()).toEqual({ jira: [`Basic ${basic}`], tempo: [`Bearer ${tempoToken}`] });
    expect(readdirSync(home)).toEqual(["settings.env"]);
  }, 90_000);

  test("shows nothing of what is typed while it checks a token", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server", () => setTimeout(3000));
    const { text, code, left } = await type(
      [
        ["Where is your Jira?", `${jira}\r`],
        ["Personal access token", `${personalAccessToken}\r`],
        ["Checking …", "typed-S3CRET\r"],
        ["accepts the token", ""],
        NO_DRAFTS,
        ["Which hosts", "\u0003"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 130, left: 0 });
    expect(text).not.toContain("S3CRET");
    expect(readdirSync(home)).toEqual([]);
  }, 90_000);

  test("lets the command of a token ask on the terminal, and shows neither the question's answer nor the token", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server");
    const script = join(home, "token");
    const question = 'stty -echo; printf "Passphrase: "; read -r answer; stty echo; [ "$answer" = op3n ]';
    const lines = ["#!/bin/sh", `( ${question} ) </dev/tty >/dev/tty && echo ${personalAccessToken}`];
    writeFileSync(script, lines.join("\n"), { mode: 0o700 });
    const kept = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT_COMMAND=${script}\n`;
    writeFileSync(env.TEMPO_CONFIG_FILE ?? "", kept, { mode: 0o600 });
    const { text, code, left } = await type(
      [
        ["Keep them?", "\r"],
        NO_DRAFTS,
        ["Passphrase:", "op3n\r"],
        ["Worklogs can be read", ""],
        ["Which hosts", "\r"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(text).not.toMatch(new RegExp(`op3n|${personalAccessToken}`));
  }, 90_000);

  test("ends at once after Ctrl-C while it checks a token, and leaves everything as it was", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server", () => setTimeout(20_000, undefined, { ref: false }));
    const start = performance.now();
    const { text, code, left } = await type(
      [
        ["Where is your Jira?", `${jira}\r`],
        ["Personal access token", `${personalAccessToken}\r`],
        ["Checking …", "\u0003"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 130, left: 0 });
    expect(text).toContain("Cancelled: nothing was changed.");
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(readdirSync(home)).toEqual([]);
  }, 90_000);

  test("offers the sources of drafts that it finds, and writes those that are chosen, which the doctor then checks", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server");
    makeFolders(home, ["dotfiles/.git", "node_modules/tool/.git", "deep/er/est/.git", ".hidden/app/.git"]);
    makeFolders(home, ["src/web/.git", ".claude/projects", ".codex/sessions"]);
    await promisify(execFile)("git", ["init", "-q", join(home, "src/app")]);
    symlinkSync(join(home, "src"), join(home, "link"));
    const address = await calendar();
    const { text, code, left } = await type(
      [
        ["Where is your Jira?", `${jira}\r`],
        ["Personal access token", `${personalAccessToken}\r`],
        ["Should TempoFiller draft your timesheet", "y"],
        ["In which folders may drafts read your commits?", " \r"],
        ["Address of your calendar (Enter: none)", "team.ics\r"],
        ["must be full paths of files in iCalendar format and https:// addresses", ""],
        ["", `${"\u007f".repeat(8)}${address}\r`],
        ["Of which coding assistants", " \r"],
        ["Which hosts", "\r"],
        ["Make these 3 changes?", "\r"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(text).toContain("~/src (2 repositories)");
    expect(text).toContain("~/dotfiles");
    expect(text).not.toMatch(/node_modules|deep|hidden|~\/link|S3CRET/);
    expect(
      readFileSync(env.TEMPO_CONFIG_FILE ?? "", "utf8")
        .trim()
        .split("\n")
        .sort(),
    ).toEqual([
      `TEMPO_BASE_URL=${jira}`,
      `TEMPO_CALENDARS=${address}`,
      `TEMPO_GIT_FOLDERS=${join(home, "src")}`,
      `TEMPO_PAT=${personalAccessToken}`,
      "TEMPO_SESSIONS=claude-code",
      "TEMPO_TOOLSETS=draft",
    ]);
    const checks = await evidenceChecks(env);
    expect(Object.keys(checks)).toEqual(["git", "calendar", "sessions"]);
    for (const message of Object.values(checks)) expect(text.replaceAll(/\s+/g, " ")).toContain(message);
  }, 90_000);

  test("takes no source of drafts that was not chosen, and keeps the sets of tools that are on", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server");
    makeFolders(home, ["src/web/.git", ".claude/projects"]);
    const kept = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${personalAccessToken}\nTEMPO_TOOLSETS=fill\n`;
    writeFileSync(env.TEMPO_CONFIG_FILE ?? "", kept, { mode: 0o600 });
    const { code, left } = await type(
      [
        ["Keep them?", "\r"],
        ["Should TempoFiller draft your timesheet", "y"],
        ["In which folders may drafts read your commits?", "\r"],
        ["Address of your calendar (Enter: none)", "\r"],
        ["Of which coding assistants", "\r"],
        ["Which hosts", "\r"],
        ["Make these 2 changes?", "\r"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(readFileSync(env.TEMPO_CONFIG_FILE ?? "", "utf8")).toBe(kept.replace("=fill", "=fill,draft"));
  }, 90_000);

  test("shows the sources that are set, keeps those that stay chosen, and removes the others", async () => {
    const { home, env } = emptyHome();
    const { jira } = await twoServices("Server");
    makeFolders(home, ["src/web/.git", "work", ".claude/projects"]);
    const kept = `TEMPO_BASE_URL=${jira}\nTEMPO_PAT=${personalAccessToken}\nTEMPO_TOOLSETS=all\n`;
    const folders = ["~/src", "~/work"].join(",");
    writeFileSync(
      env.TEMPO_CONFIG_FILE ?? "",
      `${kept}TEMPO_GIT_FOLDERS=${folders}\nTEMPO_SESSIONS=claude-code,codex\n`,
      { mode: 0o600 },
    );
    const { code, left } = await type(
      [
        ["Keep them?", "\r"],
        ["Should TempoFiller draft your timesheet", "y"],
        ["In which folders may drafts read your commits?", " \r"],
        ["Address of your calendar (Enter: none)", "\r"],
        ["Of which coding assistants", "\r"],
        ["Which hosts", "\r"],
        ["Make these 2 changes?", "\r"],
      ],
      ["setup"],
      env,
    );
    expect({ code, left }).toEqual({ code: 0, left: 0 });
    expect(readFileSync(env.TEMPO_CONFIG_FILE ?? "", "utf8")).toBe(
      `${kept}TEMPO_GIT_FOLDERS=${join(home, "work")}\nTEMPO_SESSIONS=claude-code,codex\n`,
    );
  }, 90_000);

  test.each([
    ["at the first question", [["Where is your Jira?", "\u0003"]]],
    [
      "before the last",
      [
        ["Where is your Jira?", "JIRA\r"],
        ["Personal access token", `${personalAccessToken}\r`],
        NO_DRAFTS,
        ["Which hosts", " \r"],
        ["Make these 2 changes?", "\u0003"],
      ],
    ],
  ])(
    "leaves everything as it was after Ctrl-C %s",
    async (_, steps) => {
      const { home, env } = emptyHome();
      const { jira } = await twoServices("Server");
      const typed = steps.map(([wanted = "", keys = ""]): [string, string] => [
        wanted,
        keys.replace("JIRA", jira),
      ]);
      const { text, code, left } = await type(typed, ["setup"], env);
      expect({ code, left }).toEqual({ code: 130, left: 0 });
      expect(text).toContain("Cancelled: nothing was changed.");
      expect(readdirSync(home)).toEqual([]);
    },
    90_000,
  );
});

describe("setup behind a company's proxy and certificate authority", () => {
  const PAT = SANDBOX_CREDENTIALS.personalAccessToken;

  test("writes what the checks needed from the shell, so that a host without that shell works", async () => {
    const { home, env } = emptyHome();
    const { url, caFile, proxy, asked } = await companyNetwork();
    const address = proxy.replace("//", "//ada:S3CRETpassword@");
    const { code, stdout, stderr } = await runCommand(
      ["setup", "--yes", "--tokens", "-", "--host", "claude-code"],
      {
        env: { ...env, NODE_EXTRA_CA_CERTS: caFile, https_proxy: address, NO_PROXY: "localhost" },
        input: `TEMPO_BASE_URL=${url}/secure/Dashboard.jspa\nTEMPO_PAT=${PAT}\n`,
      },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`  + NODE_EXTRA_CA_CERTS=${caFile}\n`);
    expect(stdout).toContain(`  + HTTPS_PROXY=${proxy.replace("//", "//…@")}\n`);
    expect(stdout).not.toContain("S3CRET");
    expect(settingsIn(env)).toEqual([
      `HTTPS_PROXY=${address}`,
      `NODE_EXTRA_CA_CERTS=${caFile}`,
      "NO_PROXY=localhost",
      `TEMPO_BASE_URL=${url}`,
      `TEMPO_PAT=${PAT}`,
    ]);
    asked.length = 0;
    expect(await callThrough(join(home, ".claude.json"))).toMatchObject(ONE_DAY);
    expect(new Set(asked)).toEqual(new Set(["CONNECT jira.company.invalid:443"]));
  }, 90_000);

  test("trusts nothing that only this shell trusts, and changes nothing", async () => {
    const { home, env } = emptyHome();
    const { url, proxy } = await companyNetwork();
    const { code, stdout } = await runCommand(["setup", "--yes", "--tokens", "-", "--host", "claude-code"], {
      env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: "0", HTTPS_PROXY: proxy },
      input: `TEMPO_BASE_URL=${url}\nTEMPO_PAT=${PAT}\n`,
    });
    expect(code).toBe(7);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("This machine does not trust Jira's TLS certificate");
    expect(readdirSync(home)).toEqual([]);
  }, 90_000);

  test.skipIf(process.platform === "win32")(
    "asks for the certificate on a terminal, and writes its path",
    async () => {
      const { home, env } = emptyHome();
      const { url, caFile, proxy } = await companyNetwork();
      const { text, code, left } = await type(
        [
          ["Where is your Jira?", `${url}/browse/DEMO-1\r`],
          ["does not trust Jira's TLS certificate", ""],
          ["Path of a PEM file", `${home}\r`],
          ["cannot be read (EISDIR)", `${"\u007f".repeat(home.length)}${caFile}\r`],
          ["Personal access token", `${PAT}\r`],
          NO_DRAFTS,
          ["Which hosts", "\r"],
          ["Make this change?", "\r"],
        ],
        ["setup"],
        { ...env, HTTPS_PROXY: proxy },
      );
      expect({ code, left }).toEqual({ code: 0, left: 0 });
      expect(text).toContain(`+ NODE_EXTRA_CA_CERTS=${caFile}`);
      expect(settingsIn(env)).toContain(`NODE_EXTRA_CA_CERTS=${caFile}`);
    },
    90_000,
  );

  test.skipIf(process.platform === "win32")(
    "asks for the certificate again if its file has moved, and keeps the other settings",
    async () => {
      const { home, env } = emptyHome();
      const { url, caFile, proxy } = await companyNetwork();
      const kept = [`HTTPS_PROXY=${proxy}`, `TEMPO_BASE_URL=${url}`, `TEMPO_PAT=${PAT}`];
      const path = env.TEMPO_CONFIG_FILE ?? "";
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, [...kept, `NODE_EXTRA_CA_CERTS=${home}/gone.pem`, ""].join("\n"), { mode: 0o600 });
      const { code, left } = await type(
        [
          ["Keep them?", "\r"],
          ["cannot be read (ENOENT)", ""],
          ["Path of a PEM file", `${caFile}\r`],
          NO_DRAFTS,
          ["Which hosts", "\r"],
          ["Make this change?", "\r"],
        ],
        ["setup"],
        env,
      );
      expect({ code, left }).toEqual({ code: 0, left: 0 });
      expect(settingsIn(env)).toEqual([...kept, `NODE_EXTRA_CA_CERTS=${caFile}`].sort());
    },
    90_000,
  );
});

/** The lines of the settings file. */
function settingsIn({ TEMPO_CONFIG_FILE = "" }: Record<string, string>): string[] {
  return readFileSync(TEMPO_CONFIG_FILE, "utf8").trim().split("\n").sort();
}

test.skipIf(process.platform === "win32")(
  "each mistake at a question is explained there, and a further site gets a profile",
  async () => {
    const { home, env } = emptyHome();
    const { jira, tempo } = await twoServices("Cloud");
    const path = join(env.XDG_CONFIG_HOME ?? "", "tempofiller", "settings.env");
    mkdirSync(join(path, ".."), { recursive: true });
    const other = "JIRA_BASE_URL=https://acme.atlassian.net\n";
    writeFileSync(path, other, { mode: 0o600 });
    const { text, code, left } = await type(
      [
        ["Where is your Jira?", "my jira\r"],
        ["That is not an address", ""],
        ["Where is your Jira?", `${jira.replace("http://", "")}\r`],
        ["The TLS handshake with Jira at ", ""],
        ["Where is your Jira?", `${jira}/secure/RapidBoard.jspa?rapidView=1\r`],
        ["Keep https://acme.atlassian.net too", "\r"],
        ["Name of the profile", `${"\u007f".repeat(9)}default\r`],
        ["is not default or settings", `${"\u007f".repeat(7)}127-0-0-1\r`],
        ["E-mail address", "sandbox-tempo-token\r"],
        ["not an e-mail address", `${"\u007f".repeat(19)}sam@exmaple.com\r`],
        ["Jira API token", ".com\r"],
        ["has 4 characters", `Bearer ${jiraToken}\r`],
        ["begins with Bearer", "'your-jira-token'\r"],
        ["That is", `${jiraToken.slice(0, 9)}\n${jiraToken.slice(9)}\r`],
        ["has a line break in it", ""],
        ["Jira API token", `${jiraToken.slice(0, 9)}\r${jiraToken.slice(9)}`],
        ["has a line break in it", ""],
        ["Jira API token", `${jiraToken.slice(0, 9)}\r${jiraToken.slice(9)}\r`],
        ["has a line break in it", ""],
        ["Jira API token", ` ${jiraToken} \r`],
        ["HTTP 401", ""],
        ["E-mail address", `${"\u007f".repeat(15)}${jiraEmail}\r`],
        ["Jira API token", `${jiraToken}\r`],
        ["Jira accepts the token", ""],
        ["Tempo API token", `ATATT${"x1".repeat(30)}\r`],
        ["begins with ATATT", `${"y2".repeat(20)}\r`],
        ["each works in one region only", ""],
        ["Tempo API token", `${tempoToken}\r`],
        NO_DRAFTS,
        ["Which hosts", "\r"],
        ["Make this change?", "\r"],
      ],
      ["setup"],
      { ...env, TEMPO_CONFIG_FILE: "", TEMPO_API_URL: tempo },
    );
    expect({ code, left, end: left > 0 ? text.slice(-1500) : "" }).toEqual({ code: 0, left: 0, end: "" });
    expect(text).not.toContain("look swapped");
    expect(readFileSync(path, "utf8")).toBe(other);
    expect(readdirSync(join(path, "..")).sort()).toEqual(["127-0-0-1.env", "settings.env"]);
    expect(readdirSync(home)).toEqual([".config"]);
  },
  90_000,
);
