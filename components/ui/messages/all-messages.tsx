"use client";

import dynamic from "next/dynamic";
import { NextIntlClientProvider, useLocale, type Messages } from "next-intl";
import { use, useState, type ReactNode } from "react";
import { DEFAULT_LOCALE, isLocale, type Locale } from "@/lib/model/messages/i18n";

// Each import is written out, because Next.js finds the files of a dynamic component in its source.
const PRELOADS = {
  de: dynamic(() => import("./messages-de")),
  en: dynamic(() => import("./messages-en")),
};
const LOADERS: Record<Locale, () => Promise<{ messages: unknown }>> = {
  de: () => import("./messages-de"),
  en: () => import("./messages-en"),
};

const loaded = new Map<Locale, Messages>();
const loading = new Map<Locale, Promise<Messages>>();

const anyMessages = () => [...loaded.values()][0];

/** Loads the messages of a language; if that is impossible, returns those of another one that is loaded. */
async function load(locale: Locale): Promise<Messages> {
  try {
    const messages = (await LOADERS[locale]()).messages as Messages;
    loaded.set(locale, messages);
    return messages;
  } catch (error) {
    const others = anyMessages();
    if (!others) throw error;
    return others;
  }
}

function loadOnce(locale: Locale): Promise<Messages> {
  const promise = loading.get(locale) ?? load(locale);
  loading.set(locale, promise);
  return promise;
}

/**
 * Provides the client components of a page with all messages of its language: one file that browsers
 * keep. After a change of the language, the page keeps its words until the new ones are loaded.
 */
export function AllMessages({ children }: { children: ReactNode }) {
  const locale = useLocale();
  // Of the first language only: a component of another one would fail the page if its file cannot be loaded.
  const [first] = useState(locale);
  const Preload = PRELOADS[first];
  return (
    <NextIntlClientProvider locale={locale} messages={loaded.get(locale) ?? use(loadOnce(locale))}>
      <Preload />
      {children}
    </NextIntlClientProvider>
  );
}

/** Returns the language of the page that the browser shows, and its messages, for code outside of components. */
export function shownMessages(): { locale: Locale; messages: Messages | undefined } {
  const { lang } = document.documentElement;
  const locale = isLocale(lang) ? lang : DEFAULT_LOCALE;
  return { locale, messages: loaded.get(locale) ?? anyMessages() };
}
