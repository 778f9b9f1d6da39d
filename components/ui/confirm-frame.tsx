"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import clsx from "clsx";
import { CircleHelp, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button } from "./button";
import type { Question } from "./confirm-dialog";
import { BACKDROP_CLASSES, FOOTER_CLASSES, POPUP_CLASSES, VIEWPORT_CLASSES } from "./dialog-styles";

type ConfirmFrameProps = {
  question: Question;
  open: boolean;
  onAnswer: (answer: boolean) => void;
  /** Where the focus goes afterwards; without one, to what had it before. */
  returnFocusTo: () => HTMLElement | null;
};

/** Whether somebody has gone on to something else while the dialog was closing. */
function isFocusElsewhere(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && !focused.closest('[role="alertdialog"]');
}

/** The question itself; use it through `useConfirm`. */
export function ConfirmFrame({ question, open, onAnswer, returnFocusTo }: ConfirmFrameProps) {
  const t = useTranslations("common");
  const cancelRef = useRef<HTMLButtonElement>(null);
  const confirmRef = useRef<HTMLButtonElement>(null);
  const danger = question.tone === "danger";
  const Icon = danger ? TriangleAlert : CircleHelp;
  const cancelLabel = question.cancelLabel === undefined ? t("no") : question.cancelLabel;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onAnswer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP_CLASSES} />
        <AlertDialog.Viewport className={VIEWPORT_CLASSES}>
          <AlertDialog.Popup
            className={clsx(POPUP_CLASSES, "max-w-md")}
            initialFocus={danger && cancelLabel !== null ? cancelRef : confirmRef}
            finalFocus={() => !isFocusElsewhere() && (returnFocusTo() ?? true)}
          >
            <div className="flex min-h-0 gap-3.5 overflow-y-auto px-5 pt-5 pb-4">
              <Icon
                aria-hidden="true"
                className={clsx("mt-0.5 size-5.5 shrink-0", danger ? "text-danger" : "text-accent")}
              />
              <div className="min-w-0">
                <AlertDialog.Title className="text-lg font-semibold">{question.title}</AlertDialog.Title>
                {(question.subject || question.text) && (
                  <AlertDialog.Description render={<div />} className="mt-1 text-ink-muted">
                    {question.subject && (
                      <p className="font-semibold [overflow-wrap:anywhere] text-ink">{question.subject}</p>
                    )}
                    {question.text && <p>{question.text}</p>}
                  </AlertDialog.Description>
                )}
              </div>
            </div>
            <div className={FOOTER_CLASSES}>
              {cancelLabel !== null && (
                <Button ref={cancelRef} onClick={() => onAnswer(false)}>
                  {cancelLabel}
                </Button>
              )}
              <Button ref={confirmRef} variant={danger ? "danger" : "primary"} onClick={() => onAnswer(true)}>
                {question.confirmLabel ?? (cancelLabel === null ? t("ok") : t("yes"))}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
