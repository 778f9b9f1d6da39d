"use client";

import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore, useTransition } from "react";
import { ApiError, changesMade, request } from "@/lib/api-client";
import { expectReturn } from "./arrival";
import { askAgain, isGuarded, mayLeave } from "./navigation-guard";
import { notify } from "@/components/toasts/notify";
import { useToastText } from "@/components/toasts/use-message-text";

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

/** Shows the progress bar while `isPending`. */
export function useReportPending(isPending: boolean) {
  useEffect(() => {
    if (!isPending) return;
    change(1);
    return () => {
      change(-1);
      // The navigation is over. A page that links to itself keeps its form, which must ask again.
      if (pending === 0) askAgain();
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

/** True if the browser's Back stays in the app; false in a tab opened by a link or a typed URL. */
function cameFromOurs(): boolean {
  const navigation = "navigation" in window ? window.navigation : null;
  return navigation?.canGoBack ?? history.length > 1;
}

/** Value of `changesMade()` that the router's cached pages reflect. */
let knownChanges = 0;

const areOvertaken = () => knownChanges !== changesMade();

const catchUp = () => {
  knownChanges = changesMade();
};

type MoveOptions = { scroll?: boolean };

/**
 * The router, with navigations as transitions that the progress bar shows. They start at once;
 * without a connection they wait for it (`lost-connection.tsx`). `push` and `back` ask about
 * unsaved input and resolve to whether they started; `replace` and `refresh` follow a save or a
 * choice and do not ask.
 */
export function usePendingNavigation() {
  const router = useRouter();
  const noticeText = useToastText();
  const [isPending, startTransition] = useTransition();
  useReportPending(isPending);

  function go(move: () => void): true {
    startTransition(() => {
      // The router reuses visited and prefetched pages for a while, but not across the user's own
      // changes.
      if (areOvertaken()) refreshPages();
      move();
    });
    return true;
  }

  function refreshPages() {
    catchUp();
    router.refresh();
  }

  /**
   * Checks the session if there is unsaved input: a refresh would redirect an expired session to
   * the login and lose it, while `request` opens the login dialog on top.
   */
  async function keepsInput(): Promise<boolean> {
    if (!isGuarded()) return true;
    try {
      await request("GET", "/api/user");
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) notify.danger(noticeText(error.code));
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
    push: async (href: string, options?: MoveOptions) => (await mayLeave()) && go(() => router.push(href, options)),
    replace: (href: string, options?: MoveOptions) => go(() => router.replace(href, options)),
    /** Reloads the page's data after a response. */
    refresh,
    /**
     * Like `refresh` without a preceding request: checks the session first if there is unsaved
     * input.
     */
    refreshUnannounced: async () => (await keepsInput()) && refresh(),
    /**
     * Refreshes after a step in the browser's history if cached pages predate a change by the user.
     */
    refreshOvertaken: () => areOvertaken() && refresh(),
    /** @param otherwise fallback path if this tab has shown no other page of the app */
    back: async (otherwise: string) =>
      (await mayLeave()) && go(() => (cameFromOurs() ? router.back() : returnTo(otherwise))),
  };
}
