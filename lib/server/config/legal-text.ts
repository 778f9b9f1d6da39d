import { readFile } from "node:fs/promises";
import path from "node:path";
import createMarkdown from "markdown-it";
import type { Locale } from "../../i18n";
import type { LegalPage } from "../../legal-pages";
import { env } from "./env";

/** What is shipped: templates that say what to fill in. next.config.mjs has them copied beside the build. */
const TEMPLATES = path.join(process.cwd(), "legal");

// Raw HTML is shown as the text that it is; links to scripts are none (`validateLink`).
const markdown = createMarkdown({ html: false, linkify: true });

/** One heading stands above all: those that the file calls so as well are below it. */
const BELOW: Readonly<Record<string, string>> = { h1: "h2" };

/**
 * A text of Markdown for a page.
 * @returns its first heading, if that is where it begins, and the rest as HTML
 */
export function renderMarkdown(source: string): { title: string | null; html: string } {
  const environment = {};
  const tokens = markdown.parse(source, environment);
  const isTitled = tokens[0]?.type === "heading_open" && tokens[0].tag === "h1";
  // Opening, text, closing.
  const title = isTitled ? (tokens[1]?.content ?? null) : null;
  const rest = isTitled ? tokens.slice(3) : tokens;
  for (const token of rest) token.tag = BELOW[token.tag] ?? token.tag;
  return { title, html: markdown.renderer.render(rest, markdown.options, environment) };
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * The text of a page: the installation's own, or the shipped template where it has none. Read anew each time, so that a
 * corrected file counts at once. Both parts of the file's name come from lists of ours, never from a request.
 */
export async function legalText(page: LegalPage, locale: Locale): Promise<{ title: string | null; html: string }> {
  const { LEGAL_DIR = TEMPLATES } = env();
  const name = `${page}.${locale}.md`;
  const source = await readFile(path.join(LEGAL_DIR, name), "utf8").catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return readFile(path.join(TEMPLATES, name), "utf8");
  });
  return renderMarkdown(source);
}
