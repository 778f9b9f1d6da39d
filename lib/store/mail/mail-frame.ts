import type { Locale } from "@/lib/model/messages/i18n";
import { expectDefined } from "@/lib/base/errors/invariant";

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Escapes a text for HTML. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => expectDefined(ESCAPES[character], `an escape for ${character}`));

/**
 * Replaces line breaks by spaces, so that a user's text cannot pass for another part of the mail.
 */
export const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Parts of a mail's HTML. Parameters named `html` must be escaped already. */
export const paragraph = (html: string) => `<p style="margin:0 0 16px">${html}</p>`;
export const small = (html: string) => `<p style="margin:0 0 8px;font-size:13px;color:#4b5563">${html}</p>`;
export const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;

/** Returns the HTML document of a mail, around its parts. */
export const htmlMail = (language: Locale, subject: string, parts: readonly string[]) => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#111827">
${parts.join("\n")}
</body>
</html>
`;
