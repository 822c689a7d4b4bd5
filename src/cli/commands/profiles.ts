import { homeFolder } from "../../config/path-list.ts";
import { defineCommand } from "../command.ts";

export const command = defineCommand({
  summary: "list your sites, and the hosts that use them",
  options: {},
  details: [
    "A profile is the settings of one of several sites: tempofiller setup --name NAME makes it, --profile NAME or TEMPO_PROFILE uses it. " +
      "default is used without one, or with --profile default.",
  ],
  async run(_, { env, print }) {
    const { showProfiles } = await import("../profiles/profiles.ts");
    showProfiles({ platform: process.platform, env, home: homeFolder() }, (line) => print(`${line}\n`));
  },
});
