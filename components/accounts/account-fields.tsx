"use client";

import { useTranslations } from "next-intl";
import type { BoundField } from "@/components/auth/use-account-form";
import { LANGUAGE_NAMES } from "@/components/layout/language-names";
import { LabelledField } from "@/components/ui/labelled-field";
import { Select } from "@/components/ui/choices/select";
import { LOCALES } from "@/lib/model/messages/i18n";
import { ROLES } from "@/lib/model/accounts/roles";
type AccountSelectProps = { field: BoundField };

/** Select for an account's role. */
export function RoleField({ field: { input, ...state } }: AccountSelectProps) {
  const t = useTranslations("administration");
  return (
    <LabelledField label={t("role")} hint={t("role_hint")} required {...state}>
      {(control) => (
        <Select {...control} {...input} options={ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))} />
      )}
    </LabelledField>
  );
}

/** Select for the language of emails to the account. */
export function MailLanguageField({ field: { input, ...state } }: AccountSelectProps) {
  const t = useTranslations("administration");
  const options = LOCALES.map((locale) => ({ value: locale, label: LANGUAGE_NAMES[locale] }));
  return (
    <LabelledField label={t("language")} required {...state}>
      {(control) => <Select {...control} {...input} options={options} />}
    </LabelledField>
  );
}
