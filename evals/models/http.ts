/** An endpoint of a model, from the environment. */
export interface Endpoint {
  url: string;
  model: string;
  /** Undefined for one that asks for none. */
  key: string | undefined;
}

const TRIES = 5;
const FIRST_WAIT_MS = 1000;

/** Sends a request to a model's endpoint, again if it is busy. @throws if it refuses; the error has no key */
export async function post(
  { url, key }: Endpoint,
  path: string,
  headers: Record<string, string>,
  body: object,
  timeoutMs: number,
): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response.json();
    const isBusy = response.status === 429 || response.status >= 500;
    const answer = await response.text();
    const text = key === undefined ? answer : answer.replaceAll(key, "***");
    if (!isBusy || attempt === TRIES)
      throw new Error(`the model's endpoint answered ${response.status}: ${text.slice(0, 300)}`);
    const asked = Number(response.headers.get("retry-after")) * 1000;
    await new Promise((resolve) =>
      setTimeout(resolve, asked > 0 ? asked : FIRST_WAIT_MS * 2 ** (attempt - 1)),
    );
  }
}
