/**
 * Returns a file name that is valid on every system: letters and digits joined by hyphens, at most
 * 80 characters.
 */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return [...plain].slice(0, 80).join("");
}
