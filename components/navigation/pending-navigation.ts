"use client";

import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore, useTransition } from "react";
import { ApiError, changesMade, request } from "@/lib/api-client";
import { expectReturn } from "./arrival";
import { askAgain, isGuarded, mayLeave } from "./navigation-guard";
import { notify } from "@/components/toasts/notify";
import { useNoticeText } from "@/components/toasts/use-message-text";

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
    return () => {
      change(-1);
      // Whoever agreed to leave has left, or is still here: a page that leads to itself keeps its form.
      if (pending === 0) askAgain();
    };
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

/** Whether the browser's Back stays in the app: not in a tab that was opened by a link or a typed address. */
function cameFromOurs(): boolean {
  const navigation = "navigation" in window ? window.navigation : null;
  return navigation?.canGoBack ?? history.length > 1;
}

/** As many changes as the pages know of that the router remembers. */
let knownChanges = 0;

const areOvertaken = () => knownChanges !== changesMade();

const catchUp = () => {
  knownChanges = changesMade();
};

type MoveOptions = { scroll?: boolean };

/**
 * The router, with every change of page as a transition that the progress bar shows and the caller can ask about. A move
 * sets out at once; where no server can be reached it waits for it (`lost-connection.tsx`). `push` and `back` ask first
 * where input would be lost, and resolve to whether they set out; `replace` and `refresh` follow a save or a choice and do
 * not ask.
 */
export function usePendingNavigation() {
  const router = useRouter();
  const noticeText = useNoticeText();
  const [isPending, startTransition] = useTransition();
  useReportPending(isPending);

  function go(move: () => void): true {
    startTransition(() => {
      // Pages seen before, and those fetched ahead, are shown again for a while: not beyond a change of one's own.
      if (areOvertaken()) refreshPages();
      move();
    });
    return true;
  }

  function refreshPages() {
    catchUp();
    router.refresh();
  }

  /** Over unsaved input, the way to the login of a session that has ended would take it along. Our client opens it on top. */
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

  function goBackTo(path: string) {
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
    /** Loads the page's data anew, after an answer of the server. */
    refresh,
    /** The same out of the blue: where there is unsaved input, the server is asked first whether the session still holds. */
    refreshUnannounced: async () => (await keepsInput()) && refresh(),
    /** The same after a step through the browser's history, where it would show what is from before a change of one's own. */
    refreshOvertaken: () => areOvertaken() && refresh(),
    /** @param otherwise where to, when this tab has shown no other page of ours */
    back: async (otherwise: string) =>
      (await mayLeave()) && go(() => (cameFromOurs() ? router.back() : goBackTo(otherwise))),
  };
}
