import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { LoginForm } from "./login-form";
import { useSignedInAs } from "@/components/navigation/signed-in-as";
import { useSingleSignOn } from "./single-sign-on";
import { OrByPassword, SingleSignOnLink } from "./single-sign-on-link";

type LoginDialogProps = {
  open: boolean;
  /** Called with true after a new login, and with false when the user closes the dialog. */
  onDone: (loggedIn: boolean) => void;
};

/**
 * Login dialog displayed over a form with unsaved input, which the login page would discard
 * (contract §5).
 */
export function LoginDialog({ open, onDone }: LoginDialogProps) {
  const t = useTranslations("auth");
  const email = useSignedInAs();
  const provider = useSingleSignOn();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onDone(false)}
      title={t("session_ended")}
      description={t("session_ended_text")}
    >
      {provider && <ByProvider name={provider.name} onDone={() => onDone(true)} />}
      {provider?.withPassword && <OrByPassword />}
      {provider?.withPassword !== false && (
        <LoginForm email={email} isSecondary={provider !== null} onLoggedIn={() => onDone(true)} />
      )}
    </Dialog>
  );
}

/**
 * Login by single sign-on. The provider's pages open in a new tab, as they do not fit into a dialog
 * and leaving this page would discard the input.
 */
function ByProvider({ name, onDone }: { name: string; onDone: () => void }) {
  const t = useTranslations("auth");
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="mt-1 flex flex-col gap-3">
      <p className="text-ink-muted">{t("sso_in_new_tab")}</p>
      <SingleSignOnLink ref={link} name={name} newTab className="w-full" />
      {/* The button sends the refused request again. If there is still no session, the dialog
          reappears. */}
      <Button onClick={onDone} className="w-full">
        {t("sso_done")}
      </Button>
    </div>
  );
}
