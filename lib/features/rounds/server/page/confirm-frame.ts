import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { LOCALES, type Locale, type Translate } from "@/lib/model/messages/i18n";
import { LEGAL_PAGES } from "@/lib/model/legal-pages";
import { universityNames } from "@/lib/base/config/env";
import type { AppError, ErrorCode } from "@/lib/base/errors/errors";
import { CONFIRM_POLICY, CONFIRM_STYLE } from "@/lib/base/web/confirm-style";
import { markup, trusted, type SafeHtml } from "./safe-html";

const messages = { de, en };

/** Headers of recipients' pages; the request guard adds those of all responses. */
export const CONFIRM_PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "content-security-policy": CONFIRM_POLICY,
};

/** Translates a key of `confirm` in messages/*.json. */
export type ConfirmWords = Translate<"confirm">;

/** The translators of a language, which are made once. */
function makeWords(locale: Locale) {
  const options = { locale, messages: messages[locale] };
  return {
    confirm: createTranslator({ ...options, namespace: "confirm" }),
    frame: createTranslator({ ...options, namespace: "frame" }),
    validation: createTranslator({ ...options, namespace: "validation" }),
  };
}
const words = { de: makeWords("de"), en: makeWords("en") };

/** Returns a translator for the texts of a recipient's pages. */
export const confirmWords = (locale: Locale): ConfirmWords => words[locale].confirm;

/** Returns a translator for the errors of fields. */
export const validationWords = (locale: Locale): Translate<"validation"> => words[locale].validation;

const LANGUAGE_NAMES: Record<Locale, string> = { de: "Deutsch", en: "English" };

type FrameOptions = {
  locale: Locale;
  title: string;
  main: SafeHtml;
  /** Returns the URL of the page in another language; null without a link to it. */
  hrefIn: ((locale: Locale) => string) | null;
};

/** Renders the HTML document of a recipient's page around its content. */
export function confirmDocument({ locale, title, main, hrefIn }: FrameOptions): string {
  const { university } = universityNames(locale);
  const { frame } = words[locale];
  const others = hrefIn ? LOCALES.filter((other) => other !== locale) : [];
  return markup`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${title} · ${university}</title>
        <style>${trusted(CONFIRM_STYLE)}</style>
      </head>
      <body>
        <a class="skip" href="#content">${frame("skip_to_content")}</a>
        <header>
          <div class="wrap">
            <p><strong>${university}</strong><span>${frame("product")}</span></p>
            ${others.map((other) => markup`<a class="lang" lang="${other}" hreflang="${other}" href="${hrefIn?.(other)}">${LANGUAGE_NAMES[other]}</a>`)}
          </div>
        </header>
        <main id="content" tabindex="-1"><div class="wrap">${main}</div></main>
        <footer>
          <div class="wrap">
            <nav aria-label="${frame("legal.title")}">
              ${LEGAL_PAGES.map((page) => markup`<a href="/${page}" target="_blank">${frame(`legal.${page}`)}</a>`)}
            </nav>
          </div>
        </footer>
      </body>
    </html>`.html;
}

/** Prefixes of the texts that say why a call was refused; other refusals are failures. */
const REFUSAL_WORDS = {
  token_invalid: "invalid",
  too_many_requests: "limited",
  payload_too_large: "large",
} as const satisfies Partial<Record<ErrorCode, string>>;

/**
 * Renders the page that a refused recipient sees, in both languages, because a page without a valid
 * token has no link to the other one.
 */
export function renderRefusalPage(locale: Locale, { code }: Pick<AppError, "code">): string {
  const key = code in REFUSAL_WORDS ? REFUSAL_WORDS[code as keyof typeof REFUSAL_WORDS] : "failed";
  const [own, other] = [locale, LOCALES.find((each) => each !== locale) ?? locale];
  const [t, inOther] = [confirmWords(own), confirmWords(other)];
  const main = markup`<h1>${t(`${key}_title`)}</h1>
    <p>${t(`${key}_text`)}</p>
    <div lang="${other}">
      <h2>${inOther(`${key}_title`)}</h2>
      <p>${inOther(`${key}_text`)}</p>
    </div>`;
  return confirmDocument({ locale, title: t(`${key}_title`), main, hrefIn: null });
}
