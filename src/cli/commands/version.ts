import { defineCommand } from "../command.ts";
import { VERSION } from "../version.ts";

export const command = defineCommand({
  summary: "print the version",
  options: {},
  async run(_, { print }) {
    print(`${VERSION}\n`);
  },
});
