"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { setUnauthenticatedHandler } from "@/lib/api-client";
import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { LoginForm } from "./login-form";
import { useSignedInAs } from "./signed-in-as";

type LoginDialogProps = {
  open: boolean;
  /** Called with whether the reader logged in again; closing the dialog means no. */
  onDone: (loggedIn: boolean) => void;
};

/** Logs in again over a form whose input would be lost on the login page (contract §5). */
function LoginDialog({ open, onDone }: LoginDialogProps) {
  const t = useTranslations("auth");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onDone(false)}
      title={t("session_ended")}
      description={t("session_ended_text")}
    >
      <LoginForm email={useSignedInAs()} onLoggedIn={() => onDone(true)} />
    </Dialog>
  );
}

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
