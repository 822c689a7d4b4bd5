import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import type { HostOptions, HostRecords } from "../../scripts/view/browser/options.ts";
import type { ViewHost } from "../../scripts/view/browser/view-host.ts";
import type { Bridge } from "../../scripts/view/bundle-host.ts";
import { serveHost } from "../../scripts/view/serve-host.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour, SandboxSeed, SandboxWorklog } from "../../src/sandbox/state.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import { COMMAND } from "../helpers/command.ts";
import { CREDENTIALS, SETTINGS } from "../helpers/doctor.ts";
import { FaultScript } from "../helpers/fault-script.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";
import { browser } from "./browser.ts";

/** The most time that anything in a page may take, in milliseconds. */
const TIMEOUT = 30_000;

export interface ViewOptions extends Partial<HostOptions> {
  /** Tempo Cloud unless given. */
  deployment?: Deployment["kind"];
  /** 2.x unless given. */
  bridge?: Bridge;
  /** False: the host does not tell the server that it draws views. */
  declaresApps?: boolean;
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
  /** Faults that the embedded Tempo has before the view opens. */
  upstream?: (tempo: FaultScript) => void;
  /** Arguments and settings of the command besides those of the deployment. */
  command?: { args?: string[]; env?: Record<string, string> };
  /** The fixed time of the browser's clock; 10:00 UTC on 15 January 2026 unless given. Undefined lets it run. */
  now?: string | undefined;
  /** Preferences of the browser: its time zone, colour scheme, reduced motion. */
  context?: BrowserContextOptions;
}

/** A view in a page of the browser. */
export interface OpenPage {
  /** The document of the view. */
  view: FrameLocator;
  page: Page;
  host: Host;
}

/** A view, and everything around it. */
export interface OpenView extends OpenPage {
  /** Opens a view in another page, with a host and a command of its own, on the same Tempo. */
  openAnother(options: Partial<HostOptions>): Promise<OpenPage>;
  sandbox: Sandbox;
  /** Gives the embedded Tempo further faults, and counts its requests. */
  tempo: FaultScript;
  /** The worklogs that the embedded Tempo holds, without their ids, by date and issue. */
  stored(): Omit<SandboxWorklog, "id" | "createdAt">[];
  /** Errors of the page and its frames that the browser has reported: exceptions, and what a policy refused. */
  errors: string[];
}

/** The host, as far as a test steers it. */
export interface Host {
  records(): Promise<HostRecords>;
  send(...what: Parameters<ViewHost["send"]>): Promise<void>;
  changeContext(...parts: Parameters<ViewHost["changeContext"]>): Promise<void>;
  /** Sets what happens to the view's tool calls from now on. */
  setFaults(faults: ViewHost["faults"]): Promise<void>;
  teardown(): Promise<unknown>;
  request(...message: Parameters<ViewHost["request"]>): Promise<unknown>;
  /** Closes the view and opens another one in its place, on the same server. */
  show(options?: Partial<HostOptions>): Promise<void>;
}

/** Opens a view for the running test: of `get_worklogs` in January 2026 unless given. */
export async function openView(options: ViewOptions = {}): Promise<OpenView> {
  const { deployment = "cloud", bridge = "2.x", command = {}, behaviour = {} } = options;
  // Worklogs are created by the clock of the responses: Tempo's own time says which request has created one.
  const sandbox = createSandbox(seed(options.seed), {
    credentials: CREDENTIALS,
    behaviour: { clock: systemClock, ...behaviour },
  });
  const tempo = new FaultScript(systemClock);
  options.upstream?.(tempo);
  const upstream = await serveOnLoopback(tempo.wrap(sandbox.fetch));
  const state = await mkdtemp(join(tmpdir(), "tempofiller-view-"));
  const output: string[] = [];
  const server = await serveHost(inject("hosts")[bridge], {
    args: [COMMAND, ...(command.args ?? [])],
    env: commandEnvironment({ ...SETTINGS[deployment](upstream), TEMPO_STATE_DIR: state, ...command.env }),
    log: (text) => output.push(text),
  });
  const context = await (await browser()).newContext({ timezoneId: "UTC", ...options.context });
  context.setDefaultTimeout(TIMEOUT);
  onTestFinished(async () => {
    await context.close();
    await server.close();
    await rm(state, { recursive: true });
    expect(output.join("")).not.toContain("S3CRET");
  });

  const { now } = { now: "2026-01-15T10:00:00Z", ...options };
  if (now !== undefined) await context.clock.setFixedTime(now);
  const errors: string[] = [];
  const openPage = async (shown: Partial<HostOptions>): Promise<OpenPage> => {
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(`${server.address}/?bare${options.declaresApps === false ? "&undeclared" : ""}`);
    const host = await hostOf(page, shown);
    await host.show();
    return { view: page.frameLocator("iframe").frameLocator("iframe"), page, host };
  };
  return {
    ...(await openPage(hostOptions(options))),
    openAnother: openPage,
    sandbox,
    tempo,
    errors,
    stored: () =>
      [...sandbox.state.worklogs.values()]
        .map(({ id: _, createdAt: __, ...worklog }) => worklog)
        .sort((a, b) => `${a.startDate} ${a.issueId}`.localeCompare(`${b.startDate} ${b.issueId}`)),
  };
}

async function hostOf(page: Page, options: Partial<HostOptions>): Promise<Host> {
  const host = await page.evaluateHandle(() => window.viewHost);
  const month = { startDate: "2026-01-01", endDate: "2026-01-31" };
  return {
    records: () => host.evaluate(({ records }) => records),
    // Sent as text: these types are nested too deeply for those of evaluate().
    send: (what) => host.evaluate((it, text) => it.send(JSON.parse(text)), JSON.stringify(what)),
    changeContext: (parts) =>
      host.evaluate((it, text) => it.changeContext(JSON.parse(text)), JSON.stringify(parts)),
    setFaults: (faults) =>
      host.evaluate((it, given) => {
        it.faults = given;
      }, faults),
    teardown: () => host.evaluate((it) => it.teardown()),
    request: (method, params) => host.evaluate((it, sent) => it.request(...sent), [method, params] as const),
    show: (others = {}) => {
      const shown = { tool: "get_worklogs", arguments: month, ...options, ...others };
      return host.evaluate((it, text) => it.show(JSON.parse(text)), JSON.stringify(shown));
    },
  };
}

/** The options for the host, which are sent to the page. */
function hostOptions({
  deployment: _deployment,
  bridge: _bridge,
  declaresApps: _declaresApps,
  seed: _seed,
  behaviour: _behaviour,
  upstream: _upstream,
  command: _command,
  now: _now,
  context: _context,
  ...options
}: ViewOptions): Partial<HostOptions> {
  return options;
}
