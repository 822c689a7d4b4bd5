import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { packPackage } from "../../scripts/bench/package.ts";
import { npm } from "../../scripts/lib/npm.ts";
import { ROOT } from "../helpers/root.ts";
import { emptyHome } from "../helpers/setup.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { HOSTS } from "./hosts.ts";
import { commandOf } from "./install.ts";

/** Nothing listens there, so what heeds it cannot leave the machine. */
const NOWHERE = "http://127.0.0.1:9";

const INSTALL_LIMIT_MS = 600_000;

const SKILLS = ["catch-up", "fill-my-month", "month-end"].map((name) => `tempofiller:${name}`);

const [claudeCode] = HOSTS.filter(({ id }) => id === "claude-code");

test.skipIf(process.env.HOSTS !== undefined && !process.env.HOSTS.includes("claude-code"))(
  "Claude Code finds no fault in the plugin, installs it from the package, and reaches its server",
  async () => {
    if (!claudeCode) throw new Error("Claude Code is not among the hosts.");
    const [program = "", ...script] = await commandOf(claudeCode);
    const folder = temporaryFolder();
    const { filename } = await packPackage(ROOT, "--pack-destination", folder);
    await npm(folder, "install", "--prefix", folder, join(folder, filename));
    const plugin = join(folder, "node_modules/tempofiller");
    const env = {
      ...emptyHome().env,
      ...claudeCode.env(NOWHERE),
      ...{ PATH: process.env.PATH, HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE },
    };
    const claude = async (...words: string[]) => {
      const options = { cwd: folder, env, timeout: 60_000 };
      return (await promisify(execFile)(program, [...script, ...words], options)).stdout;
    };

    const report = JSON.parse(await claude("plugin", "validate", "--strict", "--json", plugin));
    expect(report).toMatchObject({
      success: true,
      manifest: { errors: [], warnings: [] },
      provides: { mcpServers: [{ name: "tempofiller" }], skills: SKILLS },
    });
    await claude("plugin", "marketplace", "add", plugin);
    await claude("plugin", "install", "tempofiller@tempofiller");
    expect(await claude("mcp", "list")).toMatch(/^plugin:tempofiller:tempofiller: .* ✔ Connected$/m);
  },
  INSTALL_LIMIT_MS,
);
