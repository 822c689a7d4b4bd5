/**
 * The sandbox proxy, on another origin than the host: it puts the view into a frame of its own and relays the messages of
 * both.
 */
const frame = document.querySelector("iframe") as HTMLIFrameElement;
const form = document.querySelector("form") as HTMLFormElement;

const SANDBOX = "ui/notifications/sandbox-";

addEventListener("message", ({ source, data }) => {
  if (source === frame.contentWindow) parent.postMessage(data, "*");
  else if (source !== parent) return;
  else if (data?.method === `${SANDBOX}resource-ready`) show(data.params.html);
  else frame.contentWindow?.postMessage(data, "*");
});

/** Writes the view's document, as hosts do. Under Trusted Types, which refuse that, the server sends it. */
function show(html: string): void {
  if (new URLSearchParams(location.search).has("trusted-types")) {
    const field = form.elements.namedItem("html") as HTMLTextAreaElement;
    field.value = html;
    form.submit();
    return;
  }
  frame.contentDocument?.open();
  frame.contentDocument?.write(html);
  frame.contentDocument?.close();
}

parent.postMessage({ jsonrpc: "2.0", method: `${SANDBOX}proxy-ready`, params: {} }, "*");
