import { useEffect, useState } from "preact/hooks";
import type { PostDraftResponse } from "../../generated/responses.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type { Env } from "../env.ts";
import { type PostedDraft, readPosted } from "../posted-draft.ts";
import { useFocus } from "../use-focus.ts";
import type { OneAtATime } from "../use-one-at-a-time.ts";
import { keptOf, postedOutcome } from "../words.ts";
import { HowToUndo, Receipt } from "./receipt.tsx";

interface WholeProps {
  env: Env;
  work: OneAtATime;
  reply: PostDraftResponse;
  range: DateRange | undefined;
  /** Shows the month around it; undefined if that is not known. */
  open: (() => void) | undefined;
}

/** A draft that the assistant has logged. Tempo is read for all but the ids. */
export function WholePostedDraft({ env, work, reply, range, open }: WholeProps) {
  const [posted, setPosted] = useState<PostedDraft>({ reply, receipt: undefined });
  useEffect(() => {
    readPosted(env.tools, reply, range).then(setPosted);
  }, []);
  return <PostedReceipt env={env} work={work} posted={posted} isWhole open={open} />;
}

interface Props {
  env: Env;
  work: OneAtATime;
  posted: PostedDraft;
  /** True if it is all that the view shows; false for what was logged in the view. */
  isWhole: boolean;
  open?: (() => void) | undefined;
  /** Something was deleted. */
  changed?(): void;
}

/** The receipt of a draft, or only its ids where Tempo cannot be read; and what was kept for next time. */
export function PostedReceipt({ posted: { reply, receipt }, ...props }: Props) {
  const kept = keptOf(reply);
  return (
    <>
      {receipt ? (
        <Receipt key={reply.worklogIds.join()} receipt={receipt} {...props} />
      ) : (
        <PostedIds env={props.env} reply={reply} isWhole={props.isWhole} />
      )}
      {kept && <p class="text">{kept}</p>}
    </>
  );
}

function PostedIds({
  env: { format },
  reply,
  isWhole,
}: {
  env: Env;
  reply: PostDraftResponse;
  isWhole: boolean;
}) {
  const heading = useFocus<HTMLHeadingElement>(!isWhole);
  const { worklogIds, failures = [] } = reply;
  const Title = isWhole ? "h1" : "h2";
  return (
    <section class={isWhole ? "" : "panel"}>
      <Title ref={heading} tabIndex={-1}>
        {postedOutcome(reply, format)}
      </Title>
      {failures.map(({ date, issueKey, error }, index) => (
        <p key={index} class="warning text">
          {format.shortDay(date)} {issueKey}: {error}
        </p>
      ))}
      {worklogIds.length > 0 && <HowToUndo ids={worklogIds} />}
    </section>
  );
}
