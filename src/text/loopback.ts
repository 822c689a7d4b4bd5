export function isLoopback({ hostname }: Pick<URL, "hostname">): boolean {
  return /^(localhost|127(\.(0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])$/.test(hostname);
}
