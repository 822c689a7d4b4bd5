import { useEffect, useState } from "preact/hooks";
import type { Env } from "./env.ts";

export interface Issue {
  issueKey: string;
  issueSummary: string;
}

/** The issues that are given, then those that the user recently logged time on. Each occurs once. */
export function useIssues({ tools }: Env, issues: readonly Issue[]): Issue[] {
  const [recent, setRecent] = useState<readonly Issue[]>([]);
  useEffect(() => {
    tools?.recentIssues().then(setRecent);
  }, []);
  const byKey = new Map([...recent, ...issues].map((issue) => [issue.issueKey, issue]));
  return [...new Set([...issues, ...recent].map(({ issueKey }) => issueKey))].flatMap(
    (key) => byKey.get(key) ?? [],
  );
}
