import type { XmlHandler } from "@/lib/base/documents/parse-xml";

/** Decodes characters that XML cannot contain, such as `_x000B_`. */
export const decodeEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Collects the text of a string item (`si`, `is`): its runs joined, without phonetic readings. */
export class StringItem implements XmlHandler {
  /** The text of the runs that are complete. */
  value = "";
  private run: string | undefined;
  private isPhonetic = false;

  open(name: string): void {
    if (name === "rPh") this.isPhonetic = true;
    else if (name === "t" && !this.isPhonetic) this.run = "";
  }

  text(text: string): void {
    if (this.run !== undefined) this.run += text;
  }

  close(name: string): void {
    if (name === "rPh") this.isPhonetic = false;
    if (name !== "t" || this.run === undefined) return;
    this.value += decodeEscapes(this.run);
    this.run = undefined;
  }
}
