"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { ApiToken } from "@/lib/records/account";
import { AccountSection } from "./account-section";
import { ChangePasswordForm } from "./change-password-form";
import { ProfileForm, type Account } from "./profile-form";
import { SessionList } from "./session-list";
import { TokenList } from "./token-list";
import { useLoginAgain } from "./use-login-again";

type AccountPanelProps = { account: Account; passwordMin: number; tokens: readonly ApiToken[] };

/** The account page: who one is here, the password, where one is logged in, the tokens of one's programs, and all of it as a file. */
export function AccountPanel({ account, passwordMin, tokens }: AccountPanelProps) {
  const t = useTranslations("account");
  const [profileDirty, setProfileDirty] = useState(false);
  const [passwordDirty, setPasswordDirty] = useState(false);
  /** Counts the password changes: each ends the other sessions. */
  const [round, setRound] = useState(0);
  const [tokenDirty, setTokenDirty] = useState(false);
  const isDirty = profileDirty || passwordDirty || tokenDirty;
  const loginAgain = useLoginAgain(isDirty);
  useUnsavedGuard(isDirty);
  return (
    <>
      <Card className="divide-y divide-line">
        <AccountSection id="profile" title={t("profile")}>
          <ProfileForm account={account} onDirty={setProfileDirty} />
        </AccountSection>
        <AccountSection id="password" title={t("password")} intro={t("password_intro")}>
          <ChangePasswordForm
            email={account.email}
            passwordMin={passwordMin}
            onChanged={() => setRound((count) => count + 1)}
            onDirty={setPasswordDirty}
          />
        </AccountSection>
        <AccountSection id="sessions" title={t("sessions")} intro={t("sessions_intro")}>
          <SessionList round={round} />
        </AccountSection>
        <AccountSection id="tokens" title={t("tokens.title")} intro={t("tokens.intro")}>
          <TokenList tokens={tokens} onDirty={setTokenDirty} />
        </AccountSection>
        <AccountSection id="export" title={t("export")} intro={t("export_intro")}>
          <a href="/api/user/export" download={`${t("export_file")}.json`} className={buttonClasses({})}>
            <Download aria-hidden="true" className="size-4" />
            {t("export_download")}
          </a>
        </AccountSection>
      </Card>
      {loginAgain}
    </>
  );
}
