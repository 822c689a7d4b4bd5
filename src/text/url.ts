/**
 * A text as a URL; undefined if it is none.
 *
 * API quirk: `URL.canParse` of Node 20 refuses texts with letters such as ü once V8 has optimised its caller.
 */
export function toUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

export function isLoopback({ hostname }: Pick<URL, "hostname">): boolean {
  return /^(localhost|127(\.(0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])$/.test(hostname);
}
