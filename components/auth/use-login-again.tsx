"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { setUnauthenticatedHandler } from "@/lib/api-client";
import { LoginDialog } from "./login-dialog";

/**
 * While there is unsaved input, an ended session opens a login over the page instead of leaving it.
 * @param isDirty whether there is unsaved input
 * @returns the dialog, to be rendered
 */
export function useLoginAgain(isDirty: boolean) {
  const [open, setOpen] = useState(false);
  const answer = useRef<(loggedIn: boolean) => void>(undefined);

  const ask = useEffectEvent(() => {
    setOpen(true);
    return new Promise<boolean>((resolve) => {
      answer.current?.(false);
      answer.current = resolve;
    });
  });
  useEffect(() => (isDirty ? setUnauthenticatedHandler(ask) : undefined), [isDirty]);

  return (
    <LoginDialog
      open={open}
      onDone={(loggedIn) => {
        setOpen(false);
        answer.current?.(loggedIn);
      }}
    />
  );
}
