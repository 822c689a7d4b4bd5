import type { McpUiHostContext, McpUiInitializeResult } from "@modelcontextprotocol/ext-apps";
import { type ComponentChildren, render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { DateRange } from "../timesheet/dates.ts";
import { asObject, connectHost } from "./bridge.ts";
import { later, timeOfDay, today } from "./clock.ts";
import { formatFor } from "./format.ts";
import { type Env, share, useEnv, useOneAtATime } from "./hooks.ts";
import { choicesOf } from "./model/draft.ts";
import { askedFor, asksForTotals, type Face, faceOf } from "./model/face.ts";
import { monthOf } from "./model/periods.ts";
import { hoursInSeconds } from "./model/plan.ts";
import { Button } from "./parts/controls.tsx";
import { Draft } from "./parts/draft.tsx";
import { Totals } from "./parts/hours.tsx";
import { Month } from "./parts/month.tsx";
import { Receipt, WholePostedDraft } from "./parts/receipt.tsx";
import { Rows } from "./parts/rows.tsx";
import { replyOf, textsOf } from "./reply-of.ts";
import { serverTools } from "./server-tools.ts";
import { worklogCount } from "./words.ts";

/** After this time without data, the view reads for itself: some hosts send none. */
const NO_DATA_MS = 3000;

/** After this time, the call that logs has ended, whatever became of it. */
const CALL_ENDED_MS = 75_000;

const NOTHING_SENT = "The host has not sent the hours";
const NO_HOST = "This view needs a host with MCP Apps, of version 2026-01-26.";

const root = document.getElementById("view") ?? document.body;
const { tools: toolNames, site = "" } = document.documentElement.dataset;
const offered = new Set(toolNames?.split(" "));
/** The fonts of the host. */
const fonts = document.head.appendChild(document.createElement("style"));

let face: Face = { kind: "waiting", posting: [] };
let asked = askedFor({});
/** The arguments of the assistant's call, as far as the host has sent them. */
let args: Record<string, unknown> = {};
/** The first reply is kept: hosts also forward those of later calls. */
let isLatched = false;
/** The number of times that the wait for data has begun. */
let waits = 0;
let context: McpUiHostContext = {};
/** Undefined until the handshake is done. */
let capabilities: McpUiInitializeResult["hostCapabilities"] | undefined;

const bridge = connectHost(window, window.parent, {
  "ui/notifications/tool-input"({ arguments: sent }) {
    args = asObject(sent);
    asked = askedFor(args);
    waitForData();
  },
  // The model is still writing the arguments.
  "ui/notifications/tool-input-partial": waitForData,
  "ui/notifications/tool-result"(result) {
    if (isLatched) return;
    const reply = replyOf(result);
    const drawn = reply && faceOf(reply, args);
    if (drawn) latch(drawn);
    else if (result.isError === true) {
      nothing("The assistant’s call failed", textsOf(result)[0] ?? "The host does not say why.");
    }
  },
  "ui/notifications/tool-cancelled"() {
    if (!isLatched)
      nothing(
        "The assistant’s call was cancelled",
        asked.range ? "Nothing was read." : "What it logged until then is in Tempo.",
      );
  },
  // Only what has changed.
  "ui/notifications/host-context-changed": applyContext,
});

function show(next: Face): void {
  face = next;
  draw();
}

function latch(next: Face): void {
  isLatched = true;
  // Drops the month that the view may have read and drawn before the reply.
  render(null, root);
  show(next);
}

function nothing(title: string, text: string): void {
  show({ kind: "nothing", title, text, ...(asked.range && { range: asked.range }) });
}

function applyContext(changed: Partial<McpUiHostContext>): void {
  context = { ...context, ...changed };
  applyHostContext(context);
  draw();
}

function draw(): void {
  render(
    <Short most={mostHeight(context)}>
      <App />
    </Short>,
    root,
  );
}

const tools = serverTools(bridge);

/** Asks the host, which may ask the user, who may say no. Nothing here depends on it. */
function tell(method: string, params: object): void {
  bridge.request(method, params).catch(() => {});
}

function addressOf(issueKey: string): string {
  return `${site}/browse/${issueKey}`;
}

function env(): Env {
  const { locale, timeZone } = context;
  const date = today(timeZone);
  const format = formatFor(locale, date);
  const canRead = capabilities?.serverTools !== undefined;
  return {
    tools,
    canRead,
    can: (...names) => canRead && names.some((name) => offered.has(name)),
    today: date,
    timeOfDay: () => timeOfDay(format.locale, timeZone),
    format,
    openIssue:
      site && capabilities?.openLinks
        ? { addressOf, open: (issueKey) => tell("ui/open-link", { url: addressOf(issueKey) }) }
        : undefined,
    tellAssistant(text) {
      // A text that is lost changes nothing: hours are read before they are logged.
      if (capabilities?.updateModelContext)
        tell("ui/update-model-context", { content: [{ type: "text", text }] });
    },
  };
}

/**
 * Shows that the data are awaited, and ends the wait if the host never sends them, or nothing at all. What is drawn
 * and what the call ended with stay.
 */
function waitForData(): void {
  if (isLatched || face.kind === "nothing") return;
  const { posting, mayLog } = asked;
  waits += 1;
  const own = waits;
  show({ kind: "waiting", posting });
  later(mayLog || isDraft() || isTotals() ? CALL_ENDED_MS : NO_DATA_MS, () => {
    if (own === waits && face.kind === "waiting") drawWithoutResult();
  });
}

/** Whether the call is one of `draft_timesheet`, which may take long, as far as the host says so. */
function isDraft(): boolean {
  return context.toolInfo?.tool.name === "draft_timesheet";
}

/** Whether the call adds up a long range, which may take long, as far as the host says so. */
function isTotals(): boolean {
  const { name = "" } = context.toolInfo?.tool ?? {};
  return name === "" ? asksForTotals(args) : /^get_(team_)?totals$/.test(name);
}

function drawWithoutResult(): void {
  if (!capabilities) nothing(NOTHING_SENT, NO_HOST);
  else if (asked.mayLog) {
    nothing(NOTHING_SENT, "It is not known what was logged. Look in Tempo.");
  } else if (isTotals()) {
    nothing(NOTHING_SENT, "The view does not add up by itself. The chat has the totals.");
  } else if (capabilities.serverTools && isDraft() && asked.range) {
    show({ kind: "draft", choices: choicesOf(args, asked.range) });
  } else if (capabilities.serverTools) {
    // Not latched: a reply that comes late takes its place, unless the user has begun to work with it.
    const range = asked.range ?? monthOf(today(context.timeZone));
    show({ kind: "month", sheet: { range }, isOpen: true });
  } else {
    nothing(NOTHING_SENT, "This view may not read the hours itself. The chat has them.");
  }
}

async function start(): Promise<void> {
  applyContext({});
  if (window.parent === window) {
    nothing(
      "No timesheet here",
      "This view is part of an assistant’s chat. Opened alone, it has no hours to show.",
    );
    return;
  }
  // It may be another day when the user comes back.
  document.addEventListener("visibilitychange", draw);
  root.addEventListener("click", () => {
    isLatched ||= face.kind === "month" || face.kind === "draft";
  });
  waitForData();
  const initialized = await bridge.initialize();
  capabilities = initialized.hostCapabilities ?? {};
  applyContext(initialized.hostContext);
  // The height of the content. A width that a view reports is kept by some hosts for ever.
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    bridge.notify("ui/notifications/size-changed", { height });
  }).observe(document.documentElement);
  waitForData();
}

start().catch(() => nothing(NOTHING_SENT, NO_HOST));

/** Gives the page the host's theme, colours and fonts. What the host does not give stays as the style sheet has it. */
function applyHostContext({ theme, styles }: McpUiHostContext): void {
  const { style } = document.documentElement;
  // The browser's theme stays if the host names none.
  if (theme) style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith("--") && value !== undefined) style.setProperty(name, value);
  }
  if (styles?.css?.fonts) fonts.textContent = styles.css.fonts;
}

/** The margins of the page, and the button below a content that is cut, in pixels: one that is pressed with a finger is higher. */
const MARGINS = 24;
const BUTTON = matchMedia("(pointer: coarse)").matches ? 62 : 46;

/** The most that the view should be high: in the conversation what the host gives it, or 500 px; any height elsewhere. */
function mostHeight({ displayMode, containerDimensions }: McpUiHostContext): number {
  if (displayMode !== "inline") return Number.POSITIVE_INFINITY;
  const { height, maxHeight } = asObject(containerDimensions);
  return Math.max(150, Number(height) || Math.min(500, Number(maxHeight) || 500));
}

/**
 * A high content is cut at first, without a scroll bar of its own, with a button that shows all of it. It is whole too once the user works
 * with it: presses something, or moves the focus to what is cut off.
 */
function Short({ most, children }: { most: number; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [height, setHeight] = useState(0);
  const isCut = height > most - MARGINS && !isWhole;

  useEffect(() => {
    const outer = box.current;
    const content = outer?.firstElementChild;
    if (!outer || !content) return;
    const observer = new ResizeObserver(() => setHeight(content.scrollHeight));
    observer.observe(content);
    outer.addEventListener("click", () => setWhole(true));
    outer.addEventListener("focusin", ({ target }) => {
      const edge = outer.getBoundingClientRect().bottom;
      if (target instanceof HTMLElement && target.getBoundingClientRect().bottom > edge) setWhole(true);
    });
    return () => observer.disconnect();
  }, []);

  function showAll(): void {
    setWhole(true);
    // The button goes, and would take the focus with it.
    box.current?.focus({ preventScroll: true });
  }

  return (
    <>
      <div
        ref={box}
        tabIndex={-1}
        class={isCut ? "short" : undefined}
        style={isCut ? { maxHeight: `${most - MARGINS - BUTTON}px` } : undefined}
      >
        <div>{children}</div>
      </div>
      {isCut && (
        <p class="actions more">
          <Button onClick={showAll}>Show everything</Button>
        </p>
      )}
    </>
  );
}

/** The screen that `face` says. */
function App() {
  const work = useOneAtATime();
  share({ ...env(), ...work });
  function open(range: DateRange): void {
    if (!work.isBusy) latch({ kind: "month", sheet: { range }, isOpen: true, takesFocus: true });
  }
  const opener = (range: DateRange | undefined) => range && (() => open(wholeMonths(range)));
  switch (face.kind) {
    case "waiting":
      return <Waiting posting={face.posting} />;
    case "nothing":
      return <Nothing {...face} open={open} />;
    case "month":
      return <Month face={face} />;
    case "draft":
      return <Draft face={face} />;
    case "postedDraft":
      return <WholePostedDraft reply={face.reply} range={face.range} open={opener(face.range)} />;
    case "totals":
      return <Totals face={face} />;
    case "receipt":
      return <Receipt receipt={face.receipt} isWhole open={opener(face.receipt.range)} />;
  }
}

function wholeMonths({ startDate, endDate }: DateRange): DateRange {
  return { startDate: monthOf(startDate).startDate, endDate: monthOf(endDate).endDate };
}

type NothingProps = FaceOf<"nothing"> & { open(range: DateRange): void };

type FaceOf<Kind extends Face["kind"]> = Omit<Extract<Face, { kind: Kind }>, "kind">;

/** There is nothing to draw: why, and what can be done. */
function Nothing({ title, text, range, open }: NothingProps) {
  const { canRead, today, format } = useEnv();
  const offered = range ?? monthOf(today);
  return (
    <section>
      <h1>{title}</h1>
      <p class="text" role="status">
        {text}
      </p>
      {canRead && <Button onClick={() => open(offered)}>Show {format.range(offered)}</Button>}
    </section>
  );
}

/** Until the result comes: what the assistant asked for, so that it can be seen while it is logged. */
function Waiting({ posting }: FaceOf<"waiting">) {
  const { format } = useEnv();
  if (posting.length === 0) {
    return (
      <section>
        <h1 class="hidden">Timesheet</h1>
        <p class="quiet" role="status">
          Waiting for the timesheet…
        </p>
      </section>
    );
  }
  return (
    <section>
      <h1>
        {worklogCount(posting.length)}, {format.unit(hoursInSeconds(posting))}
      </h1>
      <p role="status">The assistant asked to log them. Waiting for the result…</p>
      <Rows
        caption="Worklogs that the assistant asked to log"
        rows={posting.map(({ description, ...row }) => ({ ...row, comment: description, hasIssue: false }))}
      />
    </section>
  );
}
