import { useEffect, useRef, useState } from "preact/hooks";
import type { DraftTimesheetResponse, PostDraftResponse } from "../generated/responses.ts";
import type { DateRange } from "../timesheet/dates.ts";
import { readUntil } from "./clock.ts";
import { type Env, useEnv } from "./hooks.ts";
import type { Choices } from "./model/draft.ts";
import type { DraftFace } from "./model/face.ts";
import { type Receipt, receiptOfDraft } from "./model/receipt.ts";
import { UNKNOWN_TO_ASSISTANT } from "./use-logging.ts";
import {
  draftOutcome,
  forAssistantOfDraft,
  forAssistantOfPosted,
  keptOf,
  messageOf,
  notKnown,
  postedOutcome,
  sentence,
} from "./words.ts";

const CHANGED = "Nothing was logged: the draft has changed. Check it and press again.";

/** A draft, and the choices that it was made by. */
interface Shown {
  draft: DraftTimesheetResponse | undefined;
  choices: Choices;
}

/** Holds a draft. The server makes each one: here are only the choices. */
export function useDraft(start: DraftFace) {
  const env = useEnv();
  const { tools, canRead, format, tellAssistant, isBusy, run } = env;
  const [shown, setShown] = useState<Shown>({ draft: start.draft, choices: start.choices });
  const [isReading, setReading] = useState(false);
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState(start.isChanged ? CHANGED : "");
  const [posted, setPosted] = useState<PostedDraft>();
  /** The user may choose more while a draft is under way. */
  const wanted = useRef(start.choices);
  const accepted = useRef(start.choices);
  const reading = useRef<Promise<DraftTimesheetResponse> | undefined>(undefined);

  function show(draft: DraftTimesheetResponse | undefined, choices: Choices): void {
    accepted.current = choices;
    setShown({ draft, choices });
  }

  /** Asks until the draft is that of the last choices. Rejects if the server refuses them; those that it accepted stay. */
  async function readAll(): Promise<DraftTimesheetResponse> {
    setReading(true);
    try {
      for (;;) {
        const choices = wanted.current;
        const draft = await tools.draft(choices);
        show(draft, choices);
        if (choices === wanted.current) return draft;
      }
    } catch (error) {
      wanted.current = accepted.current;
      throw error;
    } finally {
      reading.current = undefined;
      setReading(false);
    }
  }

  function read(): Promise<DraftTimesheetResponse> {
    reading.current ??= readAll();
    return reading.current;
  }

  function update(done = () => {}, refuse: (why: string) => void = setProblem): void {
    setProblem("");
    read().then(
      (draft) => {
        setMessage(draftOutcome(draft, format));
        done();
      },
      (error: unknown) => {
        setMessage("");
        refuse(messageOf(error));
      },
    );
  }

  async function logShown({ draft, choices }: Shown, remembers: boolean): Promise<void> {
    if (draft?.confirm === undefined) return;
    setPosted(undefined);
    setMessage("");
    setProblem("");
    try {
      const { confirm } = draft;
      const reply = await tools.postDraft(choices, { confirm, ...(remembers && { remember: true }) });
      if (reply.draft && !reply.logged) {
        show(reply.draft, choices);
        setProblem(CHANGED);
        return;
      }
      setMessage(`${postedOutcome(reply, format)}. ${keptOf(reply)}`.trim());
      tellAssistant(forAssistantOfPosted(reply, format));
      const { startDate, endDate } = draft;
      setPosted(await readPosted(env, reply, { startDate, endDate }));
      await read().catch((error: unknown) => {
        show(undefined, choices);
        setProblem(`The draft cannot be made again: ${messageOf(error)}`);
      });
    } catch (error) {
      const why = sentence(messageOf(error));
      const now = await read().catch(() => undefined);
      if (now?.confirm !== draft.confirm) tellAssistant(UNKNOWN_TO_ASSISTANT);
      setProblem(`${why} ${whatIsLogged(draft, now)}`);
    }
  }

  useEffect(() => {
    if (canRead && !start.draft) update();
  }, [canRead]);

  return {
    ...shown,
    /** The draft is being made anew. */
    isReading,
    /** The outcome of the last step; empty at first. */
    message,
    /** Why the last step was not done; empty if it was. */
    problem,
    /** The outcome of the last draft that was logged. */
    posted,
    /** Changes the choices, and asks for the draft that they make. @param refuse gets the reason if there is none */
    choose(change: (choices: Choices) => Choices, refuse?: (why: string) => void): void {
      if (isBusy) return;
      wanted.current = change(wanted.current);
      update(() => tellAssistant(forAssistantOfDraft(accepted.current)), refuse);
    },
    /** Asks for the same draft again. */
    refresh: () => update(),
    /** Logs the draft that is shown, and keeps the user's issues for next time if that is wanted. */
    log: (remembers: boolean) => run(() => logShown(shown, remembers)),
  };
}

/** Tells what Tempo may have stored after a call without a result, by the draft that is made after it. */
function whatIsLogged(before: DraftTimesheetResponse, now: DraftTimesheetResponse | undefined): string {
  if (!now) return notKnown("what was logged");
  return now.confirm === before.confirm
    ? "Tempo has none of it yet."
    : "The draft has been made again, from what Tempo has now.";
}

/** A draft that was logged. Its reply has only ids; the receipt is undefined while Tempo has not been read. */
export interface PostedDraft {
  reply: PostDraftResponse;
  receipt: Receipt | undefined;
}

/** Reads what Tempo holds of a draft that was logged, for as long as a list may lag. */
export async function readPosted(
  { tools, canRead }: Pick<Env, "tools" | "canRead">,
  reply: PostDraftResponse,
  range: DateRange | undefined,
): Promise<PostedDraft> {
  if (reply.worklogIds.length === 0) return { reply, receipt: receiptOfDraft(reply, undefined) };
  if (!canRead || !range) return { reply, receipt: undefined };
  const held = await readUntil(
    (read) => receiptOfDraft(reply, read) !== undefined,
    () => tools.readWorklogs(range),
  ).catch(() => undefined);
  return { reply, receipt: receiptOfDraft(reply, held) };
}
