import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { importFile } from "../../../src/cli/import/import.ts";
import type { SandboxSeed } from "../../../src/sandbox/state.ts";
import type { MappingRule } from "../../../src/timesheet/draft/draft.ts";
import { embedded } from "../../helpers/demo-month.ts";
import { ACCOUNT } from "../../helpers/many-worklogs.ts";
import { seed } from "../../helpers/seeds.ts";
import { shown } from "../../helpers/shell.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

type Kind = "cloud" | "datacenter";
type ImportOptions = Parameters<typeof importFile>[0];

/** A worklog as the tests compare it. */
export interface Imported {
  date: string;
  issueId: number;
  hours: number;
  comment: string;
  billable?: false;
  start?: string;
  account?: string;
}

/** An embedded Tempo in this process, and the command on files for it. */
export function openImport(
  kind: Kind = "cloud",
  { parts = {}, rules = [] }: { parts?: Partial<SandboxSeed>; rules?: MappingRule[] } = {},
) {
  let requests = 0;
  const { server, state } = embedded(
    seed({
      workAttributes: [ACCOUNT],
      accounts: [{ id: 30, key: "ACME", name: "Acme", projects: ["PROJ"] }],
      ...parts,
    }),
    kind,
    (fetch) => (request) => {
      requests += 1;
      return fetch(request);
    },
  );
  const evidence = { ...server.evidence, rules: async () => rules };
  return {
    server,
    state,
    requests: () => requests,
    /** Imports a file with this content, without a terminal, unless the options say otherwise. */
    run: (content: string | Uint8Array, options: Partial<ImportOptions> = {}) => {
      const path = join(temporaryFolder(), "times.csv");
      writeFileSync(path, content);
      return shown(({ print, signal }) =>
        importFile(
          {
            path,
            columns: undefined,
            dates: undefined,
            user: undefined,
            billable: undefined,
            yes: true,
            json: false,
            readOnly: false,
            stdin: Readable.from([]),
            words: ["import", "times.csv"],
            undo: ["undo"],
            width: 80,
            site: [],
            terminal: undefined,
            signal,
            print,
            ...options,
          },
          { ...server, evidence },
        ),
      );
    },
    /** The worklogs in Tempo, in the order in which they were stored. */
    stored: (): Imported[] =>
      [...state.worklogs.values()].map(({ startDate, issueId, timeSpentSeconds, ...worklog }) => ({
        date: startDate,
        issueId,
        hours: timeSpentSeconds / 3600,
        comment: worklog.description,
        ...(worklog.billableSeconds === 0 && { billable: false }),
        ...(worklog.startTime !== undefined &&
          worklog.startTime !== "00:00:00" && { start: worklog.startTime.slice(0, 5) }),
        ...(worklog.attributes?._Account_ !== undefined && { account: worklog.attributes._Account_ }),
      })),
  };
}
