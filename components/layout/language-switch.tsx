"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { LOCALE_COOKIE, LOCALES, type Locale } from "@/lib/model/messages/i18n";
import { LANGUAGE_NAMES } from "./language-names";
import { rememberInCookie } from "./visits/remember-in-cookie";

/**
 * Returns a function that switches the language without a full page load: the page is fetched again
 * and typed values are retained.
 */
export function useChooseLanguage() {
  const current = useLocale();
  const { refreshIfSafe } = usePendingNavigation();
  // Last requested language: the user may switch back while the page is still loading.
  const requested = useRef(current);
  // Another control (palette, header) may also have changed the language.
  useEffect(() => {
    requested.current = current;
  }, [current]);

  function requestLocale(locale: Locale) {
    requested.current = locale;
    rememberInCookie(LOCALE_COOKIE, locale);
  }

  return async function choose(locale: Locale) {
    if (locale === requested.current) return;
    requestLocale(locale);
    if (!(await refreshIfSafe())) requestLocale(current);
  };
}

/**
 * Buttons to choose the language.
 * @param onChoose called on every click, also for the active language
 */
export function LanguageSwitch({ onChoose }: { onChoose?: (locale: Locale) => void }) {
  const t = useTranslations("frame");
  const current = useLocale();
  const choose = useChooseLanguage();

  return (
    <div
      role="group"
      aria-label={t("language")}
      className="inline-flex shrink-0 rounded-md border border-line-strong/60 bg-surface p-0.5"
    >
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          // The accessible name must contain the visible text.
          aria-label={`${locale.toUpperCase()} ${LANGUAGE_NAMES[locale]}`}
          aria-pressed={locale === current}
          onClick={() => {
            onChoose?.(locale);
            void choose(locale);
          }}
          className={clsx(
            "min-h-7 min-w-8 rounded-sm px-1.5 text-xs font-semibold tracking-wide uppercase pointer-coarse:min-h-9 pointer-coarse:min-w-9",
            locale === current ? "bg-ink text-paper" : "text-ink-muted hover:bg-sunken hover:text-ink",
          )}
        >
          {locale}
        </button>
      ))}
    </div>
  );
}
