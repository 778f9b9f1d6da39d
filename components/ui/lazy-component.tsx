"use client";

import { useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from "react";
import { loadOrNull, preload } from "./use-preload";

/** A component whose code is loaded when it is first needed. */
export type LazyComponent<Props> = ComponentType<Props & { placeholder?: ReactNode }> & {
  /** Loads the code; call it when the user points at what opens the component. */
  load: () => Promise<void>;
  /** True once the component can be rendered at once. */
  useIsLoaded: () => boolean;
};

let reportFailure: () => void = () => undefined;

/** Sets the function that reports to the user that code could not be loaded. */
export function onLoadFailure(onFailure: () => void): void {
  reportFailure = onFailure;
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
 * delays content that follows a fallback by up to 0.3 s. It is not rendered on the server.
 */
export function lazyComponent<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined;

  async function load() {
    Loaded = await importComponent();
    for (const listener of listeners) listener();
  }

  const useLoaded = () =>
    useSyncExternalStore(
      subscribe,
      () => Loaded,
      () => undefined,
    );

  function Lazy({ placeholder, ...props }: Props & { placeholder?: ReactNode }) {
    const Component = useLoaded();
    useEffect(() => {
      if (!Component) void loadOrReport({ load });
    }, [Component]);
    return Component ? <Component {...(props as unknown as Props)} /> : placeholder;
  }

  return Object.assign(Lazy, { load, useIsLoaded: () => useLoaded() !== undefined });
}

type Loading = Pick<LazyComponent<never>, "load">;

/** Loads a component. Resolves to true if it is loaded, and to false if its code cannot be loaded. */
export const tryLoad = async ({ load }: Loading): Promise<boolean> =>
  (await loadOrNull(() => load().then(() => true))) === true;

/** Loads a component, and reports a failure to the user. Resolves to true if it is loaded. */
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
