"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { Alert } from "@/components/ui/alert";
import { buttonClasses } from "@/components/ui/button-looks";
import { Card } from "@/components/ui/card";
import { Icon } from "@/components/ui/icon";
import type { ApiToken, SecondFactor } from "@/lib/features/accounts/own-account-answers";
import type { DigestChoice } from "@/lib/model/accounts/digest";
import { AccountSection } from "./account-section";
import { ChangePasswordForm } from "./change-password-form";
import { DigestForm } from "./digest-form";
import { KeyboardSection } from "./keyboard-section";
import { ProfileForm, type ProfileAccount } from "./profile-form";
import { SecondFactorPanel } from "./second-factor";
import { SessionList } from "./session-list";
import { TokenList } from "./token-list";
import { useSingleSignOn } from "@/components/auth/single-sign-on";
import { useLoginAgain } from "@/components/auth/use-login-again";

type AccountPanelProps = {
  account: ProfileAccount;
  passwordMin: number;
  tokens: readonly ApiToken[];
  /** True if the account has a password. */
  changesPassword: boolean;
  factor: SecondFactor;
  /** True if the user must set up a second factor, or log in with it, before using the rest of the app. */
  lacksFactor: boolean;
  /** The user's stored settings for deadline digests. */
  digest: DigestChoice;
};

/**
 * Account page: profile, password, second factor, digests, sessions, API tokens, and data export;
 * in two columns where the window is wide.
 */
export function AccountPanel({
  account,
  passwordMin,
  tokens,
  changesPassword,
  factor,
  lacksFactor,
  digest,
}: AccountPanelProps) {
  const t = useTranslations("account");
  const name = useSingleSignOn()?.name ?? "";
  const [profileDirty, setProfileDirty] = useState(false);
  const [passwordDirty, setPasswordDirty] = useState(false);
  /**
   * Counts password changes. Each change ends the other sessions, so it reloads the list of
   * sessions.
   */
  const [passwordChanges, setPasswordChanges] = useState(0);
  const [tokenDirty, setTokenDirty] = useState(false);
  const [digestDirty, setDigestDirty] = useState(false);
  const isDirty = profileDirty || passwordDirty || tokenDirty || digestDirty;
  const loginAgain = useLoginAgain(isDirty);
  useUnsavedGuard(isDirty);
  return (
    <>
      {lacksFactor && (
        <Alert tone="warning" className="mb-5">
          {t(factor.active ? "factor.not_shown" : "factor.missing")}
        </Alert>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card className="min-w-0 divide-y divide-line">
          <AccountSection id="profile" title={t("profile")}>
            <ProfileForm account={account} onDirty={setProfileDirty} />
          </AccountSection>
          {changesPassword ? (
            <AccountSection id="password" title={t("password")} intro={t("password_intro")}>
              <ChangePasswordForm
                email={account.email}
                passwordMin={passwordMin}
                onChanged={() => setPasswordChanges((count) => count + 1)}
                onDirty={setPasswordDirty}
              />
            </AccountSection>
          ) : (
            <AccountSection id="password" title={t("password")}>
              <p className="max-w-prose text-ink-muted">{t("password_none", { name })}</p>
            </AccountSection>
          )}
          {changesPassword && (
            <AccountSection id="factor" title={t("factor.title")} intro={factor.active ? undefined : t("factor.intro")}>
              <SecondFactorPanel factor={factor} email={account.email} />
            </AccountSection>
          )}
          <AccountSection id="digest" title={t("digest.title")} intro={t("digest.intro")}>
            <DigestForm account={account} choice={digest} onDirty={setDigestDirty} />
          </AccountSection>
        </Card>
        <Card className="min-w-0 divide-y divide-line">
          <KeyboardSection />
          <AccountSection
            id="sessions"
            title={t("sessions")}
            intro={changesPassword ? t("sessions_intro") : t("sessions_intro_sso", { name })}
          >
            {/* A new or removed factor has ended the other sessions. */}
            <SessionList key={String(factor.since)} reloadKey={passwordChanges} />
          </AccountSection>
          <AccountSection id="tokens" title={t("tokens.title")} intro={t("tokens.intro")}>
            <TokenList tokens={tokens} lacksFactor={lacksFactor} onDirty={setTokenDirty} />
          </AccountSection>
          <AccountSection id="export" title={t("export")} intro={t("export_intro")}>
            <a href="/api/user/export" download={`${t("export_file")}.json`} className={buttonClasses({})}>
              <Icon name="icon-download" className="size-4" />
              {t("export_download")}
            </a>
          </AccountSection>
        </Card>
      </div>
      {loginAgain}
    </>
  );
}
