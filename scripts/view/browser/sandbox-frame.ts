/** Opens the sandbox proxy in a frame, on another origin than this page, and returns its window when it is ready. */
export async function openSandbox(frame: HTMLIFrameElement, trustedTypes: boolean): Promise<Window> {
  const ready = new Promise<void>((resolve) => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      if (data?.method !== "ui/notifications/sandbox-proxy-ready") return;
      removeEventListener("message", listen);
      resolve();
    };
    addEventListener("message", listen);
  });
  frame.src = `${document.documentElement.dataset.sandbox}/sandbox${trustedTypes ? "?trusted-types" : ""}`;
  await ready;
  if (!frame.contentWindow) throw new Error("The sandbox has no window");
  return frame.contentWindow;
}

let lastProbe = 0;

/** Sends the view a request past the bridge, and returns the response as the view wrote it. */
export function probe(frame: HTMLIFrameElement, method: string, params: object): Promise<unknown> {
  lastProbe += 1;
  const id = `probe-${lastProbe}`;
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || event.data?.id !== id) return;
      removeEventListener("message", listen, true);
      event.stopImmediatePropagation();
      resolve(event.data);
    };
    // Captures, since the bridge would take the response for a mistake.
    addEventListener("message", listen, true);
    frame.contentWindow?.postMessage({ jsonrpc: "2.0", id, method, params }, "*");
  });
}
