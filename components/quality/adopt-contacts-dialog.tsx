"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { useRevertBatch } from "@/components/records/undo/use-revert-batch";
import { notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { Spinner } from "@/components/ui/spinner";
import type { AdoptedContacts, contactsAdopted } from "@/lib/features/quality/quality-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";
import { recordHref } from "@/lib/model/record-href";

/** Maximum number of changes that the dialog lists. */
const MAX_LISTED = 200;

/** Dialog that shows which linked persons get a role, and gives it to them. */
export function AdoptContactsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("contacts");
  const tc = useTranslations("common");
  const tr = useTranslations("records");
  const failureText = useFailureText();
  const { refresh } = usePendingNavigation();
  const [preview, setPreview] = useState<AdoptedContacts | null>(null);
  const [isBusy, setBusy] = useState(false);
  const revertBatch = useRevertBatch(() => void refresh());

  const requestAdoption = (dry_run: boolean) =>
    request<typeof contactsAdopted>("POST", "/api/quality/contacts", { body: { dry_run } });

  function fail(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    notify.danger(failureText(error));
    onClose();
  }

  const loadPreview = useEffectEvent(() => void requestAdoption(true).then(setPreview, fail));
  useEffect(() => loadPreview(), []);

  async function adopt() {
    setBusy(true);
    try {
      const { changes, batch } = await requestAdoption(false);
      const done = t("done", { count: changes.length });
      if (batch) notify.undoable(done, { label: tc("undo"), run: () => void revertBatch(batch) });
      else notify.success(t("will_change", { count: 0 }));
      onClose();
      await refresh();
    } catch (error) {
      fail(error);
    }
  }

  const changes = preview?.changes ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("title")}
      footer={
        <>
          <Button onClick={onClose}>{tc("cancel")}</Button>
          <Button variant="primary" busy={isBusy} disabled={changes.length === 0} onClick={() => void adopt()}>
            {t("run", { count: changes.length })}
          </Button>
        </>
      }
    >
      <div aria-live="polite" className="flex flex-col gap-3">
        {!preview && <Spinner className="m-4" />}
        {preview && <p className="font-semibold">{t("will_change", { count: changes.length })}</p>}
        {changes.length > 0 && (
          <>
            <ul
              tabIndex={0}
              aria-label={t("list")}
              className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line bg-sunken px-3"
            >
              {changes.slice(0, MAX_LISTED).map(({ kind, id, label, person, role }) => (
                <li key={`${kind} ${id}`} className="py-1.5 [overflow-wrap:anywhere]">
                  <span className="font-semibold">{person.label}</span> · {role}
                  {/* Opens a new tab, so that the dialog remains. */}
                  <a
                    href={recordHref({ kind, id })}
                    target="_blank"
                    rel="noopener"
                    className="block text-sm text-ink-muted underline underline-offset-2"
                  >
                    {label}
                  </a>
                </li>
              ))}
              {changes.length > MAX_LISTED && (
                <li className="py-1.5">{tr("and_more", { count: changes.length - MAX_LISTED })}</li>
              )}
            </ul>
            {preview?.more && <p>{t("more")}</p>}
            <p className="text-sm text-ink-muted">{t("kept")}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
