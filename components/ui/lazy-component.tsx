"use client";

import { NextIntlClientProvider, useLocale } from "next-intl";
import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import type { Locale } from "@/lib/i18n";
import { loadedMessages, loadMessages, localeOfPage } from "./all-messages";

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
  const isLoadedIn = (locale: Locale) => Loaded !== undefined && loadedMessages(locale) !== undefined;

  async function load() {
    [Loaded] = await Promise.all([importComponent(), loadMessages(localeOfPage())]);
    for (const listener of listeners) listener();
  }

  function useIsLoaded() {
    const locale = useLocale();
    return useSyncExternalStore(
      subscribe,
      () => isLoadedIn(locale),
      () => false,
    );
  }

  function Lazy({ placeholder, ...props }: Props & { placeholder?: ReactNode }) {
    const locale = useLocale();
    const isLoaded = useIsLoaded();
    useEffect(() => {
      if (!isLoaded) void loadOrReport({ load });
    }, [isLoaded]);
    if (!isLoaded || !Loaded) return placeholder;
    return (
      <NextIntlClientProvider locale={locale} messages={loadedMessages(locale)}>
        <Loaded {...(props as unknown as Props)} />
      </NextIntlClientProvider>
    );
  }

  return Object.assign(Lazy, { load, useIsLoaded });
}

/** Loads a component, and tells the user if that fails. Resolves to true if it is loaded. */
export const loadOrReport = ({ load }: Loading): Promise<boolean> =>
  load().then(
    () => true,
    () => {
      reportFailure();
      return false;
    },
  );

type Loading = Pick<LazyComponent<never>, "load">;

/** Returns the event handlers of an element that load what it opens when the user points at it. */
export function loadOnIntent({ load }: Loading) {
  const start = () => void load().catch(() => undefined);
  return { onPointerEnter: start, onFocus: start, onTouchStart: start };
}
