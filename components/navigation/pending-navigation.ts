"use client";

import { useRouter } from "next/navigation";
import { useEffect, useSyncExternalStore, useTransition } from "react";
import { ApiError, request } from "@/lib/api-client";
import { expectReturn } from "./arrival";
import { isGuarded, mayLeave } from "./navigation-guard";
import { notify } from "@/components/notices/notify";
import { useNoticeText } from "@/components/notices/use-message-text";

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

/** Whether the browser's Back stays in the app: not in a tab that was opened by a link or a typed address. */
function cameFromOurs(): boolean {
  const navigation = "navigation" in window ? window.navigation : null;
  return navigation?.canGoBack ?? history.length > 1;
}

type MoveOptions = { scroll?: boolean };

/**
 * The router, with every change of page as a transition that the progress bar shows and the caller can ask about.
 * `push` and `back` ask first where input would be lost; `replace` follows a save and does not. Each resolves to
 * whether it set out: a server that does not answer is said, and the page stays as it is.
 */
export function usePendingNavigation() {
  const router = useRouter();
  const noticeText = useNoticeText();
  const [isPending, startTransition] = useTransition();
  useReportPending(isPending);

  /**
   * Next's router meets a lost connection, and the way to the login of a session that has ended, by loading the page
   * anew; what was typed would be gone. So our own client asks first: it knows how to say the one, and over unsaved
   * input it opens the login.
   */
  async function serverAnswers(): Promise<boolean> {
    try {
      await request("GET", isGuarded() ? "/api/user" : "/api/health");
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status !== 401) notify.danger(noticeText(error.code));
      return false;
    }
  }

  // The server first: who agrees to lose his input must not have to stay after all.
  async function go(change: () => void, mayGo = async () => true): Promise<boolean> {
    if (!(await serverAnswers()) || !(await mayGo())) return false;
    startTransition(change);
    return true;
  }

  function goBackTo(path: string) {
    expectReturn(path);
    router.push(path);
  }

  return {
    isPending,
    push: (href: string, options?: MoveOptions) => go(() => router.push(href, options), mayLeave),
    replace: (href: string, options?: MoveOptions) => go(() => router.replace(href, options)),
    refresh: () => go(() => router.refresh()),
    /** @param otherwise where to, when this tab has shown no other page of ours */
    back: (otherwise: string) => go(() => (cameFromOurs() ? router.back() : goBackTo(otherwise)), mayLeave),
  };
}
