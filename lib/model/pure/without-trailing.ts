/** Returns a text without the sign at its end, however often it stands there; `/+$/` would take quadratic time. */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === sign) end -= 1;
  return text.slice(0, end);
}
