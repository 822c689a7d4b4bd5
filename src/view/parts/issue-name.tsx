import type { Env } from "../env.ts";
import { isIssueKey } from "../model/issues.ts";

interface Props {
  env: Env;
  issueKey: string;
  summary?: string | undefined;
  /** The class of its colour and pattern. */
  mark?: string;
}

/** The key of an issue and its summary. The key is a link where the host opens links to Jira. */
export function IssueName({ env: { openIssue }, issueKey, summary, mark }: Props) {
  return (
    <>
      {mark && <span aria-hidden="true" class={`swatch ${mark}`} />}
      {openIssue && isIssueKey(issueKey) ? (
        <a
          class="key"
          href={openIssue.addressOf(issueKey)}
          onClick={(event) => {
            event.preventDefault();
            openIssue.open(issueKey);
          }}
        >
          {issueKey}
        </a>
      ) : (
        <span class="key">{issueKey}</span>
      )}{" "}
      <span class="summary">{summary}</span>
    </>
  );
}
