import { readFile } from "node:fs/promises";
import path from "node:path";
import createMarkdown from "markdown-it";
import type { Locale } from "@/lib/model/messages/i18n";
import type { LegalPage } from "@/lib/model/legal-pages";
import { env } from "./env";

/**
 * Folder of the shipped templates, which state what the installation has to fill in.
 * next.config.mjs includes them in the build.
 */
const TEMPLATES = path.join(process.cwd(), "legal");

// Raw HTML is escaped; markdown-it's `validateLink` rejects script URLs.
const markdown = createMarkdown({ html: false, linkify: true });

/** Replaces the h1 tags of a text by h2: the page already has an h1, its title. */
const DEMOTED_TAGS: Readonly<Record<string, string>> = { h1: "h2" };

/**
 * Renders a Markdown text for a page.
 * @returns the h1 that the text starts with (null if it starts otherwise), and the rest as HTML
 */
export function renderMarkdown(source: string): { title: string | null; html: string } {
  const environment = {};
  const tokens = markdown.parse(source, environment);
  const hasTitle = tokens[0]?.type === "heading_open" && tokens[0].tag === "h1";
  // A heading consists of three tokens: opening, text, closing.
  const title = hasTitle ? (tokens[1]?.content ?? null) : null;
  const rest = hasTitle ? tokens.slice(3) : tokens;
  for (const token of rest) token.tag = DEMOTED_TAGS[token.tag] ?? token.tag;
  return { title, html: markdown.renderer.render(rest, markdown.options, environment) };
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";

/**
 * Returns the text of a legal page: the installation's own, or else the shipped template. Reads the
 * file on every call, so that a correction takes effect at once. Both parts of the file name come
 * from fixed lists, never from a request.
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
