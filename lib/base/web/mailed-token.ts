/** Longest text in which a token is looked for. The longest token, that of an unsubscribe link, has 75 characters. */
const MAX_LENGTH = 200;
/** A token (that of an unsubscribe link contains a period), and punctuation that mail programs add to links. */
const TOKEN_IN_LINK = /^([\w-]+(?:\.[\w-]+)?)[.,;:!?)\]}>"']*$/;

/** Decodes a text that mail programs or pages may have encoded once more; tokens contain no `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the token of a mailed link without trailing punctuation and brackets, which mail programs
 * include in the link (contract §15). Any other text is returned as it is.
 */
export function parseMailedToken(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  return TOKEN_IN_LINK.exec(decoded(text))?.[1] ?? text;
}
