import { publishedNames } from "./publish-shapes.ts";
import type { Contracts } from "./read-contracts.ts";

/** The tools' names with their shapes: as a type that leads to the shapes' types, and as a constant. */
export function renderToolShapes({ inputs }: Contracts): string {
  const tools = publishedNames(inputs).map((input) => {
    const stem = input.replace(/Input$/, "");
    return { name: snakeCase(stem), input, reply: `${stem}Response` };
  });
  const types = tools.map(
    ({ name, input, reply }) => `  ${name}: { input: Inputs["${input}"]; reply: Responses["${reply}"] };\n`,
  );
  const names = tools.map(
    ({ name, input, reply }) => `  ${name}: { input: "${input}", reply: "${reply}" },\n`,
  );
  return [
    `import type { Inputs } from "./inputs.ts";\nimport type { Responses } from "./responses.ts";\n`,
    `/** By tool name: the types of its arguments and of its reply. */\nexport interface Tools {\n${types.join("")}}\n`,
    `/** By tool name: the names of its shapes. */\nexport const toolShapes = {\n${names.join("")}} as const;\n`,
  ].join("\n");
}

/** `GetSchedule` becomes `get_schedule`. */
function snakeCase(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
}
