"use client";

import { useTranslations } from "next-intl";
import { AccountForm, EmailField, NameField } from "@/components/auth/account-form";
import { useAccountForm } from "@/components/auth/use-account-form";
import { useLoginAgain } from "@/components/auth/use-login-again";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { notify } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { Card } from "@/components/ui/card";
import type { userInvited } from "@/lib/features/accounts/user-administration-answers";
import { request } from "@/lib/base/browser/api-client";
import { INVITED_ROLE } from "@/lib/model/accounts/roles";
import { ACCOUNTS_PATH } from "@/lib/features/accounts/account-paths";
import { MailLanguageField, RoleField } from "./account-fields";

type InvitationFormProps = { /** True if all users may have passwords. */ withPassword: boolean };

/**
 * Invites a user: creates the account and sends an email that asks the user to choose a password or
 * to log in by single sign-on.
 */
export function InvitationForm({ withPassword }: InvitationFormProps) {
  const t = useTranslations("administration");
  const { replace } = usePendingNavigation();
  const { bind, state, reset, formState } = useAccountForm({
    resolver: (resolvers) => resolvers.invitation,
    defaultValues: { email: "", name: "", role: INVITED_ROLE, language: "de" },
    send: (values) => request<typeof userInvited>("POST", "/api/users/new", { body: values }),
    onDone: ({ id }, values) => {
      reset(values);
      notify.success(t("invited", { email: values.email }));
      persistToasts();
      // Replaces the form in the browser's history, so that the Back button does not return to it.
      void replace(`${ACCOUNTS_PATH}/${id}`);
    },
  });
  const { isDirty, isSubmitSuccessful } = formState;
  const loginAgain = useLoginAgain(isDirty);
  useUnsavedGuard(isDirty && !isSubmitSuccessful);
  return (
    <>
      <Card className="px-4 py-5 md:px-6">
        <p className="mb-4 max-w-prose text-ink-muted">{t(withPassword ? "invite_intro" : "invite_intro_sso")}</p>
        <AccountForm state={state} submitLabel={t("send_invitation")} wideButton={false} className="max-w-md">
          <EmailField field={bind("email")} autoFocus />
          <NameField field={bind("name")} />
          <RoleField field={bind("role")} />
          <MailLanguageField field={bind("language")} />
        </AccountForm>
      </Card>
      {loginAgain}
    </>
  );
}
