import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "../../src/config/settings.ts";
import { runLine } from "../helpers/commands.ts";
import { CLOUD } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

/** Runs `tempofiller map` with a settings file in a folder of its own, and returns what each line prints. */
async function map(...lines: string[][]): Promise<{ path: string; printed: string[] }> {
  const folder = temporaryFolder();
  const settings = () => readSettings({ ...CLOUD, TEMPO_CONFIG_FILE: join(folder, "settings.env") });
  const printed: string[] = [];
  for (const words of lines) {
    const parts: string[] = [];
    await runLine(["map", ...words], { settings, print: (text) => void parts.push(text) });
    printed.push(parts.join(""));
  }
  return { path: join(folder, "settings.rules.json"), printed };
}

test("map keeps a rule, replaces it, lists all and removes it", async () => {
  const { path, printed } = await map(
    ["Daily*", "demo-4"],
    ["Roadmap with Kim", "DEMO-12"],
    ["daily*", "DEMO-5"],
    ["--list"],
    ["--remove", "DAILY*"],
    [],
  );
  expect(printed).toEqual([
    "Titles that match 'Daily*' belong to DEMO-4 from now on.\n",
    "Titles that match 'Roadmap with Kim' belong to DEMO-12 from now on.\n",
    "Titles that match 'daily*' belong to DEMO-5 from now on.\n",
    `DEMO-5   daily*\nDEMO-12  Roadmap with Kim\n2 rules in ${path}.\n`,
    "The rule for 'DAILY*' is removed.\n",
    `DEMO-12  Roadmap with Kim\n1 rule in ${path}.\n`,
  ]);
});

test("map prints the rules for a program", async () => {
  const { path, printed } = await map(["--json"], ["Daily*", "DEMO-4", "--json"]);
  expect(printed.map((text) => JSON.parse(text))).toEqual([
    { rulesFile: path, rules: [] },
    { rulesFile: path, rules: [{ pattern: "Daily*", issueKey: "DEMO-4" }] },
  ]);
});
