import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import { ROOT } from "./root.ts";

/** A file of the folder `deploy`. */
export function deploymentFile(path: string): string {
  return readFileSync(join(ROOT, "deploy", path), "utf8");
}

interface Service {
  image: string;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  networks: string[];
  ports?: string[];
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  stop_grace_period: string;
}

export interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  secrets: Record<string, { file: string }>;
}

export function readCompose(): Compose {
  return parse(deploymentFile("compose.yaml"), { merge: true });
}

/** Settings that operators write themselves. */
export function exampleSettings(): Record<string, string> {
  return parseEnv(deploymentFile("tempofiller.env.example")) as Record<string, string>;
}

export interface Manifest {
  kind: string;
  metadata: { name: string; namespace?: string };
  // biome-ignore lint/suspicious/noExplicitAny: every kind has another form, and tests compare parts of it
  spec?: any;
  data?: Record<string, string>;
  stringData?: Record<string, string>;
}

/** Every object for Kubernetes, the examples among them. */
export function readManifests(): Manifest[] {
  const folder = join(ROOT, "deploy/kubernetes");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .flatMap((path) =>
      parseAllDocuments(readFileSync(join(folder, path), "utf8")).map((document) => {
        if (document.errors[0]) throw document.errors[0];
        return document.toJS() as Manifest;
      }),
    );
}

/** The one object of a kind. */
export function manifest(kind: string): Manifest {
  const [found, ...others] = readManifests().filter((it) => it.kind === kind);
  if (!found || others.length > 0) throw new Error(`there is not one ${kind}`);
  return found;
}

/** The instructions of the Containerfile, with the lines of each joined. */
export function containerInstructions(): { name: string; value: string }[] {
  return deploymentFile("Containerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ name: line.split(" ", 1)[0] ?? "", value: line.slice(line.indexOf(" ") + 1) }));
}
