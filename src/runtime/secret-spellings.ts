/** The shortest secret that is replaced: replacing shorter ones would break every text. */
const MIN_SECRET_LENGTH = 4;

/** The shortest part of a Base64 text that is replaced: shorter ones occur in plain text. */
const MIN_BASE64_LENGTH = 8;

/** Every way in which an upstream may write a secret, longer ones first, since one may be part of another. */
export function spellingsOf(secrets: string[]): string[] {
  const spellings = secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [
      secret,
      ...jsonSpellings(secret),
      ...urlSpellings(secret),
      ...htmlSpellings(secret),
      ...base64Spellings(secret),
    ]);
  return [...new Set(spellings)].sort((a, b) => b.length - a.length);
}

function jsonSpellings(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [escaped, escaped.replaceAll("/", "\\/")];
}

/** As a part of a path and as a field of a form, with hexadecimal digits of either case. */
function urlSpellings(secret: string): string[] {
  const field = new URLSearchParams({ "": secret }).toString().slice(1);
  // A lone surrogate has no encoding.
  const wellFormed = Buffer.from(secret).toString();
  return [encodeURIComponent(wellFormed), field].flatMap((encoded) => [
    encoded,
    encoded.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
  ]);
}

function htmlSpellings(secret: string): string[] {
  const escaped = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    escaped,
    ...["&#39;", "&#x27;", "&apos;"].flatMap((apostrophe) => {
      const quoted = escaped.replaceAll("'", apostrophe);
      return ["&quot;", "&#34;", "&#x22;"].map((quote) => quoted.replaceAll('"', quote));
    }),
  ];
}

/** In both alphabets, with padding and without, and as the part of a longer text: Base64 encodes three bytes at a time. */
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const parts = [0, 1, 2].map((bytesBefore) => {
    const encoded = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString("base64url");
    const isWhole = (bytesBefore + bytes.length) % 3 === 0;
    // Characters that other bytes share are left out.
    return encoded.slice(Math.ceil((bytesBefore * 8) / 6), isWhole ? undefined : -1);
  });
  return [bytes.toString("base64url"), ...parts]
    .filter(({ length }) => length >= MIN_BASE64_LENGTH)
    .flatMap((url) => {
      const plain = url.replaceAll("-", "+").replaceAll("_", "/");
      return [url, plain, plain.replaceAll("/", "\\/")];
    })
    .concat(bytes.toString("base64"));
}
