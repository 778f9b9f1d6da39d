"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { AccountForm, NameField } from "@/components/auth/account-form";
import { AccountSection } from "./account-section";
import { deviceOf } from "./device";
import { useDeviceText } from "./session-list";
import { useAccountForm } from "@/components/auth/use-account-form";
import { useLoginAgain } from "@/components/auth/use-login-again";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { notice, notify, recordNotice } from "@/components/toasts/notify";
import { persistToasts } from "@/components/toasts/persistent-toasts";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import type {
  Account,
  accountChanged,
  accountDeleted,
  AccountWithSessions,
} from "@/lib/features/accounts/user-administration-answers";
import { ApiError, request, type Refusal } from "@/lib/base/browser/api-client";
import type { AccountChanges } from "@/lib/features/accounts/account";
import { ACCOUNTS_PATH } from "@/lib/features/accounts/account-paths";
import { displayMoment } from "@/lib/model/fields/moments";
import type { Option } from "@/lib/model/reference-lists/reference-lists";
import { AccountMember } from "./account-member";
import { MailLanguageField, RoleField } from "./account-fields";
import { AccountState } from "./account-state";

type AccountEditorProps = {
  account: AccountWithSessions;
  /** The members with the account's e-mail address. */
  members: readonly Option[];
};

/**
 * Admin page of one account: edits profile and role, shows sessions, hands over the projects of the
 * account's member, disables or deletes the account (contract §9).
 */
export function AccountEditor({ account, members }: AccountEditorProps) {
  const t = useTranslations("administration");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const { refresh } = usePendingNavigation();
  const path = `/api/users/${account.id}`;
  const { name, role, language } = account;
  const { bind, state, reset, formState } = useAccountForm({
    resolver: (resolvers) => resolvers.accountChanges,
    defaultValues: { name, role, language },
    send: (values) => request<typeof accountChanged | Refusal>("PUT", path, { body: values }),
    onDone: ({ message }, values) => {
      notify.success(recordNotice(message, values.name ?? name));
      reset(values);
      void refresh();
    },
  });
  const { isDirty } = formState;
  const loginAgain = useLoginAgain(isDirty);
  useUnsavedGuard(isDirty);
  return (
    <>
      <div className="mb-3">
        <h1 className="text-2xl font-bold tracking-[-0.012em] [overflow-wrap:anywhere]">{name}</h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-0.5 [overflow-wrap:anywhere]">
          <span>{account.email}</span>
          <AccountState account={account} />
        </p>
      </div>
      <Card className="divide-y divide-line">
        <AccountSection id="account" title={t("account")}>
          <AccountForm state={state} submitLabel={tc("save")} wideButton={false} className="max-w-md">
            <NameField field={bind("name")} />
            <RoleField field={bind("role")} />
            <MailLanguageField field={bind("language")} />
          </AccountForm>
        </AccountSection>
        <AccountSection id="use" title={t("use")}>
          <AccountUse account={account} path={path} />
        </AccountSection>
        {members.length > 0 && (
          <AccountSection id="member" title={tr("member.one")}>
            {members.map((member) => (
              <AccountMember key={member.id} member={member} />
            ))}
          </AccountSection>
        )}
        <AccountSection id="closing" title={t("closing")} intro={t("closing_intro")}>
          <AccountClosing account={account} path={path} />
        </AccountSection>
      </Card>
      {loginAgain}
    </>
  );
}

type AccountUseProps = { account: AccountWithSessions; path: string };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm leading-5 text-ink-muted">{name}</dt>
      <dd className="tabular mt-0.5">{children}</dd>
    </div>
  );
}

function AccountUse({ account, path }: AccountUseProps) {
  const t = useTranslations("administration");
  const deviceText = useDeviceText();
  const { sessions } = account;
  const formatMoment = (time: string) => displayMoment(new Date(time));
  return (
    <>
      <dl className="grid max-w-4xl gap-x-5 gap-y-4 sm:grid-cols-3">
        <Fact name={t("last_seen")}>{account.last_seen_at ? formatMoment(account.last_seen_at) : t("never")}</Fact>
        <Fact name={t("created")}>{formatMoment(account.created_at)}</Fact>
        <Fact name={t("sign_in")}>{t(`sign_ins.${account.sign_in}`)}</Fact>
        <Fact name={t("second_factor")}>{t(`second_factors.${account.second_factor ? "on" : "off"}`)}</Fact>
      </dl>
      {account.second_factor && <RemoveFactor account={account} path={path} />}
      <h3 className="mt-5 mb-1 text-sm font-semibold">{t("sessions", { count: sessions.length })}</h3>
      {sessions.length > 0 && (
        <ul className="max-w-3xl divide-y divide-line border-y border-line">
          {sessions.map(({ id, user_agent, created_at, last_seen_at }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2">
              <span>{deviceText(deviceOf(user_agent))}</span>
              <span className="tabular text-sm text-ink-muted">
                {t("session_times", { created: formatMoment(created_at), seen: formatMoment(last_seen_at) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Returns a function that changes or deletes an account immediately, without a form. */
function useAccountCall(path: string, name: string) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function send(method: "PUT" | "DELETE", body?: AccountChanges): Promise<boolean> {
    setBusy(true);
    try {
      const answer = await request<typeof accountChanged | typeof accountDeleted | Refusal>(method, path, { body });
      if (answer.success) notify.success(recordNotice(answer.message, name));
      else notify.danger(notice(answer.message));
      return answer.success;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { send, busy };
}

/**
 * Removes the second factor of a user who lost both the authenticator app and the recovery codes.
 */
function RemoveFactor({ account, path }: AccountClosingProps) {
  const t = useTranslations("administration");
  const tc = useTranslations("common");
  const confirm = useConfirm();
  const { refresh } = usePendingNavigation();
  const { send, busy } = useAccountCall(path, account.name);

  async function removeFactor() {
    const question = { title: t("remove_factor_question"), subject: account.name, text: t("remove_factor_text") };
    if (!(await confirm({ ...question, confirmLabel: t("remove_factor"), cancelLabel: tc("cancel"), tone: "danger" })))
      return;
    if (await send("PUT", { second_factor: false })) void refresh();
  }

  return (
    <Button size="sm" className="mt-4" busy={busy} onClick={() => void removeFactor()}>
      {t("remove_factor")}
    </Button>
  );
}

type AccountClosingProps = { account: Account; path: string };

/** Buttons that disable (reversible) or delete (irreversible) an account. */
function AccountClosing({ account, path }: AccountClosingProps) {
  const t = useTranslations("administration");
  const tc = useTranslations("common");
  const confirm = useConfirm();
  const { refresh, replace } = usePendingNavigation();
  const { send, busy } = useAccountCall(path, account.name);
  const subject = `${account.name} (${account.email})`;

  async function disable() {
    const question = { title: t("disable_question"), subject, text: t("disable_text"), confirmLabel: t("disable") };
    if (!(await confirm({ ...question, cancelLabel: tc("cancel"), tone: "danger" }))) return;
    if (await send("PUT", { disabled: true })) void refresh();
  }

  async function enable() {
    if (await send("PUT", { disabled: false })) void refresh();
  }

  async function remove() {
    const question = { title: tc("really_delete"), subject, text: t("delete_text"), confirmLabel: tc("delete") };
    if (!(await confirm({ ...question, cancelLabel: tc("cancel"), tone: "danger" }))) return;
    if (!(await send("DELETE"))) return;
    persistToasts();
    await replace(ACCOUNTS_PATH);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={busy} onClick={() => void (account.disabled ? enable() : disable())}>
        {t(account.disabled ? "enable" : "disable")}
      </Button>
      <Button busy={busy} variant="danger" onClick={() => void remove()}>
        {t("delete_account")}
      </Button>
    </div>
  );
}
