/** Cuts a text to at most `max` characters without splitting a surrogate pair, and trims it. */
export const cutTrimmed = (text: string, max: number): string =>
  text
    .slice(0, max)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
