import type { Commands } from "./command.ts";
import { command as server } from "./commands/server.ts";

/** Every command, in the order of the help. The server, which hosts start, loads none of the others. */
export const COMMANDS = {
  "": () => Promise.resolve({ command: server }),
  serve: () => import("./commands/serve.ts"),
  setup: () => import("./commands/setup.ts"),
  profiles: () => import("./commands/profiles.ts"),
  log: () => import("./commands/log.ts"),
  fill: () => import("./commands/fill.ts"),
  day: () => import("./commands/day.ts"),
  change: () => import("./commands/change.ts"),
  delete: () => import("./commands/delete.ts"),
  month: () => import("./commands/month.ts"),
  week: () => import("./commands/week.ts"),
  status: () => import("./commands/status.ts"),
  draft: () => import("./commands/draft.ts"),
  export: () => import("./commands/export.ts"),
  compare: () => import("./commands/compare.ts"),
  map: () => import("./commands/map.ts"),
  call: () => import("./commands/call.ts"),
  doctor: () => import("./commands/doctor.ts"),
  probe: () => import("./commands/probe.ts"),
  journal: () => import("./commands/journal.ts"),
  undo: () => import("./commands/undo.ts"),
  "access-key": () => import("./commands/access-key.ts"),
  migrate: () => import("./commands/migrate.ts"),
  demo: () => import("./commands/demo.ts"),
  sandbox: () => import("./commands/sandbox.ts"),
  completion: () => import("./commands/completion.ts"),
  help: () => import("./commands/help.ts"),
  version: () => import("./commands/version.ts"),
} satisfies Commands;
