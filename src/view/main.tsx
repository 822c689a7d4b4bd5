import type { McpUiHostContext, McpUiInitializeResult } from "@modelcontextprotocol/ext-apps";
import { render } from "preact";
import { datesOfMonth } from "../timesheet/calendar-month.ts";
import { connectHost } from "./bridge.ts";
import { later, timeOfDay, today } from "./clock.ts";
import type { Env } from "./env.ts";
import { formatFor } from "./format.ts";
import { applyHostContext } from "./host-context.ts";
import { type Asked, askedFor, type Face, faceOf } from "./model/face.ts";
import { App } from "./parts/app.tsx";
import { replyOf, textsOf } from "./reply-of.ts";
import { serverTools } from "./server-tools.ts";

/** After this time without data, the view reads for itself: some hosts send none. */
const NO_DATA_MS = 3000;

/** After this time, the call that logs has ended, whatever became of it. */
const CALL_ENDED_MS = 75_000;

const root = document.getElementById("view");
const offered = new Set(document.documentElement.dataset.tools?.split(" "));

let face: Face = { kind: "waiting", posting: [] };
let asked: Asked | undefined;
/** The first reply is kept: hosts also forward those of later calls. */
let isLatched = false;
let context: McpUiHostContext = {};
let capabilities: McpUiInitializeResult["hostCapabilities"] = {};

const bridge = connectHost(window, window.parent, {
  toolInput(args) {
    asked = askedFor(args);
    if (!isLatched) show({ kind: "waiting", posting: asked.posting });
  },
  toolResult(result) {
    const reply = replyOf(result);
    const drawn = reply && faceOf(reply);
    if (isLatched) return;
    if (drawn) latch(drawn);
    else nothing(textsOf(result)[0] ?? "The host sent a result without content.");
  },
  toolCancelled() {
    if (!isLatched) nothing("The assistant's call was cancelled.");
  },
  contextChanged: applyContext,
});

function show(next: Face): void {
  face = next;
  draw();
}

function latch(next: Face): void {
  isLatched = true;
  show(next);
}

function nothing(text: string): void {
  show({ kind: "nothing", text, ...(asked?.range && { range: asked.range }) });
}

function applyContext(changed: Partial<McpUiHostContext>): void {
  context = { ...context, ...changed };
  applyHostContext(document, context);
  draw();
}

function draw(): void {
  if (root) render(<App env={env()} face={face} showMonth={latch} />, root);
}

const tools = serverTools(bridge);

function env(): Env {
  const { locale, timeZone, displayMode, availableDisplayModes = [] } = context;
  const date = today(timeZone);
  const format = formatFor(locale, date);
  return {
    tools: capabilities.serverTools && tools,
    offered,
    today: date,
    timeOfDay: () => timeOfDay(format.locale, timeZone),
    format,
    tellAssistant(text) {
      if (!capabilities.updateModelContext) return;
      // That it is lost changes nothing: hours are read before they are logged.
      bridge.request("ui/update-model-context", { content: [{ type: "text", text }] }).catch(() => {});
    },
    toggleFullscreen: availableDisplayModes.includes("fullscreen")
      ? {
          isOn: displayMode === "fullscreen",
          toggle: () => changeMode(displayMode === "fullscreen" ? "inline" : "fullscreen"),
        }
      : undefined,
  };
}

function changeMode(mode: "inline" | "fullscreen"): void {
  bridge
    .request<{ mode?: "inline" | "fullscreen" }>("ui/request-display-mode", { mode })
    .then((result) => applyContext(result.mode ? { displayMode: result.mode } : {}))
    .catch(() => {});
}

/** For hosts that never send the result, or nothing at all. */
function readWithoutResult(): void {
  if (isLatched || face.kind !== "waiting") return;
  if (asked && asked.posting.length > 0) {
    later(CALL_ENDED_MS - NO_DATA_MS, () => {
      if (!isLatched && face.kind === "waiting") nothing("The host has not sent the result of the call.");
    });
  } else if (capabilities.serverTools) {
    const range = asked?.range ?? datesOfMonth(today(context.timeZone).slice(0, 7));
    latch({ kind: "month", sheet: { range }, isOpen: true });
  } else {
    nothing("The host has sent no hours to this view, and lets it read none.");
  }
}

async function start(): Promise<void> {
  applyContext({});
  if (window.parent === window) {
    nothing("This view is part of an assistant's chat. Opened alone, it has no hours to show.");
    return;
  }
  const initialized = await bridge.initialize();
  capabilities = initialized.hostCapabilities;
  applyContext(initialized.hostContext);
  // The height of the content. A width that a view reports is kept by some hosts for ever.
  new ResizeObserver(() => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height);
    bridge.notify("ui/notifications/size-changed", { height });
  }).observe(document.documentElement);
  later(NO_DATA_MS, readWithoutResult);
}

start().catch(() => nothing("The host does not speak the protocol of MCP Apps that this view needs."));
