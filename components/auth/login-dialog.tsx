"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { LoginForm } from "./login-form";

type LoginDialogProps = {
  open: boolean;
  /** Called with whether the reader logged in again; closing the dialog means no. */
  onDone: (loggedIn: boolean) => void;
};

/** Logs in again over a form whose input would be lost on the login page (contract §5). */
export function LoginDialog({ open, onDone }: LoginDialogProps) {
  const t = useTranslations("auth");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onDone(false)}
      title={t("session_ended")}
      description={t("session_ended_text")}
    >
      <LoginForm onLoggedIn={() => onDone(true)} />
    </Dialog>
  );
}
