/** Sends a request by `fetch`, its body as text: Node would copy the body of a `Request` through further streams. */
export async function sendRequest(request: Request): Promise<Response> {
  const { url, method, headers, redirect, signal } = request;
  const body = request.body ? await request.text() : null;
  return fetch(url, { method, headers, redirect, signal, body });
}
