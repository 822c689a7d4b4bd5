import { parseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editSettings } from "../../src/config/settings-lines.ts";

describe("the settings file is edited", () => {
  test.each([
    ["when it is new", "", { A: "1", B: "two words" }, "A=1\nB='two words'\n"],
    ["without a last line end", "A=1", { B: "2" }, "A=1\nB=2\n"],
    ["where the setting is", "# mine\nexport A='x' # c\n\nB=2\n", { A: "3" }, "# mine\nA=3\n\nB=2\n"],
    ["where it spans lines", "A='x\ny'\nB=2\n", { A: "3" }, "A=3\nB=2\n"],
    ["where it is set twice", "A=1\nB=2\nA=3\n", { A: "4" }, "A=4\nB=2\n"],
    ["with the line ends of Windows", "A=1\r\nB=2\r\n", { A: "3", C: "4" }, "A=3\r\nB=2\r\nC=4\r\n"],
    ["with lines that set nothing", "A\nB: 2\n</C>\n", { A: "3" }, "A\nB: 2\n</C>\nA=3\n"],
    ["by removing", "# c\nA=1\nB=2\n", { A: undefined, C: undefined }, "# c\nB=2\n"],
  ])("%s", (_, before, values, after) => {
    expect(editSettings(before, values)).toBe(after);
  });

  test("so that every value is read back as it was", () => {
    const value = fc
      .string({ unit: "binary-ascii" })
      .filter((text) => !/[\r\n\0]/.test(text) && text.trim() === text);
    fc.assert(
      fc.property(value, value, (first, second) => {
        fc.pre(![first, second].some((text) => /'/.test(text) && /"/.test(text) && /`/.test(text)));
        const text = editSettings("OTHER='kept' # c\n", { FIRST: first, SECOND: second });
        expect({ ...parseEnv(text) }).toEqual({ OTHER: "kept", FIRST: first, SECOND: second });
      }),
    );
  });
});

test("a line inside of another setting's quotes stays, though it looks like the setting", () => {
  const text = "A='\nTEMPO_PAT=1\n'\n";
  expect(editSettings(text, { TEMPO_PAT: "2" })).toBe(`${text}TEMPO_PAT=2\n`);
  expect(editSettings(`${text}export TEMPO_PAT = 1\n`, { TEMPO_PAT: "2" })).toBe(`${text}TEMPO_PAT=2\n`);
  expect(editSettings(text, { A: "3", TEMPO_PAT: "2" })).toBe("A=3\nTEMPO_PAT=2\n");
});
