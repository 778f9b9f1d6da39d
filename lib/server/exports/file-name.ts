/** A name as every system takes it for a file: its letters and digits, as many as fit. */
export function plainName(name: string): string {
  const plain = name
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return [...plain].slice(0, 80).join("");
}
