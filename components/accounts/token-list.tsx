"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { notice, notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { LabelledField } from "@/components/ui/labelled-field";
import { Icon } from "@/components/ui/icon";
import { Select } from "@/components/ui/choices/select";
import { TextInput } from "@/components/ui/text-input";
import type {
  ApiToken,
  apiTokenCreated,
  apiTokenRevoked,
  NewApiToken,
} from "@/lib/features/accounts/own-account-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { TOKENS_MAX } from "@/lib/model/limits";
import { TOKEN_SCOPES } from "@/lib/model/accounts/roles";
import { TOKEN_MAX_DAYS, type NewTokenValues } from "@/lib/features/accounts/account";
import { displayMoment } from "@/lib/model/fields/moments";
import { AccountForm } from "@/components/auth/account-form";
import { useAccountForm } from "@/components/auth/use-account-form";

const PATH = "/api/user/tokens";
/** Token lifetimes that the user can choose, in days. */
const LIFETIMES = [30, 90, TOKEN_MAX_DAYS];

type TokenListProps = {
  tokens: readonly ApiToken[];
  /** True if the account lacks a required second factor and thus cannot create tokens. */
  lacksFactor: boolean;
  onDirty: (isDirty: boolean) => void;
};

/** Lists the account's API tokens and lets the user create and revoke them (contract §9). */
export function TokenList({ tokens, lacksFactor, onDirty }: TokenListProps) {
  const t = useTranslations("account.tokens");
  const [createdToken, setCreatedToken] = useState<NewApiToken | null>(null);
  return (
    <div>
      {tokens.length > 0 && <Tokens tokens={tokens} />}
      {createdToken && (
        <CreatedToken key={createdToken.token} createdToken={createdToken} onClose={() => setCreatedToken(null)} />
      )}
      {lacksFactor ? (
        <p className="text-ink-muted">{t("factor_first")}</p>
      ) : tokens.length >= TOKENS_MAX ? (
        <p className="text-ink-muted">{t("full", { count: TOKENS_MAX })}</p>
      ) : (
        <NewToken onCreated={setCreatedToken} onDirty={onDirty} />
      )}
    </div>
  );
}

function Tokens({ tokens }: { tokens: readonly ApiToken[] }) {
  const t = useTranslations("account.tokens");
  const confirm = useConfirm();
  const failureText = useFailureText();
  const { refresh } = usePendingNavigation();
  const listRef = useRef<HTMLUListElement>(null);
  const formatMoment = (moment: string) => displayMoment(new Date(moment));

  async function revoke({ id, name }: ApiToken) {
    const question = { title: t("withdraw_question"), subject: name, text: t("withdraw_text") };
    if (!(await confirm({ ...question, confirmLabel: t("withdraw"), cancelLabel: t("keep"), tone: "danger" }))) return;
    try {
      const { message } = await request<typeof apiTokenRevoked>("DELETE", `${PATH}/${id}`);
      notify.success(notice(message));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
    }
    // The focused button disappears with its row, so the list takes the focus.
    listRef.current?.focus();
    void refresh();
  }

  return (
    <ul
      ref={listRef}
      tabIndex={-1}
      aria-label={t("title")}
      className="mb-5 divide-y divide-line border-y border-line outline-none"
    >
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <Icon name="icon-terminal" className="size-5 text-ink-muted" />
          <div className="min-w-0 flex-1 basis-40">
            <p className="flex flex-wrap items-center gap-x-2 font-semibold [overflow-wrap:anywhere]">
              {token.name}
              <Badge>{t(`scopes.${token.scope}`)}</Badge>
            </p>
            <p className="tabular flex flex-wrap gap-x-3 text-sm text-ink-muted">
              <span>{t("expires", { time: formatMoment(token.expires_at) })}</span>
              <span>{token.last_used_at ? t("used", { time: formatMoment(token.last_used_at) }) : t("unused")}</span>
            </p>
          </div>
          <Button size="sm" onClick={() => void revoke(token)} aria-label={t("withdraw_named", { name: token.name })}>
            {t("withdraw")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Shows a new token, which cannot be displayed again. */
function CreatedToken({ createdToken, onClose }: { createdToken: NewApiToken; onClose: () => void }) {
  const t = useTranslations("account.tokens");
  const tc = useTranslations("common");
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  async function copy() {
    await navigator.clipboard.writeText(createdToken.token).then(
      () => notify.success(t("copied")),
      // If clipboard access is denied, the text is selected for copying by hand.
      () => field.current?.select(),
    );
  }

  return (
    <Alert tone="success" className="mb-5">
      <label htmlFor={id} className="font-semibold">
        {t("made", { name: createdToken.name })}
      </label>
      <p className="mt-0.5">{t("made_text")}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <TextInput
          ref={field}
          id={id}
          readOnly
          value={createdToken.token}
          className="min-w-0 flex-1 basis-72 font-mono text-sm"
        />
        <Button onClick={() => void copy()} icon={<Icon name="icon-copy" className="size-4" />}>
          {t("copy")}
        </Button>
        <Button variant="ghost" onClick={onClose}>
          {tc("close")}
        </Button>
      </div>
    </Alert>
  );
}

type NewTokenProps = { onCreated: (made: NewApiToken) => void; onDirty: (isDirty: boolean) => void };

function NewToken({ onCreated, onDirty }: NewTokenProps) {
  const t = useTranslations("account.tokens");
  const { refresh } = usePendingNavigation();
  const [days, setDays] = useState(LIFETIMES[0] ?? 1);
  const empty: Omit<NewTokenValues, "days"> = { name: "", scope: TOKEN_SCOPES[0] };
  const { bind, state, reset, formState } = useAccountForm({
    resolver: (resolvers) => resolvers.newToken,
    defaultValues: empty,
    send: (values) => request<typeof apiTokenCreated>("POST", PATH, { body: { ...values, days } }),
    onDone: (createdToken) => {
      onCreated(createdToken);
      reset(empty);
      void refresh();
    },
  });
  const { isDirty } = formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  const { input: nameInput, ...nameState } = bind("name");
  const { input: scopeInput, ...scopeState } = bind("scope");
  return (
    <AccountForm state={state} submitLabel={t("make")} wideButton={false} className="max-w-md">
      <LabelledField label={t("name")} hint={t("name_hint")} required {...nameState}>
        {(control) => <TextInput {...control} {...nameInput} autoComplete="off" />}
      </LabelledField>
      <LabelledField label={t("scope")} required {...scopeState}>
        {(control) => (
          <Select
            {...control}
            {...scopeInput}
            options={TOKEN_SCOPES.map((scope) => ({ value: scope, label: t(`scopes.${scope}`) }))}
          />
        )}
      </LabelledField>
      <LabelledField label={t("days")} required>
        {(control) => (
          <Select
            {...control}
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
            options={LIFETIMES.map((count) => ({ value: count, label: t("day_count", { count }) }))}
          />
        )}
      </LabelledField>
    </AccountForm>
  );
}
