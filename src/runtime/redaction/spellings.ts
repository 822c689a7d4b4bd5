/** The shortest secret that is replaced: replacing shorter ones would break every text. */
const MIN_SECRET_LENGTH = 4;

/** The shortest part of a Base64 text that is replaced: shorter ones occur in plain text. */
const MIN_BASE64_LENGTH = 8;

/** The texts to search for: each secret, plain and in Base64. How single characters are written is left to the search. */
export function spellingsOf(secrets: readonly string[]): string[] {
  const texts = secrets
    .filter(({ length }) => length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [secret, ...base64Spellings(secret)]);
  return [...new Set(texts)];
}

/** The Base64 of a text as a whole and as part of a longer one, since three bytes are encoded at a time. */
function base64Spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const parts = [0, 1, 2].map((bytesBefore) => {
    const encoded = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString("base64");
    const isWhole = (bytesBefore + bytes.length) % 3 === 0;
    // Characters that other bytes share are left out.
    return encoded.replace(/={1,2}$/, "").slice(Math.ceil((bytesBefore * 8) / 6), isWhole ? undefined : -1);
  });
  const whole = bytes.toString("base64");
  return [whole, whole.replace(/={1,2}$/, ""), ...parts].filter(({ length }) => length >= MIN_BASE64_LENGTH);
}
