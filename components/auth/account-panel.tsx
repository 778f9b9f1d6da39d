"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { Card } from "@/components/ui/card";
import { ChangePasswordForm } from "./change-password-form";
import { ProfileForm, type Account } from "./profile-form";
import { SessionList } from "./session-list";
import { useLoginAgain } from "./use-login-again";

type AccountSectionProps = { id: string; title: string; intro?: string; children: ReactNode };

/** A part of the account page: its name at the left where there is room, as in the forms of records. */
function AccountSection({ id, title, intro, children }: AccountSectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-3 px-4 py-5 md:px-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <h2 id={id} className="text-lg font-semibold lg:pt-0.5">
        {title}
      </h2>
      <div className="min-w-0">
        {intro && <p className="mb-4 max-w-prose text-ink-muted">{intro}</p>}
        {children}
      </div>
    </section>
  );
}

/** The account page: who one is here, the password, and where one is logged in. */
export function AccountPanel({ account }: { account: Account }) {
  const t = useTranslations("account");
  const [profileDirty, setProfileDirty] = useState(false);
  const [passwordDirty, setPasswordDirty] = useState(false);
  /** Counts the password changes: each ends the other sessions. */
  const [round, setRound] = useState(0);
  const isDirty = profileDirty || passwordDirty;
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
            onChanged={() => setRound((count) => count + 1)}
            onDirty={setPasswordDirty}
          />
        </AccountSection>
        <AccountSection id="sessions" title={t("sessions")} intro={t("sessions_intro")}>
          <SessionList round={round} />
        </AccountSection>
      </Card>
      {loginAgain}
    </>
  );
}
