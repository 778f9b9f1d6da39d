/** Checks whether bytes that arrive in chunks are a text. */
export type TextCheck = { push: (chunk: Uint8Array) => void; isText: () => boolean };

/**
 * Starts a check for valid UTF-8 without NUL, with or without a byte order mark. Characters may be split
 * between chunks; `isText` answers after the last one.
 */
export function createTextCheck(): TextCheck {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isValid = true;
  const decodes = (chunk?: Uint8Array) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  return {
    push: (chunk) => {
      isValid = isValid && !chunk.includes(0) && decodes(chunk);
    },
    isText: () => {
      // Ends the decoder, which fails where the last character is incomplete.
      isValid = isValid && decodes();
      return isValid;
    },
  };
}
