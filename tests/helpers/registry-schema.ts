const text = { type: "string", minLength: 1 };
const url = { type: "string", format: "uri", pattern: "^https://" };

function closed(required: readonly string[], properties: Record<string, object>): object {
  return { type: "object", additionalProperties: false, required, properties };
}

const environmentVariable = closed(["name"], {
  name: text,
  description: text,
  placeholder: text,
  default: text,
  isRequired: { type: "boolean" },
  isSecret: { type: "boolean" },
  format: { enum: ["string", "number", "boolean", "filepath"] },
  choices: { type: "array", items: text },
});

const transport = closed(["type"], { type: { const: "stdio" } });

const npmPackage = closed(["registryType", "identifier", "version", "transport"], {
  registryType: { const: "npm" },
  identifier: text,
  version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
  transport,
  environmentVariables: { type: "array", items: environmentVariable },
});

/** The registry refuses bundles with a `registryBaseUrl`, or without a checksum. */
const bundle = closed(["registryType", "identifier", "fileSha256", "transport"], {
  registryType: { const: "mcpb" },
  identifier: { ...url, pattern: "^https://github\\.com/.+\\.mcpb$" },
  fileSha256: { type: "string", pattern: "^[a-f0-9]{64}$" },
  transport,
});

const icon = closed(["src"], {
  src: { ...url, maxLength: 255 },
  mimeType: { enum: ["image/png", "image/jpeg", "image/jpg", "image/svg+xml", "image/webp"] },
  sizes: { type: "array", items: { type: "string", pattern: "^(\\d+x\\d+|any)$" } },
  theme: { enum: ["light", "dark"] },
});

/**
 * The part of the registry's schema of `server.json`, of 2025-12-11, that this project uses. Unlike the registry's own it knows no
 * other key, so that a misspelt one is found.
 */
export const REGISTRY_SCHEMA = closed(["$schema", "name", "description", "version"], {
  $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
  name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
  title: { ...text, maxLength: 100 },
  description: { ...text, maxLength: 100 },
  version: { ...text, maxLength: 255 },
  websiteUrl: url,
  repository: closed(["url", "source"], { url, source: text }),
  icons: { type: "array", items: icon },
  packages: { type: "array", items: { anyOf: [npmPackage, bundle] } },
});
