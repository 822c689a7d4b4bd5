import { type CompareOptions, compareSites } from "../../src/cli/compare/compare.ts";
import type { CompareDifference, CompareOutput } from "../../src/generated/outputs.ts";
import type { SandboxSeed } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { embedded } from "./demo-month.ts";
import { shown } from "./shell.ts";

type Kind = Deployment["kind"];

interface Tempo {
  kind?: Kind;
  seed: SandboxSeed;
  upstream?: (fetch: Fetch) => Fetch;
}

/** Two embedded Tempos, to compare in this process. */
export function twoTempos(first: Tempo, second: Tempo) {
  const requests: { site: "old" | "new"; method: string; path: string }[] = [];
  const open = (name: "old" | "new", { kind = "cloud", seed, upstream = (fetch) => fetch }: Tempo) => {
    const { server, state } = embedded(seed, kind, (fetch) => (request) => {
      requests.push({ site: name, method: request.method, path: new URL(request.url).pathname });
      return upstream(fetch)(request);
    });
    return { name, server, state };
  };
  const [old, moved] = [open("old", first), open("new", second)];
  const run = (period: string, options: Partial<CompareOptions> = {}) =>
    shown(({ print, signal }) =>
      compareSites(
        {
          period,
          post: false,
          yes: false,
          json: false,
          width: 100,
          again: ["compare", "old", "new"],
          undo: ["undo", "--profile", "new"],
          terminal: undefined,
          signal,
          print,
          ...options,
        },
        [old, moved],
      ),
    );
  return {
    run,
    requests,
    states: { old: old.state, new: moved.state },
    server: moved.server,
    async json(period: string, options: Partial<CompareOptions> = {}) {
      const { printed, ...outcome } = await run(period, { ...options, json: true });
      return { ...outcome, output: JSON.parse(printed) as CompareOutput };
    },
  };
}

/** A difference as one line: what, when, where, and which fields. */
export function inShort({ kind, date, issueKey, changes = [] }: CompareDifference): string {
  const fields = changes.map(({ field, name, to }) =>
    [name ?? field, ...(to === undefined ? [] : [to])].join("="),
  );
  return [kind, date, issueKey, ...fields].join(" ");
}
