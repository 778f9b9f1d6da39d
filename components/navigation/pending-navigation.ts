"use client";

import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore, useTransition } from "react";
import { ApiError, changesMade, request } from "@/lib/base/browser/api-client";
import { expectReturn } from "./arrival";
import { revokeAgreement, isGuarded, mayLeave } from "./navigation-guard";
import { notice, notify } from "@/components/toasts/notify";

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

/** Shows the progress bar while `isPending` is true. */
function useReportPending(isPending: boolean) {
  useEffect(() => {
    if (!isPending) return;
    change(1);
    return () => {
      change(-1);
      // The navigation is over. If it led to the same page, unsaved input is still there, so the
      // next navigation must ask again.
      if (pending === 0) revokeAgreement();
    };
  }, [isPending]);
}

/** Returns the number of pending navigations. */
export function usePendingNavigations(): number {
  return useSyncExternalStore(
    subscribe,
    () => pending,
    () => 0,
  );
}

/**
 * True if the browser's Back button would stay in the app; false in a tab opened by a link or a
 * typed URL.
 */
function canGoBackInApp(): boolean {
  const navigation = "navigation" in window ? window.navigation : null;
  return navigation?.canGoBack ?? history.length > 1;
}

/** Value of `changesMade()` when the router's cached pages were last refreshed. */
let knownChanges = 0;

const areCachedPagesStale = () => knownChanges !== changesMade();

const markPagesFresh = () => {
  knownChanges = changesMade();
};

type MoveOptions = { scroll?: boolean };

/**
 * Returns router functions whose navigations show the progress bar and, without a connection, wait
 * for it (`lost-connection.tsx`). `push` and `back` ask about unsaved input and resolve to true if
 * the navigation started; `replace` and `refresh` do not ask, as they follow a save or a choice.
 */
export function usePendingNavigation() {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  useReportPending(isPending);

  function navigate(navigation: () => void): true {
    startTransition(() => {
      // The router reuses visited and prefetched pages for a while. They are refreshed if the user
      // has changed data since.
      if (areCachedPagesStale()) refreshPages();
      navigation();
    });
    return true;
  }

  function refreshPages() {
    markPagesFresh();
    router.refresh();
  }

  /**
   * Checks the session if there is unsaved input. After the session has expired, a refresh would
   * redirect to the login page and lose the input, while `request` opens the login dialog.
   */
  async function isRefreshSafe(): Promise<boolean> {
    if (!isGuarded()) return true;
    try {
      await request("GET", "/api/user");
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) notify.danger(notice(error.code));
      return false;
    }
  }

  function returnTo(path: string) {
    expectReturn(path);
    router.push(path);
  }

  const refresh = () => {
    startTransition(refreshPages);
    return true as const;
  };

  return {
    isPending,
    push: async (href: string, options?: MoveOptions) =>
      (await mayLeave()) && navigate(() => router.push(href, options)),
    replace: (href: string, options?: MoveOptions) => navigate(() => router.replace(href, options)),
    /** Reloads the page's data, after a response of the server. */
    refresh,
    /**
     * Like `refresh`, but without a preceding request: checks the session first if there is unsaved
     * input.
     */
    refreshIfSafe: async () => (await isRefreshSafe()) && refresh(),
    /**
     * To be called after a step in the browser's history: refreshes the page if cached pages are
     * older than the user's last change.
     */
    refreshIfStale: () => areCachedPagesStale() && refresh(),
    /** @param fallbackPath path to open if this tab has shown no other page of the app */
    back: async (fallbackPath: string) =>
      (await mayLeave()) && navigate(() => (canGoBackInApp() ? router.back() : returnTo(fallbackPath))),
  };
}
