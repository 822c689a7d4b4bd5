import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CORPUS_CALLS, CORPUS_SEED } from "../../scripts/sizes/corpus.ts";
import { sizeOf } from "../../scripts/sizes/size.ts";
import { readSettings } from "../../src/config/settings.ts";
import { tools } from "../../src/tools/index.ts";
import { runCommand } from "../helpers/command.ts";
import { type FencedBlock, fencedBlocks } from "../helpers/fenced-blocks.ts";
import { checkSyntax, packageArguments, serversOf } from "../helpers/host-snippets.ts";
import { openSession } from "../helpers/session.ts";
import { SETTINGS } from "../helpers/settings.ts";

const DOCS = join(import.meta.dirname, "../../docs");

const documents = readdirSync(DOCS).filter((name) => name.endsWith(".md"));

/** What is for a shell can be checked where there is one; what Windows calls bash runs nothing by itself. */
const blocks = documents
  .flatMap((name) => fencedBlocks(read(name)).map((block) => ({ ...block, where: `${name}:${block.line}` })))
  .filter(({ language }) => language !== "sh" || process.platform !== "win32");

const snippets = blocks
  .filter(isProper)
  .flatMap((block) => serversOf(block).map((server) => ({ ...block, server })));

function read(name: string): string {
  return readFileSync(join(DOCS, name), "utf8");
}

function isProper(block: FencedBlock): boolean {
  try {
    checkSyntax(block);
    return true;
  } catch {
    return false;
  }
}

/** The anchors that GitHub gives the headings of a document. */
function anchorsOf(path: string): string[] {
  return [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe("the snippets of docs/", () => {
  test.each(blocks)("$where is proper $language", (block) => {
    expect(() => checkSyntax(block)).not.toThrow();
  });

  test.each(snippets)("$where sets a whole deployment, in variables that there are", ({ server }) => {
    const names = SETTINGS.map(({ name }) => name);
    const isSandbox = server.args.some((arg) => arg.startsWith("--sandbox"));
    expect(Object.keys(server.env).filter((name) => !names.includes(name))).toEqual([]);
    expect(readSettings(server.env).deployment).toEqual(
      isSandbox ? readSettings({}).deployment : expect.objectContaining({ kind: expect.any(String) }),
    );
  });

  test("start this package, with arguments that it takes", async () => {
    const lines = snippets.map(({ server }) => packageArguments(server)?.join(" "));
    expect(lines).not.toContain(undefined);
    for (const line of new Set(lines)) {
      const { code, stdout, stderr } = await runCommand(line ? line.split(" ") : []);
      expect({ line, code, stdout, stderr }).toEqual({
        line,
        code: 0,
        stdout: "",
        stderr: expect.any(String),
      });
    }
  });

  test("name tools that there are", () => {
    const named = blocks.flatMap(({ text }) => [...text.matchAll(/mcp(__|:)tempofiller\1(\w+)/g)]);
    const known = tools.map(({ name }) => name);
    expect(named).not.toEqual([]);
    expect(named.map(([, , tool = ""]) => tool).filter((tool) => !known.includes(tool))).toEqual([]);
  });

  test("are there for every host, for Tempo Cloud", () => {
    const hosts = [...read("hosts.md").matchAll(/^### (.+)$/gm)].map(([, host]) => host);
    const ofCloud = snippets.filter(({ server }) => "TEMPO_API_TOKEN" in server.env);
    const shown = new Set(ofCloud.map(({ headings }) => headings[3]));
    expect(hosts.filter((host) => !shown.has(host))).toEqual([]);
  });
});

describe("the links of docs/", () => {
  test.each(documents)("of %s lead to a file, and to a heading of it", (name) => {
    const links = [...read(name).matchAll(/\]\(([^):#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, file = "", anchor]) => {
      const target = join(DOCS, file || name);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});

describe("docs/migrating.md", () => {
  test("shows a reply of every tool as it is, with its tokens and those of the markdown", async () => {
    const shown = [
      ...read("migrating.md").matchAll(
        /^\*\*(\w+)\*\* · (.+): ([\d,]+) tokens in 1\.1\.3, ([\d,]+) now\n\n```json\n(.+)\n```$/gm,
      ),
    ].map(([, tool, name, before, now, reply]) => ({ tool, name, before, now, reply }));
    const names = shown.map(({ name }) => name);
    const { call } = await openSession({ seed: CORPUS_SEED });
    const expected = [];
    for (const { name, tool, arguments: args, markdown } of CORPUS_CALLS) {
      const { content } = await call(tool, args);
      const reply = content[0]?.type === "text" ? content[0].text : "";
      const [before, now] = [markdown, sizeOf(reply)].map(({ tokens }) => tokens.toLocaleString("en-US"));
      if (names.includes(name)) expected.push({ tool, name, before, now, reply });
    }
    expect(shown).toEqual(expected);
    expect(shown.map(({ tool }) => tool)).toEqual(tools.map(({ name }) => name));
  });
});
