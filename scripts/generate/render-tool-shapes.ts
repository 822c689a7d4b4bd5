import { DETAILED, publishedNames } from "./publish-shapes.ts";
import type { Contracts } from "./read-contracts.ts";

/** The tools' names with their shapes: as a type that leads to the shapes' types, and as a constant. */
export function renderToolShapes({ inputs }: Contracts): string {
  const inputNames = publishedNames(inputs);
  const tools = inputNames
    .filter((input) => !input.endsWith(DETAILED))
    .map((input) => {
      const stem = input.replace(/Input$/, "");
      const detailed = `${stem}${DETAILED}`;
      return {
        name: snakeCase(stem),
        shapes: { input, ...(inputNames.includes(detailed) && { detailed }), reply: `${stem}Response` },
      };
    });
  const types = tools.map(({ name, shapes }) => {
    const typeOf = ([key, shape]: string[]) =>
      `${key}: ${key === "reply" ? "Responses" : "Inputs"}["${shape}"]`;
    return `  ${name}: { ${Object.entries(shapes).map(typeOf).join("; ")} };\n`;
  });
  const names = tools.map(
    ({ name, shapes }) =>
      `  ${name}: { ${Object.entries(shapes)
        .map(([key, shape]) => `${key}: "${shape}"`)
        .join(", ")} },\n`,
  );
  return [
    `import type { Inputs } from "./inputs.ts";\nimport type { Responses } from "./responses.ts";\n`,
    `/** By tool name: the types of its arguments, of those with the set \`details\` if they differ, and of its reply. */\nexport interface Tools {\n${types.join("")}}\n`,
    `/** By tool name: the names of its shapes. */\nexport const toolShapes = {\n${names.join("")}} as const;\n`,
  ].join("\n");
}

/** `GetSchedule` becomes `get_schedule`. */
function snakeCase(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
