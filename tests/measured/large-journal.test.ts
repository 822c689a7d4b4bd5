import { appendFileSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { startCommand } from "../helpers/command.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { entry } from "../helpers/inputs.ts";
import { seed } from "../helpers/seeds.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** The entries of a journal of 100 MB, sent in 28 days until 12 days ago, each with its outcome but for one of a thousand. */
const ENTRIES = 244_000;

/** No request may wait longer for its response, in milliseconds. */
const MAX_SILENCE = 250;

/** The megabytes that the command may take; it took 716 to read all of it at once. */
const MAX_MEMORY = 400;

function appendEntries(path: string): void {
  const first = Date.now() - 40 * 24 * 3_600_000;
  for (let number = 1; number <= ENTRIES; number += 1000) {
    const lines = Array.from({ length: 1000 }, (_, index) => {
      const [each, at] = [number + index, first + (number + index) * 10_000];
      const content = {
        date: "2026-01-05",
        seconds: 3600,
        billableSeconds: 3600,
        comment: `${each}`.padEnd(22),
      };
      const wanted = { issueId: "10001", issueKey: "PROJ-1", ...content };
      const intents = [{ op: "create", number: each, wanted }];
      const intent = JSON.stringify({ type: "intent", at, batch: each, intents, seen: [`${each}`] });
      const row = { id: `${each + 1}`, issueId: "10001", ...content };
      const done = JSON.stringify({ type: "done", at, fates: [{ number: each, row }] });
      return index === 0 ? `${intent}\n` : `${intent}\n${done}\n`;
    });
    appendFileSync(path, lines.join(""));
  }
}

test.skipIf(process.platform !== "linux")(
  "a journal of 100 MB keeps the command from no other request, and is cut to its newest 12.5 MB",
  async () => {
    const sandbox = createSandbox(seed());
    const url = await serveOnLoopback(sandbox.fetch);
    const stateFolder = temporaryFolder();
    const env = {
      TEMPO_BASE_URL: url,
      TEMPO_PAT: SANDBOX_CREDENTIALS.personalAccessToken,
      TEMPO_STATE_DIR: stateFolder,
    };
    const post = (date: string) => ({ name: "bulk_post_worklogs", arguments: { worklogs: [entry(date)] } });
    const before = await startCommand([], env);
    expect((await before.client.callTool(post("2026-01-06"))).isError).toBeFalsy();
    const path = join(stateFolder, readdirSync(stateFolder).find((name) => name.endsWith(".jsonl")) ?? "");
    appendEntries(path);
    const size = statSync(path).size;

    const { client, pid, stderr } = await startCommand([], env);
    await client.listPrompts();
    let isDone = false;
    const posted = client.callTool(post("2026-01-07")).finally(() => {
      isDone = true;
    });
    let [longest, answers] = [0, 0];
    while (!isDone) {
      const asked = performance.now();
      await client.listPrompts();
      longest = Math.max(longest, performance.now() - asked);
      answers += 1;
      await sleep(10);
    }
    expect([(await posted).isError, stderr()]).toEqual([undefined, ""]);
    const memory = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1000;
    const figures = {
      "MB before": Math.round(size / 1e6),
      "MB after": Math.round(statSync(path).size / 1e6),
      "longest silence, ms": Math.round(longest),
      answers,
      "peak memory, MB": Math.round(memory),
    };
    process.stdout.write(`${JSON.stringify(figures)}\n`);
    expect(Math.abs(statSync(path).size - 12_500_000)).toBeLessThan(2000);
    expect(longest).toBeLessThan(MAX_SILENCE);
    expect(memory).toBeLessThan(MAX_MEMORY);
  },
  300_000,
);
