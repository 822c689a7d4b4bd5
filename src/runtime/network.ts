import { connect, rootCertificates } from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent, setGlobalDispatcher } from "undici";
import type { ProxySettings } from "../config/settings.ts";
import { MAX_FILE_BYTES, readOwnFile, readTextFile, whyUnreadable } from "../config/text-file.ts";
import { isLoopback } from "../config/url.ts";
import type { Deployment } from "../tempo/deployment.ts";
import { isUntrusted } from "../tempo/http/network-errors.ts";
import { CertificatesFileError, SettingsError } from "../timesheet/errors.ts";

interface NetworkSettings {
  proxy: ProxySettings | undefined;
  /** A PEM file that Node has not read at its start. */
  certificatesFile: string | undefined;
  /** A PEM file that Node has read at its start, if it could. */
  nodeCertificatesFile?: string;
  /** Whether what this process trusts besides is not trusted: the server will be started without it. */
  isAlone?: boolean;
}

/**
 * Sends the requests of `fetch` through a proxy, which that of Node 20 and 22 ignores, and trusts more certificate authorities.
 * Services on this machine are reached directly: no proxy sees their token.
 *
 * @returns what does it, for requests that keep to it if the process uses another network later
 * @throws SettingsError if a proxy's URL or the file cannot be used
 */
export function useNetwork(
  { proxy, certificatesFile, nodeCertificatesFile, isAlone = false }: NetworkSettings,
  deployment: Deployment,
): Dispatcher {
  const tls =
    certificatesFile === undefined && !isAlone
      ? undefined
      : {
          ca: certificates(certificatesFile, isAlone ? undefined : nodeCertificatesFile),
          ...(isAlone && { rejectUnauthorized: true }),
        };
  const dispatcher = proxy ? proxyAgent(proxy, deployment, tls) : new Agent({ ...(tls && { connect: tls }) });
  setGlobalDispatcher(dispatcher);
  return dispatcher;
}

/** Milliseconds for a connection that tells what it needs. */
const TIMEOUT_MS = 10_000;

/** Whether the certificate of an address is only trusted by what this process trusts besides: another program may trust less. */
export function needsOwnAuthority({ protocol, hostname, port }: URL): Promise<boolean> {
  if (protocol !== "https:") return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: Number(port || 443),
      ca: [...rootCertificates],
      rejectUnauthorized: true,
      timeout: TIMEOUT_MS,
    });
    const end = (isNeeded: boolean) => {
      socket.destroy();
      resolve(isNeeded);
    };
    socket.on("secureConnect", () => end(false)).on("timeout", () => end(false));
    socket.on("error", ({ code }: NodeJS.ErrnoException) => end(isUntrusted(code)));
  });
}

function proxyAgent(
  proxy: ProxySettings,
  deployment: Deployment,
  tls: { ca: string[] } | undefined,
): Dispatcher {
  const addresses =
    deployment.kind === "cloud"
      ? [deployment.tempoUrl, deployment.jiraUrl, deployment.atlassianUrl]
      : [deployment.baseUrl];
  const local = addresses.map((address) => new URL(address)).filter(isLoopback);
  const noProxy =
    proxy.noProxy === "*" ? "*" : [proxy.noProxy, ...local.map(({ hostname }) => hostname)].join(",");
  try {
    return new EnvHttpProxyAgent({
      ...proxy,
      noProxy,
      ...(tls && { connect: tls, requestTls: tls, proxyTls: tls }),
    });
  } catch {
    throw new SettingsError(
      "The proxy in HTTPS_PROXY or HTTP_PROXY is not a valid URL. Set it to one such as http://proxy.example.com:8080.",
    );
  }
}

/** Includes the authorities that Node trusts, since the option replaces them. */
function certificates(path: string | undefined, readByNode: string | undefined): string[] {
  return [
    ...rootCertificates,
    ...ofNode(readByNode),
    ...(path === undefined ? [] : [readCertificates(path)]),
  ];
}

function readCertificates(path: string): string {
  try {
    const subject = `NODE_EXTRA_CA_CERTS points to ${path}, which`;
    return readOwnFile(subject, path, MAX_FILE_BYTES.certificates, "any");
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new CertificatesFileError(
      `NODE_EXTRA_CA_CERTS points to ${path}, which cannot be read (${whyUnreadable(error)}). Set it to a PEM file, or run ` +
        "tempofiller setup to choose one.",
    );
  }
}

/** Node goes on without a file that it cannot read, and a warning says so. */
function ofNode(path: string | undefined): string[] {
  try {
    return path === undefined ? [] : [readTextFile(path, MAX_FILE_BYTES.certificates)];
  } catch {
    return [];
  }
}
