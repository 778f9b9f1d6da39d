import { escapeHtml } from "@/lib/store/mail/mail-frame";

/** HTML that is escaped already. */
export class SafeHtml {
  constructor(readonly html: string) {}
}

type Part = SafeHtml | string | number | null | undefined | false | readonly Part[];

const htmlOf = (part: Part): string => {
  if (part instanceof SafeHtml) return part.html;
  if (part === null || part === undefined || part === false) return "";
  return typeof part === "object" ? part.map(htmlOf).join("") : escapeHtml(String(part));
};

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Returns the texts of a template without the indentation of our source. */
function compact(texts: TemplateStringsArray): readonly string[] {
  const known = compacted.get(texts) ?? texts.map((text) => text.replace(/\n\s*/g, " "));
  compacted.set(texts, known);
  return known;
}

/** Template of HTML: escapes every value that is not HTML itself; empty values are left out. */
export const markup = (texts: TemplateStringsArray, ...parts: readonly Part[]): SafeHtml =>
  new SafeHtml(
    compact(texts)
      .map((text, at) => text + (at < parts.length ? htmlOf(parts[at]) : ""))
      .join(""),
  );

/** Marks a text of our own as HTML. */
export const trusted = (text: string): SafeHtml => new SafeHtml(text);
