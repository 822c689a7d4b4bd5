import { chmodSync, chownSync, cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { nameOf } from "../../src/state/writers.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { entry } from "../helpers/inputs.ts";
import { ME } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const [USER, OTHER] = [10_001, 65_534];

// Only root can make files of several users; without it, tests/unit/state/ has the same by refusals of the disk and by modes.
describe.skipIf(process.getuid?.() !== 0)(
  "for an ordinary user (as root, who can make files of others)",
  () => {
    let folder = "";
    let command = "";
    let env: Record<string, string> = {};

    beforeEach(async () => {
      const dist = temporaryFolder();
      cpSync(dirname(COMMAND), dist, { recursive: true });
      const served = await serveTempo("datacenter");
      folder = served.stateFolder;
      chmodSync(dist, 0o755);
      chmodSync(folder, 0o1777);
      command = join(dist, "tempofiller.cjs");
      env = served.env;
    });

    const post = (date: string) =>
      runCommand(["call", "bulk_post_worklogs", JSON.stringify({ worklogs: [entry(date)] })], {
        env,
        command,
        uid: USER,
      });

    const leave = (name: string, owner: number, mode: number, text = "") => {
      const path = join(folder, name);
      writeFileSync(path, text);
      chmodSync(path, mode);
      chownSync(path, owner, owner);
      return path;
    };

    test.each<[what: string, leaveIt: (name: string) => void]>([
      ["a lease", (name) => leave(`${name}.lease.7`, OTHER, 0o600)],
      ["a lease of root's", (name) => leave(`${name}.lease.7`, 0, 0o600, "{}")],
      [
        "a lease that is a link",
        (name) => symlinkSync(leave("theirs", OTHER, 0o600), join(folder, `${name}.lease.7`)),
      ],
      ["a journal", (name) => leave(`${name}.jsonl`, OTHER, 0o600)],
      ["the key of the journal", () => leave("journal.key", OTHER, 0o600)],
    ])(
      "%s that another one has made and this one cannot read delays no call, and is said once",
      async (_, leaveIt) => {
        await post("2026-01-06");
        const name =
          readdirSync(folder)
            .find((file) => file.endsWith(".jsonl"))
            ?.replace(".jsonl", "") ?? "";
        expect(name).toBe(nameOf({ site: env.TEMPO_BASE_URL ?? "", worker: ME.key }));
        leaveIt(name);
        const { code, stderr, milliseconds } = await post("2026-01-07");
        expect({ code, said: stderr.split("cannot be used").length - 1 }).toEqual({ code: 0, said: 1 });
        expect(milliseconds).toBeLessThan(10_000);
      },
    );

    test.each<[what: string, owner: number, mode: number, isUsed: boolean]>([
      ["their own", USER, 0o600, true],
      ["root's, as secrets in containers are", 0, 0o444, true],
      ["another user's, which all may read", OTHER, 0o644, false],
      ["their own, which all may write", USER, 0o666, false],
    ])("a settings file is used or refused by its owner and mode: %s", async (_, owner, mode, isUsed) => {
      const path = leave(
        "settings.env",
        owner,
        mode,
        `TEMPO_BASE_URL=${env.TEMPO_BASE_URL}\nTEMPO_PAT=${env.TEMPO_PAT}\n`,
      );
      const { code, stderr } = await runCommand(["call", "get_schedule", '{"startDate":"2026-01-06"}'], {
        env: { TEMPO_CONFIG_FILE: path, TEMPO_STATE_DIR: "off" },
        command,
        uid: USER,
      });
      expect([code === 0, stderr.includes(`The settings file ${path} is not used, since `)]).toEqual([
        isUsed,
        !isUsed,
      ]);
    });

    test("a token's file may be another user's, as long as nobody else can write to it", async () => {
      const path = leave("pat", OTHER, 0o644, env.TEMPO_PAT);
      const use = () =>
        runCommand(["call", "get_schedule", '{"startDate":"2026-01-06"}'], {
          env: { TEMPO_BASE_URL: env.TEMPO_BASE_URL, TEMPO_PAT_FILE: path, TEMPO_STATE_DIR: "off" },
          command,
          uid: USER,
        });
      expect((await use()).code).toBe(0);
      chmodSync(path, 0o664);
      expect((await use()).stderr).toContain(`which is not used, since other users can write to it.`);
      expect(existsSync(path)).toBe(true);
    });
  },
);
