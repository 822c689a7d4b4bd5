import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { SERVER_VARIABLES } from "../../src/config/server-variables.ts";
import { readSettings } from "../../src/config/settings.ts";
import { listVariables } from "../../src/config/variable-names.ts";
import { readDatabase } from "../../src/team/config/database.ts";
import { readServerSettings } from "../../src/team/config/settings.ts";
import { readTeamSettings } from "../../src/team/config/user-settings.ts";
import { grantsFor } from "../../src/team/database/migrations.ts";
import { MAX_CONNECTIONS } from "../../src/team/http/connections.ts";
import { internalEndpoint } from "../../src/team/http/internal.ts";
import { GRACE_MS, NOTICE_MS } from "../../src/team/serve.ts";
import {
  containerInstructions,
  deploymentFile,
  exampleSettings,
  manifest,
  readCompose,
  readManifests,
} from "../helpers/deployment-files.ts";

const folder = mkdtempSync(join(tmpdir(), "tempofiller-deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const authority = join(folder, "ca.crt");
writeFileSync(authority, "-----BEGIN CERTIFICATE-----");

const instructions = containerInstructions();
const compose = readCompose();
const replicas = ["tempofiller-1", "tempofiller-2"].map((name) => compose.services[name]);
const { data: config = {} } = manifest("ConfigMap");
const { template, ...deployment } = manifest("Deployment").spec;
const [container] = template.spec.containers;

const instruction = (wanted: string) => instructions.find(({ name }) => name === wanted)?.value ?? "";
const imageEnv = Object.fromEntries(
  [...instruction("ENV").matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
);
const composeEnv = { ...imageEnv, ...exampleSettings(), ...replicas[0]?.environment };
const kubernetesEnv = { ...imageEnv, ...config };

/** The default time limit of a call, in milliseconds. */
const { budget } = readSettings({});

const probe = (path: string) =>
  new Promise<number>((resolve) => {
    const handle = internalEndpoint({
      health: () => ({ isDraining: false, database: "ready" }),
      metrics: () => "",
      metricsToken: undefined,
    });
    const response = { writeHead: (status: number) => resolve(status), end() {} };
    void handle({ method: "GET", url: path, rawHeaders: [] } as never, response as never);
  });

describe.each([
  ["compose.yaml", composeEnv],
  ["kubernetes/", kubernetesEnv],
])("the settings in deploy/%s", (_, env) => {
  test("all exist", () => {
    const known = [...listVariables().map(({ name }) => name), ...Object.keys(SERVER_VARIABLES)];
    const ours = Object.keys(env).filter((name) => /^(TEMPO|JIRA|ATLASSIAN)/.test(name));
    expect(ours.length).toBeGreaterThan(6);
    expect(ours.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("are enough for a server for others, with a database, behind a proxy", () => {
    const [, url] = /^ {2}database-url: (.+)$/m.exec(deploymentFile("kubernetes/examples/secret.yaml")) ?? [];
    const file = join(folder, "database-url");
    writeFileSync(file, url ?? "");
    const [, , bind = ""] = JSON.parse(instruction("CMD"));
    const files = {
      TEMPOFILLER_DATABASE_URL_FILE: file,
      ...(env.TEMPOFILLER_DATABASE_CA_FILE !== undefined && { TEMPOFILLER_DATABASE_CA_FILE: authority }),
    };
    expect(readServerSettings({ ...env, ...files }, bind)).toEqual({
      address: { host: "0.0.0.0", port: 8080 },
      publicUrl: new URL("https://tempofiller.example.com/mcp"),
      tls: "proxy",
      accessKeysFile: "/etc/tempofiller/access-keys",
      organisation: undefined,
      database: readDatabase(files),
      internalAddress: { host: "0.0.0.0", port: 9090 },
      requestsPerSecond: 5,
      teamTools: true,
    });
  });

  test("name one site once its name is written into them, and keep no state in the container", async () => {
    const filledIn = { ...env, JIRA_BASE_URL: env.JIRA_BASE_URL?.replace("your-site", "acme") };
    const { kind, common } = await readTeamSettings(filledIn, undefined);
    expect({ kind, stateFolder: common.stateFolder }).toEqual({ kind: "cloud", stateFolder: undefined });
  });
});

describe("deploy/Containerfile", () => {
  test("runs the command for others, as a user without rights, in a form that passes signals on", () => {
    expect(JSON.parse(instruction("ENTRYPOINT"))).toEqual(["node", "/opt/tempofiller/tempofiller.cjs"]);
    expect(JSON.parse(instruction("CMD"))).toEqual(["serve", "--http", "0.0.0.0:8080"]);
    expect({
      user: instruction("USER"),
      ports: instruction("EXPOSE"),
      signal: instruction("STOPSIGNAL"),
    }).toEqual({
      user: "10001:10001",
      ports: "8080 9090",
      signal: "SIGTERM",
    });
    expect(imageEnv).toMatchObject({ NODE_ENV: "production", TEMPO_STATE_DIR: "/var/lib/tempofiller" });
    expect(instructions.filter(({ name }) => ["RUN", "ADD", "VOLUME"].includes(name))).toEqual([]);
  });

  test("builds on one Node 24 image, by its digest", () => {
    expect(instruction("ARG")).toMatch(
      /^BASE=docker\.io\/library\/node:24\.\d+\.\d+-slim@sha256:[0-9a-f]{64}$/,
    );
    expect(instruction("FROM")).toMatch(/^\$\{BASE\}$/);
  });

  test("copies what .dockerignore lets through", () => {
    const copied = instruction("COPY")
      .split(" ")
      .filter((word) => !/^(--|\/)/.test(word));
    const ignore = deploymentFile("../.dockerignore").split("\n");
    expect(ignore.filter((line) => line.startsWith("!")).sort()).toEqual(
      copied.map((path) => `!${path}`).sort(),
    );
  });
});

test("the version is that of the package, in docs/teams.md too", () => {
  const shown = [...deploymentFile("../docs/teams.md").matchAll(/tempofiller:([\d.]+)/g)].map(
    ([, version]) => version,
  );
  expect(new Set(shown)).toEqual(new Set([packageJson.version]));
  const images = [
    ...replicas.map((it) => it?.image),
    compose.services.migrate?.image,
    container.image,
    instruction("LABEL"),
  ];
  expect(images.map((text) => /(?:tempofiller:|image\.version=")([\d.]+)/.exec(text)?.[1])).toEqual(
    Array(5).fill(packageJson.version),
  );
});

describe("deploy/compose.yaml", () => {
  test("lets no container write to its files, gain rights, or keep any", () => {
    const rights = Object.entries(compose.services).map(
      ([name, { read_only, cap_drop, security_opt }]) => [name, read_only, cap_drop, security_opt] as const,
    );
    expect(rights).toEqual(
      Object.keys(compose.services).map((name) => [name, true, ["ALL"], ["no-new-privileges:true"]]),
    );
  });

  test("publishes the proxy alone, and keeps the database in a network without a way out", () => {
    const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    expect(published).toEqual([["proxy", "443:8443"]]);
    expect(compose.services.database?.networks).toEqual(["inside"]);
    expect(compose.networks).toEqual({ inside: { internal: true }, outside: {} });
  });

  test("has secrets in files alone, each for those that need it", () => {
    const used = Object.entries(compose.services).map(([name, { secrets = [] }]) => [name, secrets]);
    expect(Object.fromEntries(used)).toEqual({
      "tempofiller-1": ["database-url", "database.crt"],
      "tempofiller-2": ["database-url", "database.crt"],
      migrate: ["database-owner-url", "database.crt"],
      proxy: ["tls.crt", "tls.key"],
      database: ["database-owner-password", "database-password", "database.crt", "database.key"],
    });
    expect(Object.keys(compose.secrets).sort()).toEqual(
      [...new Set(used.flatMap(([, names]) => names))].sort(),
    );
    // git ignores both folders and the settings.
    const ignored = deploymentFile("../.gitignore");
    for (const path of ["secrets/", "keys/", "tempofiller.env"])
      expect(ignored).toContain(`/deploy/${path}\n`);
  });

  test("lets replicas start once the owner of the tables has migrated, and only the owner may", () => {
    const { image, command, environment } = compose.services.migrate ?? {};
    expect({ image, command, environment, waits: replicas.map((it) => it?.depends_on) }).toEqual({
      image: replicas[0]?.image,
      command: ["migrate"],
      environment: {
        TEMPOFILLER_DATABASE_URL_FILE: "/run/secrets/database-owner-url",
        TEMPOFILLER_DATABASE_CA_FILE: "/run/secrets/database.crt",
      },
      waits: Array(2).fill({ migrate: { condition: "service_completed_successfully" } }),
    });
    const script = deploymentFile("database-users.sh");
    for (const grant of grantsFor("tempofiller")) expect(script).toContain(`\n${grant}\n`);
    expect(script.match(/^(GRANT|ALTER)/gm)).toHaveLength(grantsFor("").length);
  });

  test("gives a replica the time that draining takes", () => {
    for (const replica of replicas) {
      expect(Number.parseInt(replica?.stop_grace_period ?? "", 10) * 1000).toBeGreaterThanOrEqual(
        NOTICE_MS + budget + GRACE_MS,
      );
    }
  });
});

describe("deploy/haproxy.cfg", () => {
  const lines = deploymentFile("haproxy.cfg")
    .split("\n")
    .map((line) => line.trim());
  const argumentsOf = (start: string) =>
    lines.filter((line) => line.startsWith(`${start} `)).map((line) => line.slice(start.length + 1));
  const seconds = (text = "") => Number(/(\d+)s/.exec(text)?.[1]) * 1000;

  test("sends to the replicas of compose.yaml, and asks the probe that says whether one goes away", async () => {
    expect(argumentsOf("server")).toEqual([
      "one tempofiller-1:8080 check port 9090",
      "two tempofiller-2:8080 check port 9090",
    ]);
    expect(argumentsOf("http-check")).toEqual(["send meth GET uri /readyz", "expect status 200"]);
    expect(await probe("/readyz")).toBe(200);
  });

  test("tries nothing again but a connection that failed", () => {
    expect(argumentsOf("retry-on")).toEqual(["conn-failure"]);
    expect(lines).toContain("option redispatch 1");
    expect(lines.filter((line) => /http-buffer-request|compression|cache/.test(line))).toEqual([]);
  });

  test("waits longer than a call takes, and finds out that a replica goes away while that one still takes requests", () => {
    expect(seconds(argumentsOf("timeout server")[0])).toBeGreaterThan(budget + GRACE_MS);
    const [, interval = "", falls = ""] =
      /inter (\d+s) fall (\d+)/.exec(argumentsOf("default-server")[0] ?? "") ?? [];
    const [check] = argumentsOf("timeout check");
    expect((seconds(interval) + seconds(check)) * Number(falls)).toBeLessThan(NOTICE_MS);
    expect(seconds(argumentsOf("hard-stop-after")[0])).toBeGreaterThanOrEqual(budget + GRACE_MS);
  });

  test("keeps requests back before a replica has all the connections that it takes", () => {
    const [, most] = /maxconn (\d+)/.exec(argumentsOf("default-server")[0] ?? "") ?? [];
    expect(Number(most)).toBeLessThan(MAX_CONNECTIONS);
  });

  test("keeps one half of its connections for addresses that have few", () => {
    expect(argumentsOf("maxconn")).toEqual(["2000"]);
    expect(argumentsOf("stick-table")).toEqual(["type ipv6 size 100k expire 2m store conn_cur"]);
    expect(argumentsOf("tcp-request")).toEqual([
      "connection track-sc0 src,ipmask(32,64) table sources",
      "connection reject if { fe_conn gt 1000 } { sc0_conn_cur gt 100 }",
    ]);
  });

  test("says itself from which address a request comes", () => {
    expect(argumentsOf("http-request")).toEqual(["set-header X-Forwarded-For %[src]"]);
  });
});

describe("deploy/kubernetes", () => {
  test("has each object in its namespace", () => {
    const outside = readManifests().filter(
      ({ kind, metadata }) => kind !== "Namespace" && metadata.namespace !== "tempofiller",
    );
    expect(outside).toEqual([]);
  });

  test("runs what the namespace's profile, restricted, allows, with files that cannot be written", () => {
    expect({ pod: template.spec.securityContext, container: container.securityContext }).toEqual({
      pod: {
        runAsNonRoot: true,
        runAsUser: 10001,
        runAsGroup: 10001,
        fsGroup: 10001,
        seccompProfile: { type: "RuntimeDefault" },
      },
      container: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
    });
    expect(template.spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    const [{ secret }] = template.spec.volumes;
    expect(secret).toEqual({ secretName: manifest("Secret").metadata.name, defaultMode: 0o440 });
  });

  test("probes what the server serves, on the port where it does", async () => {
    const { livenessProbe, readinessProbe, ports } = container;
    expect([livenessProbe.httpGet, readinessProbe.httpGet]).toEqual([
      { path: "/livez", port: "internal" },
      { path: "/readyz", port: "internal" },
    ]);
    expect(ports).toEqual([
      { name: "http", containerPort: 8080 },
      { name: "internal", containerPort: 9090 },
    ]);
    expect(await Promise.all([probe("/livez"), probe("/readyz"), probe("/metrics")])).toEqual([
      200, 200, 200,
    ]);
    expect(template.metadata.annotations).toMatchObject({
      "prometheus.io/port": "9090",
      "prometheus.io/path": "/metrics",
    });
  });

  test("keeps one of two replicas always, and gives each the time that draining takes", () => {
    const { replicas: count, strategy } = deployment;
    expect({
      count,
      update: strategy.rollingUpdate,
      budget: manifest("PodDisruptionBudget").spec.minAvailable,
    }).toEqual({
      count: 2,
      update: { maxUnavailable: 0, maxSurge: 1 },
      budget: 1,
    });
    expect(template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(
      NOTICE_MS + budget + GRACE_MS,
    );
  });

  test("selects the pods that it starts", () => {
    const labels = template.metadata.labels;
    const selectors = [
      deployment.selector.matchLabels,
      manifest("PodDisruptionBudget").spec.selector.matchLabels,
      manifest("Service").spec.selector,
      manifest("NetworkPolicy").spec.podSelector.matchLabels,
      template.spec.topologySpreadConstraints[0].labelSelector.matchLabels,
    ];
    expect(selectors).toEqual(Array(5).fill(labels));
  });

  test("opens port 9090 to its namespace and to monitoring, and not through the Service", () => {
    const [, internal] = manifest("NetworkPolicy").spec.ingress;
    expect(internal).toEqual({
      from: [
        { podSelector: {} },
        { namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } },
      ],
      ports: [{ port: 9090 }],
    });
    expect(manifest("Service").spec.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
  });

  test("has the files of the settings in the secret, which is an example", () => {
    const [{ mountPath }] = container.volumeMounts;
    const files = Object.keys(manifest("Secret").stringData ?? {}).map((name) => `${mountPath}/${name}`);
    expect(files).toEqual([config.TEMPOFILLER_DATABASE_URL_FILE, config.TEMPOFILLER_ACCESS_KEYS_FILE]);
    expect(JSON.stringify(manifest("Secret").stringData)).toContain("your-password@db.example.com");
  });
});
