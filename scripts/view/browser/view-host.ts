import { type CallToolResult, Client, type Tool } from "@modelcontextprotocol/client";
import {
  AppBridge,
  getToolUiResourceUri,
  type McpUiHostContext,
  PostMessageTransport,
  RESOURCE_MIME_TYPE,
} from "@modelcontextprotocol/ext-apps/app-bridge";
import { CommandPipe } from "./command-pipe.ts";
import { capabilitiesWithout, defaultContext } from "./defaults.ts";
import { type CallFaults, emptyRecords, type HostOptions, type Sendable, type Which } from "./options.ts";
import { openSandbox, probe } from "./sandbox-frame.ts";

declare global {
  interface Window {
    /** The host, once it is connected to the command. Tests use it. */
    viewHost: Promise<ViewHost>;
  }
}

const HOST = { name: "tempofiller-host", version: "1.0.0" };

/** The most time that a view may take until it is initialized, in milliseconds. */
const TIME_TO_START = 5000;

/**
 * A host of MCP Apps: a client of the command, and the released bridge to the view. It is written for the packages' second
 * generation; in the bundle for 1.x, those of the first take their place.
 */
export class ViewHost {
  records = emptyRecords();
  /** Faults of the view's next tool calls. */
  faults: CallFaults = {};
  readonly #client: Client;
  readonly #frame: HTMLIFrameElement;
  readonly #onRecord: () => void;
  #tools: Tool[] = [];
  #context: McpUiHostContext = {};
  #options: HostOptions | undefined;
  #bridge: AppBridge | undefined;

  /** @param declaresApps whether it tells the server that it draws views, which some hosts forget */
  constructor(frame: HTMLIFrameElement, declaresApps: boolean, onRecord: () => void) {
    this.#frame = frame;
    this.#onRecord = onRecord;
    const ui = { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } };
    this.#client = new Client(HOST, { capabilities: declaresApps ? { extensions: ui } : {} });
  }

  /** Starts the command and connects to it. */
  async connect(): Promise<void> {
    await this.#client.connect(new CommandPipe());
    this.#tools = (await this.#client.listTools()).tools;
  }

  /** Shows the view of a tool instead of the one before. Resolves when the view has been sent what the options say. */
  async show(options: HostOptions): Promise<void> {
    await this.#bridge?.close();
    this.records = emptyRecords();
    this.faults = options.calls ?? {};
    this.#options = options;
    const { width = 760, lacks = [], sends = ["input", "result"] } = options;
    const tool = this.#tools.find(({ name }) => name === options.tool);
    if (!tool) throw new Error(`There is no tool ${options.tool}`);
    const html = await this.#readView(tool);
    const usual = options.hasBareContext ? {} : defaultContext(tool, width);
    this.#context = { ...usual, ...options.hostContext };
    this.#setSize("width", width);
    const bridge = new AppBridge(null, HOST, capabilitiesWithout(lacks), { hostContext: this.#context });
    this.#bridge = bridge;
    this.#listen(bridge);
    this.#serve(bridge);
    const initialized = new Promise<void>((resolve, reject) => {
      bridge.oninitialized = () => resolve();
      setTimeout(() => reject(new Error("The view did not say that it is initialized")), TIME_TO_START);
    });
    const sandbox = await openSandbox(this.#frame, options.trustedTypes ?? false);
    await bridge.connect(new PostMessageTransport(sandbox, sandbox));
    await bridge.sendSandboxResourceReady({ html });
    await initialized;
    for (const what of sends) await this.send(what);
  }

  /** Sends the view something about its call. A result that is given here is sent as it is. */
  async send(what: Sendable | CallToolResult): Promise<void> {
    const bridge = this.#bridge;
    if (!bridge || !this.#options) throw new Error("No view is open");
    const { tool, arguments: args, replay, strips } = this.#options;
    if (what === "partial input") return bridge.sendToolInputPartial({ arguments: {} });
    if (what === "input") return bridge.sendToolInput({ arguments: args });
    if (what === "cancelled") return bridge.sendToolCancelled({ reason: "The user cancelled the call" });
    const given = what === "result" ? replay : what;
    const result = given ?? (await this.#client.callTool({ name: tool, arguments: args }));
    const { structuredContent, _meta, ...text } = result;
    this.records.resultSentAt = performance.timeOrigin + performance.now();
    await bridge.sendToolResult(strips ? text : result);
  }

  /** Changes parts of the host's context, of which the view is notified. */
  changeContext(parts: McpUiHostContext): void {
    this.#context = { ...this.#context, ...parts };
    const { containerDimensions } = this.#context;
    if (containerDimensions && "width" in containerDimensions) {
      this.#setSize("width", containerDimensions.width);
    }
    this.#bridge?.setHostContext(this.#context);
  }

  /** Announces the view's end to it, and returns its answer. */
  async teardown(): Promise<unknown> {
    return this.#bridge?.teardownResource({});
  }

  /** Sends a request past the bridge, and returns the whole response. */
  request(method: string, params: object = {}): Promise<unknown> {
    return probe(this.#frame, method, params);
  }

  async #readView(tool: Tool): Promise<string> {
    const uri = getToolUiResourceUri(tool);
    if (!uri) throw new Error(`${tool.name} has no view`);
    const { contents } = await this.#client.readResource({ uri });
    const [content] = contents;
    if (!content || !("text" in content)) throw new Error(`${uri} is empty`);
    this.records.mimeType = content.mimeType;
    return content.text;
  }

  #setSize(dimension: "width" | "height", pixels: number): void {
    this.#frame.style.setProperty(`--${dimension}`, `${pixels}px`);
  }

  #add<Item>(list: Item[], item: Item): void {
    list.push(item);
    this.#onRecord();
  }

  #listen(bridge: AppBridge): void {
    const { records } = this;
    bridge.onsizechange = (size) => {
      this.#add(records.sizes, size);
      if (size.height !== undefined) this.#setSize("height", size.height);
    };
    bridge.onupdatemodelcontext = async ({ content = [] }) => {
      this.#add(records.modelContexts, textOf(content));
      return {};
    };
    bridge.onmessage = async ({ content }) => {
      this.#add(records.messages, textOf(content));
      return {};
    };
    bridge.onopenlink = async ({ url }) => {
      this.#add(records.links, url);
      return {};
    };
  }

  #serve(bridge: AppBridge): void {
    const { serverTools, serverResources } = bridge.getCapabilities();
    const { records } = this;
    bridge.oncalltool = async ({ name, arguments: args = {} }) => {
      this.#add(records.calls, { name, arguments: args });
      const { denies, delay = 0, asks = 0, loses, repeats } = this.faults;
      const isRead = this.#tools.find((tool) => tool.name === name)?.annotations?.readOnlyHint === true;
      const meets = (which?: Which) => which === "all" || (which === "writes" && !isRead);
      if (!serverTools) throw new Error("This host calls no tools for views");
      if (meets(denies)) throw new Error("The user did not allow this call");
      await new Promise((resolve) => setTimeout(resolve, delay + (isRead ? 0 : asks)));
      if (repeats) await this.#client.callTool({ name, arguments: args });
      const result = await this.#client.callTool({ name, arguments: args });
      records.answered += 1;
      return meets(loses) ? new Promise<never>(() => {}) : result;
    };
    bridge.onreadresource = async ({ uri }) => {
      this.#add(records.reads, uri);
      if (!serverResources) throw new Error("This host reads no resources for views");
      return this.#client.readResource({ uri });
    };
  }
}

function textOf(content: readonly { type: string; text?: unknown }[]): string {
  return content.map(({ text }) => (typeof text === "string" ? text : "")).join("\n");
}
