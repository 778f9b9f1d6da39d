"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { LANGUAGE_NAMES } from "@/components/layout/language-names";
import { LanguageSwitch } from "@/components/layout/language-switch";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import type { ownAccountChanged } from "@/lib/features/accounts/own-account-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { isLocale, type Locale } from "@/lib/model/messages/i18n";
import type { ProfileValues } from "@/lib/features/accounts/account";
import { AccountForm, NameField } from "@/components/auth/account-form";
import { useAccountForm } from "@/components/auth/use-account-form";

/** The user's own account. */
export type ProfileAccount = { email: string; name: string; language: string };

type ProfileFormProps = { account: ProfileAccount; onDirty: (isDirty: boolean) => void };

const save = (profile: ProfileValues) => request<typeof ownAccountChanged>("PUT", "/api/user", { body: profile });

/** Shows the account's email address and lets the user change language and name. */
export function ProfileForm({ account, onDirty }: ProfileFormProps) {
  const t = useTranslations("account");
  const tc = useTranslations("common");
  const frame = useTranslations("frame");
  const failureText = useFailureText();
  const { refresh } = usePendingNavigation();
  const { bind, state, reset, formState } = useAccountForm({
    resolver: (resolvers) => resolvers.profile,
    defaultValues: { name: account.name },
    send: save,
    onDone: ({ message }, values) => {
      notify.success(notice(message));
      reset(values);
      refresh();
    },
  });
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  async function saveLanguage(language: Locale) {
    if (language === account.language) return;
    try {
      // Sends the stored name: unsaved input must not be saved along with the language.
      await save({ name: account.name, language });
      refresh();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
    }
  }

  const mailLanguage = isLocale(account.language) ? LANGUAGE_NAMES[account.language] : account.language;
  return (
    <div className="max-w-md">
      <dl className="mb-4 flex flex-col gap-4">
        <div>
          <dt className="text-sm leading-5 font-semibold">{t("email")}</dt>
          <dd className="mt-0.5 [overflow-wrap:anywhere]">{account.email}</dd>
        </div>
        <div>
          <dt className="text-sm leading-5 font-semibold">{frame("language")}</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <LanguageSwitch onChoose={saveLanguage} />
            <span aria-live="polite" className="text-sm text-ink-muted">
              {t("mail_language", { language: mailLanguage })}
            </span>
          </dd>
        </div>
      </dl>
      <AccountForm state={state} submitLabel={tc("save")} wideButton={false}>
        <NameField field={bind("name")} />
      </AccountForm>
    </div>
  );
}
