/** The parameters of `WWW-Authenticate` in a 401 or 403 (RFC 6750, RFC 9728). */
interface Challenge {
  error?: "invalid_token" | "insufficient_scope";
  /** ASCII without quotes and backslashes. */
  description?: string;
  /** Left out unless users sign in with an identity provider. */
  resourceMetadataUrl?: string | undefined;
  scope?: string | undefined;
}

/** The value of `WWW-Authenticate`. */
export function bearerChallenge({ error, description, resourceMetadataUrl, scope }: Challenge): string {
  const parameters = {
    realm: "tempofiller",
    error,
    error_description: error && description,
    resource_metadata: resourceMetadataUrl,
    scope,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `Bearer ${given.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}
