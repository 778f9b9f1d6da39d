"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useUnsavedGuard } from "@/components/navigation/use-unsaved-guard";
import { notice, notify } from "@/components/toasts/notify";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import type { Recipient, WithoutAddress } from "@/lib/features/rounds/round-answers";
import { inLanguage, type RoundValues } from "@/lib/features/rounds/round";
import { countRecipients, sendMails, requestRoundUpdate } from "./round-calls";
import { DeleteRound } from "./delete-round";
import { RoundForm } from "./round-form";
import type { RoundKind, RoundScope } from "./round-kind";
import { RoundPreview } from "./round-preview";
import { ScopeNote } from "./scope-note";
import { useRoundCall } from "./use-round-call";
import { WithoutAddressNote } from "./without-address-note";

type DraftRoundProps = {
  runde_id: number;
  kind: RoundKind;
  scope: RoundScope;
  stored: RoundValues;
  /** Path of the record pages of the round's kind. */
  recordPath: string;
  /** The first recipients that the round would have, and the number of all. */
  recipients: readonly Recipient[];
  total: number;
  /** Those of all recipients who have declined in an earlier round. */
  declined: readonly Recipient[];
  withoutAddress: readonly WithoutAddress[];
};

/** A round that has not been started: its recipients, a preview of mail and page, and its values. */
export function DraftRound({
  runde_id,
  kind,
  scope,
  stored,
  recordPath,
  recipients,
  total,
  declined,
  withoutAddress,
}: DraftRoundProps) {
  const t = useTranslations("rounds");
  const tc = useTranslations("common");
  const locale = useLocale();
  const { refresh } = usePendingNavigation();
  const confirm = useConfirm();
  const { run, isBusy, problem, errors } = useRoundCall();
  const [values, setValues] = useState(stored);
  const [savedValues, setSavedValues] = useState(stored);
  /** Counts saves; each of them needs a new preview. */
  const [saveCount, setSaveCount] = useState(0);
  const isDirty = JSON.stringify(values) !== JSON.stringify(savedValues);
  useUnsavedGuard(isDirty);

  async function save(): Promise<boolean> {
    const saved = await run(() => requestRoundUpdate(runde_id, values));
    if (!saved) return false;
    setSavedValues(values);
    setSaveCount((count) => count + 1);
    notify.success(notice("data_updated"));
    refresh();
    return true;
  }

  async function start() {
    if (isDirty && !(await save())) return;
    // Counted anew, because addresses may have changed since the page was loaded.
    const counted = await run(() => countRecipients(runde_id));
    if (!counted) return;
    const count = counted.result;
    if (count === 0) return void refresh();
    const isConfirmed = await confirm({
      title: t("start_title", { count }),
      subject: inLanguage(values, "titel", locale),
      text: t("start_text"),
      confirmLabel: t("start_confirm", { count }),
      cancelLabel: tc("cancel"),
    });
    if (!isConfirmed) return;
    const started = await run(() => sendMails(runde_id, "start"));
    if (started) notify.success(t("started", { count: started.result }));
    refresh();
  }

  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4 p-4 md:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <ScopeNote scope={scope} />
          <div>
            <h2 className="text-lg font-semibold">{t("mails", { count: total })}</h2>
            <p className="text-ink-muted">{t("mails_hint")}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            <DeleteRound runde_id={runde_id} titel={inLanguage(stored, "titel", locale)} isDraft />
            <Button
              variant="primary"
              busy={isBusy}
              disabled={total === 0}
              onClick={() => void start()}
              icon={<Icon name="icon-send" className="size-4" />}
            >
              {t("start")}
            </Button>
          </div>
        </div>
        {problem && <Alert tone="danger">{problem}</Alert>}
        {total === 0 && <Alert tone="warning">{t("no_recipients")}</Alert>}
        {declined.length > 0 && (
          <Alert tone="warning">
            <h2 className="font-semibold">{t("declined_before_title", { count: declined.length })}</h2>
            <p>{t("declined_before_text")}</p>
            <p className="mt-1 [overflow-wrap:anywhere]">
              {declined.map(({ name, email }) => (name ? `${name} (${email})` : email)).join(", ")}
            </p>
          </Alert>
        )}
        <WithoutAddressNote records={withoutAddress} recordPath={recordPath} isSelf={stored.an === "self"} />
      </Card>
      {total > 0 && <RoundPreview key={saveCount} runde_id={runde_id} recipients={recipients} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Card className="flex flex-col gap-5 p-4 md:p-6">
          <h2 className="text-lg font-semibold">{t("edit")}</h2>
          <RoundForm
            kind={kind}
            values={values}
            errors={errors}
            onChange={(change) => setValues({ ...values, ...change })}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" busy={isBusy} disabled={!isDirty}>
              {t("save")}
            </Button>
            {isDirty && <p className="text-sm text-ink-muted">{t("preview_is_old")}</p>}
          </div>
        </Card>
      </form>
    </div>
  );
}
