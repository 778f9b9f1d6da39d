"use client";

import { NextIntlClientProvider, useLocale } from "next-intl";
import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import type { Locale } from "@/lib/i18n";
import { anyMessages, loadedMessages, loadMessages, localeOfPage } from "./all-messages";
import { loadOrNull, preload } from "./use-preload";

/** A component whose code and messages are loaded when it is first needed. */
export type LazyComponent<Props> = ComponentType<Props & { placeholder?: ReactNode }> & {
  /** Loads the code and the messages; call it when the user points at what opens the component. */
  load: () => Promise<void>;
  /** True once the component can be rendered at once. */
  useIsLoaded: () => boolean;
};

let reportFailure: () => void = () => undefined;

/** Sets what tells the user that code could not be loaded. */
export function onLoadFailure(report: () => void): void {
  reportFailure = report;
}

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/**
 * Creates a component that is loaded when it is first rendered, and renders `placeholder` until
 * then or, if the code cannot be loaded, until it can. Unlike `React.lazy` it does not suspend: React
 * delays content that follows a fallback by up to 0.3 s. It is not rendered on the server. All
 * messages are available in it.
 */
export function lazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;

  async function load(locale = localeOfPage()) {
    [Loaded] = await Promise.all([importComponent(), loadMessages(locale)]);
    for (const listener of listeners) listener();
  }

  /** Returns the messages with which the component can be rendered at once. */
  const useMessagesIfLoaded = (locale: Locale) =>
    useSyncExternalStore(
      subscribe,
      () => (Loaded ? (loadedMessages(locale) ?? anyMessages()) : undefined),
      () => undefined,
    );
  const useIsLoaded = () => useMessagesIfLoaded(useLocale()) !== undefined;

  function Lazy({ placeholder, ...props }: Props & { placeholder?: ReactNode }) {
    const locale = useLocale();
    const messages = useMessagesIfLoaded(locale);
    // After a change of the language, the component keeps its state and, for a moment, its language.
    const isComplete = messages !== undefined && messages === loadedMessages(locale);
    useEffect(() => {
      if (!isComplete) void loadOrReport({ load: () => load(locale) });
    }, [isComplete, locale]);
    if (!messages || !Loaded) return placeholder;
    return (
      <NextIntlClientProvider locale={locale} messages={messages}>
        <Loaded {...(props as unknown as Props)} />
      </NextIntlClientProvider>
    );
  }

  return Object.assign(Lazy, { load, useIsLoaded });
}

type Loading = Pick<LazyComponent<never>, "load">;

/** Loads a component. Resolves to true if it is loaded, and to false if its code cannot be loaded. */
export const tryLoad = async ({ load }: Loading): Promise<boolean> =>
  (await loadOrNull(() => load().then(() => true))) === true;

/** Loads a component, and tells the user if that fails. Resolves to true if it is loaded. */
export async function loadOrReport(component: Loading): Promise<boolean> {
  const isLoaded = await tryLoad(component);
  if (!isLoaded) reportFailure();
  return isLoaded;
}

/** Returns the event handlers of an element that load what it opens when the user points at it. */
export function loadOnIntent({ load }: Loading) {
  const start = () => preload(load);
  return { onPointerEnter: start, onFocus: start, onTouchStart: start };
}
