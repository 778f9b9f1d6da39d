"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { lazyComponent, loadOrReport } from "@/components/ui/lazy-component";
import { usePreload } from "@/components/ui/use-preload";
import { setUnauthenticatedHandler } from "@/lib/base/browser/api-client";

const LoginDialog = lazyComponent(async () => (await import("./login-dialog")).LoginDialog);

/**
 * Opens a login dialog if the session has expired while there is unsaved input, instead of
 * redirecting to the login page.
 * @param isDirty true while there is unsaved input
 * @returns the dialog to render
 */
export function useLoginAgain(isDirty: boolean) {
  /** Undefined until the dialog is needed for the first time. */
  const [open, setOpen] = useState<boolean>();
  const answerRef = useRef<(loggedIn: boolean) => void>(undefined);

  // The session may have ended by a deployment, which also replaces the files.
  usePreload(LoginDialog.load);
  const askForLogin = useEffectEvent(async () => {
    if (!(await loadOrReport(LoginDialog))) return false;
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answerRef.current?.(false);
      answerRef.current = resolve;
    });
  });
  useEffect(() => (isDirty ? setUnauthenticatedHandler(askForLogin) : undefined), [isDirty]);

  return (
    open !== undefined && (
      <LoginDialog
        open={open}
        onDone={(loggedIn) => {
          setOpen(false);
          answerRef.current?.(loggedIn);
        }}
      />
    )
  );
}
