import { defineCommand } from "../command.ts";

export const command = defineCommand({
  summary: "print help, on a command or a tool as well",
  arguments: { usage: "[COMMAND [TOOL]]", max: 2 },
  options: {},
  async run({ args }, { commands, width, settings, print }) {
    const { help } = await import("../help/help.ts");
    print(await help(args, { commands, width, duplicates: () => settings().duplicates }));
  },
});
