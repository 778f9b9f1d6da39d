/**
 * Parses a URL. `URL.canParse` is not used anywhere: Node 20 and 22 return false for valid URLs with
 * letters outside of ASCII after V8 has optimized its caller.
 * @param base the URL that a relative URL refers to
 * @returns null for a text that is not a URL
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
