"use client";

import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Dialog } from "@base-ui/react/dialog";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { Button, IconButton } from "../button";
import type { Question, QuestionAnswer } from "./confirm-dialog";
import type { DialogProps } from "./dialog";
import { Icon, type IconName } from "../icon";

export const BACKDROP_CLASSES =
  "fixed inset-0 z-50 min-h-dvh bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0";

const VIEWPORT_CLASSES = "fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4 overscroll-contain";

/**
 * In tall windows, the content scrolls between title and buttons; in low windows, the whole dialog
 * scrolls.
 */
const POPUP_CLASSES =
  "flex w-full flex-col rounded-lg tall:max-h-[calc(100dvh-2rem)] border border-line bg-surface text-ink shadow-popup outline-none " +
  "transition-[opacity,translate] duration-150 data-ending-style:translate-y-1 data-ending-style:opacity-0 " +
  "data-starting-style:translate-y-1 data-starting-style:opacity-0";

/** Button in the corner of a dialog that closes it. */
export function DialogClose() {
  const t = useTranslations("common");
  const icon = <Icon name="icon-x" className="size-4.5" />;
  return <Dialog.Close render={<IconButton label={t("close")} tooltipSide="left" icon={icon} />} />;
}

/** Markup of `Dialog`; its code is loaded when a dialog is first opened. */
export function DialogFrame({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  isWide = Boolean(footer),
  initialFocus,
}: DialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={Boolean(footer)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP_CLASSES} />
        <Dialog.Viewport className={VIEWPORT_CLASSES}>
          <Dialog.Popup className={clsx(POPUP_CLASSES, isWide ? "max-w-2xl" : "max-w-lg")} initialFocus={initialFocus}>
            <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-2">
              <div className="min-w-0">
                <Dialog.Title className="text-lg font-semibold">{title}</Dialog.Title>
                {description && (
                  <Dialog.Description className="mt-0.5 text-ink-muted">{description}</Dialog.Description>
                )}
              </div>
              <DialogClose />
            </div>
            <div className="min-h-0 overflow-y-auto px-5 pb-4">{children}</div>
            {footer && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 pt-3 pb-4">{footer}</div>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type QuestionFrameProps = {
  question: Question;
  open: boolean;
  onAnswer: (answer: QuestionAnswer) => void;
  /** Returns the element to focus after closing; null for the element that was focused before. */
  returnFocusTo: () => HTMLElement | null;
};

/** Icon and colour of a question, by its tone. */
const MARKS: Record<NonNullable<Question["tone"]> | "none", { icon: IconName; colour: string }> = {
  danger: { icon: "icon-triangle-alert", colour: "text-danger" },
  warning: { icon: "icon-triangle-alert", colour: "text-warning" },
  success: { icon: "icon-circle-check", colour: "text-success" },
  none: { icon: "icon-circle-help", colour: "text-accent" },
};

/** True if the user has focused an element outside of the dialog while it was closing. */
function isFocusElsewhere(): boolean {
  const focused = document.activeElement;
  return focused !== null && focused !== document.body && !focused.closest('[role="alertdialog"]');
}

/** Markup of the dialog of `useAsk` and `useConfirm`; `ConfirmProvider` loads its code. */
export function QuestionFrame({ question, open, onAnswer, returnFocusTo }: QuestionFrameProps) {
  const t = useTranslations("common");
  const cancelRef = useRef<HTMLButtonElement>(null);
  const confirmRef = useRef<HTMLButtonElement>(null);
  const danger = question.tone === "danger";
  const mark = MARKS[question.tone ?? "none"];
  const cancelLabel = question.cancelLabel === undefined ? t("no") : question.cancelLabel;
  const prefersNo = question.primary === "no";
  const startsOnNo = (danger || prefersNo || question.startsOnNo) && cancelLabel !== null;
  const noButton = cancelLabel !== null && (
    <Button key="no" ref={cancelRef} variant={prefersNo ? "primary" : "secondary"} onClick={() => onAnswer("no")}>
      {cancelLabel}
    </Button>
  );
  const otherButton = question.otherLabel && (
    <Button key="other" onClick={() => onAnswer("other")}>
      {question.otherLabel}
    </Button>
  );
  const yesButton = (
    <Button
      key="yes"
      ref={confirmRef}
      variant={danger ? "danger" : prefersNo ? "secondary" : "primary"}
      onClick={() => onAnswer("yes")}
    >
      {question.confirmLabel ?? (cancelLabel === null ? t("ok") : t("yes"))}
    </Button>
  );
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onAnswer("no")}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={BACKDROP_CLASSES} />
        <AlertDialog.Viewport className={VIEWPORT_CLASSES}>
          <AlertDialog.Popup
            className={clsx(POPUP_CLASSES, otherButton ? "max-w-xl" : "max-w-md")}
            initialFocus={startsOnNo ? cancelRef : confirmRef}
            finalFocus={() => !isFocusElsewhere() && (returnFocusTo() ?? true)}
          >
            <div className="flex min-h-0 gap-3.5 overflow-y-auto px-5 pt-5 pb-4">
              <Icon name={mark.icon} className={clsx("mt-0.5 size-5.5", mark.colour)} />
              <div className="min-w-0">
                <AlertDialog.Title className="text-lg font-semibold">{question.title}</AlertDialog.Title>
                {(question.subject || question.text || question.details) && (
                  <AlertDialog.Description render={<div />} className="mt-1 text-ink-muted">
                    {question.subject && (
                      <p className="font-semibold [overflow-wrap:anywhere] text-ink">{question.subject}</p>
                    )}
                    {question.text && <p>{question.text}</p>}
                    {question.details && (
                      // A click on a link also closes the dialog.
                      <div onClick={({ target }) => (target as Element).closest("a") && onAnswer("no")}>
                        {question.details}
                      </div>
                    )}
                  </AlertDialog.Description>
                )}
              </div>
            </div>
            <div
              className={clsx(
                "flex justify-end gap-2 px-5 pt-1 pb-5",
                // Three buttons are side by side or, on phones, below each other: never two and one.
                otherButton
                  ? "max-[30rem]:flex-col min-[30rem]:max-[38rem]:*:shrink min-[30rem]:max-[38rem]:*:px-2"
                  : "flex-wrap",
              )}
            >
              {prefersNo ? [yesButton, otherButton, noButton] : [noButton, otherButton, yesButton]}
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
