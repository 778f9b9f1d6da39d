"use client";

import { Dialog } from "@base-ui/react/dialog";
import { useTranslations } from "next-intl";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { ButtonLink } from "@/components/navigation/links";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { BACKDROP_CLASSES, DialogClose } from "@/components/ui/dialogs/dialog-frames";
import { Spinner } from "@/components/ui/spinner";
import type { recordOverview } from "@/lib/model/answers/overview-answers";
import { ifApiError, request, type Answered, type ApiError } from "@/lib/base/browser/api-client";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { RecordOverview } from "../page/record-overview";

type ShownRecord = { id: number; record?: Answered<typeof recordOverview>["data"]; failure?: ApiError };

/** Returns the overview of a record, and the one before while it is loading. */
function useOverview(apiPath: string, id: number): ShownRecord {
  const [shown, setShown] = useState<ShownRecord>({ id });
  useEffect(() => {
    const controller = new AbortController();
    request<typeof recordOverview>("GET", `/api/${apiPath}/${id}/overview`, { signal: controller.signal }).then(
      ({ data }) => setShown({ id, record: data }),
      ifApiError((failure) => setShown({ id, failure })),
    );
    return () => controller.abort();
  }, [apiPath, id]);
  return shown;
}

type RecordPeekProps = {
  kind: KindName;
  /** Keys of the rows of the page, in their order. */
  ids: readonly number[];
  /** The record shown first. */
  id: number;
  /** @param id the record shown last, whose row gets the focus */
  onClose: (id: number) => void;
};

/**
 * Panel beside a list with the overview of a row's record. The arrow keys show the record of the
 * next or previous row, Space or Escape closes the panel, and Enter opens the record.
 */
export function RecordPeek({ kind, ids, onClose, ...first }: RecordPeekProps) {
  const { apiPath, pages } = definitionOf(kind);
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const failureText = useFailureText();
  const titleId = useId();
  const [id, setId] = useState(first.id);
  const { id: shownId, record, failure } = useOverview(apiPath, id);
  const isLoading = shownId !== id || (!record && !failure);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = event.target as Element;
    // In the overview, the arrow keys scroll.
    if (step !== undefined && !target.closest("[role=region]")) {
      const next = ids[ids.indexOf(id) + step];
      // A key held down would request the overview of every row that it passes.
      if (next !== undefined && !event.repeat) setId(next);
    } else if (event.key === " " && !target.closest("button")) onClose(id);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose(id)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASSES} />
        <Dialog.Viewport className="fixed inset-0 z-50 flex justify-end">
          <Dialog.Popup
            onKeyDown={onKeyDown}
            // The list moves the focus to the row.
            finalFocus={false}
            className="flex h-full w-full max-w-2xl flex-col border-l border-line bg-surface text-ink shadow-popup outline-none"
          >
            <div className="flex items-start gap-3 border-b border-line px-4 py-3 md:px-6">
              <div className="min-w-0 flex-1">
                {/* Announces the record when an arrow key has changed it. */}
                <div aria-live="polite" aria-atomic="true">
                  <Dialog.Title id={titleId} className="text-xl font-bold [overflow-wrap:anywhere]">
                    {record?.label ?? tr(`${kind}.one`)}
                  </Dialog.Title>
                </div>
                <Dialog.Description className="text-sm text-ink-muted max-sm:hidden">
                  {tr("peek_hint")}
                </Dialog.Description>
              </div>
              {isLoading && <Spinner />}
              <ButtonLink
                variant="primary"
                size="sm"
                href={`${pages.detail}/${shownId}`}
                aria-label={record && `${t("open")}: ${record.label}`}
              >
                {t("open")}
              </ButtonLink>
              <DialogClose />
            </div>
            <div
              role="region"
              aria-labelledby={titleId}
              tabIndex={0}
              aria-busy={isLoading}
              className="min-h-0 flex-1 overflow-y-auto"
            >
              {record && <RecordOverview kind={kind} overview={record} />}
              {failure && (
                <Alert tone="danger" className="m-4">
                  {failureText(failure)}
                </Alert>
              )}
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
