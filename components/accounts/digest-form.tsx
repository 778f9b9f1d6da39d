"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { LabelledField } from "@/components/ui/labelled-field";
import { Select } from "@/components/ui/choices/select";
import type { ownAccountChanged } from "@/lib/features/accounts/own-account-answers";
import { request } from "@/lib/base/browser/api-client";
import { DIGEST_SCOPES, DIGESTS, type DigestChoice } from "@/lib/model/accounts/digest";
import { AccountForm } from "@/components/auth/account-form";
import type { ProfileAccount } from "./profile-form";
import { useAccountForm } from "@/components/auth/use-account-form";

type DigestFormProps = { account: ProfileAccount; choice: DigestChoice; onDirty: (isDirty: boolean) => void };

/** Form for the frequency and scope of deadline digests (contract §11). */
export function DigestForm({ account, choice, onDirty }: DigestFormProps) {
  const t = useTranslations("account.digest");
  const { refresh } = usePendingNavigation();
  const { bind, state, reset, watch, formState } = useAccountForm({
    resolver: (resolvers) => resolvers.digest,
    defaultValues: choice,
    // Sends the stored name, so that unsaved input of the profile form is not saved with the
    // digest.
    send: (chosen) =>
      request<typeof ownAccountChanged>("PUT", "/api/user", { body: { name: account.name, ...chosen } }),
    onDone: ({ message }, chosen) => {
      notify.success(notice(message));
      reset(chosen);
      void refresh();
    },
  });
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { input: frequencyInput, ...frequencyState } = bind("digest");
  const { input: scopeInput, ...scopeState } = bind("digest_scope");
  const [digest, chosenScope] = watch(["digest", "digest_scope"]);
  return (
    <AccountForm state={state} submitLabel={t("save")} wideButton={false} className="max-w-md">
      <LabelledField label={t("frequency")} {...frequencyState}>
        {(control) => (
          <Select
            {...control}
            {...frequencyInput}
            options={DIGESTS.map((value) => ({ value, label: t(`frequencies.${value}`) }))}
          />
        )}
      </LabelledField>
      {digest !== "none" && (
        <LabelledField
          label={t("scope")}
          hint={chosenScope === "mine" ? t("scope_hint", { email: account.email }) : undefined}
          {...scopeState}
        >
          {(control) => (
            <Select
              {...control}
              {...scopeInput}
              options={DIGEST_SCOPES.map((value) => ({ value, label: t(`scopes.${value}`) }))}
            />
          )}
        </LabelledField>
      )}
    </AccountForm>
  );
}
