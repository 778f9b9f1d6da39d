"use client";

import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore, useTransition } from "react";
import { mayLeave } from "./navigation-guard";

let pending = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1) {
  pending += by;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Counts a pending state into the progress bar for as long as it holds. */
export function useReportPending(isPending: boolean) {
  useEffect(() => {
    if (!isPending) return;
    change(1);
    return () => change(-1);
  }, [isPending]);
}

/** How many page changes are on their way. */
export function usePendingNavigations(): number {
  return useSyncExternalStore(
    subscribe,
    () => pending,
    () => 0,
  );
}

type Options = { scroll?: boolean };

/**
 * The router, with every change of page as a transition that the progress bar shows and the caller can ask about.
 * `push` and `back` ask first where input would be lost; `replace` follows a save and does not.
 */
export function usePendingNavigation() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useReportPending(isPending);
  return {
    isPending,
    push: async (href: string, options?: Options) => {
      if (await mayLeave()) startTransition(() => router.push(href, options));
    },
    replace: (href: string, options?: Options) => startTransition(() => router.replace(href, options)),
    refresh: () => startTransition(() => router.refresh()),
    back: async () => {
      if (await mayLeave()) startTransition(() => router.back());
    },
  };
}
